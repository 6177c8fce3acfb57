//===- Instrument.cpp - Inserts calls of the checker into a kernel ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The IR computes whether a value is undefined: the checker gets the lanes for
// which it is and reads no operands. The operations of the kernel itself do not
// change.

#include "CheckSites.h"
#include "LaneOperations.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/IR/IndexLookups.h"
#include "WaveDialect/Transforms/Passes.h"
#include "WaveDialect/Transforms/UniformSlice.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::wave {
#define GEN_PASS_DEF_INSTRUMENT
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

static constexpr unsigned kLanesOfWord = 32;

//===----------------------------------------------------------------------===//
// Conditions for undefined behavior
//===----------------------------------------------------------------------===//

namespace {
/// Computes, before one operation, the lanes in which it is undefined.
class Conditions {
public:
  Conditions(Operation *op, int64_t lanes)
      : op(op), builder(op), loc(op->getLoc()), lanes(lanes) {}

  /// Each function returns the condition of its operation, null if it is always
  /// defined. A condition covers all components of a vector.
  Value getReadOfInactiveLane(Value lane);
  Value getQuadWithoutLane();
  Value getLaneOutsideOfQuad(QuadReadLaneOp read);
  Value getIndexOutsideOfTable(LookupOp lookup);
  Value getForeignMask(Value mask);
  Value getDivision();
  Value getOverWideFloat();
  Value getMaskedShift();
  Value getFailure(AssertOp assertion) {
    return isNot(assertion.getCondition());
  }

private:
  Value constant(Type type, const APInt &value) {
    return arith::ConstantOp::create(
        builder, loc,
        builder.getIntegerAttr(type, type.isIndex() ? value.sext(64) : value));
  }
  Value constant(Type type, int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, value));
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(builder, loc, predicate, a, b);
  }
  Value isNot(Value a) {
    return arith::XOrIOp::create(builder, loc, a,
                                 constant(builder.getI1Type(), 1));
  }
  Value join(Value a, Value b) {
    return a && b ? arith::OrIOp::create(builder, loc, a, b) : a ? a : b;
  }
  Value getComponent(Value value, int64_t number) {
    if (!isa<VectorType>(value.getType()))
      return value;
    return vector::ExtractOp::create(builder, loc, value,
                                     ArrayRef<int64_t>{number});
  }
  int64_t getNumWords() const {
    return static_cast<int64_t>(llvm::divideCeil(lanes, kLanesOfWord));
  }
  /// Returns the word of a mask that contains the bit of `lane`.
  Value getWord(Value mask, Value lane);
  Value getActiveLanes() {
    Value yes = constant(builder.getI1Type(), 1);
    return BallotOp::create(builder, loc,
                            VectorType::get({4}, builder.getI32Type()), yes);
  }
  /// Combines the results of `test` for each component of the operands.
  Value forComponents(function_ref<Value(ArrayRef<Value>)> test);

  Operation *op;
  OpBuilder builder;
  Location loc;
  int64_t lanes;
};
} // namespace

Value Conditions::forComponents(function_ref<Value(ArrayRef<Value>)> test) {
  Value found;
  int64_t components = getNumComponents(op->getOperand(0).getType());
  for (int64_t i = 0; i < components; ++i) {
    SmallVector<Value, 2> operands;
    for (Value operand : op->getOperands())
      operands.push_back(getComponent(operand, i));
    found = join(found, test(operands));
  }
  return found;
}

Value Conditions::getWord(Value mask, Value lane) {
  Type i32 = builder.getI32Type();
  Value word = getComponent(mask, 0);
  Value number = arith::ShRUIOp::create(builder, loc, lane, constant(i32, 5));
  for (int64_t i = 1; i < getNumWords(); ++i) {
    Value isThis = compare(arith::CmpIPredicate::eq, number, constant(i32, i));
    word = arith::SelectOp::create(builder, loc, isThis, getComponent(mask, i),
                                   word);
  }
  return word;
}

Value Conditions::getReadOfInactiveLane(Value lane) {
  Type i32 = builder.getI32Type();
  Value word = getWord(getActiveLanes(), lane);
  Value place = arith::AndIOp::create(builder, loc, lane, constant(i32, 31));
  Value bit = arith::AndIOp::create(
      builder, loc, arith::ShRUIOp::create(builder, loc, word, place),
      constant(i32, 1));
  Value isInactive = compare(arith::CmpIPredicate::eq, bit, constant(i32, 0));
  Value isOutside =
      compare(arith::CmpIPredicate::uge, lane, constant(i32, lanes));
  return join(isInactive, isOutside);
}

