//===- VerifyWave.cpp - The rules that need the call graph or follow other passes ===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/AcceptedOperations.h"
#include "WaveDialect/Transforms/BarrierRule.h"
#include "WaveDialect/Transforms/CallGraph.h"
#include "WaveDialect/Transforms/MeshDispatch.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace mlir::wave {
#define GEN_PASS_DEF_VERIFYWAVE
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// Rules of single operations
//===----------------------------------------------------------------------===//

/// Booleans have no arithmetic but that of bits, and a comparison or conversion that
/// reads them as 0 and 1.
static bool isBooleanOperation(Operation *op) {
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    arith::CmpIPredicate predicate = compare.getPredicate();
    return predicate == arith::CmpIPredicate::eq ||
           predicate == arith::CmpIPredicate::ne;
  }
  return isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::SelectOp,
             arith::ExtUIOp, arith::ExtSIOp, arith::UIToFPOp, arith::TruncIOp,
             arith::SIToFPOp, arith::IndexCastOp, arith::IndexCastUIOp,
             arith::ConstantOp>(op);
}

/// The part of V11 about the operations of `arith`.
static LogicalResult verifyArithmetic(Operation *op) {
  auto isBool = [](Type type) { return getScalarType(type).isInteger(1); };
  // The result of a comparison is one, whatever it compares.
  bool hasBool = llvm::any_of(op->getOperandTypes(), isBool) ||
                 (llvm::any_of(op->getResultTypes(), isBool) &&
                  !isa<arith::CmpIOp, arith::CmpFOp>(op));
  if (hasBool && !isBooleanOperation(op))
    return op->emitError("'") << op->getName()
                              << "' is not for i1: convert it to i32 first, or "
                                 "use andi, ori and xori [value-type]";
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    if (compare.getPredicate() == arith::CmpFPredicate::AlwaysFalse ||
        compare.getPredicate() == arith::CmpFPredicate::AlwaysTrue)
      return op->emitError("a comparison that does not compare is a constant: "
                           "use arith.constant [value-type]");
  if (auto constant = dyn_cast<arith::ConstantIndexOp>(op))
    if (!llvm::isUInt<32>(constant.value()))
      return op->emitError("an index has 32 bits, got ")
             << constant.value() << " [value-type]";
  return success();
}

/// V15: what no target has for doubles, and no replacement that is worth its error.
static bool hasNoDoubleForm(Operation *op) {
  return isa<math::ExpOp, math::Exp2Op, math::LogOp, math::Log2Op, math::PowFOp,
             math::SinOp, math::CosOp, math::TanOp>(op);
}

static LogicalResult verifyFunction(Operation *op) {
  for (Type type : op->getOperandTypes()) {
    Type scalar = getScalarType(type);
    if (!isElementType(type) || scalar.isInteger(1))
      return op->emitError("'") << op->getName() << "' is not for " << type
                                << ": convert it first [value-type]";
    if (scalar.isF64() && hasNoDoubleForm(op))
      return op->emitError("'")
             << op->getName() << "' is not for f64: no GPU has it, convert to "
             << "f32 [function-type]";
  }
  return success();
}

/// Vectors are taken apart at places that are known.
static LogicalResult verifyVector(Operation *op) {
  auto isDynamic = [](ArrayRef<int64_t> position) {
    return llvm::is_contained(position, ShapedType::kDynamic);
  };
  auto extract = dyn_cast<vector::ExtractOp>(op);
  auto insert = dyn_cast<vector::InsertOp>(op);
  if ((extract && isDynamic(extract.getStaticPosition())) ||
      (insert && isDynamic(insert.getStaticPosition())))
    return op->emitError("which component is a constant: use arith.select, or "
                         "a local array [value-type]");
  std::optional<MemoryAccess> access = getMemoryAccess(op);
  if (!access)
    return success();
  auto memory = cast<MemRefType>(access->memory.getType());
  if (memory.getRank() != 1 || access->components < kMinComponents ||
      access->components > kMaxComponents ||
      !isMemoryElementType(memory.getElementType()))
    return op->emitError("a vector in memory is 2 to 4 elements of a memref of "
                         "rank 1, got ")
           << access->components << " of " << memory << " [value-type]";
  return success();
}

/// The step of a loop; upstream reads it as signed, whatever the loop is.
static LogicalResult verifyStep(scf::ForOp loop) {
  APInt step;
  if (!matchPattern(loop.getStep(), m_ConstantInt(&step)) ||
      step.isStrictlyPositive())
    return success();
  return loop.emitError("the step of a loop is from 1 to 2147483647: write an "
                        "scf.while for any other [loop-step]");
}

/// V8, V11 and V14.
static LogicalResult verifyOperation(Operation *op) {
  if (!isAcceptedOperation(op)) {
    InFlightDiagnostic error = op->emitError("'")
                               << op->getName()
                               << "' is not supported in a wave.func";
    if (StringRef advice = getReplacementAdvice(op); !advice.empty())
      error << ": " << advice;
    return error << " [operation-not-supported]";
  }
  for (Value result : op->getResults()) {
    Type type = result.getType();
    if (isElementType(type) || isa<IndexType, MemRefType>(type))
      continue;
    return op->emitError("values are i1, i16, i32, i64, f16, f32, f64, vectors "
                         "of 2 to 4 of one, or index, got ")
           << type << " [value-type]";
  }
  if (isa_and_nonnull<math::MathDialect>(op->getDialect()))
    return verifyFunction(op);
  if (isa_and_nonnull<vector::VectorDialect>(op->getDialect()))
    return verifyVector(op);
  if (isa_and_nonnull<arith::ArithDialect>(op->getDialect()))
    return verifyArithmetic(op);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return verifyStep(loop);
  if (auto alloca = dyn_cast<memref::AllocaOp>(op))
    if (alloca.getType().getRank() != 1 ||
        !isMemoryElementType(alloca.getType().getElementType()) ||
        alloca.getType().getMemorySpace())
      return op->emitError(
                 "a local array is a memref of rank 1 of i16, i32, i64, "
                 "f16, f32 or f64, got ")
             << alloca.getType() << " [value-type]";
  return success();
}

