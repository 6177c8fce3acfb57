//===- GroupEmitter.h - Code of a group between its barriers --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread runs a group. Between two barriers a loop runs all waves one after
// the other. Memory of each wave holds the values that live across a barrier;
// values that are the same for the group, and control flow around barriers, are
// outside these loops.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_GROUPEMITTER_H
#define WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_GROUPEMITTER_H

#include "WaveEmitter.h"

#include "WaveDialect/Analysis/Uniformity.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::wave::simd {

class GroupEmitter {
public:
  /// `slots` is the memory of all waves. `waveBytes` is a placeholder constant
  /// for its size per wave, which `finish` sets.
  GroupEmitter(Frame &frame, OpBuilder &builder, Value slots,
               LLVM::ConstantOp waveBytes);

  /// Emits the kernel's body for one group.
  LogicalResult emitBlock(Block &block);

  /// Allocates the local arrays; must run before the first block is emitted.
  void placeLocalArrays();

  /// Sets the size of the memory of one wave and returns it in bytes.
  int64_t finish();

private:
  /// The location of a value in the memory of each wave.
  struct Slot {
    int64_t offset;
    /// Not set for a vector.
    std::optional<int64_t> stride;
    Type scalar;
  };
  /// A value, and the value whose slots it is stored to.
  using Transfer = std::pair<Value, Value>;

  bool isGroupLevel(Operation *op) const;
  LogicalResult emitAtGroupLevel(Operation *op);
  LogicalResult emitStretch(ArrayRef<Operation *> ops);
  LogicalResult emitWaves(llvm::function_ref<LogicalResult(WaveEmitter &)> emit,
                          std::optional<int64_t> unrolled = std::nullopt);
  void bringIn(WaveEmitter &wave, Value value);
  bool haveOneSlot(Value a, Value b) const;
  bool mayShareSlots(Value a, Value b) const;
  void shareSlotsOfNext(ArrayRef<Transfer> repeating, Block &body);
  void transfer(ArrayRef<Transfer> transfers);

  bool isRunByGroup(Operation *op) const;
  LogicalResult emitBarrierOrRegion(Operation *op);
  LogicalResult emitDispatchMesh(DispatchMeshOp op);
  LogicalResult emitIf(scf::IfOp op);
  LogicalResult emitFor(scf::ForOp op);
  LogicalResult emitWhile(scf::WhileOp op);

  /// Whether loops and branches around barriers carry the value as one scalar
  /// for the group. Waves then use it as a scalar, too.
  bool isGroupValue(Value value) const {
    return uniformity.get(value).isGroupUniform() &&
           frame.strides->isUniform(value);
  }
  /// Returns the scalar that is the same for all waves, or the value in lane 0
  /// of the first wave.
  Value getGroupScalar(Value value);
  void setGroupScalar(Value value, Value scalar) {
    frame.values[value] = {LaneValue{scalar}};
  }

  void addSlot(Value value);
  /// Stores `value` in the slots of `other`. Copies them first, because
  /// inserting an entry may move the others.
  void shareSlots(Value value, Value other) {
    SmallVector<Slot, 1> shared = slots.find(other)->second;
    slots[value] = std::move(shared);
  }
  Type getSlotType(const Slot &slot) const;
  Value getSlotPlace(int64_t offset);
  Lanes loadSlots(Value value);
  void storeSlots(const WaveEmitter &wave, const Lanes &lanes, Value as);

  Frame &frame;
  OpBuilder &builder;
  Value slotBase;
  LLVM::ConstantOp waveBytes;
  UniformityAnalysis uniformity;
  llvm::DenseSet<Value> written;
  DenseMap<Value, SmallVector<Slot, 1>> slots;
  SmallVector<std::pair<Value, int64_t>> localArrays;
  /// The place of the matrices in the memory of a wave. Without barriers a wave
  /// runs to its end before the next one starts, so all use that of the first.
  int64_t matrixOffset = 0;
  bool sharesMatrices = false;
  int64_t size = 0;
  /// The memory of the current wave. Outside waves it is null, and accesses use
  /// the memory of the first wave.
  Value waveMemory;
};

} // namespace mlir::wave::simd

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_GROUPEMITTER_H
