//===- VectorBuffers.cpp - Buffers of whole vectors -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A buffer is an array of scalars, and a vector access is several scalar
// accesses: drivers do not see that the first address is a multiple of the
// vector's size. If all accesses of a buffer are such vectors, the module
// declares an array of vectors instead.

#include "Patterns.h"

#include "WaveDialect/IR/Bindings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;

static std::optional<uint64_t> getConstant(Value value) {
  APInt constant;
  if (!matchPattern(value, m_ConstantInt(&constant)))
    return std::nullopt;
  // Indices have 32 bits in the module.
  return constant.getLoBits(32).getZExtValue();
}

namespace {
/// Converts indices of scalars to indices of vectors of `size` scalars, a power
/// of two.
class IndexDivision {
public:
  explicit IndexDivision(int64_t size) : size(size) {}

  /// Whether `index` is a multiple of the size if it is in bounds. Products and
  /// sums that wrap around at 32 bits are still multiples.
  bool isMultiple(Value index) const;

  /// Returns the index of the vector that begins at `index`, which must be a
  /// multiple.
  Value divide(Value index);

private:
  Value findFactor(Value index) const;
  Value findLength(Value bound) const;
  bool isBehindEverything(Value index) const;
  Value createQuotient(OpBuilder &builder, Value index);
  Value divideChoice(OpBuilder &builder, arith::SelectOp select);

  const int64_t size;
  DenseMap<Value, Value> quotients;
};
} // namespace

bool IndexDivision::isMultiple(Value index) const {
  if (std::optional<uint64_t> constant = getConstant(index))
    return *constant % size == 0;
  auto hasFactor = [&](Value value) {
    std::optional<uint64_t> constant = getConstant(value);
    return constant && *constant % size == 0;
  };
  Operation *op = index.getDefiningOp();
  return op && llvm::TypeSwitch<Operation *, bool>(op)
                   .Case([&](arith::IndexCastUIOp cast) {
                     return isMultiple(cast.getIn());
                   })
                   .Case([&](arith::MulIOp product) {
                     return hasFactor(product.getLhs()) ||
                            hasFactor(product.getRhs());
                   })
                   .Case([&](arith::AddIOp sum) {
                     return isMultiple(sum.getLhs()) &&
                            isMultiple(sum.getRhs());
                   })
                   .Case([&](arith::SelectOp select) {
                     return isMultiple(select.getTrueValue()) &&
                            (isBehindEverything(select.getFalseValue()) ||
                             isMultiple(select.getFalseValue()));
                   })
                   .Default(false);
}

/// Whether `index` is beyond the end of any buffer: it is the largest number,
/// or a sum of the length that `wave-guard-buffers` creates.
bool IndexDivision::isBehindEverything(Value index) const {
  if (getConstant(index) == UINT32_MAX)
    return true;
  auto sum = index.getDefiningOp<arith::AddIOp>();
  return sum && sum.getLhs().getDefiningOp<memref::DimOp>() &&
         getConstant(sum.getRhs()) == static_cast<uint64_t>(size - 1);
}

/// Returns `i` of `i < 2^32 / size - 1 ? i * size : -1`, the form of an
/// element's index: no buffer has as many vectors.
Value IndexDivision::findFactor(Value index) const {
  auto select = index.getDefiningOp<arith::SelectOp>();
  if (!select || getConstant(select.getFalseValue()) != UINT32_MAX)
    return nullptr;
  auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>();
  auto product = select.getTrueValue().getDefiningOp<arith::MulIOp>();
  const uint64_t count = (uint64_t(1) << 32) / size - 1;
  if (!compare || !product ||
      compare.getPredicate() != arith::CmpIPredicate::ult ||
      compare.getLhs() != product.getLhs() ||
      getConstant(compare.getRhs()) != count ||
      getConstant(product.getRhs()) != static_cast<uint64_t>(size))
    return nullptr;
  return product.getLhs();
}

/// Returns the length in `length < size ? 0 : length - (size - 1)`, the bound
/// that `wave-guard-buffers` creates.
Value IndexDivision::findLength(Value bound) const {
  auto select = bound.getDefiningOp<arith::SelectOp>();
  if (!select || getConstant(select.getTrueValue()) != uint64_t(0))
    return nullptr;
  auto rest = select.getFalseValue().getDefiningOp<arith::SubIOp>();
  bool isBound = rest && rest.getLhs().getDefiningOp<memref::DimOp>() &&
                 getConstant(rest.getRhs()) == static_cast<uint64_t>(size - 1);
  return isBound ? rest.getLhs() : Value();
}

