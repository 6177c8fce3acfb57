//===- Schedule.cpp - Which lanes run together ----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;
using namespace rundxil;

template <typename Body>
static void forEachLane(LaneMask lanes, Body body) {
  for (unsigned part = 0; part < 2; ++part)
    for (uint64_t word = lanes.words[part]; word; word &= word - 1)
      body(part * 64 + countr_zero(word));
}

Expected<ControlFlow> rundxil::readControlFlow(const Program &program,
                                               Function &entry) {
  DenseMap<const BasicBlock *, unsigned> numbers;
  for (auto [number, block] : enumerate(program.blocks))
    numbers[block.source] = number;
  ControlFlow flow;
  size_t count = program.blocks.size();
  flow.postDominators.assign(count, ControlFlow::none);
  flow.order.assign(count, 0);
  flow.headers.resize(count);

  PostDominatorTree postDominators(entry);
  DominatorTree dominators(entry);
  LoopInfo loops(dominators);
  ReversePostOrderTraversal<Function *> order(&entry);
  unsigned place = 0;
  for (BasicBlock *block : order) {
    unsigned number = numbers.lookup(block);
    flow.order[number] = place++;
    if (auto *node = postDominators.getNode(block))
      if (node->getIDom() && node->getIDom()->getBlock())
        flow.postDominators[number] =
            numbers.lookup(node->getIDom()->getBlock());
    for (const Loop *loop = loops.getLoopFor(block); loop;
         loop = loop->getParentLoop())
      flow.headers[number].insert(flow.headers[number].begin(),
                                  numbers.lookup(loop->getHeader()));
  }
  for (BasicBlock *block : order)
    for (BasicBlock *successor : successors(block))
      if (flow.order[numbers.lookup(successor)] <=
              flow.order[numbers.lookup(block)] &&
          !dominators.dominates(successor, block))
        return createStringError("the control flow is irreducible: a loop can "
                                 "be entered at '" +
                                 successor->getName() + "' and elsewhere");
  return flow;
}

//===----------------------------------------------------------------------===//
// Post-dominators
//===----------------------------------------------------------------------===//

namespace {

/// A stack of sets of lanes; the top one runs until it comes to the block where
/// those beneath wait.
class PostDominatorSchedule final : public Schedule {
public:
  explicit PostDominatorSchedule(const ControlFlow &flow) : flow(flow) {}

  void start(LaneMask lanes) override {
    stack.clear();
    if (lanes.any())
      stack.push_back({0, ControlFlow::none, lanes});
  }

  LaneMask next(unsigned &block) override {
    if (stack.empty())
      return {};
    block = stack.back().block;
    return stack.back().lanes;
  }

  void advance(const unsigned *targets) override {
    Entry current = stack.pop_back_val();
    // By target, in the order of their first lanes.
    SmallVector<Entry, 4> parts;
    forEachLane(current.lanes, [&](unsigned lane) {
      if (targets[lane] == ControlFlow::none)
        return;
      auto part = find_if(parts, [&](const Entry &entry) {
        return entry.block == targets[lane];
      });
      if (part == parts.end())
        part = parts.insert(parts.end(), {targets[lane], 0, {}});
      part->lanes.set(lane);
    });
    if (parts.size() == 1) {
      if (parts[0].block != current.meeting)
        stack.push_back({parts[0].block, current.meeting, parts[0].lanes});
      return;
    }
    if (parts.empty())
      return;
    unsigned meeting = flow.postDominators[current.block];
    if (meeting != ControlFlow::none && meeting != current.meeting)
      stack.push_back({meeting, current.meeting, current.lanes});
    for (const Entry &part : reverse(parts))
      if (part.block != meeting)
        stack.push_back({part.block, meeting, part.lanes});
  }

private:
  struct Entry {
    unsigned block;
    /// Where lanes beneath wait for these.
    unsigned meeting;
    LaneMask lanes;
  };

  const ControlFlow &flow;
  SmallVector<Entry, 8> stack;
};

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Each lane's place is the path to it: for each loop around it the header's
/// order and the iteration, then the block's order. The smallest path runs.
class LoopSchedule final : public Schedule {
public:
  explicit LoopSchedule(const ControlFlow &flow) : flow(flow) {}

  void start(LaneMask lanes) override {
    alive = lanes;
    forEachLane(lanes, [&](unsigned lane) { places[lane] = {}; });
  }

  LaneMask next(unsigned &block) override {
    running = {};
    unsigned least = mostLanes;
    forEachLane(alive, [&](unsigned lane) {
      int order = least == mostLanes ? -1 : compare(lane, least);
      if (order < 0) {
        running = {};
        least = lane;
      }
      if (order <= 0)
        running.set(lane);
    });
    if (running.any())
      block = places[least].block;
    return running;
  }

  void advance(const unsigned *targets) override {
    forEachLane(running, [&](unsigned lane) {
      if (targets[lane] == ControlFlow::none)
        alive.reset(lane);
      else
        move(places[lane], targets[lane]);
    });
  }

private:
  struct Place {
    unsigned block = 0;
    /// Of each loop around the block.
    SmallVector<unsigned, 4> iterations;
  };

  void move(Place &place, unsigned target) {
    ArrayRef<unsigned> before = flow.headers[place.block];
    ArrayRef<unsigned> after = flow.headers[target];
    unsigned shared = 0;
    while (shared < before.size() && shared < after.size() &&
           before[shared] == after[shared])
      ++shared;
    place.iterations.resize(shared);
    if (shared == after.size() && shared > 0 && after.back() == target)
      ++place.iterations.back();
    place.iterations.resize(after.size(), 0);
    place.block = target;
  }

  int compare(unsigned lane, unsigned other) const {
    const Place &a = places[lane], &b = places[other];
    ArrayRef<unsigned> aHeaders = flow.headers[a.block];
    ArrayRef<unsigned> bHeaders = flow.headers[b.block];
    for (unsigned depth = 0;; ++depth) {
      bool aEnds = depth == aHeaders.size(), bEnds = depth == bHeaders.size();
      unsigned aOrder = flow.order[aEnds ? a.block : aHeaders[depth]];
      unsigned bOrder = flow.order[bEnds ? b.block : bHeaders[depth]];
      if (aOrder != bOrder)
        return aOrder < bOrder ? -1 : 1;
      if (aEnds && bEnds)
        return 0;
      if (a.iterations[depth] != b.iterations[depth])
        return a.iterations[depth] < b.iterations[depth] ? -1 : 1;
    }
  }

  const ControlFlow &flow;
  LaneMask alive, running;
  Place places[mostLanes];
};

} // namespace

std::unique_ptr<Schedule> rundxil::makeSchedule(Reconvergence kind,
                                                const ControlFlow &flow) {
  if (kind == Reconvergence::PostDominators)
    return std::make_unique<PostDominatorSchedule>(flow);
  return std::make_unique<LoopSchedule>(flow);
}
