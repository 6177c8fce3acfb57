//===- SelectAccesses.cpp - Guarded accesses with fewer branches ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A branch around each load of a loop costs a fifth of the bandwidth of an H100, because
// the machine then waits for one load after the other. Selecting the address costs
// nothing. A store needs a condition, but only one: the machine's assembler executes a
// store of one branch under a predicate, and does not merge two nested branches.
//
//===----------------------------------------------------------------------===//

#include "ResourceAccess.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

/// Larger branches remain: they may be rare.
static constexpr size_t kMostOperations = 16;
/// The most branches with stores that replace the branch around them.
static constexpr size_t kMostStoreBranches = 4;

/// Marks a load whose first index is a select of that index and `kNowhere`.
static constexpr StringLiteral kGuardedAttribute = "wave.guarded";
static constexpr int64_t kNowhere = -1;

static bool isLoadOfResource(Operation *op) {
  std::optional<MemoryAccess> access = getMemoryAccess(op);
  return access && access->reads && !access->writes &&
         isa<BlockArgument>(access->memory);
}

/// Whether the operation loads an element of a local array that exists.
static bool isLoadOfLocal(Operation *op) {
  auto load = dyn_cast<memref::LoadOp>(op);
  if (!load || !load.getMemRef().getDefiningOp<memref::AllocaOp>())
    return false;
  APInt index;
  return matchPattern(load.getIndices().front(), m_ConstantInt(&index)) &&
         index.ult(load.getMemRefType().getNumElements());
}

/// Whether all lanes may execute the operation as it is.
static bool isHarmless(Operation *op) {
  if (isLoadOfLocal(op))
    return true;
  return !op->getNumRegions() && isMemoryEffectFree(op) && isSpeculatable(op);
}

/// Whether all lanes may execute the operations of a branch, with loads guarded.
static bool isShort(Block &block, size_t &loads) {
  size_t count = 0;
  for (Operation &op : block.without_terminator()) {
    if (++count > kMostOperations)
      return false;
    if (isLoadOfResource(&op))
      ++loads;
    else if (!isHarmless(&op))
      return false;
  }
  return true;
}

/// The select that guards a load; null for a load without a guard.
static arith::SelectOp findGuard(Operation *load) {
  if (!load->hasAttr(kGuardedAttribute))
    return nullptr;
  return getMemoryAccess(load)
      ->indices.front()
      .getDefiningOp<arith::SelectOp>();
}

/// Whether both conditions are true. The inner one has no defined value where the outer
/// one is false, as the kernel does not compute it there.
static Value createBoth(OpBuilder &builder, Location loc, Value outer,
                        Value inner) {
  Value no =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
  return arith::SelectOp::create(builder, loc, outer, inner, no);
}

/// Lets a load read zeros where `condition` is false.
static void guardLoad(Operation *load, Value condition) {
  OpBuilder builder(load);
  Location loc = load->getLoc();
  if (arith::SelectOp guard = findGuard(load)) {
    builder.setInsertionPoint(guard);
    guard.getConditionMutable().assign(
        createBoth(builder, loc, condition, guard.getCondition()));
    return;
  }
  Value index = getMemoryAccess(load)->indices.front();
  Value nowhere = arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(index.getType(), kNowhere));
  Value selected =
      arith::SelectOp::create(builder, loc, condition, index, nowhere);
  for (OpOperand &operand : load->getOpOperands())
    if (operand.get() == index) {
      operand.set(selected);
      break; // An image may have the same coordinate twice.
    }
  load->setAttr(kGuardedAttribute, builder.getUnitAttr());
}

/// Whether the value is 0 or -0: a load that reads nothing gives 0.
static bool isZero(Value value) {
  return matchPattern(value, m_Zero()) || matchPattern(value, m_PosZeroFloat());
}

