//===- LaneToSPIRV.cpp - Ids, votes, reductions and scans -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "WaveDialect/IR/CombiningKind.h"

using namespace mlir;
using namespace mlir::wave;
using Kind = gpu::AllReduceOperation;

static constexpr spirv::Scope kWave = spirv::Scope::Subgroup;

namespace {
//===----------------------------------------------------------------------===//
// Ids
//===----------------------------------------------------------------------===//

/// A three-component id is one component of a built-in vector.
template <typename OpT, spirv::BuiltIn builtIn>
struct DimensionToBuiltIn final : KernelPattern<OpT> {
  using KernelPattern<OpT>::KernelPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type i32 = rewriter.getI32Type();
    Value vector = this->module.getBuiltIn(rewriter, op.getLoc(), builtIn,
                                           VectorType::get({3}, i32));
    rewriter.replaceOpWithNewOp<spirv::CompositeExtractOp>(
        op, vector, static_cast<int32_t>(op.getDimension()));
    return success();
  }
};

/// A launched group runs several of the program's groups, whose number only the
/// host knows.
struct GroupCountToConstant final : KernelPattern<GroupCountOp> {
  using KernelPattern::KernelPattern;
  LogicalResult
  matchAndRewrite(GroupCountOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(
        op, module.getGroupCount(rewriter, op.getLoc(),
                                 static_cast<unsigned>(op.getDimension())));
    return success();
  }
};

template <typename OpT, spirv::BuiltIn builtIn>
struct NumberToBuiltIn final : KernelPattern<OpT> {
  using KernelPattern<OpT>::KernelPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op,
                       this->module.getBuiltIn(rewriter, op.getLoc(), builtIn,
                                               rewriter.getI32Type()));
    return success();
  }
};

/// Uses the specialization constant that also determines the size of the group,
/// so that drivers fold computations with the wave size.
struct LaneCountToConstant final : KernelPattern<LaneCountOp> {
  using KernelPattern::KernelPattern;
  LogicalResult
  matchAndRewrite(LaneCountOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, module.getWaveSize(rewriter, op.getLoc()));
    return success();
  }
};

struct SettingToConstant final : KernelPattern<SettingOp> {
  using KernelPattern::KernelPattern;
  LogicalResult
  matchAndRewrite(SettingOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(
        op, module.getSetting(rewriter, op.getLoc(), op.getSetting()));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Votes and counts
//===----------------------------------------------------------------------===//

struct IsFirstLaneToElect final : OpConversionPattern<IsFirstLaneOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(IsFirstLaneOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<spirv::GroupNonUniformElectOp>(
        op, rewriter.getI1Type(), kWave);
    return success();
  }
};

template <typename OpT, typename TargetOp>
struct VoteToVote final : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<TargetOp>(op, rewriter.getI1Type(), kWave,
                                          adaptor.getOperands().front());
    return success();
  }
};

static Value createBallot(OpBuilder &builder, Location loc, Value predicate) {
  return spirv::GroupNonUniformBallotOp::create(
      builder, loc, VectorType::get({4}, builder.getI32Type()), kWave,
      predicate);
}

struct BallotToBallot final : OpConversionPattern<BallotOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(BallotOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(
        op, createBallot(rewriter, op.getLoc(), adaptor.getPredicate()));
    return success();
  }
};

/// Counts are bit counts of a ballot.
template <typename OpT, spirv::GroupOperation operation>
struct CountToBallotBitCount final : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value ballot = createBallot(rewriter, op.getLoc(), adaptor.getPredicate());
    rewriter.replaceOpWithNewOp<spirv::GroupNonUniformBallotBitCountOp>(
        op, rewriter.getI32Type(), kWave, operation, ballot);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Reductions and scans
//===----------------------------------------------------------------------===//

template <typename OpT>
static Value createGroupOp(OpBuilder &builder, Location loc,
                           spirv::GroupOperation operation, Value value) {
  return OpT::create(builder, loc, value.getType(), kWave, operation, value,
                     Value());
}

/// Selects the operation by the kind and by integer, float or boolean type.
static Value createCombination(OpBuilder &builder, Location loc, Kind kind,
                               spirv::GroupOperation operation, Value value) {
  bool isFloat = isa<FloatType>(value.getType());
  bool isBool = value.getType().isInteger(1);
#define WAVE_CREATE(OP)                                                        \
  createGroupOp<spirv::GroupNonUniform##OP##Op>(builder, loc, operation, value)
  switch (kind) {
  case Kind::ADD:
    return isFloat ? WAVE_CREATE(FAdd) : WAVE_CREATE(IAdd);
  case Kind::MUL:
    return isFloat ? WAVE_CREATE(FMul) : WAVE_CREATE(IMul);
  case Kind::MINSI:
    return WAVE_CREATE(SMin);
  case Kind::MINUI:
    return WAVE_CREATE(UMin);
  case Kind::MAXSI:
    return WAVE_CREATE(SMax);
  case Kind::MAXUI:
    return WAVE_CREATE(UMax);
  case Kind::MINNUMF:
    return WAVE_CREATE(FMin);
  case Kind::MAXNUMF:
    return WAVE_CREATE(FMax);
  case Kind::AND:
    return isBool ? WAVE_CREATE(LogicalAnd) : WAVE_CREATE(BitwiseAnd);
  case Kind::OR:
    return isBool ? WAVE_CREATE(LogicalOr) : WAVE_CREATE(BitwiseOr);
  case Kind::XOR:
    return isBool ? WAVE_CREATE(LogicalXor) : WAVE_CREATE(BitwiseXor);
  default:
    return {}; // The operation's verifier refuses other kinds.
  }
#undef WAVE_CREATE
}

