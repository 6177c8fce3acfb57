//===- ControlFlowToNVVM.cpp - The masks of active lanes -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Masks are computed on structured control flow, where it is known which lanes reach an
// operation. A condition that is uniform for the wave keeps the mask; any other splits
// it by a ballot. Only regions that contain an operation on lanes need one.
//
//===----------------------------------------------------------------------===//

#include "NVVMBuilder.h"

#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/Transforms/ForToWhile.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

using Operations = llvm::DenseSet<Operation *>;

/// Adds `op` and the operations around it.
static void addWithParents(Operations &found, Operation *op) {
  while (op && !isa<FuncOp>(op) && found.insert(op).second)
    op = op->getParentOp();
}

/// Returns the operations on lanes, and the operations around them.
static Operations findLaneOperations(FuncOp kernel) {
  Operations found;
  kernel.walk([&](Operation *op) {
    if (op->hasTrait<ReadsLanes>() || op->hasTrait<OrdersAccesses>())
      addWithParents(found, op);
  });
  return found;
}

/// Whether the lanes of a wave may take different ways at `op`.
static bool isDivergent(Operation *op, const UniformityAnalysis &uniformity) {
  auto isUniform = [&](Value value) {
    return uniformity.get(value).isWaveUniform();
  };
  return TypeSwitch<Operation *, bool>(op)
      .Case([&](scf::IfOp branch) { return !isUniform(branch.getCondition()); })
      .Case([&](scf::WhileOp loop) {
        return !isUniform(loop.getConditionOp().getCondition());
      })
      .Case([&](scf::ForOp loop) {
        return !isUniform(loop.getLowerBound()) ||
               !isUniform(loop.getUpperBound()) || !isUniform(loop.getStep());
      })
      .Default(false);
}

