//===- BitFields.cpp - Bits of the integers of structs ---------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// As with dxc, a struct holds integers that contain its bit-fields: a copy of the struct
// copies whole integers, and an assignment to a bit-field loads and stores its integer.

#include "Emitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "clang/AST/DeclCXX.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

/// The value of a bit-field, in its type.
Value Emitter::extractBits(Value word, const BitRange &bits) {
  const unsigned size = word.getType().getIntOrFloatBitWidth();
  auto shift = [&](auto *operation, Value value, unsigned distance) {
    using Operation = std::remove_pointer_t<decltype(operation)>;
    return distance == 0 ? value
                         : builder.createOrFold<Operation>(
                               loc(), value, integer(distance, size));
  };
  if (types.isSigned(bits.type) && !types.isBool(bits.type)) {
    word = shift(static_cast<arith::ShLIOp *>(nullptr), word,
                 size - bits.shift - bits.width);
    return shift(static_cast<arith::ShRSIOp *>(nullptr), word,
                 size - bits.width);
  }
  word = shift(static_cast<arith::ShRUIOp *>(nullptr), word, bits.shift);
  if (types.isBool(bits.type))
    return builder.createOrFold<arith::TruncIOp>(loc(), builder.getI1Type(),
                                                 word);
  if (bits.shift + bits.width == size)
    return word;
  Value mask = constant(word.getType(), APInt::getLowBitsSet(64, bits.width));
  return builder.createOrFold<arith::AndIOp>(loc(), word, mask);
}

/// An integer in which a bit-field has another value.
Value Emitter::insertBits(Value word, Value number, const BitRange &bits) {
  Type type = word.getType();
  const unsigned size = type.getIntOrFloatBitWidth();
  if (number.getType() != type)
    number = builder.createOrFold<arith::ExtUIOp>(loc(), type, number);
  if (bits.width == size)
    return number;
  APInt mask = APInt::getBitsSet(size, bits.shift, bits.shift + bits.width);
  if (bits.shift != 0)
    number = builder.createOrFold<arith::ShLIOp>(loc(), number,
                                                 integer(bits.shift, size));
  number = builder.createOrFold<arith::AndIOp>(loc(), number,
                                               constant(type, mask.zext(64)));
  word = builder.createOrFold<arith::AndIOp>(loc(), word,
                                             constant(type, (~mask).zext(64)));
  return builder.createOrFold<arith::OrIOp>(loc(), word, number);
}

static BitRange getRange(const FieldPart &field) {
  return {field.shift, field.width, field.field->getType()};
}

/// The place of a bit-field of a struct.
Place Emitter::bitsOf(Place place, const FieldPart &field) {
  const auto *record = cast<clang::CXXRecordDecl>(field.field->getParent());
  QualType type = types.partsOf(ast.getCanonicalTagType(record))[field.part];
  place = partOf(std::move(place), field.part, type);
  place.bits = getRange(field);
  return place;
}

Tree Emitter::loadBits(const Place &place, SourceLocation location, Use use) {
  Place whole = place;
  whole.bits.reset();
  whole.components.clear();
  Tree value = load(whole, location, use);
  value.leaf = extractBits(value.leaf, *place.bits);
  // `field.xx` is a vector.
  if (place.components.size() > 1)
    value.leaf =
        splat(value.leaf,
              types.valueOf(types.numberOf(types.scalarOf(place.bits->type),
                                           place.components.size())));
  return value;
}

void Emitter::storeBits(const Place &place, const Tree &value,
                        SourceLocation location) {
  Place whole = place;
  whole.bits.reset();
  whole.components.clear();
  Tree word = loadWhole(whole, location);
  forgetFlags(word);
  word.leaf = insertBits(word.leaf, component(value.leaf, 0U), *place.bits);
  store(whole, word, location);
}

Tree Emitter::keptBy(const Place &place, Tree value) {
  if (!place.bits)
    return value;
  const BitRange low{0, place.bits->width, place.bits->type};
  Type type = types.valueOf(place.type);
  value.leaf = extractBits(insertBits(zero(type), value.leaf, low), low);
  return value;
}

Tree Emitter::fieldOf(const Tree &value, const FieldPart &field) {
  if (field.width == 0)
    return value.parts[field.part];
  Tree made;
  made.leaf = extractBits(value.parts[field.part].leaf, getRange(field));
  return made;
}

Tree Emitter::makeRecord(QualType type, std::vector<Tree> bases,
                         function_ref<Tree(const FieldPart &)> makeField) {
  Tree made;
  made.parts = std::move(bases);
  const clang::CXXRecordDecl *record = types.plain(type)->getAsCXXRecordDecl();
  SmallVector<QualType> parts;
  for (const FieldPart &each : types.fieldsOf(record)) {
    if (each.width == 0) {
      made.parts.push_back(makeField(each));
      continue;
    }
    if (each.part == made.parts.size()) {
      if (parts.empty())
        parts = types.partsOf(type);
      made.parts.emplace_back();
      made.parts.back().leaf = zero(types.valueOf(parts[each.part]));
    }
    // Bits without a name are zero.
    if (!each.field->getDeclName())
      continue;
    Value number = makeField(each).leaf;
    Value &word = made.parts[each.part].leaf;
    word = insertBits(word, number, getRange(each));
  }
  return made;
}
