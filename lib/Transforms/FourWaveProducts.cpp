//===- FourWaveProducts.cpp - Products that four waves make together ------===//
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

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::wave;

/// The waves that multiply together, and the rows of a tile of one of them.
static constexpr unsigned kWaves = 4;
static constexpr int64_t kTileRows = 16;
/// The elements of 16 bits in a line of 128 bytes.
static constexpr int64_t kLineElements = 64;

static constexpr StringLiteral kPass = "wave-distribute-matrices";

/// The load of a factor from a groupshared array; null if something between it and the
/// product may write memory or wait.
static MatrixLoadOp findLoad(MatrixMultiplyAddOp op, Value factor) {
  auto load = factor.getDefiningOp<MatrixLoadOp>();
  if (!load || load->getBlock() != op->getBlock() ||
      !load.getMemory().getDefiningOp<GroupsharedOp>())
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

  /// How much larger a value is in a wave than in the first of its four, modulo 2^32; none
  /// if that is not known.
  std::optional<uint32_t> getDistance(Value value, unsigned wave) const;

  const WaveNumbers numbers;
  std::optional<UniformityAnalysis> uniformity;
  StringRef reason;
};
} // namespace

std::optional<uint32_t> Waves::getDistance(Value value, unsigned wave) const {
  if (uniformity->get(value).isGroupUniform())
    return 0;
  auto one = dyn_cast_or_null<IntegerAttr>(numbers.get(value, wave));
  auto first =
      dyn_cast_or_null<IntegerAttr>(numbers.get(value, wave / kWaves * kWaves));
  if (one && first)
    return static_cast<uint32_t>(one.getInt() - first.getInt());
  Operation *op = value.getDefiningOp();
  if (!op || !value.getType().isInteger(32) ||
      !isa<arith::AddIOp, arith::MulIOp>(op))
    return std::nullopt;
  APInt factor;
  if (isa<arith::MulIOp>(op)) {
    if (!matchPattern(op->getOperand(1), m_ConstantInt(&factor)))
      return std::nullopt;
    const std::optional<uint32_t> distance =
        getDistance(op->getOperand(0), wave);
    if (!distance)
      return std::nullopt;
    return *distance * static_cast<uint32_t>(factor.getZExtValue());
  }
  const std::optional<uint32_t> left = getDistance(op->getOperand(0), wave);
  const std::optional<uint32_t> right = getDistance(op->getOperand(1), wave);
  if (!left || !right)
    return std::nullopt;
  return *left + *right;
}

/// Whether the matrix units can read the factor.
static bool canRead(MatrixLoadOp load, bool hasTensorMaps) {
  const std::optional<Swizzle> swizzle = findSwizzle(
      load.getMemory().getDefiningOp<GroupsharedOp>(), hasTensorMaps);
  return swizzle && canMultiplyFrom(load, *swizzle);
}

/// Whether a loop executes the product with the same left factor again. In registers,
/// `ptxas` 13.0 overwrites such a factor: it takes the value for dead after the product,
/// which 13.5 does not.
static bool keepsFactor(MatrixMultiplyAddOp op) {
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  return loop && loop.isDefinedOutsideOfLoop(op.getA());
}

/// The load of a left factor that the matrix units can read for all four waves; null if it
/// goes through registers.
static MatrixLoadOp findLeft(MatrixMultiplyAddOp op, const Waves &waves,
                             bool hasTensorMaps) {
  MatrixLoadOp load = findLoad(op, op.getA());
  if (!load || !canRead(load, hasTensorMaps))
    return nullptr;
  const int64_t stride = getConstantOrZero(load.getStride());
  const auto rows = static_cast<uint32_t>(kTileRows * stride);
  const WaveSet reaching = waves.numbers.getReaching(op);
  for (unsigned wave : reaching.set_bits()) {
    if (waves.getDistance(load.getFirst(), wave) != wave % kWaves * rows)
      return nullptr;
    // Lines of longer rows are in columns: those of four waves must be in one.
    auto first =
        dyn_cast_or_null<IntegerAttr>(waves.numbers.get(load.getFirst(), wave));
    if (stride > kLineElements &&
        (!first || first.getInt() / rows % kWaves != wave % kWaves))
      return nullptr;
  }
  return load;
}

