//===- MatrixType.cpp - The type of wave matrices ---------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::wave;

/// Parses `<16x8xf32, acc>`.
Type MatrixType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type element;
  StringRef keyword;
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(element) || parser.parseComma())
    return {};
  SMLoc place = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword) || parser.parseGreater())
    return {};
  if (shape.size() != 2) {
    parser.emitError(loc, "a matrix has two dimensions, got ") << shape.size();
    return {};
  }
  std::optional<MatrixRole> role = symbolizeMatrixRole(keyword);
  if (!role) {
    parser.emitError(place, "expects 'a', 'b' or 'acc', got '")
        << keyword << "'";
    return {};
  }
  return parser.getChecked<MatrixType>(loc, parser.getContext(), shape[0],
                                       shape[1], element, *role);
}

void MatrixType::print(AsmPrinter &printer) const {
  printer << "<" << getRows() << "x" << getColumns() << "x" << getElement()
          << ", " << stringifyMatrixRole(getRole()) << ">";
}

LogicalResult MatrixType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 int64_t rows, int64_t columns, Type element,
                                 MatrixRole role) {
  // Both factors are compared first, so that the product cannot overflow.
  const bool isWithin = rows > 0 && columns > 0 && rows <= kMaxMatrixElements &&
                        columns <= kMaxMatrixElements &&
                        rows * columns <= kMaxMatrixElements;
  if (!isWithin) // C1
    return emitError() << "a matrix has 1 to " << kMaxMatrixElements
                       << " elements, got " << rows << " x " << columns
                       << " [matrix-shape]";
  const bool isAccumulator = role == MatrixRole::Accumulator;
  const bool isFloat = element.isF16() || element.isBF16() || element.isF32();
  if (!isFloat && !element.isSignlessInteger(isAccumulator ? 32 : 8)) // C2
    return emitError() << "a matrix with the role " << stringifyMatrixRole(role)
                       << " has elements of " << (isAccumulator ? "i32" : "i8")
                       << ", f16, bf16 or f32, got " << element
                       << " [matrix-element]";
  return success();
}

Type MatrixType::getScalar() const {
  Type element = getElement();
  return isByteType(element) ? IntegerType::get(getContext(), 32) : element;
}
