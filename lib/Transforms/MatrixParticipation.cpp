//===- MatrixParticipation.cpp - Returned lanes help with matrices --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `wave-legalize-barriers` puts the code behind an early return into a branch for the lanes
// that have not returned. A wave with such lanes now takes that branch as a whole, and its
// returned lanes execute the operations on matrices alone:
//
//   scf.if %live {                  scf.if any(%live) {
//     memref.store %x, %o[%i]   ->    scf.if %live { memref.store %x, %o[%i] }
//     wave.matrix_store %m ...        wave.matrix_store %m ...
//   }                               }
//
// They read scalar operands and conditions from the first lane that has not returned.

#include "MatrixFragments.h"

#include "WaveDialect/Analysis/Uniformity.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::wave;

static bool isMatrix(Type type) { return isa<MatrixType>(type); }

static bool holdsMatrix(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        const bool isOne = inner->hasTrait<WholeWave>() ||
                           llvm::any_of(inner->getResultTypes(), isMatrix);
        return isOne ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
/// The lanes that have not returned, and the first of them.
struct Live {
  Value flag, first;
};

class Participation {
public:
  Participation(FuncOp kernel, int64_t largestWave);

  void run(Block &block);

private:
  void expand(scf::IfOp op, Value outerFlag);
  void processFrom(Operation *first, const Live &live);
  void process(Operation *op, const Live &live);
  static void wrap(ArrayRef<Operation *> moved, const Live &live);
  static Value decide(Operation *op, Value condition, const Live &live);
  static Value read(Operation *op, Value value, const Live &live);
  static Value createBoth(OpBuilder &builder, Location loc, Value x, Value y);
  Value findFirst(OpBuilder &builder, Location loc, Value flag) const;

  const int64_t largestWave;
  /// Branches and loops whose condition may differ between the lanes of a wave.
  SmallPtrSet<Operation *, 8> divergent;
};
} // namespace

Participation::Participation(FuncOp kernel, int64_t largestWave)
    : largestWave(largestWave) {
  const UniformityAnalysis uniformity(kernel);
  kernel.walk([&](Operation *op) {
    Value condition;
    if (auto branch = dyn_cast<scf::IfOp>(op))
      condition = branch.getCondition();
    else if (auto loop = dyn_cast<scf::WhileOp>(op))
      condition = loop.getConditionOp().getCondition();
    if (condition && !uniformity.get(condition).isWaveUniform())
      divergent.insert(op);
  });
}

Value Participation::createBoth(OpBuilder &builder, Location loc, Value x,
                                Value y) {
  Value no =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
  return arith::SelectOp::create(builder, loc, x, y, no);
}

/// A condition that all live lanes have, for all lanes.
Value Participation::decide(Operation *op, Value condition, const Live &live) {
  OpBuilder builder(op);
  Value both = createBoth(builder, op->getLoc(), live.flag, condition);
  return AnyOp::create(builder, op->getLoc(), both);
}

/// A value that all live lanes have, for all lanes.
Value Participation::read(Operation *op, Value value, const Live &live) {
  if (Operation *from = value.getDefiningOp();
      from && from->hasTrait<OpTrait::ConstantLike>())
    return value;
  OpBuilder builder(op);
  Location loc = op->getLoc();
  const bool isIndex = isa<IndexType>(value.getType());
  if (isIndex)
    value =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value);
  value = ReadLaneOp::create(builder, loc, value, live.first);
  if (isIndex)
    value =
        arith::IndexCastOp::create(builder, loc, builder.getIndexType(), value);
  return value;
}

/// Moves adjacent operations into a branch for the live lanes. Other lanes have zeros.
void Participation::wrap(ArrayRef<Operation *> moved, const Live &live) {
  if (moved.empty())
    return;
  Operation *first = moved.front();
  Block *block = first->getBlock();
  const llvm::SmallDenseSet<Operation *> inside(moved.begin(), moved.end());
  auto isOutside = [&](OpOperand &use) {
    return !inside.contains(block->findAncestorOpInBlock(*use.getOwner()));
  };
  SmallVector<Value> escaping;
  for (Operation *op : moved)
    for (Value result : op->getResults())
      if (llvm::any_of(result.getUses(), isOutside))
        escaping.push_back(result);
  OpBuilder builder(first);
  Location loc = first->getLoc();
  auto branch = scf::IfOp::create(builder, loc, ValueRange(escaping).getTypes(),
                                  live.flag, /*addThenBlock=*/true,
                                  /*addElseBlock=*/!escaping.empty());
  for (auto [value, result] : llvm::zip_equal(escaping, branch.getResults()))
    value.replaceUsesWithIf(result, isOutside);
  Block *body = branch.thenBlock();
  auto end = OpBuilder::atBlockEnd(body);
  scf::YieldOp::create(end, loc, escaping);
  if (!escaping.empty()) {
    auto other = OpBuilder::atBlockEnd(branch.elseBlock());
    SmallVector<Value> zeros;
    for (Value value : escaping)
      zeros.push_back(arith::ConstantOp::create(
          other, loc, other.getZeroAttr(value.getType())));
    scf::YieldOp::create(other, loc, zeros);
  }
  for (Operation *op : moved)
    op->moveBefore(body->getTerminator());
}

