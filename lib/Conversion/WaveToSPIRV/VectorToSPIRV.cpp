//===- VectorToSPIRV.cpp - Vectors of two to four components --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Conversion/VectorToSPIRV/VectorToSPIRV.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
struct FromElementsToConstruct final
    : OpConversionPattern<vector::FromElementsOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(vector::FromElementsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    if (!isa_and_nonnull<VectorType>(type))
      return failure();
    rewriter.replaceOpWithNewOp<spirv::CompositeConstructOp>(
        op, type, adaptor.getElements());
    return success();
  }
};

/// Loads a vector of two to four components as scalars.
struct LoadToLoads final : OpConversionPattern<vector::LoadOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(vector::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op.getIndices().size() != 1)
      return failure();
    Location loc = op.getLoc();
    VectorType type = op.getVectorType();
    SmallVector<Value> components;
    for (int64_t place = 0; place < type.getNumElements(); ++place)
      components.push_back(spirv::LoadOp::create(
          rewriter, loc,
          getElementPointer(rewriter, loc, adaptor.getBase(),
                            adaptor.getIndices().front(), place)));
    rewriter.replaceOpWithNewOp<spirv::CompositeConstructOp>(op, type,
                                                             components);
    return success();
  }
};

struct StoreToStores final : OpConversionPattern<vector::StoreOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(vector::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op.getIndices().size() != 1)
      return failure();
    Location loc = op.getLoc();
    for (int32_t place = 0; place < op.getVectorType().getNumElements();
         ++place) {
      Value component = spirv::CompositeExtractOp::create(
          rewriter, loc, adaptor.getValueToStore(), place);
      Value pointer = getElementPointer(rewriter, loc, adaptor.getBase(),
                                        adaptor.getIndices().front(), place);
      spirv::StoreOp::create(rewriter, loc, pointer, component);
    }
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void wave::populateVectorToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                         RewritePatternSet &patterns) {
  // Upstream casts the pointer to a pointer to vectors, which Vulkan does not
  // allow.
  patterns.add<FromElementsToConstruct, LoadToLoads, StoreToStores>(
      converter, patterns.getContext(), /*benefit=*/2);
  mlir::populateVectorToSPIRVPatterns(converter, patterns);
}
