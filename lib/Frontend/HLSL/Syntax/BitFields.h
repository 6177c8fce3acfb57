//===- BitFields.h - Bit-fields as fields ------------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_FRONTEND_HLSL_SYNTAX_BITFIELDS_H
#define WAVEDIALECT_FRONTEND_HLSL_SYNTAX_BITFIELDS_H

#include "Syntax/Tokens.h"

#include "llvm/ADT/DenseMap.h"

namespace clang {
class ASTContext;
class CompilerInstance;
class CXXRecordDecl;
class Decl;
class DeclContext;
} // namespace clang

namespace mlir::wave::hlsl {

/// Makes the named bit-fields of a struct plain fields with an annotation: Clang would
/// promote them to int in expressions, where HLSL keeps their types. Clang then computes
/// constants with all bits of an initial value; this rule removes those that the fields
/// do not have.
class BitFields final : public TokenRule {
public:
  /// Sets `found` when the shader has bit-fields.
  BitFields(clang::CompilerInstance &instance, bool &found);

  bool apply(clang::Token &token) override;

private:
  void replaceFields(clang::DeclContext *context);
  void cutConstants(clang::DeclContext *context);

  clang::CompilerInstance &instance;
  bool &found;
  /// The last declaration of a context that has ended.
  llvm::DenseMap<const clang::DeclContext *, clang::Decl *> passed;
};

/// Reports the bit-fields of an instantiated template whose types cannot have them. Clang
/// has checked those of other structs.
void checkBitFields(clang::CXXRecordDecl *record);

/// Removes the bits that bit-fields do not have from the constants of methods and of
/// instantiated templates, whose tokens no rule sees as Clang reads them.
void cutConstants(clang::ASTContext &ast);

} // namespace mlir::wave::hlsl

#endif // WAVEDIALECT_FRONTEND_HLSL_SYNTAX_BITFIELDS_H
