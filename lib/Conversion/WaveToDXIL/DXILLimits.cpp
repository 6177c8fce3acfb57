//===- DXILLimits.cpp - Limits of DXIL ------------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Limits of the validator and Direct3D, reported at the lines of the kernel.

#include "DXILKernel.h"

#include "WaveDialect/DXIL/Direct3D.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;

/// A register range with this upper bound is unbounded, so no resource may use
/// it.
static constexpr uint32_t kNoRegister = 0xFFFFFFFF;

/// LLVM reserves the names of its intrinsics and DXIL those of its functions. A
/// name ends at its first zero byte.
static LogicalResult verifyName(FuncOp kernel) {
  StringRef name = kernel.getName();
  if (!name.empty() && !name.contains('\0') && !name.starts_with("llvm.") &&
      !name.starts_with("dx."))
    return success();
  return kernel.emitOpError("has a name that DXIL cannot hold: use one that is "
                            "not empty, contains no zero byte, and does not "
                            "begin with llvm. or dx. [kernel-name]");
}

int64_t wave::countGroupsharedBytes(FuncOp kernel) {
  int64_t bytes = 0;
  kernel.walk([&](Operation *op) {
    if (auto shared = dyn_cast<GroupsharedOp>(op)) {
      auto type = cast<MemRefType>(shared.getMemory().getType());
      bytes += type.getNumElements() * getScalarBytes(type.getElementType());
    } else if (auto dispatch = dyn_cast<DispatchMeshOp>(op);
               dispatch && !dispatch.getPayload()) {
      bytes += getPayloadBytes(kernel); // DXIL requires a payload.
    }
  });
  return bytes;
}

static LogicalResult verifyGroupshared(FuncOp kernel, unsigned minor) {
  const int64_t bytes = countGroupsharedBytes(kernel);
  const int64_t stated =
      kernel.getGroupSharedLimit().value_or(dxil::kGroupsharedBytes);
  constexpr dxil::Feature kLimit = dxil::Feature::GroupSharedLimit;
  const bool canState = dxil::hasFeature(minor, kLimit);
  const int64_t limit =
      canState ? stated : std::min(stated, dxil::kGroupsharedBytes);
  if (bytes <= limit)
    return success();
  InFlightDiagnostic error = kernel.emitOpError("uses ")
                             << bytes << " bytes of groupshared memory; the "
                             << "limit is " << limit;
  if (limit < stated)
    error << ": group_shared_limit needs Shader Model "
          << dxil::getFirstModel(kLimit);
  return error << " [groupshared-limit]";
}

static LogicalResult verifyRegisters(FuncOp kernel,
                                     const ArgumentLayout &layout) {
  for (const ResourceBinding &resource : layout.resources)
    if (resource.set >= dxil::kFirstReservedSpace ||
        resource.binding == kNoRegister)
      return kernel.emitOpError("binds '")
             << resource.name << "' to register " << resource.binding
             << " of space " << resource.set << "; the greatest register is "
             << kNoRegister - 1 << ", the greatest space "
             << dxil::kFirstReservedSpace - 1 << " [binding-range]";
  return success();
}

static LogicalResult verifyLoops(FuncOp kernel) {
  WalkResult result = kernel.walk([](scf::WhileOp loop) {
    if (!matchPattern(loop.getConditionOp().getCondition(), m_One()))
      return WalkResult::advance();
    loop.emitError("this loop never ends, which DXIL does not allow: leave it "
                   "by a condition [endless-loop]");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult wave::verifyDXILLimits(FuncOp kernel,
                                     const ArgumentLayout &layout,
                                     unsigned minor) {
  return success(succeeded(verifyName(kernel)) &&
                 succeeded(verifyGroupshared(kernel, minor)) &&
                 succeeded(verifyRegisters(kernel, layout)) &&
                 succeeded(verifyLoops(kernel)));
}
