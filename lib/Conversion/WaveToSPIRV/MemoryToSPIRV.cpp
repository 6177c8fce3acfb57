//===- MemoryToSPIRV.cpp - Loads, stores, arrays and barriers -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Returns the storage class of an array: Workgroup, Function, or the one that
/// a pass has set.
static spirv::StorageClass getStorageClass(MemRefType type) {
  Attribute space = type.getMemorySpace();
  if (auto known = dyn_cast_if_present<spirv::StorageClassAttr>(space))
    return known.getValue();
  return isa_and_nonnull<gpu::AddressSpaceAttr>(space)
             ? spirv::StorageClass::Workgroup
             : spirv::StorageClass::Function;
}

void wave::addMemoryTypeConversions(SPIRVTypeConverter &converter) {
  converter.addConversion([](MemRefType type) -> Type {
    if (!type.hasStaticShape())
      return getBufferType(type);
    Type array =
        spirv::ArrayType::get(type.getElementType(), type.getNumElements());
    spirv::StorageClass place = getStorageClass(type);
    if (place == spirv::StorageClass::Uniform)
      return getBufferType(type);
    if (place == spirv::StorageClass::PushConstant)
      array = getPushConstantsArray(type);
    if (place == spirv::StorageClass::TaskPayloadWorkgroupEXT)
      array = spirv::StructType::get({array});
    return spirv::PointerType::get(array, place);
  });
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static Value addOffset(OpBuilder &builder, Location loc, Value index,
                       int64_t offset) {
  if (offset == 0)
    return index;
  return spirv::IAddOp::create(
      builder, loc, index,
      createConstant(builder, loc, index.getType(), offset));
}

/// Returns the row and the component of the word at `index + offset` of a
/// constant buffer.
static std::pair<Value, Value> findWord(OpBuilder &builder, Location loc,
                                        Value index, int64_t offset) {
  auto constant = [&](int64_t number) {
    return createConstant(builder, loc, index.getType(), number);
  };
  APInt known;
  if (matchPattern(index, m_ConstantInt(&known))) {
    const auto word = static_cast<int64_t>(known.getZExtValue()) + offset;
    return {constant(word / kWordsOfRow), constant(word % kWordsOfRow)};
  }
  Value word = addOffset(builder, loc, index, offset);
  return {spirv::ShiftRightLogicalOp::create(
              builder, loc, word, constant(llvm::Log2_64(kWordsOfRow))),
          spirv::BitwiseAndOp::create(builder, loc, word,
                                      constant(kWordsOfRow - 1))};
}

Value wave::getElementPointer(OpBuilder &builder, Location loc, Value memory,
                              Value index, int64_t offset) {
  auto pointer = cast<spirv::PointerType>(memory.getType());
  SmallVector<Value> path;
  if (isa<spirv::StructType>(pointer.getPointeeType()))
    path.push_back(
        spirv::ConstantOp::getZero(builder.getI32Type(), loc, builder));
  if (pointer.getStorageClass() == spirv::StorageClass::Uniform) {
    auto [row, component] = findWord(builder, loc, index, offset);
    path.append({row, component});
  } else {
    path.push_back(addOffset(builder, loc, index, offset));
  }
  return spirv::AccessChainOp::create(builder, loc, memory, path);
}

namespace {
/// `memref.load` -> `spirv.Load` of an access chain.
struct LoadToLoad final : OpConversionPattern<memref::LoadOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(memref::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value address =
        getElementPointer(rewriter, op.getLoc(), adaptor.getMemref(),
                          adaptor.getIndices().front());
    rewriter.replaceOpWithNewOp<spirv::LoadOp>(op, address);
    return success();
  }
};

/// `memref.store` -> `spirv.Store` to an access chain.
struct StoreToStore final : OpConversionPattern<memref::StoreOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(memref::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value address =
        getElementPointer(rewriter, op.getLoc(), adaptor.getMemref(),
                          adaptor.getIndices().front());
    rewriter.replaceOpWithNewOp<spirv::StoreOp>(op, address,
                                                adaptor.getValue());
    return success();
  }
};

/// `wave.byte_load` -> a load of 8 bits and a conversion. Bytes are not computed
/// with, so that the module needs no 8-bit arithmetic.
struct ByteLoadToLoad final : OpConversionPattern<ByteLoadOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ByteLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value byte = spirv::LoadOp::create(rewriter, loc,
                                       getElementPointer(rewriter, loc,
                                                         adaptor.getMemory(),
                                                         adaptor.getIndex()));
    if (op.getIsSigned())
      rewriter.replaceOpWithNewOp<spirv::SConvertOp>(op, op.getType(), byte);
    else
      rewriter.replaceOpWithNewOp<spirv::UConvertOp>(op, op.getType(), byte);
    return success();
  }
};

struct ByteStoreToStore final : OpConversionPattern<ByteStoreOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ByteStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value address = getElementPointer(rewriter, loc, adaptor.getMemory(),
                                      adaptor.getIndex());
    Value byte = spirv::UConvertOp::create(rewriter, loc, rewriter.getI8Type(),
                                           adaptor.getValue());
    rewriter.replaceOpWithNewOp<spirv::StoreOp>(op, address, byte);
    return success();
  }
};

