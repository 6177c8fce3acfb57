//===- MatrixConversions.cpp - Vectors as matrices ------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/MatrixConversions.h"

#include "ClangArguments.h"

#include "clang/AST/Type.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace mlir::wave;

/// Returns the shape to which a value is converted; none if neither type is a matrix and
/// the other a vector, or their sizes do not fit.
static std::optional<hlsl::ConversionUses::Shape> getShape(QualType to,
                                                           QualType from) {
  to = to.getNonReferenceType().getCanonicalType();
  from = from.getNonReferenceType().getCanonicalType();
  const bool isToVector = to->isVectorType();
  const auto *vector = (isToVector ? to : from)->getAs<VectorType>();
  const auto *matrix = (isToVector ? from : to)->getAs<ConstantMatrixType>();
  if (!vector || !matrix)
    return std::nullopt;
  const unsigned components = vector->getNumElements(),
                 elements = matrix->getNumElementsFlattened();
  const bool isRow = matrix->getNumRows() == 1,
             isColumn = matrix->getNumColumns() == 1;
  const bool isShorter =
      isToVector ? components < elements : elements < components;
  if (components != elements && !(isShorter && (isRow || isColumn)))
    return std::nullopt;
  if (isToVector)
    return hlsl::ConversionUses::Shape{};
  if (!isShorter)
    return hlsl::ConversionUses::Shape{matrix->getNumRows(),
                                       matrix->getNumColumns()};
  return isRow ? hlsl::ConversionUses::Shape{1, components}
               : hlsl::ConversionUses::Shape{components, 1};
}

/// The types of a diagnostic that names two.
static std::optional<std::pair<QualType, QualType>>
getTypes(const clang::Diagnostic &info) {
  SmallVector<QualType, 2> found;
  for (unsigned index = 0; index < info.getNumArgs(); ++index)
    if (info.getArgKind(index) == DiagnosticsEngine::ak_qualtype)
      found.push_back(QualType::getFromOpaquePtr(
          // NOLINTNEXTLINE(performance-no-int-to-ptr)
          reinterpret_cast<void *>(info.getRawArg(index))));
  if (found.size() != 2 || found[0].isNull() || found[1].isNull())
    return std::nullopt;
  return std::pair(found[0], found[1]);
}

bool hlsl::ConversionUses::add(const clang::Diagnostic &info,
                               const ConversionUses &known) {
  switch (info.getID()) {
  case diag::err_init_conversion_failed:
  case diag::err_typecheck_convert_incompatible:
    break;
  default:
    return false;
  }
  const auto types = getTypes(info);
  if (!types || info.getNumRanges() == 0)
    return false;
  const std::optional<Shape> shape = getShape(types->first, types->second);
  const SourceLocation begin =
      info.getRange(info.getNumRanges() - 1).getBegin();
  if (!shape || begin.isInvalid() || known.find(begin))
    return false;
  shapes[begin] = *shape;
  return true;
}

/// Where an argument of a call begins, the first one for 1; invalid if the text does not
/// tell.
static SourceLocation findArgument(SourceLocation call, unsigned number,
                                   const SourceManager &sources,
                                   const LangOptions &language) {
  unsigned depth = 0, count = 0;
  while (call.isValid() && call.isFileID()) {
    const std::optional<Token> token =
        Lexer::findNextToken(call, sources, language);
    if (!token)
      break;
    call = token->getLocation();
    const bool isStart = depth == 1 && count == number;
    switch (token->getKind()) {
    case tok::eof:
    case tok::semi:
      return {};
    case tok::less:
      // Perhaps of a template, whose arguments have commas.
      if (!isStart)
        return {};
      break;
    default:
      break;
    }
    if (isStart)
      return call;
    if (token->isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) {
      if (++depth == 1)
        count = 1;
    } else if (token->isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) {
      if (depth-- <= 1)
        return {};
    } else if (depth == 1 && token->is(tok::comma)) {
      ++count;
    }
  }
  return {};
}

bool hlsl::ConversionUses::addArgument(const clang::Diagnostic &info,
                                       SourceLocation call,
                                       const LangOptions &language,
                                       const ConversionUses &known) {
  if (info.getID() != diag::note_ovl_candidate_bad_conv ||
      !info.hasSourceManager())
    return false;
  // The types of the argument and the parameter, whether it is the object of a method, and
  // the number of the argument.
  const auto types = getTypes(info);
  if (!types || info.getNumArgs() < 7 || getInteger(info, 5) != 0)
    return false;
  const std::optional<Shape> shape = getShape(types->second, types->first);
  const SourceLocation begin = findArgument(call, getInteger(info, 6),
                                            info.getSourceManager(), language);
  if (!shape || begin.isInvalid() || known.find(begin))
    return false;
  shapes[begin] = *shape;
  return true;
}

void hlsl::ConversionUses::add(const ConversionUses &others) {
  for (auto [begin, shape] : others.shapes)
    shapes[begin] = shape;
}

std::optional<hlsl::ConversionUses::Shape>
hlsl::ConversionUses::find(SourceLocation begin) const {
  auto found = shapes.find(begin);
  if (found == shapes.end())
    return std::nullopt;
  return found->second;
}

bool hlsl::MatrixConversions::apply(Token &token) {
  const std::optional<ConversionUses::Shape> shape =
      uses.find(token.getLocation());
  if (!shape || !done.insert(token.getLocation()).second)
    return false;
  const Token first = token;
  std::string name = "__to_vector";
  if (shape->rows != 0)
    name = "__to_matrix" + std::to_string(shape->rows) + "x" +
           std::to_string(shape->columns);
  token = makeName(name, first, 0);
  token.setFlag(first.isAtStartOfLine() ? Token::StartOfLine
                                        : Token::LeadingSpace);
  // Other rules have not seen the first token yet.
  insertAgain(first);
  insert({make(tok::equal, first, 0)});
  return true;
}
