//===- WaveSizeLint.cpp - Arithmetic for one wave size only ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"
#include "Lint.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::wave;

static std::string getSizes(const LintedKernel &kernel) {
  return llvm::formatv("{0} to {1}", kernel.waveSizes.front(),
                       kernel.waveSizes.back());
}

static bool isLaneIndex(Value value) {
  return value.getDefiningOp<LaneIndexOp>() != nullptr;
}

/// Whether control flow uses it as a condition, alone or with other conditions.
static bool decidesFlow(Operation *op) {
  return llvm::any_of(op->getUsers(), [](Operation *user) {
    return isa<scf::IfOp, scf::ConditionOp, RetireIfOp>(user) ||
           (isa<arith::AndIOp, arith::OrIOp>(user) && decidesFlow(user));
  });
}

/// Reports a constant index of the last lane: `lane_index == 31`.
static void lintLastLane(LintedKernel &kernel, arith::CmpIOp compare,
                         LintReport report) {
  using Predicate = arith::CmpIPredicate;
  if (compare.getPredicate() != Predicate::eq &&
      compare.getPredicate() != Predicate::ne)
    return;
  std::optional<int64_t> number = getConstant(compare.getRhs());
  Value lane = compare.getLhs();
  if (!number) {
    number = getConstant(lane);
    lane = compare.getRhs();
  }
  if (!decidesFlow(compare) || !number || !isLaneIndex(lane) ||
      *number < kernel.waveSizes.front() ||
      !llvm::is_contained(kernel.waveSizes, *number + 1))
    return;
  report({compare,
          llvm::formatv("lane {0} is the last one of waves of {1} lanes alone, "
                        "and the kernel runs at {2}",
                        *number, *number + 1, getSizes(kernel)),
          llvm::formatv(
              "compare with 'wave.lane_count' - 1, or state wave_size({0})",
              *number + 1),
          {}});
}

/// Reports a lane that smaller waves do not have.
static void lintReadLane(LintedKernel &kernel, ReadLaneOp read,
                         LintReport report) {
  const int64_t least = kernel.waveSizes.front();
  std::optional<int64_t> number = getConstant(read.getLane());
  if (number && *number >= least && *number < kernel.waveSizes.back()) {
    report({read,
            llvm::formatv("waves of {0} lanes have no lane {1}, and the kernel "
                          "runs at {2}",
                          least, *number, getSizes(kernel)),
            "count the lane from 'wave.lane_count', such as 'wave.lane_count' "
            "- 1 for the "
            "last, or state the one wave_size",
            {}});
    return;
  }
  auto exchange = read.getLane().getDefiningOp<arith::XOrIOp>();
  if (!exchange || !isLaneIndex(exchange.getLhs()))
    return;
  number = getConstant(exchange.getRhs());
  if (number && *number >= least && *number < kernel.waveSizes.back())
    report({read,
            llvm::formatv("lanes that are {0} apart are not in one wave of {1} "
                          "lanes, and the kernel runs at {2}",
                          *number, least, getSizes(kernel)),
            "use a reduction or a scan of the whole wave, or begin with "
            "'wave.lane_count' // 2",
            {}});
}

/// Reports `group_wave_index * 32 + lane_index`.
static void lintSlotsOfWaves(LintedKernel &kernel, Operation *op,
                             const MemoryAccess &access, LintReport report) {
  if (access.indices.size() != 1 || kernel.kernel.getNumWavesValue() == 1)
    return;
  std::optional<IndexForm> form = kernel.forms.get(access.indices.front());
  if (!form || form->lane != 1 || form->waveStart != 0 || form->thread != 0 ||
      form->wave >= kernel.waveSizes.back() ||
      !llvm::is_contained(kernel.waveSizes, form->wave))
    return;
  // Only some lanes may be active.
  if (!kernel.uniformity.getControl(op).isWaveUniform())
    return;
  report({op,
          llvm::formatv("waves lie {0} elements apart and their lanes side by "
                        "side, so that waves of more lanes overlap; the kernel "
                        "runs at {1}",
                        form->wave, getSizes(kernel)),
          llvm::formatv("use 'wave.group_wave_index' * 'wave.lane_count' + "
                        "'wave.lane_index', or "
                        "state wave_size({0})",
                        form->wave),
          {}});
}

void wave::lintAssumedSize(LintedKernel &kernel, LintReport report) {
  if (kernel.waveSizes.size() == 1)
    return;
  kernel.kernel.walk([&](Operation *op) {
    if (auto compare = dyn_cast<arith::CmpIOp>(op))
      lintLastLane(kernel, compare, report);
    else if (auto read = dyn_cast<ReadLaneOp>(op))
      lintReadLane(kernel, read, report);
    else if (std::optional<MemoryAccess> access = getMemoryAccess(op))
      lintSlotsOfWaves(kernel, op, *access, report);
  });
}
