//===- GroupPacking.cpp - Several groups in a wave ------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupPacking.h"

#include "SampledValue.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/IR/CombiningKind.h"
#include "WaveDialect/IR/KernelLaunch.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/Utils/GPUUtils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

/// Whether values can be combined by `reduce` in any order.
static bool isExact(ReduceOp reduce) {
  return isFloatMinOrMax(reduce.getKind()) ||
         getElementTypeOrSelf(reduce.getType()).isInteger();
}

/// Why a part of a wave cannot execute `op`, wherever it is; empty if it can.
static StringRef findReason(Operation *op) {
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return isExact(reduce) ? "" : "sums of floats would be rounded differently";
  if (isa<IsFirstLaneOp, ReadFirstLaneOp, AnyOp, AllOp, CountBitsOp>(op))
    return "";
  if (op->hasTrait<ReadsLanes>())
    return "its result depends on other lanes of the whole wave";
  if (isa<AsyncCopyOp>(op))
    return "the lanes of the group copy together";
  if (isa<GroupThreadIdOp, DispatchThreadIdOp>(op))
    return "it is the index of a thread";
  if (auto array = dyn_cast<GroupsharedOp>(op))
    return array.getSize() ? "the size of the array is not known" : "";
  if (std::optional<MemoryAccess> access = getMemoryAccess(op)) {
    if (access->isMatrix)
      return "a whole wave accesses a matrix";
    // The lanes of a wave use one buffer.
    const bool isKnown = isa<BlockArgument>(access->memory) ||
                         isa_and_present<GroupsharedOp, memref::AllocaOp>(
                             access->memory.getDefiningOp());
    return isKnown ? "" : "it may access one of several buffers";
  }
  if (isa<WaveDialect>(op->getDialect()) &&
      !isa<BarrierOp, AssumeUniformOp, ReturnOp>(op) && !isMemoryEffectFree(op))
    return "a whole wave executes it";
  return "";
}

/// Whether all lanes of all groups in a wave come to `op` together.
static bool isReachedTogether(Operation *op, const GroupVariance &variance) {
  for (Operation *parent = op->getParentOp(); !isa<FuncOp>(parent);
       parent = parent->getParentOp())
    if (!variance.hasSameFlow(parent))
      return false;
  return true;
}

std::optional<PackingObstacle>
wave::findObstacle(FuncOp kernel, const GroupVariance &variance) {
  if (!getStatedWaves(kernel))
    return PackingObstacle{kernel, "waves of a number of threads may not be "
                                   "whole"};
  std::optional<PackingObstacle> obstacle;
  kernel.getBody().walk([&](Operation *op) {
    StringRef reason = findReason(op);
    if (reason.empty() && (op->hasTrait<ReadsLanes>() || isa<BarrierOp>(op)) &&
        !isReachedTogether(op, variance))
      reason = "not all lanes of the group come to it together";
    if (reason.empty())
      return WalkResult::advance();
    obstacle = {op, reason};
    return WalkResult::interrupt();
  });
  return obstacle;
}

//===----------------------------------------------------------------------===//
// Operations across lanes
//===----------------------------------------------------------------------===//

/// Combines the values that the lanes of a cluster have in the copies.
static Value reduce(OpBuilder &builder, Location loc, CombiningKind kind,
                    ArrayRef<Value> values, unsigned cluster) {
  Value total = values.front();
  for (Value value : values.drop_front())
    total = vector::makeArithReduction(
        builder, loc, gpu::convertReductionKind(kind), total, value);
  // No cluster combines an i1.
  Type type = total.getType();
  const bool isBool = getElementTypeOrSelf(type).isInteger(1);
  if (isBool) {
    Type wide = builder.getI32Type();
    if (auto vector = dyn_cast<VectorType>(type))
      wide = vector.clone(wide);
    total = arith::ExtUIOp::create(builder, loc, wide, total);
  }
  total = ClusterReduceOp::create(builder, loc, total.getType(), kind, cluster,
                                  total);
  return isBool ? arith::TruncIOp::create(builder, loc, type, total) : total;
}

