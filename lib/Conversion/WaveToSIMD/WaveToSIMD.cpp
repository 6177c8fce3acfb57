//===- WaveToSIMD.cpp - A kernel as code for a CPU ------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../ShortTables.h"
#include "KernelFunction.h"
#include "LongLoops.h"

#include "WaveDialect/Analysis/IntegerRanges.h"
#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Conversion/KernelDescription.h"
#include "WaveDialect/Conversion/Passes.h"
#include "WaveDialect/IR/Bindings.h"
#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/Transforms/ForToWhile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace mlir::wave {
#define GEN_PASS_DEF_CONVERTWAVETOSIMD
#include "WaveDialect/Conversion/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

/// The longest table from which selects take less time than a gather.
static constexpr int64_t kMostSelects = 8;

/// Returns the accesses of the kernel's own arrays and tables whose indices are
/// proved to be below the length, and the loads from constant buffers at such
/// constants. A lane that is not active may have any other index.
static llvm::DenseSet<Operation *> findAccessesInBounds(FuncOp kernel) {
  llvm::DenseSet<Operation *> found;
  struct Access {
    Operation *op;
    Value index;
    int64_t length;
  };
  SmallVector<Access> accesses;
  auto add = [&](Operation *op, Value index, int64_t length) {
    APInt known;
    if (!matchPattern(index, m_ConstantInt(&known)))
      accesses.push_back({op, index, length});
    else if (known.ult(length))
      found.insert(op);
  };
  kernel.walk([&](Operation *op) {
    if (auto lookup = dyn_cast<LookupOp>(op))
      add(op, lookup.getIndex(), lookup.getLength());
    std::optional<MemoryAccess> access = getMemoryAccess(op);
    if (!access || access->isImage() || access->isMatrix)
      return;
    auto type = cast<MemRefType>(access->memory.getType());
    Value index = access->indices.front();
    if (isConstantBuffer(access->memory) ? matchPattern(index, m_Constant())
                                         : type.hasStaticShape())
      add(op, index, type.getDimSize(0));
  });
  if (accesses.empty())
    return found;
  const IntegerRanges ranges(kernel);
  for (const Access &access : accesses) {
    std::optional<ConstantIntRanges> range = ranges.get(access.index);
    if (range && range->umax().ult(access.length))
      found.insert(access.op);
  }
  return found;
}

/// Whether the induction variable may exceed the largest number in the last
/// step.
static bool mayPassEnd(scf::ForOp loop) {
  if (!mayWrapAround(loop))
    return false;
  APInt end, step;
  if (!matchPattern(loop.getUpperBound(), m_ConstantInt(&end)) ||
      !matchPattern(loop.getStep(), m_ConstantInt(&step)))
    return true;
  bool overflows = false;
  if (loop.getUnsignedCmp())
    (void)end.uadd_ov(step, overflows);
  else
    (void)end.sadd_ov(step, overflows);
  return overflows;
}

/// Replaces loops by `while` if lanes may leave them at different trips or the
/// induction variable may wrap around, so that the remaining loops are uniform.
/// Splits long loops so that they check the cancel flag.
static bool replaceLoops(FuncOp kernel, const LaneStrides &strides) {
  SmallVector<scf::ForOp> loops, longLoops;
  kernel.walk([&](scf::ForOp loop) {
    bool isUniform = strides.isUniform(loop.getLowerBound()) &&
                     strides.isUniform(loop.getUpperBound()) &&
                     strides.isUniform(loop.getStep());
    if (!isUniform || mayPassEnd(loop))
      loops.push_back(loop);
    else if (mayRunLong(loop))
      longLoops.push_back(loop);
  });
  for (scf::ForOp loop : longLoops)
    splitLongLoop(loop);
  for (scf::ForOp loop : loops)
    replaceByWhile(loop);
  return !loops.empty() || !longLoops.empty();
}

/// Operations that use vectors of the kernel by component, or a whole mask.
static bool handlesVectors(Operation *op) {
  return isa<BallotOp, CheckOp, MatchOp, MultiPrefixOp, MultiPrefixCountBitsOp,
             ImageLoadOp, ImageStoreOp, vector::ExtractOp,
             vector::FromElementsOp>(op);
}

