//===- UnorderedAccesses.cpp - Unordered data exchange --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnorderedAccesses.h"

#include "ElementAccesses.h"
#include "Lint.h"
#include "LoopTrips.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::wave;

/// Weak barriers are ignored in kernels with more of them than this.
static constexpr unsigned kMostWeakBarriers = 16;

//===----------------------------------------------------------------------===//
// Weak barriers
//===----------------------------------------------------------------------===//

namespace {
/// The barriers that do not order this memory between waves, and the pairs that
/// they would order.
class WeakBarriers {
public:
  WeakBarriers(LintedKernel &kernel, ExchangeMemory memory) : memory(memory) {
    SmallVector<BarrierOp> waiting;
    kernel.kernel.walk([&](BarrierOp barrier) {
      if (barrier.synchronizesGroup())
        waiting.push_back(barrier);
      else if (ordersMemory(barrier.getScope(), memory))
        ordering.push_back(barrier);
      // In divergent control flow, a barrier cannot wait for all waves.
      if (barrier.getScope() != BarrierScope::Wave &&
          !(barrier.getSync() && ordersMemory(barrier.getScope(), memory)) &&
          kernel.uniformity.getControl(barrier).isGroupUniform())
        barriers.push_back(barrier);
    });
    if (barriers.empty() || barriers.size() > kMostWeakBarriers) {
      barriers.clear();
      return;
    }
    all = strengthen(kernel, barriers);
    if (!ordering.empty() && !waiting.empty())
      whereWaiting = strengthen(kernel, waiting);
    for (BarrierOp barrier : barriers) {
      SmallVector<BarrierOp> others = llvm::to_vector(barriers);
      llvm::erase(others, barrier);
      without.push_back(strengthen(kernel, others));
      alone.push_back(strengthen(kernel, barrier));
    }
  }

  bool empty() const { return barriers.empty(); }

  /// Whether one barrier orders the memory after `write`, and another waits for
  /// the group before `other`: together they are sufficient.
  bool areOrderedInParts(Operation *write, Operation *other) const {
    return whereWaiting && !whereWaiting->areUnordered(write, other) &&
           llvm::any_of(ordering, [&](Operation *barrier) {
             return mayPrecede(write, barrier) && mayPrecede(barrier, other);
           });
  }

  /// Returns the barriers that must be stronger to order the two operations.
  SmallVector<BarrierOp, 1> getNeeded(Operation *a, Operation *b) const {
    SmallVector<BarrierOp, 1> needed;
    if (barriers.empty() || all->areUnordered(a, b))
      return needed;
    for (auto [barrier, others] : llvm::zip_equal(barriers, without))
      if (others.areUnordered(a, b))
        needed.push_back(barrier);
    // Any one of the barriers between them is sufficient.
    if (needed.empty())
      for (auto [barrier, single] : llvm::zip_equal(barriers, alone))
        if (!single.areUnordered(a, b)) {
          needed.push_back(barrier);
          break;
        }
    return needed;
  }

private:
  /// Returns the intervals of the kernel if these barriers ordered everything.
  BarrierIntervals strengthen(LintedKernel &kernel,
                              ArrayRef<BarrierOp> chosen) const {
    SmallVector<std::pair<BarrierScope, bool>> before;
    for (BarrierOp barrier : chosen) {
      before.emplace_back(barrier.getScope(), barrier.getSync());
      barrier.setScope(BarrierScope::All);
      barrier.setSync(true);
    }
    BarrierIntervals intervals(kernel.kernel, memory);
    for (auto [each, old] : llvm::zip_equal(chosen, before)) {
      BarrierOp barrier = each;
      barrier.setScope(old.first);
      barrier.setSync(old.second);
    }
    return intervals;
  }

