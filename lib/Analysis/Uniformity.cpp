//===- Uniformity.cpp - The uniformity of values ----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/Uniformity.h"
#include "UniformitySolver.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// Uniformity
//===----------------------------------------------------------------------===//

Uniformity Uniformity::join(const Uniformity &other) const {
  Uniformity result;
  result.step = std::max(step, other.step);
  result.fromNumbers = fromNumbers || other.fromNumbers;
  result.fromMemory = fromMemory || other.fromMemory;
  result.fromWaveSize = fromWaveSize || other.fromWaveSize;
  const Uniformity &worse = other.step > step ? other : *this;
  result.origin = worse.origin ? worse.origin : other.origin;
  return result;
}

/// The origin only serves diagnostics, so the fixed point ignores it.
bool Uniformity::operator==(const Uniformity &other) const {
  return step == other.step && fromNumbers == other.fromNumbers &&
         fromMemory == other.fromMemory && fromWaveSize == other.fromWaveSize;
}

llvm::raw_ostream &wave::operator<<(llvm::raw_ostream &os,
                                    const Uniformity &value) {
  static constexpr StringLiteral kSteps[] = {"group", "wave", "lane"};
  os << kSteps[static_cast<unsigned>(value.step)];
  if (value.isGroupUniform())
    return os;
  SmallVector<StringRef, 3> reasons;
  if (value.fromNumbers)
    reasons.push_back("numbers");
  if (value.fromMemory)
    reasons.push_back("memory");
  if (value.fromWaveSize)
    reasons.push_back("wave size");
  os << " (";
  llvm::interleaveComma(reasons, os);
  return os << ")";
}

//===----------------------------------------------------------------------===//
// UniformityAnalysis
//===----------------------------------------------------------------------===//

UniformityAnalysis::UniformityAnalysis(Operation *function)
    : function(function) {
  UniformitySolver(*this).run();
}

UniformityAnalysis::UniformityAnalysis(FuncOp kernel, unsigned waves)
    : function(kernel), waves(waves) {
  UniformitySolver(*this).run();
}

Uniformity UniformityAnalysis::get(Value value) const {
  return values.lookup(value);
}

/// The uniformity of the decision which lanes run a region of `op`, and how
/// often.
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
      .Default([](Operation *other) {
        return Uniformity{UniformityStep::Lane, /*fromNumbers=*/false,
                          /*fromMemory=*/true, other};
      });
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
