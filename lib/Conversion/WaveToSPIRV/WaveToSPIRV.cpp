//===- WaveToSPIRV.cpp - Kernels become SPIR-V modules for Vulkan 1.3 -----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../BooleanComparisons.h"
#include "../ExpandMath.h"
#include "../ShortTables.h"
#include "KernelModule.h"
#include "Patterns.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Conversion/Passes.h"
#include "WaveDialect/IR/Bindings.h"
#include "WaveDialect/IR/KernelRules.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToSPIRV/SCFToSPIRV.h"
#include "mlir/Conversion/UBToSPIRV/UBToSPIRV.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::wave {
#define GEN_PASS_DEF_CONVERTWAVETOSPIRV
#include "WaveDialect/Conversion/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

/// The capabilities that a module may use; the module lists only those it uses.
static spirv::TargetEnvAttr getTargetEnvironment(MLIRContext *context) {
  using C = spirv::Capability;
  auto triple =
      spirv::VerCapExtAttr::get(spirv::Version::V_1_6,
                                {C::Shader,
                                 C::Int8,
                                 C::Int16,
                                 C::Int64,
                                 C::Float16,
                                 C::Float64,
                                 C::StorageBuffer8BitAccess,
                                 C::StorageBuffer16BitAccess,
                                 C::Int64Atomics,
                                 C::ImageQuery,
                                 C::StorageImageExtendedFormats,
                                 C::StorageImageReadWithoutFormat,
                                 C::StorageImageWriteWithoutFormat,
                                 C::GroupNonUniform,
                                 C::GroupNonUniformVote,
                                 C::GroupNonUniformArithmetic,
                                 C::GroupNonUniformBallot,
                                 C::GroupNonUniformShuffle,
                                 C::GroupNonUniformQuad,
                                 C::MeshShadingEXT,
                                 C::VulkanMemoryModel,
                                 C::CooperativeMatrixKHR,
                                 C::BFloat16TypeKHR,
                                 C::BFloat16CooperativeMatrixKHR},
                                {spirv::Extension::SPV_EXT_mesh_shader,
                                 spirv::Extension::SPV_KHR_cooperative_matrix,
                                 spirv::Extension::SPV_KHR_bfloat16},
                                context);
  return spirv::TargetEnvAttr::get(
      triple, spirv::getDefaultResourceLimits(context),
      spirv::ClientAPI::Vulkan, spirv::Vendor::Unknown,
      spirv::DeviceType::Unknown, spirv::TargetEnvAttr::kUnknownDeviceID);
}

static LogicalResult verifyTarget(gpu::GPUFuncOp kernel,
                                  const KernelDescription &description) {
  if (!hasCode(description.stage))
    return kernel.emitError("SPIR-V code is made for compute and amplification "
                            "kernels, not for ")
           << stringifyStage(description.stage) << " ones [stage-target]";
  uint64_t threads = 1;
  for (int32_t extent : description.numThreads)
    threads = llvm::SaturatingMultiply<uint64_t>(threads, extent);
  // The limit that all Vulkan 1.3 devices with the other required features
  // support.
  auto limit = static_cast<uint64_t>(getThreadLimit(description.stage));
  if (threads > limit)
    return kernel.emitError("num_threads asks for ")
           << threads << " threads; the limit of a group is " << limit
           << " [num-threads-limit]";
  return success();
}

/// A module for one wave size needs a size that the kernel supports.
static LogicalResult verifyWaveSize(gpu::GPUFuncOp kernel,
                                    const KernelDescription &description,
                                    unsigned fixedWaveSize) {
  ArrayRef<int32_t> sizes = description.waveSizes;
  if (!fixedWaveSize || sizes.empty() ||
      llvm::is_contained(sizes, static_cast<int32_t>(fixedWaveSize)))
    return success();
  InFlightDiagnostic error = kernel.emitError("waves of ")
                             << fixedWaveSize
                             << " lanes are not among the kernel's sizes, ";
  llvm::interleaveComma(sizes, error);
  return error << " [fixed-wave-size]";
}

/// Whether `op` is an id or count to which `convert-wave-to-gpu` converts.
static bool isGPUNumber(Operation *op) {
  return isa<gpu::BlockIdOp, gpu::GridDimOp, gpu::GlobalIdOp, gpu::ThreadIdOp,
             gpu::LaneIdOp, gpu::SubgroupIdOp, gpu::SubgroupSizeOp,
             gpu::NumSubgroupsOp>(op);
}

