//===- GroupsharedSizeLint.cpp - Occupancy limited by groupshared memory --===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupsharedTargets.h"
#include "LaneNumbers.h"
#include "Lint.h"

#include "WaveDialect/Transforms/GroupsharedSize.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::wave;

static constexpr int64_t kKiB = 1024;

/// From CUDA's programming guide and cuda_occupancy.h (compute capabilities 7.5,
/// 8.6, 8.9 and 9.0), LLVM's AMDGPUBaseInfo.cpp, and Intel's occupancy
/// calculator.
static constexpr GroupsharedTarget kTargets[] = {
    {"turing", 64 * kKiB, 0, 32, 32, 16, 16},
    {"ampere", 100 * kKiB, kKiB, 32, 48, 16, 16},
    {"ada", 100 * kKiB, kKiB, 32, 48, 24, 24},
    {"hopper", 228 * kKiB, kKiB, 32, 64, 32, 32},
    {"gcn", 64 * kKiB, 0, 64, 40, 16, 40},
    {"rdna2", 128 * kKiB, 0, 32, 64, 32, 64},
    {"xe-hpg", 128 * kKiB, 0, 16, 128, 128, 128},
};

llvm::ArrayRef<GroupsharedTarget> wave::getGroupsharedTargets() {
  return kTargets;
}

/// Returns the bytes of all arrays at a wave size; none if a length is unknown.
static std::optional<int64_t> getBytes(FuncOp kernel, int32_t waveSize,
                                       GroupsharedOp &largest) {
  LaneNumbers numbers;
  numbers.lanes = waveSize;
  int64_t bytes = 0, most = 0;
  for (GroupsharedOp array : kernel.getBody().getOps<GroupsharedOp>()) {
    auto type = cast<MemRefType>(array.getType());
    int64_t length = type.getDimSize(0);
    if (Value size = array.getSize()) {
      std::optional<int64_t> known = NumberEvaluator(numbers).get(size);
      if (!known || *known <= 0)
        return std::nullopt;
      length = *known;
    }
    auto sized = MemRefType::get({length}, type.getElementType(), AffineMap(),
                                 type.getMemorySpace());
    const int64_t end = addArray(bytes, sized);
    if (end - bytes > most) {
      most = end - bytes;
      largest = array;
    }
    bytes = end;
  }
  return bytes;
}

namespace {
/// The share of a unit's waves that run, in percent.
struct Occupancy {
  int64_t groups, waves, percent, percentWithout;
};
} // namespace

static std::optional<Occupancy> getOccupancy(const LintedKernel &kernel,
                                             const GroupsharedTarget &target,
                                             GroupsharedOp &largest) {
  // A kernel for other wave sizes does not run there at this size.
  int32_t size = target.waveSize;
  if (!llvm::is_contained(kernel.waveSizes, size))
    return std::nullopt;
  std::optional<int64_t> bytes = getBytes(kernel.kernel, size, largest);
  if (!bytes || *bytes == 0)
    return std::nullopt;
  const int64_t waves = kernel.getWaves(size);
  const int64_t without =
      std::min<int64_t>(waves == 1 ? target.groupsOfOneWave : target.groups,
                        target.waves / waves);
  const int64_t groups =
      std::min(without, target.bytes / (*bytes + target.reserved));
  auto share = [&](int64_t number) {
    return std::min<int64_t>(100, number * waves * 100 / target.waves);
  };
  return Occupancy{groups, groups * waves, share(groups), share(without)};
}

void wave::lintGroupsharedSize(LintedKernel &kernel, LintReport report) {
  // The stages of a pipe hide the latency of loads within one group.
  if (!kernel.kernel.getBody().getOps<PipeOp>().empty())
    return;
  std::string details;
  GroupsharedOp largest;
  for (const GroupsharedTarget &target : kTargets) {
    if (!kernel.settings.targets.empty() &&
        !llvm::is_contained(kernel.settings.targets, target.name.str()))
      continue;
    std::optional<Occupancy> found = getOccupancy(kernel, target, largest);
    if (!found)
      continue;
    // Memory must be the limit, and on every requested machine.
    if (found->percent >= kernel.settings.occupancy ||
        found->percent >= found->percentWithout)
      return;
    details +=
        llvm::formatv("{0}{1} {2} of {3} waves ({4} %, without it {5} %)",
                      details.empty() ? "" : ", ", target.name, found->waves,
                      target.waves, found->percent, found->percentWithout);
  }
  if (details.empty())
    return;
  GroupsharedOp ignored;
  std::optional<int64_t> bytes =
      getBytes(kernel.kernel, kernel.waveSizes.back(), ignored);
  if (!bytes)
    return;
  report(
      {largest,
       llvm::formatv("{0} bytes of groupshared memory a group leave room for "
                     "less than {1} % of the waves of a unit: {2}",
                     *bytes, kernel.settings.occupancy, details),
       "use smaller arrays or elements, share one array between parts of the "
       "kernel, or let more waves of a group work on the same memory",
       {}});
}
