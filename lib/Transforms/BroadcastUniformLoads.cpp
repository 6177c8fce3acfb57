//===- BroadcastUniformLoads.cpp - One load in each lane for many iterations ===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A loop with uniform loads becomes two loops. The outer one advances by as
// many iterations as the wave has lanes, and each lane loads for one of them.
// The inner one executes these iterations in the old order and reads the lanes.
// A load stays under a condition that any lane can compute for any iteration.

#include "SharedLoads.h"
#include "WaveDialect/Analysis/ActiveLanes.h"
#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/OptimizationRemarks.h"
#include "WaveDialect/Transforms/Passes.h"
#include "WaveDialect/Transforms/UniformSlice.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::wave {
#define GEN_PASS_DEF_BROADCASTUNIFORMLOADS
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

static constexpr StringLiteral kPass = "wave-broadcast-uniform-loads";

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {
/// Rewrites one loop.
class LoopRewriter {
public:
  LoopRewriter(scf::ForOp loop, FuncOp kernel, const SharedLoads &shared)
      : loop(loop), kernel(kernel), shared(shared), builder(loop),
        loc(loop.getLoc()), type(loop.getInductionVar().getType()),
        sliced(shared.getSlice().begin(), shared.getSlice().end()) {
    for (Operation *load : shared.getLoads())
      for (Operation *op = load->getParentOp(); op != loop;
           op = op->getParentOp())
        conditional.insert(op);
  }

  /// Keeps a copy of the original loop for waves with inactive lanes, and for
  /// waves in which an unproven value is not uniform. All other waves use the
  /// loop that is rewritten next.
  void version(bool isWholeWave);

  void split();

private:
  Value createConstant(Type of, int64_t value);
  Value createLaneCount();
  Value convert(Value number, Type to);
  Value createTest(bool isWholeWave);
  void hoist(Value value);
  void readUnproven();
  Value createTripCount();
  void cloneSlice(Block &block, IRMapping &own);
  void cloneIf(scf::IfOp ifOp, IRMapping &own);
  void replaceLoads(IRMapping &own, Value lane);

  scf::ForOp loop;
  FuncOp kernel;
  const SharedLoads &shared;
  OpBuilder builder;
  Location loc;
  /// The type of the iterations' indices, counted from 0 as unsigned numbers.
  Type type;
  /// The operations of the slice, and the conditions around its loads.
  DenseSet<Operation *> sliced, conditional;
};
} // namespace

Value LoopRewriter::createConstant(Type of, int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(of, value));
}

/// Returns a constant if the kernel has a single size, because counts are
/// already folded.
Value LoopRewriter::createLaneCount() {
  Type i32 = builder.getI32Type();
  std::optional<ArrayRef<int32_t>> sizes = kernel.getWaveSize();
  if (sizes && sizes->size() == 1)
    return createConstant(i32, sizes->front());
  return LaneCountOp::create(builder, loc, i32);
}

/// Converts an unsigned number to another type; truncated bits must be 0.
Value LoopRewriter::convert(Value number, Type to) {
  Type from = number.getType();
  if (from == to)
    return number;
  if (from.isIndex() || to.isIndex())
    return arith::IndexCastUIOp::create(builder, loc, to, number);
  if (from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth())
    return arith::ExtUIOp::create(builder, loc, to, number);
  return arith::TruncIOp::create(builder, loc, to, number);
}

/// Tests whether all lanes are active, and unproven values are uniform for
/// them.
Value LoopRewriter::createTest(bool isWholeWave) {
  Value test;
  auto require = [&](Value condition) {
    test =
        test ? arith::AndIOp::create(builder, loc, test, condition).getResult()
             : condition;
  };
  if (!isWholeWave) {
    Value here = CountBitsOp::create(builder, loc, builder.getI32Type(),
                                     createConstant(builder.getI1Type(), 1));
    require(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, here,
                                  createLaneCount()));
  }
  for (Value value : shared.getUnproven()) {
    Type result = getBoolType(value.getType());
    Value same = AllEqualOp::create(builder, loc, result, value);
    auto vector = dyn_cast<VectorType>(result);
    if (!vector) {
      require(same);
      continue;
    }
    for (int64_t i = 0; i != vector.getNumElements(); ++i)
      require(vector::ExtractOp::create(builder, loc, same, i));
  }
  return test;
}