namespace {
struct ConvertWaveToSIMD final
    : wave::impl::ConvertWaveToSIMDBase<ConvertWaveToSIMD> {
  using ConvertWaveToSIMDBase::ConvertWaveToSIMDBase;

  void runOnWaveIR() override {
    SmallVector<FuncOp> kernels, functions;
    getOperation().walk([&](FuncOp function) {
      functions.push_back(function);
      if (function.getKernel())
        kernels.push_back(function);
    });
    if (kernels.size() != 1) {
      Operation *place = kernels.empty() ? getOperation().getOperation()
                                         : kernels[1].getOperation();
      place->emitError("code for a CPU is made of one kernel, got ")
          << kernels.size() << ": split the input [one-kernel]";
      return signalPassFailure();
    }
    FuncOp kernel = kernels.front();
    if (failed(verify(kernel)) || failed(convert(kernel)))
      return signalPassFailure();
    SmallVector<Operation *> modules;
    for (FuncOp function : functions) {
      if (isa<gpu::GPUModuleOp>(function->getParentOp()))
        modules.push_back(function->getParentOp());
      else
        function.erase();
    }
    llvm::SmallPtrSet<Operation *, 2> erased;
    for (Operation *module : modules)
      if (erased.insert(module).second)
        module->erase();
  }

  LogicalResult verify(FuncOp kernel) const {
    if (failed(verifyNoBFloat16(kernel)))
      return failure();
    if (!hasCode(kernel.getStageOrDefault()))
      return kernel.emitError("code for a CPU is made for compute and "
                              "amplification kernels, not for ")
             << stringifyStage(kernel.getStageOrDefault())
             << " ones [stage-target]";
    if (waveSize < kMinWaveSize || waveSize > kMaxWaveSize ||
        !llvm::isPowerOf2_32(waveSize))
      return kernel.emitError("a wave of ")
             << waveSize.getValue()
             << " lanes: state wave-size, a power of two from 4 to 128 "
                "[wave-size-missing]";
    // A kernel in surplus form runs at every wave size; waves of a size out of
    // its range retire.
    if (!hasSurplusForm(kernel) &&
        !llvm::is_contained(kernel.getWaveSizes(), waveSize.getValue()))
      return kernel.emitOpError("is compiled for waves of ")
             << waveSize.getValue()
             << " lanes, which is outside its range [wave-size-not-in-range]";
    bool isChecked = kernel->getParentOfType<ModuleOp>()->hasAttr(kChecksName);
    WalkResult whole = kernel.walk([&](Operation *op) {
      if (isa<CheckOp>(op) && !isChecked) {
        op->emitOpError("calls the checker, which the module does not have: "
                        "run wave-instrument [operation-not-supported]");
        return WalkResult::interrupt();
      }
      if (handlesVectors(op))
        return WalkResult::advance();
      if (llvm::none_of(op->getOperandTypes(), llvm::IsaPred<VectorType>) &&
          llvm::none_of(op->getResultTypes(), llvm::IsaPred<VectorType>))
        return WalkResult::advance();
      op->emitOpError("has no form of its own on vectors: run "
                      "wave-scalarize-vectors first [vector-not-scalarized]");
      return WalkResult::interrupt();
    });
    if (whole.wasInterrupted())
      return failure();
    int64_t threads = kernel.getNumWavesValue().value_or(0) * waveSize;
    if (std::optional<ArrayRef<int32_t>> extent = kernel.getNumThreads())
      threads = int64_t((*extent)[0]) * (*extent)[1] * (*extent)[2];
    int64_t limit = getThreadLimit(kernel.getStageOrDefault());
    if (threads > limit)
      return kernel.emitError("num_threads asks for ")
             << threads << " threads; the limit of a group is " << limit
             << " [num-threads-limit]";
    return success();
  }

  LogicalResult convert(FuncOp kernel) {
    selectFromShortTables(kernel, kMostSelects);
    Frame frame;
    frame.kernel = kernel;
    frame.lanes = waveSize;
    frame.placed = placed && kernel.getNumThreads();
    frame.unrollCost = unrollCost;
    frame.checked = getOperation()->hasAttr(kChecksName);
    kernel.walk([&](PipeOp pipe) {
      frame.pipes.try_emplace(pipe, frame.pipes.size());
    });
    kernel.walk([&](WavesBarrierOp barrier) {
      SmallVector<int32_t> set = barrier.getSet();
      if (!llvm::is_contained(frame.sets, set))
        frame.sets.push_back(std::move(set));
    });
    frame.machine = {std::max<int64_t>(vectorBits, 128), vectorMath};
    carryMatricesInVariables(kernel);
    frame.matrices = placeMatrices(kernel, frame.machine.vectorBits);
    frame.inBounds = findAccessesInBounds(kernel);
    // If waves may retire at entry, the launch may add waves. Such kernels read
    // the hardware's wave index (gpu.subgroup_id), unless it is emulated.
    std::optional<KernelLaunch> launch = KernelLaunch::get(kernel);
    bool mayHaveMore =
        (launch && launch->retires) ||
        kernel.walk([](gpu::SubgroupIdOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    if (!frame.placed && !mayHaveMore) {
      frame.knownWaves = kernel.getNumWavesValue();
      if (std::optional<ArrayRef<int32_t>> extent = kernel.getNumThreads())
        frame.knownWaves = llvm::divideCeil(
            int64_t((*extent)[0]) * (*extent)[1] * (*extent)[2], waveSize);
    }
    std::optional<LaneStrides> strides(std::in_place, kernel, waveSize,
                                       frame.placed);
    if (replaceLoops(kernel, *strides))
      strides.emplace(kernel, waveSize, frame.placed);
    frame.strides = &*strides;
    frame.records = Records(kernel, *strides, frame.inBounds);
    std::optional<LaneStrides> pieces;
    frame.pieceLanes = frame.machine.vectorBits / 32;
    if (frame.pieceLanes < frame.lanes) {
      pieces.emplace(*strides, frame.pieceLanes);
      frame.pieceStrides = &*pieces;
    }
    return emitKernelFunction(getOperation(), frame);
  }
};
} // namespace
