//===- PipeOps.cpp - Pipes between waves of a group -------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/IR/Wave.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace mlir::wave;

LogicalResult PipeOp::verify() {
  auto kernel = dyn_cast<FuncOp>((*this)->getParentOp());
  std::optional<int64_t> waves;
  if (kernel && kernel.getKernel() &&
      kernel.getStageOrDefault() == Stage::Compute)
    waves = getStatedWaves(kernel);
  if (!waves) // C1
    return emitOpError(
        "must be in the own block of a compute kernel that states "
        "num_waves, outside of control flow and of helpers "
        "[pipe-place]");
  if (getStages() < 1 || getStages() > kMaxPipeStages) // C2
    return emitOpError("must have 1 to ") << kMaxPipeStages << " stages, got "
                                          << getStages() << " [pipe-shape]";
  llvm::SmallSet<int32_t, 8> seen;
  for (auto [name, set] : {std::pair("producers", getProducers()),
                           std::pair("consumers", getConsumers())}) {
    if (set.empty()) // C3
      return emitOpError("must have at least one wave in ")
             << name << " [pipe-shape]";
    for (int32_t wave : set) {
      if (wave < 0 || wave >= *waves) // C3
        return emitOpError("has no wave ")
               << wave << ": num_waves(" << *waves << ") makes waves 0 to "
               << *waves - 1 << " [pipe-shape]";
      if (!seen.insert(wave).second) // C3
        return emitOpError("must name each wave once, in one of its sets; it "
                           "names wave ")
               << wave << " twice [pipe-shape]";
    }
  }
  return success();
}

/// C1: the pipe of a step is known.
static LogicalResult verifyPipe(Operation *op, Value pipe) {
  if (pipe.getDefiningOp<PipeOp>())
    return success();
  auto argument = dyn_cast<BlockArgument>(pipe);
  // Unit tests have functions of other dialects.
  if (argument && isa<FunctionOpInterface>(argument.getOwner()->getParentOp()))
    return success();
  return op->emitOpError("must name a wave.pipe or an argument directly: a "
                         "pipe cannot be selected or carried by loops "
                         "[pipe-place]");
}

LogicalResult PipeAcquireOp::verify() { return verifyPipe(*this, getPipe()); }
LogicalResult PipeCommitOp::verify() { return verifyPipe(*this, getPipe()); }
LogicalResult PipeWaitOp::verify() { return verifyPipe(*this, getPipe()); }
LogicalResult PipeReleaseOp::verify() { return verifyPipe(*this, getPipe()); }

/// The range of a stage of the pipe.
static ConstantIntRanges getStageRange(Value pipe) {
  auto op = pipe.getDefiningOp<PipeOp>();
  const int32_t stages =
      op ? std::clamp<int32_t>(op.getStages(), 1, kMaxPipeStages)
         : kMaxPipeStages;
  return ConstantIntRanges::fromUnsigned(APInt(32, 0), APInt(32, stages - 1));
}

void PipeAcquireOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                      SetIntRangeFn set) {
  set(getStage(), getStageRange(getPipe()));
}

void PipeWaitOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                   SetIntRangeFn set) {
  set(getStage(), getStageRange(getPipe()));
}