Value Conditions::getQuadWithoutLane() {
  Type i32 = builder.getI32Type();
  Value lane = LaneIndexOp::create(builder, loc, i32);
  Value word = getWord(getActiveLanes(), lane);
  Value first = arith::AndIOp::create(builder, loc, lane, constant(i32, 28));
  Value quad = arith::AndIOp::create(
      builder, loc, arith::ShRUIOp::create(builder, loc, word, first),
      constant(i32, 15));
  return compare(arith::CmpIPredicate::ne, quad, constant(i32, 15));
}

Value Conditions::getLaneOutsideOfQuad(QuadReadLaneOp read) {
  APInt known;
  if (matchPattern(read.getLane(), m_ConstantInt(&known)) && known.ult(4))
    return nullptr;
  return compare(arith::CmpIPredicate::uge, read.getLane(),
                 constant(builder.getI32Type(), 4));
}

Value Conditions::getIndexOutsideOfTable(LookupOp lookup) {
  // Others check the indices that make up this one.
  if (lookup->hasAttr(kWatchedName))
    return nullptr;
  APInt known;
  if (matchPattern(lookup.getIndex(), m_ConstantInt(&known)) &&
      known.ult(lookup.getLength()))
    return nullptr;
  return compare(arith::CmpIPredicate::uge, lookup.getIndex(),
                 constant(builder.getI32Type(), lookup.getLength()));
}

/// A mask belongs to a partition if it covers exactly the active lanes that
/// have the same mask. Bits of lanes that are inactive or do not exist are
/// ignored.
Value Conditions::getForeignMask(Value mask) {
  Value active = arith::AndIOp::create(builder, loc, mask, getActiveLanes());
  Value same = MatchOp::create(builder, loc, mask.getType(), active);
  Value found;
  for (int64_t i = 0; i < getNumWords(); ++i)
    found =
        join(found, compare(arith::CmpIPredicate::ne, getComponent(active, i),
                            getComponent(same, i)));
  return found;
}

/// Every module has 32-bit indices.
static unsigned getWidth(Type type) {
  type = getElementTypeOrSelf(type);
  return type.isIndex() ? 32 : type.getIntOrFloatBitWidth();
}

/// A division by 0, or of the smallest integer by -1.
Value Conditions::getDivision() {
  bool isSigned = isa<arith::DivSIOp, arith::RemSIOp>(op);
  APInt known;
  // A constant divisor may exclude both.
  if (matchPattern(op->getOperand(1), m_ConstantInt(&known)) &&
      !known.isZero() && !(isSigned && known.isAllOnes()))
    return nullptr;
  return forComponents([&](ArrayRef<Value> operands) -> Value {
    Type type = operands[1].getType();
    unsigned width = getWidth(type);
    Value found = compare(arith::CmpIPredicate::eq, operands[1],
                          constant(type, APInt::getZero(width)));
    if (!isSigned)
      return found;
    Value isLowest = compare(arith::CmpIPredicate::eq, operands[0],
                             constant(type, APInt::getSignedMinValue(width)));
    Value isMinusOne = compare(arith::CmpIPredicate::eq, operands[1],
                               constant(type, APInt::getAllOnes(width)));
    return join(found,
                arith::AndIOp::create(builder, loc, isLowest, isMinusOne));
  });
}

