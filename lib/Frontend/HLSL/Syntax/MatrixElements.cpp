//===- MatrixElements.cpp - m._m00 and m._11 ------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/MatrixElements.h"

#include "clang/AST/Type.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace mlir::wave;
using llvm::SmallVector;
using llvm::StringRef;

namespace {
struct Element {
  unsigned row, column;
};
} // namespace

/// Returns the elements of `_m00_m01` or `_11_12`; empty for other names.
static SmallVector<Element, 4> readName(StringRef name) {
  const bool isZeroBased = name.starts_with("_m");
  const char first = isZeroBased ? '0' : '1';
  SmallVector<Element, 4> elements;
  while (!name.empty()) {
    if (!name.consume_front(isZeroBased ? "_m" : "_") || name.size() < 2)
      return {};
    const unsigned row = name[0] - first, column = name[1] - first;
    if (row > 3 || column > 3 || elements.size() == 4)
      return {};
    elements.push_back({row, column});
    name = name.drop_front(2);
  }
  return elements;
}

static bool isOneRow(llvm::ArrayRef<Element> elements) {
  return llvm::all_of(
      elements, [&](Element each) { return each.row == elements[0].row; });
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

bool hlsl::ElementUses::add(const clang::Diagnostic &info,
                            const ElementUses &known) {
  // The ranges are those of the matrix and of the name.
  if (info.getID() != diag::err_typecheck_member_reference_struct_union ||
      info.getNumRanges() != 2 || !info.hasSourceManager())
    return false;
  auto type =
      QualType::getFromOpaquePtr(reinterpret_cast<void *>(info.getRawArg(0)));
  if (type.isNull() || !type->isMatrixType())
    return false;
  const LangOptions language;
  const SourceManager &sources = info.getSourceManager();
  SmallString<16> buffer;
  StringRef name =
      Lexer::getSpelling(sources.getSpellingLoc(info.getRange(1).getBegin()),
                         buffer, sources, language);
  SmallVector<Element, 4> elements = readName(name);
  if (elements.empty() || isOneRow(elements) ||
      known.hasPeriod(info.getLocation()))
    return false;
  periods.insert(info.getLocation());
  matrices[info.getRange(0).getBegin()] = elements.size();
  return true;
}

void hlsl::ElementUses::add(const ElementUses &others) {
  for (auto [first, count] : others.matrices)
    matrices[first] = count;
  for (SourceLocation period : others.periods)
    periods.insert(period);
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

bool hlsl::MatrixElements::apply(Token &token) {
  if (token.is(tok::period))
    return beginName(token);
  if (token.is(tok::identifier)) {
    if (elements) {
      const Token name = token;
      token.setIdentifierInfo(nullptr);
      setNumber(token, *elements);
      insert({make(tok::r_paren, name, 1)});
      elements.reset();
      return true;
    }
    if (components) {
      token.setIdentifierInfo(components);
      components = nullptr;
      return true;
    }
    if (!readName(token.getIdentifierInfo()->getName()).empty())
      declared.insert(token.getIdentifierInfo());
  }
  if (unsigned count = uses.getCount(token.getLocation())) {
    const Token first = token;
    token = makeName("__elements" + std::to_string(count), first, 0);
    token.setFlag(first.isAtStartOfLine() ? Token::StartOfLine
                                          : Token::LeadingSpace);
    insert({make(tok::l_paren, first, 0), first});
    return true;
  }
  return false;
}

/// Takes the period before what may be the name of elements.
bool hlsl::MatrixElements::beginName(Token &period) {
  const SourceManager &sources = preprocessor.getSourceManager();
  std::optional<Token> next =
      Lexer::findNextToken(sources.getSpellingLoc(period.getLocation()),
                           sources, preprocessor.getLangOpts());
  if (!next || next->isNot(tok::raw_identifier))
    return false;
  SmallVector<Element, 4> named = readName(next->getRawIdentifier());
  if (named.empty())
    return false;
  if (uses.hasPeriod(period.getLocation())) {
    // 4 bits for each element, the first lowest.
    unsigned code = 0;
    for (auto [index, each] : llvm::enumerate(named))
      code |= (each.row * 4 + each.column) << (4 * index);
    elements = code;
    period.setKind(tok::comma);
    return true;
  }
  if (!isOneRow(named) || declared.contains(preprocessor.getIdentifierInfo(
                              next->getRawIdentifier())))
    return false;
  std::string columns;
  for (Element each : named)
    columns += "xyzw"[each.column];
  components = preprocessor.getIdentifierInfo(columns);
  const Token place = period;
  period.setKind(tok::l_square);
  // The name's token becomes that of the components.
  insert({makeNumber(named.front().row, place, 1),
          make(tok::r_square, place, 2), make(tok::period, place, 3)});
  return true;
}
