//===- LockstepCode.cpp - Code of waves that run in lockstep --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LockstepCode.h"
#include "UnusedValue.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::wave;

LockstepCode::LockstepCode(FuncOp kernel, ArrayRef<WaveSet> roles)
    : kernel(kernel), uniformity(kernel), roles(roles),
      builder(kernel.getContext()), values(roles.size()) {
  Block &block = body.emplaceBlock();
  for (BlockArgument argument : kernel.getBody().getArguments()) {
    Value own = block.addArgument(argument.getType(), argument.getLoc());
    set(argument, own, getAll());
    setCommon(own);
  }
  builder.setInsertionPointToStart(&block);
  index = GroupWaveIndexOp::create(builder, kernel.getLoc());
  // All roles have the same arrays, wherever they are when they come to them.
  for (Operation &op : kernel.getBody().front())
    if (isa<memref::AllocaOp, GroupsharedOp>(op))
      addEarly(&op);
}

bool LockstepCode::addEarly(Operation *op) {
  for (Value operand : op->getOperands()) {
    if (values.front().contains(operand))
      continue;
    Operation *defined = operand.getDefiningOp();
    if (!defined || defined->getNumRegions() != 0 || !isPure(defined) ||
        !addEarly(defined))
      return false;
  }
  Operation *copy = builder.clone(*op, values.front());
  for (auto [old, value] :
       llvm::zip_equal(op->getResults(), copy->getResults())) {
    set(old, value, getAll());
    if (uniformity.get(old).isGroupUniform())
      setCommon(value);
  }
  early.insert(op);
  return true;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Returns a condition on the wave index that these waves fulfil.
static Value createCondition(OpBuilder &builder, Location loc, Value index,
                             const WaveSet &waves) {
  auto getNumber = [&](unsigned number) -> Value {
    return arith::ConstantIntOp::create(builder, loc, number, 32);
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value value,
                     unsigned number) -> Value {
    return arith::CmpIOp::create(builder, loc, predicate, value,
                                 getNumber(number));
  };
  Value condition;
  for (int first = waves.find_first(); first >= 0;) {
    const int end = waves.find_next_unset(first);
    const int after = end < 0 ? static_cast<int>(waves.size()) : end;
    Value range;
    if (first == 0) {
      range = compare(arith::CmpIPredicate::ult, index, after);
    } else if (end < 0) {
      range = compare(arith::CmpIPredicate::uge, index, first);
    } else if (after == first + 1) {
      range = compare(arith::CmpIPredicate::eq, index, first);
    } else {
      Value place =
          arith::SubIOp::create(builder, loc, index, getNumber(first));
      range = compare(arith::CmpIPredicate::ult, place, after - first);
    }
    condition = condition ? arith::OrIOp::create(builder, loc, condition, range)
                          : range;
    first = end < 0 ? end : waves.find_next(end);
  }
  return condition;
}

Value LockstepCode::getCondition(const RoleSet &waves) {
  for (auto &[set, condition] : conditions)
    if (set == waves)
      return condition;
  WaveSet all(roles.front().size());
  for (unsigned role : waves.set_bits())
    all |= roles[role];
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(
      conditions.empty() ? index : conditions.back().second);
  Value condition = createCondition(builder, kernel.getLoc(), index, all);
  conditions.emplace_back(waves, condition);
  return condition;
}

void LockstepCode::set(Value old, Value value, const RoleSet &waves) {
  for (unsigned role : waves.set_bits())
    values[role].map(old, value);
}

Value LockstepCode::get(Value old, const RoleSet &waves) {
  SmallVector<std::pair<Value, RoleSet>> distinct;
  for (unsigned role : waves.set_bits()) {
    Value value = values[role].lookup(old);
    // Roles may have copies of a common value.
    auto *it = llvm::find_if(distinct, [&](const auto &entry) {
      return entry.first == value || areEqual(entry.first, value);
    });
    if (it == distinct.end())
      it = &distinct.emplace_back(value, RoleSet(roles.size()));
    it->second.set(role);
  }
  Value chosen = distinct.front().first;
  for (auto &[value, owners] : llvm::drop_begin(distinct)) {
    if (isa<MemRefType>(value.getType()) && !failure)
      failure = value.getDefiningOp();
    auto ifOp = scf::IfOp::create(
        builder, old.getLoc(), getCondition(owners),
        [&, own = value](OpBuilder &then, Location loc) {
          scf::YieldOp::create(then, loc, own);
        },
        [&](OpBuilder &otherwise, Location loc) {
          scf::YieldOp::create(otherwise, loc, chosen);
        });
    chosen = ifOp.getResult(0);
  }
  return chosen;
}

bool LockstepCode::areEqual(Value a, Value b) const {
  if (!isCommon(a) || !isCommon(b))
    return false;
  if (a == b)
    return true;
  Operation *first = a.getDefiningOp(), *second = b.getDefiningOp();
  return first && second && first->getNumRegions() == 0 &&
         isMemoryEffectFree(first) &&
         cast<OpResult>(a).getResultNumber() ==
             cast<OpResult>(b).getResultNumber() &&
         OperationEquivalence::isEquivalentTo(
             first, second,
             [&](Value x, Value y) { return success(areEqual(x, y)); }, nullptr,
             OperationEquivalence::IgnoreLocations);
}

//===----------------------------------------------------------------------===//
// Stretches
//===----------------------------------------------------------------------===//

static bool isUnsignedDivision(Operation *op) {
  return isa<arith::DivUIOp, arith::RemUIOp>(op);
}

bool LockstepCode::isForAll(Operation *op, const RoleSet &waves) const {
  if (isa<memref::AllocaOp>(op) || op->hasTrait<OpTrait::ConstantLike>())
    return true;
  if (op->getNumRegions() != 0 || !(isPure(op) || isUnsignedDivision(op)))
    return false;
  const unsigned first = waves.find_first();
  return llvm::all_of(op->getResults(),
                      [&](Value result) {
                        return uniformity.get(result).isGroupUniform();
                      }) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           Value value = values[first].lookupOrNull(operand);
           return value && isCommon(value) &&
                  llvm::all_of(waves.set_bits(), [&](unsigned role) {
                    return values[role].lookupOrNull(operand) == value;
                  });
         });
}