/// Reports if `kernel` is not a result of `convert-wave-to-gpu`; later passes
/// or users may have changed it.
static LogicalResult verifyOrigin(gpu::GPUFuncOp kernel) {
  Region &body = kernel.getBody();
  if (!body.hasOneBlock() || kernel.getNumResults() ||
      body.getNumArguments() != kernel.getFunctionType().getNumInputs())
    return kernel.emitError(
        "is not a result of convert-wave-to-gpu [kernel-origin]");
  if (failed(verifyKernelArguments(kernel)))
    return failure();
  auto isAccepted = [](Operation *op) {
    return isAcceptedOperation(op) || isGPUNumber(op) ||
           isa<gpu::BarrierOp, gpu::ReturnOp>(op);
  };
  if (failed(verifyOperations(kernel, isAccepted)))
    return failure();
  for (auto dispatch : body.front().getOps<DispatchMeshOp>())
    if (failed(dispatch.verifyIsLast()))
      return failure();
  return verifySized(kernel);
}

/// Reports operations that an earlier pass must have replaced.
static LogicalResult verifyPrepared(gpu::GPUFuncOp kernel,
                                    const KernelDescription &description) {
  if (description.stage == Stage::Amplification &&
      kernel.getBody().front().getOps<DispatchMeshOp>().empty())
    return kernel.emitError("an amplification kernel ends by the launch of "
                            "mesh groups: run wave-verify first "
                            "[dispatch-mesh-count]");
  std::map<uint32_t, SpecializationConstantOp> constants;
  WalkResult result = kernel.walk([&](Operation *op) {
    if (auto constant = dyn_cast<SpecializationConstantOp>(op)) {
      SpecializationConstantOp first =
          constants.try_emplace(constant.getId(), constant).first->second;
      if (first.getValue() == constant.getValue() &&
          first.getElement() == constant.getElement())
        return WalkResult::advance();
      constant.emitError("two specialization constants have the number ")
          << constant.getId() << ", '" << first.getName() << "' and '"
          << constant.getName()
          << "', and differ in their types or values "
             "[specialization-constant]";
      return WalkResult::interrupt();
    }
    if (op->hasTrait<UsesPartition>()) {
      op->emitOpError("has no form in SPIR-V: run wave-expand-partitions "
                      "first [partition-not-expanded]");
      return WalkResult::interrupt();
    }
    if (isa<ClusterReduceOp>(op)) {
      op->emitOpError("has no form in SPIR-V: run wave-expand-combinations "
                      "first [combination-not-expanded]");
      return WalkResult::interrupt();
    }
    if (auto atomic = dyn_cast<AtomicRMWOp>(op);
        atomic && isa<FloatType>(atomic.getType())) {
      op->emitOpError("on floats has no form in SPIR-V: run "
                      "wave-expand-atomics first [atomic-not-expanded]");
      return WalkResult::interrupt();
    }
    if (isa<MatrixLoadOp, MatrixStoreOp, MatrixMapOp, MatrixConvertOp,
            MatrixRowReduceOp>(op)) {
      op->emitOpError("has no form in SPIR-V: run wave-tile-matrices first "
                      "[matrix-not-tiled]");
      return WalkResult::interrupt();
    }
    if (isa<RetireIfOp, CheckOp>(op)) {
      op->emitOpError("has no form in SPIR-V: run wave-verify and the pipeline "
                      "wave-to-spirv [operation-not-supported]");
      return WalkResult::interrupt();
    }
    return WalkResult(verifyScalarized(op));
  });
  return failure(result.wasInterrupted());
}

/// Distinguishes the type of a constant buffer from that of a local array.
static void setStorageClass(BlockArgument buffer, spirv::StorageClass place) {
  auto type = cast<MemRefType>(buffer.getType());
  buffer.setType(
      MemRefType::get(type.getShape(), type.getElementType(), type.getLayout(),
                      spirv::StorageClassAttr::get(type.getContext(), place)));
}

/// Replaces atomics on two elements of a buffer of i32 by atomics on a buffer of
/// i64 at the same binding.
static void accessPairs(OpBuilder &builder, KernelModule &module,
                        BlockArgument buffer) {
  if (!hasWideAtomics(buffer))
    return;
  Location loc = buffer.getLoc();
  auto type = MemRefType::get({ShapedType::kDynamic}, builder.getI64Type());
  Value pairs = UnrealizedConversionCastOp::create(
                    builder, loc, type, module.getPairs(builder, loc, buffer))
                    .getResult(0);
  for (Operation *user : llvm::make_early_inc_range(buffer.getUsers())) {
    if (!isWideAtomic(user))
      continue;
    OpBuilder before(user);
    Value index = getMemoryAccess(user)->indices.front();
    Value one = arith::ConstantIndexOp::create(before, user->getLoc(), 1);
    // The memory and the index are the last operands.
    user->setOperand(
        user->getNumOperands() - 1,
        arith::ShRUIOp::create(before, user->getLoc(), index, one));
    user->setOperand(user->getNumOperands() - 2, pairs);
  }
}

