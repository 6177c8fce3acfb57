//===- Emit.h - From Clang's syntax tree to wave IR -------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_FRONTEND_HLSL_EMIT_H
#define WAVEDIALECT_LIB_FRONTEND_HLSL_EMIT_H

#include "WaveDialect/IR/Wave.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace clang {
class ASTContext;
class FunctionDecl;
class Sema;
} // namespace clang

namespace mlir::wave::hlsl {

class MatrixOrder;
class UninitializedVariables;

/// The end of the error for a semantic, behind its name.
inline constexpr StringLiteral kNoSemantic =
    "is not a semantic of compute and amplification shaders: use SV_GroupID, "
    "SV_GroupThreadID, SV_DispatchThreadID or SV_GroupIndex";

/// What the syntax tree of an entry point does not state.
struct KernelOptions {
  Stage stage = Stage::Compute;
  /// The X of `[numWaves(X)]`.
  std::optional<int64_t> numWaves;
  bool flushDenormals = false;
  /// The values of specialization constants by their numbers or names.
  ArrayRef<std::pair<std::string, std::string>> specialization;
  /// The order of matrices in memory.
  const MatrixOrder *matrixOrder = nullptr;
  /// Variables that a lane may read before it writes them.
  const UninitializedVariables *uninitialized = nullptr;
  clang::Sema *sema = nullptr;
  /// Whether to note where statements begin, with the values of the variables.
  bool debug = false;
};

/// Translates an entry point and everything that it calls: a `gpu.module` with one
/// kernel. Null after an error, which Clang's DiagnosticsEngine gets; its text ends in
/// " [rule-id]".
OwningOpRef<ModuleOp> emitKernel(clang::ASTContext &ast,
                                 clang::FunctionDecl *entry,
                                 const KernelOptions &options,
                                 MLIRContext &context);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_LIB_FRONTEND_HLSL_EMIT_H