void LockstepCode::add(Operation *op, const RoleSet &waves) {
  if (early.contains(op))
    return;
  if (isForAll(op, waves)) {
    Operation *copy = builder.clone(*op, values[waves.find_first()]);
    // Waves for which the program does not divide must not divide by 0.
    if (isUnsignedDivision(copy) && !isPure(copy)) {
      OpBuilder before(copy);
      Location loc = copy->getLoc();
      Value divisor = copy->getOperand(1);
      Value one = arith::ConstantOp::create(
          before, loc, before.getIntegerAttr(divisor.getType(), 1));
      Value least = arith::MaxUIOp::create(before, loc, divisor, one);
      setCommon(one);
      setCommon(least);
      copy->setOperand(1, least);
    }
    for (auto [old, value] :
         llvm::zip_equal(op->getResults(), copy->getResults())) {
      set(old, value, waves);
      setCommon(value);
    }
    return;
  }
  if (ofStretch != waves)
    flush();
  ofStretch = waves;
  stretch.push_back(op);
}

/// Returns the results that operations outside of the stretch use.
static SmallVector<Value> getEscaping(ArrayRef<Operation *> ops) {
  const DenseSet<Operation *> own(ops.begin(), ops.end());
  auto isOwn = [&](Operation *user) {
    for (; user; user = user->getParentOp())
      if (own.contains(user))
        return true;
    return false;
  };
  SmallVector<Value> escaping;
  for (Operation *op : ops)
    for (Value result : op->getResults())
      if (!llvm::all_of(result.getUsers(), isOwn))
        escaping.push_back(result);
  return escaping;
}

