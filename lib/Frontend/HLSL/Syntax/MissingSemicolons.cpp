//===- MissingSemicolons.cpp - Declarations before attributes -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/MissingSemicolons.h"

#include "clang/Basic/DiagnosticParse.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace mlir::wave;
using llvm::StringRef;

/// Whether a `[` begins an attribute of an entry point.
bool hlsl::MissingSemicolons::beginsAttribute(const Token &token) const {
  if (token.isNot(tok::l_square) || token.getLocation().isMacroID())
    return false;
  const std::optional<Token> name =
      Lexer::findNextToken(token.getLocation(), preprocessor.getSourceManager(),
                           preprocessor.getLangOpts());
  if (!name || name->isNot(tok::raw_identifier))
    return false;
  static constexpr StringRef kNames[] = {"numthreads", "numwaves", "shader",
                                         "wavesize", "rootsignature"};
  return llvm::any_of(kNames, [&](StringRef each) {
    return each.equals_insensitive(name->getRawIdentifier());
  });
}

StringRef hlsl::MissingSemicolons::getUnended() const {
  if (!outer.empty() || brackets != 0 || parentheses != 0 ||
      declaration.isEmpty || last.getLocation().isMacroID())
    return "";
  if (declaration.isFunction && !declaration.isValue)
    return "";
  if (!declaration.hasEnded || declaration.isValue)
    return last.isOneOf(tok::identifier, tok::numeric_constant, tok::r_square,
                        tok::r_paren, tok::r_brace)
               ? "top level declarator"
               : "";
  return declaration.type;
}

bool hlsl::MissingSemicolons::apply(Token &token) {
  if (beginsAttribute(token))
    if (const StringRef unended = getUnended(); !unended.empty()) {
      const SourceLocation end =
          last.getLocation().getLocWithOffset(last.getLength());
      preprocessor.getDiagnostics().Report(end, diag::err_expected_after)
          << unended << tok::semi;
      const Token attribute = token;
      token = make(tok::semi, last, last.getLength());
      insertAgain(attribute);
      declaration = {};
      last = token;
      return true;
    }
  // An attribute is before its declaration.
  if (declaration.isEmpty && brackets == 0 && token.is(tok::l_square))
    ++brackets;
  else if (brackets != 0)
    brackets += token.is(tok::l_square) - token.is(tok::r_square);
  else if (parentheses != 0)
    parentheses += token.is(tok::l_paren) - token.is(tok::r_paren);
  else
    switch (token.getKind()) {
    case tok::l_brace:
      outer.push_back(declaration);
      declaration = {};
      break;
    case tok::r_brace:
      if (outer.empty())
        break;
      declaration = outer.pop_back_val();
      declaration.hasEnded = true;
      // A function, a namespace or a constant buffer.
      if (!declaration.isValue &&
          (declaration.isFunction || declaration.type.empty()))
        declaration = {};
      break;
    case tok::semi:
      declaration = {};
      break;
    case tok::kw_struct:
    case tok::kw_class:
    case tok::kw_enum:
      declaration.isEmpty = false;
      if (declaration.type.empty())
        declaration.type = token.getName();
      break;
    case tok::equal:
      declaration.isValue = true;
      break;
    case tok::l_paren:
      // `groupshared` is a macro with an attribute.
      declaration.isFunction |=
          last.is(tok::identifier) && token.getLocation().isFileID();
      ++parentheses;
      break;
    default:
      declaration.isEmpty = false;
    }
  last = token;
  return false;
}
