//===- UniformityControlFlow.cpp - Uniformity across control flow -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImpliedConditions.h"
#include "UniformitySolver.h"

#include "WaveDialect/IR/KernelLaunch.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::wave;

UniformitySolver::UniformitySolver(UniformityAnalysis &analysis)
    : analysis(analysis), function(analysis.function),
      kernel(dyn_cast<FuncOp>(function)) {
  if (!kernel)
    return;
  if (analysis.waves)
    numbers.emplace(kernel);
  isSingleWave = wave::isSingleWave(kernel);
  // Targets that convert waves to threads request full waves, or assume them.
  hasFullWaves = kernel.getKernel() &&
                 (kernel.getNumWavesAttr() || KernelLaunch::get(kernel));
  // A group of num_waves has waves of one size, in every form; others may
  // differ.
  hasOneWaveSize = kernel.getNumWavesAttr() || hasSurplusForm(kernel) ||
                   (kernel.getWaveSize() && kernel.getWaveSize()->size() == 1);
}

void UniformitySolver::run() {
  findWrites();
  // The arguments of a helper are unknown.
  Uniformity argument;
  if (!kernel || !kernel.getKernel())
    argument = {UniformityStep::Lane, /*fromNumbers=*/false,
                /*fromMemory=*/true, function};
  for (Region &region : function->getRegions())
    for (Value value : region.getArguments())
      update(value, argument);
  // Each value has three steps and three reasons, so this terminates.
  do {
    again = isPartial = false;
    for (Region &region : function->getRegions())
      for (Block &block : region)
        visitBlock(block);
    findUnequalPipes();
  } while (again);
}

/// The waves enter different numbers of stages if one of the steps is not for all of them.
void UniformitySolver::findUnequalPipes() {
  if (!numbers)
    return;
  function->walk([&](PipeStepInterface step) {
    if (step->getNumResults() && !getControl(step, nullptr).isGroupUniform())
      again |= unequalPipes.insert({step.getPipe(), step.getStep()}).second;
  });
}

/// Whether all of the waves that take the place of the group have the same results.
bool UniformitySolver::isSameInWaves(Operation &op) const {
  if (!numbers)
    return false;
  if (auto step = dyn_cast<PipeStepInterface>(op))
    return !unequalPipes.contains({step.getPipe(), step.getStep()});
  auto isSame = [&](Value result) {
    for (unsigned first = 0; first < numbers->size(); first += analysis.waves) {
      WaveSet waves(numbers->size());
      waves.set(first, std::min(first + analysis.waves, numbers->size()));
      if (!numbers->get(result, waves))
        return false;
    }
    return true;
  };
  return op.getNumRegions() == 0 && llvm::all_of(op.getResults(), isSame);
}

/// Joins the known uniformity of a value with `uniformity`; returns whether it
/// got worse.
bool UniformitySolver::update(Value value, Uniformity uniformity) {
  // A group-uniform value needs no reasons.
  if (uniformity.isGroupUniform())
    uniformity = Uniformity();
  auto [it, isNew] = analysis.values.try_emplace(value, uniformity);
  if (isNew)
    return !uniformity.isGroupUniform();
  Uniformity joined = it->second.join(uniformity);
  bool isWorse = !(joined == it->second);
  it->second = joined;
  return isWorse;
}

void UniformitySolver::visitBlock(Block &block) {
  for (Operation &op : block)
    visit(op);
}

void UniformitySolver::visit(Operation &op) {
  if (auto ifOp = dyn_cast<scf::IfOp>(op))
    return visitIf(ifOp);
  if (auto forOp = dyn_cast<scf::ForOp>(op))
    return visitFor(forOp);
  if (auto whileOp = dyn_cast<scf::WhileOp>(op))
    return visitWhile(whileOp);
  if (op.getNumRegions())
    return visitOther(op);
  if (auto retire = dyn_cast<RetireIfOp>(op)) {
    bool isTogether = get(retire.getCondition()).isWaveUniform() &&
                      getControl(&op, nullptr).isWaveUniform();
    if (!isTogether && partialReturns.insert(&op).second)
      // In a loop, it precedes the loop's operations from the next iteration
      // on.
      for (Operation *parent = op.getParentOp(); parent != function;
           parent = parent->getParentOp())
        if (isa<LoopLikeOpInterface>(parent))
          again |= partialReturns.insert(parent).second;
    isPartial |= !isTogether;
    return;
  }
  if (hasLocalArrays)
    visitStore(op);
  if (op.getNumResults() == 0)
    return;
  Uniformity uniformity = transfer(op);
  // In a group of one wave, wave-uniform values are group-uniform.
  if (uniformity.isWaveUniform() && !uniformity.isGroupUniform() &&
      (isSingleWave || isSameInWaves(op)))
    uniformity = Uniformity();
  for (Value result : op.getResults())
    update(result, uniformity);
}

