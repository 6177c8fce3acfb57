//===- Lockstep.cpp - Waves side by side in one sequence ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lockstep.h"

#include "WaveDialect/Transforms/UniformSlice.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

Roles::Roles(FuncOp kernel) {
  const WaveNumbers numbers(kernel, WaveNumbers::kExhaustive);
  waves.push_back(numbers.getAll());
  DenseMap<Operation *, WaveSet> decided;
  kernel.walk([&](scf::IfOp ifOp) {
    if (!ordersSomeWaves(ifOp))
      return;
    const WaveSet reaching = numbers.getReaching(ifOp);
    WaveSet first(numbers.size());
    for (unsigned wave : reaching.set_bits()) {
      TypedAttr condition = numbers.get(ifOp.getCondition(), wave);
      if (!condition)
        return;
      if (!cast<IntegerAttr>(condition).getValue().isZero())
        first.set(wave);
    }
    decided[ifOp] = first;
    SmallVector<WaveSet, 4> parts;
    for (const WaveSet &each : waves)
      for (const WaveSet &part : {each & first, WaveSet(each).reset(first)})
        if (part.any())
          parts.push_back(part);
    waves = std::move(parts);
  });
  for (auto &[ifOp, first] : decided) {
    RoleSet &set = taking[ifOp];
    set.resize(waves.size());
    for (auto [role, own] : llvm::enumerate(waves))
      if (own.anyCommon(first))
        set.set(role);
  }
}

//===----------------------------------------------------------------------===//
// Execution side by side
//===----------------------------------------------------------------------===//

Lockstep::Lockstep(FuncOp kernel)
    : kernel(kernel), roles(kernel), code(kernel, roles.waves) {
  kernel.walk<WalkOrder::PreOrder>(
      [&](Operation *op) { places[op] = places.size(); });
}

LogicalResult Lockstep::run() {
  for (PipeOp pipe : kernel.getOps<PipeOp>()) {
    Value zero = arith::ConstantIntOp::create(code.getBuilder(), pipe.getLoc(),
                                              /*value=*/0, /*width=*/32);
    code.setCommon(zero);
    pipes.push_back({PipeCounts(pipe, roles.waves), zero});
  }
  Block &body = kernel.getBody().front();
  Frame frame{code.getAll(), {}};
  frame.next.assign(roles.waves.size(), &body.front());
  if (failed(run(frame)))
    return failure();
  code.getBuilder().clone(*body.getTerminator());
  if (Operation *op = code.getFailure())
    return refuse(op,
                  "a value of this type is computed by some of the waves and "
                  "used by them after a step");
  code.finish();
  return success();
}

RoleSet Lockstep::getAt(const Frame &frame, Operation *op) const {
  RoleSet at(roles.waves.size());
  for (unsigned role : frame.roles.set_bits())
    if (frame.next[role] == op)
      at.set(role);
  return at;
}

Lockstep::Pipe &Lockstep::getPipe(Value pipe) {
  return *llvm::find_if(pipes, [&](const Pipe &each) {
    return each.counts.getPipe() == pipe.getDefiningOp();
  });
}

static bool entersStage(PipeStepInterface step) {
  return step.getStep() == PipeStep::Acquire ||
         step.getStep() == PipeStep::Wait;
}

/// Whether the role executes `op` without waiting for another role.
bool Lockstep::canExecute(unsigned role, Operation *op) const {
  if (isBranch(op) || isEndOfBranch(op))
    return true;
  if (auto step = dyn_cast<PipeStepInterface>(op))
    return !entersStage(step) || getPipe(step.getPipe()).counts.canEnter(role);
  return !op->hasTrait<OpTrait::IsTerminator>() && !ordersSomeWaves(op) &&
         !holdsGroupBarrier(op);
}

LogicalResult Lockstep::run(Frame &frame) {
  frames.push_back(&frame);
  const auto leave = llvm::make_scope_exit([&] { frames.pop_back(); });
  while (true) {
    // In the order of the text, so that the roles meet at what all execute.
    Operation *first = nullptr;
    bool isDone = true;
    for (unsigned role : frame.roles.set_bits()) {
      Operation *op = frame.next[role];
      const bool ends =
          op->hasTrait<OpTrait::IsTerminator>() && !isEndOfBranch(op);
      isDone &= ends;
      if (canExecute(role, op) && (!first || places.at(op) < places.at(first)))
        first = op;
    }
    if (first) {
      const RoleSet at = getAt(frame, first);
      RoleSet able = at;
      for (unsigned role : at.set_bits())
        if (!canExecute(role, first))
          able.reset(role);
      if (failed(execute(frame, first, able)))
        return failure();
      continue;
    }
    code.flush();
    if (isDone)
      return success();
    if (tryBarrier(frame) || tryMeeting(frame))
      continue;
    if (failed(merge(frame)))
      return failure();
  }
}

