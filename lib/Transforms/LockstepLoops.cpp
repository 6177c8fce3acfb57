//===- LockstepLoops.cpp - Loops and conditions of several waves, merged --===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lockstep.h"

using namespace mlir;
using namespace mlir::wave;

/// The values that decide how often `op` executes its regions.
static SmallVector<Value> getDecisions(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()};
  return {cast<scf::IfOp>(op).getCondition()};
}

/// Whether all waves of the group know how often `op` executes its regions.
bool Lockstep::isCommon(const Frame &frame, Operation *op) {
  return llvm::all_of(getDecisions(op), [&](Value value) {
    return code.isCommon(code.get(value, getAt(frame, op)));
  });
}

/// Whether the waves execute the regions of both equally often.
bool Lockstep::areAlike(const Frame &frame, Operation *one, Operation *other) {
  if (one->getName() != other->getName())
    return false;
  auto loop = dyn_cast<scf::ForOp>(one);
  return (!loop ||
          loop.getUnsignedCmp() == cast<scf::ForOp>(other).getUnsignedCmp()) &&
         llvm::all_of(llvm::zip_equal(getDecisions(one), getDecisions(other)),
                      [&](const auto &pair) {
                        auto [a, b] = pair;
                        return code.areEqual(code.get(a, getAt(frame, one)),
                                             code.get(b, getAt(frame, other)));
                      });
}

/// Returns the waves that take part in the steps in `op`.
WaveSet Lockstep::getPartners(Operation *op) const {
  WaveSet partners(roles.waves.front().size());
  auto add = [&](ArrayRef<int32_t> waves) {
    for (int32_t wave : waves)
      partners.set(wave);
  };
  op->walk([&](Operation *nested) {
    if (auto step = dyn_cast<PipeStepInterface>(nested)) {
      auto pipe = step.getPipe().getDefiningOp<PipeOp>();
      add(pipe.getProducers());
      add(pipe.getConsumers());
    } else if (auto barrier = dyn_cast<WavesBarrierOp>(nested)) {
      add(barrier.getWaves());
    }
  });
  return partners;
}

/// Returns the pipes, and the sets of barriers, that have steps in `op`.
static DenseSet<const void *> getPipesAndSets(Operation *op) {
  DenseSet<const void *> found;
  op->walk([&](Operation *nested) {
    if (auto step = dyn_cast<PipeStepInterface>(nested))
      found.insert(step.getPipe().getAsOpaquePointer());
    else if (auto barrier = dyn_cast<WavesBarrierOp>(nested))
      found.insert(Builder(op->getContext())
                       .getDenseI32ArrayAttr(barrier.getSet())
                       .getAsOpaquePointer());
  });
  return found;
}

/// Returns `first`, and the loops or conditions like it at which other roles are
/// and that have steps of the same pipes and sets.
SmallVector<Operation *> Lockstep::getAlike(const Frame &frame,
                                            Operation *first) {
  SmallVector<Operation *> ops{first};
  DenseSet<const void *> common = getPipesAndSets(first);
  for (bool grows = true; grows;) {
    grows = false;
    for (unsigned role : frame.roles.set_bits()) {
      Operation *op = frame.next[role];
      if (llvm::is_contained(ops, op) || !areAlike(frame, first, op))
        continue;
      const DenseSet<const void *> own = getPipesAndSets(op);
      if (llvm::none_of(
              own, [&](const void *each) { return common.contains(each); }))
        continue;
      common.insert(own.begin(), own.end());
      ops.push_back(op);
      grows = true;
    }
  }
  return ops;
}

