//===- LiteralSuffixes.cpp - Literals with the suffix L -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/LiteralSuffixes.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace mlir::wave;
using llvm::StringRef;

bool hlsl::hasUntypedLiterals(const LangOptions &language) {
  return language.getHLSLVersion() < LangOptionsBase::HLSL_202x;
}

bool hlsl::LiteralSuffixes::apply(Token &token) {
  if (token.isNot(tok::numeric_constant))
    return false;
  const std::string spelling = preprocessor.getSpelling(token);
  const StringRef number = StringRef(spelling).rtrim("uUlL"),
                  suffix = StringRef(spelling).drop_front(number.size());
  uint64_t value = 0;
  if (suffix.count("l") + suffix.count("L") != 1 ||
      number.getAsInteger(0, value))
    return false;
  const auto bits = static_cast<uint32_t>(value);
  const bool isDecimal = number.front() != '0' || number == "0";
  if (!isDecimal || suffix.contains_insensitive("u")) {
    setNumber(token, "0x" + llvm::utohexstr(bits, /*LowerCase=*/true) + "u");
    return false;
  }
  // Clang has no negative literals.
  if (const auto cut = static_cast<int32_t>(bits); cut >= 0) {
    setNumber(token, std::to_string(cut));
    return false;
  }
  const Token literal = token;
  Token low = make(tok::numeric_constant, literal, 0);
  setNumber(low, std::to_string(bits & 0x7fffffff));
  Token minimum = make(tok::numeric_constant, literal, 0);
  setNumber(minimum, "2147483647");
  Token one = make(tok::numeric_constant, literal, 0);
  setNumber(one, "1");
  // `(-2147483647 - 1 + low)`
  insert({make(tok::minus, literal, 0), minimum, make(tok::minus, literal, 0),
          one, make(tok::plus, literal, 0), low,
          make(tok::r_paren, literal, 0)});
  token = make(tok::l_paren, literal, 0);
  token.setFlag(literal.isAtStartOfLine() ? Token::StartOfLine
                                          : Token::LeadingSpace);
  return true;
}
