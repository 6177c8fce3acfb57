//===- MatrixToSPIRV.cpp - Tiles as cooperative matrices ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "WaveDialect/IR/ElementType.h"

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static spirv::CooperativeMatrixType getTileType(MatrixType type) {
  auto use = spirv::CooperativeMatrixUseKHR::MatrixAcc;
  if (type.getRole() == MatrixRole::A)
    use = spirv::CooperativeMatrixUseKHR::MatrixA;
  else if (type.getRole() == MatrixRole::B)
    use = spirv::CooperativeMatrixUseKHR::MatrixB;
  return spirv::CooperativeMatrixType::get(
      type.getElement(), static_cast<uint32_t>(type.getRows()),
      static_cast<uint32_t>(type.getColumns()), spirv::Scope::Subgroup, use);
}

void wave::addMatrixTypeConversions(SPIRVTypeConverter &converter) {
  converter.addConversion(
      [](MatrixType type) -> Type { return getTileType(type); });
}

static spirv::CooperativeMatrixLayoutKHR getLayout(MatrixLayout layout) {
  return layout == MatrixLayout::RowMajor
             ? spirv::CooperativeMatrixLayoutKHR::RowMajor
             : spirv::CooperativeMatrixLayoutKHR::ColumnMajor;
}

/// A scalar of wave IR as an element of a tile: `bf16` is computed in f32.
static Value toElement(OpBuilder &builder, Location loc, Value scalar,
                       Type element) {
  if (scalar.getType() == element)
    return scalar;
  if (isa<IntegerType>(element))
    return spirv::SConvertOp::create(builder, loc, element, scalar);
  return spirv::FConvertOp::create(builder, loc, element, scalar);
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

namespace {
struct FillToConstruct final : OpConversionPattern<MatrixFillOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(MatrixFillOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<MatrixType>(op.getType());
    Value element =
        toElement(rewriter, op.getLoc(), adaptor.getValue(), type.getElement());
    rewriter.replaceOpWithNewOp<spirv::CompositeConstructOp>(
        op, getTileType(type), element);
    return success();
  }
};

struct LoadTileToLoad final : OpConversionPattern<MatrixLoadTileOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(MatrixLoadTileOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value address = getElementPointer(rewriter, op.getLoc(),
                                      adaptor.getMemory(), adaptor.getFirst());
    rewriter.replaceOpWithNewOp<spirv::KHRCooperativeMatrixLoadOp>(
        op, getTileType(cast<MatrixType>(op.getType())), address,
        getLayout(op.getLayout()), adaptor.getStride(),
        spirv::MemoryAccessAttr(), IntegerAttr());
    return success();
  }
};

struct StoreTileToStore final : OpConversionPattern<MatrixStoreTileOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(MatrixStoreTileOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value address = getElementPointer(rewriter, op.getLoc(),
                                      adaptor.getMemory(), adaptor.getFirst());
    rewriter.replaceOpWithNewOp<spirv::KHRCooperativeMatrixStoreOp>(
        op, address, adaptor.getValue(), getLayout(op.getLayout()),
        adaptor.getStride(), spirv::MemoryAccessAttr(), IntegerAttr());
    return success();
  }
};

struct MultiplyAddToMulAdd final : OpConversionPattern<MatrixMultiplyAddOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(MatrixMultiplyAddOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    using Operands = spirv::CooperativeMatrixOperandsKHR;
    spirv::CooperativeMatrixOperandsKHRAttr operands;
    if (isByteType(cast<MatrixType>(op.getA().getType()).getElement()))
      operands = spirv::CooperativeMatrixOperandsKHRAttr::get(
          rewriter.getContext(), Operands::ASigned | Operands::BSigned |
                                     Operands::CSigned |
                                     Operands::ResultSigned);
    rewriter.replaceOpWithNewOp<spirv::KHRCooperativeMatrixMulAddOp>(
        op, adaptor.getC().getType(), adaptor.getA(), adaptor.getB(),
        adaptor.getC(), operands);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

struct LengthToLength final : OpConversionPattern<MatrixLengthOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(MatrixLengthOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<spirv::KHRCooperativeMatrixLengthOp>(
        op, rewriter.getI32Type(),
        TypeAttr::get(getTileType(cast<MatrixType>(op.getMatrix()))));
    return success();
  }
};

struct SetToStore final : KernelPattern<MatrixSetOp> {
  using KernelPattern::KernelPattern;
  LogicalResult
  matchAndRewrite(MatrixSetOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value variable = module.getMatrixVariable(op.getLoc(), op.getVariable(),
                                              adaptor.getValue().getType());
    rewriter.replaceOpWithNewOp<spirv::StoreOp>(op, variable,
                                                adaptor.getValue());
    return success();
  }
};

struct GetToLoad final : KernelPattern<MatrixGetOp> {
  using KernelPattern::KernelPattern;
  LogicalResult
  matchAndRewrite(MatrixGetOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<spirv::LoadOp>(
        op,
        module.getMatrixVariable(op.getLoc(), op.getVariable(),
                                 getTileType(cast<MatrixType>(op.getType()))));
    return success();
  }
};

/// The address of an element of a variable.
template <typename OpT>
Value getElement(ConversionPatternRewriter &rewriter, KernelModule &module,
                 OpT op, Value index) {
  Value variable =
      module.getMatrixVariable(op.getLoc(), op.getVariable(),
                               getTileType(cast<MatrixType>(op.getMatrix())));
  return spirv::AccessChainOp::create(rewriter, op.getLoc(), variable,
                                      ValueRange(index));
}

struct GetElementToLoad final : KernelPattern<MatrixGetElementOp> {
  using KernelPattern::KernelPattern;
  LogicalResult
  matchAndRewrite(MatrixGetElementOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value element = spirv::LoadOp::create(
        rewriter, op.getLoc(),
        getElement(rewriter, module, op, adaptor.getIndex()));
    if (element.getType() != op.getType())
      element = spirv::FConvertOp::create(rewriter, op.getLoc(), op.getType(),
                                          element);
    rewriter.replaceOp(op, element);
    return success();
  }
};

struct SetElementToStore final : KernelPattern<MatrixSetElementOp> {
  using KernelPattern::KernelPattern;
  LogicalResult
  matchAndRewrite(MatrixSetElementOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value address = getElement(rewriter, module, op, adaptor.getIndex());
    rewriter.replaceOpWithNewOp<spirv::StoreOp>(
        op, address,
        toElement(rewriter, op.getLoc(), adaptor.getValue(),
                  cast<MatrixType>(op.getMatrix()).getElement()));
    return success();
  }
};
} // namespace

void wave::populateMatrixToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                         KernelModule &module,
                                         RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<FillToConstruct, LoadTileToLoad, StoreTileToStore,
               MultiplyAddToMulAdd, LengthToLength>(converter, context);
  patterns.add<SetToStore, GetToLoad, GetElementToLoad, SetElementToStore>(
      converter, module, context);
}