  ExchangeMemory memory;
  SmallVector<BarrierOp> barriers;
  /// Barriers that order this memory and do not wait.
  SmallVector<BarrierOp> ordering;
  std::optional<BarrierIntervals> all, whereWaiting;
  /// With all barriers except one strengthened, and with that one alone.
  SmallVector<BarrierIntervals> without, alone;
};
} // namespace

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

static SmallVector<Value> getMemories(FuncOp kernel, ExchangeMemory memory) {
  SmallVector<Value> found;
  if (memory == ExchangeMemory::Groupshared) {
    for (GroupsharedOp array : kernel.getBody().getOps<GroupsharedOp>())
      found.push_back(array.getMemory());
    return found;
  }
  for (Value argument : kernel.getBody().getArguments())
    if (isa<MemRefType>(argument.getType()))
      found.push_back(argument);
  return found;
}

/// A barrier that is in the kernel while a question about it is answered.
static BarrierOp insertBarrier(Operation *before) {
  OpBuilder builder(before);
  return BarrierOp::create(builder, before->getLoc(), BarrierScope::All,
                           /*sync=*/true);
}

/// Whether a path without a barrier leads from one operation to another. The
/// intervals of the kernel may share a barrier in a loop that is executed once
/// more between the two.
static bool hasPath(Operation *from, Operation *to, FuncOp kernel,
                    ExchangeMemory memory) {
  BarrierOp start = insertBarrier(from);
  const bool found = BarrierIntervals(kernel, memory).areUnordered(from, to);
  start.erase();
  return found;
}

/// Whether waves may be on different sides of a condition around both.
static bool areOnSides(Operation *a, Operation *b, const LintedKernel &kernel) {
  for (Operation *inside = a; inside != kernel.kernel;
       inside = inside->getParentOp()) {
    auto ifOp = dyn_cast<scf::IfOp>(inside->getParentOp());
    if (ifOp && ifOp->isAncestor(b) &&
        !inside->getParentRegion()->isAncestor(b->getParentRegion()))
      return !kernel.uniformity.get(ifOp.getCondition()).isGroupUniform();
  }
  return false;
}

bool wave::areOnOnePath(Operation *a, Operation *b, const LintedKernel &kernel,
                        ExchangeMemory memory) {
  return areOnSides(a, b, kernel) || hasPath(a, b, kernel.kernel, memory) ||
         hasPath(b, a, kernel.kernel, memory);
}

/// Whether two accesses, whose intervals share a barrier, may follow one
/// execution of it. If all waves meet at each barrier, no other barrier is
/// between the two on a path, or waves take different sides of a condition.
static bool areUnordered(const ElementAccess &a, const ElementAccess &b,
                         const LintedKernel &kernel, ExchangeMemory memory) {
  bool waitsForAll = true;
  kernel.kernel->walk([&](BarrierOp barrier) {
    waitsForAll &= !barrier.synchronizesGroup() ||
                   kernel.uniformity.getControl(barrier).isGroupUniform();
  });
  return !waitsForAll || areOnOnePath(a.op, b.op, kernel, memory);
}

/// Whether two accesses in the body of a loop are unordered in one iteration,
/// and not only across iterations.
static bool areUnorderedInOneTrip(const ElementAccess &a,
                                  const ElementAccess &b, Operation *loop,
                                  const LintedKernel &kernel,
                                  ExchangeMemory memory) {
  BarrierOp end =
      insertBarrier(loop->getRegions().back().front().getTerminator());
  const bool found = areOnOnePath(a.op, b.op, kernel, memory);
  end.erase();
  return found;
}

/// Whether every path through an operation has a barrier that orders the memory. An inner
/// loop counts as one that runs.
static bool hasBarrierOnEachPath(Operation &op, ExchangeMemory memory) {
  if (auto barrier = dyn_cast<BarrierOp>(op))
    return barrier.synchronizesGroup() &&
           ordersMemory(barrier.getScope(), memory);
  return op.getNumRegions() != 0 &&
         llvm::all_of(op.getRegions(), [&](Region &region) {
           return !region.empty() &&
                  llvm::any_of(region.front(), [&](Operation &each) {
                    return hasBarrierOnEachPath(each, memory);
                  });
         });
}

