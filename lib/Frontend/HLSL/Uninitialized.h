//===- Uninitialized.h - Local variables without a value --------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_UNINITIALIZED_H
#define WAVEDIALECT_FRONTEND_HLSL_UNINITIALIZED_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::wave::hlsl {

/// The scalars and vectors that some path of their function may read before it
/// writes them. The emitter puts them into memory, where an instrumented run finds
/// such reads.
class UninitializedVariables {
public:
  /// Adds the variables of a function, with a warning for each.
  void find(const clang::FunctionDecl *function);

  bool contains(const clang::VarDecl *variable) const {
    return variables.contains(variable);
  }

private:
  llvm::DenseSet<const clang::VarDecl *> variables;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_UNINITIALIZED_H
