//===- Registers.h - Where resources are bound ------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_FRONTEND_HLSL_REGISTERS_H
#define WAVEDIALECT_LIB_FRONTEND_HLSL_REGISTERS_H

#include <optional>
#include <utility>

namespace clang {
class Decl;
} // namespace clang

namespace mlir::wave::hlsl {

/// The space and the number of a declaration's register; none: a free one.
std::pair<std::optional<unsigned>, std::optional<unsigned>>
getRegister(const clang::Decl *declaration);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_LIB_FRONTEND_HLSL_REGISTERS_H