/// Whether a path without a barrier leads from an operation in the body of a loop to the
/// end of the body, or with `isBack` from its start to the operation.
static bool reachesEnd(Operation *op, Operation *loop, bool isBack,
                       ExchangeMemory memory) {
  auto isBlocked = [&](Operation &each) {
    return hasBarrierOnEachPath(each, memory);
  };
  for (; op != loop; op = op->getParentOp()) {
    Block *block = op->getBlock();
    if (isBack
            ? llvm::any_of(llvm::make_range(block->begin(), op->getIterator()),
                           isBlocked)
            : llvm::any_of(
                  llvm::make_range(std::next(op->getIterator()), block->end()),
                  isBlocked))
      return false;
    // The condition of a `while` is before its body.
    auto whileOp = dyn_cast<scf::WhileOp>(op->getParentOp());
    if (!whileOp || whileOp != loop)
      continue;
    const bool isBefore = block == whileOp.getBeforeBody();
    if (isBefore != isBack && llvm::any_of(isBefore ? *whileOp.getAfterBody()
                                                    : *whileOp.getBeforeBody(),
                                           isBlocked))
      return false;
  }
  return true;
}

/// Returns the innermost loop around both accesses; null if there is none.
static Operation *getLoopAroundBoth(const ElementAccess &a,
                                    const ElementAccess &b) {
  Operation *loop = nullptr;
  for (auto [own, other] : llvm::zip(a.loops, b.loops))
    if (own == other)
      loop = own;
  return loop;
}

/// Returns the iterations of the loops with barriers around `a`, within the loop around
/// both, that may be unordered with `b`: only the first of them if `b` is earlier, and
/// only the last if it is later. None if that is not known.
static std::optional<TripChoice>
chooseTrips(const ElementAccess &a, const ElementAccess &b, Operation *frame) {
  bool isOrdered = false;
  for (Operation *loop : a.loops) {
    if ((frame && !frame->isProperAncestor(loop)) || !a.dependsOn(loop) ||
        !hasBarrier(loop))
      continue;
    isOrdered = true;
    if (maySkipBarrier(loop))
      return std::nullopt;
  }
  if (!isOrdered)
    return TripChoice::All;
  const bool isBefore = mayPrecede(b.op, a.op),
             isAfter = mayPrecede(a.op, b.op);
  if (isBefore == isAfter)
    return std::nullopt;
  return isBefore ? TripChoice::First : TripChoice::Last;
}

namespace {
/// How two accesses meet in the iterations of the loop around both.
struct TripMeetings {
  bool inOne = false, inAny = false;
  /// Whether `b` is in the next iteration of `a`, or `a` in that of `b`.
  bool thenB = false, thenA = false;
};
} // namespace

static TripMeetings getTripMeetings(ArrayRef<ElementTouches> a,
                                    ArrayRef<ElementTouches> b, bool ofThreads,
                                    Certain certain, bool isOrdered) {
  TripMeetings found;
  for (auto [own, other] : llvm::zip(a, b))
    found.inOne |= meet(own, other, ofThreads, certain);
  found.inAny = found.inOne;
  for (auto [i, own] : llvm::enumerate(a))
    for (auto [j, other] : llvm::enumerate(b)) {
      if (!isOrdered && found.inAny)
        return found;
      const bool isNext = i + 1 == j || j + 1 == i;
      if (i == j || (isOrdered && !isNext) ||
          !meet(own, other, ofThreads, certain))
        continue;
      found.inAny = true;
      found.thenB |= i + 1 == j;
      found.thenA |= j + 1 == i;
    }
  return found;
}