/// Replaces a branch that only loads by loads that all lanes execute.
static bool selectLoads(scf::IfOp op) {
  size_t loads = 0, others = 0;
  if (!isShort(*op.thenBlock(), loads) || loads == 0)
    return false;
  if (op.elseBlock() && (!isShort(*op.elseBlock(), others) || others != 0))
    return false;
  Value condition = op.getCondition();
  // The loads, and their components: zeros where the condition is false.
  SmallPtrSet<Operation *, 8> guarded;
  for (Operation &inner :
       llvm::make_early_inc_range(op.thenBlock()->without_terminator())) {
    inner.moveBefore(op);
    if (isLoadOfResource(&inner))
      guardLoad(&inner, condition);
    else if (!isa<vector::ExtractOp>(inner) ||
             !guarded.contains(inner.getOperand(0).getDefiningOp()))
      continue;
    guarded.insert(&inner);
  }
  if (op.elseBlock())
    for (Operation &inner :
         llvm::make_early_inc_range(op.elseBlock()->without_terminator()))
      inner.moveBefore(op);
  OpBuilder builder(op);
  for (OpResult result : op.getResults()) {
    Value yes = op.thenYield().getOperand(result.getResultNumber());
    Value no = op.elseYield().getOperand(result.getResultNumber());
    Value selected = yes;
    if (!guarded.contains(yes.getDefiningOp()) || !isZero(no))
      selected =
          arith::SelectOp::create(builder, op.getLoc(), condition, yes, no);
    result.replaceAllUsesWith(selected);
  }
  op.erase();
  return true;
}

static bool isPlainBranch(scf::IfOp op) {
  return op.getNumResults() == 0 && !op.elseBlock();
}

/// Whether the operation is a branch that only accesses memory and computes.
static bool isBranchOfStores(Operation &op) {
  auto branch = dyn_cast<scf::IfOp>(op);
  return branch && isPlainBranch(branch) &&
         llvm::all_of(
             branch.thenBlock()->without_terminator(), [](Operation &inner) {
               return getMemoryAccess(&inner) ||
                      (!inner.getNumRegions() && isMemoryEffectFree(&inner));
             });
}

/// Whether a branch holds branches with stores, and else only what all lanes may
/// execute, with loads guarded.
static bool mayMerge(scf::IfOp op) {
  if (!isPlainBranch(op))
    return false;
  size_t count = 0, branches = 0;
  for (Operation &inner : op.thenBlock()->without_terminator()) {
    if (++count > kMostOperations)
      return false;
    if (isBranchOfStores(inner))
      ++branches;
    else if (!isLoadOfResource(&inner) && !isHarmless(&inner))
      return false;
  }
  return branches != 0 && branches <= kMostStoreBranches;
}

/// Replaces a branch around branches by these branches under both conditions.
static void mergeBranches(scf::IfOp op) {
  if (!mayMerge(op))
    return;
  Value condition = op.getCondition();
  for (Operation &inner :
       llvm::make_early_inc_range(op.thenBlock()->without_terminator())) {
    inner.moveBefore(op);
    if (auto branch = dyn_cast<scf::IfOp>(inner)) {
      OpBuilder builder(branch);
      branch.getConditionMutable().assign(createBoth(
          builder, branch.getLoc(), condition, branch.getCondition()));
    } else if (isLoadOfResource(&inner)) {
      guardLoad(&inner, condition);
    }
  }
  op.erase();
}

void nvvm::selectGuardedAccesses(FuncOp kernel) {
  // Inner branches first.
  SmallVector<scf::IfOp> branches;
  kernel.walk([&](scf::IfOp op) { branches.push_back(op); });
  for (scf::IfOp op : branches)
    if (!selectLoads(op))
      mergeBranches(op);
}

std::pair<Value, Value> nvvm::getGuardedIndex(Operation *load) {
  if (arith::SelectOp guard = findGuard(load))
    return {guard.getTrueValue(), guard.getCondition()};
  std::optional<MemoryAccess> access = getMemoryAccess(load);
  return {access->indices.front(), Value()};
}

void nvvm::eraseAccess(Operation *access) {
  arith::SelectOp guard = findGuard(access);
  access->erase();
  if (guard && guard.use_empty())
    guard.erase();
}
