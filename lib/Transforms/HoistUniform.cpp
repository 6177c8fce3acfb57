//===- HoistUniform.cpp - Moves lane operations out of loops ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Inner loops are first, so that operations that leave one may leave the next.
// Within a loop, operations are visited in program order, so that the operands
// of each have already moved if they can.

#include "LaneOperations.h"
#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/Transforms/OptimizationRemarks.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::wave {
#define GEN_PASS_DEF_HOISTUNIFORM
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

static constexpr StringLiteral kPass = "wave-hoist-uniform";

/// Whether `op` is or contains an operation for which `isLooked` holds.
static bool holds(Operation *op, function_ref<bool(Operation *)> isLooked) {
  return op
      ->walk([&](Operation *inner) {
        return isLooked(inner) ? WalkResult::interrupt()
                               : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Returns the block that every execution of `loop` runs first and to its end;
/// null if there is none.
static Block *getCertainBlock(Operation *loop) {
  // A whole wave may return before the end of the block.
  if (holds(loop, [](Operation *op) { return isa<RetireIfOp>(op); }))
    return nullptr;
  if (auto whileOp = dyn_cast<scf::WhileOp>(loop))
    return whileOp.getBeforeBody();
  auto forOp = cast<scf::ForOp>(loop);
  APInt lower, upper;
  if (!matchPattern(forOp.getLowerBound(), m_ConstantInt(&lower)) ||
      !matchPattern(forOp.getUpperBound(), m_ConstantInt(&upper)))
    return nullptr;
  bool runs = forOp.getUnsignedCmp() ? lower.ult(upper) : lower.slt(upper);
  return runs ? forOp.getBody() : nullptr;
}

namespace {
/// Buffers and images of the kernel that it does not write.
class ConstantMemory {
public:
  explicit ConstantMemory(FuncOp kernel) : kernel(kernel) {}

  bool isLoad(Operation *op);

private:
  FuncOp kernel;
  bool isKnown = false;
  llvm::DenseSet<Value> written;
};

/// Moves operations out of one loop.
class LoopMotion {
public:
  LoopMotion(Operation *loop, const UniformityAnalysis &uniformity,
             const ActiveLanes &lanes, ConstantMemory &memory)
      : loop(loop), certain(getCertainBlock(loop)), uniformity(uniformity),
        lanes(lanes), memory(memory) {}

  /// Moves all operations that can move; returns whether any moved.
  bool run();

private:
  using Slice = llvm::SetVector<Operation *>;
  void visit(Block &block);
  void tryToMove(Operation *op);
  bool isInvariant(Value value, Slice &slice) const;
  bool canMove(Operation *op) const;
  StringRef getObstacle(Operation *op) const;

  Operation *loop;
  Block *certain;
  const UniformityAnalysis &uniformity;
  const ActiveLanes &lanes;
  ConstantMemory &memory;
  bool moved = false;
};
} // namespace

bool ConstantMemory::isLoad(Operation *op) {
  std::optional<MemoryAccess> access = getMemoryAccess(op);
  if (!access || access->writes)
    return false;
  if (!isKnown) {
    isKnown = true;
    kernel.walk([&](Operation *other) {
      if (Value target = getWrittenMemory(other))
        written.insert(target);
      else if (isa<CallOp>(other))
        written.insert(other->operand_begin(), other->operand_end());
    });
  }
  // Two arguments never overlap if one of them is written.
  auto argument = dyn_cast<BlockArgument>(access->memory);
  return argument && argument.getOwner()->getParentOp() == kernel &&
         !written.contains(argument);
}

/// Whether an operation other than a lane operation has the same result before
/// the loop.
bool LoopMotion::canMove(Operation *op) const {
  if (op->getNumRegions() != 0)
    return false;
  if (isMemoryEffectFree(op) && isSpeculatable(op))
    return true;
  return op->getBlock() == certain && memory.isLoad(op);
}

/// Whether `value` is the same in all iterations; adds the operations that must
/// move for that to the slice, operands first.
bool LoopMotion::isInvariant(Value value, Slice &slice) const {
  if (!loop->isAncestor(value.getParentBlock()->getParentOp()))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || op == loop)
    return false;
  if (slice.contains(op))
    return true;
  if (!canMove(op))
    return false;
  for (Value operand : op->getOperands())
    if (!isInvariant(operand, slice))
      return false;
  slice.insert(op);
  return true;
}

/// Returns, in the user's terms, why the lanes that execute `op` may differ
/// from those that are active before the loop.
StringRef LoopMotion::getObstacle(Operation *op) const {
  for (const Decision &decision : uniformity.getDecisions(op)) {
    if (decision.op == loop) {
      if (!decision.uniformity.isWaveUniform())
        return "lanes leave the loop in different iterations";
      break;
    }
    if (!decision.uniformity.isWaveUniform())
      return "not all active lanes take the branch that it stands in";
  }
  return "some lanes may return in the loop";
}

void LoopMotion::tryToMove(Operation *op) {
  Slice slice;
  for (Value operand : op->getOperands())
    if (!isInvariant(operand, slice))
      return;
  StringRef obstacle;
  if (!lanes.areSameLanes(loop, op))
    obstacle = getObstacle(op);
  else if (!op->hasTrait<AlwaysDefined>() && op->getBlock() != certain)
    obstacle = "it may not be executed at all, and is undefined for some "
               "operands";
  if (!obstacle.empty()) {
    remarkMissed(op, kPass) << tellOfLaneOperation(
        op, " stays in the loop, though its operands do not change in it: ",
        obstacle);
    return;
  }
  remarkApplied(op, kPass) << tellOfLaneOperation(
      op, " leaves the loop, which the wave runs together");
  for (Operation *operand : slice)
    operand->moveBefore(loop);
  op->moveBefore(loop);
  moved = true;
}

void LoopMotion::visit(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (isLaneOperation(&op)) {
      tryToMove(&op);
      continue;
    }
    // Operations that stay in an inner loop also stay in outer ones.
    if (isa<scf::IfOp>(op))
      for (Region &region : op.getRegions())
        for (Block &nested : region)
          visit(nested);
  }
}

bool LoopMotion::run() {
  for (Region &region : loop->getRegions())
    for (Block &block : region)
      visit(block);
  return moved;
}

namespace {
struct HoistUniform final : wave::impl::HoistUniformBase<HoistUniform> {
  void runOnWaveIR() override {
    getOperation().walk([](FuncOp kernel) {
      if (!kernel.getKernel())
        return;
      // Inner loops before outer ones.
      SmallVector<Operation *> loops;
      kernel.walk([&](Operation *op) {
        if (isa<scf::ForOp, scf::WhileOp>(op) && holds(op, isLaneOperation))
          loops.push_back(op);
      });
      if (loops.empty())
        return;
      UniformityAnalysis uniformity(kernel);
      ActiveLanes lanes(kernel, uniformity);
      ConstantMemory memory(kernel);
      bool moved = false;
      for (Operation *loop : loops)
        moved |= LoopMotion(loop, uniformity, lanes, memory).run();
      // Two loops may have contained the same operation.
      if (moved)
        mergeRepeatedLaneOperations(kernel, lanes, kPass);
    });
  }
};
} // namespace