/// Merges loops or conditions at which all waves are that take part in their
/// steps.
LogicalResult Lockstep::merge(Frame &frame) {
  Operation *first = nullptr;
  SmallVector<Operation *> ops;
  for (unsigned role : frame.roles.set_bits()) {
    Operation *op = frame.next[role];
    if (!isa<scf::ForOp, scf::IfOp>(op) || !ordersSomeWaves(op))
      continue;
    if (!isCommon(frame, op))
      return refuse(op,
                    isa<scf::ForOp>(op)
                        ? "some of the waves compute the bounds of this loop"
                        : "some of the waves compute this condition, and it "
                          "does not depend on the wave index alone");
    if (!first || places.at(op) < places.at(first))
      first = op;
    if (!ops.empty())
      continue;
    ops = getAlike(frame, op);
    WaveSet missing(roles.waves.front().size());
    for (Operation *each : ops)
      missing |= getPartners(each);
    for (Operation *each : ops) {
      const RoleSet at = getAt(frame, each);
      for (unsigned present : at.set_bits())
        missing.reset(roles.waves[present]);
    }
    if (missing.any())
      ops.clear();
  }
  if (ops.empty())
    return reportWaiting(first);
  Frame part{RoleSet(roles.waves.size()), frame.next};
  for (Operation *op : ops)
    part.roles |= getAt(frame, op);
  if (failed(isa<scf::ForOp>(ops.front()) ? mergeLoops(ops, part)
                                          : mergeBranches(ops, part)))
    return failure();
  for (unsigned role : part.roles.set_bits())
    frame.next[role] = frame.next[role]->getNextNode();
  return success();
}

FailureOr<SmallVector<Value>> Lockstep::runPart(ArrayRef<Operation *> ops,
                                                const Frame &frame,
                                                unsigned region,
                                                ArrayRef<Pipe> begin) {
  Frame inside = frame;
  inside.roles.reset();
  for (Operation *op : ops) {
    if (op->getRegion(region).empty())
      continue;
    const RoleSet at = getAt(frame, op);
    inside.roles |= at;
    for (unsigned role : at.set_bits())
      inside.next[role] = &op->getRegion(region).front().front();
  }
  if (failed(run(inside)))
    return failure();
  SmallVector<Value> stages;
  for (auto [pipe, before] : llvm::zip_equal(pipes, begin)) {
    const std::optional<int> advance = pipe.counts.getAdvance(before.counts);
    if (!advance)
      return refuse(ops.front(),
                    isa<scf::ForOp>(ops.front())
                        ? "the waves of the pipe do not all execute the same "
                          "number of uses in an iteration of this loop and of "
                          "loops with the same bounds"
                        : "the waves of the pipe do not all execute the same "
                          "number of uses under this condition");
    stages.push_back(getStage(pipe, *advance, ops.front()->getLoc()));
    pipe.counts.rebase(*advance);
  }
  return stages;
}

