//===- PipelineWaves.cpp - Tiles through a pipe from a wave of their own ----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Decides what is profitable and how many stages there are; PipelinedLoops.cpp
// proves what is legal, and LoadingWave.cpp does the work.

#include "WaveDialect/Transforms/PipelinedLoops.h"

#include "WaveDialect/IR/KernelRules.h"
#include "WaveDialect/IR/Stage.h"
#include "WaveDialect/Transforms/GroupsharedSize.h"
#include "WaveDialect/Transforms/OptimizationRemarks.h"
#include "WaveDialect/Transforms/Passes.h"
#include "WaveDialect/Transforms/UniformSlice.h"

#include "mlir/IR/Matchers.h"

namespace mlir::wave {
#define GEN_PASS_DEF_PIPELINEWAVES
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// The cost model
//===----------------------------------------------------------------------===//

/// The time from a load to its value, in operations of a wave.
static constexpr int64_t kLatency = 200;
/// The iterations of a loop with an unknown number.
static constexpr int64_t kUnknownTrips = 8;
/// The most stages that the model chooses.
static constexpr int32_t kMostChosen = 4;
/// What a target may need for a stage of a pipe, in bytes.
static constexpr int64_t kStageBytes = 16;
/// The largest number of operations that the model distinguishes.
static constexpr int64_t kMostOperations = int64_t(1) << 40;

/// Counts the operations that a wave executes for `op`.
static int64_t countOperations(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>() ||
      op->hasTrait<OpTrait::IsTerminator>())
    return 0;
  int64_t nested = 0;
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      nested += countOperations(&inner);
  int64_t trips = 1;
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    std::optional<APInt> known = loop.getStaticTripCount();
    trips = known
                ? static_cast<int64_t>(known->getLimitedValue(kMostOperations))
                : kUnknownTrips;
  } else if (isa<scf::WhileOp>(op)) {
    trips = kUnknownTrips;
  }
  const auto all = llvm::SaturatingMultiply<uint64_t>(nested, trips);
  return 1 + static_cast<int64_t>(std::min<uint64_t>(all, kMostOperations));
}

namespace {
/// The times of one iteration, in operations of a wave.
struct LoopCost {
  /// Of the loading wave.
  int64_t loading = 0;
  /// Of a wave that loads its share, and of one that computes.
  int64_t share = 0, computing = 0;

  LoopCost(const PipelinedLoop &loop, const WaveNumbers &numbers);

  int64_t getLongest() const { return std::max(loading, computing); }
  bool isWorthwhile() const {
    return getLongest() < share + computing + kLatency;
  }
  /// The stages with which the computation never waits for a load.
  int32_t getWantedStages() const {
    const int64_t ahead = llvm::divideCeil(kLatency + loading,
                                           std::max<int64_t>(1, getLongest()));
    return static_cast<int32_t>(std::clamp<int64_t>(1 + ahead, 2, kMostChosen));
  }
};
} // namespace

