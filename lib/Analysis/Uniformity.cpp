//===- Uniformity.cpp - Which values are the same for a wave or a group -----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/IR/Wave.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;
using Kind = gpu::AllReduceOperation;

//===----------------------------------------------------------------------===//
// Uniformity
//===----------------------------------------------------------------------===//

Uniformity Uniformity::join(const Uniformity &other) const {
  Uniformity result;
  result.step = std::max(step, other.step);
  result.fromNumbers = fromNumbers || other.fromNumbers;
  result.fromMemory = fromMemory || other.fromMemory;
  const Uniformity &worse = other.step > step ? other : *this;
  result.origin = worse.origin ? worse.origin : other.origin;
  return result;
}

/// The origin only serves diagnostics: a fixed point need not wait for it.
bool Uniformity::operator==(const Uniformity &other) const {
  return step == other.step && fromNumbers == other.fromNumbers &&
         fromMemory == other.fromMemory;
}

llvm::raw_ostream &wave::operator<<(llvm::raw_ostream &os,
                                    const Uniformity &value) {
  static constexpr StringLiteral kSteps[] = {"group", "wave", "lane"};
  os << kSteps[static_cast<unsigned>(value.step)];
  if (value.isGroupUniform())
    return os;
  os << " (" << (value.fromNumbers ? "numbers" : "");
  if (value.fromMemory)
    os << (value.fromNumbers ? ", " : "") << "memory";
  return os << ")";
}

static Uniformity fromNumbers(Operation &op, UniformityStep step) {
  return {step, /*fromNumbers=*/true, /*fromMemory=*/false, &op};
}

static Uniformity fromMemory(Operation &op) {
  return {UniformityStep::Lane, /*fromNumbers=*/false, /*fromMemory=*/true,
          &op};
}

/// `value` with its step replaced; its reasons stay.
static Uniformity withStep(Operation &op, Uniformity value,
                           UniformityStep step) {
  value.step = step;
  value.fromNumbers = true;
  if (!value.origin)
    value.origin = &op;
  return value;
}

//===----------------------------------------------------------------------===//
// Transfer functions
//===----------------------------------------------------------------------===//

/// Whether combining n equal values gives that value again, whatever n.
static bool isIdempotent(Kind kind) {
  switch (kind) {
  case Kind::ADD:
  case Kind::MUL:
  case Kind::XOR:
    return false;
  default:
    return true;
  }
}

/// A load is uniform only where nobody writes in between: a read-only argument, or
/// one that this function never writes. Two arguments never overlap when one of
/// them is written.
Uniformity UniformityAnalysis::transferLoad(Operation &op,
                                            const MemoryAccess &access) const {
  Uniformity address;
  for (Value index : access.indices)
    address = address.join(get(index));
  Value memory = access.memory;
  if (!isa<BlockArgument>(memory) ||
      cast<BlockArgument>(memory).getOwner()->getParentOp() != function ||
      written.contains(memory))
    return fromMemory(op).join(address);
  if (address.isGroupUniform())
    return address;
  // Different addresses hold different values.
  address.fromMemory = true;
  return address;
}

