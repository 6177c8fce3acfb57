//===- WaveOps.cpp - Generated definitions and custom assembly parsers ------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"

using namespace mlir;
using namespace mlir::wave;

/// The memory determines both types.
/// The type of the value is that of the memory's elements unless it is stated
/// before the memory.
static ParseResult parseAtomicTypes(OpAsmParser &parser, Type &value,
                                    Type &memory) {
  if (parser.parseType(memory))
    return failure();
  const bool isStated = succeeded(parser.parseOptionalComma());
  if (isStated) {
    value = memory;
    if (parser.parseType(memory))
      return failure();
  }
  auto type = dyn_cast<MemRefType>(memory);
  if (!type)
    return parser.emitError(parser.getCurrentLocation(), "expects a memref");
  if (!isStated)
    value = type.getElementType();
  return success();
}

static void printAtomicTypes(OpAsmPrinter &printer, Operation *, Type value,
                             Type memory) {
  if (value != cast<MemRefType>(memory).getElementType())
    printer << value << ", ";
  printer << memory;
}

/// Votes and ballots take an `i1`; the assembly omits the type.
static ParseResult parsePredicateType(OpAsmParser &parser, Type &type) {
  type = parser.getBuilder().getI1Type();
  return success();
}
static void printPredicateType(OpAsmPrinter &, Operation *, Type) {}

/// Parses an enumeration as a bare keyword. The generated form would print two
/// spaces.
template <typename AttrT, typename EnumT>
static ParseResult parseKeyword(OpAsmParser &parser, AttrT &attr,
                                std::optional<EnumT> (*symbolize)(StringRef)) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<EnumT> value = symbolize(keyword);
  if (!value)
    return parser.emitError(loc, "unknown keyword '") << keyword << "'";
  attr = AttrT::get(parser.getContext(), *value);
  return success();
}

#define WAVE_KEYWORD(NAME, ATTR, SYMBOLIZE, STRINGIFY)                         \
  static ParseResult parse##NAME(OpAsmParser &parser, ATTR &attr) {            \
    return parseKeyword(parser, attr, SYMBOLIZE);                              \
  }                                                                            \
  static void print##NAME(OpAsmPrinter &printer, Operation *, ATTR attr) {     \
    printer << STRINGIFY(attr.getValue());                                     \
  }
WAVE_KEYWORD(Kind, gpu::AllReduceOperationAttr,
             gpu::symbolizeAllReduceOperation, gpu::stringifyAllReduceOperation)
WAVE_KEYWORD(Dimension, gpu::DimensionAttr, gpu::symbolizeDimension,
             gpu::stringifyDimension)
WAVE_KEYWORD(Scope, BarrierScopeAttr, symbolizeBarrierScope,
             stringifyBarrierScope)
WAVE_KEYWORD(QuadDirection, QuadDirectionAttr, symbolizeQuadDirection,
             stringifyQuadDirection)
WAVE_KEYWORD(SettingName, SettingAttr, symbolizeSetting, stringifySetting)
WAVE_KEYWORD(MatrixLayout, MatrixLayoutAttr, symbolizeMatrixLayout,
             stringifyMatrixLayout)
WAVE_KEYWORD(MatrixReduction, MatrixReductionAttr, symbolizeMatrixReduction,
             stringifyMatrixReduction)
#undef WAVE_KEYWORD

#define GET_OP_CLASSES
#include "WaveDialect/IR/WaveOps.cpp.inc"