LogicalResult Lockstep::mergeLoops(ArrayRef<Operation *> loops, Frame &frame) {
  OpBuilder &builder = code.getBuilder();
  auto first = cast<scf::ForOp>(loops.front());
  // Each try has less that is ordered at the head, so a few stages are enough. It never
  // ends if no wave takes the steps of the pipe's other side.
  constexpr unsigned mostTries = 64;
  for (unsigned tries = 0; tries < mostTries; ++tries) {
    const SmallVector<Pipe, 2> begin = pipes;
    const LockstepCode::Snapshot written = code.save();
    SmallVector<Value> inits;
    for (const Pipe &pipe : pipes)
      inits.push_back(pipe.base);
    for (Operation *op : loops)
      for (Value init : cast<scf::ForOp>(op).getInitArgs())
        inits.push_back(code.get(init, getAt(frame, op)));
    auto getBound = [&](Value bound) {
      return code.get(bound, getAt(frame, first));
    };
    auto loop = scf::ForOp::create(
        builder, first.getLoc(), getBound(first.getLowerBound()),
        getBound(first.getUpperBound()), getBound(first.getStep()), inits,
        /*bodyBuilder=*/nullptr, first.getUnsignedCmp());
    loop->setDiscardableAttrs(first->getDiscardableAttrDictionary());
    auto bind = [&](ValueRange values, auto getOld) {
      for (auto [pipe, value] : llvm::zip(pipes, values)) {
        pipe.base = value;
        code.setCommon(value);
      }
      values = values.drop_front(pipes.size());
      for (Operation *op : loops) {
        const ValueRange old = getOld(cast<scf::ForOp>(op));
        for (auto [own, value] : llvm::zip(old, values))
          code.set(own, value, getAt(frame, op));
        values = values.drop_front(old.size());
      }
    };
    SmallVector<Value> results;
    {
      OpBuilder::InsertionGuard guard(builder);
      if (!loop.getBody()->empty())
        loop.getBody()->getTerminator()->erase();
      builder.setInsertionPointToEnd(loop.getBody());
      code.setCommon(loop.getInductionVar());
      for (Operation *op : loops)
        code.set(cast<scf::ForOp>(op).getInductionVar(), loop.getInductionVar(),
                 getAt(frame, op));
      bind(loop.getRegionIterArgs(), [](scf::ForOp old) -> ValueRange {
        return old.getRegionIterArgs();
      });
      FailureOr<SmallVector<Value>> stages =
          runPart(loops, frame, /*region=*/0, begin);
      if (failed(stages))
        return failure();
      results = *stages;
      for (Operation *op : loops)
        for (Value value : cast<scf::ForOp>(op).getYieldedValues())
          results.push_back(code.get(value, getAt(frame, op)));
      scf::YieldOp::create(builder, first.getLoc(), results);
    }
    // What holds at the end of an iteration must hold at the head.
    SmallVector<Pipe, 2> head = begin;
    bool changed = false;
    for (auto [own, end] : llvm::zip_equal(head, pipes))
      changed |= own.counts.join(end.counts);
    pipes = std::move(head);
    if (!changed) {
      bind(loop.getResults(),
           [](scf::ForOp old) -> ValueRange { return old.getResults(); });
      return success();
    }
    code.restore(written);
    loop.erase();
  }
  return refuse(first,
                "no wave takes the steps of the pipe for which the waves "
                "of this loop wait");
}

LogicalResult Lockstep::mergeBranches(ArrayRef<Operation *> ifOps,
                                      Frame &frame) {
  OpBuilder &builder = code.getBuilder();
  auto first = cast<scf::IfOp>(ifOps.front());
  SmallVector<Type> types(pipes.size(), builder.getI32Type());
  for (Operation *op : ifOps)
    llvm::append_range(types, op->getResultTypes());
  auto ifOp =
      scf::IfOp::create(builder, first.getLoc(), types,
                        code.get(first.getCondition(), getAt(frame, first)),
                        /*addThenBlock=*/true, /*addElseBlock=*/true);
  const SmallVector<Pipe, 2> begin = pipes;
  SmallVector<Pipe, 2> end;
  for (unsigned region : {0, 1}) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&ifOp->getRegion(region).front());
    pipes = begin;
    FailureOr<SmallVector<Value>> results =
        runPart(ifOps, frame, region, begin);
    if (failed(results))
      return failure();
    for (Operation *op : ifOps)
      if (op->getNumResults() != 0)
        for (Value value :
             op->getRegion(region).front().getTerminator()->getOperands())
          results->push_back(code.get(value, getAt(frame, op)));
    scf::YieldOp::create(builder, first.getLoc(), *results);
    if (region == 0)
      end = pipes;
  }
  for (auto [pipe, other] : llvm::zip_equal(pipes, end))
    pipe.counts.join(other.counts);
  ValueRange values = ifOp.getResults();
  for (auto [pipe, value] : llvm::zip(pipes, values)) {
    pipe.base = value;
    code.setCommon(value);
  }
  values = values.drop_front(pipes.size());
  for (Operation *op : ifOps) {
    for (auto [old, value] : llvm::zip(op->getResults(), values))
      code.set(old, value, getAt(frame, op));
    values = values.drop_front(op->getNumResults());
  }
  return success();
}