/// Moves the body of `kernel` to the module's function and replaces the
/// arguments by variables and constants.
static void moveBody(gpu::GPUFuncOp kernel, KernelModule &module) {
  Block *body = &kernel.getBody().front();
  auto builder = OpBuilder::atBlockBegin(body);
  Location loc = kernel.getLoc();
  auto cast = [&](Type type, Value value) -> Value {
    return UnrealizedConversionCastOp::create(builder, loc, type, value)
        .getResult(0);
  };
  for (BlockArgument argument : body->getArguments()) {
    unsigned index = argument.getArgNumber();
    if (argument.use_empty())
      continue;
    if (isa<ImageType>(argument.getType()))
      continue;
    if (!isa<MemRefType>(argument.getType())) {
      argument.replaceAllUsesWith(module.getScalar(builder, loc, index));
      continue;
    }
    SmallVector<memref::DimOp> dims;
    for (Operation *user : argument.getUsers())
      if (auto dim = dyn_cast<memref::DimOp>(user))
        dims.push_back(dim);
    if (!dims.empty()) {
      Value length =
          cast(builder.getIndexType(), module.getLength(builder, loc, index));
      for (memref::DimOp dim : dims) {
        dim.replaceAllUsesWith(length);
        dim.erase();
      }
    }
    accessPairs(builder, module, argument);
    if (isConstantBuffer(argument))
      setStorageClass(argument, isPushConstants(argument)
                                    ? spirv::StorageClass::PushConstant
                                    : spirv::StorageClass::Uniform);
    if (!argument.use_empty())
      argument.replaceAllUsesWith(
          cast(argument.getType(), module.getBuffer(builder, loc, argument)));
  }
  // These erase operations, possibly the one at the builder's insertion point.
  for (BlockArgument argument : body->getArguments())
    if (isa<ImageType>(argument.getType()))
      convertImage(module, argument);
  body->eraseArguments(0, body->getNumArguments());
  module.function.getBody().takeBody(kernel.getBody());
}

/// Folds what folds to constants or to other values. The conversion cannot: it has
/// replaced the operands of an operation before it comes to it.
static void foldOperations(spirv::FuncOp function) {
  SmallVector<Value> results;
  SmallVector<Operation *> constants;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    results.clear();
    OpBuilder builder(op);
    if (op->getNumResults() == 0 || op->hasTrait<OpTrait::ConstantLike>() ||
        failed(builder.tryFold(op, results, &constants)) || results.empty())
      return WalkResult::advance();
    op->replaceAllUsesWith(results);
    op->erase();
    return WalkResult::skip();
  });
}

/// Upstream's patterns that create operations of OpenCL; other patterns create
/// those of Vulkan for the same.
static bool isForOpenCL(const RewritePattern &pattern) {
  StringRef name = pattern.getDebugName();
  return name.contains("spirv::CL") || name.contains("CmpFOpNanKernelPattern");
}

/// Removes patterns that no operation of `function` needs: the driver takes longer
/// to sort all patterns than to convert a small kernel.
static void removeUnusedPatterns(spirv::FuncOp function,
                                 RewritePatternSet &patterns) {
  llvm::SmallDenseSet<OperationName, 32> names;
  function.walk([&](Operation *op) { names.insert(op->getName()); });
  llvm::erase_if(patterns.getNativePatterns(), [&](const auto &pattern) {
    std::optional<OperationName> root = pattern->getRootKind();
    return (root && !names.contains(*root)) || isForOpenCL(*pattern);
  });
}

