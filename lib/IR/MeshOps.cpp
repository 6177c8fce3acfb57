//===- MeshOps.cpp - The launch of mesh groups ------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::wave;

int64_t DispatchMeshOp::getPayloadBytes() {
  if (!getPayload())
    return 0;
  auto type = cast<MemRefType>(getPayload().getType());
  if (!type.hasStaticShape())
    return 0;
  return type.getNumElements() * getScalarBytes(type.getElementType());
}

LogicalResult DispatchMeshOp::verify() {
  Operation *parent = (*this)->getParentOp();
  // Converted kernels are a gpu.func.
  auto function = dyn_cast<FuncOp>(parent);
  if (!isa<FunctionOpInterface>(parent) ||
      (function && !function.getKernel())) // C2
    return emitOpError("must be in the kernel's own block, outside of control "
                       "flow and helpers: compute the counts before it, and "
                       "launch nothing by a count of 0 "
                       "[dispatch-mesh-place]");
  if (function && function.getStageOrDefault() != Stage::Amplification) // C1
    return emitOpError("launches mesh groups, which only amplification kernels "
                       "can, not ")
           << stringifyStage(function.getStageOrDefault())
           << " ones: state stage(amplification) [dispatch-mesh-stage]";
  if (!getPayload())
    return success();
  auto type = cast<MemRefType>(getPayload().getType());
  if (function && !getPayload().getDefiningOp<GroupsharedOp>()) // C4
    return emitOpError("takes a groupshared array as its payload, got ")
           << type << ": make it by wave.groupshared [dispatch-mesh-payload]";
  if (getPayloadBytes() > kMaxPayloadBytes) // C5
    return emitOpError("has a payload of ")
           << getPayloadBytes() << " bytes, mesh groups take at most "
           << kMaxPayloadBytes
           << ": pass less, and the rest in a buffer "
              "[dispatch-mesh-payload-limit]";
  return success();
}

LogicalResult DispatchMeshOp::verifyIsLast() {
  for (Operation *next = (*this)->getNextNode(); next;
       next = next->getNextNode())
    if (!isMemoryEffectFree(next)) { // C3
      InFlightDiagnostic error =
          next->emitOpError("follows the launch of mesh groups, which must end "
                            "the kernel: move it before the launch "
                            "[dispatch-mesh-last]");
      error.attachNote(getLoc()) << "the launch is here";
      return error;
    }
  return success();
}
