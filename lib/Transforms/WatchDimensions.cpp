//===- WatchDimensions.cpp - Indices that leave a dimension ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Memory has one dimension: `t[x][16]` of `t[16][16]` is the element `t[x + 1][0]`. The
// index of an element is a sum of terms, each an index times the stride of its dimension;
// constant indices are one constant at the end. The pass finds the index in each dimension
// again. If the sum has several readings, it takes one in which more indices are within
// their dimensions, and accuses no correct access.

#include "WaveDialect/Transforms/WatchDimensions.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/IR/IndexLookups.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::wave {
#define GEN_PASS_DEF_WATCHDIMENSIONS
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

/// The attribute of an array that names its scalars.
static constexpr llvm::StringLiteral kPartsName = "wave.parts";

/// An index outside is this bit, 4 bits for the dimension, 8 for the part, and the others
/// for the index in the dimension. The last dimension is left to negative indices.
static constexpr int64_t kOutside = int64_t(1) << 31;
static constexpr unsigned kNumberBits = 19, kPartBits = 8;
static constexpr size_t kMostParts = 1 << kPartBits, kMostDimensions = 15;
static constexpr int64_t kHalf = int64_t(1) << (kNumberBits - 1);

namespace {
struct Dimension {
  int64_t size, stride;
};

/// The scalars of one name: `3 .ok[2*1]` begins at the third scalar and has a dimension of
/// two elements, one scalar apart.
struct Part {
  int64_t number, first;
  SmallVector<Dimension, 3> dimensions;
  /// The scalars of a vector, if the index of a vector is multiplied by it as in Python.
  int64_t unit = 1;
};

/// The index in each dimension: a value, or a constant if that is null.
struct Reading {
  const Part *part;
  SmallVector<Value, 3> values;
  SmallVector<int64_t, 3> constants;
  /// The number of constants beyond their dimension.
  int64_t wrong = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static std::optional<Part> parsePart(int64_t number, StringRef text) {
  Part part{number, 0, {}};
  if (text.consumeInteger(10, part.first))
    return std::nullopt;
  while (!text.empty()) {
    text = text.drop_until([](char each) { return each == '['; });
    Dimension dimension;
    if (!text.consume_front("[") || text.consumeInteger(10, dimension.size) ||
        !text.consume_front("*") || text.consumeInteger(10, dimension.stride))
      continue;
    part.dimensions.push_back(dimension);
  }
  return part;
}

/// Returns the number of scalars of an array; none for one of an unknown length.
static std::optional<int64_t> getLength(Operation *array) {
  auto type = dyn_cast<MemRefType>(array->getResult(0).getType());
  if (type && type.hasStaticShape())
    return type.getNumElements();
  APInt length;
  if (type && array->getNumOperands() == 1 &&
      matchPattern(array->getOperand(0), m_ConstantInt(&length)))
    return length.getSExtValue();
  return std::nullopt;
}

/// Returns the parts of an array; empty if a test of the index in memory is enough.
static SmallVector<Part> getParts(Operation *array) {
  SmallVector<Part> parts;
  auto names =
      array ? array->getAttrOfType<ArrayAttr>(kPartsName) : ArrayAttr();
  std::optional<int64_t> elements = names ? getLength(array) : std::nullopt;
  if (!elements || names.size() > kMostParts)
    return {};
  bool isWorthIt = false;
  for (auto [number, name] : llvm::enumerate(names.getAsRange<StringAttr>())) {
    std::optional<Part> part = parsePart(number, name.getValue());
    if (!part || part->dimensions.size() > kMostDimensions)
      return {};
    // Arrays of Python kernels have their length as an operand.
    if (array->getNumOperands() != 0 && !part->dimensions.empty())
      part->unit = part->dimensions.back().stride;
    isWorthIt |=
        part->dimensions.size() > 1 ||
        (part->dimensions.size() == 1 &&
         part->dimensions[0].size * part->dimensions[0].stride != *elements);
    parts.push_back(*part);
  }
  return isWorthIt ? parts : SmallVector<Part>();
}

//===----------------------------------------------------------------------===//
// Readings
//===----------------------------------------------------------------------===//

/// Returns the index of a term, `index * stride`; null if it is none.
static Value getFactor(Value term, int64_t stride) {
  auto product = term.getDefiningOp<arith::MulIOp>();
  APInt known;
  if (!product || !matchPattern(product.getRhs(), m_ConstantInt(&known)) ||
      known.getSExtValue() != stride)
    return nullptr;
  return product.getLhs();
}

/// Reads `sum` as the terms of the first `count` dimensions; those without a term have a
/// constant index. Returns whether it is such a sum.
static bool readTerms(Value sum, const Part &part, size_t count,
                      MutableArrayRef<Value> values) {
  if (count == 0)
    return false;
  const size_t last = count - 1;
  const int64_t stride = part.dimensions[last].stride;
  auto add = sum.getDefiningOp<arith::AddIOp>();
  if (stride == 1) {
    // Any value is an index of this dimension, so that it must be the last choice.
    if (add && readTerms(add.getLhs(), part, last, values)) {
      values[last] = add.getRhs();
      return true;
    }
    if (!readTerms(sum, part, last, values)) {
      llvm::fill(values, Value());
      values[last] = sum;
    }
    return true;
  }
  if ((values[last] = getFactor(sum, stride)))
    return true;
  if (add)
    if (Value index = getFactor(add.getRhs(), stride);
        index && readTerms(add.getLhs(), part, last, values)) {
      values[last] = index;
      return true;
    }
  return readTerms(sum, part, last, values);
}

/// Reads a sum and the constant behind it as the indices of a part.
static std::optional<Reading> readIndices(const Part &part, Value sum,
                                          int64_t constant) {
  const size_t count = part.dimensions.size();
  Reading reading{&part, SmallVector<Value, 3>(count), {}};
  int64_t rest = constant - part.first;
  if (part.unit > 1) {
    // The number of the vector is the sum, and the constant is the component.
    Part vectors = part;
    for (Dimension &dimension : vectors.dimensions)
      dimension.stride /= part.unit;
    sum = getFactor(sum, part.unit);
    if (!sum || rest < 0 || rest >= part.unit ||
        !readTerms(sum, vectors, count, reading.values))
      return std::nullopt;
    rest = 0;
  } else if (!readTerms(sum, part, count, reading.values)) {
    return std::nullopt;
  }
  for (auto [axis, dimension] : llvm::enumerate(part.dimensions)) {
    int64_t index = 0;
    if (!reading.values[axis]) {
      index = rest / dimension.stride;
      reading.wrong += index < 0 || index >= dimension.size;
      rest -= index * dimension.stride;
    }
    reading.constants.push_back(index);
  }
  return rest == 0 ? std::optional(reading) : std::nullopt;
}

/// Returns the reading in which the fewest constants are wrong.
static std::optional<Reading> read(ArrayRef<Part> parts, Value index) {
  std::optional<Reading> best;
  auto consider = [&](Value sum, int64_t constant) {
    for (const Part &part : parts) {
      std::optional<Reading> reading = readIndices(part, sum, constant);
      if (reading && (!best || reading->wrong < best->wrong))
        best = reading;
    }
  };
  auto add = index.getDefiningOp<arith::AddIOp>();
  APInt known;
  if (add && matchPattern(add.getRhs(), m_ConstantInt(&known)))
    consider(add.getLhs(), known.getSExtValue());
  consider(index, 0);
  return best;
}

//===----------------------------------------------------------------------===//
// The rewrite
//===----------------------------------------------------------------------===//

/// Returns `index`, or in lanes that leave a dimension the index that tells so.
static Value watch(OpBuilder &builder, Location loc, Value index,
                   const Reading &reading) {
  Type i32 = builder.getI32Type();
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(i32, static_cast<int32_t>(value)));
  };
  // The first dimension is tested last, and is the one that is reported.
  for (size_t axis = reading.values.size(); axis-- > 0;) {
    Value own = reading.values[axis];
    const int64_t size = reading.part->dimensions[axis].size;
    const int64_t outside =
        kOutside + (static_cast<int64_t>(axis) << (kNumberBits + kPartBits)) +
        (reading.part->number << kNumberBits);
    if (!own) {
      const int64_t known = reading.constants[axis];
      if (known < 0 || known >= size)
        index = number(outside + std::min(known, kHalf - 1));
      continue;
    }
    Value isInside = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, own, number(size));
    Value low = arith::MaxSIOp::create(builder, loc, own, number(-kHalf));
    Value near = arith::MinSIOp::create(builder, loc, low, number(kHalf - 1));
    Value bits =
        arith::AndIOp::create(builder, loc, near, number(2 * kHalf - 1));
    Value told = arith::OrIOp::create(builder, loc, bits, number(outside));
    index = arith::SelectOp::create(builder, loc, isInside, index, told);
  }
  return index;
}