/// V9: how memory may be used.
static LogicalResult verifyMemoryUses(Value memory, StringRef what) {
  for (OpOperand &use : memory.getUses()) {
    Operation *user = use.getOwner();
    // A store of the memory itself is none.
    if (std::optional<MemoryAccess> access = getMemoryAccess(user);
        access && access->memory == memory)
      continue;
    if (isa<memref::DimOp, ImageSizeOp, CallOp, DispatchMeshOp>(user))
      continue;
    return user->emitError("'")
           << user->getName() << "' cannot take " << what
           << ": use it in loads, stores, atomics and calls directly "
              "[buffer-not-argument]";
  }
  return success();
}

/// V10.
static LogicalResult verifyReadOnly(FuncOp kernel) {
  for (BlockArgument argument : kernel.getArguments()) {
    auto binding = kernel.getArgAttrOfType<BindingAttr>(argument.getArgNumber(),
                                                        "wave.binding");
    if (!binding || binding.getKind() != BindingKind::SRV)
      continue;
    for (Operation *user : argument.getUsers())
      if (getWrittenMemory(user) == argument)
        return user->emitError("writes memory that is bound read-only: bind "
                               "it as uav [store-to-read-only]");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Rules of the call graph
//===----------------------------------------------------------------------===//

namespace {
/// Checks one kernel or exported function with everything that it calls.
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
  InFlightDiagnostic finish(InFlightDiagnostic error);

  FuncOp caller;
  const CallGraph &graph;
  bool shaderModelLacks;
  StringRef shaderModel;
  /// The calls that lead from the caller to what is being checked.
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

/// V1: threads have no numbers under num_waves.
LogicalResult CallerRules::verifyNumber(Operation *op) {
  if (!caller.getNumWavesAttr())
    return success();
  return finish(
      op->emitOpError("has no meaning under num_waves: use 'wave.group_id', "
                      "'wave.group_wave_index' and 'wave.lane_index' "
                      "[thread-id-under-num-waves]"));
}

/// V2 to V5: where waves of a group can be counted.
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
  // Under num_waves the count is a constant, which needs nothing of the target.
  const bool isConstant =
      isa<GroupWaveCountOp>(op) && caller.getNumWavesValue();
  if (shaderModelLacks && !isConstant) // V5
    return finish(op->emitOpError("needs Shader Model 6.10, the target is ")
                  << shaderModel
                  << ": target 6.10, or let the pipeline emulate it "
                     "[group-wave-shader-model]");
  return success();
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
    else if (isa<gpu::SubgroupIdOp>(op) && shaderModelLacks)
      checked = finish(
          op->emitError("the waves beyond num_waves retire by their index, "
                        "which needs Shader Model 6.10, the target is ")
          << shaderModel
          << ": target 6.10, or let the pipeline emulate it "
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
// The pass
//===----------------------------------------------------------------------===//

/// Whether `model` ("6.8") is below 6.10; empty is a target without models.
static FailureOr<bool> isBelow610(Operation *op, StringRef model) {
  if (model.empty())
    return false;
  unsigned major, minor;
  auto [majorText, minorText] = model.split('.');
  if (majorText.getAsInteger(10, major) || minorText.getAsInteger(10, minor))
    return op->emitError("option shader-model takes text like 6.10, got '")
           << model << "' [shader-model-text]";
  return std::pair(major, minor) < std::pair(6u, 10u);
}

namespace {
struct VerifyWave final : wave::impl::VerifyWaveBase<VerifyWave> {
  using VerifyWaveBase::VerifyWaveBase;

  void runOnOperation() override {
    FailureOr<bool> below = isBelow610(getOperation(), shaderModel);
    if (failed(below))
      return signalPassFailure();
    CallGraph graph(getOperation());
    if (failed(graph.verifyNoRecursion())) // V7
      return signalPassFailure();
    bool ok = true;
    for (FuncOp function : graph.getFunctionsCalleesFirst()) {
      ok &= succeeded(verifyBody(function));
      if (function.getKernel() || function.getExported())
        ok &= succeeded(CallerRules(function, graph,
                                    *below && !emulateGroupIndex, shaderModel)
                            .verify());
    }
    if (!ok)
      signalPassFailure();
    markAllAnalysesPreserved();
  }

  LogicalResult verifyBody(FuncOp function) {
    bool ok = true;
    function.getBody().walk([&](Operation *op) {
      ok &= succeeded(verifyOperation(op));
      for (Value result : op->getResults())
        if (isa<MemRefType>(result.getType()))
          ok &= succeeded(
              verifyMemoryUses(result, "groupshared or local memory"));
    });
    for (BlockArgument argument : function.getArguments())
      if (isa<MemRefType>(argument.getType()))
        ok &= succeeded(verifyMemoryUses(argument, "a buffer"));
      else if (isa<ImageType>(argument.getType()))
        ok &= succeeded(verifyMemoryUses(argument, "an image"));
    if (!function.getKernel())
      return success(ok);
    ok &= succeeded(verifyReadOnly(function));
    ok &= succeeded(verifyMeshDispatchCount(function)); // V16
    // V12 and V13. A helper's barrier is its caller's, once inlined.
    if (barriers && ok)
      ok &= succeeded(verifyBarriers(function, UniformityAnalysis(function),
                                     BarrierCheck::AfterLegalization));
    return success(ok);
  }
};
} // namespace
