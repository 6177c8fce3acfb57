//===- Tables.cpp - Constants that lanes index ---------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "WaveDialect/IR/ElementType.h"
#include "WaveDialect/IR/IndexLookups.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "clang/AST/APValue.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

static const clang::APValue &getPart(const clang::APValue &value,
                                     unsigned index) {
  if (value.isArray())
    return index < value.getArrayInitializedElts()
               ? value.getArrayInitializedElt(index)
               : value.getArrayFiller();
  return index < value.getStructNumBases()
             ? value.getStructBase(index)
             : value.getStructField(index - value.getStructNumBases());
}

static Attribute getAttribute(const clang::APValue &value, Type type) {
  if (auto real = dyn_cast<FloatType>(type)) {
    APFloat number = value.isFloat() ? value.getFloat() : APFloat(0.0);
    bool losesInfo;
    number.convert(real.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    return FloatAttr::get(type, number);
  }
  unsigned bits = type.getIntOrFloatBitWidth();
  return IntegerAttr::get(type, value.isInt() ? value.getInt().extOrTrunc(bits)
                                              : llvm::APSInt(APInt(bits, 0)));
}

/// A part of a constant, at indices that lanes may compute: a `wave.lookup` for each of
/// its scalars.
Tree Emitter::lookUp(const Place &place) {
  SmallVector<const clang::APValue *> choices = {place.table};
  Value index;
  bool isWatched = false;
  QualType type = place.root;
  for (const Step &step : place.path) {
    SmallVector<QualType> parts = types.partsOf(type);
    SmallVector<const clang::APValue *> next;
    for (const clang::APValue *choice : choices) {
      if (!step.dynamic)
        next.push_back(&getPart(
            *choice, std::min<unsigned>(step.index, parts.size() - 1)));
      else
        for (unsigned i = 0; i < parts.size(); ++i)
          next.push_back(&getPart(*choice, i));
    }
    choices = std::move(next);
    if (step.dynamic) {
      isWatched |= index || isIndexedTwice(type);
      if (index)
        index = builder.createOrFold<arith::AddIOp>(
            loc(),
            builder.createOrFold<arith::MulIOp>(loc(), index,
                                                integer(parts.size())),
            step.dynamic);
      else
        index = step.dynamic;
    }
    type = parts.front();
    if (!step.dynamic && step.index < parts.size())
      type = parts[step.index];
  }
  if (!index)
    return fromConstant(*choices.front(), place.type);
  return lookUp(choices, index, place.type, isWatched);
}

/// `isWatched`: `checkIndex` has watched each of the indices that make up the index.
Tree Emitter::lookUp(ArrayRef<const clang::APValue *> choices, Value index,
                     QualType type, bool isWatched) {
  Tree made;
  if (!types.isNumber(type)) {
    SmallVector<QualType> parts = types.partsOf(type);
    for (auto [place, part] : llvm::enumerate(parts)) {
      SmallVector<const clang::APValue *> inner;
      for (const clang::APValue *choice : choices)
        inner.push_back(&getPart(*choice, place));
      made.parts.push_back(lookUp(inner, index, part, isWatched));
    }
    return made;
  }
  Type scalar = types.valueOf(types.scalarOf(type));
  bool isBool = scalar.isInteger(1);
  Type stored = isBool ? builder.getI32Type() : scalar;
  if (choices.size() * getScalarBytes(stored) > 65536) {
    fail(here, "lookup-table",
         Twine("the table has ") +
             Twine(choices.size() * getScalarBytes(stored)) +
             " bytes; the limit is 65536: use a buffer");
    return undefined(type);
  }
  SmallVector<Value> components;
  for (unsigned i = 0; i < types.widthOf(type); ++i) {
    SmallVector<Attribute> values;
    for (const clang::APValue *choice : choices)
      values.push_back(getAttribute(
          choice->isVector() ? choice->getVectorElt(i) : *choice, stored));
    auto table = DenseElementsAttr::get(
        RankedTensorType::get({static_cast<int64_t>(values.size())}, stored),
        values);
    Value found = builder.createOrFold<LookupOp>(loc(), stored, index, table);
    if (auto lookup = found.getDefiningOp<LookupOp>(); lookup && isWatched)
      lookup->setAttr(kWatchedName, builder.getUnitAttr());
    components.push_back(found);
  }
  made.leaf = vector(components);
  if (isBool)
    made.leaf = builder.createOrFold<arith::CmpIOp>(
        loc(), arith::CmpIPredicate::ne, made.leaf, zero(made.leaf.getType()));
  return made;
}