/// All bounds are exact in f64; a NaN is outside of them.
Value Conditions::getOverWideFloat() {
  bool isSigned = isa<arith::FPToSIOp>(op);
  unsigned width =
      getElementTypeOrSelf(op->getResult(0).getType()).getIntOrFloatBitWidth();
  return forComponents([&](ArrayRef<Value> operands) -> Value {
    Value value = operands[0];
    Type f64 = builder.getF64Type();
    if (value.getType() != f64)
      value = arith::ExtFOp::create(builder, loc, f64, value);
    auto getBound = [&](double bound) -> Value {
      return arith::ConstantOp::create(builder, loc,
                                       builder.getF64FloatAttr(bound));
    };
    double end = std::ldexp(1.0, static_cast<int>(width) - (isSigned ? 1 : 0));
    // No f64 is between -2^63 - 1 and -2^63.
    bool isExact = width == 64 && isSigned;
    double low = isExact ? -end : isSigned ? -end - 1 : -1;
    Value isAbove = arith::CmpFOp::create(builder, loc,
                                          isExact ? arith::CmpFPredicate::OGE
                                                  : arith::CmpFPredicate::OGT,
                                          value, getBound(low));
    Value isBelow = arith::CmpFOp::create(
        builder, loc, arith::CmpFPredicate::OLT, value, getBound(end));
    return isNot(arith::AndIOp::create(builder, loc, isAbove, isBelow));
  });
}