/// Returns the conversion that makes the index of an access of an array with parts; null
/// for another access.
static arith::IndexCastUIOp getIndex(const MemoryAccess &access) {
  if (access.isImage() || access.isMatrix || access.indices.size() != 1)
    return nullptr;
  auto cast = access.indices.front().getDefiningOp<arith::IndexCastUIOp>();
  // With the index of a component, such as that of `t.v[k]`, the sum has other readings:
  // lookups check the components.
  return cast && cast.getIn().getType().isInteger(32) &&
                 !cast->hasAttr(kWatchedName)
             ? cast
             : nullptr;
}

SmallVector<DimensionIndex>
wave::getDimensionIndices(const MemoryAccess &access) {
  arith::IndexCastUIOp cast = getIndex(access);
  SmallVector<Part> parts = getParts(access.memory.getDefiningOp());
  std::optional<Reading> reading =
      cast ? read(parts, cast.getIn()) : std::nullopt;
  SmallVector<DimensionIndex> indices;
  if (reading)
    for (auto [value, constant, dimension] : llvm::zip_equal(
             reading->values, reading->constants, reading->part->dimensions))
      indices.push_back({value, constant, dimension.size});
  return indices;
}

void wave::watchDimensions(FuncOp function) {
  llvm::DenseMap<Operation *, SmallVector<Part>> known;
  llvm::DenseSet<Operation *> seen;
  function.walk([&](Operation *op) {
    std::optional<MemoryAccess> access = getMemoryAccess(op);
    arith::IndexCastUIOp cast = access ? getIndex(*access) : nullptr;
    Operation *array = cast ? access->memory.getDefiningOp() : nullptr;
    // Some accesses share an index: a load and a store of `t[x][y] += 1`.
    if (!array || !seen.insert(cast).second)
      return;
    if (!known.contains(array))
      known[array] = getParts(array);
    std::optional<Reading> reading = read(known[array], cast.getIn());
    if (!reading)
      return;
    OpBuilder builder(cast);
    cast.getInMutable().assign(
        watch(builder, cast.getLoc(), cast.getIn(), *reading));
  });
}

namespace {
struct WatchDimensions final
    : wave::impl::WatchDimensionsBase<WatchDimensions> {
  void runOnWaveIR() override {
    getOperation().walk([](FuncOp function) { watchDimensions(function); });
  }
};
} // namespace
