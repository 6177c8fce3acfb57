//===- SamplerStates.cpp - Blocks of states of samplers -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/SamplerStates.h"

#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace mlir::wave;

/// Whether the name of a type is that of a sampler, also in the prelude.
static bool isSampler(llvm::StringRef name) {
  name.consume_front("__");
  return llvm::StringSwitch<bool>(name)
      .Cases({"SamplerState", "SamplerComparisonState", "sampler"}, true)
      .Cases({"sampler1D", "sampler2D", "sampler3D", "samplerCUBE"}, true)
      .Default(false);
}

bool hlsl::SamplerStates::apply(Token &token) {
  // Clang passes the tokens of the block as well.
  if (isSkipping)
    return true;
  if (part != Part::None && depth != 0) {
    depth += token.isOneOf(tok::l_square, tok::l_paren);
    depth -= token.isOneOf(tok::r_square, tok::r_paren);
    return false;
  }
  switch (token.getKind()) {
  case tok::identifier:
    if (part == Part::Type)
      part = Part::Name;
    else if (part != Part::Register)
      part = isSampler(token.getIdentifierInfo()->getName()) ? Part::Type
                                                             : Part::None;
    return false;
  case tok::l_square:
    part = part == Part::Name ? part : Part::None;
    depth = part != Part::None;
    return false;
  case tok::colon:
    part =
        part == Part::None || part == Part::Type ? Part::None : Part::Register;
    return false;
  case tok::l_paren:
    // `SamplerState name(` is a function.
    part = part == Part::Register ? part : Part::None;
    depth = part != Part::None;
    return false;
  case tok::equal: {
    std::optional<Token> next = Lexer::findNextToken(
        preprocessor.getSourceManager().getSpellingLoc(token.getLocation()),
        preprocessor.getSourceManager(), preprocessor.getLangOpts());
    if (part == Part::None || part == Part::Type || !next ||
        next->isNot(tok::raw_identifier) ||
        next->getRawIdentifier() != "sampler_state") {
      part = Part::None;
      return false;
    }
    [[fallthrough]];
  }
  case tok::l_brace: {
    const bool isBlock = part == Part::Name || part == Part::Register;
    part = Part::None;
    if (isBlock)
      skipBlock(token);
    return false;
  }
  case tok::kw_register:
    return false;
  default:
    part = Part::None;
    return false;
  }
}

/// Takes the tokens from here to the end of the block, and the next one as the token.
void hlsl::SamplerStates::skipBlock(Token &token) {
  isSkipping = true;
  unsigned braces = 0;
  do {
    braces += token.is(tok::l_brace);
    if (token.is(tok::r_brace) && --braces == 0)
      break;
    // A block that does not begin.
    if (token.is(tok::semi) && braces == 0) {
      isSkipping = false;
      return;
    }
    preprocessor.Lex(token);
  } while (token.isNot(tok::eof));
  if (token.isNot(tok::eof))
    preprocessor.Lex(token);
  isSkipping = false;
}
