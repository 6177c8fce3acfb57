//===- DefaultElements.h - Texture2D for Texture2D<float4> ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_DEFAULTELEMENTS_H
#define WAVEDIALECT_FRONTEND_HLSL_DEFAULTELEMENTS_H

namespace clang {
class CompilerInstance;
} // namespace clang

namespace mlir::wave::hlsl {

/// Lets the shader omit the arguments of templates that have defaults for all:
/// `Texture2D` is `Texture2D<float4>`; and use the names of a matrix's elements.
/// Call it before parsing.
void allowDefaultElements(clang::CompilerInstance &instance);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_DEFAULTELEMENTS_H
