//===- BarrierIntervals.cpp - Accesses between the same barriers ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/BarrierIntervals.h"

#include "ImpliedConditions.h"
#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/IR/KernelLaunch.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;

bool wave::ordersMemory(BarrierScope scope, ExchangeMemory memory) {
  switch (scope) {
  case BarrierScope::Wave:
    return false;
  case BarrierScope::Group:
    return memory == ExchangeMemory::Groupshared;
  case BarrierScope::Device:
    return memory == ExchangeMemory::Buffers;
  case BarrierScope::All:
    return true;
  }
  llvm_unreachable("a scope of its own");
}

bool BarrierIntervals::isMeeting(BarrierOp barrier) const {
  if (barrier.getScope() == BarrierScope::Wave)
    return barrier.getSync() && isSingleWave &&
           memory == ExchangeMemory::Groupshared;
  return barrier.getSync() && ordersMemory(barrier.getScope(), memory);
}

bool BarrierIntervals::isExchanged(Value value) const {
  return bool(value.getDefiningOp<GroupsharedOp>()) ==
         (memory == ExchangeMemory::Groupshared);
}

BarrierIntervals::BarrierIntervals(Operation *function, ExchangeMemory memory)
    : memory(memory) {
  auto kernel = dyn_cast<FuncOp>(function);
  isSingleWave = kernel && wave::isSingleWave(kernel);
  function->walk([&](BarrierOp barrier) {
    if (!isMeeting(barrier))
      return;
    numbers.try_emplace(barrier, numbers.size() + 1);
    for (Operation *holder = barrier->getParentOp(); holder != function;
         holder = holder->getParentOp())
      holders.insert(holder);
  });
  for (Region &region : function->getRegions())
    for (Block &block : region) {
      // The start counts as a barrier.
      Barriers last(numbers.size() + 1);
      last.set(0);
      visitBlock(block, last, {});
    }
}

void BarrierIntervals::note(Operation &op, Value memory, const Barriers &last) {
  auto [it, isNew] = passed.try_emplace(&op, last);
  if (!isNew)
    it->second |= last;
  if (isNew)
    writers[memory].push_back(&op);
}

void BarrierIntervals::visitBlock(Block &block, Barriers &last,
                                  ArrayRef<Value> flags) {
  for (Operation &op : block)
    visit(op, last, flags);
}

/// Visits regions that run repeatedly, or not at all.
void BarrierIntervals::visitRepeated(MutableArrayRef<Region> regions,
                                     Barriers &last, ArrayRef<Value> flags) {
  while (true) {
    Barriers before = last;
    for (Region &region : regions)
      for (Block &block : region) {
        Barriers inside = last;
        visitBlock(block, inside, flags);
        last |= inside;
      }
    if (last == before)
      return;
  }
}

void BarrierIntervals::visitIf(scf::IfOp ifOp, Barriers &last,
                               ArrayRef<Value> flags) {
  Operation *taken = flags.empty() ? nullptr : findTakenSide(ifOp, flags);
  if (taken)
    return visitBlock(*taken->getBlock(), last,
                      getFlagsInside(ifOp, taken, flags));
  Barriers merged(last.size());
  for (Region *region : ifOp.getRegions()) {
    Barriers inside = last;
    for (Block &block : *region)
      visitBlock(block, inside, flags);
    merged |= inside;
  }
  last = merged;
}

/// Lanes that run another iteration are those in which the flags of the loop
/// stayed true. The barriers that leaving lanes passed last therefore do not
/// reach the start of the next iteration.
void BarrierIntervals::visitWhile(scf::WhileOp whileOp, Barriers &last,
                                  ArrayRef<Value> flags) {
  Barriers staying = last, entering = last;
  const SmallVector<Value> stayFlags = getFlagsOfNextTrip(whileOp);
  while (true) {
    const Barriers stayed = staying, entered = entering;
    last = entering;
    visitBlock(*whileOp.getBeforeBody(), last, flags);
    Barriers inside = staying;
    visitBlock(*whileOp.getBeforeBody(), inside, flags);
    Barriers ending = inside;
    visitBlock(*whileOp.getAfterBody(), ending, flags);
    entering |= ending;
    SmallVector<Value> known(flags);
    known.append(stayFlags);
    visitBlock(*whileOp.getAfterBody(), inside, known);
    staying |= inside;
    if (staying == stayed && entering == entered)
      return;
  }
}

void BarrierIntervals::visit(Operation &op, Barriers &last,
                             ArrayRef<Value> flags) {
  if (auto it = numbers.find(&op); it != numbers.end()) {
    last.reset();
    last.set(it->second);
    return;
  }
  if (!holders.contains(&op)) {
    op.walk([&](Operation *nested) { visitAccess(*nested, last); });
    return;
  }
  if (auto ifOp = dyn_cast<scf::IfOp>(op))
    return visitIf(ifOp, last, flags);
  if (auto whileOp = dyn_cast<scf::WhileOp>(op))
    return visitWhile(whileOp, last, flags);
  visitRepeated(op.getRegions(), last, flags);
}

void BarrierIntervals::visitAccess(Operation &op, const Barriers &last) {
  if (std::optional<MemoryAccess> access = getMemoryAccess(&op)) {
    if (isExchanged(access->memory)) {
      if (access->writes)
        note(op, access->memory, last);
      else if (auto [it, isNew] = passed.try_emplace(&op, last); !isNew)
        it->second |= last;
    }
    return;
  }
  // Only these other operations do not access their memory operands.
  if (isa<memref::DimOp, CheckOp, DispatchMeshOp>(op))
    return;
  for (Value operand : op.getOperands())
    if (isa<MemRefType>(operand.getType()) && isExchanged(operand))
      note(op, operand, last);
}

/// Whether the two never access a common element.
static bool areApart(const MemoryAccess &a, const MemoryAccess &b) {
  APInt first, second;
  if (a.indices.size() != 1 || b.indices.size() != 1 ||
      !matchPattern(a.indices.front(), m_ConstantInt(&first)) ||
      !matchPattern(b.indices.front(), m_ConstantInt(&second)))
    return false;
  int64_t distance = second.getSExtValue() - first.getSExtValue();
  return distance >= a.components || -distance >= b.components;
}

bool BarrierIntervals::isSettled(Operation *load,
                                 const MemoryAccess &access) const {
  auto own = passed.find(load);
  if (own == passed.end())
    return false;
  auto it = writers.find(access.memory);
  if (it == writers.end())
    return true;
  return llvm::none_of(it->second, [&](Operation *write) {
    if (!passed.find(write)->second.anyCommon(own->second))
      return false;
    std::optional<MemoryAccess> written = getMemoryAccess(write);
    return !written || !areApart(access, *written);
  });
}

bool BarrierIntervals::areUnordered(Operation *a, Operation *b) const {
  auto first = passed.find(a), second = passed.find(b);
  return first != passed.end() && second != passed.end() &&
         first->second.anyCommon(second->second);
}
