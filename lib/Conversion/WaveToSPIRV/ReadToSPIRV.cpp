//===- ReadToSPIRV.cpp - Reads of other lanes and of the quad -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "llvm/ADT/STLFunctionalExtras.h"

using namespace mlir;
using namespace mlir::wave;

static constexpr spirv::Scope kWave = spirv::Scope::Subgroup;

/// Returns the value of another lane.
using Mover = llvm::function_ref<Value(Value)>;

/// Moves `value` as i32: 16-bit values are extended, 64-bit values are moved as
/// two halves, and floats as their bits; the result has the type of `value`
/// again. Every device can move an i32, and more drivers do so correctly.
static Value moveAsWords(OpBuilder &builder, Location loc, Value value,
                         Mover move) {
  Type type = value.getType(), i32 = builder.getI32Type();
  unsigned width = type.getIntOrFloatBitWidth();
  if (type == i32)
    return move(value);
  if (width == 1) {
    Value one = createConstant(builder, loc, i32, 1);
    Value zero = createConstant(builder, loc, i32, 0);
    Value number = spirv::SelectOp::create(builder, loc, value, one, zero);
    return spirv::INotEqualOp::create(builder, loc, move(number), zero);
  }
  if (width == 16) {
    Type i16 = builder.getI16Type();
    if (type != i16)
      value = spirv::BitcastOp::create(builder, loc, i16, value);
    value = spirv::UConvertOp::create(builder, loc, i32, value);
    value = spirv::UConvertOp::create(builder, loc, i16, move(value));
    if (type != i16)
      value = spirv::BitcastOp::create(builder, loc, type, value);
    return value;
  }
  if (width == 32) {
    value = move(spirv::BitcastOp::create(builder, loc, i32, value));
    return spirv::BitcastOp::create(builder, loc, type, value);
  }
  Type halves = VectorType::get({2}, i32);
  value = spirv::BitcastOp::create(builder, loc, halves, value);
  SmallVector<Value> moved;
  for (int32_t half : {0, 1})
    moved.push_back(
        move(spirv::CompositeExtractOp::create(builder, loc, value, half)));
  value = spirv::CompositeConstructOp::create(builder, loc, halves, moved);
  return spirv::BitcastOp::create(builder, loc, type, value);
}

/// Returns the value of the first active lane by calling an imported function,
/// which the completion of the binary replaces by
/// OpGroupNonUniformBroadcastFirst. The sign of floats is inverted during the
/// broadcast: Mesa 22.3's software driver aborts the process on many uses of a
/// broadcast float, and removes a plain bitcast.
static Value createBroadcastFirst(OpBuilder &builder, Location loc,
                                  KernelModule &module, Value value) {
  auto broadcast = [&](Value value) -> Value {
    return spirv::FunctionCallOp::create(
               builder, loc, value.getType(),
               module.getBroadcastFirst(value.getType()), value)
        ->getResult(0);
  };
  Type type = value.getType();
  if (type.isInteger(1))
    return broadcast(value);
  if (!isa<FloatType>(type))
    return moveAsWords(builder, loc, value, broadcast);
  return moveAsWords(builder, loc, value, [&](Value bits) -> Value {
    Value sign = createConstant(builder, loc, bits.getType(), INT32_MIN);
    bits = spirv::BitwiseXorOp::create(builder, loc, bits, sign);
    return spirv::BitwiseXorOp::create(builder, loc, broadcast(bits), sign);
  });
}

/// A broadcast requires a lane that is uniform in the wave; a shuffle does not.
static Value createShuffle(OpBuilder &builder, Location loc, Value value,
                           Value lane) {
  auto shuffle = [&](Value value) -> Value {
    return spirv::GroupNonUniformShuffleOp::create(
        builder, loc, value.getType(), kWave, value, lane);
  };
  if (value.getType().isInteger(1) || value.getType().isF32())
    return shuffle(value);
  return moveAsWords(builder, loc, value, shuffle);
}

static Value createQuadSwap(OpBuilder &builder, Location loc, Value value,
                            QuadDirection direction) {
  return moveAsWords(builder, loc, value, [&](Value value) -> Value {
    Value place = createConstant(builder, loc, builder.getI32Type(),
                                 static_cast<int64_t>(direction));
    return spirv::GroupNonUniformQuadSwapOp::create(
        builder, loc, value.getType(), kWave, value, place);
  });
}

