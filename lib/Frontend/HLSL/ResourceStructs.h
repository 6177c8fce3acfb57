//===- ResourceStructs.h - Global structs with resources --------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_FRONTEND_HLSL_RESOURCESTRUCTS_H
#define WAVEDIALECT_LIB_FRONTEND_HLSL_RESOURCESTRUCTS_H

#include "mlir/Support/LLVM.h"

namespace clang {
class VarDecl;
} // namespace clang

namespace mlir::wave::hlsl {

/// The annotation of a global struct with resources whose numbers are in a constant
/// buffer.
inline constexpr StringLiteral kConstantsOfStruct = "hlsl.constants_of_struct";

/// Moves a global struct, or an array of structs, that has resources out of the address
/// space of constant buffers: Clang can neither copy values of that address space nor
/// call methods of them or of their resources.
void separateResources(clang::VarDecl *variable);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_LIB_FRONTEND_HLSL_RESOURCESTRUCTS_H