/// The variable is `Coherent`. `Volatile`: a loop that waits for another group
/// loads in each iteration.
struct CoherentLoadToLoad final : OpConversionPattern<CoherentLoadOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(CoherentLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value address = getElementPointer(rewriter, op.getLoc(),
                                      adaptor.getMemory(), adaptor.getIndex());
    auto load = rewriter.replaceOpWithNewOp<spirv::LoadOp>(op, address);
    load.setMemoryAccess(spirv::MemoryAccess::Volatile);
    return success();
  }
};

struct CoherentStoreToStore final : OpConversionPattern<CoherentStoreOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(CoherentStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value address = getElementPointer(rewriter, op.getLoc(),
                                      adaptor.getMemory(), adaptor.getIndex());
    auto store = rewriter.replaceOpWithNewOp<spirv::StoreOp>(
        op, address, adaptor.getValue());
    store.setMemoryAccess(spirv::MemoryAccess::Volatile);
    return success();
  }
};

/// A local array becomes a variable of the invocation.
struct AllocaToVariable final : OpConversionPattern<memref::AllocaOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(memref::AllocaOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<spirv::VariableOp>(
        op, getTypeConverter()->convertType(op.getType()),
        spirv::StorageClass::Function, Value());
    return success();
  }
};

struct GroupsharedToVariable final : KernelPattern<GroupsharedOp> {
  using KernelPattern::KernelPattern;
  LogicalResult
  matchAndRewrite(GroupsharedOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(
        op, module.getGroupshared(rewriter, op.getLoc(),
                                  cast<MemRefType>(op.getMemory().getType())));
    return success();
  }
};

/// `wave.lookup` -> a load of a variable's element. Every index is valid, so that
/// the operation may be executed where the program does not.
struct LookupToLoad final : KernelPattern<LookupOp> {
  using KernelPattern::KernelPattern;
  LogicalResult
  matchAndRewrite(LookupOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value last = createConstant(rewriter, loc, rewriter.getI32Type(),
                                op.getLength() - 1);
    Value index =
        spirv::GLUMinOp::create(rewriter, loc, adaptor.getIndex(), last);
    Value address = getElementPointer(
        rewriter, loc, module.getTable(loc, op.getTable()), index);
    rewriter.replaceOpWithNewOp<spirv::LoadOp>(op, address);
    return success();
  }
};

struct SpecializationToReference final
    : KernelPattern<SpecializationConstantOp> {
  using KernelPattern::KernelPattern;
  LogicalResult
  matchAndRewrite(SpecializationConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, module.getSpecialization(rewriter, op));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// Returns the scope and memory semantics of a barrier.
static std::pair<spirv::Scope, spirv::MemorySemantics>
getMemoryOrder(BarrierScope scope, bool hasImages) {
  using S = spirv::MemorySemantics;
  S buffers = hasImages ? S::UniformMemory | S::ImageMemory : S::UniformMemory;
  switch (scope) {
  case BarrierScope::Wave:
    return {spirv::Scope::Subgroup, S::AcquireRelease | S::WorkgroupMemory};
  case BarrierScope::Group:
    return {spirv::Scope::Workgroup, S::AcquireRelease | S::WorkgroupMemory};
  case BarrierScope::Device:
    return {spirv::Scope::Device, S::AcquireRelease | buffers};
  case BarrierScope::All:
    return {spirv::Scope::Device,
            S::AcquireRelease | buffers | S::WorkgroupMemory};
  }
  llvm_unreachable("every scope is above");
}

struct BarrierToBarrier final : KernelPattern<BarrierOp> {
  using KernelPattern::KernelPattern;
  LogicalResult
  matchAndRewrite(BarrierOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto [scope, semantics] =
        getMemoryOrder(op.getScope(), module.writesImages());
    if (!op.getSync())
      rewriter.replaceOpWithNewOp<spirv::MemoryBarrierOp>(op, scope, semantics);
    else
      rewriter.replaceOpWithNewOp<spirv::ControlBarrierOp>(
          op,
          op.synchronizesGroup() ? spirv::Scope::Workgroup
                                 : spirv::Scope::Subgroup,
          scope, semantics);
    return success();
  }
};

struct GPUBarrierToBarrier final : OpConversionPattern<gpu::BarrierOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(gpu::BarrierOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto [scope, semantics] =
        getMemoryOrder(BarrierScope::Group, /*hasImages=*/false);
    rewriter.replaceOpWithNewOp<spirv::ControlBarrierOp>(
        op, spirv::Scope::Workgroup, scope, semantics);
    return success();
  }
};
} // namespace

void wave::populateMemoryToSPIRVPatterns(const SPIRVTypeConverter &converter,
                                         KernelModule &module,
                                         RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<LoadToLoad, StoreToStore, ByteLoadToLoad, ByteStoreToStore,
               CoherentLoadToLoad, CoherentStoreToStore, AllocaToVariable,
               GPUBarrierToBarrier>(converter, context);
  patterns.add<GroupsharedToVariable, LookupToLoad, SpecializationToReference,
               BarrierToBarrier>(converter, module, context);
}
