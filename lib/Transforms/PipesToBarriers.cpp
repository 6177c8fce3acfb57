//===- PipesToBarriers.cpp - Pipes as barriers of the group ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The waves are divided into roles: waves of one role take the same branches. The
// pass executes the roles side by side, as far as each can go without waiting, and
// writes down what they do. Where all of them wait, it writes a barrier of the
// group if that lets one go on, or merges their loops into one loop. PipeCounts.h
// knows what a step waits for, and LockstepCode.h how the code is written.

#include "LockstepCode.h"
#include "PipeCounts.h"

#include "WaveDialect/Transforms/Passes.h"
#include "WaveDialect/Transforms/UniformSlice.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::wave {
#define GEN_PASS_DEF_PIPESTOBARRIERS
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

static bool holdsStep(Operation *op) {
  return op
      ->walk([](Operation *nested) {
        return nested->hasTrait<OrdersSomeWaves>() ? WalkResult::interrupt()
                                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

namespace {
/// The branches around steps, and the waves that take the same ones.
struct Roles {
  explicit Roles(FuncOp kernel);

  SmallVector<WaveSet, 4> waves;
  /// The roles that take the first branch, for each `scf.if` around a step whose
  /// condition the wave index decides.
  DenseMap<Operation *, RoleSet> taking;
};
} // namespace

Roles::Roles(FuncOp kernel) {
  const WaveNumbers numbers(kernel, WaveNumbers::kExhaustive);
  waves.push_back(numbers.getAll());
  DenseMap<Operation *, WaveSet> decided;
  kernel.walk([&](scf::IfOp ifOp) {
    if (!holdsStep(ifOp))
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

namespace {
/// Roles that execute the kernel, or one iteration of their loops, or a branch.
struct Frame {
  RoleSet roles;
  /// The next operation of each role.
  SmallVector<Operation *, 4> next;
};

class Lockstep {
public:
  explicit Lockstep(FuncOp kernel);
  LogicalResult run();

private:
  struct Pipe {
    PipeCounts counts;
    /// The stage of the use from which the counts begin.
    Value base;
  };
  struct State {
    SmallVector<Pipe, 2> pipes;
    LockstepCode::Snapshot code;
  };

  LogicalResult run(Frame &frame);
  RoleSet getAt(const Frame &frame, Operation *op) const;
  bool canExecute(unsigned role, Operation *op) const;
  LogicalResult execute(Frame &frame, Operation *op, const RoleSet &roles);
  LogicalResult executeStep(PipeStepInterface step, const RoleSet &roles);
  void enterBranch(Frame &frame, scf::IfOp ifOp, const RoleSet &roles);
  bool isBranch(Operation *op) const { return roles.taking.contains(op); }
  bool isEndOfBranch(Operation *op) const {
    return isa<scf::YieldOp>(op) && isBranch(op->getParentOp());
  }

  bool tryBarrier(Frame &frame);
  bool tryMeeting(Frame &frame);
  LogicalResult merge(Frame &frame, Operation *first);
  LogicalResult mergeLoops(ArrayRef<Operation *> loops, Frame &frame);
  LogicalResult mergeBranches(ArrayRef<Operation *> ifOps, Frame &frame);
  /// Writes the body of merged loops, or one branch of merged conditions; returns
  /// the stages with which it ends.
  FailureOr<SmallVector<Value>> runPart(ArrayRef<Operation *> ops,
                                        const Frame &frame, unsigned region,
                                        ArrayRef<Pipe> begin);

  Pipe *getPipe(Value pipe);
  Value getStage(const Pipe &pipe, int use, Location loc);
  State save() const { return {pipes, code.save()}; }

  LogicalResult refuse(Operation *op, const Twine &reason);
  LogicalResult reportWaiting(const Frame &frame);

  FuncOp kernel;
  Roles roles;
  LockstepCode code;
  SmallVector<Pipe, 2> pipes;
  /// The place of each operation in the text.
  DenseMap<Operation *, unsigned> places;
};
} // namespace

Lockstep::Lockstep(FuncOp kernel)
    : kernel(kernel), roles(kernel), code(kernel, roles.waves) {
  kernel.walk<WalkOrder::PreOrder>(
      [&](Operation *op) { places[op] = places.size(); });
}

LogicalResult Lockstep::refuse(Operation *op, const Twine &reason) {
  InFlightDiagnostic error = [&] {
    if (!pipes.empty())
      return pipes.front().counts.getPipe()->emitError(
          "the target does not support pipes, and barriers of the group cannot "
          "take the place of this one: run the kernel on CUDA, on the CPU or in "
          "the interpreter [pipe-target]");
    WavesBarrierOp barrier;
    kernel.walk([&](WavesBarrierOp each) {
      barrier = each;
      return WalkResult::interrupt();
    });
    return barrier.emitError(
        "the target does not support barriers of some waves of the group, and "
        "barriers of the group cannot take their place: run the kernel on CUDA, "
        "on the CPU or in the interpreter [waves-barrier-target]");
  }();
  error.attachNote(op->getLoc()) << reason;
  return error;
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
    return refuse(op, "a value of this type is computed by some of the waves and "
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

Lockstep::Pipe *Lockstep::getPipe(Value pipe) {
  return llvm::find_if(pipes, [&](const Pipe &each) {
    return each.counts.getPipe() == pipe.getDefiningOp();
  });
}

static bool entersStage(PipeStepInterface step) {
  return step.getStep() == PipeStep::Acquire || step.getStep() == PipeStep::Wait;
}

/// Whether the role executes `op` without waiting for another role.
bool Lockstep::canExecute(unsigned role, Operation *op) const {
  if (isBranch(op) || isEndOfBranch(op))
    return true;
  if (auto step = dyn_cast<PipeStepInterface>(op))
    return !entersStage(step) ||
           const_cast<Lockstep *>(this)->getPipe(step.getPipe())->counts.canEnter(
               role);
  return !op->hasTrait<OpTrait::IsTerminator>() && !holdsStep(op) &&
         !holdsGroupBarrier(op);
}

LogicalResult Lockstep::run(Frame &frame) {
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
      RoleSet able = getAt(frame, first);
      for (unsigned role : getAt(frame, first).set_bits())
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
    Operation *merged = nullptr;
    for (unsigned role : frame.roles.set_bits())
      if (Operation *op = frame.next[role];
          isa<scf::ForOp, scf::IfOp>(op) &&
          (!merged || places.at(op) < places.at(merged)))
        merged = op;
    if (!merged)
      return reportWaiting(frame);
    if (failed(merge(frame, merged)))
      return failure();
  }
}

//===----------------------------------------------------------------------===//
// Operations that wait for nobody
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
  Value sum = arith::AddIOp::create(builder, loc, pipe.base,
                                    getConstant(distance));
  Value stage =
      arith::RemUIOp::create(builder, loc, sum, getConstant(stages));
  code.setCommon(stage);
  return stage;
}

LogicalResult Lockstep::executeStep(PipeStepInterface step,
                                    const RoleSet &able) {
  Pipe &pipe = *getPipe(step.getPipe());
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
      if (getPipe(step.getPipe())->counts.canEnter(role, /*afterBarrier=*/true))
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
      holdsStep(op))
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

//===----------------------------------------------------------------------===//
// Loops and conditions
//===----------------------------------------------------------------------===//

/// The values that decide how often `op` executes its regions.
static SmallVector<Value> getDecisions(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()};
  return {cast<scf::IfOp>(op).getCondition()};
}

/// Merges `first` with the loops or conditions at which other roles are.
LogicalResult Lockstep::merge(Frame &frame, Operation *first) {
  const RoleSet own = getAt(frame, first);
  for (Value value : getDecisions(first))
    if (!code.isCommon(code.get(value, own)))
      return refuse(first,
                    isa<scf::ForOp>(first)
                        ? "some of the waves compute the bounds of this loop"
                        : "some of the waves compute this condition, and it "
                          "does not depend on the wave index alone");
  auto isEqual = [&](Operation *other) {
    if (other->getName() != first->getName())
      return false;
    if (auto loop = dyn_cast<scf::ForOp>(first);
        loop &&
        loop.getUnsignedCmp() != cast<scf::ForOp>(other).getUnsignedCmp())
      return false;
    const RoleSet theirs = getAt(frame, other);
    return llvm::all_of(
        llvm::zip_equal(getDecisions(first), getDecisions(other)),
        [&](const auto &pair) {
          auto [a, b] = pair;
          return code.areEqual(code.get(a, own), code.get(b, theirs));
        });
  };
  SmallVector<Operation *> ops;
  Frame part{RoleSet(roles.waves.size()), frame.next};
  for (unsigned role : frame.roles.set_bits()) {
    Operation *op = frame.next[role];
    if (!isEqual(op))
      continue;
    part.roles.set(role);
    if (!llvm::is_contained(ops, op))
      ops.push_back(op);
  }
  if (failed(isa<scf::ForOp>(first) ? mergeLoops(ops, part)
                                    : mergeBranches(ops, part)))
    return failure();
  for (unsigned role : part.roles.set_bits())
    frame.next[role] = frame.next[role]->getNextNode();
  return success();
}

FailureOr<SmallVector<Value>>
Lockstep::runPart(ArrayRef<Operation *> ops, const Frame &frame,
                  unsigned region, ArrayRef<Pipe> begin) {
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
  while (true) {
    const State begin = save();
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
      bind(loop.getRegionIterArgs(),
           [](scf::ForOp old) -> ValueRange { return old.getRegionIterArgs(); });
      FailureOr<SmallVector<Value>> stages =
          runPart(loops, frame, /*region=*/0, begin.pipes);
      if (failed(stages))
        return failure();
      results = *stages;
      for (Operation *op : loops)
        for (Value value : cast<scf::ForOp>(op).getYieldedValues())
          results.push_back(code.get(value, getAt(frame, op)));
      scf::YieldOp::create(builder, first.getLoc(), results);
    }
    // What holds at the end of an iteration must hold at the head.
    SmallVector<Pipe, 2> head = begin.pipes;
    bool changed = false;
    for (auto [own, end] : llvm::zip_equal(head, pipes))
      changed |= own.counts.join(end.counts);
    pipes = std::move(head);
    if (!changed) {
      bind(loop.getResults(),
           [](scf::ForOp old) -> ValueRange { return old.getResults(); });
      return success();
    }
    code.restore(begin.code);
    loop.erase();
  }
}

LogicalResult Lockstep::mergeBranches(ArrayRef<Operation *> ifOps,
                                      Frame &frame) {
  OpBuilder &builder = code.getBuilder();
  auto first = cast<scf::IfOp>(ifOps.front());
  SmallVector<Type> types(pipes.size(), builder.getI32Type());
  for (Operation *op : ifOps)
    llvm::append_range(types, op->getResultTypes());
  auto ifOp = scf::IfOp::create(
      builder, first.getLoc(), types,
      code.get(first.getCondition(), getAt(frame, first)),
      /*addThenBlock=*/true, /*addElseBlock=*/true);
  const State begin = save();
  SmallVector<Pipe, 2> end;
  for (unsigned region : {0, 1}) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&ifOp->getRegion(region).front());
    pipes = begin.pipes;
    FailureOr<SmallVector<Value>> results =
        runPart(ifOps, frame, region, begin.pipes);
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

//===----------------------------------------------------------------------===//
// What stops it
//===----------------------------------------------------------------------===//

/// No role can go on.
LogicalResult Lockstep::reportWaiting(const Frame &frame) {
  auto describeWaves = [&](unsigned role) {
    const WaveSet &waves = roles.waves[role];
    return (waves.count() == 1 ? "wave " : "waves ") +
           describe(waves, /*open=*/false);
  };
  for (unsigned role : frame.roles.set_bits()) {
    Operation *op = frame.next[role];
    if (op->getNumRegions() != 0 && holdsStep(op))
      return refuse(op, "this loop has no bounds that are known before it: use "
                        "`for` and `range`");
  }
  for (unsigned role : frame.roles.set_bits()) {
    Operation *op = frame.next[role];
    if (!op->hasTrait<OpTrait::IsTerminator>())
      return refuse(op, Twine(describeWaves(role)) +
                            " would wait here for other waves, which do not "
                            "reach their step in the same loop");
  }
  llvm_unreachable("a role is not at its end");
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct PipesToBarriers final : wave::impl::PipesToBarriersBase<PipesToBarriers> {
  using PipesToBarriersBase::PipesToBarriersBase;

  void runOnWaveIR() override {
    bool ok = true;
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel() &&
          (!function.getOps<PipeOp>().empty() || ordersSomeWaves(function)))
        ok &= succeeded(Lockstep(function).run());
    });
    if (!ok)
      signalPassFailure();
  }
};
} // namespace