Uniformity UniformityAnalysis::transfer(Operation &op) const {
  auto joinOperands = [&] {
    Uniformity result;
    for (Value operand : op.getOperands())
      result = result.join(get(operand));
    return result;
  };
  auto kernel = dyn_cast<FuncOp>(function);
  return TypeSwitch<Operation *, Uniformity>(&op)
      .Case<GroupIdOp, GroupCountOp, GroupWaveCountOp, GroupsharedOp, SettingOp,
            AssumeUniformOp, gpu::SubgroupSizeOp>(
          [](auto) { return Uniformity(); })
      .Case<memref::DimOp, ImageSizeOp>([](auto) { return Uniformity(); })
      .Case<LaneCountOp>([&](Operation *) {
        // A group of num_waves has waves of one size, in whatever form; others may
        // differ.
        bool fixed =
            kernel &&
            (kernel.getNumWavesAttr() || hasSurplusForm(kernel) ||
             (kernel.getWaveSize() && kernel.getWaveSize()->size() == 1));
        return fixed ? Uniformity() : fromNumbers(op, UniformityStep::Wave);
      })
      .Case<gpu::SubgroupIdOp>(
          [&](Operation *) { return fromNumbers(op, UniformityStep::Wave); })
      .Case<GroupWaveIndexOp>(
          [&](Operation *) { return fromNumbers(op, UniformityStep::Wave); })
      .Case<LaneIndexOp, IsFirstLaneOp, DispatchThreadIdOp, GroupThreadIdOp,
            GroupIndexOp>(
          [&](Operation *) { return fromNumbers(op, UniformityStep::Lane); })
      // A NaN equals nothing, not even itself in a wave of one active lane.
      .Case<AllEqualOp>([&](AllEqualOp equal) {
        Uniformity value = joinOperands();
        return value.isGroupUniform() && !isa<FloatType>(getScalarType(
                                             equal.getValue().getType()))
                   ? value
                   : withStep(op, value, UniformityStep::Wave);
      })
      .Case<AnyOp, AllOp, ReadFirstLaneOp>([&](Operation *) {
        Uniformity value = joinOperands();
        return value.isGroupUniform()
                   ? value
                   : withStep(op, value, UniformityStep::Wave);
      })
      .Case<ReduceOp>([&](ReduceOp reduce) {
        Uniformity value = joinOperands();
        return value.isGroupUniform() && isIdempotent(reduce.getKind())
                   ? value
                   : withStep(op, value, UniformityStep::Wave);
      })
      // How many lanes are active differs between waves.
      .Case<BallotOp, CountBitsOp>([&](Operation *) {
        return withStep(op, joinOperands(), UniformityStep::Wave);
      })
      .Case<PrefixOp, PrefixCountBitsOp, MultiPrefixOp, MultiPrefixCountBitsOp>(
          [&](Operation *) {
            return withStep(op, joinOperands(), UniformityStep::Lane);
          })
      // One value gives all active lanes, but each NaN its own lane.
      .Case<MatchOp>([&](MatchOp match) {
        Uniformity value = joinOperands();
        bool same = value.isWaveUniform() &&
                    !isa<FloatType>(getScalarType(match.getValue().getType()));
        return withStep(op, value,
                        same ? UniformityStep::Wave : UniformityStep::Lane);
      })
      // Quads of a wave differ unless the wave's lanes are all the same; which lane
      // is read does not matter then.
      .Case<QuadReadAcrossOp, QuadReadLaneOp, QuadAnyOp, QuadAllOp>(
          [&](Operation *) {
            Uniformity value = get(op.getOperand(0));
            return value.isWaveUniform()
                       ? value
                       : withStep(op, value, UniformityStep::Lane);
          })
      .Case<ReadLaneOp>([&](ReadLaneOp read) {
        Uniformity value = get(read.getValue()), lane = get(read.getLane());
        if (value.isGroupUniform())
          return value;
        return withStep(op, value.join(lane),
                        lane.isWaveUniform() ? UniformityStep::Wave
                                             : UniformityStep::Lane);
      })
      .Case<memref::LoadOp, vector::LoadOp, ImageLoadOp>(
          [&](Operation *) { return transferLoad(op, *getMemoryAccess(&op)); })
      .Default([&](Operation *) {
        // Arithmetic gives equal results for equal operands; of everything else
        // nothing is known.
        bool isFunction =
            isMemoryEffectFree(&op) && op.getNumRegions() == 0 &&
            (op.getNumOperands() > 0 || op.hasTrait<OpTrait::ConstantLike>());
        return isFunction ? joinOperands() : fromMemory(op);
      });
}

//===----------------------------------------------------------------------===//
// UniformityAnalysis
//===----------------------------------------------------------------------===//

UniformityAnalysis::UniformityAnalysis(Operation *function)
    : function(function) {
  function->walk([&](Operation *op) {
    if (Value memory = getWrittenMemory(op))
      written.insert(memory);
    else if (isa<CallOp>(op))
      written.insert(op->operand_begin(), op->operand_end());
  });
  // A helper's arguments may be anything.
  auto kernel = dyn_cast<FuncOp>(function);
  bool isKernel = kernel && kernel.getKernel();
  for (Region &region : function->getRegions())
    for (Value argument : region.getArguments())
      values[argument] = isKernel ? Uniformity() : fromMemory(*function);
  // Values only get worse, and there are three steps and two reasons: this ends.
  do {
    changed = false;
    for (Region &region : function->getRegions())
      for (Block &block : region)
        visitBlock(block);
  } while (changed);
}

Uniformity UniformityAnalysis::get(Value value) const {
  return values.lookup(value);
}

