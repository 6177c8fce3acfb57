//===- HandOverLints.cpp - Data that groups pass to other groups ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A group stores data, executes a barrier, and signals by an atomic or a store
// to coherent memory. Another group sees the signal, executes a barrier, and
// loads the data: the last group of a launch adds up the results of all groups.
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"
#include "Lint.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/IR/Bindings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
struct Accessed {
  Operation *op;
  MemoryAccess access;

  /// Whether it is a store of data, or a load of it: not an atomic.
  bool isPlain() const { return !access.isAtomic() || access.isCoherent; }
  bool isLoad() const { return op->getNumResults() != 0; }
};

/// Data that one group stores and another one loads. The same atomic, or a
/// store and a load of one coherent memory, pass the signal.
struct HandOver {
  Operation *store, *sent, *seen, *load;
  /// The barriers that order the data and the signal; null if there are none.
  Operation *before = nullptr, *after = nullptr;
};

class HandOvers {
public:
  explicit HandOvers(LintedKernel &kernel);

  /// Calls `visit` for the hand-overs of each memory until it returns true.
  void forEachMemory(function_ref<bool(Value, const HandOver &)> visit);

private:
  /// Whether other groups store the elements that `load` reads.
  bool mayBeOfOtherGroups(const Accessed &store, const Accessed &load,
                          Operation *seen) const;
  Operation *findBarrier(Operation *from, Operation *to) const;
  static bool precedes(Operation *first, Operation *second);

  SmallVector<Accessed> accesses;
  SmallVector<BarrierOp> barriers;
};
} // namespace

HandOvers::HandOvers(LintedKernel &kernel) {
  kernel.kernel.walk([&](Operation *op) {
    if (std::optional<MemoryAccess> access = getMemoryAccess(op);
        access && isa<BlockArgument>(access->memory))
      accesses.push_back({op, *access});
    if (auto barrier = dyn_cast<BarrierOp>(op);
        barrier && ordersMemory(barrier.getScope(), ExchangeMemory::Buffers))
      barriers.push_back(barrier);
  });
}

/// Whether `first` precedes `second`, in the same iteration of the loops around
/// both.
bool HandOvers::precedes(Operation *first, Operation *second) {
  Operation *loop = first->getParentOp();
  while (!isa<FuncOp>(loop) &&
         !(loop->isAncestor(second) && isa<LoopLikeOpInterface>(loop)))
    loop = loop->getParentOp();
  if (isa<FuncOp>(loop))
    return mayPrecede(first, second);
  // Only a single region of `scf.while` has code that stores.
  Block *body = nullptr;
  for (Region &region : loop->getRegions())
    if (region.isAncestor(first->getParentRegion()))
      body = &region.front();
  return mayPrecede(first, second, &body->front());
}

Operation *HandOvers::findBarrier(Operation *from, Operation *to) const {
  for (BarrierOp barrier : barriers)
    if (mayPrecede(from, barrier) && mayPrecede(barrier, to))
      return barrier;
  return nullptr;
}

/// Whether a group's index is part of the value.
static bool mentionsGroup(Value value) {
  return derivesFrom(
      value,
      [](Operation *op) { return isa<GroupIdOp, DispatchThreadIdOp>(op); },
      isArithmetic);
}

bool HandOvers::mayBeOfOtherGroups(const Accessed &store, const Accessed &load,
                                   Operation *seen) const {
  if (llvm::all_of_zip(store.access.indices, load.access.indices,
                       areSameExpressions))
    return false;
  // A part of the data for each group, which its own lanes load again, unless
  // the kernel waits for another group.
  return llvm::none_of(load.access.indices, mentionsGroup) ||
         seen->getParentOfType<scf::WhileOp>();
}

