//===- NVVMBuilder.h - Creates operations across lanes ------ -*- C++ -*--===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_WAVETONVVM_NVVMBUILDER_H
#define WAVEDIALECT_LIB_CONVERSION_WAVETONVVM_NVVMBUILDER_H

#include "NVVMKernel.h"

#include "WaveDialect/IR/CombiningKind.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::wave::nvvm {

/// Creates code in front of an operation, for the lanes of a mask. All operations on
/// lanes name the mask: the machine waits for its lanes, whatever their control flow, so
/// that exactly these participate. `activemask` would be wrong: the machine may let
/// lanes run apart, or merge identical code of two branches.
class NVVMBuilder final : public ImplicitLocOpBuilder {
public:
  /// `mask` is null where no operation on lanes is created.
  NVVMBuilder(Operation *op, NVVMKernel &kernel, Value mask);

  /// A constant of an integer or float type.
  Value number(Type type, int64_t value);
  Value i32Number(int64_t value) { return number(i32, value); }

  Value bitAnd(Value x, Value y) { return arith::AndIOp::create(*this, x, y); }
  Value bitOr(Value x, Value y) { return arith::OrIOp::create(*this, x, y); }
  Value bitXor(Value x, Value y) { return arith::XOrIOp::create(*this, x, y); }
  Value bitNot(Value x) { return bitXor(x, number(x.getType(), -1)); }
  Value add(Value x, Value y) { return arith::AddIOp::create(*this, x, y); }
  Value subtract(Value x, Value y) {
    return arith::SubIOp::create(*this, x, y);
  }
  Value shiftLeft(Value x, Value y) {
    return arith::ShLIOp::create(*this, x, y);
  }
  Value shiftRight(Value x, Value y) {
    return arith::ShRUIOp::create(*this, x, y);
  }
  Value shiftRight(Value x, unsigned bits) {
    return shiftRight(x, number(x.getType(), bits));
  }
  Value compare(arith::CmpIPredicate predicate, Value x, Value y) {
    return arith::CmpIOp::create(*this, predicate, x, y);
  }
  Value isZero(Value x) {
    return compare(arith::CmpIPredicate::eq, x, number(x.getType(), 0));
  }
  Value isNotZero(Value x) {
    return compare(arith::CmpIPredicate::ne, x, number(x.getType(), 0));
  }
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(*this, condition, yes, no);
  }
  Value bitcast(Value x, Type type) {
    return x.getType() == type ? x : arith::BitcastOp::create(*this, type, x);
  }
  /// An integer with zeros or without its high bits.
  Value resize(Value x, Type type);
  /// The two words of a 64-bit integer, and the integer of two words.
  std::pair<Value, Value> split(Value x);
  Value join(Value low, Value high);

  Value countBits(Value x);
  /// The index of the lowest bit of a number that is not 0.
  Value findLowest(Value x);
  /// The index of the highest bit; -1 for 0.
  Value findHighest(Value x);

  /// Whether all lanes of the wave participate, whatever the control flow.
  bool isWhole() const { return mask == kernel.getAllLanes(); }
  Value ballot(Value predicate) {
    return vote(NVVM::VoteSyncKind::ballot, predicate);
  }
  Value vote(NVVM::VoteSyncKind kind, Value predicate);
  /// The first lane of the mask.
  Value getFirstLane();
  /// Whether this lane is the first one of the mask.
  Value isFirstLane();
  /// Each lane reads the value of another lane, which must be of the mask. `clamp` is
  /// the operand of the machine: segments and bounds of lanes.
  Value shuffle(NVVM::ShflKind kind, Value value, Value lane, int32_t clamp);
  Value readLane(Value value, Value lane) {
    return shuffle(NVVM::ShflKind::idx, value, lane, kWaveSize - 1);
  }
  /// Reads the value of the lane whose index differs in the bits of `distance`.
  Value readAcross(Value value, int32_t distance) {
    return shuffle(NVVM::ShflKind::bfly, value, i32Number(distance),
                   kWaveSize - 1);
  }
  /// The machine's own reduction, of an i32.
  Value reduceWord(NVVM::ReduxKind kind, Value value) {
    return NVVM::ReduxOp::create(*this, i32, value, kind, mask);
  }
  Value combine(CombiningKind kind, Value x, Value y);

  NVVMKernel &kernel;
  const Value mask;
  const Type i1, i16, i32, i64, f32;
};

/// The barrier of the stage of a pipe that the wave commits next.
Value getCommittedBarrier(NVVMBuilder &b, const NVVMKernel::Pipe &pipe);

/// Waits until a phase of a barrier in groupshared memory has ended.
void waitForPhase(NVVMBuilder &b, Value barrier, Value parity);

/// Waits until the asynchronous copies of each lane have ended. A barrier behind it shows
/// them to other lanes.
void waitForCopies(NVVMBuilder &b);

/// The parts of `lowerLaneOperation`: they return a null value for operations of other
/// parts.
Value lowerVote(Operation *op, NVVMBuilder &b);
Value lowerRead(Operation *op, NVVMBuilder &b);
Value lowerPartition(Operation *op, NVVMBuilder &b);
Value lowerReduction(Operation *op, NVVMBuilder &b);
Value lowerScan(Operation *op, NVVMBuilder &b);

/// For scans among the lanes of a class: in step k each lane combines its value with
/// that of the 2^k-th lane of the class before it. Lanes of all classes execute the same
/// shuffles.
class LaneChain {
public:
  /// `members` has the lanes of this lane's class, which must be of the mask. There are
  /// at most 2^`steps` of them.
  LaneChain(NVVMBuilder &b, Value members, unsigned steps);

  Value scanInclusive(CombiningKind kind, Value value);
  Value scanExclusive(CombiningKind kind, Value value);
  /// The combination of the whole class, in all its lanes.
  Value reduce(CombiningKind kind, Value value);

private:
  Value readEarlier(Value value, unsigned step);

  NVVMBuilder &b;
  Value members;
  SmallVector<NVVMKernel::ChainStep> sources;
};

constexpr unsigned kWaveSteps = 5;
static_assert(1 << kWaveSteps == kWaveSize);

/// Combines the values of all lanes of the mask.
Value createReduction(NVVMBuilder &b, CombiningKind kind, Value value);

} // namespace mlir::wave::nvvm

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETONVVM_NVVMBUILDER_H