LoopCost::LoopCost(const PipelinedLoop &loop, const WaveNumbers &numbers) {
  LoadingSlice slice = loop.slice;
  slice.findDependence(loop.stores);
  WaveSet waves(numbers.size());
  for (Operation *op : loop.stores)
    for (Operation *store : findTileStores(op))
      waves |= numbers.getReaching(store);
  const auto copies = static_cast<int64_t>(waves.count());
  for (Operation &op : scf::ForOp(loop.loop).getBody()->without_terminator()) {
    const int64_t operations = countOperations(&op);
    if (!llvm::is_contained(loop.stores, &op) && !slice.contains(&op)) {
      computing += operations;
      continue;
    }
    share += operations;
    loading += slice.dependsOnWave(&op) ? operations * copies : operations;
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct PipelineWaves final : wave::impl::PipelineWavesBase<PipelineWaves> {
  using PipelineWavesBase::PipelineWavesBase;

  void runOnWaveIR() override {
    getOperation().walk([&](FuncOp function) {
      if (!function.getKernel() || !holdsGroupBarrier(function))
        return;
      if (holdsLoopWithBarrier(function))
        pipeline(function);
      else
        remarkNoPipe(function, "loop",
                     "no loop of the kernel contains a barrier of the group: "
                     "use `for` and `range`; `static_range` repeats its body, "
                     "and leaves no loop");
    });
  }

private:
  static bool holdsLoopWithBarrier(FuncOp kernel) {
    return kernel
        .walk([](LoopLikeOpInterface loop) {
          return holdsGroupBarrier(loop) ? WalkResult::interrupt()
                                         : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// Whether the target and the kernel allow another wave.
  bool allowsWave(FuncOp kernel) const {
    if (!hasPipes) {
      remarkNoPipe(kernel, "target", "the target has no pipes");
      return false;
    }
    const std::optional<int64_t> waves = kernel.getNumWavesValue();
    if (!waves || kernel.getStageOrDefault() != Stage::Compute) {
      remarkNoPipe(kernel, "waves",
                   "only a compute kernel that states num_waves, and that is "
                   "launched in waves, can have another wave");
      return false;
    }
    if (!kernel.getOps<PipeOp>().empty()) {
      remarkNoPipe(*kernel.getOps<PipeOp>().begin(), "pipes",
                   "the kernel has pipes");
      return false;
    }
    const int64_t lanes = kernel.getWaveSizes().back();
    const int64_t limit = getThreadLimit(Stage::Compute);
    if ((*waves + 1) * lanes > limit) {
      remarkNoPipe(kernel, "waves",
                   Twine(*waves + 1) + " waves of " + Twine(lanes) +
                       " lanes exceed the limit of " + Twine(limit) +
                       " threads");
      return false;
    }
    return true;
  }

  void pipeline(FuncOp kernel);
  std::optional<int32_t> chooseStages(FuncOp kernel,
                                      ArrayRef<PipelinedLoop> loops,
                                      ArrayRef<LoopCost> costs,
                                      std::string &limit) const;
};
} // namespace

/// The bytes of a stage of all tiles, and of the other arrays.
static std::pair<int64_t, int64_t> countBytes(FuncOp kernel,
                                              ArrayRef<PipelinedLoop> loops) {
  int64_t stage = 0, others = 0;
  kernel.walk([&](GroupsharedOp array) {
    MemRefType type = array.getMemory().getType();
    if (llvm::any_of(loops, [&](const PipelinedLoop &loop) {
          return loop.tiles.contains(array);
        }))
      stage += getStageLength(array) * getScalarBytes(type.getElementType());
    else
      others = addArray(others, type);
  });
  // A tile begins at a multiple of its elements.
  return {stage, llvm::alignTo(others, kStageBytes)};
}

std::optional<int32_t>
PipelineWaves::chooseStages(FuncOp kernel, ArrayRef<PipelinedLoop> loops,
                            ArrayRef<LoopCost> costs,
                            std::string &limit) const {
  int32_t wanted =
      static_cast<int32_t>(std::min<unsigned>(stages, kMaxPipeStages));
  if (wanted == 0)
    for (const LoopCost &cost : costs)
      wanted = std::max(wanted, cost.getWantedStages());
  auto [bytes, others] = countBytes(kernel, loops);
  const int64_t room = getGroupsharedLimit(kernel) - others;
  const auto most = static_cast<int32_t>(
      std::clamp<int64_t>(room / (bytes + kStageBytes), 0, kMaxPipeStages));
  const std::string text = "a stage of the tiles has " + std::to_string(bytes) +
                           " bytes, and the group has " + std::to_string(room) +
                           " bytes of groupshared memory for them";
  if (most < std::min(wanted, 2)) {
    remarkNoPipe(loops.front().loop, "memory", text);
    return std::nullopt;
  }
  if (most < wanted)
    limit = "; " + std::to_string(wanted) + " stages were wanted, but " + text;
  return std::min(wanted, most);
}

void PipelineWaves::pipeline(FuncOp kernel) {
  if (!allowsWave(kernel))
    return;
  const WaveNumbers numbers(kernel);
  const UnwrittenMemory memory(kernel);
  std::vector<PipelinedLoop> loops = findPipelinedLoops(kernel, memory);
  if (loops.empty())
    return;
  SmallVector<LoopCost> costs;
  for (const PipelinedLoop &loop : loops)
    costs.emplace_back(loop, numbers);
  if (!force && llvm::none_of(costs, [](const LoopCost &cost) {
        return cost.isWorthwhile();
      })) {
    const LoopCost &cost = costs.front();
    remarkNoPipe(loops.front().loop, "cost",
                 "one wave would take " + Twine(cost.loading) +
                     " operations to load what the others compute with in " +
                     Twine(cost.computing) +
                     ", and each wave loads its share "
                     "in " +
                     Twine(cost.share) +
                     " (`pipeline-waves{force=true}` ignores this)");
    return;
  }
  std::string limit;
  const std::optional<int32_t> chosen =
      chooseStages(kernel, loops, costs, limit);
  if (!chosen)
    return;
  struct Place {
    Location loc;
    unsigned tiles;
    LoopCost cost;
  };
  SmallVector<Place> places;
  for (auto [loop, cost] : llvm::zip_equal(loops, costs))
    places.push_back({scf::ForOp(loop.loop).getLoc(),
                      static_cast<unsigned>(loop.tiles.size()), cost});
  const int64_t waves = *kernel.getNumWavesValue();
  if (failed(addLoadingWave(kernel, loops, memory, *chosen)))
    return;
  for (const Place &place : places) {
    auto remark = remark::passed(
        place.loc, wave::detail::describeRemark(kernel, kPipelineWaves));
    if (!remark)
      continue;
    remark << "wave " + std::to_string(waves) + ", which is new, loads " +
                  (place.tiles == 1 ? std::string("the tile")
                                    : std::to_string(place.tiles) + " tiles") +
                  " of this loop through a pipe of " + std::to_string(*chosen) +
                  (*chosen == 1 ? " stage" : " stages") +
                  "; operations in an iteration: " +
                  std::to_string(place.cost.loading) + " of this wave, " +
                  std::to_string(place.cost.computing) + " of each other wave" +
                  limit;
  }
}