static LogicalResult convertBody(KernelModule &module) {
  MLIRContext *context = module.module.getContext();
  launchMeshGroups(module);
  replaceBooleanComparisons(module.function);
  expandMath(module.function);
  selectFromShortTables(module.function, /*length=*/4);
  prepareForSPIRV(module.function, module.getDescription());
  foldOperations(module.function);
  SPIRVConversionOptions options;
  options.use64bitIndex = false;
  SPIRVTypeConverter converter(getTargetEnvironment(context), options);
  addMemoryTypeConversions(converter);
  addMatrixTypeConversions(converter);

  RewritePatternSet patterns(context);
  ScfToSPIRVContext scfContext;
  populateMemoryToSPIRVPatterns(converter, module, patterns);
  populateMatrixToSPIRVPatterns(converter, module, patterns);
  populateAtomicToSPIRVPatterns(converter, patterns);
  populateLaneToSPIRVPatterns(converter, module, patterns);
  populateReadToSPIRVPatterns(converter, module, patterns);
  wave::populateArithToSPIRVPatterns(converter, patterns);
  wave::populateMathToSPIRVPatterns(converter, patterns);
  wave::populateVectorToSPIRVPatterns(converter, patterns);
  ub::populateUBToSPIRVConversionPatterns(converter, patterns);
  populateSCFToSPIRVPatterns(converter, scfContext, patterns);

  removeUnusedPatterns(module.function, patterns);

  ConversionTarget target(*context);
  target.addLegalDialect<spirv::SPIRVDialect>();
  target.addLegalOp<UnrealizedConversionCastOp>();
  // Every pattern's result is legal, so none is ever rolled back.
  ConversionConfig config;
  config.allowPatternRollback = false;
  config.foldingMode = DialectConversionFoldingMode::Never;
  // A full conversion would report what it leaves with a message of upstream.
  if (failed(applyPartialConversion(module.function.getOperation(), target,
                                    std::move(patterns), config)))
    return failure();
  WalkResult result = module.function.walk([](Operation *op) {
    if (isa<UnrealizedConversionCastOp>(op) ||
        isa_and_present<spirv::SPIRVDialect>(op->getDialect()))
      return WalkResult::advance();
    op->emitOpError("has no form in SPIR-V [operation-not-supported]");
    return WalkResult::interrupt();
  });
  if (result.wasInterrupted())
    return failure();
  SmallVector<UnrealizedConversionCastOp> casts;
  module.function.walk(
      [&](UnrealizedConversionCastOp op) { casts.push_back(op); });
  reconcileUnrealizedCasts(casts);
  return success();
}

/// SPIR-V limits how deeply constructs are nested.
static LogicalResult verifyNesting(spirv::FuncOp function) {
  constexpr unsigned limit = 1023;
  llvm::DenseMap<Operation *, unsigned> levels;
  WalkResult result = function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa<spirv::SelectionOp, spirv::LoopOp>(op))
      return WalkResult::advance();
    unsigned level = levels.lookup(op->getParentOp()) + 1;
    levels[op] = level;
    if (level <= limit)
      return WalkResult::advance();
    op->emitError("branches and loops are nested more than ")
        << limit << " levels deep, the limit of SPIR-V [nesting-depth]";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct ConvertWaveToSPIRV final
    : wave::impl::ConvertWaveToSPIRVBase<ConvertWaveToSPIRV> {
  using ConvertWaveToSPIRVBase::ConvertWaveToSPIRVBase;

  void runOnOperation() override {
    SmallVector<gpu::GPUFuncOp> kernels;
    getOperation().walk([&](gpu::GPUFuncOp op) { kernels.push_back(op); });
    for (gpu::GPUFuncOp kernel : kernels) {
      std::optional<KernelDescription> description =
          KernelDescription::get(kernel);
      if (!description) {
        kernel.emitError(
            "is not a result of convert-wave-to-gpu [kernel-origin]");
        return signalPassFailure();
      }
      if (failed(verifyOrigin(kernel)) ||
          failed(verifyTarget(kernel, *description)) ||
          failed(verifyWaveSize(kernel, *description, fixedWaveSize)) ||
          failed(verifyKernelName(kernel)) ||
          failed(verifyNoBFloat16(kernel)) ||
          failed(verifyPrepared(kernel, *description)))
        return signalPassFailure();
      accessFloatsAsBits(kernel);
      FailureOr<ArgumentLayout> layout =
          ArgumentLayout::get(kernel, Numbering::Shared,
                              {.groupCount = !description->coarsening.empty()});
      if (failed(layout))
        return signalPassFailure();
      KernelModule module(kernel, *description, std::move(*layout),
                          fixedWaveSize);
      holdVectorsInBuffers(kernel);
      moveBody(kernel, module);
      if (failed(convertBody(module)) || failed(verifyNesting(module.function)))
        return signalPassFailure();
      module.finish();
    }
    SmallVector<gpu::GPUModuleOp> emptied;
    getOperation().walk([&](gpu::GPUModuleOp op) {
      if (op.getBody()->empty())
        emptied.push_back(op);
    });
    for (gpu::GPUModuleOp op : emptied)
      op.erase();
  }
};
} // namespace
