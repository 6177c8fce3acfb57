//===- MeshToDXIL.cpp - Launch of mesh groups -----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DXILKernel.h"

using namespace mlir;
using namespace mlir::wave;

LLVM::LLVMStructType wave::getPayloadType(LLVM::LLVMArrayType array) {
  // A structure name is unique in a context, which may contain many kernels.
  std::string name;
  llvm::raw_string_ostream(name)
      << "payload." << array.getNumElements() << 'x' << array.getElementType();
  auto type = LLVM::LLVMStructType::getIdentified(array.getContext(), name);
  const LogicalResult isSet = type.setBody({array}, /*isPacked=*/false);
  assert(succeeded(isSet) && "the name tells the body");
  (void)isSet;
  return type;
}

/// The payload of a kernel without one; no shader reads it.
static LLVM::LLVMArrayType getEmptyPayload(MLIRContext *context) {
  return LLVM::LLVMArrayType::get(IntegerType::get(context, 32), 1);
}

unsigned wave::getPayloadBytes(FuncOp kernel) {
  int64_t bytes = 0;
  kernel.walk([&](DispatchMeshOp op) { bytes = op.getPayloadBytes(); });
  return bytes ? bytes
               : getScalarBytes(
                     getEmptyPayload(kernel.getContext()).getElementType());
}

FailureOr<bool> wave::lowerMeshDispatch(Operation *op, DXILKernel &kernel) {
  auto dispatch = dyn_cast<DispatchMeshOp>(op);
  if (!dispatch)
    return false;
  Location loc = op->getLoc();
  Value payload;
  if (Value memory = dispatch.getPayload()) {
    payload = kernel.getArray(memory).address;
  } else {
    LLVM::LLVMArrayType empty = getEmptyPayload(op->getContext());
    payload = kernel.addGroupshared(loc, getPayloadType(empty),
                                    getScalarBytes(empty.getElementType()));
  }
  OpBuilder builder(op);
  dxil::DispatchMeshOp::create(builder, loc, dispatch.getX(), dispatch.getY(),
                               dispatch.getZ(), payload);
  op->erase();
  return true;
}
