//===- MathToSPIRV.cpp - Functions of numbers and bits --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Upstream's patterns are not used: upstream's `powf` negates the result for a
// negative base, and upstream supports bit operations on 32 bits only.

#include "Patterns.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
/// A single instruction of GLSL.std.450. Angle, exponential and logarithm
/// functions have no f64 form; `wave-verify` refuses it.
template <typename OpT, typename TargetOp>
struct MathToGL final : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<TargetOp>(
        op, adaptor.getOperands().front().getType(), adaptor.getOperands());
    return success();
  }
};

/// MLIR 22 lacks `Trunc` of GLSL.std.450. NaNs and -0 remain unchanged.
struct TruncToFloorOrCeil final : OpConversionPattern<math::TruncOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(math::TruncOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value x = adaptor.getOperand();
    Type type = x.getType();
    Value zero = createConstant(rewriter, loc, type, 0);
    Value isNegative = spirv::FOrdLessThanOp::create(rewriter, loc, x, zero);
    Value ceil = spirv::GLCeilOp::create(rewriter, loc, type, x);
    Value floor = spirv::GLFloorOp::create(rewriter, loc, type, x);
    rewriter.replaceOpWithNewOp<spirv::SelectOp>(op, isNegative, ceil, floor);
    return success();
  }
};

/// Mesa 22.3's software driver rounds ties of f64 towards zero, and ties of f32
/// in 512-bit vectors away from zero. This adds and subtracts 2^52 (2^23 for
/// f32) instead, because the sum rounds correctly and all numbers from there on
/// are integers.
struct RoundEvenToRoundEven final : OpConversionPattern<math::RoundEvenOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(math::RoundEvenOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value x = adaptor.getOperand();
    Type type = x.getType();
    auto element = cast<FloatType>(getElementTypeOrSelf(type));
    if (element.isF16()) {
      rewriter.replaceOpWithNewOp<spirv::GLRoundEvenOp>(op, type, x);
      return success();
    }
    Value whole = createConstant(
        rewriter, loc, type, int64_t(1) << (element.getFPMantissaWidth() - 1));
    Value magnitude = spirv::GLFAbsOp::create(rewriter, loc, type, x);
    auto sum = spirv::FAddOp::create(rewriter, loc, magnitude, whole);
    auto rounded = spirv::FSubOp::create(rewriter, loc, sum, whole);
    sum->setAttr("no_contraction", rewriter.getUnitAttr());
    rounded->setAttr("no_contraction", rewriter.getUnitAttr());
    Value isSmall =
        spirv::FOrdLessThanOp::create(rewriter, loc, magnitude, whole);
    Value result =
        spirv::SelectOp::create(rewriter, loc, isSmall, rounded, magnitude);
    // Copy the sign of x, including the sign of -0.
    Type bits = rewriter.getIntegerType(element.getWidth());
    if (auto vector = dyn_cast<VectorType>(type))
      bits = vector.clone(bits);
    Value signBit = createConstant(rewriter, loc, bits,
                                   element.isF64() ? INT64_MIN : INT32_MIN);
    Value sign = spirv::BitwiseAndOp::create(
        rewriter, loc, spirv::BitcastOp::create(rewriter, loc, bits, x),
        signBit);
    result = spirv::BitwiseOrOp::create(
        rewriter, loc, spirv::BitcastOp::create(rewriter, loc, bits, result),
        sign);
    rewriter.replaceOpWithNewOp<spirv::BitcastOp>(op, type, result);
    return success();
  }
};

