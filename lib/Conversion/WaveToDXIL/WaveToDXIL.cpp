//===- WaveToDXIL.cpp - A kernel as calls of DXIL functions ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeBuilder.h"
#include "DXILKernel.h"

#include "../BooleanComparisons.h"
#include "../ExpandMath.h"
#include "../ShortTables.h"
#include "WaveDialect/Conversion/KernelDescription.h"
#include "WaveDialect/Conversion/Passes.h"
#include "WaveDialect/DXIL/Direct3D.h"
#include "WaveDialect/Transforms/ForToWhile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::wave {
#define GEN_PASS_DEF_CONVERTWAVETODXIL
#include "WaveDialect/Conversion/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;
using dxil::Feature;
using dxil::getFirstModel;
using dxil::hasFeature;

//===----------------------------------------------------------------------===//
// Features that DXIL supports
//===----------------------------------------------------------------------===//

static LogicalResult verifyStage(FuncOp kernel, unsigned minor) {
  const Stage stage = kernel.getStageOrDefault();
  if (stage != Stage::Compute && stage != Stage::Amplification)
    return kernel.emitOpError("is of stage ")
           << stringifyStage(stage)
           << ", and DXIL is made for compute and amplification "
              "[stage-target]";
  constexpr Feature kAmplification = Feature::Amplification;
  if (stage == Stage::Amplification && !hasFeature(minor, kAmplification))
    return kernel.emitOpError("is for amplification, which needs Shader Model ")
           << getFirstModel(kAmplification) << " [shader-model-too-low]";
  return success();
}

/// A kernel may state the lowest shader model that it needs.
static LogicalResult verifyShaderModel(FuncOp kernel, StringRef model,
                                       unsigned minor) {
  std::optional<StringRef> least = kernel.getShaderModel();
  if (!least)
    return success();
  std::optional<unsigned> leastMinor = dxil::parseShaderModel(*least);
  if (leastMinor && *leastMinor <= minor)
    return success();
  return kernel.emitOpError("needs Shader Model ")
         << *least << ", and is compiled for " << model
         << " [shader-model-too-low]";
}

static LogicalResult verifyThreads(FuncOp kernel) {
  if (kernel.getNumWavesAttr())
    return kernel.emitOpError("still has num_waves: run "
                              "wave-num-waves-to-num-threads first "
                              "[num-waves-not-lowered]");
  const auto [extents, most] =
      dxil::getThreadLimits(kernel.getStageOrDefault() == Stage::Amplification);
  constexpr StringLiteral kNames[3] = {"x", "y", "z"};
  int64_t threads = 1;
  for (auto [count, extent, name] :
       llvm::zip_equal(*kernel.getNumThreads(), extents, kNames)) {
    if (count > extent)
      return kernel.emitOpError("has ")
             << count << " threads along " << name << "; the limit is "
             << extent << " [num-threads-limit]";
    threads *= count;
  }
  if (threads > most)
    return kernel.emitOpError("has ")
           << threads << " threads a group; the limit is " << most
           << " [num-threads-limit]";
  return success();
}

/// A stated wave size must be one that a container can require.
static LogicalResult verifyWaveSize(FuncOp kernel, unsigned minor) {
  if (!kernel.getWaveSize())
    return success();
  if (kernel.getStageOrDefault() != Stage::Compute)
    return kernel.emitOpError("states a wave size, and DXIL has them for "
                              "compute only: leave it out "
                              "[wave-size-stage]");
  if (!hasFeature(minor, Feature::WaveSize)) {
    const std::string first = getFirstModel(Feature::WaveSize);
    return kernel.emitOpError("states a wave size, which needs Shader Model ")
           << first << ": leave it out, or compile for " << first
           << " [shader-model-too-low]";
  }
  if (!hasFeature(minor, Feature::WaveSizeRange) &&
      kernel.getWaveSizes().size() > 1)
    return kernel.emitOpError("has several wave sizes, which one container "
                              "states from Shader Model ")
           << getFirstModel(Feature::WaveSizeRange)
           << " on: run wave-fix-wave-size first [shader-model-too-low]";
  return success();
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

SmallVector<Value> wave::getComponents(Value vector, DXILKernel &kernel) {
  if (auto elements = vector.getDefiningOp<vector::FromElementsOp>())
    return SmallVector<Value>(elements.getElements());
  SmallVector<Value> components;
  if (auto constant = vector.getDefiningOp<arith::ConstantOp>())
    for (Attribute value :
         cast<DenseElementsAttr>(constant.getValue()).getValues<Attribute>())
      components.push_back(kernel.getConstant(cast<TypedAttr>(value)));
  if (vector.getDefiningOp<LLVM::UndefOp>()) {
    auto type = cast<VectorType>(vector.getType());
    components.append(type.getNumElements(),
                      kernel.getUndef(type.getElementType()));
  }
  return components;
}

static bool hasVector(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), llvm::IsaPred<VectorType>) ||
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<VectorType>);
}

