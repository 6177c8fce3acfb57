//===- TileMatrices.cpp - Wave matrices as tiles of a few sizes -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Upstream's type conversion replaces a matrix by its tiles, in control flow too.
// `TileBuilder` has the code of each operation.

#include "MatrixFragments.h"
#include "MatrixTiles.h"

#include "WaveDialect/IR/Bindings.h"
#include "WaveDialect/IR/ElementType.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::wave {
#define GEN_PASS_DEF_TILEMATRICES
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

static MatrixType getMatrix(Value value) {
  return cast<MatrixType>(value.getType());
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// T1. Waves of `num_waves` are whole.
static LogicalResult verifyGroup(FuncOp kernel, Operation *op,
                                 StringRef target) {
  std::optional<ArrayRef<int32_t>> sides = kernel.getNumThreads();
  if (!sides)
    return success();
  const int32_t threads = sides->front();
  for (int32_t size : kernel.getWaveSizes())
    if (threads % size != 0)
      return op->emitError("a group of ")
             << threads << " threads in x may have waves of " << size
             << " lanes that are not full, and " << target
             << " needs all lanes of a wave for this operation on a matrix: "
                "use num_waves, or state the wave size [matrix-lanes]";
  return success();
}

/// T3.
static LogicalResult verifyElement(Operation *op, Type type, StringRef target) {
  auto matrix = dyn_cast<MatrixType>(type);
  if (!matrix || matrix.getRole() == MatrixRole::Accumulator ||
      !matrix.getElement().isF32())
    return success();
  return op->emitError()
         << target
         << " has no factors with elements of f32: use f16 or bf16, or the "
            "role acc for what is no factor [matrix-target]";
}

/// T4 and T6. Shader Model 6.10 has no scalars of bf16.
static LogicalResult verifyMap(MatrixMapOp op, const TileSizes &sizes) {
  const MatrixType result = getMatrix(op.getResult());
  if (result.getRole() == MatrixRole::Accumulator)
    return success();
  const bool isMixed = mixesTiles(op, sizes);
  if (!isMixed && !(sizes.isLinAlg && result.getElement().isBF16()))
    return success();
  return op.emitError()
         << sizes.getTarget()
         << (isMixed ? " does not change the element of a factor"
                     : " does not compute elements of factors of bf16")
         << ": compute with the role acc, and convert the result to a factor "
            "[matrix-target]";
}

/// T5. The Vulkan memory model has other accesses of such memory.
static LogicalResult verifyMemory(FuncOp kernel, Operation *first) {
  for (BlockArgument argument : kernel.getBody().getArguments())
    if (isCoherent(argument))
      return first->emitError("SPIR-V has no coherent buffers in a kernel with "
                              "operations on matrices: use another kernel for "
                              "one of them [matrix-target]");
  return success();
}

/// T7.
static LogicalResult verifyStage(FuncOp kernel, Operation *first) {
  if (kernel.getStageOrDefault() == Stage::Compute)
    return success();
  return first->emitError("DXIL has operations on matrices in compute kernels "
                          "only: compute the matrix in another kernel "
                          "[matrix-target]");
}

static LogicalResult verifyOperations(FuncOp kernel, const TileSizes &sizes) {
  bool ok = true;
  kernel.walk([&](Operation *op) {
    if (!op->hasTrait<WholeWave>())
      return;
    for (Type type : op->getResultTypes())
      if (failed(verifyElement(op, type, sizes.getTarget()))) {
        ok = false;
        return;
      }
    if (auto map = dyn_cast<MatrixMapOp>(op))
      ok &= succeeded(verifyMap(map, sizes));
  });
  return success(ok);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
template <typename OpT>
class TilePattern : public OpConversionPattern<OpT> {
public:
  TilePattern(const TypeConverter &converter, TileScratch &scratch,
              bool unchecked)
      : OpConversionPattern<OpT>(converter, scratch.lane.getContext()),
        scratch(scratch), unchecked(unchecked) {}

  using Operands = ArrayRef<ValueRange>;
  using OneToNOpAdaptor = typename OpConversionPattern<OpT>::OneToNOpAdaptor;

  LogicalResult
  matchAndRewrite(OpT op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TileBuilder b(op.getLoc(), rewriter, scratch);
    TileValues tiles = build(b, op, adaptor.getOperands());
    if (op->getNumResults())
      rewriter.replaceOpWithMultiple(op, {tiles});
    else
      rewriter.eraseOp(op);
    return success();
  }

private:
  TileValues build(TileBuilder &b, OpT op, Operands operands) const;

  TileScratch &scratch;
  const bool unchecked;
};
} // namespace

template <>
TileValues TilePattern<MatrixFillOp>::build(TileBuilder &b, MatrixFillOp op,
                                            Operands operands) const {
  return b.fill(getMatrix(op), operands[0].front());
}

template <>
TileValues TilePattern<MatrixLoadOp>::build(TileBuilder &b, MatrixLoadOp op,
                                            Operands) const {
  return b.load(op, unchecked);
}

template <>
TileValues TilePattern<MatrixStoreOp>::build(TileBuilder &b, MatrixStoreOp op,
                                             Operands operands) const {
  b.store(op, operands[0], unchecked);
  return {};
}

template <>
TileValues TilePattern<MatrixMultiplyAddOp>::build(TileBuilder &b,
                                                   MatrixMultiplyAddOp op,
                                                   Operands operands) const {
  return b.multiplyAdd(op, operands[0], operands[1], operands[2]);
}

template <>
TileValues TilePattern<MatrixMapOp>::build(TileBuilder &b, MatrixMapOp op,
                                           Operands operands) const {
  return b.map(op, operands);
}

template <>
TileValues TilePattern<MatrixConvertOp>::build(TileBuilder &b,
                                               MatrixConvertOp op,
                                               Operands operands) const {
  return b.convert(getMatrix(op.getValue()), getMatrix(op), operands[0]);
}

template <>
TileValues TilePattern<MatrixRowReduceOp>::build(TileBuilder &b,
                                                 MatrixRowReduceOp op,
                                                 Operands operands) const {
  return b.rowReduce(op, operands[0]);
}

template <>
TileValues TilePattern<arith::SelectOp>::build(TileBuilder &b,
                                               arith::SelectOp op,
                                               Operands operands) const {
  TileValues tiles;
  for (auto [yes, no] : llvm::zip_equal(operands[1], operands[2]))
    tiles.push_back(b.select(op.getCondition(), yes, no));
  return tiles;
}

/// Only lanes that do not use it have such a matrix.
template <>
TileValues TilePattern<ub::PoisonOp>::build(TileBuilder &b, ub::PoisonOp op,
                                            Operands) const {
  const MatrixTiles tiles = b.getTiles(op.getType());
  Type scalar = tiles.tile.getScalar();
  if (scalar.isBF16())
    scalar = b.getF32Type();
  return TileValues(tiles.count(),
                    MatrixFillOp::create(b, tiles.tile, b.zero(scalar)));
}

static LogicalResult tileKernel(FuncOp kernel, TileScratch &scratch,
                                bool unchecked) {
  MLIRContext *context = kernel.getContext();
  TypeConverter converter;
  converter.addConversion([](Type type) { return type; });
  converter.addConversion(
      [&](MatrixType type, SmallVectorImpl<Type> &parts) -> LogicalResult {
        const MatrixTiles tiles(type, scratch.sizes);
        parts.append(tiles.count(), tiles.tile);
        return success();
      });
  // A matrix of one tile has the type of its tile, so types do not tell what is done.
  llvm::SmallPtrSet<Operation *, 16> remaining;
  kernel.walk([&](Operation *op) {
    auto isMatrix = [](Type type) { return isa<MatrixType>(type); };
    if (op->hasTrait<WholeWave>() || (isa<arith::SelectOp, ub::PoisonOp>(op) &&
                                      isMatrix(op->getResult(0).getType())))
      remaining.insert(op);
  });
  ConversionTarget target(*context);
  target.markUnknownOpDynamicallyLegal([&](Operation *op) {
    return !remaining.contains(op) &&
           converter.isLegal(op->getOperandTypes()) &&
           converter.isLegal(op->getResultTypes());
  });
  RewritePatternSet patterns(context);
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
  patterns.add<TilePattern<MatrixFillOp>, TilePattern<MatrixLoadOp>,
               TilePattern<MatrixStoreOp>, TilePattern<MatrixMultiplyAddOp>,
               TilePattern<MatrixMapOp>, TilePattern<MatrixConvertOp>,
               TilePattern<MatrixRowReduceOp>, TilePattern<arith::SelectOp>,
               TilePattern<ub::PoisonOp>>(converter, scratch, unchecked);
  return applyPartialConversion(kernel, target, std::move(patterns));
}

namespace {
struct TileMatrices final : wave::impl::TileMatricesBase<TileMatrices> {
  using TileMatricesBase::TileMatricesBase;

  void runOnWaveIR() override {
    if (failed(readSizes()))
      return signalPassFailure();
    sizes.isLinAlg = linAlg;
    SmallVector<FuncOp> kernels;
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel())
        kernels.push_back(function);
    });
    for (FuncOp kernel : kernels)
      if (failed(run(kernel)))
        return signalPassFailure();
  }

  LogicalResult readSizes() {
    if (tile.empty())
      return success();
    // Direct3D promises the tiles of the default.
    if (linAlg)
      return getOperation()->emitError(
          "the options lin-alg and tile exclude each "
          "other [matrix-target]");
    constexpr int64_t most = 256;
    const bool areSizes = llvm::all_of(tile, [](int64_t size) {
      return size >= 4 && size <= most && llvm::isPowerOf2_64(size);
    });
    if (tile.size() != 4 || !areSizes)
      return getOperation()->emitError(
                 "the option tile has four powers of two from 4 to ")
             << most << ": M, N, K, and K for i8 [matrix-target]";
    sizes = {tile[0], tile[1], tile[2], tile[3]};
    return success();
  }

  LogicalResult run(FuncOp kernel) const {
    Operation *first = nullptr;
    int64_t words = 0;
    kernel.walk([&](Operation *op) {
      if (!op->hasTrait<WholeWave>())
        return;
      if (!first)
        first = op;
      words = std::max(words, isa<MatrixLoadOp, MatrixStoreOp>(op)
                                  ? countScratchOfAccess(op, sizes, unchecked)
                                  : countScratchOfElements(op, sizes));
    });
    if (!first)
      return success();
    if (failed(verifyGroup(kernel, first, sizes.getTarget())) ||
        failed(linAlg ? verifyStage(kernel, first)
                      : verifyMemory(kernel, first)) ||
        failed(verifyOperations(kernel, sizes)))
      return failure();
    letReturnedLanesTakePart(kernel, kernel.getWaveSizes().back());
    if (failed(verifyAllLanesReachMatrices(kernel, sizes.getTarget()))) // T2
      return failure();
    TileScratch scratch(kernel, sizes, words);
    return tileKernel(kernel, scratch, unchecked);
  }

  /// The sizes of tensor cores and of most other matrix units.
  TileSizes sizes = {16, 16, 16, 32};
};
} // namespace