/// GLSL.std.450 does not define the result for base 0 with an exponent that is
/// not positive, or for a negative base, which gives a NaN in HLSL.
struct PowToPow final : OpConversionPattern<math::PowFOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(math::PowFOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value base = adaptor.getLhs(), exponent = adaptor.getRhs();
    Type type = base.getType();
    auto select = [&](Value condition, Value yes, Value no) -> Value {
      return spirv::SelectOp::create(rewriter, loc, condition, yes, no);
    };
    Value zero = createConstant(rewriter, loc, type, 0);
    Value one = createConstant(rewriter, loc, type, 1);
    auto &semantics =
        cast<FloatType>(getElementTypeOrSelf(type)).getFloatSemantics();
    Value infinity =
        createConstant(rewriter, loc, type, APFloat::getInf(semantics));
    Value nan = createConstant(rewriter, loc, type, APFloat::getNaN(semantics));
    Value power = spirv::GLPowOp::create(rewriter, loc, type, base, exponent);
    Value isOne = spirv::FOrdEqualOp::create(rewriter, loc, exponent, zero);
    Value isZero =
        spirv::FOrdGreaterThanOp::create(rewriter, loc, exponent, zero);
    Value isInfinite =
        spirv::FOrdLessThanOp::create(rewriter, loc, exponent, zero);
    Value ofZero = select(isOne, one, power);
    ofZero = select(isInfinite, infinity, select(isZero, zero, ofZero));
    Value isBaseZero = spirv::FOrdEqualOp::create(rewriter, loc, base, zero);
    Value isBaseNegative =
        spirv::FOrdLessThanOp::create(rewriter, loc, base, zero);
    rewriter.replaceOp(
        op, select(isBaseNegative, nan, select(isBaseZero, ofZero, power)));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

/// Creates operations on integer scalars or vectors. Vulkan supports counting,
/// finding and reversing bits of 32-bit integers only.
struct BitBuilder {
  OpBuilder &builder;
  Location loc;

  Type getType(Type like, unsigned width) {
    Type integer = builder.getIntegerType(width);
    if (auto vector = dyn_cast<VectorType>(like))
      return vector.clone(integer);
    return integer;
  }
  Value constant(Value like, int64_t number) {
    return createConstant(builder, loc, like.getType(), number);
  }
  Value resize(Value x, unsigned width) {
    Type type = getType(x.getType(), width);
    if (type == x.getType())
      return x;
    return spirv::UConvertOp::create(builder, loc, type, x);
  }
  /// The lower and upper halves of a 64-bit integer.
  std::pair<Value, Value> split(Value x) {
    Value upper = spirv::ShiftRightLogicalOp::create(builder, loc, x.getType(),
                                                     x, constant(x, 32));
    return {resize(x, 32), resize(upper, 32)};
  }
  Value add(Value x, Value y) {
    return spirv::IAddOp::create(builder, loc, x, y);
  }
  Value subtract(Value x, Value y) {
    return spirv::ISubOp::create(builder, loc, x, y);
  }
  Value bitOr(Value x, Value y) {
    return spirv::BitwiseOrOp::create(builder, loc, x, y);
  }
  /// Returns `ifZero` if `x` is 0, else `otherwise`. Not all drivers return -1
  /// for 0 as GLSL.std.450 requires.
  Value selectZero(Value x, Value ifZero, Value otherwise) {
    Value isZero = spirv::IEqualOp::create(builder, loc, x, constant(x, 0));
    return spirv::SelectOp::create(builder, loc, isZero, ifZero, otherwise);
  }
};

/// Each struct implements one function for 32 bits, and for other widths by
/// means of that. Counting zeros in 0 gives the bit width.
struct CountOnes {
  static Value of32(BitBuilder b, Value x) {
    return spirv::BitCountOp::create(b.builder, b.loc, x.getType(), x);
  }
  static Value of16(BitBuilder b, Value wide) { return of32(b, wide); }
  static Value of64(BitBuilder b, Value lower, Value upper) {
    Value inLower = of32(b, lower), inUpper = of32(b, upper);
    return b.resize(b.add(inLower, inUpper), 64);
  }
};

struct CountLeadingZeros {
  static Value of32(BitBuilder b, Value x) {
    Value highest =
        spirv::GLFindUMsbOp::create(b.builder, b.loc, x.getType(), x);
    Value leading = b.subtract(b.constant(x, 31), highest);
    return b.selectZero(x, b.constant(x, 32), leading);
  }
  static Value of16(BitBuilder b, Value wide) {
    return b.subtract(of32(b, wide), b.constant(wide, 16));
  }
  static Value of64(BitBuilder b, Value lower, Value upper) {
    Value inLower = b.add(of32(b, lower), b.constant(lower, 32));
    return b.resize(b.selectZero(upper, inLower, of32(b, upper)), 64);
  }
};

struct CountTrailingZeros {
  static Value of32(BitBuilder b, Value x) {
    Value lowest =
        spirv::GLFindILsbOp::create(b.builder, b.loc, x.getType(), x);
    return b.selectZero(x, b.constant(x, 32), lowest);
  }
  static Value of16(BitBuilder b, Value wide) {
    return of32(b, b.bitOr(wide, b.constant(wide, 1 << 16)));
  }
  static Value of64(BitBuilder b, Value lower, Value upper) {
    Value inUpper = b.add(of32(b, upper), b.constant(upper, 32));
    return b.resize(b.selectZero(lower, inUpper, of32(b, lower)), 64);
  }
};

struct ReverseBits {
  static Value of32(BitBuilder b, Value x) {
    return spirv::BitReverseOp::create(b.builder, b.loc, x.getType(), x);
  }
  static Value of16(BitBuilder b, Value wide) {
    return spirv::ShiftRightLogicalOp::create(
        b.builder, b.loc, wide.getType(), of32(b, wide), b.constant(wide, 16));
  }
  static Value of64(BitBuilder b, Value lower, Value upper) {
    Value high = b.resize(of32(b, lower), 64);
    Value shifted = spirv::ShiftLeftLogicalOp::create(
        b.builder, b.loc, high.getType(), high, b.constant(high, 32));
    return b.bitOr(shifted, b.resize(of32(b, upper), 64));
  }
};

template <typename OpT, typename FunctionT>
struct BitsTo32Bits final : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value x = adaptor.getOperands().front();
    BitBuilder b{rewriter, op.getLoc()};
    switch (getElementTypeOrSelf(x.getType()).getIntOrFloatBitWidth()) {
    case 16:
      rewriter.replaceOp(op, b.resize(FunctionT::of16(b, b.resize(x, 32)), 16));
      return success();
    case 32:
      rewriter.replaceOp(op, FunctionT::of32(b, x));
      return success();
    case 64: {
      auto [lower, upper] = b.split(x);
      rewriter.replaceOp(op, FunctionT::of64(b, lower, upper));
      return success();
    }
    default:
      return failure();
    }
  }
};
} // namespace

