//===- Values.cpp - Constants, and the parts of values -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "WaveDialect/IR/ElementType.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "clang/AST/APValue.h"
#include "clang/AST/DeclCXX.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value Emitter::constant(Type type, const APInt &value) {
  unsigned bits = type.getIntOrFloatBitWidth();
  if (auto real = dyn_cast<FloatType>(type))
    return arith::ConstantOp::create(
        builder, loc(),
        FloatAttr::get(
            type, APFloat(real.getFloatSemantics(), value.zextOrTrunc(bits))));
  return arith::ConstantOp::create(
      builder, loc(), IntegerAttr::get(type, value.zextOrTrunc(bits)));
}

Value Emitter::integer(int64_t value, unsigned bits) {
  return constant(builder.getIntegerType(bits),
                  APInt(64, static_cast<uint64_t>(value)));
}

Value Emitter::boolean(bool value) {
  return constant(builder.getI1Type(), APInt(1, value));
}

Value Emitter::real(QualType scalar, APFloat value) {
  auto type = cast<FloatType>(types.valueOf(types.scalarOf(scalar)));
  bool losesInfo;
  value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return constant(type, value.bitcastToAPInt());
}

Value Emitter::splat(Value scalar, Type type) {
  if (scalar.getType() == type)
    return scalar;
  return builder.createOrFold<vector::BroadcastOp>(loc(), type, scalar);
}

Value Emitter::zero(Type type) {
  return splat(constant(getScalarType(type), APInt(64, 0)), type);
}

Tree Emitter::undefined(QualType type) {
  Tree made;
  if (types.isNumber(type)) {
    Type value = types.valueOf(type);
    made.leaf = zero(value ? value : builder.getI32Type());
    return made;
  }
  if (types.isResource(type)) {
    made.leaf = integer(kNoResource);
    return made;
  }
  if (types.isWaveMatrix(type)) {
    MatrixType matrix = types.waveMatrixOf(type);
    made.leaf =
        MatrixFillOp::create(builder, loc(), matrix, zero(matrix.getScalar()));
    return made;
  }
  for (QualType part : types.partsOf(type))
    made.parts.push_back(undefined(part));
  return made;
}

Tree Emitter::fromConstant(const clang::APValue &value, QualType type) {
  Tree made;
  if (types.isNumber(type)) {
    auto scalar = [&](const clang::APValue &one) -> Value {
      Type scalarType = types.valueOf(types.scalarOf(type));
      if (one.isInt())
        return isa<FloatType>(scalarType)
                   ? zero(scalarType)
                   : constant(scalarType, one.getInt().extOrTrunc(64));
      return one.isFloat() ? real(type, one.getFloat()) : zero(scalarType);
    };
    if (!value.isVector()) {
      made.leaf = scalar(value);
      return made;
    }
    SmallVector<Value> components;
    for (unsigned i = 0; i < value.getVectorLength(); ++i)
      components.push_back(scalar(value.getVectorElt(i)));
    made.leaf = vector(components);
    return made;
  }
  SmallVector<QualType> parts = types.partsOf(type);
  if (value.isStruct() && !types.isResource(type)) {
    std::vector<Tree> bases;
    for (unsigned index = 0; index < value.getStructNumBases(); ++index)
      bases.push_back(fromConstant(value.getStructBase(index), parts[index]));
    return makeRecord(type, std::move(bases), [&](const FieldPart &each) {
      return fromConstant(value.getStructField(each.field->getFieldIndex()),
                          types.plain(each.field->getType()));
    });
  }
  for (auto [index, part] : llvm::enumerate(parts)) {
    const clang::APValue *one = nullptr;
    if (value.isArray())
      one = index < value.getArrayInitializedElts()
                ? &value.getArrayInitializedElt(index)
                : &value.getArrayFiller();
    made.parts.push_back(one ? fromConstant(*one, part) : undefined(part));
  }
  return made;
}

std::optional<bool> Emitter::knownBool(Value value) const {
  APInt known;
  if (value && matchPattern(value, m_ConstantInt(&known)))
    return !known.isZero();
  return std::nullopt;
}

