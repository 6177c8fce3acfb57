//===- TokenLimits.cpp - Shaders that take too long to parse --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/TokenLimits.h"

#include "EntryPoints.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace mlir::wave;

/// The most tokens. Clang takes some seconds for them.
static constexpr size_t kMostTokens = 2 << 20;

/// The most nested templates. With mistakes in them, Clang takes a third of a second.
static constexpr size_t kMostTemplates = 16;

bool hlsl::TokenLimits::apply(Token &token) {
  if (ended) {
    token.setKind(tok::eof);
    return true;
  }
  if (++count > kMostTokens) {
    fail(token, "the shader has more than " + std::to_string(kMostTokens) +
                    " tokens where its macros are expanded [hlsl-nesting]");
    return true;
  }
  if (hasTooManyTemplates(token)) {
    fail(token, "templates are nested more than " +
                    std::to_string(kMostTemplates) +
                    " levels deep: name a part by `typedef` [hlsl-nesting]");
    return true;
  }
  switch (token.getKind()) {
  case tok::semi:
  case tok::l_brace:
  case tok::r_brace:
    nested = 0;
    return false;
  case tok::kw_if:
  case tok::kw_for:
  case tok::kw_while:
  case tok::kw_do:
  case tok::kw_switch:
    if (++nested <= kMostLevels)
      return false;
    fail(token, nestingText());
    return true;
  default:
    return false;
  }
}

bool hlsl::TokenLimits::hasTooManyTemplates(const Token &token) {
  const bool wasAfterName = isAfterName;
  isAfterName = token.is(tok::identifier);
  switch (token.getKind()) {
  case tok::less:
    templates = wasAfterName ? templates + 1 : 0;
    return templates > kMostTemplates;
  case tok::greater:
    templates -= std::min<size_t>(templates, 1);
    return false;
  case tok::greatergreater:
    templates -= std::min<size_t>(templates, 2);
    return false;
  case tok::coloncolon:
  case tok::numeric_constant:
    return false;
  default:
    // What separates comparisons.
    if (!token.getIdentifierInfo())
      templates = 0;
    return false;
  }
}

/// Clang has no error that ends a parse; the end of the file does.
void hlsl::TokenLimits::fail(Token &token, llvm::StringRef message) {
  DiagnosticsEngine &diagnostics = preprocessor.getDiagnostics();
  diagnostics.Report(token.getLocation(), diagnostics.getCustomDiagID(
                                              DiagnosticsEngine::Fatal, "%0"))
      << message;
  ended = true;
  token.setKind(tok::eof);
}
