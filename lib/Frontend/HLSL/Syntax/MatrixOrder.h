//===- MatrixOrder.h - row_major, and #pragma pack_matrix -------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_MATRIXORDER_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_MATRIXORDER_H

#include "clang/AST/Type.h"
#include "clang/Basic/SourceLocation.h"

#include <optional>
#include <vector>

namespace clang {
class ASTContext;
class Preprocessor;
class SourceManager;
} // namespace clang

namespace mlir::wave::hlsl {

/// Whether matrices are in memory row by row or column by column.
class MatrixOrder {
public:
  explicit MatrixOrder(bool isRowMajor) : isRowMajorAtFirst(isRowMajor) {}

  /// Lets `#pragma pack_matrix`, which Clang ignores, change the order of the
  /// declarations that follow. Call it before parsing.
  void watch(clang::Preprocessor &preprocessor);

  /// Whether the matrices of a declaration at a place are row-major. The type is as
  /// written: its qualifiers and typedefs decide, else the place does.
  bool isRowMajor(const clang::ASTContext &ast, clang::QualType type,
                  clang::SourceLocation place) const;

  /// Whether the type, a pragma, or an option states the order.
  bool isStated(const clang::ASTContext &ast, clang::QualType type,
                clang::SourceLocation place) const;

  void set(clang::SourceLocation place, bool isRowMajor) {
    pragmas.emplace_back(place, isRowMajor);
  }

private:
  std::optional<bool> getPragma(const clang::SourceManager &sources,
                                clang::SourceLocation place) const;
  std::optional<bool> getStated(const clang::ASTContext &ast,
                                clang::QualType type) const;

  bool isRowMajorAtFirst;
  std::vector<std::pair<clang::SourceLocation, bool>> pragmas;
};

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_MATRIXORDER_H
