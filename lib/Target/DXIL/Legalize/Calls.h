//===- Calls.h - Calls of DXIL's functions -------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_CALLS_H
#define WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_CALLS_H

#include "Steps.h"

#include "llvm/IR/Function.h"

#include <optional>

namespace mlir::dxil::legalize {

/// Whether it is a function of DXIL.
bool isOperation(const llvm::Function &function);

/// The opcode of a call of such a function.
std::optional<uint32_t> getOpcode(const llvm::Value &value);

} // namespace mlir::dxil::legalize

#endif // WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_CALLS_H
