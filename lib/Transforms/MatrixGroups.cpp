//===- MatrixGroups.cpp - Products that four waves make together ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The matrix units of some GPUs read the right factor from groupshared memory themselves,
// for four consecutive waves at once, which must reach the operation together (`wgmma`). A
// program does not state this: each wave multiplies its own matrix. It is so if four waves
// load the same right factor, in the same control flow.

#include "MatrixFragments.h"

#include "WaveDialect/Analysis/GroupsharedOrder.h"
#include "WaveDialect/Analysis/TensorMaps.h"
#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/Analysis/WaveNumbers.h"
#include "WaveDialect/Transforms/OptimizationRemarks.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::wave;

/// The waves that multiply together, and the rows of a tile of one of them.
static constexpr unsigned kWaves = 4;
static constexpr int64_t kTileRows = 16;

static constexpr StringLiteral kPass = "wave-distribute-matrices";

/// The load of the right factor; null if something between it and the product may write
/// memory or wait.
static MatrixLoadOp findLoad(MatrixMultiplyAddOp op) {
  auto load = op.getB().getDefiningOp<MatrixLoadOp>();
  if (!load || load->getBlock() != op->getBlock())
    return nullptr;
  for (Operation *other = load; other != op; other = other->getNextNode())
    if (!isa<MatrixLoadOp>(other) && !isMemoryEffectFree(other))
      return nullptr;
  return load;
}

namespace {
/// What is known of the kernel's waves; `reason` says why they never multiply together.
struct Waves {
  explicit Waves(FuncOp kernel) : numbers(kernel) {
    const bool returnsEarly =
        kernel.walk([](RetireIfOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    if (numbers.isOpen())
      reason = "the number of the group's waves is not known";
    else if (returnsEarly)
      reason = "lanes may have returned";
    else
      uniformity.emplace(kernel, kWaves);
  }

  /// Whether four consecutive waves reach the operation, or none of them.
  bool reachTogether(Operation *op) const {
    WaveSet waves = numbers.getReaching(op);
    waves.resize(llvm::alignTo(waves.size(), kWaves));
    for (unsigned wave = 0; wave < waves.size(); ++wave)
      if (waves[wave] != waves[wave / kWaves * kWaves])
        return false;
    return uniformity->getControl(op).isGroupUniform();
  }

  const WaveNumbers numbers;
  std::optional<UniformityAnalysis> uniformity;
  StringRef reason;
};
} // namespace

/// Why each wave multiplies by itself; empty if four do together.
static StringRef findReason(MatrixMultiplyAddOp op, const Waves &waves,
                            bool hasTensorMaps) {
  MatrixLoadOp load = findLoad(op);
  if (!load || !load.getMemory().getDefiningOp<GroupsharedOp>())
    return "the right factor is not loaded from a groupshared array just "
           "before "
           "the product";
  const std::optional<Swizzle> swizzle = findSwizzle(
      load.getMemory().getDefiningOp<GroupsharedOp>(), hasTensorMaps);
  if (!swizzle || !canMultiplyFrom(load, *swizzle))
    return "the matrix units cannot read the array of the right factor: copy "
           "to it "
           "by async_copy, in rows of a power of two of 128 bytes or more, and "
           "load "
           "at a multiple of 64 columns and 16 rows";
  if (cast<MatrixType>(op.getType()).getRows() % kTileRows != 0)
    return "the rows of the product are no multiple of 16";
  if (!waves.reason.empty())
    return waves.reason;
  if (!waves.reachTogether(op))
    return "four consecutive waves may not reach the product together";
  if (!waves.uniformity->get(load.getFirst()).isGroupUniform())
    return "four consecutive waves may load different right factors";
  return {};
}

static bool hasTiles(MatrixMultiplyAddOp op) {
  Type element = cast<MatrixType>(op.getB().getType()).getElement();
  return element.isF16() || element.isBF16();
}

GroupProducts::GroupProducts(FuncOp kernel, bool hasTensorMaps) {
  SmallVector<MatrixMultiplyAddOp> candidates;
  kernel.walk([&](MatrixMultiplyAddOp op) {
    if (hasTiles(op))
      candidates.push_back(op);
  });
  if (candidates.empty())
    return;
  const Waves waves(kernel);
  for (MatrixMultiplyAddOp op : candidates) {
    const StringRef reason = findReason(op, waves, hasTensorMaps);
    if (!reason.empty()) {
      remarkMissed(op, kPass)
          << ("each wave multiplies by itself: " + reason).str();
      continue;
    }
    remarkApplied(op, kPass)
        << "four waves multiply together, from groupshared memory";
    loads.try_emplace(op, findLoad(op));
  }
  for (auto [op, load] : loads)
    if (llvm::all_of(load->getUsers(),
                     [&](Operation *user) { return loads.contains(user); }))
      unread.insert(load);
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// The parts of 16 lines from `line` on, block after block along the lines.
static SmallVector<int64_t> listTile(const MatrixFragment &fragment,
                                     int64_t line) {
  SmallVector<int64_t> places;
  for (int64_t block = 0; block < fragment.blocksOfLine; ++block)
    for (int64_t half : {0, 1})
      for (int64_t i = 0; i < fragment.groupParts; ++i)
        places.push_back(fragment.getPart(line / kBlockRows + half, block, i));
  return places;
}

MatrixParts FragmentBuilder::multiplyInMemory(MatrixMultiplyAddOp op,
                                              MatrixLoadOp factor, ValueRange a,
                                              ValueRange c) {
  const MatrixFragment left(cast<MatrixType>(op.getA().getType()));
  const MatrixFragment sum(cast<MatrixType>(op.getType()));
  MatrixParts sums(c);
  for (int64_t line = 0; line < sum.lines; line += kTileRows) {
    auto take = [](ValueRange parts, ArrayRef<int64_t> places) {
      return llvm::map_to_vector(places,
                                 [&](int64_t place) { return parts[place]; });
    };
    const SmallVector<int64_t> places = listTile(sum, line);
    const SmallVector<Value> tile = take(c, places);
    auto multiply = MatrixMultiplyMemoryOp::create(
        *this, ValueRange(tile).getTypes(), left.type.getElement(),
        take(a, listTile(left, line)), factor.getLayout(), factor.getMemory(),
        factor.getFirst(), getConstantOrZero(factor.getStride()), tile);
    for (auto [place, value] : llvm::zip_equal(places, multiply.getSums()))
      sums[place] = value;
  }
  return sums;
}
