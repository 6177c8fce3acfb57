//===- GroupsharedOrderLint.cpp - Missing barriers for groupshared data ---===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint.h"
#include "UnorderedAccesses.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::wave;

/// Returns the operation before which a barrier is at the end of the body of a loop.
static Operation *getEnd(Operation *loop) {
  return loop->getRegions().back().front().getTerminator();
}

/// Whether barriers with sync before each of `places` would order the pairs.
static bool areOrderedByBarriers(ArrayRef<const UnorderedPair *> pairs,
                                 const LintedKernel &kernel,
                                 ArrayRef<Operation *> places) {
  SmallVector<BarrierOp, 2> barriers;
  for (Operation *place : places) {
    OpBuilder builder(place);
    barriers.push_back(BarrierOp::create(builder, place->getLoc(),
                                         BarrierScope::Group, /*sync=*/true));
  }
  const BarrierIntervals intervals(kernel.kernel);
  const bool areOrdered = llvm::none_of(pairs, [&](const UnorderedPair *pair) {
    // Intervals do not tell that the two do not meet in one iteration.
    return !(pair->acrossTrips &&
             llvm::is_contained(places, getEnd(pair->acrossTrips))) &&
           intervals.areUnordered(pair->write, pair->other) &&
           areOnOnePath(pair->write, pair->other, kernel,
                        ExchangeMemory::Groupshared);
  });
  for (BarrierOp barrier : barriers)
    barrier.erase();
  return areOrdered;
}

/// Returns the operation before which a barrier is between the two accesses;
/// null if there is no such operation, or several.
static Operation *findPlaceBetween(const UnorderedPair &pair,
                                   const LintedKernel &kernel) {
  Operation *other = pair.other;
  for (; other != kernel.kernel; other = other->getParentOp()) {
    Operation *write = other->getBlock()->findAncestorOpInBlock(*pair.write);
    if (!write)
      continue;
    if (write == other || !write->isBeforeInBlock(other) ||
        !kernel.uniformity.getControl(other).isGroupUniform())
      return nullptr;
    break;
  }
  if (llvm::any_of(kernel.retires, [&](RetireIfOp retire) {
        return mayPrecede(retire, other);
      }))
    return nullptr;
  return other;
}

/// Returns the operation before which a barrier is between a read and a later write of
/// it, where control flow need not be uniform; null if they are not in this order.
static Operation *findPlaceBeforeWrite(const UnorderedPair &pair,
                                       FuncOp kernel) {
  for (Operation *other = pair.other; other != kernel;
       other = other->getParentOp())
    if (Operation *write =
            other->getBlock()->findAncestorOpInBlock(*pair.write))
      return write != other && other->isBeforeInBlock(write) ? write : nullptr;
  return nullptr;
}

/// Returns the loop around the write at whose end a barrier orders the pairs, together
/// with one before each of `others`; null if there is none.
static Operation *findLoop(ArrayRef<const UnorderedPair *> pairs,
                           const LintedKernel &kernel,
                           ArrayRef<Operation *> others) {
  for (Operation *loop = pairs.front()->write->getParentOp();
       loop != kernel.kernel; loop = loop->getParentOp()) {
    if (!isa<scf::ForOp, scf::WhileOp>(loop))
      continue;
    Operation *end = getEnd(loop);
    SmallVector<Operation *, 2> places(others);
    places.push_back(end);
    if (kernel.uniformity.getControl(end).isGroupUniform() &&
        areOrderedByBarriers(pairs, kernel, places))
      return loop;
  }
  return nullptr;
}

static constexpr StringLiteral kBetween =
    "put 'wave.barrier group sync' between the two";
static constexpr StringLiteral kAtEnd =
    " at the end of the loop: a wave that is ahead may be in the next "
    "iteration already";

/// Sets what to do to order the pairs. Returns whether some barriers are known to.
static bool advise(LintFinding &found, ArrayRef<const UnorderedPair *> pairs,
                   const LintedKernel &kernel) {
  const UnorderedPair &pair = *pairs.front();
  Operation *place = findPlaceBetween(pair, kernel);
  Operation *between =
      place ? place : findPlaceBeforeWrite(pair, kernel.kernel);
  if (between && areOrderedByBarriers(pairs, kernel, between)) {
    if (place) {
      found.fix = "'wave.barrier group sync' before this";
      found.fixed = place;
    }
    return true;
  }
  if (Operation *loop = findLoop(pairs, kernel, {})) {
    found.help = ("put 'wave.barrier group sync'" + kAtEnd).str();
    found.places.push_back({loop, "this loop"});
    return true;
  }
  Operation *loop = between ? findLoop(pairs, kernel, between) : nullptr;
  if (!loop)
    return false;
  const bool isUniform = kernel.uniformity.getControl(between).isGroupUniform();
  found.help =
      (kBetween +
       (isUniform ? ""
                  : ", outside of control flow that waves decide differently") +
       ", and one" + kAtEnd)
          .str();
  found.places.push_back({loop, "this loop"});
  return true;
}

void wave::lintUnorderedAccess(LintedKernel &kernel, LintReport report) {
  const SmallVector<UnorderedPair> all =
      findUnorderedPairs(kernel, ExchangeMemory::Groupshared);
  llvm::MapVector<Operation *, SmallVector<const UnorderedPair *, 2>> ofWrites;
  for (const UnorderedPair &pair : all)
    // A weak barrier between them has its own finding.
    if (pair.weak.empty())
      ofWrites[pair.write].push_back(&pair);
  for (auto &[write, pairs] : ofWrites) {
    // A barrier at the end of a loop may order all accesses, also those after it. It orders
    // none of one iteration, which come first otherwise.
    auto *across = llvm::find_if(
        pairs, [](const UnorderedPair *pair) { return pair->acrossTrips; });
    const bool isAtEnd =
        across != pairs.end() &&
        areOrderedByBarriers(pairs, kernel, getEnd((*across)->acrossTrips));
    auto *first =
        isAtEnd ? across : llvm::find_if(pairs, [](const UnorderedPair *pair) {
          return !pair->acrossTrips;
        });
    if (first != pairs.end())
      std::rotate(pairs.begin(), first, first + 1);
    const UnorderedPair &pair = *pairs.front();
    LintFinding found{
        pair.other,
        "another wave of the group writes this element of groupshared "
        "memory, and no barrier orders the two",
        (kBetween + ", outside of control flow that waves decide differently")
            .str(),
        {{pair.write, "it is written here"}}};
    if (pair.dependsOnData)
      found.message =
          getMemoryAccess(pair.other)->isAtomic()
              ? "another wave of the group writes an element of this "
                "groupshared memory, in which the atomic counts at an index "
                "that depends on data, and no barrier orders the two"
              : "atomics of other waves of the group change elements of this "
                "groupshared memory at indices that depend on data, and no "
                "barrier orders the two";
    if (pair.acrossTrips) {
      found.help = ("put 'wave.barrier group sync'" + kAtEnd).str();
      found.places.push_back({pair.acrossTrips, "this loop"});
    } else if (!advise(found, pairs, kernel)) {
      (void)advise(found, ArrayRef(pairs).take_front(1), kernel);
    }
    report(found);
  }
}
