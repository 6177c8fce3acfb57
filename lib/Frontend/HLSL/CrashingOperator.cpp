//===- CrashingOperator.cpp - The operator at which Clang crashes --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CrashingOperator.h"

#include "Crash.h"
#include "Syntax/OperatorTokens.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/CrashRecoveryContext.h"

using namespace mlir::wave;
using namespace mlir::wave::hlsl;

/// Returns the error for an operator at which Clang crashes; none if it is not in a file
/// of the user.
static std::optional<compiler::Diagnostic>
describeOperator(clang::CompilerInstance &instance,
                 clang::SourceLocation operation) {
  compiler::Diagnostic error;
  error.severity = "error";
  std::optional<compiler::Diagnostic> described;
  llvm::CrashRecoveryContext().RunSafely([&] {
    clang::SourceManager &sources = instance.getSourceManager();
    if (!setPlace(sources, operation, error))
      return;
    llvm::SmallString<8> buffer;
    llvm::StringRef spelling =
        clang::Lexer::getSpelling(sources.getSpellingLoc(operation), buffer,
                                  sources, instance.getLangOpts());
    error.message = ("the operands of '" + spelling +
                     "' do not fit together: both must be numbers or vectors, "
                     "or matrices of one shape [hlsl-type]")
                        .str();
    described = std::move(error);
  });
  return described;
}

std::optional<compiler::Diagnostic> hlsl::findCrashingOperator(
    llvm::function_ref<clang::CompilerInstance *(OperatorTokens &)> repeat) {
  OperatorTokens read;
  clang::CompilerInstance *instance = repeat(read);
  if (!instance)
    return std::nullopt;
  for (const OperatorTokens::Operator &each : read.inLastStatement()) {
    OperatorTokens without;
    without.replaced = each;
    if (!repeat(without) || without.count > read.count)
      return describeOperator(*instance, each.front());
  }
  return std::nullopt;
}
