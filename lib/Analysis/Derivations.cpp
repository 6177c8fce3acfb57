//===- Derivations.cpp - How values are computed --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/Derivations.h"

#include "WaveDialect/Analysis/ExecutionOrder.h"
#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/IR/Wave.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;

bool wave::isArithmetic(Operation *op) {
  return isa_and_nonnull<arith::ArithDialect, math::MathDialect,
                         vector::VectorDialect>(op->getDialect());
}

SmallVector<Value> wave::getCarriedValues(Value value) {
  if (auto result = dyn_cast<OpResult>(value)) {
    const unsigned number = result.getResultNumber();
    if (auto ifOp = dyn_cast<scf::IfOp>(result.getOwner()))
      return {ifOp.thenYield().getOperand(number),
              ifOp.elseYield().getOperand(number)};
    if (auto forOp = dyn_cast<scf::ForOp>(result.getOwner()))
      return {forOp.getInitArgs()[number], forOp.getYieldedValues()[number]};
    if (auto whileOp = dyn_cast<scf::WhileOp>(result.getOwner()))
      return {whileOp.getConditionOp().getArgs()[number]};
    return {};
  }
  auto argument = cast<BlockArgument>(value);
  Operation *parent = argument.getOwner()->getParentOp();
  const unsigned number = argument.getArgNumber();
  if (auto forOp = dyn_cast<scf::ForOp>(parent)) {
    if (number == 0)
      return {forOp.getLowerBound(), forOp.getUpperBound()};
    return {forOp.getInitArgs()[number - 1],
            forOp.getYieldedValues()[number - 1]};
  }
  auto whileOp = dyn_cast<scf::WhileOp>(parent);
  if (!whileOp)
    return {};
  if (argument.getOwner() == whileOp.getBeforeBody())
    return {whileOp.getInits()[number], whileOp.getYieldedValues()[number]};
  return {whileOp.getConditionOp().getArgs()[number]};
}

bool wave::derivesFrom(Value value, OperationTest test, OperationTest goesOn) {
  DenseSet<Value> seen;
  SmallVector<Value> open = {value};
  while (!open.empty()) {
    Value each = open.pop_back_val();
    if (!seen.insert(each).second)
      continue;
    llvm::append_range(open, getCarriedValues(each));
    Operation *op = each.getDefiningOp();
    if (!op)
      continue;
    if (test(op))
      return true;
    if (!op->getNumRegions() && !getMemoryAccess(op) && goesOn(op))
      llvm::append_range(open, op->getOperands());
  }
  return false;
}

bool wave::areSameExpressions(Value a, Value b) {
  if (a == b)
    return true;
  Operation *first = a.getDefiningOp(), *second = b.getDefiningOp();
  if (!first || !second || first->getName() != second->getName() ||
      first->getNumOperands() != second->getNumOperands() ||
      first->getNumRegions() || a.getType() != b.getType() ||
      first->getAttrDictionary() != second->getAttrDictionary())
    return false;
  std::optional<MemoryAccess> access = getMemoryAccess(first);
  if (access ? access->writes : !isPure(first))
    return false;
  return llvm::all_of_zip(first->getOperands(), second->getOperands(),
                          areSameExpressions);
}

//===----------------------------------------------------------------------===//
// Updates of an element
//===----------------------------------------------------------------------===//

/// Returns a test for loads of the element that `access` is of.
static auto isLoadOf(const MemoryAccess &access) {
  return [&access](Operation *op) {
    std::optional<MemoryAccess> load = getMemoryAccess(op);
    return load && load->reads && (!load->isAtomic() || load->isCoherent) &&
           op->getNumResults() && load->memory == access.memory &&
           llvm::all_of_zip(load->indices, access.indices, areSameExpressions);
  };
}

Operation *wave::findUpdatedLoad(Operation *store) {
  std::optional<MemoryAccess> access = getMemoryAccess(store);
  if (!access || !access->writes || access->isMatrix ||
      store->getNumResults() || (access->isAtomic() && !access->isCoherent))
    return nullptr;
  const auto isLoad = isLoadOf(*access);
  SmallVector<Value> open;
  DenseSet<Value> seen;
  for (Value operand : store->getOperands())
    if (operand != access->memory &&
        !llvm::is_contained(access->indices, operand))
      open.push_back(operand);
  while (!open.empty()) {
    Value each = open.pop_back_val();
    // A value of an earlier iteration may be one of another element.
    if (!seen.insert(each).second || isa<BlockArgument>(each))
      continue;
    llvm::append_range(open, getCarriedValues(each));
    Operation *op = each.getDefiningOp();
    if (isLoad(op))
      return op;
    if (!op->getNumRegions() && !getMemoryAccess(op) && isArithmetic(op))
      llvm::append_range(open, op->getOperands());
  }
  return nullptr;
}

