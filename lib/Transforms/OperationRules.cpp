//===- OperationRules.cpp - The rules of operations in a wave.func ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The documentation of `wave-verify` lists the rules by number.

#include "WaveDialect/Transforms/OperationRules.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/IR/Bindings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// Rules of single operations
//===----------------------------------------------------------------------===//

/// Booleans support only bitwise arithmetic, and comparisons and conversions
/// that read them as integers.
static bool isBooleanOperation(Operation *op) {
  return isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::SelectOp,
             arith::CmpIOp, arith::ExtUIOp, arith::ExtSIOp, arith::UIToFPOp,
             arith::TruncIOp, arith::SIToFPOp, arith::IndexCastOp,
             arith::IndexCastUIOp, arith::ConstantOp>(op);
}

/// The part of V11 that concerns operations of `arith`.
static LogicalResult verifyArithmetic(Operation *op) {
  auto isBool = [](Type type) { return getScalarType(type).isInteger(1); };
  // The result of every comparison is an i1.
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

bool wave::hasNoDoubleForm(Operation *op) {
  return isa<math::ExpOp, math::Exp2Op, math::LogOp, math::Log2Op,
             math::Log10Op, math::PowFOp, math::SinOp, math::CosOp, math::TanOp,
             math::AsinOp, math::AcosOp, math::AtanOp, math::Atan2Op,
             math::SinhOp, math::CoshOp, math::TanhOp>(op);
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

/// Components are extracted and inserted at constant positions.
static LogicalResult verifyVector(Operation *op) {
  auto isDynamic = [](ArrayRef<int64_t> position) {
    return llvm::is_contained(position, ShapedType::kDynamic);
  };
  auto extract = dyn_cast<vector::ExtractOp>(op);
  auto insert = dyn_cast<vector::InsertOp>(op);
  if ((extract && isDynamic(extract.getStaticPosition())) ||
      (insert && isDynamic(insert.getStaticPosition())))
    return op->emitError(
        "the index of a component must be a constant: use arith.select, or "
        "a local array [value-type]");
  // Upstream's constant folder reads past the end for such an insertion.
  if (insert && insert.getStaticPosition().empty())
    return op->emitError("an insertion without the index of a component: use "
                         "the inserted vector itself [value-type]");
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

/// The step of a loop; upstream reads it as signed in every loop.
static LogicalResult verifyStep(Operation *op) {
  auto loop = cast<scf::ForOp>(op);
  APInt step;
  if (!matchPattern(loop.getStep(), m_ConstantInt(&step)) ||
      step.isStrictlyPositive())
    return success();
  return loop.emitError(
      "the step of a loop must be from 1 to 2147483647: write an "
      "scf.while for any other [loop-step]");
}

/// Canonicalization makes the length of a local array part of its type, and
/// casts it back for calls of helpers that take any length. `wave-inline`
/// removes the cast.
static bool isLengthCast(Operation *op) {
  auto cast = dyn_cast<memref::CastOp>(op);
  if (!cast || !cast.getSource().getDefiningOp<memref::AllocaOp>() ||
      !llvm::all_of(cast->getUsers(), llvm::IsaPred<CallOp>))
    return false;
  auto from = dyn_cast<MemRefType>(cast.getSource().getType());
  auto to = dyn_cast<MemRefType>(cast.getType());
  return from && to && from.getRank() == 1 && from.hasStaticShape() &&
         MemRefType::get({ShapedType::kDynamic}, from.getElementType()) == to;
}

/// V9 and V22: valid uses of memory.
static LogicalResult verifyMemoryUses(Value memory, StringRef what) {
  for (OpOperand &use : memory.getUses()) {
    Operation *user = use.getOwner();
    // Storing the memref itself is not an access to its memory.
    if (std::optional<MemoryAccess> access = getMemoryAccess(user);
        access && access->memory == memory) {
      if (isa<CoherentLoadOp, CoherentStoreOp>(user) && !isCoherent(memory))
        return user->emitOpError("works on an argument with wave.coherent: use "
                                 "memref.load and memref.store "
                                 "[coherent-access]");
      if (isCoherent(memory) &&
          isa<memref::LoadOp, memref::StoreOp, vector::LoadOp, vector::StoreOp,
              MatrixLoadOp, MatrixStoreOp>(user))
        return user->emitError("'")
               << user->getName() << "' cannot access " << what
               << " with wave.coherent: use wave.coherent_load and "
                  "wave.coherent_store of scalars [coherent-access]";
      continue;
    }
    if (isa<AsyncCopyOp>(user) && isCoherent(memory))
      return user->emitOpError("copies no coherent memory: load its elements "
                               "by wave.coherent_load [coherent-access]");
    if (isa<memref::DimOp, ImageSizeOp, CallOp, CheckOp, DispatchMeshOp,
            AsyncCopyOp, MatrixLoadBlocksOp, MatrixMultiplyMemoryOp>(user) ||
        isLengthCast(user))
      continue;
    return user->emitError("'")
           << user->getName() << "' cannot take " << what
           << ": use it in loads, stores, atomics and calls directly "
              "[buffer-not-argument]";
  }
  return success();
}

/// Local arrays must have the layout that the dialect defines: contiguous
/// elements of rank 1.
static LogicalResult verifyLocalArray(Operation *op) {
  auto array = cast<memref::AllocaOp>(op);
  MemRefType type = array.getType();
  if (type.getRank() == 1 && isMemoryElementType(type.getElementType()) &&
      !type.getMemorySpace() && type.getLayout().isIdentity())
    return success();
  return array.emitError("a local array is a memref of rank 1 of i16, i32, "
                         "i64, f16, bf16, f32 or f64, got ")
         << type << " [value-type]";
}

/// Memory has a single dimension.
static LogicalResult verifyDimension(Operation *op) {
  auto length = cast<memref::DimOp>(op);
  if (length.getConstantIndex() == 0)
    return success();
  return length.emitError("a buffer has one dimension: use the constant 0 as "
                          "the index of memref.dim [value-type]");
}

/// V11 for the types of results.
static LogicalResult verifyResultTypes(Operation *op) {
  // An operation that derives memory from other memory is a use of it, which V9
  // rejects; a region may yield memory.
  auto mayBeMemory = [&] {
    return isa<GroupsharedOp, memref::AllocaOp>(op) || op->getNumRegions() ||
           llvm::any_of(op->getOperandTypes(), llvm::IsaPred<MemRefType>);
  };
  for (Type type : op->getResultTypes()) {
    if (isElementType(type) || isa<IndexType>(type) ||
        (isa<MemRefType>(type) && mayBeMemory()) || isa<PipeOp>(op) ||
        isa<MatrixType>(type))
      continue;
    if (isa<MemRefType>(type))
      return op->emitError("'")
             << op->getName()
             << "' cannot make memory: buffers are arguments, local arrays "
                "memref.alloca, groupshared memory wave.groupshared "
                "[buffer-not-argument]";
    if (isByteType(type) && isa<memref::LoadOp>(op))
      return op->emitError("a value cannot be an i8: use wave.byte_load "
                           "[value-type]");
    return op->emitError(
               "values are i1, i16, i32, i64, f16, bf16, f32, f64, vectors "
               "of 2 to 4 of one, or index, got ")
           << type << " [value-type]";
  }
  return success();
}

/// Reports an operation that is not accepted (V8).
static LogicalResult rejectOperation(Operation *op) {
  InFlightDiagnostic error = op->emitError("'")
                             << op->getName()
                             << "' is not supported in a wave.func";
  if (StringRef advice = getReplacementAdvice(op); !advice.empty())
    error << ": " << advice;
  return error << " [operation-not-supported]";
}

/// The part of V11 and V14 that concerns operations of one name.
using Rule = LogicalResult (*)(Operation *);

/// Returns null if there is none.
static Rule findRule(Operation *op) {
  if (isa_and_nonnull<math::MathDialect>(op->getDialect()))
    return verifyFunction;
  if (isa_and_nonnull<vector::VectorDialect>(op->getDialect()))
    return verifyVector;
  if (isa_and_nonnull<arith::ArithDialect>(op->getDialect()))
    return verifyArithmetic;
  if (isa<scf::ForOp>(op))
    return verifyStep;
  if (isa<memref::AllocaOp>(op))
    return verifyLocalArray;
  if (isa<memref::DimOp>(op))
    return verifyDimension;
  return nullptr;
}

InFlightDiagnostic wave::emitThreadNumberError(Operation *op) {
  return op->emitOpError("has no meaning under num_waves: use 'wave.group_id', "
                         "'wave.group_wave_index' and 'wave.lane_index' "
                         "[thread-id-under-num-waves]");
}

InFlightDiagnostic wave::emitKernelPlaceError(Operation *kernel) {
  return kernel->emitOpError("is a kernel outside of a gpu.module: put it "
                             "inside one, gpu.module @kernels { ... } "
                             "[kernel-place]");
}

LogicalResult
wave::verifyOperations(FunctionOpInterface function,
                       function_ref<bool(Operation *)> isAccepted) {
  bool ok = true;
  // Whether operations of a name are accepted, and their rule: lookups in the
  // table compare text.
  llvm::SmallDenseMap<OperationName, std::pair<bool, Rule>, 32> known;
  function.getFunctionBody().walk([&](Operation *op) {
    auto [it, isNew] = known.try_emplace(op->getName(), false, nullptr);
    auto &[accepted, rule] = it->second;
    if (isNew) {
      accepted = isAccepted(op);
      rule = findRule(op);
    }
    if (!accepted && !isLengthCast(op))
      ok &= succeeded(rejectOperation(op));
    else
      ok &= succeeded(verifyResultTypes(op)) && (!rule || succeeded(rule(op)));
    for (Value result : op->getResults())
      if (isa<MemRefType>(result.getType()))
        ok &=
            succeeded(verifyMemoryUses(result, "groupshared or local memory"));
  });
  for (BlockArgument argument : function.getArguments())
    if (isa<MemRefType>(argument.getType()))
      ok &= succeeded(verifyMemoryUses(argument, "a buffer"));
    else if (isa<ImageType>(argument.getType()))
      ok &= succeeded(verifyMemoryUses(argument, "an image"));
  return success(ok);
}

//===----------------------------------------------------------------------===//
// Forms that passes require
//===----------------------------------------------------------------------===//

/// V1, for a kernel's own operations.
static LogicalResult verifyThreadNumbers(FuncOp kernel) {
  if (!kernel.getNumWavesAttr())
    return success();
  WalkResult result = kernel.walk([](Operation *op) {
    if (!isa<DispatchThreadIdOp, GroupThreadIdOp, GroupIndexOp>(op))
      return WalkResult::advance();
    emitThreadNumberError(op);
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

static LogicalResult verifyInlined(FuncOp kernel) {
  WalkResult result = kernel.walk([](CallOp call) {
    call.emitOpError("is not inlined yet: run wave-inline first "
                     "[operation-not-supported]");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Larger arrays could overflow a count of bytes; the limit of every target is
/// far below.
static constexpr int64_t kMostElements = 1 << 30;

LogicalResult wave::verifySized(FunctionOpInterface kernel) {
  WalkResult result = kernel->walk([](Operation *op) {
    if (!isa<GroupsharedOp, memref::AllocaOp>(op))
      return WalkResult::advance();
    auto type = cast<MemRefType>(op->getResult(0).getType());
    if (type.hasStaticShape() && type.getNumElements() <= kMostElements)
      return WalkResult::advance();
    op->emitError("the array has no static size within the limits yet: run "
                  "wave-resolve-groupshared first [array-not-sized]");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult wave::verifyForm(Operation *root, WaveForm form,
                               std::optional<WaveForm> known) {
  bool ok = true;
  root->walk<WalkOrder::PreOrder>([&](FuncOp function) {
    if (!known)
      ok &= succeeded(verifyOperations(function));
    if (ok && function.getKernel()) {
      // Lints continue after violations that `wave-verify` reports.
      if (form >= WaveForm::Inlined)
        ok &= succeeded(verifyThreadNumbers(function)) &&
              succeeded(verifyInlined(function));
      if (ok && form >= WaveForm::Sized)
        ok &= succeeded(verifySized(function));
    }
    return WalkResult::skip();
  });
  return success(ok);
}
