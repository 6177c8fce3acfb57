//===- GroupTotals.cpp - What merged groups combine in one atomic ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Kinds of atomics are associative and commutative, so each operation on the way from
// the lanes to an atomic gives the same for combined operands as its results combined.
// That holds for a chain whose values nothing else uses.

#include "GroupTotals.h"

#include "AggregateAtomics.h"
#include "GroupVariance.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::wave;
using Kind = gpu::AllReduceOperation;

/// The operands of an operation in a chain that groups combine: the first ones.
static MutableArrayRef<OpOperand> getCombined(Operation *op) {
  MutableArrayRef<OpOperand> operands = op->getOpOperands();
  if (isa<memref::LoadOp>(op))
    return {};
  // The others address memory.
  return isa<memref::StoreOp, AtomicRMWOp>(op) ? operands.take_front(1)
                                               : operands;
}

/// The groupshared array that `op` loads from or stores to; null for other operations.
static GroupsharedOp getArray(Operation *op) {
  if (!isa<memref::LoadOp, memref::StoreOp>(op))
    return {};
  return getMemoryAccess(op)->memory.getDefiningOp<GroupsharedOp>();
}

namespace {
/// The operations that lead to one atomic.
class Chain {
public:
  explicit Chain(AtomicRMWOp atomic) : atomic(atomic), kind(atomic.getKind()) {
    add(atomic);
    while (ops.remove_if([&](Operation *op) { return !isClosed(op); })) {
    }
  }

  Kind getKind() const { return kind; }
  ArrayRef<Operation *> getOperations() const { return ops.getArrayRef(); }

private:
  void add(Operation *op);
  bool mayBeIn(Operation *op) const;
  bool isClosed(Operation *op) const;
  bool isGuard(Operation *op) const;
  bool onlyDecidesAtomic(Value condition) const;

  AtomicRMWOp atomic;
  Kind kind;
  llvm::SetVector<Operation *> ops;
};
} // namespace

/// Adds `op` and, as far as they can be in the chain, the operations before it.
void Chain::add(Operation *op) {
  if (!ops.insert(op))
    return;
  if (isa<CountBitsOp>(op))
    return;
  if (isa<memref::LoadOp>(op)) {
    GroupsharedOp array = getArray(op);
    add(array);
    for (Operation *user : array->getUsers())
      if (isa<memref::StoreOp>(user))
        add(user);
    return;
  }
  for (OpOperand &operand : getCombined(op))
    if (Operation *source = operand.get().getDefiningOp();
        source && mayBeIn(source))
      add(source);
}

bool Chain::mayBeIn(Operation *op) const {
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return reduce.getKind() == kind;
  if (auto count = dyn_cast<CountBitsOp>(op))
    return kind == Kind::ADD && count.getPredicate().getType().isInteger(1);
  return isa<AssumeUniformOp>(op) || aggregate::combinesIntegers(op, kind) ||
         getArray(op);
}

/// Whether only the chain uses the results of `op`, or accesses the array.
bool Chain::isClosed(Operation *op) const {
  if (op == atomic)
    return true;
  if (GroupsharedOp array = getArray(op))
    if (!ops.contains(array))
      return false;
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    return ops.contains(user) || isGuard(user);
  });
}

/// Whether `op` only lets a group whose total is the identity leave out the atomic.
bool Chain::isGuard(Operation *op) const {
  auto compare = dyn_cast<arith::CmpIOp>(op);
  Attribute other;
  return compare && compare.getPredicate() == arith::CmpIPredicate::ne &&
         compare.getLhs() == AtomicRMWOp(atomic).getValue() &&
         matchPattern(compare.getRhs(), m_Constant(&other)) &&
         other == getIdentity(kind, op->getOperand(0).getType()) &&
         onlyDecidesAtomic(compare);
}

bool Chain::onlyDecidesAtomic(Value condition) const {
  return llvm::all_of(condition.getUsers(), [&](Operation *user) {
    if (isa<arith::AndIOp>(user))
      return onlyDecidesAtomic(user->getResult(0));
    auto ifOp = dyn_cast<scf::IfOp>(user);
    return ifOp && !ifOp.elseBlock() && atomic->getParentOp() == ifOp &&
           llvm::hasSingleElement(ifOp.thenBlock()->without_terminator());
  });
}

/// Whether all groups reach `op` together, and access the same element.
static bool isTogether(Operation *op, const GroupVariance &variance) {
  for (Operation *parent = op->getParentOp(); !isa<FuncOp>(parent);
       parent = parent->getParentOp())
    if (!variance.hasSameFlow(parent))
      return false;
  return llvm::none_of(
      op->getOperands().drop_front(getCombined(op).size()),
      [&](Value operand) { return variance.differs(operand); });
}

GroupTotals::GroupTotals(FuncOp kernel, gpu::Dimension dimension) {
  SmallVector<Chain> chains;
  kernel.walk([&](AtomicRMWOp atomic) {
    if (atomic.use_empty() && atomic.getType().isInteger() &&
        isa<BlockArgument>(atomic.getMemory()))
      chains.emplace_back(atomic);
  });
  // Without a chain, more values may differ.
  while (!chains.empty()) {
    kinds.clear();
    for (const Chain &chain : chains)
      for (Operation *op : chain.getOperations())
        kinds.try_emplace(op, chain.getKind());
    const GroupVariance variance(kernel, dimension, /*ofLanes=*/false, this);
    const size_t before = chains.size();
    llvm::erase_if(chains, [&](const Chain &chain) {
      return !llvm::all_of(chain.getOperations(), [&](Operation *op) {
        return isTogether(op, variance);
      });
    });
    if (chains.size() == before)
      return;
  }
  kinds.clear();
}

void GroupTotals::emit(OpBuilder &builder, Operation *op,
                       MutableArrayRef<IRMapping> maps) const {
  Location loc = op->getLoc();
  const auto combineAll = [&](Kind kind,
                              function_ref<Value(const IRMapping &)> get) {
    Value all;
    for (const IRMapping &map : maps) {
      Value value = get(map);
      all = all ? aggregate::combine(builder, loc, kind, all, value) : value;
    }
    return all;
  };
  Operation *together;
  if (auto count = dyn_cast<CountBitsOp>(op)) {
    // Lanes count for all groups, and then the wave does.
    Type type = count.getType();
    Value mine = combineAll(Kind::ADD, [&](const IRMapping &map) -> Value {
      return arith::ExtUIOp::create(builder, loc, type,
                                    map.lookupOrDefault(count.getPredicate()));
    });
    together = ReduceOp::create(builder, loc, type, Kind::ADD, mine);
  } else {
    IRMapping operands = maps.front();
    for (OpOperand &operand : getCombined(op)) {
      Value value = operand.get();
      if (Operation *source = value.getDefiningOp();
          !source || !contains(source))
        operands.map(value,
                     combineAll(kinds.lookup(op), [&](const IRMapping &map) {
                       return map.lookupOrDefault(value);
                     }));
    }
    together = builder.clone(*op, operands);
  }
  for (IRMapping &map : maps)
    map.map(op->getResults(), together->getResults());
}