/// A shift amount whose high bits a preceding `and` removes.
Value Conditions::getMaskedShift() {
  auto mask = op->getOperand(1).getDefiningOp<arith::AndIOp>();
  unsigned width = getWidth(op->getResult(0).getType());
  APInt known;
  if (!mask || !matchPattern(mask.getRhs(), m_ConstantInt(&known)) ||
      known != width - 1)
    return nullptr;
  Value amount = mask.getLhs();
  if (matchPattern(amount, m_ConstantInt(&known)) && known.ult(width))
    return nullptr;
  Value found;
  for (int64_t i = 0; i < getNumComponents(amount.getType()); ++i) {
    Value component = getComponent(amount, i);
    found = join(found, compare(arith::CmpIPredicate::uge, component,
                                constant(component.getType(), width)));
  }
  return found;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// A stopped run is at most this many trips away from an event.
static constexpr uint64_t kFewTrips = 256;

namespace {
struct Instrument final : wave::impl::InstrumentBase<Instrument> {
  void runOnWaveIR() override {
    SmallVector<FuncOp> kernels;
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel())
        kernels.push_back(function);
    });
    if (kernels.size() != 1) {
      getOperation().emitError("a checked run is of one kernel, got ")
          << kernels.size() << ": split the input [one-kernel]";
      return signalPassFailure();
    }
    FuncOp kernel = kernels.front();
    SmallVector<int32_t> sizes = kernel.getWaveSizes();
    if (sizes.size() != 1) {
      kernel.emitError(
          "a checked run has one wave size: run wave-fix-wave-size "
          "first [wave-size-missing]");
      return signalPassFailure();
    }
    instrument(kernel, sizes.front());
  }

  void instrument(FuncOp kernel, int64_t lanes) {
    CheckSites sites(kernel);
    SmallVector<Operation *> ops;
    // The functions of elements of matrices have no lanes.
    kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
      ops.push_back(op);
      return isa<MatrixMapOp>(op) ? WalkResult::skip() : WalkResult::advance();
    });
    for (Operation *op : ops) {
      instrumentAccess(op, sites);
      instrumentUndefined(op, lanes, sites);
      instrumentControl(op, sites);
      if (isLaneOperation(op))
        create(op, CheckKind::Event, sites.add("event", op), {});
      else if (op->hasTrait<WholeWave>() && !getMemoryAccess(op))
        create(op, CheckKind::Event, sites.add("matrix", op), {});
    }
    instrumentQuietLoops(kernel, sites);
    // A checked run prints nothing, and reports failures as findings.
    for (Operation *op : ops)
      if (isa<PrintOp, AssertOp>(op))
        op->erase();
    getOperation()->setAttr(kChecksName,
                            StringAttr::get(&getContext(), sites.describe()));
  }

  static void create(Operation *before, CheckKind kind, int32_t site,
                     ValueRange operands) {
    OpBuilder builder(before);
    CheckOp::create(builder, before->getLoc(), kind, site, operands);
  }

  /// Each scalar of a vector is a separate access.
  static void instrumentAccess(Operation *op, CheckSites &sites) {
    std::optional<MemoryAccess> access = getMemoryAccess(op);
    if (!access)
      return;
    int32_t site = sites.add(access->isAtomic() ? "atomic"
                             : access->writes   ? "store"
                                                : "load",
                             op, access->memory);
    if (auto load = dyn_cast<MatrixLoadOp>(op))
      return create(op, CheckKind::Access, site,
                    {load.getMemory(), load.getFirst(), load.getStride()});
    if (auto store = dyn_cast<MatrixStoreOp>(op))
      return create(op, CheckKind::Access, site,
                    {store.getMemory(), store.getFirst(), store.getStride()});
    // Lanes that store the same value race as well, but never atomics. Accesses of
    // coherent memory are like atomics.
    Value stored;
    if (access->isAtomic())
      stored = Value();
    else if (auto store = dyn_cast<memref::StoreOp>(op))
      stored = store.getValueToStore();
    else if (auto store = dyn_cast<ByteStoreOp>(op))
      stored = store.getValue();
    else if (auto store = dyn_cast<ImageStoreOp>(op))
      stored = store.getValue();
    else if (auto store = dyn_cast<vector::StoreOp>(op))
      stored = store.getValueToStore();
    OpBuilder builder(op);
    Location loc = op->getLoc();
    for (int64_t i = 0; i < access->components; ++i) {
      SmallVector<Value> operands = {access->memory};
      llvm::append_range(operands, access->indices);
      if (i > 0)
        operands[1] = arith::AddIOp::create(
            builder, loc, operands[1],
            arith::ConstantIndexOp::create(builder, loc, i));
      if (isa<vector::StoreOp>(op))
        operands.push_back(vector::ExtractOp::create(builder, loc, stored,
                                                     ArrayRef<int64_t>{i}));
      else if (stored)
        operands.push_back(stored);
      create(op, CheckKind::Access, site, operands);
    }
  }

  static void instrumentUndefined(Operation *op, int64_t lanes,
                                  CheckSites &sites) {
    Conditions conditions(op, lanes);
    // The index of the lane or of the table's element that the operation reads.
    SmallVector<Value, 1> subject;
    auto [rule, condition] =
        TypeSwitch<Operation *, std::pair<StringRef, Value>>(op)
            .Case([&](ReadLaneOp read) {
              subject.push_back(read.getLane());
              return std::pair(
                  "inactive-lane",
                  conditions.getReadOfInactiveLane(read.getLane()));
            })
            .Case([&](LookupOp lookup) {
              subject.push_back(lookup.getIndex());
              return std::pair("out-of-bounds",
                               conditions.getIndexOutsideOfTable(lookup));
            })
            .Case<MultiPrefixOp, MultiPrefixCountBitsOp>([&](auto scan) {
              return std::pair("partition-mask",
                               conditions.getForeignMask(scan.getMask()));
            })
            .Case<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp,
                  arith::RemUIOp>([&](Operation *) {
              return std::pair("integer-division", conditions.getDivision());
            })
            .Case<arith::FPToSIOp, arith::FPToUIOp>([&](Operation *) {
              return std::pair("float-to-integer",
                               conditions.getOverWideFloat());
            })
            .Case<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(
                [&](Operation *) {
                  return std::pair("shift-amount", conditions.getMaskedShift());
                })
            .Case([&](AssertOp assertion) {
              return std::pair("check-failed",
                               conditions.getFailure(assertion));
            })
            .Default([&](Operation *op) {
              return op->hasTrait<Quadwise>()
                         ? std::pair(StringRef("quad-inactive"),
                                     conditions.getQuadWithoutLane())
                         : std::pair(StringRef(), Value());
            });
    if (condition) {
      SmallVector<Value, 2> operands = {condition};
      llvm::append_range(operands, subject);
      create(op, CheckKind::Undefined, sites.addUndefined(rule, op), operands);
    }
    if (auto read = dyn_cast<QuadReadLaneOp>(op))
      if (Value outside = Conditions(op, lanes).getLaneOutsideOfQuad(read))
        create(op, CheckKind::Undefined,
               sites.addUndefined("quad-lane-out-of-range", op),
               {outside, read.getLane()});
  }

  /// Whether lanes meet at a barrier of any kind or at a step of a pipe in `op`.
  static bool holdsBarrierOfLanes(Operation *op) {
    return holdsGroupBarrier(op) ||
           op->walk([](Operation *nested) {
               auto barrier = dyn_cast<BarrierOp>(nested);
               return (barrier && barrier.getSync()) ||
                              nested->hasTrait<OrdersSomeWaves>()
                          ? WalkResult::interrupt()
                          : WalkResult::advance();
             }).wasInterrupted();
  }

  static void instrumentControl(Operation *op, CheckSites &sites) {
    if (auto retire = dyn_cast<RetireIfOp>(op))
      create(op, CheckKind::Retire, sites.add("retire", op),
             retire.getCondition());
    if (auto dispatch = dyn_cast<DispatchMeshOp>(op))
      for (Value count : {dispatch.getX(), dispatch.getY(), dispatch.getZ()})
        create(op, CheckKind::Uniform, sites.add("uniform", op), count);
    if (isa<BarrierOp, DispatchMeshOp>(op))
      create(op, CheckKind::Barrier, sites.add("barrier", op), {});
    // The checker needs only the place of a pipe.
    if (isa<PipeOp>(op))
      sites.add("pipe", op);
    if (op->hasTrait<OrdersSomeWaves>())
      create(op, CheckKind::Barrier, sites.add("step", op), {});
    // The loop of an asynchronous copy.
    if (isa<scf::ForOp>(op) && op->hasAttr(kAsyncAttribute))
      create(op, CheckKind::Event, sites.add("copy", op), {});
    if (auto assume = dyn_cast<AssumeUniformOp>(op))
      instrumentUniform(assume, sites);
    // An array in a loop is allocated in each iteration, and starts undefined
    // each time.
    if (isa<memref::AllocaOp>(op) && !isa<FuncOp>(op->getParentOp()))
      create(op, CheckKind::Event, sites.add("array", op, op->getResult(0)),
             {});
    // Without an event, an infinite loop without effects could be removed.
    if (auto whileOp = dyn_cast<scf::WhileOp>(op))
      create(&whileOp.getAfterBody()->front(), CheckKind::Event,
             sites.add("loop", op), {});
    if (!op->getNumRegions() || !holdsBarrierOfLanes(op))
      return;
    if (auto ifOp = dyn_cast<scf::IfOp>(op))
      create(op, CheckKind::Branch, sites.add("branch", op),
             ifOp.getCondition());
    if (auto whileOp = dyn_cast<scf::WhileOp>(op))
      create(whileOp.getConditionOp(), CheckKind::Branch,
             sites.add("branch", op), whileOp.getConditionOp().getCondition());
    if (auto forOp = dyn_cast<scf::ForOp>(op)) {
      // Each iteration, and the exit.
      int32_t site = sites.add("branch", op);
      for (Operation *place : {&forOp.getBody()->front(), op->getNextNode()}) {
        OpBuilder builder(place);
        Value stays = arith::ConstantOp::create(
            builder, op->getLoc(),
            builder.getBoolAttr(place != op->getNextNode()));
        create(place, CheckKind::Branch, site, stays);
      }
    }
  }

  /// A run that is stopped in a long loop needs an event that has the place. Checks
  /// in nested regions may never be executed.
  static void instrumentQuietLoops(FuncOp kernel, CheckSites &sites) {
    DenseMap<Operation *, uint64_t> quietTrips;
    kernel.walk([&](scf::ForOp loop) {
      if (!loop.getBody()->getOps<CheckOp>().empty())
        return;
      uint64_t trips = 1;
      loop.getBody()->walk([&](scf::ForOp nested) {
        if (nested->getParentOfType<scf::ForOp>() == loop)
          trips = llvm::SaturatingAdd(trips, quietTrips.lookup(nested));
      });
      std::optional<APInt> own = loop.getStaticTripCount();
      trips = own ? llvm::SaturatingMultiply(trips, own->getLimitedValue())
                  : std::numeric_limits<uint64_t>::max();
      if (trips <= kFewTrips)
        quietTrips[loop] = trips;
      else
        create(&loop.getBody()->front(), CheckKind::Event,
               sites.add("loop", loop), {});
    });
  }

  static void instrumentUniform(AssumeUniformOp op, CheckSites &sites) {
    Value value = op.getValue();
    auto vector = dyn_cast<VectorType>(value.getType());
    OpBuilder builder(op);
    for (int64_t i = 0; i < getNumComponents(value.getType()); ++i) {
      Value component = value;
      if (vector)
        component = vector::ExtractOp::create(builder, op.getLoc(), value,
                                              ArrayRef<int64_t>{i});
      create(op, CheckKind::Uniform, sites.add("uniform", op), component);
    }
  }
};
} // namespace
