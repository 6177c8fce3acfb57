//===- NumWavesAttribute.h - [numWaves(X)] --------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_NUMWAVESATTRIBUTE_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_NUMWAVESATTRIBUTE_H

#include <cstdint>
#include <optional>

namespace clang {
class AnnotateAttr;
class Expr;
class FunctionDecl;
class ParsedAttr;
class Sema;
} // namespace clang

namespace mlir::wave::hlsl {

inline constexpr char kTwoGroupSizes[] =
    "states both numWaves and numthreads: keep numWaves to fix the number of "
    "waves, or numthreads to fix the number of threads "
    "[num-waves-with-num-threads]";

/// The name of a root signature, to which the prelude changes Clang's, and the annotation
/// that represents one.
inline constexpr char kRootSignature[] = "__root_signature";

/// Returns what represents a function's attribute `[numWaves(X)]` in the AST,
/// or null. Linking this function adds the attribute to Clang.
const clang::AnnotateAttr *findNumWaves(const clang::FunctionDecl *function);

/// Returns an argument of an attribute that Clang does not know, or null after an
/// error: Clang parses a name as an identifier.
clang::Expr *getAttributeArgument(clang::Sema &sema,
                                  const clang::ParsedAttr &attribute,
                                  unsigned index);

/// Lets the attributes of entry points have another case than Clang's.
void addAttributesInOtherCase();

/// Returns X of a function's attribute `[numWaves(X)]`.
std::optional<int64_t> getNumWaves(const clang::FunctionDecl *function);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_NUMWAVESATTRIBUTE_H