void nvvm::replaceLoops(FuncOp kernel) {
  const Operations laneOperations = findLaneOperations(kernel);
  const UniformityAnalysis uniformity(kernel);
  SmallVector<scf::ForOp> loops;
  kernel.walk([&](scf::ForOp loop) {
    if (mayWrapAround(loop) ||
        (laneOperations.contains(loop) && isDivergent(loop, uniformity)))
      loops.push_back(loop);
  });
  for (scf::ForOp loop : loops)
    replaceByWhile(loop);
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

using Lowering = FailureOr<bool> (*)(Operation *, NVVMKernel &, Value);
static constexpr Lowering kLowerings[] = {
    lowerNumber,       lowerMatrix,    lowerLaneOperation, lowerAtomic,
    lowerMemoryAccess, lowerAsyncCopy, lowerPipe,          lowerWavesBarrier,
    lowerImage,        lowerMath};

/// Whether `op` remains until `convert-ptx-to-llvm`.
static bool staysUntilLLVM(Operation *op) {
  return isa<arith::ArithDialect, LLVM::LLVMDialect, math::MathDialect,
             NVVM::NVVMDialect, ub::UBDialect, vector::VectorDialect>(
             op->getDialect()) ||
         isa<scf::YieldOp, scf::ConditionOp, ReturnOp>(op);
}

namespace {
class BodyLowering {
public:
  explicit BodyLowering(NVVMKernel &kernel);

  LogicalResult lowerBlock(Block &block, Value mask);

private:
  LogicalResult lower(Operation *op, Value mask);
  LogicalResult lowerIf(scf::IfOp op, Value mask);
  LogicalResult lowerWhile(scf::WhileOp op, Value mask);
  LogicalResult lowerFor(scf::ForOp op, Value mask);
  /// Brings lanes together that ran apart, before an operation that the whole wave
  /// must execute as one.
  void converge(Operation *op, Value mask);

  NVVMKernel &kernel;
  Operations laneOperations, divergent, withDivergence;
  /// Whether lanes may have run apart since they were last brought together.
  bool mayBeApart = false;
};
} // namespace

BodyLowering::BodyLowering(NVVMKernel &kernel)
    : kernel(kernel), laneOperations(findLaneOperations(kernel.function)) {
  // The lowering replaces the values that the analysis knows.
  const UniformityAnalysis uniformity(kernel.function);
  kernel.function.walk([&](Operation *op) {
    // Lanes test a barrier in memory, and one of them arrives at it.
    if (op->hasTrait<OrdersSomeWaves>())
      addWithParents(withDivergence, op);
    if (!isDivergent(op, uniformity))
      return;
    divergent.insert(op);
    addWithParents(withDivergence, op);
  });
}

void BodyLowering::converge(Operation *op, Value mask) {
  if (!mayBeApart)
    return;
  OpBuilder builder(op);
  NVVM::SyncWarpOp::create(builder, op->getLoc(), mask);
  mayBeApart = false;
}

LogicalResult BodyLowering::lowerIf(scf::IfOp op, Value mask) {
  const bool isDivergent = divergent.contains(op);
  Value thenMask, elseMask;
  if (laneOperations.contains(op)) {
    thenMask = elseMask = mask;
    if (isDivergent) {
      NVVMBuilder b(op, kernel, mask);
      thenMask = b.ballot(op.getCondition());
      if (!op.getElseRegion().empty())
        elseMask = b.bitXor(mask, thenMask);
    }
  }
  const bool wasApart = mayBeApart;
  if (failed(lowerBlock(*op.thenBlock(), thenMask)))
    return failure();
  const bool isThenApart = mayBeApart;
  mayBeApart = wasApart;
  if (!op.getElseRegion().empty() &&
      failed(lowerBlock(*op.elseBlock(), elseMask)))
    return failure();
  mayBeApart |= isThenApart || isDivergent;
  return success();
}

/// A loop whose lanes leave in different iterations carries the mask of those that
/// stay.
LogicalResult BodyLowering::lowerWhile(scf::WhileOp op, Value mask) {
  mayBeApart |= withDivergence.contains(op);
  const bool isDivergent = divergent.contains(op);
  if (!laneOperations.contains(op) || !isDivergent) {
    Value inside = laneOperations.contains(op) ? mask : Value();
    if (failed(lowerBlock(op.getBefore().front(), inside)))
      return failure();
    // There may be no iteration.
    const bool wasApart = mayBeApart;
    if (failed(lowerBlock(op.getAfter().front(), inside)))
      return failure();
    mayBeApart |= wasApart || isDivergent;
    return success();
  }
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type i32 = builder.getI32Type();
  SmallVector<Value> inits(op.getInits());
  inits.push_back(mask);
  SmallVector<Type> types(op.getResultTypes());
  types.push_back(i32);
  auto loop = scf::WhileOp::create(builder, loc, types, inits);
  loop->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  loop.getBefore().takeBody(op.getBefore());
  loop.getAfter().takeBody(op.getAfter());
  op->replaceAllUsesWith(loop.getResults().drop_back());
  op.erase();
  Block &before = loop.getBefore().front(), &after = loop.getAfter().front();
  Value entering = before.addArgument(i32, loc);
  Value staying = after.addArgument(i32, loc);
  if (failed(lowerBlock(before, entering)))
    return failure();
  scf::ConditionOp condition = loop.getConditionOp();
  NVVMBuilder b(condition, kernel, entering);
  condition.getArgsMutable().append(b.ballot(condition.getCondition()));
  mayBeApart = true;
  if (failed(lowerBlock(after, staying)))
    return failure();
  Operation *yield = after.getTerminator();
  yield->insertOperands(yield->getNumOperands(), staying);
  mayBeApart = true;
  return success();
}

/// `replaceLoops` left no divergent loop with an operation on lanes.
LogicalResult BodyLowering::lowerFor(scf::ForOp op, Value mask) {
  mayBeApart |= withDivergence.contains(op);
  // There may be no iteration.
  const bool wasApart = mayBeApart;
  if (failed(lowerBlock(*op.getBody(),
                        laneOperations.contains(op) ? mask : Value())))
    return failure();
  mayBeApart |= wasApart;
  return success();
}

LogicalResult BodyLowering::lower(Operation *op, Value mask) {
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return lowerIf(branch, mask);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return lowerWhile(loop, mask);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return lowerFor(loop, mask);
  auto ofWaves = dyn_cast<WavesBarrierOp>(op);
  const bool isInMemory =
      ofWaves && kernel.getWavesBarrier(ofWaves).memory != nullptr;
  if (auto barrier = dyn_cast<BarrierOp>(op);
      isa<MatrixMultiplyTileOp, MatrixLoadBlocksOp, MatrixMultiplyMemoryOp,
          MatrixWaitOp>(op) ||
      (ofWaves && !isInMemory) || (barrier && barrier.getSync()))
    converge(op, mask);
  mayBeApart |= isInMemory || isa<PipeStepInterface, AsyncCopyOp>(op);
  for (Lowering lowering : kLowerings) {
    FailureOr<bool> done = lowering(op, kernel, mask);
    if (failed(done))
      return failure();
    if (*done)
      return success();
  }
  if (staysUntilLLVM(op))
    return success();
  return op->emitOpError("has no form in PTX [operation-not-supported]");
}

LogicalResult BodyLowering::lowerBlock(Block &block, Value mask) {
  for (Operation &op : llvm::make_early_inc_range(block))
    if (failed(lower(&op, mask)))
      return failure();
  return success();
}

LogicalResult nvvm::lowerBody(NVVMKernel &kernel) {
  BodyLowering lowering(kernel);
  kernel.createPipes();
  kernel.createWavesBarriers();
  for (BlockArgument argument : kernel.function.getArguments())
    if (!argument.use_empty() &&
        !isa<MemRefType, ImageType>(argument.getType()))
      argument.replaceAllUsesWith(kernel.getScalar(argument.getArgNumber()));
  return lowering.lowerBlock(kernel.function.getBody().front(),
                             kernel.getEntryMask());
}
