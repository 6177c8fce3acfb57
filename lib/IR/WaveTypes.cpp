//===- WaveTypes.cpp - Types of the wave dialect ----------------------------===//
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

#define GET_TYPEDEF_CLASSES
#include "WaveDialect/IR/WaveTypes.cpp.inc"

void WaveDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "WaveDialect/IR/WaveTypes.cpp.inc"
      >();
}

/// Parses `<2d, f32, 4>`; the lexer splits `2d` and `2d_array` into two tokens.
Type ImageType::parse(AsmParser &parser) {
  unsigned extent, channels;
  StringRef suffix;
  Type element;
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseInteger(extent) || parser.parseKeyword(&suffix))
    return {};
  std::optional<ImageDimension> dimension =
      symbolizeImageDimension((Twine(extent) + suffix).str());
  if (!dimension) {
    parser.emitError(loc, "expects '2d' or '2d_array', got '")
        << extent << suffix << "'";
    return {};
  }
  if (parser.parseComma() || parser.parseType(element) || parser.parseComma() ||
      parser.parseInteger(channels) || parser.parseGreater())
    return {};
  return parser.getChecked<ImageType>(loc, parser.getContext(), *dimension,
                                      element, channels);
}

void ImageType::print(AsmPrinter &printer) const {
  printer << "<" << stringifyImageDimension(getDimension()) << ", "
          << getElement() << ", " << getChannels() << ">";
}

LogicalResult ImageType::verify(function_ref<InFlightDiagnostic()> emitError,
                                ImageDimension, Type element,
                                unsigned channels) {
  if (!element.isSignlessInteger(32) && !element.isF32()) // C1
    return emitError() << "an image holds i32 or f32, got " << element
                       << " [image-type]";
  if (channels != 1 && channels != 2 && channels != 4) // C2
    return emitError() << "an image has 1, 2 or 4 channels, got " << channels
                       << ": for three use 4 and leave one unused "
                          "[image-channels]";
  return success();
}

unsigned ImageType::getRank() const { return isArray() ? 3 : 2; }

Type ImageType::getValueType() {
  return getTypeOfComponents(getElement(), getChannels());
}
