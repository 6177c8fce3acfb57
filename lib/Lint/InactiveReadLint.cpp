//===- InactiveReadLint.cpp - Reads of a lane that may be inactive --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"
#include "LaneNumbers.h"
#include "Lint.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::wave;

/// Returns an operation that may keep the lane from executing `op` while other
/// lanes execute it: a condition, a loop or a return; null if there is none.
static Operation *findReason(Operation *op, NumberEvaluator &lane,
                             const LintedKernel &kernel) {
  const UniformityAnalysis &uniformity = kernel.uniformity;
  for (Operation *place = op; place->getParentOp() != kernel.kernel;
       place = place->getParentOp()) {
    auto ifOp = dyn_cast<scf::IfOp>(place->getParentOp());
    if (!ifOp || uniformity.get(ifOp.getCondition()).isWaveUniform())
      continue;
    std::optional<int64_t> condition = lane.get(ifOp.getCondition());
    if (!condition ||
        (*condition != 0) != (place->getBlock() == ifOp.thenBlock()))
      return ifOp;
  }
  for (const Decision &decision : uniformity.getDecisions(op))
    if (isa<LoopLikeOpInterface>(decision.op) &&
        !decision.uniformity.isWaveUniform())
      return decision.op;
  for (RetireIfOp retire : kernel.retires) {
    const bool isOfWave =
        uniformity.get(retire.getCondition()).isWaveUniform() &&
        uniformity.getControl(retire).isWaveUniform();
    if (!isOfWave && mayPrecede(retire, op) &&
        lane.get(retire.getCondition()) != 0)
      return retire;
  }
  return nullptr;
}

void wave::lintInactiveRead(LintedKernel &kernel, LintReport report) {
  kernel.kernel.walk([&](ReadLaneOp read) {
    std::optional<int64_t> number = getConstant(read.getLane());
    if (!number)
      return;
    LaneNumbers numbers;
    numbers.lane = *number;
    NumberEvaluator lane(numbers);
    Operation *reason = findReason(read, lane, kernel);
    if (!reason)
      return;
    StringRef what = isa<scf::IfOp>(reason)
                         ? "this condition differs between lanes"
                     : isa<RetireIfOp>(reason)
                         ? "lanes return here"
                         : "lanes leave this loop in different iterations";
    LintFinding found{
        read,
        llvm::formatv("lane {0} may not be active here, and what is read of "
                      "an inactive lane is undefined",
                      *number),
        *number == 0
            ? "'wave.read_first_lane' reads the first lane that is active"
            : "read it where all lanes are active, or take "
              "'wave.read_first_lane' if any lane will do",
        {{reason, what.str()}}};
    if (*number == 0)
      found.fix = "'wave.read_first_lane'";
    report(found);
  });
}
