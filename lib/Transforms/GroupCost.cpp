//===- GroupCost.cpp - How many groups are worth merging ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupCost.h"

#include "GroupTotals.h"
#include "GroupVariance.h"
#include "RegisterPressure.h"
#include "SampledValue.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/Transforms/GroupsharedSize.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::wave;

// The device of the model is an H200: 4 TB/s of memory and 132 multiprocessors that
// issue 4 instructions a cycle. In a nanosecond it moves 4 KiB, or executes 1024
// instructions of waves, or starts a group. Measurements: docs/optimizer.md.

/// An instruction of a wave costs as much as so many bytes of memory.
static constexpr int64_t kBytesOfInstruction = 4;
/// The work of each wave of a launched group, in bytes, that hides the start of the group,
/// and that hides an atomic on an element of all groups. A group with fewer waves than
/// `kLeastWaves` costs as much as one with so many.
static constexpr int64_t kBytesOfStart = 1024, kBytesOfAtomic = 4096,
                         kLeastWaves = 8;
/// The most work of groups in turn, in bytes. Measured: groups of 32 waves append faster
/// with 8 groups, which do so much, than with 16.
static constexpr int64_t kMostBytesInTurn = 65536;
/// The most registers of a lane, by the estimate. Measured: appends of two waves need 97
/// for 16 groups, and are 1.5 times as fast as with 8. Packed groups may use more,
/// because their loads are longer.
static constexpr int64_t kRegisters = 97, kPackedRegisters = 160;
/// Devices hold several groups of this size at a time.
static constexpr int64_t kGroupsharedBytes = 8192;
/// The operations of a kernel, above which compiling takes long.
static constexpr int64_t kOperations = 4096;
/// Above all sums of sensible kernels; keeps products from overflowing.
static constexpr int64_t kMost = int64_t(1) << 30;

namespace {
/// The waves of a group that execute an operation, and the lanes of each.
struct Active {
  int64_t waves, lanes;
};

/// An access to a buffer or an image.
struct CountedAccess {
  Operation *op;
  MemoryAccess access;
  int64_t trips;
  Active active;
};

/// The work of one group, without that which is done once for merged groups.
class GroupWork {
public:
  GroupWork(FuncOp kernel, const GroupTotals &totals, unsigned groupsPerWave);

  /// Adds the accesses to buffers, for which it analyzes the kernel.
  void addAccesses(const GroupVariance &variance);

  int64_t bytes = 0, instructions = 0, operations = 0;
  bool hasSharedAtomic = false;
  bool hasUnknownLoop = false;

  int64_t inBytes() const {
    return std::max<int64_t>(
        1, std::max(bytes, instructions * kBytesOfInstruction));
  }

  /// What a launched group should do, in bytes, if each wave should do so many.
  int64_t getEnough(int64_t bytesOfWave) const {
    return bytesOfWave * std::max(kLeastWaves, waves);
  }

private:
  void add(Block &block, int64_t trips, Active active);
  std::optional<int64_t> getTrips(scf::ForOp loop) const;

  FuncOp kernel;
  const GroupTotals &totals;
  /// More than one if groups are packed.
  int64_t groupsPerWave;
  SmallVector<CountedAccess> accesses;
  /// The wave size of the estimate.
  int64_t lanes;
  int64_t waves;
};
} // namespace

GroupWork::GroupWork(FuncOp kernel, const GroupTotals &totals,
                     unsigned groupsPerWave)
    : kernel(kernel), totals(totals), groupsPerWave(groupsPerWave),
      lanes(getLikelyWaveSize(kernel)),
      waves(getLikelyWaveCount(kernel, lanes)) {
  add(kernel.getBody().front(), 1, {waves, lanes});
}

/// The lanes for which `condition` holds, of `active` ones.
static Active narrow(Value condition, Active active) {
  Operation *op = condition.getDefiningOp();
  if (!op)
    return active;
  if (auto both = dyn_cast<arith::AndIOp>(op))
    return narrow(both.getRhs(), narrow(both.getLhs(), active));
  if (isa<IsFirstLaneOp>(op))
    return {active.waves, 1};
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::eq)
    return active;
  for (Value side : {compare.getLhs(), compare.getRhs()}) {
    if (side.getDefiningOp<LaneIndexOp>())
      active.lanes = 1;
    if (side.getDefiningOp<GroupWaveIndexOp>())
      active.waves = 1;
    if (side.getDefiningOp<GroupIndexOp>())
      active = {1, 1};
  }
  return active;
}

std::optional<int64_t> GroupWork::getTrips(scf::ForOp loop) const {
  const Sample sample{lanes, waves};
  std::optional<int64_t> first = evaluate(loop.getLowerBound(), sample),
                         end = evaluate(loop.getUpperBound(), sample),
                         step = evaluate(loop.getStep(), sample);
  if (!first || !end || !step || *step <= 0)
    return std::nullopt;
  return *end > *first ? (*end - *first + *step - 1) / *step : 0;
}

void GroupWork::addAccesses(const GroupVariance &variance) {
  const UniformityAnalysis uniformity(kernel);
  for (auto &[op, access, trips, active] : accesses) {
    const bool isOfWave = llvm::all_of(access.indices, [&](Value index) {
      return uniformity.get(index).isWaveUniform();
    });
    const Type element = access.isImage()
                             ? Type()
                             : getElementTypeOrSelf(access.memory.getType());
    const int64_t elementBytes =
        element && element.isIntOrFloat()
            ? llvm::divideCeil(element.getIntOrFloatBitWidth(), 8)
            : 4;
    if (auto atomic = dyn_cast<AtomicRMWOp>(op);
        atomic && atomic.getType().isInteger() &&
        !variance.differs(atomic.getIndex())) {
      hasSharedAtomic = true;
      continue;
    }
    const int64_t places = trips * active.waves * (isOfWave ? 1 : active.lanes);
    bytes = std::min(kMost, bytes + places * access.components * elementBytes);
  }
}

