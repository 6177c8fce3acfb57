//===- MatrixElements.cpp - m._m00 and m._11 ------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixElements.h"

#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using llvm::StringRef;

/// Returns the row and the names of the columns of `_m00_m01` or `_11_12`, or
/// nothing for other names and for elements of several rows.
static std::optional<std::pair<char, std::string>> readName(StringRef name) {
  const bool isZeroBased = name.starts_with("_m");
  const char first = isZeroBased ? '0' : '1';
  char row = 0;
  std::string columns;
  while (!name.empty()) {
    if (!name.consume_front(isZeroBased ? "_m" : "_") || name.size() < 2)
      return std::nullopt;
    const unsigned r = name[0] - first, c = name[1] - first;
    if (r > 3 || c > 3 || (row && row != char('0' + r)))
      return std::nullopt;
    row = char('0' + r);
    columns += "xyzw"[c];
    name = name.drop_front(2);
  }
  if (columns.empty() || columns.size() > 4)
    return std::nullopt;
  return std::pair(row, columns);
}

bool mlir::wave::hlsl::MatrixElements::rewrite(Token &token) {
  if (token.is(tok::identifier)) {
    if (components) {
      token.setIdentifierInfo(const_cast<IdentifierInfo *>(components));
      components = nullptr;
      return true;
    }
    if (readName(token.getIdentifierInfo()->getName()))
      declared.insert(token.getIdentifierInfo());
    return false;
  }
  if (token.isNot(tok::period))
    return false;
  const SourceManager &sources = preprocessor.getSourceManager();
  std::optional<Token> next =
      Lexer::findNextToken(sources.getSpellingLoc(token.getLocation()), sources,
                           preprocessor.getLangOpts());
  if (!next || next->isNot(tok::raw_identifier))
    return false;
  auto name = readName(next->getRawIdentifier());
  if (!name || declared.contains(
                   preprocessor.getIdentifierInfo(next->getRawIdentifier())))
    return false;
  static constexpr char kRows[] = "0123";
  components = preprocessor.getIdentifierInfo(name->second);
  // The name's token becomes that of the components.
  auto tokens = std::make_unique<Token[]>(3);
  constexpr tok::TokenKind kKinds[] = {tok::numeric_constant, tok::r_square,
                                       tok::period};
  for (auto [index, kind] : llvm::enumerate(kKinds)) {
    tokens[index].startToken();
    tokens[index].setKind(kind);
    // Clang finds tokens again by their positions, which must differ.
    tokens[index].setLocation(
        token.getLocation().getLocWithOffset(int(index) + 1));
    tokens[index].setLength(1);
  }
  tokens[0].setLiteralData(kRows + (name->first - '0'));
  token.setKind(tok::l_square);
  preprocessor.EnterTokenStream(std::move(tokens), 3,
                                /*DisableMacroExpansion=*/true,
                                /*IsReinject=*/true);
  return true;
}