/// Whether `op` remains until `convert-dxil-to-llvm`: operations of DXIL and
/// LLVM, control flow, and arithmetic with an LLVM instruction that DXIL
/// allows.
static bool staysUntilLLVM(Operation *op) {
  if (isa<dxil::DXILDialect, LLVM::LLVMDialect>(op->getDialect()))
    return true;
  if (isa<arith::ConstantOp>(op))
    return true; // `eraseUnusedVectors` erases vector constants.
  const bool isControlFlow = isa<scf::IfOp, scf::ForOp, scf::WhileOp,
                                 scf::YieldOp, scf::ConditionOp, ReturnOp>(op);
  return (isControlFlow || isa<arith::ArithDialect>(op->getDialect())) &&
         !hasVector(op);
}

using Lowering = FailureOr<bool> (*)(Operation *, DXILKernel &);
static constexpr Lowering kLowerings[] = {
    lowerLaneOperation, lowerMatrix, lowerMath,  lowerMemoryAccess,
    lowerByteAccess,    lowerAtomic, lowerImage, lowerMeshDispatch};

/// Lowers operations that create vectors or extract their components. They
/// connect other operations with loads, stores, texels and masks.
static bool lowerVector(Operation *op, DXILKernel &kernel) {
  if (isa<vector::FromElementsOp>(op))
    return true;
  auto extract = dyn_cast<vector::ExtractOp>(op);
  if (!extract || extract.getStaticPosition().size() != 1)
    return false;
  SmallVector<Value> components = getComponents(extract.getSource(), kernel);
  const int64_t position = extract.getStaticPosition().front();
  if (position < 0 || position >= static_cast<int64_t>(components.size()))
    return false;
  extract.replaceAllUsesWith(components[position]);
  extract.erase();
  return true;
}

static LogicalResult refuseVector(Operation *op) {
  return op->emitOpError("has no form of its own on vectors: run "
                         "wave-scalarize-vectors first "
                         "[vector-not-scalarized]");
}

static LogicalResult lower(Operation *op, DXILKernel &kernel) {
  for (Lowering lowering : kLowerings) {
    FailureOr<bool> done = lowering(op, kernel);
    if (failed(done))
      return failure();
    if (*done)
      return success();
  }
  if (auto poison = dyn_cast<ub::PoisonOp>(op)) {
    // LLVM has no undef of type index, and any index is valid.
    Type type = poison.getType();
    poison.replaceAllUsesWith(
        type.isIndex() ? kernel.getConstant(IntegerAttr::get(type, /*value=*/0))
                       : kernel.getUndef(type));
    poison.erase();
    return success();
  }
  if (lowerVector(op, kernel) || staysUntilLLVM(op))
    return success();
  if (hasVector(op))
    return refuseVector(op);
  return op->emitOpError("has no form in DXIL [operation-not-supported]");
}

static LogicalResult lowerBlock(Block &block, DXILKernel &kernel) {
  for (Operation *op = &block.front(); op;) {
    if (op->getNumRegions() && hasVector(op))
      return refuseVector(op);
    for (Region &region : op->getRegions())
      for (Block &nested : region)
        if (failed(lowerBlock(nested, kernel)))
          return failure();
    if (op->hasTrait<OpTrait::IsTerminator>())
      break;
    // A lowering may erase the operations that follow.
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    Operation *marker =
        LLVM::UndefOp::create(builder, op->getLoc(), builder.getI1Type());
    if (failed(lower(op, kernel)))
      return failure();
    op = marker->getNextNode();
    marker->erase();
  }
  return success();
}

static void eraseUnusedVectors(FuncOp function) {
  SmallVector<Operation *> vectors;
  function.walk([&](Operation *op) {
    if (llvm::any_of(op->getResultTypes(), llvm::IsaPred<VectorType>))
      vectors.push_back(op);
  });
  for (Operation *op : llvm::reverse(vectors))
    if (op->use_empty())
      op->erase();
}

/// Vectors are split into components at their uses.
static void replaceScalarArguments(DXILKernel &kernel) {
  Block &body = kernel.function.getBody().front();
  for (BlockArgument argument : body.getArguments())
    if (!argument.use_empty() &&
        !isa<MemRefType, ImageType>(argument.getType()))
      argument.replaceAllUsesWith(kernel.getScalar(argument.getArgNumber()));
}

/// Replaces loops whose induction variable may wrap around: they must
/// terminate, too.
static void replaceWrappingLoops(FuncOp function) {
  SmallVector<scf::ForOp> loops;
  function.walk([&](scf::ForOp loop) {
    if (mayWrapAround(loop))
      loops.push_back(loop);
  });
  for (scf::ForOp loop : loops)
    replaceByWhile(loop);
}