/// Whether the elements of two accesses are those of one wave or thread and of another
/// where no barrier orders them.
static std::optional<UnorderedPair> findMeeting(const ElementAccess &write,
                                                const ElementAccess &other,
                                                const LintedKernel &kernel,
                                                ExchangeMemory memory) {
  UnorderedPair pair{write.op, other.op, {}};
  Operation *frame = getLoopAroundBoth(write, other);
  const std::optional<TripChoice> ofWrite = chooseTrips(write, other, frame),
                                  ofOther = chooseTrips(other, write, frame);
  if (!ofWrite || !ofOther)
    return std::nullopt;
  const bool ofThreads = write.usesThreads || other.usesThreads;
  const bool ofTrips =
      frame && (write.dependsOn(frame) || other.dependsOn(frame));
  auto isOfWhile = [](const ElementAccess &access) {
    return llvm::any_of(access.loops, [&](Operation *loop) {
      return isa<scf::WhileOp>(loop) && access.dependsOn(loop);
    });
  };
  Certain certain = write.access.isAtomic() ? Certain::Second : Certain::One;
  if (memory == ExchangeMemory::Buffers || ofTrips || isOfWhile(write) ||
      isOfWhile(other) || *ofWrite != TripChoice::All ||
      *ofOther != TripChoice::All)
    certain = Certain::Both;
  ArrayRef<ElementTouches> writes = write.getTrips(frame, *ofWrite),
                           others = other.getTrips(frame, *ofOther);
  if (!ofTrips) {
    if (!meet(writes.front(), others.front(), ofThreads, certain) ||
        !areUnordered(write, other, kernel, memory))
      return std::nullopt;
    return pair;
  }
  // An access that is the same in all iterations.
  const size_t trips = std::max(writes.size(), others.size());
  auto repeat = [&](const ElementAccess &access,
                    ArrayRef<ElementTouches> touches) {
    SmallVector<ElementTouches> all = llvm::to_vector(touches);
    while (!access.dependsOn(frame) && all.size() < trips)
      all.push_back(all.front());
    return all;
  };
  const bool isOrdered = hasBarrier(frame);
  const TripMeetings meetings =
      getTripMeetings(repeat(write, writes), repeat(other, others), ofThreads,
                      certain, isOrdered);
  if (!meetings.inAny)
    return std::nullopt;
  if (!isOrdered) {
    if (!areUnordered(write, other, kernel, memory))
      return std::nullopt;
    pair.acrossTrips = meetings.inOne ? nullptr : frame;
    return pair;
  }
  // Whether an iteration executes such a barrier is not known.
  if (maySkipBarrier(frame))
    return std::nullopt;
  if (meetings.inOne &&
      areUnorderedInOneTrip(write, other, frame, kernel, memory))
    return pair;
  auto areApart = [&](const ElementAccess &a, const ElementAccess &b) {
    return reachesEnd(a.op, frame, false, memory) &&
           reachesEnd(b.op, frame, true, memory);
  };
  if ((meetings.thenB && areApart(write, other)) ||
      (meetings.thenA && areApart(other, write))) {
    pair.acrossTrips = frame;
    return pair;
  }
  return std::nullopt;
}

/// Returns the loops that certainly execute a barrier that orders the memory.
static SmallVector<Operation *> getOrderingLoops(FuncOp kernel,
                                                 ExchangeMemory memory,
                                                 ArrayRef<LaneNumbers> lanes) {
  llvm::SetVector<Operation *> found;
  kernel.walk([&](BarrierOp barrier) {
    if (barrier.synchronizesGroup() &&
        ordersMemory(barrier.getScope(), memory) &&
        entersLoop(barrier->getParentOp(), lanes))
      found.insert(barrier->getParentOp());
  });
  return found.takeVector();
}

