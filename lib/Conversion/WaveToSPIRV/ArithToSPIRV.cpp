//===- ArithToSPIRV.cpp - Arithmetic that upstream's patterns lack --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "WaveDialect/Conversion/SPIRVNames.h"

#include "mlir/Conversion/ArithToSPIRV/ArithToSPIRV.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::wave;

static Value createSplat(OpBuilder &builder, Location loc, Type type,
                         TypedAttr value) {
  if (auto vector = dyn_cast<VectorType>(type))
    value = SplatElementsAttr::get(vector, value);
  return spirv::ConstantOp::create(builder, loc, type, value);
}

Value wave::createConstant(OpBuilder &builder, Location loc, Type type,
                           int64_t number) {
  Type scalar = getElementTypeOrSelf(type);
  if (isa<FloatType>(scalar))
    return createSplat(builder, loc, type,
                       builder.getFloatAttr(scalar, number));
  APInt bits(scalar.getIntOrFloatBitWidth(), number, /*isSigned=*/true,
             /*implicitTrunc=*/true);
  return createSplat(builder, loc, type, builder.getIntegerAttr(scalar, bits));
}

Value wave::createConstant(OpBuilder &builder, Location loc, Type type,
                           const APFloat &number) {
  return createSplat(builder, loc, type,
                     FloatAttr::get(getElementTypeOrSelf(type), number));
}

static bool isBoolean(Type type) {
  return getElementTypeOrSelf(type).isInteger(1);
}

namespace {
/// `x remsi y` -> `x - (x / y) * y`. In Vulkan the result of OpSRem is
/// undefined for negative operands, and upstream's replacement is wrong for the
/// smallest integer.
struct RemainderToDivision final : OpConversionPattern<arith::RemSIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::RemSIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value x = adaptor.getLhs(), y = adaptor.getRhs();
    Value quotient = spirv::SDivOp::create(rewriter, loc, x, y);
    Value product = spirv::IMulOp::create(rewriter, loc, quotient, y);
    rewriter.replaceOpWithNewOp<spirv::ISubOp>(op, x, product);
    return success();
  }
};

/// Casts between booleans and numbers: true becomes 1, or -1 if signed, and a
/// number becomes its lowest bit. Canonicalization folds longer forms to these
/// casts, and upstream has no pattern for them.
template <typename OpT, int64_t whenTrue>
struct BooleanCast final : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value value = adaptor.getOperands().front();
    if (isBoolean(op.getOperand().getType())) {
      Type type = this->getTypeConverter()->convertType(op.getType());
      Value yes = createConstant(rewriter, loc, type, whenTrue);
      Value no = createConstant(rewriter, loc, type, 0);
      rewriter.replaceOpWithNewOp<spirv::SelectOp>(op, value, yes, no);
      return success();
    }
    if (!isBoolean(op.getType()))
      return failure();
    Value one = createConstant(rewriter, loc, value.getType(), 1);
    Value bit = spirv::BitwiseAndOp::create(rewriter, loc, value, one);
    rewriter.replaceOpWithNewOp<spirv::IEqualOp>(op, bit, one);
    return success();
  }
};

/// Before SPIR-V 1.4 a select of vectors must have a vector of conditions,
/// which is valid in all versions.
struct SelectToSelect final : OpConversionPattern<arith::SelectOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::SelectOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value condition = adaptor.getCondition();
    auto vector = dyn_cast<VectorType>(adaptor.getTrueValue().getType());
    if (vector && !isa<VectorType>(condition.getType()))
      condition = spirv::CompositeConstructOp::create(
          rewriter, op.getLoc(), vector.clone(rewriter.getI1Type()),
          SmallVector<Value>(vector.getNumElements(), condition));
    rewriter.replaceOpWithNewOp<spirv::SelectOp>(
        op, condition, adaptor.getTrueValue(), adaptor.getFalseValue());
    return success();
  }
};

/// If one operand is a NaN, the result is the other operand: NMin and NMax of
/// GLSL.std.450, which MLIR 22 lacks. The completion of the binary replaces
/// operations with kNumberMark by them.
template <typename OpT, typename TargetOp>
struct NumberToNumber final : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto result = rewriter.replaceOpWithNewOp<TargetOp>(
        op, adaptor.getLhs().getType(), adaptor.getOperands());
    result->setAttr(kNumberMark, rewriter.getUnitAttr());
    return success();
  }
};

/// Without the flag `contract` a product and a sum must remain two operations
/// that each round.
template <typename OpT, typename TargetOp>
struct FloatToFloat final : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto result = rewriter.replaceOpWithNewOp<TargetOp>(
        op, adaptor.getLhs().getType(), adaptor.getOperands());
    if (!bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::contract))
      result->setAttr("no_contraction", rewriter.getUnitAttr());
    return success();
  }
};
/// The conversion of an integer to a float and back rounds. Some drivers,
/// including Mesa's, remove both conversions unless one of them has this
/// decoration.
template <typename OpT, typename TargetOp>
struct FloatToInteger final : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = this->getTypeConverter()->convertType(op.getType());
    auto result =
        rewriter.replaceOpWithNewOp<TargetOp>(op, type, adaptor.getIn());
    result->setAttr("no_contraction", rewriter.getUnitAttr());
    return success();
  }
};
} // namespace

void wave::populateArithToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                        RewritePatternSet &patterns) {
  patterns.add<RemainderToDivision, BooleanCast<arith::IndexCastUIOp, 1>,
               BooleanCast<arith::IndexCastOp, -1>,
               BooleanCast<arith::SIToFPOp, -1>, SelectToSelect,
               FloatToFloat<arith::AddFOp, spirv::FAddOp>,
               FloatToFloat<arith::SubFOp, spirv::FSubOp>,
               FloatToFloat<arith::MulFOp, spirv::FMulOp>,
               FloatToInteger<arith::FPToSIOp, spirv::ConvertFToSOp>,
               FloatToInteger<arith::FPToUIOp, spirv::ConvertFToUOp>,
               NumberToNumber<arith::MinNumFOp, spirv::GLFMinOp>,
               NumberToNumber<arith::MaxNumFOp, spirv::GLFMaxOp>>(
      converter, patterns.getContext(), /*benefit=*/2);
  arith::populateArithToSPIRVPatterns(converter, patterns);
}