/// Moves an invariant computation before the loop.
void LoopRewriter::hoist(Value value) {
  if (loop.isDefinedOutsideOfLoop(value))
    return;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    hoist(operand);
  op->moveBefore(loop);
}

/// Reads tested values from the first lane, so that the analysis knows they are
/// uniform.
void LoopRewriter::readUnproven() {
  auto replaceInLoop = [&](Value value, Value replacement) {
    value.replaceUsesWithIf(replacement, [&](OpOperand &use) {
      return loop->isAncestor(use.getOwner());
    });
  };
  IRMapping first;
  for (Value value : shared.getUnproven()) {
    Value read = ReadFirstLaneOp::create(builder, loc, value.getType(), value);
    first.map(value, read);
    replaceInLoop(value, read);
  }
  for (Operation *cast : shared.getCasts()) {
    Operation *copy = builder.clone(*cast, first);
    replaceInLoop(cast->getResult(0), copy->getResult(0));
  }
}

void LoopRewriter::version(bool isWholeWave) {
  for (Value value : shared.getUnproven())
    hoist(value);
  builder.setInsertionPoint(loop);
  auto ifOp = scf::IfOp::create(builder, loc, loop.getResultTypes(),
                                createTest(isWholeWave),
                                /*addThenBlock=*/true, /*addElseBlock=*/true);
  loop.replaceAllUsesWith(ifOp.getResults());
  builder.setInsertionPointToStart(ifOp.elseBlock());
  Operation *copy = builder.clone(*loop);
  builder.setInsertionPointAfter(copy);
  scf::YieldOp::create(builder, loc, copy->getResults());
  loop->moveBefore(ifOp.thenBlock(), ifOp.thenBlock()->begin());
  builder.setInsertionPointAfter(loop);
  scf::YieldOp::create(builder, loc, loop.getResults());
  builder.setInsertionPoint(loop);
  readUnproven();
}

/// Computes the number of iterations. The difference of the bounds is exact as
/// an unsigned number, for signed and unsigned comparisons, and no sum wraps
/// around.
Value LoopRewriter::createTripCount() {
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  Value zero = createConstant(type, 0), one = createConstant(type, 1);
  Value count = arith::SubIOp::create(builder, loc, upper, lower);
  Value step = loop.getStep();
  if (!matchPattern(step, m_One())) {
    // A loop without iterations may have any step.
    if (!matchPattern(step, m_Constant()))
      step = arith::MaxUIOp::create(builder, loc, step, one);
    Value last = arith::SubIOp::create(builder, loc, count, one);
    last = arith::DivUIOp::create(builder, loc, last, step);
    count = arith::AddIOp::create(builder, loc, last, one);
  }
  Value begins =
      arith::CmpIOp::create(builder, loc,
                            loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                                  : arith::CmpIPredicate::slt,
                            lower, upper);
  return arith::SelectOp::create(builder, loc, begins, count, zero);
}

/// Clones the operations of the slice in `block`, for the lane's own iteration.
void LoopRewriter::cloneSlice(Block &block, IRMapping &own) {
  for (Operation &op : block) {
    if (conditional.contains(&op))
      cloneIf(cast<scf::IfOp>(op), own);
    else if (sliced.contains(&op))
      builder.clone(op, own);
  }
}

/// Makes a lane load for its iteration if the condition holds in that
/// iteration. The zeros of the other lanes are never read.
void LoopRewriter::cloneIf(scf::IfOp ifOp, IRMapping &own) {
  SmallVector<Operation *> loads(
      llvm::make_filter_range(shared.getLoads(), [&](Operation *load) {
        return ifOp->isAncestor(load);
      }));
  SmallVector<Type> types;
  for (Operation *load : loads)
    types.push_back(load->getResult(0).getType());
  auto copy = scf::IfOp::create(builder, ifOp.getLoc(), types,
                                own.lookupOrDefault(ifOp.getCondition()),
                                /*addThenBlock=*/true, /*addElseBlock=*/true);
  for (auto [from, to] : llvm::zip(ifOp->getRegions(), copy->getRegions())) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&to.front());
    if (!from.empty())
      cloneSlice(from.front(), own);
    SmallVector<Value> loaded;
    for (Operation *load : loads) {
      Value value = load->getResult(0);
      loaded.push_back(from.isAncestor(load->getParentRegion())
                           ? own.lookup(value)
                           : arith::ConstantOp::create(
                                 builder, load->getLoc(),
                                 builder.getZeroAttr(value.getType())));
    }
    scf::YieldOp::create(builder, ifOp.getLoc(), loaded);
  }
  for (auto [load, loaded] : llvm::zip(loads, copy.getResults()))
    own.map(load->getResult(0), loaded);
}