std::optional<int64_t> Emitter::knownInteger(Value value) const {
  APInt known;
  if (value && matchPattern(value, m_ConstantInt(&known)))
    return known.getZExtValue();
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

Value Emitter::component(Value number, unsigned index) {
  if (!isa<VectorType>(number.getType()))
    return number;
  return builder.createOrFold<vector::ExtractOp>(loc(), number, index);
}

/// A component at an index that lanes compute; another index gives the last one.
Value Emitter::component(Value number, Value index) {
  if (std::optional<int64_t> known = knownInteger(index);
      known && *known < getNumComponents(number.getType()))
    return component(number, *known);
  unsigned count = getNumComponents(number.getType());
  Value made = component(number, count - 1);
  for (unsigned i = count - 1; i-- > 0;) {
    Value is = builder.createOrFold<arith::CmpIOp>(
        loc(), arith::CmpIPredicate::eq, index,
        integer(i, index.getType().getIntOrFloatBitWidth()));
    made = select(is, component(number, i), made);
  }
  return made;
}

Value Emitter::vector(ArrayRef<Value> scalars) {
  if (scalars.size() == 1)
    return scalars.front();
  auto type = VectorType::get(scalars.size(), scalars.front().getType());
  if (llvm::all_equal(scalars))
    return splat(scalars.front(), type);
  return builder.createOrFold<vector::FromElementsOp>(loc(), type, scalars);
}

Value Emitter::swizzle(Value number, ArrayRef<unsigned> components) {
  auto type = dyn_cast<VectorType>(number.getType());
  if (!type)
    return splat(number,
                 getTypeOfComponents(number.getType(), components.size()));
  if (components.size() == 1)
    return component(number, components.front());
  bool isWhole =
      components.size() == static_cast<size_t>(type.getNumElements());
  for (auto [place, index] : llvm::enumerate(components))
    isWhole = isWhole && place == index;
  if (isWhole)
    return number;
  if (auto parts = number.getDefiningOp<vector::FromElementsOp>()) {
    SmallVector<Value> picked;
    for (unsigned index : components)
      picked.push_back(parts.getElements()[index]);
    return vector(picked);
  }
  SmallVector<int64_t> mask(components.begin(), components.end());
  return builder.createOrFold<vector::ShuffleOp>(loc(), number, number, mask);
}

Value Emitter::select(Value condition, Value a, Value b) {
  if (a == b)
    return a;
  return builder.createOrFold<arith::SelectOp>(loc(), condition, a, b);
}

Tree Emitter::select(Value condition, const Tree &a, const Tree &b) {
  return mapLeaves({a, b}, [&](ArrayRef<Value> leaves) {
    return select(condition, leaves[0], leaves[1]);
  });
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

void Emitter::flatten(const Tree &value, SmallVectorImpl<Value> &leaves) const {
  if (value.leaf)
    leaves.push_back(value.leaf);
  for (const Tree &part : value.parts)
    flatten(part, leaves);
}

void Emitter::replaceLeaves(Tree &value, ArrayRef<Value> &leaves) const {
  if (value.leaf) {
    value.leaf = leaves.front();
    leaves = leaves.drop_front();
  }
  for (Tree &part : value.parts)
    replaceLeaves(part, leaves);
}

/// Maps the leaves of values of one shape; a value that is a number is used for all
/// leaves of the others.
Tree Emitter::mapLeaves(ArrayRef<Tree> trees,
                        function_ref<Value(ArrayRef<Value>)> map) {
  Tree made;
  const Tree *shape =
      llvm::find_if(trees, [](const Tree &tree) { return !tree.leaf; });
  if (shape == trees.end()) {
    SmallVector<Value> leaves;
    for (const Tree &tree : trees)
      leaves.push_back(tree.leaf);
    made.leaf = map(leaves);
    return made;
  }
  for (unsigned part = 0; part < shape->parts.size(); ++part) {
    SmallVector<Tree> parts;
    for (const Tree &tree : trees)
      parts.push_back(tree.leaf ? tree : tree.parts[part]);
    made.parts.push_back(mapLeaves(parts, map));
  }
  return made;
}
