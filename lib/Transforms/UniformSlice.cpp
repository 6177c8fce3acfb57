//===- UniformSlice.cpp - What retired lanes must still compute -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Transforms/UniformSlice.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::wave;

bool wave::holdsGroupBarrier(Operation *op) {
  return op
      ->walk([](BarrierOp barrier) {
        return barrier.synchronizesGroup() ? WalkResult::interrupt()
                                           : WalkResult::advance();
      })
      .wasInterrupted();
}

UniformSlice::UniformSlice(FuncOp kernel, const UniformityAnalysis &uniformity)
    : uniformity(uniformity) {
  kernel.getBody().walk([&](Operation *op) {
    if (op->getNumRegions() && holdsGroupBarrier(op))
      addDecision(op);
  });
}

/// The values that decide which regions of `regionOp` run, and how often.
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
    // Retired lanes enter it: only what makes this result matters.
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
  slice.insert(op);
  // Operands, and what the regions use from outside.
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
        add(operand);
  });
}

bool UniformSlice::isExecutable(Operation *op) const {
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    // A lane's own array is not written any more once the lane has retired.
    if (load.getMemRef().getDefiningOp<memref::AllocaOp>())
      return false;
    return llvm::all_of(load.getIndices(), [&](Value index) {
      return uniformity.get(index).isGroupUniform();
    });
  }
  if (isa<scf::YieldOp, scf::ConditionOp, AssumeUniformOp>(op))
    return true;
  if (op->getNumRegions() == 0)
    return isPure(op);
  return isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op) &&
         llvm::all_of(op->getRegions(), [&](Region &region) {
           return llvm::all_of(region.getOps(), [&](Operation &nested) {
             return isExecutable(&nested);
           });
         });
}

LogicalResult UniformSlice::verifyExecutable(Operation *op) const {
  if (isExecutable(op))
    return success();
  return op->emitError(
      "whether a later barrier is reached depends on this value, which lanes "
      "that have retired cannot compute: compute it before the return, or from "
      "values that are the same for the group [barrier-condition]");
}
