//===- LiteralOperators.cpp - Values of operators of literals -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/LiteralOperators.h"

#include "Syntax/LiteralSuffixes.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace mlir::wave;

hlsl::LiteralOperators::LiteralOperators(CompilerInstance &instance,
                                         const LiteralUses &known,
                                         LiteralUses &found)
    : TokenRule(instance.getPreprocessor()), instance(instance), known(known),
      found(found) {}

void hlsl::LiteralOperators::note(const Token &token) {
  if (token.isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::eof)) {
    if (hasLiteral)
      findInStatement();
    statement.clear();
    hasLiteral = false;
    return;
  }
  LiteralToken noted = {token, ""};
  if (token.is(tok::numeric_constant)) {
    hasLiteral = true;
    noted.text = preprocessor.getSpelling(token);
  }
  statement.push_back(std::move(noted));
}

/// The declarations of a name where the parser is.
static LookupResult lookUp(Sema &sema, const Token &token) {
  LookupResult result(sema, token.getIdentifierInfo(), token.getLocation(),
                      Sema::LookupOrdinaryName);
  result.suppressDiagnostics();
  if (sema.getCurScope())
    sema.LookupName(result, sema.getCurScope());
  return result;
}

void hlsl::LiteralOperators::findInStatement() {
  if (!instance.hasSema() || !hasUntypedLiterals(instance.getLangOpts()))
    return;
  Sema &sema = instance.getSema();
  auto any = [&](size_t index, llvm::function_ref<bool(const NamedDecl *)> is) {
    const Token &name = statement[index].token;
    if (!name.is(tok::identifier))
      return false;
    LookupResult result = lookUp(sema, name);
    return llvm::any_of(result, [&](const NamedDecl *each) {
      return is(each->getUnderlyingDecl());
    });
  };
  auto isType = [&](size_t index) {
    return any(index,
               [](const NamedDecl *each) { return isa<TypeDecl>(each); });
  };
  auto isTemplate = [&](size_t index) {
    // Of another scope.
    if (index != 0 && statement[index - 1].token.isOneOf(
                          tok::period, tok::coloncolon, tok::kw_template))
      return true;
    return any(index,
               [](const NamedDecl *each) { return isa<TemplateDecl>(each); });
  };
  for (LiteralExpression &each :
       findLiteralExpressions(statement, isType, isTemplate)) {
    const SourceLocation first = statement[each.first].token.getLocation();
    if (!known.find(first))
      found.add(first, {statement[each.last].token.getLocation(),
                        std::move(each.value), std::move(each.exact)});
  }
}

/// `, default : (value))`, the end of `_Generic(expression`.
void hlsl::LiteralOperators::addValue(SmallVectorImpl<Token> &tokens,
                                      const Token &last) {
  tokens.append({make(tok::comma, last, 0), make(tok::kw_default, last, 0),
                 make(tok::colon, last, 0), make(tok::l_paren, last, 0)});
  SmallVector<llvm::StringRef> words;
  llvm::StringRef value = isWide ? openUse->exact : openUse->value;
  if (value.consume_front("-"))
    tokens.push_back(make(tok::minus, last, 0));
  value.split(words, ' ');
  for (llvm::StringRef word : words) {
    Token &made = tokens.emplace_back(make(tok::minus, last, 0));
    if (word == "true" || word == "false")
      made.setKind(word == "true" ? tok::kw_true : tok::kw_false);
    else if (word != "-")
      setNumber(made, isWide ? (word + "L").str() : word.str());
  }
  tokens.append({make(tok::r_paren, last, 0), make(tok::r_paren, last, 0)});
}

/// Replaces a token, before which other ones are inserted; it is taken again.
static void moveBehind(Token &token, Token replacement) {
  replacement.setFlag(token.isAtStartOfLine() ? Token::StartOfLine
                                              : Token::LeadingSpace);
  token = replacement;
}

void hlsl::LiteralOperators::openCast(Token &token,
                                      const LiteralUses::Cast &cast) {
  const Token first = token;
  SmallVector<Token> tokens = {make(tok::l_paren, first, 0)};
  SmallVector<llvm::StringRef> words;
  llvm::StringRef(cast.type).split(words, ' ');
  for (llvm::StringRef word : words) {
    Token &made = tokens.emplace_back(makeName(word, first, 0));
    made.setKind(made.getIdentifierInfo()->getTokenID());
  }
  tokens.append({make(tok::r_paren, first, 0), make(tok::l_paren, first, 0)});
  moveBehind(token, make(tok::l_paren, first, 0));
  insertAgain(first);
  insert(tokens);
  openCasts.push_back(cast.last);
}

/// Begins to rewrite the expression that begins with a token, if there is one.
bool hlsl::LiteralOperators::open(Token &token) {
  const SourceLocation place = token.getLocation();
  // The cast is that of the value.
  if (const LiteralUses::Cast *cast = known.findCast(place);
      cast && doneCasts.insert(place).second) {
    openCast(token, *cast);
    return true;
  }
  const LiteralUses::Use *use = known.find(place);
  if (!use || !doneUses.insert(place).second)
    return false;
  const Token first = token;
  moveBehind(token, make(tok::kw__Generic, first, 0));
  insertAgain(first);
  insert({make(tok::l_paren, first, 0)});
  openUse = use;
  isWide = known.isWide(place);
  return true;
}

/// Ends the expressions whose last token this is.
void hlsl::LiteralOperators::close(const Token &last) {
  SmallVector<Token> tokens;
  if (openUse && openUse->last == last.getLocation()) {
    addValue(tokens, last);
    openUse = nullptr;
  }
  while (!openCasts.empty() && openCasts.back() == last.getLocation()) {
    openCasts.pop_back();
    tokens.append({make(tok::r_paren, last, 0), make(tok::r_paren, last, 0)});
  }
  if (!tokens.empty())
    insert(tokens);
}

bool hlsl::LiteralOperators::apply(Token &token) {
  if (open(token))
    return true;
  note(token);
  if (!openUse && token.is(tok::numeric_constant) &&
      known.isWide(token.getLocation()))
    setNumber(token, preprocessor.getSpelling(token) + "L");
  close(token);
  return false;
}
