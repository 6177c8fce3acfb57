//===- ArraySizeRule.cpp - Lengths of arrays at every wave size -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Targets fold counts at different places, some for one wave size. The rule looks at the
// kernel before any of them, so that all targets refuse the same kernels.

#include "ArraySizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
enum class Mistake { TooFew, TooMany, Wraps };

/// A mistake with its number, and the wave sizes at which it occurs.
struct Finding {
  Mistake mistake;
  int64_t number;
  bool usesLaneCount;
  SmallVector<int32_t, 6> waveSizes;
};
} // namespace

/// The sizes at which a group of the kernel fits the limit of threads.
static SmallVector<int32_t> getFittingSizes(FuncOp kernel) {
  SmallVector<int32_t> sizes = kernel.getWaveSizes();
  const int64_t waves = kernel.getNumWavesValue().value_or(0);
  const int64_t limit = getThreadLimit(kernel.getStageOrDefault());
  llvm::erase_if(sizes, [&](int32_t size) { return waves > limit / size; });
  return sizes;
}

/// The first mistake in the length of an array, with all sizes that have it.
static std::optional<Finding> findMistake(Value length, FuncOp kernel) {
  std::optional<Finding> first;
  for (int32_t waveSize : getFittingSizes(kernel)) {
    SizeEvaluator evaluator(kernel, waveSize);
    std::optional<int64_t> number = evaluator.getNumber(length);
    std::optional<Mistake> mistake;
    if (evaluator.wrapped)
      mistake = *evaluator.wrapped < 0 ? Mistake::TooFew : Mistake::Wraps;
    else if (number && *number < 1)
      mistake = Mistake::TooFew;
    else if (number && *number > INT32_MAX)
      mistake = Mistake::TooMany;
    if (!mistake)
      continue;
    const int64_t found = evaluator.wrapped.value_or(number.value_or(0));
    if (!first)
      first = {*mistake, found, evaluator.usesLaneCount, {}};
    if (first->mistake == *mistake && first->number == found)
      first->waveSizes.push_back(waveSize);
  }
  return first;
}

/// " (the kernel runs with num_waves(4) and waves of 32, 64 or 128 lanes)", as far as the
/// number depends on either.
static void describeLaunch(InFlightDiagnostic &error, FuncOp kernel,
                           Value length, const Finding &finding) {
  std::optional<int64_t> waves = kernel.getNumWavesValue();
  if (length.getDefiningOp<arith::ConstantOp>())
    waves = std::nullopt;
  if (!waves && !finding.usesLaneCount)
    return;
  error << " (the kernel runs with ";
  if (waves)
    error << "num_waves(" << *waves << ")";
  if (finding.usesLaneCount) {
    error << (waves ? " and waves of " : "waves of ");
    ArrayRef<int32_t> sizes = finding.waveSizes;
    for (size_t i = 0; i < sizes.size(); ++i)
      error << (i == 0                  ? ""
                : i + 1 == sizes.size() ? " or "
                                        : ", ")
            << sizes[i];
    error << " lanes";
  }
  error << ")";
}

static LogicalResult verifyLength(Operation *memory, FuncOp kernel) {
  Value length = getLengthOperand(memory);
  std::optional<Finding> finding =
      length ? findMistake(length, kernel) : std::nullopt;
  if (!finding)
    return success();
  const ArrayKind kind = getArrayKind(memory);
  if (finding->mistake == Mistake::TooFew) {
    InFlightDiagnostic error = memory->emitError(kind.name)
                               << " must have at least one element, got "
                               << finding->number;
    describeLaunch(error, kernel, length, *finding);
    return error << (kind.isLocal ? " [local-array-empty]"
                                  : " [groupshared-empty]");
  }
  if (finding->mistake == Mistake::TooMany) {
    InFlightDiagnostic error = memory->emitError(kind.name)
                               << " must have at most " << INT32_MAX
                               << " elements, got " << finding->number;
    describeLaunch(error, kernel, length, *finding);
    return error << (kind.isLocal ? " [local-array-limit]"
                                  : " [groupshared-limit]");
  }
  InFlightDiagnostic error = memory->emitError("the size of ")
                             << kind.name << " is computed from "
                             << finding->number
                             << ", which does not fit into its type";
  describeLaunch(error, kernel, length, *finding);
  return error << (kind.isLocal ? " [local-array-limit]"
                                : " [groupshared-limit]");
}

LogicalResult wave::verifyArraySizes(FuncOp kernel) {
  bool ok = true;
  kernel.walk([&](Operation *op) {
    if (isa<GroupsharedOp, memref::AllocaOp>(op))
      ok &= succeeded(verifyLength(op, kernel));
  });
  return success(ok);
}
