//===- UniformSlice.cpp - Computations that retired lanes must repeat -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Transforms/UniformSlice.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::wave;

bool wave::holdsGroupBarrier(Operation *op) {
  return op
      ->walk([](Operation *nested) {
        auto barrier = dyn_cast<BarrierOp>(nested);
        bool meets = isa<DispatchMeshOp>(nested) ||
                     (barrier && barrier.synchronizesGroup());
        return meets ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

UniformSlice::UniformSlice(FuncOp kernel, UniformityAnalysis analysis)
    : uniformity(std::move(analysis)) {
  kernel.getBody().walk([&](Operation *op) {
    if (op->getNumRegions() && holdsGroupBarrier(op))
      addDecision(op);
    if (auto dispatch = dyn_cast<DispatchMeshOp>(op))
      for (Value count : {dispatch.getX(), dispatch.getY(), dispatch.getZ()})
        add(count);
  });
}

/// Adds the values that decide which regions of `regionOp` run, and how often.
void UniformSlice::addDecision(Operation *regionOp) {
  if (auto ifOp = dyn_cast<scf::IfOp>(regionOp)) {
    add(ifOp.getCondition());
  } else if (auto forOp = dyn_cast<scf::ForOp>(regionOp)) {
    add(forOp.getLowerBound());
    add(forOp.getUpperBound());
    add(forOp.getStep());
  } else if (auto whileOp = dyn_cast<scf::WhileOp>(regionOp)) {
    add(whileOp.getConditionOp().getCondition());
  }
}

void UniformSlice::add(Value value) {
  if (!seen.insert(value).second)
    return;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    if (auto forOp = dyn_cast<scf::ForOp>(owner)) {
      addDecision(forOp);
      if (OpOperand *init = forOp.getTiedLoopInit(argument)) {
        add(init->get());
        add(forOp.getTiedLoopYieldedValue(argument)->get());
      }
    } else if (auto whileOp = dyn_cast<scf::WhileOp>(owner)) {
      addDecision(whileOp);
      unsigned index = argument.getArgNumber();
      if (argument.getOwner() == whileOp.getBeforeBody()) {
        add(whileOp.getInits()[index]);
        add(whileOp.getYieldOp().getOperand(index));
      } else {
        add(whileOp.getConditionOp().getArgs()[index]);
      }
    }
    return;
  }
  Operation *op = value.getDefiningOp();
  unsigned index = cast<OpResult>(value).getResultNumber();
  if (op->getNumRegions() && holdsGroupBarrier(op)) {
    // Retired lanes enter it, so only the computation of this result matters.
    addDecision(op);
    if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
      add(ifOp.thenYield().getOperand(index));
      add(ifOp.elseYield().getOperand(index));
    } else if (auto forOp = dyn_cast<scf::ForOp>(op)) {
      add(forOp.getInitArgs()[index]);
      add(forOp.getYieldedValues()[index]);
    } else if (auto whileOp = dyn_cast<scf::WhileOp>(op)) {
      add(whileOp.getConditionOp().getArgs()[index]);
    }
    return;
  }
  // Only the computation of this result matters in the branches: retired lanes
  // must not execute other operations there, such as stores and operations
  // across lanes.
  if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
    partial.insert(ifOp);
    addDecision(ifOp);
    add(ifOp.thenYield().getOperand(index));
    add(ifOp.elseYield().getOperand(index));
    return;
  }
  slice.insert(op);
  // The operands, and the values that the regions use from outside.
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
        add(operand);
  });
}