/// The instructions that an operation becomes on a GPU.
static int64_t countInstructions(Operation *op, int64_t groupsPerWave) {
  constexpr int64_t combination = 10, barrier = 8, access = 2;
  if (op->hasTrait<OpTrait::ConstantLike>() ||
      op->hasTrait<OpTrait::IsTerminator>() ||
      isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::BitcastOp>(op))
    return 0;
  if (isa<ReduceOp, PrefixOp, InclusivePrefixOp, ClusterReduceOp,
          MultiPrefixOp>(op))
    // The copies of groups that share a wave are combined first.
    return llvm::divideCeil(combination + groupsPerWave - 1, groupsPerWave);
  if (isa<BarrierOp>(op))
    return barrier;
  return getMemoryAccess(op) ? access : 1;
}

void GroupWork::add(Block &block, int64_t trips, Active active) {
  for (Operation &op : block) {
    ++operations;
    if (!totals.contains(&op))
      instructions = std::min(
          kMost, instructions + trips * active.waves *
                                    countInstructions(&op, groupsPerWave));
    // Arrays do not leave the multiprocessor.
    if (std::optional<MemoryAccess> access = getMemoryAccess(&op);
        access && isa<BlockArgument>(access->memory))
      accesses.push_back({&op, std::move(*access), trips, active});
    if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
      add(*ifOp.thenBlock(), trips, narrow(ifOp.getCondition(), active));
      if (ifOp.elseBlock())
        add(*ifOp.elseBlock(), trips, active);
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      std::optional<int64_t> count = getTrips(loop);
      hasUnknownLoop |= !count;
      add(*loop.getBody(), std::min(kMost, trips * count.value_or(1)), active);
    } else if (op.getNumRegions()) {
      hasUnknownLoop = true;
    }
  }
}

static bool dependsOnIndex(FuncOp kernel, gpu::Dimension dimension) {
  return kernel
      .walk([&](Operation *op) {
        auto id = dyn_cast<GroupIdOp>(op);
        auto thread = dyn_cast<DispatchThreadIdOp>(op);
        return (id && id.getDimension() == dimension) ||
                       (thread && thread.getDimension() == dimension)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

MergeChoice wave::chooseMerge(FuncOp kernel, gpu::Dimension dimension,
                              unsigned most, const MergeForm &form) {
  const std::string axis = gpu::stringifyDimension(dimension).str();
  if (!dependsOnIndex(kernel, dimension))
    return {1, "index",
            "the kernel does not use the index of groups along " + axis};
  const bool arePacked = form.groupsPerWave > 1;
  const GroupTotals totals = arePacked || form.isInTurn
                                 ? GroupTotals()
                                 : GroupTotals(kernel, dimension);
  GroupWork work(kernel, totals, form.groupsPerWave);
  if (work.hasUnknownLoop)
    return {1, "loop",
            "how often a loop runs is not known, and it may be often"};
  std::string does =
      "a group executes " + std::to_string(work.instructions) + " instructions";
  // Without an analysis where the instructions alone are enough.
  if (work.inBytes() * 2 > work.getEnough(kBytesOfAtomic))
    return {1, "work", does};
  const GroupVariance variance(kernel, dimension, /*ofLanes=*/false, &totals);
  work.addAccesses(variance);
  does += " and accesses " + std::to_string(work.bytes) + " bytes";
  if (work.hasSharedAtomic)
    does += ", and an element of all groups by an atomic";
  int64_t enough =
      work.getEnough(work.hasSharedAtomic ? kBytesOfAtomic : kBytesOfStart);
  if (form.isInTurn)
    enough = std::min(enough, kMostBytesInTurn);
  MergeChoice choice{1, "work", does};
  const auto limit = [&](int64_t groups, StringRef name, std::string reason) {
    if (groups < choice.factor)
      choice = {
          llvm::bit_floor(static_cast<unsigned>(std::max<int64_t>(1, groups))),
          name, std::move(reason)};
  };
  // The next power of two is taken if less than an eighth is missing.
  choice.factor = llvm::bit_floor(static_cast<uint64_t>(
      std::clamp<int64_t>(enough * 9 / 8 / work.inBytes(), 1, kMost)));
  if (choice.factor == 1)
    return choice;
  limit(most, "most", "no more groups may be merged");
  // A loop needs neither more memory and registers, nor more code.
  if (form.isInTurn)
    return choice;
  if (const int64_t bytes = getGroupsharedBytes(kernel).value_or(0))
    limit(kGroupsharedBytes / bytes, "memory",
          "each has " + std::to_string(bytes) + " bytes of groupshared memory");
  limit(kOperations / work.operations, "code",
        "a group has " + std::to_string(work.operations) + " operations");
  const RegisterPressure pressure(kernel, variance);
  const int64_t registers = arePacked ? kPackedRegisters : kRegisters;
  while (choice.factor > 1 && pressure.get(choice.factor) > registers)
    limit(choice.factor / 2, "registers",
          std::to_string(choice.factor) + " need " +
              std::to_string(pressure.get(choice.factor)) + " registers");
  return choice;
}
