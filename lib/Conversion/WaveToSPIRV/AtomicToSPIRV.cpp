//===- AtomicToSPIRV.cpp - Atomics on buffers and groupshared memory ------===//
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

namespace {
struct RMWToAtomic final : OpConversionPattern<AtomicRMWOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(AtomicRMWOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value value = adaptor.getValue();
    Value pointer = getElementPointer(rewriter, op.getLoc(),
                                      adaptor.getMemory(), adaptor.getIndex());
    auto replaceBy = [&]<typename OpT>(OpT *) {
      rewriter.replaceOpWithNewOp<OpT>(op, value.getType(), pointer,
                                       getScope(pointer), kRelaxed, value);
      return success();
    };
    switch (op.getKind()) {
    case Kind::ADD:
      return replaceBy((spirv::AtomicIAddOp *)nullptr);
    case Kind::AND:
      return replaceBy((spirv::AtomicAndOp *)nullptr);
    case Kind::OR:
      return replaceBy((spirv::AtomicOrOp *)nullptr);
    case Kind::XOR:
      return replaceBy((spirv::AtomicXorOp *)nullptr);
    case Kind::MINSI:
      return replaceBy((spirv::AtomicSMinOp *)nullptr);
    case Kind::MINUI:
      return replaceBy((spirv::AtomicUMinOp *)nullptr);
    case Kind::MAXSI:
      return replaceBy((spirv::AtomicSMaxOp *)nullptr);
    case Kind::MAXUI:
      return replaceBy((spirv::AtomicUMaxOp *)nullptr);
    default:
      return failure(); // The operation's verifier refuses other kinds.
    }
  }
};

/// Floats were replaced by their bits: see `accessFloatsAsBits`.
struct ExchangeToAtomic final : OpConversionPattern<AtomicExchangeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AtomicExchangeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value pointer = getElementPointer(rewriter, op.getLoc(),
                                      adaptor.getMemory(), adaptor.getIndex());
    rewriter.replaceOpWithNewOp<spirv::AtomicExchangeOp>(
        op, op.getValue().getType(), pointer, getScope(pointer), kRelaxed,
        adaptor.getValue());
    return success();
  }
};

struct CASToAtomic final : OpConversionPattern<AtomicCASOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AtomicCASOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value pointer = getElementPointer(rewriter, op.getLoc(),
                                      adaptor.getMemory(), adaptor.getIndex());
    rewriter.replaceOpWithNewOp<spirv::AtomicCompareExchangeOp>(
        op, op.getValue().getType(), pointer, getScope(pointer), kRelaxed,
        kRelaxed, adaptor.getValue(), adaptor.getCompare());
    return success();
  }
};
} // namespace

void wave::populateAtomicToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                         RewritePatternSet &patterns) {
  patterns.add<RMWToAtomic, ExchangeToAtomic, CASToAtomic>(
      converter, patterns.getContext());
}
