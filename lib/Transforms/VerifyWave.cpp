//===- VerifyWave.cpp - Rules that need the call graph or follow other passes -----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArraySizes.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/DXIL/ShaderModels.h"
#include "WaveDialect/IR/Bindings.h"
#include "WaveDialect/Transforms/BarrierRule.h"
#include "WaveDialect/Transforms/CallGraph.h"
#include "WaveDialect/Transforms/MeshDispatch.h"
#include "WaveDialect/Transforms/OperationRules.h"
#include "WaveDialect/Transforms/Passes.h"

namespace mlir::wave {
#define GEN_PASS_DEF_VERIFYWAVE
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

/// What a target with shader models may lack.
static constexpr dxil::Feature kNumbers = dxil::Feature::GroupWaveNumbers;

//===----------------------------------------------------------------------===//
// Rules of one function
//===----------------------------------------------------------------------===//

/// V10.
static LogicalResult verifyReadOnly(FuncOp kernel) {
  for (BlockArgument argument : kernel.getArguments()) {
    if (!isBoundReadOnly(argument))
      continue;
    for (Operation *user : argument.getUsers())
      if (getWrittenMemory(user) == argument)
        return user->emitError(
            isConstantBuffer(argument)
                ? "writes a constant buffer: write to a memref<?xi32> that is "
                  "bound as uav [store-to-read-only]"
                : "writes memory that is bound read-only: bind it as uav "
                  "[store-to-read-only]");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Rules of the call graph
//===----------------------------------------------------------------------===//

namespace {
/// Checks one kernel or exported function, with all functions that it calls.
class CallerRules {
public:
  CallerRules(FuncOp caller, const CallGraph &graph, bool shaderModelLacks,
              StringRef shaderModel)
      : caller(caller), graph(graph), shaderModelLacks(shaderModelLacks),
        shaderModel(shaderModel) {}

  LogicalResult verify() { return verify(caller); }

private:
  LogicalResult verify(FuncOp function);
  LogicalResult verifyNumber(Operation *op);
  LogicalResult verifyGroupWave(Operation *op);
  LogicalResult verifyQuad(Operation *op);
  InFlightDiagnostic finish(InFlightDiagnostic error);

  FuncOp caller;
  const CallGraph &graph;
  bool shaderModelLacks;
  StringRef shaderModel;
  /// The calls that lead from the caller to the checked function.
  SmallVector<CallOp> path;
};
} // namespace

InFlightDiagnostic CallerRules::finish(InFlightDiagnostic error) {
  for (CallOp call : llvm::reverse(path))
    error.attachNote(call.getLoc()) << "called from here";
  if (!path.empty())
    error.attachNote(caller.getLoc()) << "in '" << caller.getSymName() << "'";
  return error;
}

/// V1: threads have no indices under num_waves.
LogicalResult CallerRules::verifyNumber(Operation *op) {
  if (!caller.getNumWavesAttr())
    return success();
  return finish(emitThreadNumberError(op));
}

/// V2 to V5: kernels and targets that support the wave index and the wave
/// count.
LogicalResult CallerRules::verifyGroupWave(Operation *op) {
  Stage stage = caller.getStageOrDefault();
  if (caller.getExported()) // V3
    return finish(op->emitOpError(
        "is not valid in an exported function of a library: pass the number "
        "in as an argument [group-wave-exported]"));
  if (caller.getNodeLaunch() == NodeLaunch::Thread) // V4
    return finish(op->emitOpError(
        "is not valid in a node that is launched by thread: such a node has "
        "no group, launch it broadcasting or coalescing "
        "[group-wave-thread-launch]"));
  if (!hasGroups(stage, caller.getNodeLaunch())) // V2
    return finish(op->emitOpError("is only valid in compute, mesh, "
                                  "amplification and node kernels, not in ")
                  << stringifyStage(stage)
                  << (isRayTracing(stage) ? ": ray tracing has no groups"
                                          : ": this stage has no groups")
                  << " [group-wave-stage]");
  // Under num_waves the count is a constant, which every target supports.
  const bool isConstant =
      isa<GroupWaveCountOp>(op) && caller.getNumWavesValue();
  if (shaderModelLacks && !isConstant) // V5
    return finish(op->emitOpError("needs Shader Model ")
                  << dxil::getFirstModel(kNumbers) << ", the target is "
                  << shaderModel << ": target " << dxil::getFirstModel(kNumbers)
                  << ", or let the pipeline emulate it "
                     "[group-wave-shader-model]");
  return success();
}

/// V21: stages whose lanes form quads.
LogicalResult CallerRules::verifyQuad(Operation *op) {
  Stage stage = caller.getStageOrDefault();
  if (hasQuads(stage))
    return success();
  return finish(op->emitOpError("is only valid in pixel, compute, mesh, "
                                "amplification and node kernels, not in ")
                << stringifyStage(stage)
                << ": the lanes of this stage form no quads [quad-stage]");
}

LogicalResult CallerRules::verify(FuncOp function) {
  if (function != caller && function.getNumWavesAttr() &&
      function.getNumWavesValue() != caller.getNumWavesValue()) { // V6
    InFlightDiagnostic error = path.back()->emitOpError("calls '")
                               << function.getSymName() << "', which is for "
                               << *function.getNumWavesValue()
                               << " waves, from ";
    if (std::optional<int64_t> waves = caller.getNumWavesValue())
      error << "a kernel of " << *waves;
    else
      error << "a kernel without num_waves";
    error << ": change one of them [helper-wave-count]";
    return finish(std::move(error));
  }
  WalkResult result = function.walk([&](Operation *op) {
    LogicalResult checked = success();
    if (isa<DispatchThreadIdOp, GroupThreadIdOp, GroupIndexOp>(op))
      checked = verifyNumber(op);
    else if (isa<GroupWaveIndexOp, GroupWaveCountOp>(op))
      checked = verifyGroupWave(op);
    else if (op->hasTrait<Quadwise>())
      checked = verifyQuad(op);
    else if (isa<gpu::SubgroupIdOp>(op) && shaderModelLacks)
      checked = finish(
          op->emitError("the waves beyond num_waves retire by their index, "
                        "which needs Shader Model ")
          << dxil::getFirstModel(kNumbers) << ", the target is " << shaderModel
          << ": target " << dxil::getFirstModel(kNumbers)
          << ", or let the pipeline emulate it "
             "[group-wave-shader-model]");
    else if (auto call = dyn_cast<CallOp>(op)) {
      path.push_back(call);
      checked = verify(graph.getCallee(call));
      path.pop_back();
    }
    return failed(checked) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Rules of the module
//===----------------------------------------------------------------------===//

/// V18: pipelines compile the code of wave.func only. MLIR allows operations
/// outside of functions, where a value may even use itself, and this project
/// cannot rely on upstream's simplifications of other functions.
static LogicalResult verifyPlaces(Block &body) {
  for (Operation &op : body) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (function && !function.isExternal() && !isa<FuncOp>(op))
      return op.emitError("'")
             << op.getName()
             << "' is beside wave.func: compile it in a module of its own "
                "[operation-not-supported]";
    if (isa<ModuleOp, gpu::GPUModuleOp>(op)) {
      if (failed(verifyPlaces(op.getRegion(0).front())))
        return failure();
      continue;
    }
    const bool computes =
        op.getNumOperands() || op.getNumResults() || op.getNumRegions();
    if (computes && !isa<SymbolOpInterface>(op) &&
        !op.hasTrait<OpTrait::IsIsolatedFromAbove>())
      return op.emitError("'")
             << op.getName()
             << "' is outside of a function: move it into a wave.func "
                "[operation-not-supported]";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Whether `model` ("6.8") does not number waves; empty is a target without
/// models, which does.
static FailureOr<bool> lacksNumbers(Operation *op, StringRef model) {
  if (model.empty())
    return false;
  unsigned major, minor;
  auto [majorText, minorText] = model.split('.');
  if (majorText.getAsInteger(10, major) || minorText.getAsInteger(10, minor))
    return op->emitError("option shader-model takes text like 6.10, got '")
           << model << "' [shader-model-text]";
  return std::pair(major, minor) < std::pair(6u, dxil::getFirstMinor(kNumbers));
}

namespace {
struct VerifyWave final : wave::impl::VerifyWaveBase<VerifyWave> {
  using VerifyWaveBase::VerifyWaveBase;

  void runOnOperation() override {
    FailureOr<bool> below = lacksNumbers(getOperation(), shaderModel);
    if (failed(below))
      return signalPassFailure();
    if (failed(verifyPlaces(*getOperation().getBody())))
      return signalPassFailure();
    CallGraph graph(getOperation());
    if (failed(graph.verify())) // V7, V19
      return signalPassFailure();
    bool ok = succeeded(getAnalysis<VerifiedForm>().verify(WaveForm::Accepted));
    for (FuncOp function : graph.getFunctionsCalleesFirst()) {
      ok &= succeeded(verifyBody(function, graph));
      if (function.getKernel() || function.getExported())
        ok &= succeeded(CallerRules(function, graph,
                                    *below && !emulateGroupIndex, shaderModel)
                            .verify());
    }
    if (!ok)
      signalPassFailure();
    markAllAnalysesPreserved();
  }

  LogicalResult verifyBody(FuncOp function, const CallGraph &graph) {
    if (!function.getKernel())
      return success();
    bool ok = true;
    if (needsGPUModules && !isa<gpu::GPUModuleOp>(function->getParentOp())) {
      emitKernelPlaceError(function); // V20
      ok = false;
    }
    ok &= succeeded(verifyReadOnly(function));
    ok &= succeeded(verifyArraySizes(function, graph)); // V17
    ok &= succeeded(verifyMeshDispatchCount(function)); // V16
    // V12 and V13. A helper's barriers are checked after inlining, in its
    // callers.
    if (barriers && ok && holdsBarrier(function))
      ok &= succeeded(verifyBarriers(function, UniformityAnalysis(function),
                                     BarrierCheck::AfterLegalization));
    return success(ok);
  }
};
} // namespace
