//===- SelectLoads.cpp - Guarded loads without branches ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A branch around each load of a loop costs a fifth of the bandwidth of an H100, because
// the machine then waits for one load after the other. Selecting the address costs
// nothing.
//
//===----------------------------------------------------------------------===//

#include "ResourceAccess.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

/// Larger branches remain: they may be rare.
static constexpr size_t kMostOperations = 16;

/// Marks a load whose first index is a select of that index and `kNowhere`.
static constexpr StringLiteral kGuardedAttribute = "wave.guarded";
static constexpr int64_t kNowhere = -1;

static bool isLoadOfResource(Operation *op) {
  std::optional<MemoryAccess> access = getMemoryAccess(op);
  return access && access->reads && !access->writes &&
         isa<BlockArgument>(access->memory);
}

/// Whether all lanes may execute the operations of a branch, with loads guarded.
static bool isShort(Block &block, size_t &loads) {
  size_t count = 0;
  for (Operation &op : block.without_terminator()) {
    if (++count > kMostOperations)
      return false;
    if (isLoadOfResource(&op)) {
      ++loads;
      continue;
    }
    if (op.getNumRegions() || !isMemoryEffectFree(&op) || !isSpeculatable(&op))
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

/// Lets a load read zeros where `condition` is false.
static void guardLoad(Operation *load, Value condition) {
  OpBuilder builder(load);
  Location loc = load->getLoc();
  if (arith::SelectOp guard = findGuard(load)) {
    builder.setInsertionPoint(guard);
    guard.getConditionMutable().assign(
        arith::AndIOp::create(builder, loc, condition, guard.getCondition()));
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

static void selectLoads(scf::IfOp op) {
  size_t loads = 0, others = 0;
  if (!isShort(*op.thenBlock(), loads) || loads == 0)
    return;
  if (op.elseBlock() && (!isShort(*op.elseBlock(), others) || others != 0))
    return;
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
}

void nvvm::selectGuardedLoads(FuncOp kernel) {
  // Inner branches first.
  SmallVector<scf::IfOp> branches;
  kernel.walk([&](scf::IfOp op) { branches.push_back(op); });
  for (scf::IfOp op : branches)
    selectLoads(op);
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