/// Returns the kind of a choice between two values: `a > b ? a : b`; empty for another.
static StringRef getExtreme(Value condition, Value yes, Value no) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare)
    return "";
  auto areSame = [&](Value first, Value second) {
    return areSameExpressions(compare.getLhs(), first) &&
           areSameExpressions(compare.getRhs(), second);
  };
  const bool isFirst = areSame(yes, no);
  if (!isFirst && !areSame(no, yes))
    return "";
  using Predicate = arith::CmpIPredicate;
  switch (compare.getPredicate()) {
  case Predicate::sgt:
  case Predicate::sge:
  case Predicate::ugt:
  case Predicate::uge:
    return isFirst ? "max" : "min";
  case Predicate::slt:
  case Predicate::sle:
  case Predicate::ult:
  case Predicate::ule:
    return isFirst ? "min" : "max";
  default:
    return "";
  }
}

/// Returns the kind of one operation that has `old` among its operands.
static StringRef getCombination(Operation *op, Value old) {
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return getExtreme(select.getCondition(), select.getTrueValue(),
                      select.getFalseValue());
  return TypeSwitch<Operation *, StringRef>(op)
      .Case<arith::AddIOp, arith::AddFOp>([](auto) { return "add"; })
      .Case<arith::SubIOp, arith::SubFOp>([&](auto difference) {
        return difference.getLhs() == old ? "add" : "";
      })
      .Case<arith::MulIOp, arith::MulFOp>([](auto) { return "product"; })
      .Case<arith::MaxSIOp, arith::MaxUIOp, arith::MaxNumFOp,
            arith::MaximumFOp>([](auto) { return "max"; })
      .Case<arith::MinSIOp, arith::MinUIOp, arith::MinNumFOp,
            arith::MinimumFOp>([](auto) { return "min"; })
      .Case([](arith::AndIOp) { return "and"; })
      .Case([](arith::OrIOp) { return "or"; })
      .Case([](arith::XOrIOp) { return "xor"; })
      .Default([](Operation *) { return ""; });
}

/// Whether `value` is the loaded texel with other components.
static bool replacesComponents(Value value, Operation *load) {
  auto insert = value.getDefiningOp<vector::InsertOp>();
  while (insert) {
    if (insert.getDest().getDefiningOp() == load)
      return true;
    insert = insert.getDest().getDefiningOp<vector::InsertOp>();
  }
  return false;
}

StringRef wave::getUpdateKind(Operation *store, Operation *load) {
  Value value = store->getOperand(0);
  if (isa<ImageStoreOp>(store) && replacesComponents(value, load))
    return "component";
  auto derives = [&](Value value) {
    return derivesFrom(
        value, [&](Operation *op) { return op == load; }, isArithmetic);
  };
  StringRef found;
  while (value.getDefiningOp() != load) {
    Operation *op = value.getDefiningOp();
    auto ifOp = dyn_cast_or_null<scf::IfOp>(op);
    if (!op || (op->getNumRegions() && !ifOp))
      return "";
    // The condition of a choice is no part of the value.
    SmallVector<Value> operands(ifOp ? getCarriedValues(value)
                                     : SmallVector<Value>(op->getOperands()));
    SmallVector<Value> old = llvm::filter_to_vector(operands, [&](Value each) {
      return !each.getType().isInteger(1) && derives(each);
    });
    if (old.size() != 1)
      return "";
    const StringRef kind =
        ifOp ? getExtreme(ifOp.getCondition(), operands[0], operands[1])
             : getCombination(op, old.front());
    if (kind.empty() || (!found.empty() && kind != found))
      return "";
    found = kind;
    value = old.front();
  }
  return found;
}

bool wave::awaitsValue(Operation *store) {
  std::optional<MemoryAccess> access = getMemoryAccess(store);
  auto loadsMemory = [&](Operation *op) {
    std::optional<MemoryAccess> load = getMemoryAccess(op);
    return load && load->memory == access->memory && op->getNumResults();
  };
  const auto isEqual = [&](Operation *op) {
    auto compare = dyn_cast<arith::CmpIOp>(op);
    return compare && compare.getPredicate() == arith::CmpIPredicate::eq &&
           llvm::any_of(compare->getOperands(), [&](Value operand) {
             return derivesFrom(operand, loadsMemory, isArithmetic);
           });
  };
  for (Operation *parent = store->getParentOp(); parent && !isa<FuncOp>(parent);
       parent = parent->getParentOp())
    if (auto ifOp = dyn_cast<scf::IfOp>(parent);
        ifOp && derivesFrom(ifOp.getCondition(), isEqual, isArithmetic))
      return true;
  return store->getParentOfType<FuncOp>()
      ->walk([&](scf::WhileOp loop) {
        return mayPrecede(loop, store) &&
                       loop->walk([&](Operation *op) {
                             return loadsMemory(op) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
                           })
                           .wasInterrupted()
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}