void wave::populateMathToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                       RewritePatternSet &patterns) {
  patterns.add<MathToGL<math::AbsFOp, spirv::GLFAbsOp>,
               MathToGL<math::AbsIOp, spirv::GLSAbsOp>,
               MathToGL<math::CeilOp, spirv::GLCeilOp>,
               MathToGL<math::FloorOp, spirv::GLFloorOp>, RoundEvenToRoundEven,
               TruncToFloorOrCeil, MathToGL<math::SqrtOp, spirv::GLSqrtOp>,
               MathToGL<math::RsqrtOp, spirv::GLInverseSqrtOp>,
               MathToGL<math::ExpOp, spirv::GLExpOp>,
               MathToGL<math::Exp2Op, spirv::GLExp2Op>,
               MathToGL<math::LogOp, spirv::GLLogOp>,
               MathToGL<math::Log2Op, spirv::GLLog2Op>, PowToPow,
               MathToGL<math::SinOp, spirv::GLSinOp>,
               MathToGL<math::CosOp, spirv::GLCosOp>,
               MathToGL<math::TanOp, spirv::GLTanOp>,
               MathToGL<math::AsinOp, spirv::GLAsinOp>,
               MathToGL<math::AcosOp, spirv::GLAcosOp>,
               MathToGL<math::AtanOp, spirv::GLAtanOp>,
               MathToGL<math::SinhOp, spirv::GLSinhOp>,
               MathToGL<math::CoshOp, spirv::GLCoshOp>,
               MathToGL<math::TanhOp, spirv::GLTanhOp>,
               MathToGL<math::FmaOp, spirv::GLFmaOp>,
               BitsTo32Bits<math::CtPopOp, CountOnes>,
               BitsTo32Bits<math::CountLeadingZerosOp, CountLeadingZeros>,
               BitsTo32Bits<math::CountTrailingZerosOp, CountTrailingZeros>,
               BitsTo32Bits<ReverseBitsOp, ReverseBits>>(converter,
                                                         patterns.getContext());
}