Value wave::combineCluster(OpBuilder &builder, Operation *op,
                           MutableArrayRef<Value> values, unsigned cluster,
                           Value leader) {
  Location loc = op->getLoc();
  const auto reduceBy = [&](CombiningKind kind) {
    return reduce(builder, loc, kind, values, cluster);
  };
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](ReduceOp reduce) { return reduceBy(reduce.getKind()); })
      .Case([&](AnyOp) { return reduceBy(CombiningKind::OR); })
      .Case([&](AllOp) { return reduceBy(CombiningKind::AND); })
      .Case([&](CountBitsOp) {
        for (Value &value : values)
          value =
              arith::ExtUIOp::create(builder, loc, builder.getI32Type(), value);
        return reduceBy(CombiningKind::ADD);
      })
      .Case([&](ReadFirstLaneOp) {
        return ReadLaneOp::create(builder, loc, values.front().getType(),
                                  values.front(), leader)
            .getResult();
      });
}

//===----------------------------------------------------------------------===//
// Cost model
//===----------------------------------------------------------------------===//

/// The bytes that a GPU's memory reads at once.
static constexpr int64_t kTransactionBytes = 128;
/// Stands for sizes that the launch passes. A long row, so that no row ends where
/// the next one begins.
static constexpr int64_t kRowLength = 1 << 12;

namespace {
/// The elements that the lanes of a wave access.
class AccessOfWave {
public:
  AccessOfWave(Value index, int64_t components, const Sample &sample)
      : index(index), components(components), sample(sample) {}

  /// Whether two lanes access elements that follow each other.
  bool areNeighbors(int64_t group, int64_t lane, int64_t nextGroup,
                    int64_t nextLane) const {
    std::optional<int64_t> first = get(group, lane),
                           second = get(nextGroup, nextLane);
    return first && second && *first + components == *second;
  }

  /// The number of lanes, from the first one on, that access neighbors; none if it
  /// is not known or if all lanes access the same element.
  std::optional<unsigned> getRow() const {
    std::optional<int64_t> first = get(0, 0), second = get(0, 1);
    if (!first || !second || *first == *second)
      return std::nullopt;
    unsigned lane = 1;
    while (lane < sample.laneCount && areNeighbors(0, lane - 1, 0, lane))
      ++lane;
    return lane;
  }

private:
  std::optional<int64_t> get(int64_t group, int64_t lane) const {
    Sample other = sample;
    other.group = group;
    other.lane = lane;
    return evaluate(index, other);
  }

  Value index;
  int64_t components;
  Sample sample;
};
} // namespace

std::optional<unsigned> wave::chooseCluster(FuncOp kernel,
                                            gpu::Dimension dimension) {
  Sample sample;
  sample.laneCount = getLikelyWaveSize(kernel);
  sample.waveCount = getLikelyWaveCount(kernel, sample.laneCount);
  sample.dimension = dimension;
  sample.parameter = kRowLength;
  std::optional<unsigned> cluster;
  WalkResult result = kernel.getBody().walk([&](Operation *op) {
    std::optional<MemoryAccess> access = getMemoryAccess(op);
    if (!access || !isa<BlockArgument>(access->memory))
      return WalkResult::advance();
    if (access->isImage())
      return WalkResult::interrupt();
    const AccessOfWave lanes(access->indices.front(), access->components,
                             sample);
    std::optional<unsigned> row = lanes.getRow();
    // One element for the whole wave: the others decide.
    if (!row && evaluate(access->indices.front(), sample))
      return WalkResult::advance();
    const int64_t bytes =
        access->components *
        llvm::divideCeil(getElementTypeOrSelf(access->memory.getType())
                             .getIntOrFloatBitWidth(),
                         8);
    if (!row || *row < 2 || *row == sample.laneCount ||
        !llvm::isPowerOf2_32(*row) || *row * bytes >= kTransactionBytes ||
        (cluster && *cluster != *row) || !lanes.areNeighbors(0, *row - 1, 1, 0))
      return WalkResult::interrupt();
    cluster = row;
    return WalkResult::advance();
  });
  return result.wasInterrupted() ? std::nullopt : cluster;
}
