//===- GroupVariance.cpp - Values that depend on the group ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupVariance.h"

#include "GroupTotals.h"

#include "WaveDialect/Analysis/MemoryAccess.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;

GroupVariance::GroupVariance(FuncOp kernel, gpu::Dimension dimension,
                             bool ofLanes, const GroupTotals *totals)
    : memory(kernel), dimension(dimension), ofLanes(ofLanes), totals(totals) {
  // Values are assumed equal until a source reaches them, also around loops.
  do {
    changed = false;
    kernel.getBody().walk([&](Operation *op) { visit(op); });
  } while (changed);
}

bool GroupVariance::isShared(Operation *op) const {
  if (auto id = dyn_cast<GroupIdOp>(op); id && id.getDimension() == dimension)
    return false;
  if (auto id = dyn_cast<DispatchThreadIdOp>(op);
      id && id.getDimension() == dimension)
    return false;
  if (ofLanes &&
      (isa<LaneIndexOp, GroupIndexOp, GroupThreadIdOp, DispatchThreadIdOp>(
           op) ||
       op->hasTrait<ReadsLanes>()))
    return false;
  if (op->getNumRegions() || llvm::any_of(op->getOperands(), [&](Value value) {
        return differs(value);
      }))
    return false;
  if (std::optional<MemoryAccess> access = getMemoryAccess(op))
    return !access->writes && memory.contains(access->memory);
  // Operations across lanes only read which lanes are active.
  return isMemoryEffectFree(op) || op->hasTrait<ReadsLanes>();
}

bool GroupVariance::hasSameFlow(Operation *op) const {
  return TypeSwitch<Operation *, bool>(op)
      .Case([&](scf::IfOp ifOp) { return !differs(ifOp.getCondition()); })
      .Case([&](scf::ForOp loop) {
        return !differs(loop.getLowerBound()) &&
               !differs(loop.getUpperBound()) && !differs(loop.getStep());
      })
      .Case([&](scf::WhileOp loop) {
        return !differs(loop.getConditionOp().getCondition());
      })
      .Default(false);
}

void GroupVariance::mark(Value value) {
  changed |= differing.insert(value).second;
}

void GroupVariance::flow(Value source, Value value) {
  if (differs(source))
    mark(value);
}

/// Marks all values that `op` defines, also in its regions.
void GroupVariance::markAll(Operation *op) {
  op->walk([&](Operation *nested) {
    for (Value result : nested->getResults())
      mark(result);
    for (Region &region : nested->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          mark(argument);
  });
}

void GroupVariance::visit(Operation *op) {
  if (op->getNumRegions() == 0) {
    if (!isShared(op) && !(totals && totals->contains(op)))
      for (Value result : op->getResults())
        mark(result);
    return;
  }
  // The copies of such an operation execute one after the other.
  if (!hasSameFlow(op))
    return markAll(op);
  if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
    for (Region *region : {&ifOp.getThenRegion(), &ifOp.getElseRegion()})
      if (!region->empty())
        for (auto [source, result] :
             llvm::zip_equal(region->front().getTerminator()->getOperands(),
                             ifOp.getResults()))
          flow(source, result);
  } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (auto [init, argument, yielded, result] :
         llvm::zip_equal(loop.getInitArgs(), loop.getRegionIterArgs(),
                         loop.getYieldedValues(), loop.getResults())) {
      flow(init, argument);
      flow(yielded, argument);
      flow(argument, result);
    }
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    for (auto [init, yielded, argument] :
         llvm::zip_equal(loop.getInits(), loop.getYieldOp().getOperands(),
                         loop.getBeforeArguments())) {
      flow(init, argument);
      flow(yielded, argument);
    }
    for (auto [source, argument, result] :
         llvm::zip_equal(loop.getConditionOp().getArgs(),
                         loop.getAfterArguments(), loop.getResults())) {
      flow(source, argument);
      flow(source, result);
    }
  }
}