//===----------------------------------------------------------------------===//
// Operations that need not wait
//===----------------------------------------------------------------------===//

LogicalResult Lockstep::execute(Frame &frame, Operation *op,
                                const RoleSet &able) {
  Operation *next = op->getNextNode();
  if (auto step = dyn_cast<PipeStepInterface>(op)) {
    if (failed(executeStep(step, able)))
      return failure();
  } else if (isBranch(op)) {
    enterBranch(frame, cast<scf::IfOp>(op), able);
    return success();
  } else if (isEndOfBranch(op)) {
    Operation *branch = op->getParentOp();
    if (branch->getNumResults() != 0)
      code.flush();
    for (auto [result, operand] :
         llvm::zip_equal(branch->getResults(), op->getOperands()))
      for (unsigned role : able.set_bits()) {
        RoleSet own(able.size());
        own.set(role);
        code.set(result, code.get(operand, own), own);
      }
    next = branch->getNextNode();
  } else if (!isa<PipeOp>(op)) {
    code.add(op, able);
  }
  for (unsigned role : able.set_bits())
    frame.next[role] = next;
  return success();
}

void Lockstep::enterBranch(Frame &frame, scf::IfOp ifOp, const RoleSet &able) {
  for (unsigned role : able.set_bits()) {
    Block *block =
        roles.taking[ifOp].test(role) ? ifOp.thenBlock() : ifOp.elseBlock();
    frame.next[role] = block ? &block->front() : ifOp->getNextNode();
  }
}

/// Returns the stage of a use, counted from the base of the pipe.
Value Lockstep::getStage(const Pipe &pipe, int use, Location loc) {
  const int stages = pipe.counts.getStages();
  const int distance = (use % stages + stages) % stages;
  if (distance == 0)
    return pipe.base;
  OpBuilder &builder = code.getBuilder();
  auto getConstant = [&](int number) {
    return arith::ConstantIntOp::create(builder, loc, number, 32);
  };
  Value sum =
      arith::AddIOp::create(builder, loc, pipe.base, getConstant(distance));
  Value stage = arith::RemUIOp::create(builder, loc, sum, getConstant(stages));
  code.setCommon(stage);
  return stage;
}

LogicalResult Lockstep::executeStep(PipeStepInterface step,
                                    const RoleSet &able) {
  Pipe &pipe = getPipe(step.getPipe());
  for (unsigned role : able.set_bits()) {
    if (!entersStage(step)) {
      if (failed(pipe.counts.leave(role)))
        return refuse(step, "this step has no open use of the pipe");
      continue;
    }
    RoleSet own(able.size());
    own.set(role);
    code.set(step->getResult(0),
             getStage(pipe, pipe.counts.enter(role), step.getLoc()), own);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// Writes a barrier if a role can go on after it.
bool Lockstep::tryBarrier(Frame &frame) {
  Operation *reason = nullptr;
  SmallVector<Operation *> met;
  for (unsigned role : frame.roles.set_bits()) {
    Operation *op = frame.next[role];
    if (auto step = dyn_cast<PipeStepInterface>(op)) {
      if (getPipe(step.getPipe()).counts.canEnter(role, /*afterBarrier=*/true))
        reason = op;
    } else if (auto barrier = dyn_cast<WavesBarrierOp>(op)) {
      WaveSet waiting(roles.waves.front().size());
      for (unsigned other : frame.roles.set_bits())
        if (auto theirs = dyn_cast<WavesBarrierOp>(frame.next[other]);
            theirs && theirs.getSet() == barrier.getSet())
          waiting |= roles.waves[other];
      if (llvm::all_of(barrier.getSet(),
                       [&](int32_t wave) { return waiting.test(wave); }))
        met.push_back(op);
    }
  }
  if (!reason && met.empty())
    return false;
  code.addBarrier((reason ? reason : met.front())->getLoc());
  for (Pipe &pipe : pipes)
    pipe.counts.meet();
  for (unsigned role : frame.roles.set_bits())
    if (llvm::is_contained(met, frame.next[role]))
      frame.next[role] = frame.next[role]->getNextNode();
  return true;
}

/// Writes an operation with barriers of the group at which all waves are.
bool Lockstep::tryMeeting(Frame &frame) {
  Operation *op = frame.next[frame.roles.find_first()];
  if (frame.roles != code.getAll() || getAt(frame, op) != frame.roles ||
      ordersSomeWaves(op))
    return false;
  code.add(op, frame.roles);
  code.flush();
  if (auto barrier = dyn_cast<BarrierOp>(op);
      barrier && barrier.getScope() == BarrierScope::All)
    for (Pipe &pipe : pipes)
      pipe.counts.meet();
  frame.next.assign(frame.next.size(), op->getNextNode());
  return true;
}