void HandOvers::forEachMemory(
    function_ref<bool(Value, const HandOver &)> visit) {
  // A signal: an atomic with a used result; a store and a load of coherent
  // memory.
  SmallVector<std::pair<const Accessed *, const Accessed *>> signals;
  for (const Accessed &sent : accesses) {
    if (sent.access.isAtomic() && !sent.access.isCoherent && sent.isLoad() &&
        !sent.op->use_empty())
      signals.emplace_back(&sent, &sent);
    if (!sent.access.isCoherent || sent.isLoad())
      continue;
    for (const Accessed &seen : accesses)
      if (seen.access.isCoherent && seen.isLoad() &&
          seen.access.memory == sent.access.memory)
        signals.emplace_back(&sent, &seen);
  }
  llvm::SmallDenseSet<Value> done;
  for (const Accessed &store : accesses)
    for (const Accessed &load : accesses) {
      if (store.access.memory != load.access.memory || !store.isPlain() ||
          !load.isPlain() || store.isLoad() || !load.isLoad() ||
          done.contains(store.access.memory))
        continue;
      for (auto [sent, seen] : signals)
        if (sent->access.memory != store.access.memory &&
            precedes(store.op, sent->op) && mayPrecede(seen->op, load.op) &&
            mayBeOfOtherGroups(store, load, seen->op) &&
            visit(store.access.memory, {store.op, sent->op, seen->op, load.op,
                                        findBarrier(store.op, sent->op),
                                        findBarrier(seen->op, load.op)})) {
          done.insert(store.access.memory);
          break;
        }
    }
}

static std::string getName(Value memory, FuncOp kernel) {
  auto name = kernel.getArgAttrOfType<StringAttr>(
      cast<BlockArgument>(memory).getArgNumber(), "wave.name");
  return name ? llvm::formatv("`{0}`", name.getValue()).str() : "this memory";
}

void wave::lintMissingCoherence(LintedKernel &kernel, LintReport report) {
  // dxc does not compile kernels with num_waves.
  if (!kernel.settings.dxc || !kernel.threads)
    return;
  HandOvers(kernel).forEachMemory([&](Value memory, const HandOver &found) {
    if (isCoherent(memory) || !found.before || !found.after)
      return false;
    report({found.load,
            llvm::formatv(
                "other groups store these elements of {0}, which is not "
                "globallycoherent: this compiler makes it so where a barrier "
                "orders device memory, and dxc does not",
                getName(memory, kernel.kernel)),
            llvm::formatv("declare it `globallycoherent`: with dxc, a barrier "
                          "makes other stores to {0} visible only to the lanes "
                          "of the same group",
                          getName(memory, kernel.kernel)),
            {{found.store, "a group stores its own elements here"},
             {found.sent, "and signals it to other groups"}}});
    return true;
  });
}

/// Whether control flow depends on the value, as on a flag's.
static bool decidesFlow(Value value) {
  SmallVector<Value> open = {value};
  llvm::SmallDenseSet<Value> seen;
  while (!open.empty()) {
    Value each = open.pop_back_val();
    if (!seen.insert(each).second)
      continue;
    for (Operation *user : each.getUsers()) {
      if (isa<scf::IfOp, scf::ConditionOp, RetireIfOp>(user))
        return true;
      if (isArithmetic(user))
        llvm::append_range(open, user->getResults());
    }
  }
  return false;
}

void wave::lintUnorderedHandOver(LintedKernel &kernel, LintReport report) {
  HandOvers(kernel).forEachMemory([&](Value memory, const HandOver &found) {
    // Other memory is a race, which the checker finds.
    if (!isCoherent(memory) || (found.before && found.after) ||
        found.load->getParentOfType<scf::WhileOp>() ||
        decidesFlow(found.load->getResult(0)))
      return false;
    const bool isStored = !found.before;
    report({isStored ? found.store : found.load,
            llvm::formatv(
                isStored ? "no barrier orders this store to {0} before the "
                           "signal: another group may see the signal and an "
                           "older value"
                         : "no barrier orders this load of {0} after the "
                           "signal: it may see an older value",
                getName(memory, kernel.kernel)),
            isStored ? "put 'wave.barrier device' between the store and the "
                       "signal: coherent accesses order no others"
                     : "put 'wave.barrier device' between the signal and the "
                       "load: coherent accesses order no others",
            {{isStored ? found.sent : found.seen, "the signal"},
             {isStored ? found.load : found.store,
              isStored ? "another group loads it here"
                       : "another group stores it here"}}});
    return true;
  });
}
