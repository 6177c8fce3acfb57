//===- DistributeMatrices.cpp - Wave matrices as registers of lanes -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Upstream's type conversion replaces a matrix by many values, in control flow too.
// `FragmentBuilder` has the code of each operation; MatrixFragments.h says which elements
// a lane has.

#include "MatrixFragments.h"

#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::wave {
#define GEN_PASS_DEF_DISTRIBUTEMATRICES
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

/// The lanes of a wave of CUDA.
static constexpr int64_t kLanes = kBlockRows * kBlockLanes;

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

/// D1.
static LogicalResult verifyGroup(FuncOp kernel, Operation *op) {
  std::optional<ArrayRef<int32_t>> sides = kernel.getNumThreads();
  if (!sides)
    return success();
  int64_t threads = 1;
  for (int32_t side : *sides)
    threads *= side;
  if (threads % kLanes == 0)
    return success();
  return op->emitError("the last wave of a group of ")
         << threads << " threads has fewer than " << kLanes
         << " lanes, and CUDA needs all lanes of a wave for this operation on "
            "a "
            "matrix [matrix-lanes]";
}

static LogicalResult prepare(FuncOp kernel, Operation *first) {
  if (failed(verifyGroup(kernel, first)))
    return failure();
  letReturnedLanesTakePart(kernel, kLanes);
  return verifyAllLanesReachMatrices(kernel, "CUDA"); // D2
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
template <typename OpT>
class MatrixPattern : public OpConversionPattern<OpT> {
public:
  MatrixPattern(const TypeConverter &converter, const MatrixLanes &lanes,
                bool unchecked)
      : OpConversionPattern<OpT>(converter, lanes.place.getContext()),
        lanes(lanes), unchecked(unchecked) {}

  using Operands = ArrayRef<ValueRange>;
  using OneToNOpAdaptor = typename OpConversionPattern<OpT>::OneToNOpAdaptor;

  LogicalResult
  matchAndRewrite(OpT op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    FragmentBuilder b(op.getLoc(), rewriter, lanes);
    MatrixParts parts = build(b, op, adaptor.getOperands());
    if (op->getNumResults())
      rewriter.replaceOpWithMultiple(op, {parts});
    else
      rewriter.eraseOp(op);
    return success();
  }

private:
  MatrixParts build(FragmentBuilder &b, OpT op, Operands operands) const;

  const MatrixLanes &lanes;
  const bool unchecked;
};
} // namespace

static MatrixType getMatrix(Value value) {
  return cast<MatrixType>(value.getType());
}

template <>
MatrixParts MatrixPattern<MatrixFillOp>::build(FragmentBuilder &b,
                                               MatrixFillOp op,
                                               Operands operands) const {
  return b.fill(getMatrix(op), operands[0].front());
}

template <>
MatrixParts MatrixPattern<MatrixLoadOp>::build(FragmentBuilder &b,
                                               MatrixLoadOp op,
                                               Operands) const {
  if (lanes.together.unread.contains(op)) {
    const MatrixFragment fragment(getMatrix(op));
    return MatrixParts(fragment.countParts(), b.zero(fragment.part));
  }
  return b.load(op, unchecked);
}

template <>
MatrixParts MatrixPattern<MatrixStoreOp>::build(FragmentBuilder &b,
                                                MatrixStoreOp op,
                                                Operands operands) const {
  b.store(op, operands[0], unchecked);
  return {};
}

template <>
MatrixParts MatrixPattern<MatrixMultiplyAddOp>::build(FragmentBuilder &b,
                                                      MatrixMultiplyAddOp op,
                                                      Operands operands) const {
  if (const auto *found = lanes.together.products.find(op);
      found != lanes.together.products.end())
    return b.multiplyInMemory(op, found->second, operands[0], operands[2]);
  return b.multiplyAdd(op, operands[0], operands[1], operands[2]);
}