namespace {
struct ReadFirstLaneToBroadcast final : KernelPattern<ReadFirstLaneOp> {
  using KernelPattern::KernelPattern;
  LogicalResult
  matchAndRewrite(ReadFirstLaneOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, createBroadcastFirst(rewriter, op.getLoc(), module,
                                                adaptor.getValue()));
    return success();
  }
};

struct ReadLaneToShuffle final : OpConversionPattern<ReadLaneOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ReadLaneOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op,
                       createShuffle(rewriter, op.getLoc(), adaptor.getValue(),
                                     adaptor.getLane()));
    return success();
  }
};

/// For booleans and i32 drivers implement the instruction correctly. Other
/// values are compared with the value of the first active lane, so that a NaN
/// equals no value and zeros of both signs are equal.
struct AllEqualToVote final : KernelPattern<AllEqualOp> {
  using KernelPattern::KernelPattern;
  LogicalResult
  matchAndRewrite(AllEqualOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value value = adaptor.getValue();
    Type type = value.getType(), i1 = rewriter.getI1Type();
    if (type.isInteger(1) || type.isInteger(32)) {
      rewriter.replaceOpWithNewOp<spirv::GroupNonUniformAllEqualOp>(
          op, i1, kWave, value);
      return success();
    }
    Value first = createBroadcastFirst(rewriter, loc, module, value);
    Value isEqual =
        isa<FloatType>(type)
            ? spirv::FOrdEqualOp::create(rewriter, loc, value, first)
                  .getResult()
            : spirv::IEqualOp::create(rewriter, loc, value, first).getResult();
    rewriter.replaceOpWithNewOp<spirv::GroupNonUniformAllOp>(op, i1, kWave,
                                                             isEqual);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Quads
//===----------------------------------------------------------------------===//

struct QuadReadAcrossToSwap final : OpConversionPattern<QuadReadAcrossOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(QuadReadAcrossOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op,
                       createQuadSwap(rewriter, op.getLoc(), adaptor.getValue(),
                                      op.getDirection()));
    return success();
  }
};

/// Shuffles within four consecutive lanes: a quad broadcast requires a lane
/// that is uniform.
struct QuadReadLaneToShuffle final : KernelPattern<QuadReadLaneOp> {
  using KernelPattern::KernelPattern;
  LogicalResult
  matchAndRewrite(QuadReadLaneOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type();
    Value own = module.getBuiltIn(
        rewriter, loc, spirv::BuiltIn::SubgroupLocalInvocationId, i32);
    Value first = spirv::BitwiseAndOp::create(
        rewriter, loc, own, createConstant(rewriter, loc, i32, ~3));
    Value lane =
        spirv::BitwiseOrOp::create(rewriter, loc, first, adaptor.getLane());
    rewriter.replaceOp(op,
                       createShuffle(rewriter, loc, adaptor.getValue(), lane));
    return success();
  }
};

/// Each lane combines its vote with its neighbor's in the row, then in the
/// column.
template <typename OpT, typename CombineOp>
struct QuadVoteToSwaps final : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type();
    Value one = createConstant(rewriter, loc, i32, 1);
    Value zero = createConstant(rewriter, loc, i32, 0);
    Value value = spirv::SelectOp::create(rewriter, loc, adaptor.getPredicate(),
                                          one, zero);
    for (QuadDirection direction : {QuadDirection::X, QuadDirection::Y})
      value = CombineOp::create(rewriter, loc, value,
                                createQuadSwap(rewriter, loc, value, direction))
                  .getResult();
    rewriter.replaceOpWithNewOp<spirv::INotEqualOp>(op, value, zero);
    return success();
  }
};
} // namespace

void wave::populateReadToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                       KernelModule &module,
                                       RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<ReadFirstLaneToBroadcast, AllEqualToVote, QuadReadLaneToShuffle>(
      converter, module, context);
  patterns.add<ReadLaneToShuffle, QuadReadAcrossToSwap,
               QuadVoteToSwaps<QuadAnyOp, spirv::BitwiseOrOp>,
               QuadVoteToSwaps<QuadAllOp, spirv::BitwiseAndOp>>(converter,
                                                                context);
}
