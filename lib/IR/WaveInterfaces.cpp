//===- WaveInterfaces.cpp - Uniformity rules of several operations ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::wave;

#include "WaveDialect/IR/WaveInterfaces.cpp.inc"

bool wave::waitsForWaves(Operation *op) {
  return isa<BarrierOp>(op) || op->hasTrait<OrdersSomeWaves>();
}

bool wave::ordersSomeWaves(Operation *kernel) {
  return kernel
      ->walk([](Operation *op) {
        return op->hasTrait<OrdersSomeWaves>() ? WalkResult::interrupt()
                                               : WalkResult::advance();
      })
      .wasInterrupted();
}

UniformityStep UniformityQuery::joinOperands(Operation *op) const {
  UniformityStep result = UniformityStep::Group;
  for (Value operand : op->getOperands())
    result = std::max(result, getStep(operand));
  return result;
}

UniformityStep UniformityQuery::inferOncePerWave(Operation *op) const {
  return std::min(joinOperands(op), UniformityStep::Wave);
}

/// All waves have the same count only if all of them have the same active
/// lanes.
UniformityStep UniformityQuery::inferCount(Operation *op) const {
  const bool isSame = joinOperands(op) == UniformityStep::Group &&
                      hasOneWaveSize && isWholeWave();
  return isSame ? UniformityStep::Group : UniformityStep::Wave;
}

/// If the value is the same for the whole wave, the lane of the quad that is
/// read does not matter.
UniformityStep UniformityQuery::inferOncePerQuad(Operation *op) const {
  return getStep(op->getOperand(0));
}

std::optional<UniformityStep>
wave::inferUniformity(Operation *op, const UniformityQuery &query) {
  if (auto known = dyn_cast<UniformityInterface>(op))
    return known.inferUniformity(query);
  if (isa<memref::DimOp, gpu::SubgroupSizeOp, gpu::GridDimOp>(op))
    return UniformityStep::Group;
  if (isa<gpu::SubgroupIdOp>(op))
    return UniformityStep::Wave;
  return std::nullopt;
}

bool wave::isComponentwiseOnVector(Operation *op) {
  return op->hasTrait<Componentwise>() &&
         isa<VectorType>(op->getOperand(0).getType());
}

LogicalResult wave::verifyScalarized(Operation *op) {
  if (!isComponentwiseOnVector(op) || !op->hasTrait<ReadsLanes>())
    return success();
  return op->emitOpError("is taken on scalars here: run wave-scalarize-vectors "
                         "first [vector-not-scalarized]");
}
