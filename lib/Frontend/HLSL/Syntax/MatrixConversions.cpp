//===- MatrixConversions.cpp - Vectors as matrices ------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/MatrixConversions.h"

#include "clang/AST/Type.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace mlir::wave;

/// Returns the shape to which a value is converted; none if neither type is a matrix with
/// as many elements as the other, a vector, has.
static std::optional<hlsl::ConversionUses::Shape> getShape(QualType to,
                                                           QualType from) {
  to = to.getNonReferenceType().getCanonicalType();
  from = from.getNonReferenceType().getCanonicalType();
  const bool isToVector = to->isVectorType();
  const auto *vector = (isToVector ? to : from)->getAs<VectorType>();
  const auto *matrix = (isToVector ? from : to)->getAs<ConstantMatrixType>();
  if (!vector || !matrix ||
      vector->getNumElements() != matrix->getNumElementsFlattened())
    return std::nullopt;
  if (isToVector)
    return hlsl::ConversionUses::Shape{};
  return hlsl::ConversionUses::Shape{matrix->getNumRows(),
                                     matrix->getNumColumns()};
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
  SmallVector<QualType, 2> found;
  for (unsigned index = 0; index < info.getNumArgs(); ++index)
    if (info.getArgKind(index) == DiagnosticsEngine::ak_qualtype)
      found.push_back(QualType::getFromOpaquePtr(
          // NOLINTNEXTLINE(performance-no-int-to-ptr)
          reinterpret_cast<void *>(info.getRawArg(index))));
  if (found.size() != 2 || found[0].isNull() || found[1].isNull() ||
      info.getNumRanges() == 0)
    return false;
  const std::optional<Shape> shape = getShape(found[0], found[1]);
  const SourceLocation begin =
      info.getRange(info.getNumRanges() - 1).getBegin();
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