/// The type in which values of `type` are combined: 16-bit values as 32 bits.
/// Mesa 22.3's software driver does not ignore a NaN among f16 values, and
/// 64-bit types are then the only extended types that a device must support.
static Type getCombinedType(Type type) {
  if (type.isF16())
    return Float32Type::get(type.getContext());
  if (type.isInteger(16))
    return IntegerType::get(type.getContext(), 32);
  return type;
}

/// Converts `value` to another width; `kind` determines the sign.
static Value convertWidth(OpBuilder &builder, Location loc, Type type,
                          Kind kind, Value value) {
  if (value.getType() == type)
    return value;
  if (isa<FloatType>(type))
    return spirv::FConvertOp::create(builder, loc, type, value);
  if (kind == Kind::MINSI || kind == Kind::MAXSI)
    return spirv::SConvertOp::create(builder, loc, type, value);
  return spirv::UConvertOp::create(builder, loc, type, value);
}

/// SPIR-V does not specify how a minimum treats a NaN, and with NVIDIA's driver
/// a NaN wins among f64 values. So each NaN is replaced by the identity, an
/// infinity.
static Value replaceNaN(OpBuilder &builder, Location loc, Kind kind,
                        Value value) {
  if (!isFloatMinOrMax(kind))
    return value;
  auto type = cast<FloatType>(value.getType());
  auto infinity = APFloat::getInf(type.getFloatSemantics(),
                                  /*Negative=*/kind == Kind::MAXNUMF);
  Value neutral = spirv::ConstantOp::create(
      builder, loc, type, builder.getFloatAttr(type, infinity));
  Value isNumber = spirv::FOrdEqualOp::create(builder, loc, value, value);
  return spirv::SelectOp::create(builder, loc, isNumber, value, neutral);
}

template <typename OpT, spirv::GroupOperation operation>
struct CombineToGroupOp final : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = adaptor.getValue().getType();
    Value value = convertWidth(rewriter, loc, getCombinedType(type),
                               op.getKind(), adaptor.getValue());
    value = replaceNaN(rewriter, loc, op.getKind(), value);
    Value result =
        createCombination(rewriter, loc, op.getKind(), operation, value);
    if (!result)
      return failure();
    rewriter.replaceOp(op,
                       convertWidth(rewriter, loc, type, op.getKind(), result));
    return success();
  }
};

struct AssumeUniformToOperand final : OpConversionPattern<AssumeUniformOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AssumeUniformOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getValue());
    return success();
  }
};

struct ReturnToReturn final : OpConversionPattern<gpu::ReturnOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(gpu::ReturnOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<spirv::ReturnOp>(op);
    return success();
  }
};
} // namespace

void wave::populateLaneToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                       KernelModule &module,
                                       RewritePatternSet &patterns) {
  using spirv::BuiltIn;
  using spirv::GroupOperation;
  MLIRContext *context = patterns.getContext();
  patterns
      .add<DimensionToBuiltIn<gpu::BlockIdOp, BuiltIn::WorkgroupId>,
           DimensionToBuiltIn<gpu::GridDimOp, BuiltIn::NumWorkgroups>,
           DimensionToBuiltIn<gpu::ThreadIdOp, BuiltIn::LocalInvocationId>,
           DimensionToBuiltIn<gpu::GlobalIdOp, BuiltIn::GlobalInvocationId>,
           NumberToBuiltIn<gpu::LaneIdOp, BuiltIn::SubgroupLocalInvocationId>,
           NumberToBuiltIn<gpu::SubgroupIdOp, BuiltIn::SubgroupId>,
           NumberToBuiltIn<gpu::NumSubgroupsOp, BuiltIn::NumSubgroups>,
           NumberToBuiltIn<gpu::SubgroupSizeOp, BuiltIn::SubgroupSize>,
           GroupCountToConstant, LaneCountToConstant, SettingToConstant>(
          converter, module, context);
  patterns.add<
      IsFirstLaneToElect, VoteToVote<AnyOp, spirv::GroupNonUniformAnyOp>,
      VoteToVote<AllOp, spirv::GroupNonUniformAllOp>, BallotToBallot,
      CountToBallotBitCount<CountBitsOp, GroupOperation::Reduce>,
      CountToBallotBitCount<PrefixCountBitsOp, GroupOperation::ExclusiveScan>,
      CombineToGroupOp<ReduceOp, GroupOperation::Reduce>,
      CombineToGroupOp<PrefixOp, GroupOperation::ExclusiveScan>,
      CombineToGroupOp<InclusivePrefixOp, GroupOperation::InclusiveScan>,
      AssumeUniformToOperand, ReturnToReturn>(converter, context);
}
