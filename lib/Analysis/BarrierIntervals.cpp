//===- BarrierIntervals.cpp - What may happen between the same barriers -----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/BarrierIntervals.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/IR/KernelLaunch.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;

/// Whether all waves of the group wait there, and see groupshared memory as the others
/// left it. Where there is one wave, its own barrier does both.
static bool isMeeting(BarrierOp barrier, bool isSingleWave) {
  if (!barrier.getSync() || barrier.getScope() == BarrierScope::Device)
    return false;
  return barrier.getScope() != BarrierScope::Wave || isSingleWave;
}

BarrierIntervals::BarrierIntervals(Operation *function) {
  auto kernel = dyn_cast<FuncOp>(function);
  isSingleWave = kernel && wave::isSingleWave(kernel);
  function->walk([&](BarrierOp barrier) {
    if (isMeeting(barrier, isSingleWave))
      numbers.try_emplace(barrier, numbers.size() + 1);
  });
  for (Region &region : function->getRegions())
    for (Block &block : region) {
      // The start counts as a barrier.
      Barriers last(numbers.size() + 1);
      last.set(0);
      visitBlock(block, last);
    }
}

void BarrierIntervals::note(Operation &op, Value memory, const Barriers &last) {
  auto [it, isNew] = passed.try_emplace(&op, last);
  if (!isNew)
    it->second |= last;
  if (isNew)
    writers[memory].push_back(&op);
}

void BarrierIntervals::visitBlock(Block &block, Barriers &last) {
  for (Operation &op : block)
    visit(op, last);
}

/// What runs again and again, or not at all.
void BarrierIntervals::visitRepeated(MutableArrayRef<Region> regions,
                                     Barriers &last) {
  while (true) {
    Barriers before = last;
    for (Region &region : regions)
      for (Block &block : region) {
        Barriers inside = last;
        visitBlock(block, inside);
        last |= inside;
      }
    if (last == before)
      return;
  }
}

void BarrierIntervals::visit(Operation &op, Barriers &last) {
  if (auto it = numbers.find(&op); it != numbers.end()) {
    last.reset();
    last.set(it->second);
    return;
  }
  if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
    Barriers merged(last.size());
    for (Region *region : ifOp.getRegions()) {
      Barriers inside = last;
      for (Block &block : *region)
        visitBlock(block, inside);
      merged |= inside;
    }
    last = merged;
    return;
  }
  if (auto whileOp = dyn_cast<scf::WhileOp>(op)) {
    Barriers entering = last;
    while (true) {
      last = entering;
      visitBlock(*whileOp.getBeforeBody(), last);
      Barriers inside = last;
      visitBlock(*whileOp.getAfterBody(), inside);
      inside |= entering;
      if (inside == entering)
        return;
      entering = inside;
    }
  }
  if (op.getNumRegions())
    return visitRepeated(op.getRegions(), last);
  if (std::optional<MemoryAccess> access = getMemoryAccess(&op)) {
    if (access->memory.getDefiningOp<GroupsharedOp>()) {
      if (access->writes)
        note(op, access->memory, last);
      else if (auto [it, isNew] = passed.try_emplace(&op, last); !isNew)
        it->second |= last;
    }
    return;
  }
  // Of what else takes memory, only these do nothing to it.
  if (isa<memref::DimOp, CheckOp, DispatchMeshOp>(op))
    return;
  for (Value operand : op.getOperands())
    if (operand.getDefiningOp<GroupsharedOp>())
      note(op, operand, last);
}

/// Whether the two never touch the same element.
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
