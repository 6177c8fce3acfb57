//===- CoarsenGroups.cpp - One group for the work of several --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Decides which kernels may be changed and how many groups fit together;
// GroupMerger.cpp does the work.

#include "GroupCost.h"
#include "GroupMerger.h"
#include "GroupsInTurn.h"
#include "SampledValue.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/IR/Coarsening.h"
#include "WaveDialect/Transforms/GroupsharedSize.h"
#include "WaveDialect/Transforms/LoadingSlice.h"
#include "WaveDialect/Transforms/OptimizationRemarks.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::wave {
#define GEN_PASS_DEF_COARSENGROUPS
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

static constexpr StringLiteral kPass = "wave-coarsen-groups";

/// The largest factor: code grows with it.
static constexpr unsigned kMostGroups = 16;

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

/// Whether `op` reads a buffer or an image that the kernel writes.
static bool readsWritten(Operation *op, const UnwrittenMemory &memory) {
  std::optional<MemoryAccess> access = getMemoryAccess(op);
  return access && access->reads && memory.isWritten(access->memory) &&
         isa<BlockArgument>(access->memory);
}

/// Whether operations in `loop` may compute `value` from memory that other groups
/// write. What they store to arrays may come from there, too.
static bool comesFromOthers(Value value, scf::WhileOp loop,
                            const UnwrittenMemory &memory,
                            DenseSet<Value> &seen) {
  if (!seen.insert(value).second)
    return false;
  const auto anyYield = [&](Operation *op) {
    return llvm::any_of(op->getRegions(), [&](Region &region) {
      return !region.empty() &&
             llvm::any_of(region.front().getTerminator()->getOperands(),
                          [&](Value source) {
                            return comesFromOthers(source, loop, memory, seen);
                          });
    });
  };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    // Any value that the loop carries may be the one that changes.
    return loop->isAncestor(parent) && anyYield(parent);
  }
  Operation *op = value.getDefiningOp();
  if (!loop->isProperAncestor(op))
    return false;
  if (std::optional<MemoryAccess> access = getMemoryAccess(op)) {
    if (readsWritten(op, memory))
      return true;
    if (!isa<BlockArgument>(access->memory))
      return loop
          ->walk([&](Operation *other) {
            return readsWritten(other, memory) || isa<AsyncCopyOp>(other)
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  }
  return anyYield(op) || llvm::any_of(op->getOperands(), [&](Value source) {
           return comesFromOthers(source, loop, memory, seen);
         });
}

/// Whether the loop may wait for another group, which could be one that the
/// same launched group runs later.
static bool mayWait(scf::WhileOp loop, const UnwrittenMemory &memory) {
  DenseSet<Value> seen;
  return comesFromOthers(loop.getConditionOp().getCondition(), loop, memory,
                         seen);
}

static void remarkStays(Operation *op, StringRef name, StringRef reason) {
  if (auto remark = remarkMissed(op, kPass))
    remark << ("groups stay as they are (" + name + "): " + reason).str();
}

static void remarkApart(Operation *op, const Twine &reason) {
  if (auto remark = remarkMissed(op, kPass))
    remark << ("merged groups do not share a wave: " + reason).str();
}

namespace {
/// Why groups of a kernel stay as they are.
struct Obstacle {
  Operation *op;
  StringRef name, reason;
};
} // namespace

/// Finds what groups of `kernel` cannot do together.
static std::optional<Obstacle> findObstacle(FuncOp kernel) {
  if (kernel.getStageOrDefault() != Stage::Compute)
    return Obstacle{kernel, "stage",
                    "only groups of compute kernels are merged"};
  if (ordersSomeWaves(kernel))
    return Obstacle{
        kernel, "pipes",
        "some waves of the group wait for others at pipes or barriers of sets "
        "of waves, and could wait for each other forever"};
  const UnwrittenMemory memory(kernel);
  std::optional<Obstacle> found;
  kernel.walk([&](Operation *op) {
    const auto stop = [&](StringRef name, StringRef reason) {
      found = {op, name, reason};
      return WalkResult::interrupt();
    };
    if (isa<PrintOp, AssertOp, CheckOp>(op))
      return stop("records", "prints and checks report the group");
    if (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<MatrixType>) ||
        llvm::any_of(op->getResultTypes(), llvm::IsaPred<MatrixType>))
      return stop("matrices", "the matrices of one group fill its registers");
    if (isa<RetireIfOp>(op))
      return stop("early-return", "an early return ends the other groups too; "
                                  "run wave-legalize-barriers first");
    if (std::optional<MemoryAccess> access = getMemoryAccess(op);
        access && access->isCoherent)
      return stop("coherent", "groups communicate through this memory");
    if (auto loop = dyn_cast<scf::WhileOp>(op); loop && mayWait(loop, memory))
      return stop("waiting",
                  "the loop ends when memory changes, and may wait for a group "
                  "that would run later");
    return WalkResult::advance();
  });
  return found;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// What `wave-emulate-group-index` adds to a group, in bytes.
static constexpr int64_t kCounterBytes = 4;

/// How many groups fit into groupshared memory together.
static unsigned getMostGroups(FuncOp kernel) {
  const int64_t bytes = getGroupsharedBytes(kernel).value_or(0);
  if (bytes == 0)
    return kMostGroups;
  const int64_t most = (getGroupsharedLimit(kernel) - kCounterBytes) / bytes;
  return std::min<int64_t>(kMostGroups, most);
}

namespace {
struct CoarsenGroups final : wave::impl::CoarsenGroupsBase<CoarsenGroups> {
  using CoarsenGroupsBase::CoarsenGroupsBase;

  LogicalResult initializeOptions(
      StringRef options,
      function_ref<LogicalResult(const Twine &)> report) override {
    if (failed(CoarsenGroupsBase::initializeOptions(options, report)))
      return failure();
    if (factor > kMostGroups)
      return report("factor must be from 0 to " + Twine(kMostGroups) +
                    ", got " + Twine(factor));
    if (cluster && (cluster < 2 || cluster > kMaxWaveSize ||
                    !llvm::isPowerOf2_32(cluster)))
      return report("cluster must be 0 or a power of two from 2 to " +
                    Twine(kMaxWaveSize) + ", got " + Twine(cluster));
    if (!gpu::symbolizeDimension(dimension))
      return report("dimension must be x, y or z, got " + dimension);
    return success();
  }

  void runOnWaveIR() override {
    getOperation().walk([&](FuncOp kernel) {
      if (kernel.getKernel() && factor != 1)
        coarsen(kernel);
    });
  }

private:
  void coarsen(FuncOp kernel) {
    if (getCoarsening(kernel))
      return;
    const gpu::Dimension along = *gpu::symbolizeDimension(dimension);
    if (inTurn)
      return coarsenInTurn(kernel, along);
    // The cost model is about compute kernels: no remark.
    if (factor == 0 && kernel.getStageOrDefault() != Stage::Compute)
      return;
    if (std::optional<Obstacle> obstacle = findObstacle(kernel))
      return remarkStays(obstacle->op, obstacle->name, obstacle->reason);
    const unsigned most = getMostGroups(kernel);
    if (most < 2)
      return remarkStays(kernel, "memory",
                         "the groupshared memory of a group has no room for "
                         "the arrays of two");
    const unsigned waveSize = getLikelyWaveSize(kernel);
    const unsigned lanes =
        cluster ? cluster : chooseCluster(kernel, along).value_or(waveSize);
    MergeChoice choice{std::min<unsigned>(factor, most), {}, {}};
    if (factor == 0)
      choice =
          chooseMerge(kernel, along, most, {std::max(1u, waveSize / lanes)});
    else if (choice.factor < factor)
      choice.reason = ": the groupshared memory has no room for more";
    if (choice.factor < 2)
      return remarkStays(kernel, choice.limit, choice.reason);
    const std::optional<Packing> packing =
        getPacking(kernel, along, choice.factor, {waveSize, lanes});
    const bool mayRunAlone = leastLaunched && countsLaunched;
    mergeGroups(kernel, along, choice.factor, mayRunAlone, packing);
    finish(kernel, choice, mayRunAlone,
           packing ? ("; " + Twine(packing->cluster) + " of " +
                      Twine(packing->laneCount) + " lanes run each")
                         .str()
                   : "");
  }

  /// Kernels that stay as they are get their remark from the later run of the pass.
  void coarsenInTurn(FuncOp kernel, gpu::Dimension along) {
    if (!mayShareAtomicsInTurn(kernel, along) || findObstacle(kernel))
      return;
    MergeChoice choice{factor, {}, {}};
    if (factor == 0)
      choice = chooseMerge(kernel, along, kMostGroups,
                           {/*groupsPerWave=*/1, /*isInTurn=*/true});
    if (choice.factor < 2)
      return;
    runGroupsInTurn(kernel, along, choice.factor);
    finish(kernel, choice, /*mayRunAlone=*/false, ", one after the other");
  }

  /// Tells the host and the user what has been done.
  void finish(FuncOp kernel, const MergeChoice &choice, bool mayRunAlone,
              const Twine &how) {
    SmallVector<int32_t, 3> factors(3, 1);
    factors[static_cast<unsigned>(*gpu::symbolizeDimension(dimension))] =
        static_cast<int32_t>(choice.factor);
    kernel->setAttr(kCoarseningAttribute,
                    DenseI32ArrayAttr::get(&getContext(), factors));
    if (mayRunAlone)
      kernel->setAttr(
          kLeastCoarsenedAttribute,
          Builder(&getContext())
              .getI64IntegerAttr(int64_t(leastLaunched) * choice.factor));
    std::string reason = choice.reason;
    if (factor == 0)
      reason = (" (" + choice.limit + "): " + reason).str();
    if (auto remark = remarkApplied(kernel, kPass))
      remark << ("one group does the work of " + Twine(choice.factor) +
                 " along " + dimension + reason + how)
                    .str();
  }

  /// Returns `packing` if it is one of several groups, and possible.
  static std::optional<Packing> getPacking(FuncOp kernel, gpu::Dimension along,
                                           unsigned groups, Packing packing) {
    if (packing.cluster >= packing.laneCount)
      return std::nullopt;
    if (groups % packing.getGroupsPerWave() != 0) {
      remarkApart(kernel, "a wave has room for " +
                              Twine(packing.getGroupsPerWave()) +
                              ", which does not divide their number");
      return std::nullopt;
    }
    const GroupVariance variance(kernel, along, /*ofLanes=*/true);
    if (std::optional<PackingObstacle> obstacle =
            findObstacle(kernel, variance)) {
      remarkApart(obstacle->op, obstacle->reason);
      return std::nullopt;
    }
    return packing;
  }
};
} // namespace
