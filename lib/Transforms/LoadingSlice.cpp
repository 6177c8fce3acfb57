//===- LoadingSlice.cpp - What a wave must compute to load tiles ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Transforms/LoadingSlice.h"

#include "LaneOperations.h"
#include "WaveDialect/Analysis/Derivations.h"
#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Transforms/UniformSlice.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

UnwrittenMemory::UnwrittenMemory(FuncOp kernel) : kernel(kernel) {
  kernel.walk([&](Operation *op) {
    if (Value target = getWrittenMemory(op))
      written.insert(target);
    else if (isa<CallOp>(op))
      written.insert(op->operand_begin(), op->operand_end());
  });
}

bool UnwrittenMemory::contains(Value memory) const {
  // Two arguments never overlap if one of them is written.
  auto argument = dyn_cast<BlockArgument>(memory);
  return argument && argument.getOwner()->getParentOp() == kernel &&
         !written.contains(argument);
}

bool UnwrittenMemory::allowsExecution(Operation *op) const {
  if (op->getNumRegions() != 0) {
    if (!isa<scf::ForOp, scf::IfOp, scf::WhileOp>(op))
      return false;
    for (Region &region : op->getRegions())
      for (Operation &nested : region.getOps())
        if (!allowsExecution(&nested))
          return false;
    return true;
  }
  if (std::optional<MemoryAccess> access = getMemoryAccess(op))
    return !access->writes && contains(access->memory);
  if (isa<scf::YieldOp, scf::ConditionOp>(op))
    return true;
  // The result of a lane operation depends on the active lanes: the wave has all
  // lanes, and its lanes take the same branches.
  return isLaneOperation(op) ||
         (isMemoryEffectFree(op) && !isa<CallOp, RetireIfOp>(op));
}

//===----------------------------------------------------------------------===//
// The slice
//===----------------------------------------------------------------------===//

LogicalResult LoadingSlice::fail(Operation *op) {
  if (!obstacle)
    obstacle = op;
  return failure();
}

LogicalResult LoadingSlice::add(Value value) {
  if (!seen.insert(value).second)
    return success(!obstacle);
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (isa<FuncOp>(parent))
      return success();
    if (!isa<scf::ForOp, scf::WhileOp>(parent))
      return fail(parent);
    auto loop = dyn_cast<scf::ForOp>(parent);
    if (loop && argument == loop.getInductionVar()) {
      if (failed(add(loop.getLowerBound())) ||
          failed(add(loop.getUpperBound())) || failed(add(loop.getStep())))
        return failure();
      return success();
    }
    carried.insert(argument);
    for (Value source : getCarriedValues(argument))
      if (failed(add(source)))
        return failure();
    return success();
  }
  Operation *op = value.getDefiningOp();
  // Arrays exist once for the group.
  if (isa<GroupsharedOp>(op))
    return success();
  if (!memory->allowsExecution(op))
    return fail(op);
  ops.insert(op);
  return addUses(op);
}

LogicalResult LoadingSlice::addUses(Operation *op) {
  for (Value operand : op->getOperands())
    if (failed(add(operand)))
      return failure();
  llvm::SetVector<Value> above;
  getUsedValuesDefinedAbove(op->getRegions(), above);
  for (Value used : above)
    if (failed(add(used)))
      return failure();
  return success();
}

/// Returns the values that decide how often the regions of `op` execute; none
/// for unknown control flow.
static std::optional<SmallVector<Value>> getControl(Operation *op) {
  if (auto ifOp = dyn_cast<scf::IfOp>(op))
    return SmallVector<Value>{ifOp.getCondition()};
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return SmallVector<Value>{loop.getLowerBound(), loop.getUpperBound(),
                              loop.getStep()};
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return SmallVector<Value>{loop.getConditionOp().getCondition()};
  return std::nullopt;
}

LogicalResult LoadingSlice::addControl(Operation *op) {
  for (Operation *parent = op->getParentOp(); !isa<FuncOp>(parent);
       parent = parent->getParentOp()) {
    std::optional<SmallVector<Value>> control = getControl(parent);
    if (!control)
      return fail(parent);
    for (Value value : *control)
      if (failed(add(value)))
        return failure();
  }
  return success();
}

void LoadingSlice::merge(const LoadingSlice &other) {
  seen.insert(other.seen.begin(), other.seen.end());
  ops.insert(other.ops.begin(), other.ops.end());
  carried.insert(other.carried.begin(), other.carried.end());
}

//===----------------------------------------------------------------------===//
// The wave index
//===----------------------------------------------------------------------===//

bool LoadingSlice::isDependent(Operation *op) const {
  return op
      ->walk([&](Operation *nested) {
        return isa<GroupWaveIndexOp>(nested) ||
                       llvm::any_of(nested->getOperands(),
                                    [&](Value operand) {
                                      return dependentValues.contains(operand);
                                    })
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void LoadingSlice::findDependence(ArrayRef<Operation *> users) {
  auto note = [&](Operation *op) {
    if (dependent.contains(op) || !isDependent(op))
      return false;
    dependent.insert(op);
    dependentValues.insert(op->result_begin(), op->result_end());
    return true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (Operation *op : ops)
      changed |= note(op);
    for (Operation *op : users)
      changed |= note(op);
    for (Value value : carried)
      if (!dependentValues.contains(value) &&
          llvm::any_of(getCarriedValues(value), [&](Value source) {
            return dependentValues.contains(source);
          })) {
        dependentValues.insert(value);
        changed = true;
      }
  }
}

Operation *LoadingSlice::findDependentControl(Operation *op) const {
  for (Operation *parent = op->getParentOp(); !isa<FuncOp>(parent);
       parent = parent->getParentOp()) {
    const std::optional<SmallVector<Value>> control = getControl(parent);
    if (!control || llvm::any_of(*control, [&](Value value) {
          return dependsOnWave(value);
        }))
      return parent;
    for (Region &region : parent->getRegions())
      for (BlockArgument argument : region.getArguments())
        if (dependsOnWave(argument))
          return parent;
  }
  return nullptr;
}