void UniformityAnalysis::update(Value value, const Uniformity &uniformity) {
  auto [it, inserted] = values.try_emplace(value, uniformity);
  if (inserted) {
    changed = true;
    return;
  }
  Uniformity joined = it->second.join(uniformity);
  changed |= !(joined == it->second);
  it->second = joined;
}

void UniformityAnalysis::visitBlock(Block &block) {
  for (Operation &op : block)
    visit(op);
}

void UniformityAnalysis::visit(Operation &op) {
  if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
    for (Region *region : ifOp.getRegions())
      for (Block &block : *region)
        visitBlock(block);
    for (OpResult result : ifOp.getResults()) {
      Value then = ifOp.thenYield().getOperand(result.getResultNumber());
      Value otherwise = ifOp.elseYield().getOperand(result.getResultNumber());
      Uniformity merged = get(then).join(get(otherwise));
      // The same value on both sides does not depend on the side.
      update(result, then == otherwise ? merged
                                       : merged.join(get(ifOp.getCondition())));
    }
    return;
  }
  if (auto forOp = dyn_cast<scf::ForOp>(op)) {
    // Lanes that are in the same trip have the same induction variable.
    update(forOp.getInductionVar(),
           get(forOp.getLowerBound()).join(get(forOp.getStep())));
    auto yield = cast<scf::YieldOp>(forOp.getBody()->getTerminator());
    for (auto [argument, init, yielded] :
         llvm::zip_equal(forOp.getRegionIterArgs(), forOp.getInitArgs(),
                         yield.getOperands()))
      update(argument, get(init).join(get(yielded)));
    visitBlock(*forOp.getBody());
    for (auto [result, init, yielded] : llvm::zip_equal(
             forOp.getResults(), forOp.getInitArgs(), yield.getOperands()))
      update(result, get(init).join(get(yielded)).join(getDecision(forOp)));
    return;
  }
  if (auto whileOp = dyn_cast<scf::WhileOp>(op)) {
    auto condition = whileOp.getConditionOp();
    auto yield = whileOp.getYieldOp();
    for (auto [argument, init, yielded] :
         llvm::zip_equal(whileOp.getBeforeArguments(), whileOp.getInits(),
                         yield.getOperands()))
      update(argument, get(init).join(get(yielded)));
    visitBlock(*whileOp.getBeforeBody());
    for (auto [argument, result, passed] :
         llvm::zip_equal(whileOp.getAfterArguments(), whileOp.getResults(),
                         condition.getArgs())) {
      update(argument, get(passed));
      update(result, get(passed).join(get(condition.getCondition())));
    }
    visitBlock(*whileOp.getAfterBody());
    return;
  }
  // Of what other operations hand to their regions nothing is known.
  for (Region &region : op.getRegions())
    for (Block &block : region) {
      for (Value argument : block.getArguments())
        update(argument, fromMemory(op));
      visitBlock(block);
    }
  if (op.getNumResults() == 0)
    return;
  Uniformity uniformity = transfer(op);
  // What is the same for the only wave is the same for the group.
  auto kernel = dyn_cast<FuncOp>(function);
  if (uniformity.isWaveUniform() && kernel && isSingleWave(kernel))
    uniformity = Uniformity();
  for (Value result : op.getResults())
    update(result, uniformity);
}

/// How uniform it is which lanes run a region of `op`, and how often.
Uniformity UniformityAnalysis::getDecision(Operation *op) const {
  return TypeSwitch<Operation *, Uniformity>(op)
      .Case<scf::IfOp>([&](scf::IfOp ifOp) { return get(ifOp.getCondition()); })
      .Case<scf::ForOp>([&](scf::ForOp forOp) {
        return get(forOp.getLowerBound())
            .join(get(forOp.getUpperBound()))
            .join(get(forOp.getStep()));
      })
      .Case<scf::WhileOp>([&](scf::WhileOp whileOp) {
        return get(whileOp.getConditionOp().getCondition());
      })
      .Default([&](Operation *other) { return fromMemory(*other); });
}

SmallVector<Decision> UniformityAnalysis::getDecisions(Operation *op) const {
  SmallVector<Decision> decisions;
  for (Operation *parent = op->getParentOp(); parent && parent != function;
       parent = parent->getParentOp())
    decisions.push_back({parent, getDecision(parent)});
  return decisions;
}

Uniformity UniformityAnalysis::getControl(Operation *op) const {
  Uniformity control;
  for (const Decision &decision : getDecisions(op))
    control = control.join(decision.uniformity);
  return control;
}