/// Why each wave multiplies by itself; empty if four do together.
static StringRef findReason(MatrixMultiplyAddOp op, const Waves &waves,
                            bool hasTensorMaps) {
  MatrixLoadOp load = findLoad(op, op.getB());
  if (!load)
    return "the right factor is not loaded from a groupshared array just "
           "before "
           "the product";
  if (!canRead(load, hasTensorMaps))
    return "the matrix units cannot read the array of the right factor: copy "
           "to it by async_copy, in rows of a power of two of 128 bytes or "
           "more, and load at a multiple of 64 columns and 16 rows";
  if (cast<MatrixType>(op.getType()).getRows() % kTileRows != 0)
    return "the rows of the product are no multiple of 16";
  if (!waves.reason.empty())
    return waves.reason;
  if (!waves.reachTogether(op))
    return "four consecutive waves may not reach the product together";
  if (!waves.uniformity->get(load.getFirst()).isGroupUniform())
    return "four consecutive waves may load different right factors";
  if (keepsFactor(op) && !findLeft(op, waves, hasTensorMaps))
    return "the left factor is computed before the loop: copy it to "
           "groupshared memory, and load it in the loop, just before the "
           "product";
  return {};
}

/// Whether the elements have 16 bits, as those that the matrix units read.
static bool hasTiles(MatrixMultiplyAddOp op) {
  Type element = cast<MatrixType>(op.getB().getType()).getElement();
  return element.isF16() || element.isBF16();
}

FourWaveProducts::FourWaveProducts(FuncOp kernel, bool hasTensorMaps) {
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
    products[op] = {findLeft(op, waves, hasTensorMaps),
                    findLoad(op, op.getB())};
  }
  auto isInMemory = [&](OpOperand &use) {
    const Factors factors = products.lookup(use.getOwner());
    MatrixLoadOp load =
        use.getOperandNumber() == 0 ? factors.left : factors.right;
    return load && load.getResult() == use.get();
  };
  for (const auto &[op, factors] : products)
    for (MatrixLoadOp load : {factors.left, factors.right})
      if (load && llvm::all_of(load->getUses(), isInMemory))
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

MatrixParts
FragmentBuilder::multiplyInMemory(MatrixMultiplyAddOp op,
                                  const FourWaveProducts::Factors &factors,
                                  ValueRange a, ValueRange c) {
  const MatrixFragment left(cast<MatrixType>(op.getA().getType()));
  const MatrixFragment sum(cast<MatrixType>(op.getType()));
  MatrixLoadOp right = factors.right;
  MatrixParts sums(c);
  for (int64_t line = 0; line < sum.lines; line += kTileRows) {
    auto take = [](ValueRange parts, ArrayRef<int64_t> places) {
      return llvm::map_to_vector(places,
                                 [&](int64_t place) { return parts[place]; });
    };
    const SmallVector<int64_t> places = listTile(sum, line);
    const SmallVector<Value> tile = take(c, places);
    SmallVector<Value> parts;
    Value memory, first;
    IntegerAttr stride;
    if (MatrixLoadOp load = factors.left) {
      memory = load.getMemory();
      first = load.getFirst();
      stride = getI64IntegerAttr(getConstantOrZero(load.getStride()));
    } else {
      parts = take(a, listTile(left, line));
    }
    auto multiply = MatrixMultiplyMemoryOp::create(
        *this, ValueRange(tile).getTypes(), left.type.getElement(), left.length,
        parts, memory, first, stride, right.getLayout(), right.getMemory(),
        right.getFirst(), getConstantOrZero(right.getStride()), tile,
        /*pending=*/false);
    for (auto [place, value] : llvm::zip_equal(places, multiply.getSums()))
      sums[place] = value;
  }
  return sums;
}