/// The region arguments and the results of other operations are unknown.
void UniformitySolver::visitOther(Operation &op) {
  enterLoop(&op);
  const Uniformity unknown = {UniformityStep::Lane, /*fromNumbers=*/false,
                              /*fromMemory=*/true, &op};
  for (Region &region : op.getRegions())
    for (Block &block : region) {
      for (Value argument : block.getArguments())
        update(argument, unknown);
      visitBlock(block);
    }
  // The body of a map of matrices computes elements; the matrix is the wave's.
  const Uniformity made = op.hasTrait<WholeWave>() ? transfer(op) : unknown;
  for (Value result : op.getResults())
    update(result, made);
}

/// The uniformity of the decision which lanes run `op`, among those that ran
/// `since`, or the function if that is null.
Uniformity UniformitySolver::getControl(Operation *op, Operation *since) const {
  Operation *limit = since ? since->getParentOp() : function;
  Uniformity control;
  for (Operation *parent = op->getParentOp(); parent && parent != limit;
       parent = parent->getParentOp())
    control = control.join(analysis.getDecision(parent));
  return control;
}

/// Whether all lanes of a wave are active whenever the wave executes `op`.
bool UniformitySolver::isWholeWave(Operation &op) const {
  return hasFullWaves && !isPartial && getControl(&op, nullptr).isWaveUniform();
}

/// Lanes that return in one iteration are missing in the next.
void UniformitySolver::enterLoop(Operation *loop) {
  isPartial |= partialReturns.contains(loop);
}

/// Whether both are the same value.
static bool areSame(Value a, Value b) {
  if (a == b)
    return true;
  Attribute first, second;
  return matchPattern(a, m_Constant(&first)) &&
         matchPattern(b, m_Constant(&second)) && first == second;
}

void UniformitySolver::visitIf(scf::IfOp ifOp) {
  for (Region *region : ifOp.getRegions())
    for (Block &block : *region)
      visitBlock(block);
  for (OpResult result : ifOp.getResults()) {
    Value then = ifOp.thenYield().getOperand(result.getResultNumber());
    Value otherwise = ifOp.elseYield().getOperand(result.getResultNumber());
    Uniformity merged = get(then).join(get(otherwise));
    // A value that is the same on both sides does not depend on the condition.
    update(result, areSame(then, otherwise)
                       ? merged
                       : merged.join(get(ifOp.getCondition())));
  }
}

void UniformitySolver::visitFor(scf::ForOp forOp) {
  enterLoop(forOp);
  // Lanes in the same iteration have the same induction variable.
  update(forOp.getInductionVar(),
         get(forOp.getLowerBound()).join(get(forOp.getStep())));
  ValueRange yielded = forOp.getBody()->getTerminator()->getOperands();
  auto carried =
      llvm::zip_equal(forOp.getRegionIterArgs(), forOp.getInitArgs(), yielded);
  for (auto [argument, init, next] : carried)
    update(argument, get(init));
  bool changed;
  do {
    visitBlock(*forOp.getBody());
    changed = false;
    for (auto [argument, init, next] : carried)
      changed |= update(argument, get(next));
  } while (changed);
  const Uniformity decision = analysis.getDecision(forOp);
  for (auto [result, argument, init, next] :
       llvm::zip_equal(forOp.getResults(), forOp.getRegionIterArgs(),
                       forOp.getInitArgs(), yielded)) {
    // Values that no iteration changes are the same whenever a lane leaves.
    if (next == argument || next == init)
      update(result, get(init));
    else
      update(result, get(init).join(get(next)).join(decision));
  }
}