/// The first lane whose flag is set.
Value Participation::findFirst(OpBuilder &builder, Location loc,
                               Value flag) const {
  constexpr int64_t bits = 32;
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  };
  auto mask = VectorType::get({4}, builder.getI32Type());
  Value ballot = BallotOp::create(builder, loc, mask, flag);
  Value first;
  for (int64_t i = llvm::divideCeil(largestWave, bits); i-- > 0;) {
    Value word = vector::ExtractOp::create(builder, loc, ballot, i);
    Value lane = math::CountTrailingZerosOp::create(builder, loc, word);
    if (i > 0)
      lane = arith::AddIOp::create(builder, loc, lane, number(i * bits));
    if (first) {
      Value isZero = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::eq, word, number(0));
      lane = arith::SelectOp::create(builder, loc, isZero, first, lane);
    }
    first = lane;
  }
  return first;
}

/// Whether lanes that do not take the branch only yield constants.
static bool yieldsConstants(scf::IfOp op) {
  return !op.elseBlock() ||
         llvm::all_of(op.elseBlock()->without_terminator(),
                      [](Operation &inner) {
                        return inner.hasTrait<OpTrait::ConstantLike>() ||
                               isa<ub::PoisonOp>(inner);
                      });
}

/// Lanes that are not live keep what they yield, except for matrices: these are the
/// wave's.
void Participation::expand(scf::IfOp op, Value outerFlag) {
  if (!yieldsConstants(op))
    return;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value flag = op.getCondition();
  if (outerFlag)
    flag = createBoth(builder, loc, outerFlag, flag);
  op.getConditionMutable().assign(AnyOp::create(builder, loc, flag));
  Block &body = *op.thenBlock();
  Operation *first = &body.front();
  builder.setInsertionPoint(first);
  processFrom(first, {flag, findFirst(builder, loc, flag)});
  if (!op.elseBlock())
    return;
  Operation *yield = body.getTerminator();
  builder.setInsertionPoint(yield);
  IRMapping values;
  for (Operation &inner : op.elseBlock()->without_terminator())
    builder.clone(inner, values);
  for (OpOperand &yielded : yield->getOpOperands()) {
    if (isMatrix(yielded.get().getType()))
      continue;
    Value other = values.lookupOrDefault(
        op.elseYield().getOperand(yielded.getOperandNumber()));
    yielded.set(
        arith::SelectOp::create(builder, loc, flag, yielded.get(), other));
  }
}

/// The operations of a block from `first` on. All lanes may execute pure ones.
void Participation::processFrom(Operation *first, const Live &live) {
  SmallVector<Operation *> moved;
  for (Operation *op = first, *next = nullptr; op; op = next) {
    next = op->getNextNode();
    if (holdsMatrix(op) || op->hasTrait<OpTrait::IsTerminator>()) {
      wrap(moved, live);
      moved.clear();
      process(op, live);
    } else if (!moved.empty() || op->getNumRegions() || !isPure(op)) {
      moved.push_back(op);
    }
  }
}

/// An operation with matrices, or the end of a block.
void Participation::process(Operation *op, const Live &live) {
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    if (divergent.contains(op))
      return expand(branch, live.flag);
    branch.getConditionMutable().assign(
        decide(op, branch.getCondition(), live));
    for (Region &region : op->getRegions())
      if (!region.empty())
        processFrom(&region.front().front(), live);
    return;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (OpOperand &bound : op->getOpOperands().take_front(3))
      bound.set(read(op, bound.get(), live));
    return processFrom(&loop.getBody()->front(), live);
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    // Lanes that leave one by one do not have a common condition.
    if (divergent.contains(op))
      return;
    scf::ConditionOp condition = loop.getConditionOp();
    processFrom(&loop.getBeforeBody()->front(), live);
    condition.getConditionMutable().assign(
        decide(condition, condition.getCondition(), live));
    return processFrom(&loop.getAfterBody()->front(), live);
  }
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    select.getConditionMutable().assign(
        decide(op, select.getCondition(), live));
    return;
  }
  if (op->hasTrait<WholeWave>())
    for (OpOperand &operand : op->getOpOperands())
      if (!isMatrix(operand.get().getType()) &&
          !isa<MemRefType>(operand.get().getType()))
        operand.set(read(op, operand.get(), live));
}

void Participation::run(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (!holdsMatrix(&op) || isa<MatrixMapOp>(op))
      continue;
    if (isa<scf::IfOp>(op) && divergent.contains(&op)) {
      expand(cast<scf::IfOp>(op), {});
      continue;
    }
    for (Region &region : op.getRegions())
      if (!region.empty())
        run(region.front());
  }
}

void wave::letReturnedLanesTakePart(FuncOp kernel, int64_t largestWave) {
  Participation(kernel, largestWave).run(kernel.getBody().front());
}

/// A condition of lanes that have not returned is one of the wave by now, except for that
/// of a loop.
static LogicalResult verifyLanes(Operation *op, StringRef target,
                                 const UniformityAnalysis &uniformity) {
  for (const Decision &decision : uniformity.getDecisions(op)) {
    if (decision.uniformity.isWaveUniform())
      continue;
    InFlightDiagnostic error = op->emitError(
        "lanes that return may leave the control flow around this operation on "
        "a matrix one by one, and ");
    error << target << " needs all lanes of the wave [matrix-lanes]";
    error.attachNote(decision.op->getLoc())
        << "this condition may differ between the lanes of a wave";
    return error;
  }
  return success();
}

LogicalResult wave::verifyAllLanesReachMatrices(FuncOp kernel,
                                                StringRef target) {
  const UniformityAnalysis uniformity(kernel);
  bool ok = true;
  kernel.walk([&](Operation *op) {
    if (op->hasTrait<WholeWave>())
      ok &= succeeded(verifyLanes(op, target, uniformity));
  });
  return success(ok);
}
