//===- DXILCalls.cpp - DXIL's functions -----------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/DXIL/DXIL.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

#include <map>

using namespace mlir;
using namespace mlir::dxil;

#include "WaveDialect/DXIL/DXILInterfaces.cpp.inc"

/// Returns a literal with the width that DXIL requires; enumerations have 32
/// bits in this dialect.
static OpFoldResult getImmediate(MLIRContext *context, unsigned width,
                                 int64_t value) {
  return IntegerAttr::get(IntegerType::get(context, width),
                          APInt(width, value, /*isSigned=*/false,
                                /*implicitTrunc=*/true));
}

#define GET_OP_CLASSES
#include "WaveDialect/DXIL/DXILCalls.cpp.inc"

void DXILDialect::registerCalls() {
  addOperations<
#define GET_OP_LIST
#include "WaveDialect/DXIL/DXILCalls.cpp.inc"
      >();
}

template <typename... Ops>
static ArrayRef<OperationInfo> makeTable() {
  static const OperationInfo table[] = {Ops::getInfo()...};
  return table;
}

ArrayRef<OperationInfo> dxil::getOperations() {
  return makeTable<
#define GET_OP_LIST
#include "WaveDialect/DXIL/DXILCalls.cpp.inc"
      >();
}

const OperationInfo *dxil::findOperation(uint32_t opcode) {
  static const auto byOpcode = [] {
    std::map<uint32_t, const OperationInfo *> result;
    for (const OperationInfo &info : getOperations())
      result[info.opcode] = &info;
    return result;
  }();
  auto it = byOpcode.find(opcode);
  return it == byOpcode.end() ? nullptr : it->second;
}

Type dxil::getOverloadOf(Type type) {
  if (auto loaded = dyn_cast<ResRetType>(type))
    return loaded.getElement();
  if (auto row = dyn_cast<CBufRetType>(type))
    return row.getElement();
  return type;
}

LogicalResult dxil::verifyCall(Operation *op) {
  auto module = op->getParentOfType<dxil::ModuleOp>();
  if (!module)
    return success();
  const OperationInfo &info = cast<DXILCall>(op).getInfo();
  if (info.firstMinor > module.getShaderModelMinor())
    return op->emitOpError("needs Shader Model 6.")
           << info.firstMinor << ", and the module is for "
           << module.getShaderModel() << " [dxil-shader-model]";
  if (isa<DispatchMeshOp>(op) && module.getStage() != Stage::Amplification)
    return op->emitOpError("is for amplification, and the module for ")
           << stringifyStage(module.getStage()) << " [dxil-stage]";
  return success();
}