void LockstepCode::flush() {
  if (stretch.empty())
    return;
  const SmallVector<Operation *> ops = std::exchange(stretch, {});
  // Before the condition, because this chooses between values of several roles.
  IRMapping local;
  for (Operation *op : ops)
    op->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        if (values[ofStretch.find_first()].contains(operand))
          local.map(operand, get(operand, ofStretch));
    });
  auto copy = [&] {
    for (Operation *op : ops)
      builder.clone(*op, local);
  };
  if (ofStretch == getAll()) {
    copy();
    for (Operation *op : ops)
      for (Value result : op->getResults()) {
        set(result, local.lookup(result), ofStretch);
        if (uniformity.get(result).isGroupUniform())
          setCommon(local.lookup(result));
      }
    return;
  }
  const SmallVector<Value> escaping = getEscaping(ops);
  Location loc = ops.front()->getLoc();
  auto ifOp = scf::IfOp::create(
      builder, loc, TypeRange(ValueRange(escaping)), getCondition(ofStretch),
      /*addThenBlock=*/true, /*addElseBlock=*/!escaping.empty());
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(ifOp.thenBlock());
    copy();
    scf::YieldOp::create(builder, loc,
                         llvm::map_to_vector(escaping, [&](Value value) {
                           return local.lookup(value);
                         }));
    if (!escaping.empty()) {
      builder.setInsertionPointToStart(ifOp.elseBlock());
      SmallVector<Value> unused;
      for (Value value : escaping) {
        Value zero = createUnusedValue(builder, loc, value.getType());
        if (!zero) {
          failure = value.getDefiningOp();
          zero = ub::PoisonOp::create(builder, loc, value.getType());
        }
        unused.push_back(zero);
      }
      scf::YieldOp::create(builder, loc, unused);
    }
  }
  for (auto [old, value] : llvm::zip_equal(escaping, ifOp.getResults()))
    set(old, value, ofStretch);
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

void LockstepCode::addBarrier(Location loc) {
  barriers.push_back(
      BarrierOp::create(builder, loc, BarrierScope::All, /*sync=*/true));
}

void LockstepCode::restore(const Snapshot &snapshot) {
  values = snapshot.values;
  common = snapshot.common;
  barriers.truncate(snapshot.barriers);
}

/// Whether `op` may store to memory outside of the group.
static bool writesOutside(Operation *op) {
  if (op->getNumRegions() != 0 || op->hasTrait<OrdersAccesses>() ||
      isPure(op) || op->hasTrait<OpTrait::IsTerminator>())
    return false;
  auto effects = getEffectsRecursively(op);
  return !effects ||
         llvm::any_of(*effects, [](const MemoryEffects::EffectInstance &each) {
           if (!isa<MemoryEffects::Write>(each.getEffect()))
             return false;
           auto type = each.getValue()
                           ? dyn_cast<MemRefType>(each.getValue().getType())
                           : MemRefType();
           return !type || !gpu::GPUDialect::isWorkgroupMemoryAddressSpace(
                               type.getMemorySpace());
         });
}

/// Lets barriers order groupshared memory alone if no wave stores to a buffer or
/// an image before them.
static void narrowBarriers(Region &body, ArrayRef<BarrierOp> barriers) {
  const DenseSet<Operation *> added(barriers.begin(), barriers.end());
  auto writes = [](Operation *root) {
    return root
        ->walk([](Operation *op) {
          return writesOutside(op) ? WalkResult::interrupt()
                                   : WalkResult::advance();
        })
        .wasInterrupted();
  };
  bool isWritten = false;
  for (Operation &op : body.front()) {
    // In a loop what follows the barrier also precedes it.
    const bool own = writes(&op);
    isWritten |= own && op.getNumRegions() != 0;
    if (!isWritten)
      op.walk([&](BarrierOp barrier) {
        if (added.contains(barrier))
          barrier.setScope(BarrierScope::Group);
      });
    isWritten |= own;
  }
}

void LockstepCode::finish() {
  narrowBarriers(body, barriers);
  kernel.getBody().takeBody(body);
}
