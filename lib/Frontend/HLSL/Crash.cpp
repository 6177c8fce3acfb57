//===- Crash.cpp - What Clang was reading when it crashed -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Crash.h"

#include "Diagnostics.h"

#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/CrashRecoveryContext.h"

using namespace mlir::wave;

bool hlsl::setPlace(clang::SourceManager &sources,
                    clang::SourceLocation location,
                    compiler::Diagnostic &error) {
  if (!hlsl::isInUserFile(sources, location))
    return false;
  clang::PresumedLoc place =
      sources.getPresumedLoc(sources.getFileLoc(location));
  if (place.isInvalid())
    return false;
  error.file = place.getFilename();
  error.line = place.getLine();
  error.column = place.getColumn();
  return true;
}

/// Returns the last variable that was declared, if it is an array without an
/// initializer or with one of another type: Clang 22 crashes when it initializes an
/// array by one value or by an array of another type, or an array of unknown size by a
/// list without values.
static clang::VarDecl *findArray(clang::Sema &sema) {
  clang::VarDecl *last = nullptr;
  for (clang::Decl *each : sema.CurContext->decls())
    last = llvm::dyn_cast<clang::VarDecl>(each);
  if (!last || !last->getType()->isArrayType())
    return nullptr;
  const bool fits =
      last->hasInit() && sema.Context.hasSameUnqualifiedType(
                             last->getInit()->getType(), last->getType());
  return fits ? nullptr : last;
}

/// Describes an array whose initializer is wrong.
static bool describeArray(clang::CompilerInstance &instance,
                          compiler::Diagnostic &error) {
  if (!instance.hasSema())
    return false;
  clang::VarDecl *array = findArray(instance.getSema());
  clang::Lexer *lexer = static_cast<clang::Lexer *>(
      instance.getPreprocessor().getCurrentFileLexer());
  if (!array || !lexer)
    return false;
  // Between the array's name and the end of what Clang has read is its initializer.
  clang::SourceManager &sources = instance.getSourceManager();
  clang::CharSourceRange range = clang::CharSourceRange::getCharRange(
      sources.getFileLoc(array->getLocation()), lexer->getSourceLocation());
  llvm::StringRef text =
      clang::Lexer::getSourceText(range, sources, instance.getLangOpts());
  // The `=` of a statement after the declaration is none of it.
  if (!text.contains('=') || text.split('=').first.contains(';') ||
      !hlsl::setPlace(sources, array->getLocation(), error))
    return false;
  text = text.split('=').first.trim();
  if (array->getType()->isIncompleteArrayType()) {
    error.message = "the initializer of the array '" +
                    array->getNameAsString() +
                    "' has no values that give its size: state the size "
                    "[hlsl-type]";
    return true;
  }
  error.message = "the array '" + array->getNameAsString() +
                  "' needs a list or an array of its type: write `" +
                  text.str() + " = {...}` [hlsl-type]";
  return true;
}

/// Sets the position up to which Clang has read.
static void findReadPlace(clang::CompilerInstance &instance,
                          compiler::Diagnostic &error) {
  if (auto *lexer = static_cast<clang::Lexer *>(
          instance.getPreprocessor().getCurrentFileLexer()))
    hlsl::setPlace(instance.getSourceManager(), lexer->getSourceLocation(),
                   error);
}

compiler::Diagnostic hlsl::describeCrash(clang::CompilerInstance &instance,
                                         compiler::Diagnostic emitted) {
  compiler::Diagnostic error = std::move(emitted);
  error.severity = "error";
  error.message = "the front end crashed here: please report this bug with the "
                  "shader [hlsl-internal]";
  if (error.line != 0 || !instance.hasPreprocessor() ||
      !instance.hasSourceManager())
    return error;
  // What Clang has left behind may crash as well.
  llvm::CrashRecoveryContext().RunSafely([&] {
    if (!describeArray(instance, error))
      findReadPlace(instance, error);
  });
  return error;
}
