//===- Operations.h - What the table says of DXIL's functions -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_DXIL_OPERATIONS_H
#define WAVEDIALECT_DXIL_OPERATIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace mlir::dxil {

/// The attribute of a function's declaration beside nounwind.
enum class CallEffect { ReadNone, ReadOnly, NoDuplicate, Any };

/// A row of DXILCalls.td.
struct OperationInfo {
  uint32_t opcode;
  llvm::StringLiteral name;
  /// The function is `dx.op.<opClass>.<overload>`.
  llvm::StringLiteral opClass;
  /// n of the first Shader Model 6.n that has it.
  unsigned firstMinor;
  CallEffect effect;
  /// It needs the feature of wave operations.
  bool isWaveOp;
};

/// All rows, in the table's order.
llvm::ArrayRef<OperationInfo> getOperations();

/// The row of an opcode; null for one that this project never emits.
const OperationInfo *findOperation(uint32_t opcode);

} // namespace mlir::dxil

#endif // WAVEDIALECT_DXIL_OPERATIONS_H