template <>
MatrixParts MatrixPattern<MatrixMapOp>::build(FragmentBuilder &b,
                                              MatrixMapOp op,
                                              Operands operands) const {
  return b.map(op, operands);
}

template <>
MatrixParts MatrixPattern<MatrixConvertOp>::build(FragmentBuilder &b,
                                                  MatrixConvertOp op,
                                                  Operands operands) const {
  return b.convert(getMatrix(op.getValue()), getMatrix(op), operands[0]);
}

template <>
MatrixParts MatrixPattern<MatrixRowReduceOp>::build(FragmentBuilder &b,
                                                    MatrixRowReduceOp op,
                                                    Operands operands) const {
  return b.rowReduce(op, operands[0]);
}

template <>
MatrixParts MatrixPattern<arith::SelectOp>::build(FragmentBuilder &b,
                                                  arith::SelectOp op,
                                                  Operands operands) const {
  MatrixParts parts;
  for (auto [yes, no] : llvm::zip_equal(operands[1], operands[2]))
    parts.push_back(b.select(op.getCondition(), yes, no));
  return parts;
}

/// Only lanes that do not use it have such a matrix.
template <>
MatrixParts MatrixPattern<ub::PoisonOp>::build(FragmentBuilder &b,
                                               ub::PoisonOp op,
                                               Operands) const {
  const MatrixFragment fragment(getMatrix(op));
  return MatrixParts(fragment.countParts(), b.zero(fragment.part));
}

static LogicalResult distribute(FuncOp kernel, FourWaveProducts together,
                                bool unchecked) {
  MLIRContext *context = kernel.getContext();
  const MatrixLanes lanes(kernel, std::move(together));
  TypeConverter converter;
  converter.addConversion([](Type type) { return type; });
  converter.addConversion(
      [](MatrixType type, SmallVectorImpl<Type> &parts) -> LogicalResult {
        llvm::append_range(parts, MatrixFragment(type).getParts());
        return success();
      });
  ConversionTarget target(*context);
  target.markUnknownOpDynamicallyLegal([&](Operation *op) {
    return converter.isLegal(op->getOperandTypes()) &&
           converter.isLegal(op->getResultTypes());
  });
  RewritePatternSet patterns(context);
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
  patterns.add<MatrixPattern<MatrixFillOp>, MatrixPattern<MatrixLoadOp>,
               MatrixPattern<MatrixStoreOp>, MatrixPattern<MatrixMultiplyAddOp>,
               MatrixPattern<MatrixMapOp>, MatrixPattern<MatrixConvertOp>,
               MatrixPattern<MatrixRowReduceOp>, MatrixPattern<arith::SelectOp>,
               MatrixPattern<ub::PoisonOp>>(converter, lanes, unchecked);
  return applyPartialConversion(kernel, target, std::move(patterns));
}

namespace {
struct DistributeMatrices final
    : wave::impl::DistributeMatricesBase<DistributeMatrices> {
  using DistributeMatricesBase::DistributeMatricesBase;

  void runOnWaveIR() override {
    SmallVector<FuncOp> kernels;
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel())
        kernels.push_back(function);
    });
    for (FuncOp kernel : kernels)
      if (failed(run(kernel)))
        return signalPassFailure();
  }

  LogicalResult run(FuncOp kernel) const {
    Operation *first = nullptr;
    kernel.walk([&](Operation *op) {
      if (!op->hasTrait<WholeWave>())
        return WalkResult::advance();
      first = op;
      return WalkResult::interrupt();
    });
    if (!first)
      return success();
    if (failed(prepare(kernel, first)))
      return failure();
    warnOfRegisters(kernel);
    FourWaveProducts together;
    if (inMemory)
      together = FourWaveProducts(kernel, tensorMaps);
    if (failed(distribute(kernel, std::move(together), unchecked)))
      return failure();
    deferProducts(kernel);
    return success();
  }
};
} // namespace