static LogicalResult lowerBody(DXILKernel &kernel) {
  replaceWrappingLoops(kernel.function);
  replaceBooleanComparisons(kernel.function);
  expandMath(kernel.function);
  selectFromShortTables(kernel.function, /*length=*/4);
  replaceScalarArguments(kernel);
  convertMatrixTypes(kernel.function);
  if (failed(lowerBlock(kernel.function.getBody().front(), kernel)))
    return failure();
  eraseUnusedVectors(kernel.function);
  return success();
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

/// The wave sizes that a container requires: smallest, largest or 0, preferred
/// or 0.
static DenseI32ArrayAttr getWaveSizeAttr(FuncOp kernel) {
  if (!kernel.getWaveSize())
    return {};
  SmallVector<int32_t> sizes = kernel.getWaveSizes();
  return DenseI32ArrayAttr::get(
      kernel.getContext(),
      {sizes.front(), sizes.size() > 1 ? sizes.back() : 0,
       sizes.size() > 1 ? kernel.getPreferredWaveSize().value_or(0) : 0});
}

/// Returns the first operation on 16-bit integers or floats.
static Operation *findNarrowTypes(FuncOp kernel) {
  auto isNarrow = [](Type type) {
    Type scalar = getElementTypeOrSelf(type);
    return scalar.isInteger(16) || scalar.isF16();
  };
  Operation *found = nullptr;
  kernel.walk([&](Operation *op) {
    if (llvm::none_of(op->getResultTypes(), isNarrow) &&
        llvm::none_of(op->getOperandTypes(), isNarrow))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

/// Copies the attributes that the kernel states to the module.
static void setAttributes(dxil::ModuleOp module, FuncOp kernel,
                          StringRef model) {
  Builder builder(module.getContext());
  const bool isCompute = kernel.getStageOrDefault() == Stage::Compute;
  module.setStage(isCompute ? dxil::Stage::Compute
                            : dxil::Stage::Amplification);
  module.setShaderModel(model);
  module.setNumThreads(*kernel.getNumThreads());
  if (DenseI32ArrayAttr sizes = getWaveSizeAttr(kernel))
    module.setWaveSizeAttr(sizes);
  if (std::optional<uint32_t> limit = kernel.getGroupSharedLimit();
      limit &&
      hasFeature(module.getShaderModelMinor(), Feature::GroupSharedLimit))
    module.setGroupSharedLimit(*limit);
}

static LogicalResult convert(FuncOp kernel, StringRef model, unsigned minor) {
  if (failed(verifyKernelName(kernel)) || failed(verifyNoBFloat16(kernel)) ||
      failed(verifyShaderModel(kernel, model, minor)) ||
      failed(verifyStage(kernel, minor)) || failed(verifyThreads(kernel)) ||
      failed(verifyWaveSize(kernel, minor)))
    return failure();
  auto usesGroupCount =
      kernel.walk([](GroupCountOp) { return WalkResult::interrupt(); });
  FailureOr<ArgumentLayout> layout =
      ArgumentLayout::get(kernel, Numbering::ByKind,
                          {.groupCount = usesGroupCount.wasInterrupted()});
  if (failed(layout) || failed(verifyDXILLimits(kernel, *layout, minor)))
    return failure();
  // Lowering changes the body, which the manifest describes too.
  DictionaryAttr manifest = describeDXILKernel(kernel, *layout, model);
  DXILKernel state(kernel, std::move(*layout), minor);
  const bool hasNarrow = state.has(Feature::NativeLowPrecision);
  if (!hasNarrow)
    replaceHalfConversions(state);
  Operation *narrow = findNarrowTypes(kernel);
  if (narrow && !hasNarrow) {
    state.refuse(narrow, "16-bit types", Feature::NativeLowPrecision);
    return failure();
  }
  const bool isNarrow = narrow != nullptr;
  const bool isAmplification =
      kernel.getStageOrDefault() == Stage::Amplification;
  const unsigned payloadBytes = isAmplification ? getPayloadBytes(kernel) : 0;
  if (failed(lowerBody(state)))
    return failure();
  OwningOpRef<FuncOp> stated(kernel.cloneWithoutRegions());
  dxil::ModuleOp module = state.finish();
  setAttributes(module, *stated, model);
  module.setNativeLowPrecision(isNarrow);
  if (isAmplification)
    module.setPayloadBytes(payloadBytes);
  module->setAttr(kManifestName, manifest);
  return success();
}

namespace {
struct ConvertWaveToDXIL final
    : wave::impl::ConvertWaveToDXILBase<ConvertWaveToDXIL> {
  using ConvertWaveToDXILBase::ConvertWaveToDXILBase;

  void runOnWaveIR() override {
    std::optional<unsigned> minor = dxil::parseShaderModel(shaderModel);
    if (!minor) {
      getOperation().emitError("there is no shader model \"")
          << shaderModel << "\": use one of 6.0 to 6." << dxil::kNewestMinor
          << " [shader-model-unknown]";
      return signalPassFailure();
    }
    // Passes may have turned values into constants that break a rule.
    if (failed(verifyWaveOperations(getOperation())))
      return signalPassFailure();
    SmallVector<FuncOp> kernels;
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel())
        kernels.push_back(function);
    });
    for (FuncOp kernel : kernels)
      if (failed(convert(kernel, shaderModel, *minor)))
        return signalPassFailure();
    // Erase modules that became empty: each kernel now has its own module.
    SmallVector<gpu::GPUModuleOp> modules;
    getOperation().walk([&](gpu::GPUModuleOp module) {
      if (module.getBody()->empty())
        modules.push_back(module);
    });
    for (gpu::GPUModuleOp module : modules)
      module.erase();
  }
};
} // namespace