Value IndexDivision::divide(Value index) {
  Value &quotient = quotients[index];
  if (quotient)
    return quotient;
  OpBuilder builder(index.getContext());
  builder.setInsertionPointAfterValue(index);
  Value created = createQuotient(builder, index);
  return quotients[index] = created;
}

Value IndexDivision::createQuotient(OpBuilder &builder, Value index) {
  Location loc = index.getLoc();
  if (auto cast = index.getDefiningOp<arith::IndexCastUIOp>())
    return arith::IndexCastUIOp::create(builder, loc, index.getType(),
                                        divide(cast.getIn()));
  if (Value factor = findFactor(index))
    return factor;
  if (auto select = index.getDefiningOp<arith::SelectOp>())
    return divideChoice(builder, select);
  auto createNumber = [&](uint64_t number) -> Value {
    return arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(index.getType(), number));
  };
  if (std::optional<uint64_t> constant = getConstant(index))
    return createNumber(*constant / size);
  return arith::ShRUIOp::create(builder, loc, index,
                                createNumber(llvm::Log2_64(size)));
}

/// Divides both indices of a select. If the condition tests whether a vector is
/// in bounds, it compares the index of the vector instead, so that the index of
/// the scalar is no longer needed.
Value IndexDivision::divideChoice(OpBuilder &builder, arith::SelectOp select) {
  Value inBounds = select.getCondition();
  auto compare = inBounds.getDefiningOp<arith::CmpIOp>();
  if (compare && compare.getPredicate() == arith::CmpIPredicate::ult &&
      isMultiple(compare.getLhs()))
    if (Value length = findLength(compare.getRhs())) {
      OpBuilder before(compare);
      inBounds = arith::CmpIOp::create(
          before, compare.getLoc(), compare.getPredicate(),
          divide(compare.getLhs()), divide(length));
      compare.replaceAllUsesWith(inBounds);
    }
  return arith::SelectOp::create(builder, select.getLoc(), inBounds,
                                 divide(select.getTrueValue()),
                                 divide(select.getFalseValue()));
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Returns the only type of vectors that are loaded from and stored to
/// `buffer`, or null if there is no such type. Vectors of three components do
/// not fit an array of aligned vectors.
static VectorType getOnlyVector(BlockArgument buffer) {
  VectorType only;
  for (Operation *user : buffer.getUsers()) {
    if (isa<memref::DimOp>(user))
      continue;
    auto load = dyn_cast<vector::LoadOp>(user);
    auto store = dyn_cast<vector::StoreOp>(user);
    if (!load && !store)
      return nullptr;
    VectorType type = load ? load.getVectorType() : store.getVectorType();
    OperandRange indices = load ? load.getIndices() : store.getIndices();
    if ((only && only != type) || type.getNumElements() == 3 ||
        indices.size() != 1 ||
        !IndexDivision(type.getNumElements()).isMultiple(indices.front()))
      return nullptr;
    only = type;
  }
  return only;
}

/// Changes `buffer` to hold vectors; its length still counts scalars.
static void holdVectors(BlockArgument buffer, VectorType type) {
  IndexDivision division(type.getNumElements());
  buffer.setType(MemRefType::get({ShapedType::kDynamic}, type));
  for (Operation *user : llvm::make_early_inc_range(buffer.getUsers())) {
    OpBuilder builder(user);
    Location loc = user->getLoc();
    if (auto load = dyn_cast<vector::LoadOp>(user)) {
      Value index = division.divide(load.getIndices().front());
      load.replaceAllUsesWith(
          memref::LoadOp::create(builder, loc, buffer, index).getResult());
      load.erase();
    } else if (auto store = dyn_cast<vector::StoreOp>(user)) {
      Value index = division.divide(store.getIndices().front());
      memref::StoreOp::create(builder, loc, store.getValueToStore(), buffer,
                              index);
      store.erase();
    }
  }
}

void wave::holdVectorsInBuffers(gpu::GPUFuncOp kernel) {
  bool hasChanged = false;
  for (BlockArgument argument : kernel.getBody().getArguments()) {
    if (!isa<MemRefType>(argument.getType()) || isConstantBuffer(argument))
      continue;
    if (VectorType type = getOnlyVector(argument)) {
      holdVectors(argument, type);
      hasChanged = true;
    }
  }
  if (!hasChanged)
    return;
  // Remove unused computations of scalar indices.
  IRRewriter rewriter(kernel.getContext());
  (void)runRegionDCE(rewriter, kernel.getBody());
  kernel.setFunctionType(FunctionType::get(
      kernel.getContext(), kernel.getBody().getArgumentTypes(), {}));
}