/// Returns the uniformity of `value` in lanes in which all `flags` are true,
/// which are computed next to it. A condition that a flag implies was true
/// there, and so was one without which a flag is false.
static Uniformity getWhereTrue(llvm::function_ref<Uniformity(Value)> get,
                               Value value, ArrayRef<Value> flags) {
  auto isTrue = [&](Value condition) {
    return llvm::any_of(flags,
                        [&](Value flag) { return isImplied(flag, condition); });
  };
  if (auto select = value.getDefiningOp<arith::SelectOp>())
    return isTrue(select.getCondition()) ? get(select.getTrueValue())
                                         : get(value);
  auto ifOp = value.getDefiningOp<scf::IfOp>();
  if (!ifOp)
    return get(value);
  Operation *side = findTakenSide(ifOp, flags);
  if (!side)
    return get(value);
  SmallVector<Value> inside = getFlagsInside(ifOp, side, flags);
  return getWhereTrue(
      get, side->getOperand(cast<OpResult>(value).getResultNumber()), inside);
}

/// Returns the uniformity of a value that the loop's condition passes to its
/// body, among lanes that stay in the loop. Lanes that are about to leave,
/// because a flag is false, are not among them, so their values from the
/// previous iteration do not matter.
Uniformity UniformitySolver::getPassed(scf::WhileOp whileOp,
                                       Value passed) const {
  Value goesOn = whileOp.getConditionOp().getCondition();
  if (isImplied(goesOn, passed))
    return Uniformity();
  const Uniformity known = get(passed);
  auto argument = dyn_cast<BlockArgument>(passed);
  if (known.isGroupUniform() || !argument ||
      argument.getOwner() != whileOp.getBeforeBody())
    return known;
  OperandRange yielded = whileOp.getYieldOp().getOperands();
  SmallVector<Value> flags = getFlagsOfNextTrip(whileOp);
  unsigned number = argument.getArgNumber();
  return get(whileOp.getInits()[number])
      .join(getWhereTrue([&](Value value) { return get(value); },
                         yielded[number], flags));
}

/// Returns the value that `passed` has in every iteration: a value from before
/// the loop, or the initial value of one that the loop carries unchanged. Null
/// if it may change.
static Value getInvariant(scf::WhileOp whileOp, Value passed) {
  if (!whileOp->isAncestor(passed.getParentBlock()->getParentOp()))
    return passed;
  auto argument = dyn_cast<BlockArgument>(passed);
  if (!argument || argument.getOwner() != whileOp.getBeforeBody())
    return nullptr;
  unsigned number = argument.getArgNumber();
  Value init = whileOp.getInits()[number];
  Value next = whileOp.getYieldOp().getOperand(number);
  if (next == init || next == passed)
    return init;
  auto handed = dyn_cast<BlockArgument>(next);
  if (handed && handed.getOwner() == whileOp.getAfterBody() &&
      whileOp.getConditionOp().getArgs()[handed.getArgNumber()] == passed)
    return init;
  return nullptr;
}

void UniformitySolver::visitWhile(scf::WhileOp whileOp) {
  enterLoop(whileOp);
  scf::ConditionOp condition = whileOp.getConditionOp();
  Value goesOn = condition.getCondition();
  auto carried =
      llvm::zip_equal(whileOp.getBeforeArguments(), whileOp.getInits(),
                      whileOp.getYieldOp().getOperands());
  for (auto [argument, init, next] : carried)
    update(argument, get(init));
  bool changed;
  do {
    const Uniformity before = get(goesOn);
    visitBlock(*whileOp.getBeforeBody());
    // Operations in this block depend on which lanes have left.
    changed = !(get(goesOn) == before);
    for (auto [argument, passed] :
         llvm::zip_equal(whileOp.getAfterArguments(), condition.getArgs()))
      update(argument, getPassed(whileOp, passed));
    visitBlock(*whileOp.getAfterBody());
    for (auto [argument, init, next] : carried)
      changed |= update(argument, get(next));
    for (auto [argument, passed] :
         llvm::zip_equal(whileOp.getAfterArguments(), condition.getArgs()))
      changed |= update(argument, getPassed(whileOp, passed));
  } while (changed);
  for (auto [result, passed] :
       llvm::zip_equal(whileOp.getResults(), condition.getArgs())) {
    // Leaving lanes have a false condition.
    if (passed == goesOn)
      update(result, Uniformity());
    else if (Value invariant = getInvariant(whileOp, passed))
      update(result, get(invariant));
    else
      update(result, get(passed).join(get(goesOn)));
  }
}
