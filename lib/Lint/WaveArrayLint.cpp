//===- WaveArrayLint.cpp - Arrays shorter than the wave count -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"
#include "LaneNumbers.h"
#include "Lint.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
/// An access by a wave for which the array has no element.
struct Overrun {
  Operation *op;
  int32_t waveSize;
  int64_t waves, wave, index, length;
};
} // namespace

static std::optional<int64_t> getLength(GroupsharedOp array,
                                        NumberEvaluator &lane) {
  if (Value size = array.getSize())
    return lane.get(size);
  return cast<MemRefType>(array.getType()).getDimSize(0);
}

/// Returns the first out-of-bounds access by a wave of this size.
static std::optional<Overrun> findOverrun(GroupsharedOp array, int32_t waveSize,
                                          const LintedKernel &kernel) {
  const int64_t waves = kernel.getWaves(waveSize);
  for (Operation *user : array.getMemory().getUsers()) {
    std::optional<MemoryAccess> access = getMemoryAccess(user);
    // The elements of a matrix are not adjacent.
    if (!access || access->indices.size() != 1 || user->hasTrait<WholeWave>() ||
        !mentionsOperation(access->indices.front(),
                           llvm::IsaPred<GroupWaveIndexOp>))
      continue;
    // The index increases or decreases with the wave index.
    for (int64_t wave : {waves - 1, int64_t(0)}) {
      LaneNumbers numbers;
      numbers.lane = 0;
      numbers.lanes = waveSize;
      numbers.wave = wave;
      numbers.waves = waves;
      NumberEvaluator lane(numbers);
      std::optional<int64_t> index = lane.get(access->indices.front()),
                             length = getLength(array, lane);
      if (index && length && *index + access->components > *length &&
          getExecution(user, lane, kernel) == Execution::Always)
        return Overrun{user, waveSize, waves, wave, *index, *length};
    }
  }
  return std::nullopt;
}

static LintFinding describe(GroupsharedOp array, const Overrun &overrun,
                            const LintedKernel &kernel) {
  LintFinding found{
      array,
      llvm::formatv("wave {0} accesses element {1} of this array of {2}",
                    overrun.wave, overrun.index, overrun.length),
      "give the array 'wave.group_wave_count' elements",
      {{overrun.op, "the wave's index is used here"}},
      "'wave.group_wave_count'"};
  if (kernel.threads) {
    found.message +=
        llvm::formatv(": at a wave size of {0} the group has {1} waves",
                      overrun.waveSize, overrun.waves);
    found.fix = std::to_string(kernel.getWaves(kernel.waveSizes.front()));
    found.help = llvm::formatv(
        "give the array {0} elements, one for each of the most waves that the "
        "group's {1} threads fill, or state a larger smallest wave_size",
        found.fix, *kernel.threads);
  }
  // Elements indexed by more than the wave index need another length, and a
  // computed length may have another purpose.
  if (overrun.index != overrun.wave || overrun.wave + 1 != overrun.waves ||
      (array.getSize() && !getConstant(array.getSize())))
    found.fix.clear();
  return found;
}

void wave::lintArrayOfWaves(LintedKernel &kernel, LintReport report) {
  for (GroupsharedOp array : kernel.kernel.getBody().getOps<GroupsharedOp>())
    // The smallest wave size first: it has the largest wave count.
    for (int32_t size : kernel.waveSizes)
      if (std::optional<Overrun> overrun = findOverrun(array, size, kernel)) {
        report(describe(array, *overrun, kernel));
        break;
      }
}
