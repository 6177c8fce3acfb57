//===- WaveAttrs.cpp - Attributes of the wave dialect -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;

#define GET_ATTRDEF_CLASSES
#include "WaveDialect/IR/WaveAttrs.cpp.inc"

void WaveDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "WaveDialect/IR/WaveAttrs.cpp.inc"
      >();
}

/// `<srv, element>` or `<srv, set, binding, element>`.
Attribute BindingAttr::parse(AsmParser &parser, Type) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseKeyword(&keyword) ||
      parser.parseComma())
    return {};
  std::optional<BindingKind> kind = symbolizeBindingKind(keyword);
  if (!kind) {
    parser.emitError(loc, "expects 'srv', 'uav' or 'cbv', got '")
        << keyword << "'";
    return {};
  }
  std::optional<unsigned> set, binding;
  unsigned number = 0;
  OptionalParseResult hasPlace = parser.parseOptionalInteger(number);
  if (hasPlace.has_value()) {
    if (failed(*hasPlace))
      return {};
    set = number;
    if (parser.parseComma() || parser.parseInteger(number) ||
        parser.parseComma())
      return {};
    binding = number;
  }
  Type element;
  if (parser.parseType(element) || parser.parseGreater())
    return {};
  return BindingAttr::get(parser.getContext(), *kind, set, binding, element);
}

void BindingAttr::print(AsmPrinter &printer) const {
  printer << "<" << stringifyBindingKind(getKind()) << ", ";
  if (getSet())
    printer << *getSet() << ", " << getBinding().value_or(0) << ", ";
  printer << getElement() << ">";
}