/// Whether loops between two accesses, which certainly execute a barrier, order them.
static bool areOrderedByLoops(Operation *a, Operation *b,
                              ArrayRef<Operation *> loops, FuncOp kernel,
                              ExchangeMemory memory) {
  SmallVector<BarrierOp> barriers;
  for (Operation *loop : loops)
    if (!loop->isAncestor(a) && !loop->isAncestor(b))
      barriers.push_back(insertBarrier(loop));
  if (barriers.empty())
    return false;
  const bool areOrdered = !BarrierIntervals(kernel, memory).areUnordered(a, b);
  for (BarrierOp barrier : barriers)
    barrier.erase();
  return areOrdered;
}

SmallVector<UnorderedPair> wave::findUnorderedPairs(LintedKernel &kernel,
                                                    ExchangeMemory memory) {
  const bool areBuffers = memory == ExchangeMemory::Buffers;
  SmallVector<UnorderedPair> found;
  SmallVector<Value> memories = getMemories(kernel.kernel, memory);
  // Steps of pipes order accesses of some waves, which the intervals between
  // barriers do not show.
  if (memories.empty() || ordersSomeWaves(kernel.kernel))
    return found;
  SmallVector<LaneNumbers> lanes = getSampleLanes(kernel);
  // A single wave has no other waves to exchange data with. A small group of threads is
  // a single one only where waves are large.
  if (lanes.empty() || (lanes.back().wave == 0 &&
                        (areBuffers || !kernel.threads ||
                         kernel.getWaves(kernel.waveSizes.front()) == 1)))
    return found;
  for (LaneNumbers &each : lanes)
    each.isInside = true;
  const WeakBarriers weak(kernel, memory);
  if (areBuffers) {
    if (weak.empty())
      return found;
    // The lanes of the first group; buffers are indexed by the group index.
    for (LaneNumbers &each : lanes)
      each.group = 0;
  }
  std::optional<BarrierIntervals> ofBuffers;
  if (areBuffers)
    ofBuffers.emplace(kernel.kernel, memory);
  const BarrierIntervals &intervals =
      areBuffers ? *ofBuffers : kernel.intervals;
  const SmallVector<Operation *> loops =
      getOrderingLoops(kernel.kernel, memory, lanes);
  SmallVector<BarrierOp> ofWave;
  kernel.kernel.walk([&](BarrierOp barrier) {
    if (barrier.synchronizesWave())
      ofWave.push_back(barrier);
  });
  // Two threads may be lanes of one wave.
  auto mayBeOrderedInWave = [&](const ElementAccess &a,
                                const ElementAccess &b) {
    return (a.usesThreads || b.usesThreads) &&
           llvm::any_of(ofWave, [&](BarrierOp barrier) {
             return (mayPrecede(a.op, barrier) && mayPrecede(barrier, b.op)) ||
                    (mayPrecede(b.op, barrier) && mayPrecede(barrier, a.op));
           });
  };
  for (Value each : memories) {
    SmallVector<ElementAccess> accesses =
        getElementAccesses(each, lanes, kernel);
    for (const ElementAccess &write : accesses) {
      if (!write.access.writes || (areBuffers && write.access.isAtomic()))
        continue;
      for (const ElementAccess &other : accesses) {
        // Two plain writes may store the same value, and atomics order each other.
        if (&other == &write ||
            (other.access.writes &&
             (!other.access.isAtomic() || write.access.isAtomic())) ||
            !intervals.areUnordered(write.op, other.op) ||
            weak.areOrderedInParts(write.op, other.op) ||
            mayBeOrderedInWave(write, other))
          continue;
        std::optional<UnorderedPair> pair =
            findMeeting(write, other, kernel, memory);
        if (!pair && !areBuffers && meetByData(write, other) &&
            areUnordered(write, other, kernel, memory)) {
          pair = UnorderedPair{write.op, other.op, {}};
          pair->dependsOnData = true;
        }
        if (!pair ||
            areOrderedByLoops(write.op, other.op, loops, kernel.kernel, memory))
          continue;
        pair->weak = weak.getNeeded(write.op, other.op);
        if (!areBuffers || !pair->weak.empty())
          found.push_back(std::move(*pair));
      }
    }
  }
  return found;
}
