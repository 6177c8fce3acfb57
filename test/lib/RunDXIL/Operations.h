//===- Operations.h - The dx.op functions that are run ----------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TEST_RUNDXIL_OPERATIONS_H
#define WAVEDIALECT_TEST_RUNDXIL_OPERATIONS_H

#include "Scalar.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/Error.h"

namespace rundxil {

enum class Family : uint8_t { Thread, Lane, Barrier, Resource, Math, Matrix };

namespace op {
enum Opcode : uint32_t {
#define OPERATION(opcode, name, ...) name = opcode,
#include "Operations.def"
};
} // namespace op

struct Operation {
  op::Opcode opcode;
  const char *name;
  const char *functionClass;
  const char *overloads;
  const char *signature;
  unsigned firstMinor;
  Family family;
};

/// A call of a dx.op function.
struct Call {
  const Operation *operation;
  /// I32 where the function has no overload.
  Scalar overload;
};

/// Checks the function's name, its types, which operands are constants, and
/// that the shader model has it.
llvm::Expected<Call> readCall(const llvm::CallBase &call, unsigned minor);

} // namespace rundxil

#endif // WAVEDIALECT_TEST_RUNDXIL_OPERATIONS_H