/// Replaces the results of the loads by reads of `lane`, and erases address
/// computations that are no longer used.
void LoopRewriter::replaceLoads(IRMapping &own, Value lane) {
  DenseSet<Operation *> loads(shared.getLoads().begin(),
                              shared.getLoads().end());
  // Visit users before operands, so that unused operands are known.
  for (Operation *op : llvm::reverse(shared.getSlice())) {
    if (!op->use_empty() && loads.contains(op)) {
      OpBuilder here(op);
      Value old = op->getResult(0);
      Value read = ReadLaneOp::create(here, op->getLoc(), old.getType(),
                                      own.lookup(old), lane);
      old.replaceAllUsesWith(read);
    }
    if (isOpTriviallyDead(op))
      op->erase();
  }
}

void LoopRewriter::split() {
  builder.setInsertionPoint(loop);
  Type i32 = builder.getI32Type();
  Value trips = createTripCount();
  Value lanes = convert(createLaneCount(), type);
  Value zero = createConstant(type, 0), one = createConstant(type, 1);
  Value zero32 = createConstant(i32, 0), one32 = createConstant(i32, 1);
  auto pieces =
      scf::ForOp::create(builder, loc, zero, trips, lanes, loop.getInitArgs(),
                         /*bodyBuilder=*/nullptr, /*unsignedCmp=*/true);
  loop.replaceAllUsesWith(pieces.getResults());

  // The lane's own iteration. In the last piece, lanes beyond the end load for
  // the last iteration.
  builder.setInsertionPointToStart(pieces.getBody());
  Value first = pieces.getInductionVar();
  Value rest = arith::SubIOp::create(builder, loc, trips, first);
  rest = arith::MinUIOp::create(builder, loc, rest, lanes);
  auto getNumber = [&](Value trip) -> Value {
    Value distance = arith::MulIOp::create(builder, loc, trip, loop.getStep());
    return arith::AddIOp::create(builder, loc, loop.getLowerBound(), distance);
  };
  Value lane = convert(LaneIndexOp::create(builder, loc, i32), type);
  Value last = arith::SubIOp::create(builder, loc, rest, one);
  lane = arith::MinUIOp::create(builder, loc, lane, last);
  IRMapping own;
  own.map(loop.getInductionVar(),
          getNumber(arith::AddIOp::create(builder, loc, first, lane)));
  cloneSlice(*loop.getBody(), own);

  // The iterations of the piece, in the loop's own block.
  auto inner = scf::ForOp::create(builder, loc, zero32, convert(rest, i32),
                                  one32, pieces.getRegionIterArgs());
  inner.getRegion().takeBody(loop.getRegion());
  inner->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  if (inner.getNumResults())
    scf::YieldOp::create(builder, loc, inner.getResults());
  Value number = inner.getBody()->insertArgument(0u, i32, loc);
  replaceLoads(own, number);
  Value old = inner.getBody()->getArgument(1);
  if (!old.use_empty()) {
    builder.setInsertionPointToStart(inner.getBody());
    Value trip =
        arith::AddIOp::create(builder, loc, first, convert(number, type));
    old.replaceAllUsesWith(getNumber(trip));
  }
  inner.getBody()->eraseArgument(1);
  loop.erase();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct BroadcastUniformLoads final
    : wave::impl::BroadcastUniformLoadsBase<BroadcastUniformLoads> {
  using BroadcastUniformLoadsBase::BroadcastUniformLoadsBase;

  void runOnWaveIR() override {
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel())
        runOnKernel(function);
    });
  }

private:
  void runOnKernel(FuncOp kernel);
};
} // namespace

/// Returns the kernel's loops that contain loads, outer loops before inner
/// ones.
static SmallVector<scf::ForOp> findLoops(FuncOp kernel) {
  SmallVector<scf::ForOp> loops;
  kernel.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    bool loads = loop.getBody()
                     ->walk([](Operation *op) {
                       std::optional<MemoryAccess> access = getMemoryAccess(op);
                       return access && !access->writes
                                  ? WalkResult::interrupt()
                                  : WalkResult::advance();
                     })
                     .wasInterrupted();
    if (loads)
      loops.push_back(loop);
  });
  return loops;
}