bool UniformSlice::isExecutable(Operation *op) const {
  if (std::optional<MemoryAccess> access = getMemoryAccess(op)) {
    // A retired lane no longer updates its own arrays.
    if (access->writes || access->memory.getDefiningOp<memref::AllocaOp>())
      return false;
    return llvm::all_of(access->indices, [&](Value index) {
      return uniformity.get(index).isGroupUniform();
    });
  }
  // A `wave.assume_uniform` concerns live lanes only.
  if (auto assume = dyn_cast<AssumeUniformOp>(op))
    return !uniformity.get(assume.getValue()).fromNumbers;
  if (isa<scf::YieldOp, scf::ConditionOp>(op))
    return true;
  // Divisions may only be executed with defined operands; uniform operands are
  // the ones that live lanes divide.
  auto isGroupUniform = [&](Value operand) {
    return uniformity.get(operand).isGroupUniform();
  };
  if (op->getNumRegions() == 0)
    return isPure(op) || (isa<arith::ArithDialect>(op->getDialect()) &&
                          llvm::all_of(op->getOperands(), isGroupUniform));
  return isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op) &&
         llvm::all_of(op->getRegions(), [&](Region &region) {
           return llvm::all_of(region.getOps(), [&](Operation &nested) {
             return isExecutable(&nested);
           });
         });
}

LogicalResult UniformSlice::emitCondition(Operation *op) const {
  return op->emitError(
      "a later barrier depends on this value, which retired lanes cannot "
      "compute: compute it before the return, or from values that are uniform "
      "for the group [barrier-condition]");
}

LogicalResult UniformSlice::verifyExecutable(Operation *op) const {
  return isExecutable(op) ? success() : emitCondition(op);
}

/// Whether `op` or an operation inside it may write memory.
static bool mayWrite(Operation *op) {
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects =
      getEffectsRecursively(op);
  return !effects ||
         llvm::any_of(*effects,
                      [](const MemoryEffects::EffectInstance &effect) {
                        return isa<MemoryEffects::Write>(effect.getEffect());
                      });
}

/// Creates a copy of `op` with only the needed results, under `mapping`. The
/// copy precedes the whole original, so its loads must not be moved before a
/// write; `written` is set after a write.
FailureOr<scf::IfOp> UniformSlice::cloneNeeded(OpBuilder &builder, scf::IfOp op,
                                               IRMapping &mapping,
                                               bool &written) const {
  SmallVector<OpResult> needed;
  for (OpResult result : op.getResults())
    if (seen.contains(result))
      needed.push_back(result);
  SmallVector<Type> types = llvm::map_to_vector(
      needed, [](OpResult result) { return result.getType(); });
  auto copy = scf::IfOp::create(builder, op.getLoc(), types,
                                mapping.lookupOrDefault(op.getCondition()),
                                /*addThenBlock=*/true, /*addElseBlock=*/true);
  for (auto [from, to] : llvm::zip(op.getRegions(), copy.getRegions())) {
    to->front().clear();
    auto inner = OpBuilder::atBlockBegin(&to->front());
    for (Operation &nested : from->front().without_terminator()) {
      if (slice.contains(&nested)) {
        if (failed(verifyExecutable(&nested)))
          return failure();
        if (written && !isPure(&nested) && !isa<AssumeUniformOp>(nested))
          return emitCondition(&nested);
        inner.clone(nested, mapping);
      } else if (auto ifOp = dyn_cast<scf::IfOp>(nested);
                 ifOp && partial.contains(ifOp)) {
        if (failed(cloneNeeded(inner, ifOp, mapping, written)))
          return failure();
      } else {
        written |= mayWrite(&nested);
      }
    }
    SmallVector<Value> yielded;
    for (OpResult result : needed)
      yielded.push_back(mapping.lookupOrDefault(
          from->front().getTerminator()->getOperand(result.getResultNumber())));
    scf::YieldOp::create(inner, op.getLoc(), yielded);
  }
  for (auto [result, copied] : llvm::zip(needed, copy.getResults()))
    mapping.map(result, copied);
  return copy;
}

LogicalResult UniformSlice::split(scf::IfOp op) const {
  OpBuilder builder(op);
  IRMapping mapping;
  bool written = false;
  if (failed(cloneNeeded(builder, op, mapping, written)))
    return failure();
  for (OpResult result : op.getResults())
    if (Value copied = mapping.lookupOrNull(result))
      result.replaceAllUsesWith(copied);
  return success();
}
