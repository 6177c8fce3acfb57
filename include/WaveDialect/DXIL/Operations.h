//===- Operations.h - The table of DXIL's functions -----------------------===//
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

/// The attribute of a function's declaration in addition to nounwind. The lanes of a wave
/// execute a convergent function together; DXIL has no attribute for it.
enum class CallEffect { ReadNone, ReadOnly, NoDuplicate, Convergent, Any };

/// A row of DXILCalls.td.
struct OperationInfo {
  uint32_t opcode;
  llvm::StringLiteral name;
  /// The function is `dx.op.<opClass>.<overload>`.
  llvm::StringLiteral opClass;
  /// The n of the first Shader Model 6.n that has the function.
  unsigned firstMinor;
  CallEffect effect;
  /// Whether it needs the feature of wave operations.
  bool isWaveOp;
};

/// Returns all rows in the table's order.
llvm::ArrayRef<OperationInfo> getOperations();

/// Returns the row of an opcode; null if this project never emits it.
const OperationInfo *findOperation(uint32_t opcode);

} // namespace mlir::dxil

#endif // WAVEDIALECT_DXIL_OPERATIONS_H