/// Whether the loop computes a decision on whether a barrier is reached. That
/// must stay uniform for the group, and returned lanes compute it as well.
static bool decidesBarrier(Operation *loop, const UniformSlice &slice) {
  for (Operation *op = loop; op; op = op->getParentOp())
    if (slice.contains(op))
      return true;
  return false;
}

static std::string describeMissed(StringRef reason) {
  return ("each lane loads for itself: " + reason).str();
}

static std::string describeApplied(bool isWholeWave, const SharedLoads &shared,
                                   bool isConditional) {
  std::string text = "each lane loads for a trip of its own";
  if (isConditional)
    text += " in which the condition holds";
  text += ", and the wave reads the lanes one by one";
  if (!isWholeWave)
    text += ", where all lanes are active";
  if (!shared.getUnproven().empty())
    text += (isWholeWave ? StringRef(", where") : StringRef(" and")).str() +
            " the address is found to be the same for them";
  return text;
}

/// Whether the index may change between iterations of the loop.
static bool isComputedIn(scf::WhileOp loop, Value index) {
  return loop->isAncestor(index.getParentBlock()->getParentOp());
}

/// Reports why loads stay in loops that a `break` or a condition ends: a lane
/// must not load for an iteration that the kernel never executes, because the
/// load may be out of bounds.
static void remarkOpenLoops(FuncOp kernel,
                            const UniformityAnalysis &uniformity) {
  kernel.walk([&](Operation *op) {
    std::optional<MemoryAccess> access = getMemoryAccess(op);
    auto loop = op->getParentOfType<LoopLikeOpInterface>();
    auto open = dyn_cast_or_null<scf::WhileOp>(loop.getOperation());
    if (!open || !access || !isShareable(*access))
      return;
    bool isShared = llvm::all_of(access->indices, [&](Value index) {
      return uniformity.get(index).isWaveUniform();
    });
    bool followsTrip = llvm::any_of(access->indices, [&](Value index) {
      return isComputedIn(open, index);
    });
    if (isShared && followsTrip)
      remarkMissed(op, kPass) << describeMissed(
          "a break or a condition decides in each trip whether the loop goes "
          "on, and a lane may not load for a trip that does not run");
  });
}

void BroadcastUniformLoads::runOnKernel(FuncOp kernel) {
  UniformityAnalysis uniformity(kernel);
  remarkOpenLoops(kernel, uniformity);
  SmallVector<scf::ForOp> loops = findLoops(kernel);
  if (loops.empty())
    return;
  ActiveLanes active(kernel, uniformity);
  std::optional<UniformSlice> slice;
  if (holdsGroupBarrier(kernel))
    slice.emplace(kernel, uniformity);
  // Loops that contain two copies of another loop.
  DenseSet<Operation *> doubled;
  // Last loops first, and inner loops before outer ones: the analyses, which do
  // not know the changes, then only answer about operations that did not
  // change.
  for (scf::ForOp loop : llvm::reverse(loops)) {
    SharedLoads shared(loop, uniformity);
    for (const SharedLoads::Obstacle &obstacle : shared.getObstacles())
      remarkMissed(obstacle.load, kPass) << describeMissed(obstacle.reason);
    if (shared.getLoads().empty())
      continue;
    auto leave = [&](StringRef reason) {
      for (Operation *load : shared.getLoads())
        remarkMissed(load, kPass) << describeMissed(reason);
    };
    if (slice && decidesBarrier(loop, *slice)) {
      leave("what the loop computes decides whether a barrier is reached");
      continue;
    }
    bool isWholeWave = active.isWholeWave(loop);
    bool isProved = isWholeWave && shared.getUnproven().empty();
    if (!isProved && doubled.contains(loop)) {
      leave("a loop in this one has two forms already");
      continue;
    }
    for (Operation *load : shared.getLoads())
      remarkApplied(load, kPass)
          << describeApplied(isWholeWave, shared, load->getParentOp() != loop);
    LoopRewriter rewriter(loop, kernel, shared);
    if (!isProved) {
      for (Operation *outer = loop->getParentOp(); outer != kernel;
           outer = outer->getParentOp())
        doubled.insert(outer);
      rewriter.version(isWholeWave);
    }
    rewriter.split();
  }
}
