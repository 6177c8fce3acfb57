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

#include "llvm/IR/IRBuilder.h"

#include <optional>

namespace mlir::dxil::legalize {

/// The functions of DXIL that instructions are replaced by.
enum Opcode : uint32_t {
  FAbs = 6,
  Cos = 12,
  Sin = 13,
  Tan = 14,
  Acos = 15,
  Asin = 16,
  Atan = 17,
  Hcos = 18,
  Hsin = 19,
  Htan = 20,
  Exp = 21,
  Log = 23,
  Sqrt = 24,
  RoundNe = 26,
  RoundNi = 27,
  RoundPi = 28,
  RoundZ = 29,
  Bfrev = 30,
  Countbits = 31,
  FirstbitLo = 32,
  FirstbitHi = 33,
  FMax = 35,
  FMin = 36,
  IMax = 37,
  IMin = 38,
  UMax = 39,
  UMin = 40,
  FMad = 46,
  Fma = 47,
};

/// Whether it is a function of DXIL.
bool isOperation(const llvm::Function &function);

/// The opcode of a call of such a function.
std::optional<uint32_t> getOpcode(const llvm::Value &value);

/// `dx.op.<class>.<overload>(opcode, arguments)`, of the type of the first argument; counts
/// of bits are i32.
llvm::Value *createCall(llvm::IRBuilderBase &builder, Opcode opcode,
                        llvm::ArrayRef<llvm::Value *> arguments);

} // namespace mlir::dxil::legalize

#endif // WAVEDIALECT_LIB_TARGET_DXIL_LEGALIZE_CALLS_H
