//===- AtomicToSPIRV.cpp - Atomics on memory ------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace mlir::wave;
using Kind = gpu::AllReduceOperation;

/// Atomics of HLSL do not order other accesses.
static constexpr spirv::MemorySemantics kRelaxed = spirv::MemorySemantics::None;

/// The scope in which atomics of this memory are visible.
static spirv::Scope getScope(Value pointer) {
  return cast<spirv::PointerType>(pointer.getType()).getStorageClass() ==
                 spirv::StorageClass::Workgroup
             ? spirv::Scope::Workgroup
             : spirv::Scope::Device;
}

Value wave::createAtomic(OpBuilder &builder, Location loc, Kind kind,
                         Value pointer, Value value) {
  auto create = [&]<typename OpT>(OpT *) -> Value {
    return OpT::create(builder, loc, value.getType(), pointer,
                       getScope(pointer), kRelaxed, value);
  };
  switch (kind) {
  case Kind::ADD:
    return create((spirv::AtomicIAddOp *)nullptr);
  case Kind::AND:
    return create((spirv::AtomicAndOp *)nullptr);
  case Kind::OR:
    return create((spirv::AtomicOrOp *)nullptr);
  case Kind::XOR:
    return create((spirv::AtomicXorOp *)nullptr);
  case Kind::MINSI:
    return create((spirv::AtomicSMinOp *)nullptr);
  case Kind::MINUI:
    return create((spirv::AtomicUMinOp *)nullptr);
  case Kind::MAXSI:
    return create((spirv::AtomicSMaxOp *)nullptr);
  case Kind::MAXUI:
    return create((spirv::AtomicUMaxOp *)nullptr);
  default:
    llvm_unreachable("the operation's verifier refuses other kinds");
  }
}

Value wave::createExchange(OpBuilder &builder, Location loc, Value pointer,
                           Value value) {
  return spirv::AtomicExchangeOp::create(builder, loc, value.getType(), pointer,
                                         getScope(pointer), kRelaxed, value);
}

Value wave::createCompareExchange(OpBuilder &builder, Location loc,
                                  Value pointer, Value compare, Value value) {
  return spirv::AtomicCompareExchangeOp::create(
      builder, loc, value.getType(), pointer, getScope(pointer), kRelaxed,
      kRelaxed, value, compare);
}

namespace {
struct RMWToAtomic final : OpConversionPattern<AtomicRMWOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AtomicRMWOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value pointer = getElementPointer(rewriter, loc, adaptor.getMemory(),
                                      adaptor.getIndex());
    rewriter.replaceOp(op, createAtomic(rewriter, loc, op.getKind(), pointer,
                                        adaptor.getValue()));
    return success();
  }
};

/// Floats were replaced by their bits: see `accessFloatsAsBits`.
struct ExchangeToAtomic final : OpConversionPattern<AtomicExchangeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AtomicExchangeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value pointer = getElementPointer(rewriter, loc, adaptor.getMemory(),
                                      adaptor.getIndex());
    rewriter.replaceOp(
        op, createExchange(rewriter, loc, pointer, adaptor.getValue()));
    return success();
  }
};

struct CASToAtomic final : OpConversionPattern<AtomicCASOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AtomicCASOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value pointer = getElementPointer(rewriter, loc, adaptor.getMemory(),
                                      adaptor.getIndex());
    rewriter.replaceOp(op, createCompareExchange(rewriter, loc, pointer,
                                                 adaptor.getCompare(),
                                                 adaptor.getValue()));
    return success();
  }
};
} // namespace

void wave::populateAtomicToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                         RewritePatternSet &patterns) {
  patterns.add<RMWToAtomic, ExchangeToAtomic, CASToAtomic>(
      converter, patterns.getContext());
}
