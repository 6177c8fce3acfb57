//===- MemoryPlaces.cpp - Addresses of accesses to buffers and arrays -----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// In the IR a buffer of vectors is a buffer of scalars: element `i` of three
// components begins at index `3 * i`. DXIL addresses an element and a byte
// offset in it, so this file recovers the element's number: from the
// multiplication by the number of components if it did not wrap around, else by
// division.

#include "MemoryPlaces.h"

#include "WaveDialect/Analysis/IntegerRanges.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;

/// An element number from this one on is out of bounds in every buffer: buffers
/// of Direct3D have at most 2^27 elements.
static constexpr uint64_t kAlwaysOutside = uint64_t(1) << 28;
static constexpr uint64_t kNumbers = uint64_t(1) << 32;

bool wave::isBuffer(Value memory) { return isa<BlockArgument>(memory); }

//===----------------------------------------------------------------------===//
// 32-bit numbers
//===----------------------------------------------------------------------===//

/// Returns the value of a constant. Indices have 32 bits in DXIL.
static std::optional<uint32_t> getNumber(Value value) {
  APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)))
    return std::nullopt;
  return static_cast<uint32_t>(number.zextOrTrunc(64).getZExtValue());
}

/// Skips casts between i32 and index.
static Value skipCasts(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<arith::IndexCastOp, arith::IndexCastUIOp>(op) ||
        !(op->getOperand(0).getType().isInteger(32) ||
          op->getOperand(0).getType().isIndex()) ||
        !(value.getType().isInteger(32) || value.getType().isIndex()))
      break;
    value = op->getOperand(0);
  }
  return value;
}

static Value getI32(OpBuilder &builder, Location loc, DXILKernel &kernel,
                    Value value) {
  if (std::optional<uint32_t> number = getNumber(value))
    return kernel.getConstant(static_cast<int32_t>(*number));
  value = skipCasts(value);
  if (value.getType().isInteger(32))
    return value;
  return arith::IndexCastUIOp::create(builder, loc, builder.getI32Type(),
                                      value);
}

static Value addNumber(OpBuilder &builder, Location loc, DXILKernel &kernel,
                       Value value, uint32_t number) {
  if (number == 0)
    return value;
  if (std::optional<uint32_t> known = getNumber(value))
    return kernel.getConstant(static_cast<int32_t>(*known + number));
  return arith::AddIOp::create(builder, loc, value,
                               kernel.getConstant(int32_t(number)));
}

static Value multiply(OpBuilder &builder, Location loc, DXILKernel &kernel,
                      Value value, uint32_t factor) {
  if (factor == 1)
    return value;
  return arith::MulIOp::create(builder, loc, value,
                               kernel.getConstant(int32_t(factor)));
}

//===----------------------------------------------------------------------===//
// Elements of buffers
//===----------------------------------------------------------------------===//

namespace {
/// The number `base * factor + addend` modulo 2^32, or the constant `addend` if
/// `base` is null.
struct LinearForm {
  Value base;
  uint32_t factor = 0, addend = 0;
};

/// The known element of an access, and the component in it.
struct Element {
  LinearForm number;
  unsigned component;
};
} // namespace

/// Returns the first operand of a sum or product if the second is a constant.
static Value getStep(Value value, uint32_t &number) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp, arith::MulIOp>(op))
    return {};
  std::optional<uint32_t> constant = getNumber(op->getOperand(1));
  if (!constant)
    return {};
  number = *constant;
  return op->getOperand(0);
}

/// If `isExact`, the form holds without the modulo: it skips no step that may
/// wrap around.
static LinearForm getLinearForm(Value value, bool isExact) {
  value = skipCasts(value);
  if (std::optional<uint32_t> number = getNumber(value))
    return {Value(), 0, *number};
  uint32_t number;
  Value rest = getStep(value, number);
  if (!rest)
    return {value, 1, 0};
  Operation *step = value.getDefiningOp();
  if (isExact && !cast<arith::ArithIntegerOverflowFlagsInterface>(step)
                      .hasNoUnsignedWrap())
    return {value, 1, 0};
  LinearForm form = getLinearForm(rest, isExact);
  if (isa<arith::AddIOp>(step)) {
    form.addend += number;
  } else {
    form.factor *= number;
    form.addend *= number;
  }
  return form;
}

/// Returns the component if `scalar` is `components * element + component`.
static std::optional<unsigned> getComponent(const LinearForm &scalar,
                                            const LinearForm &element,
                                            unsigned components) {
  uint32_t component = scalar.addend - components * element.addend;
  if (scalar.base != element.base ||
      scalar.factor != components * element.factor || component >= components)
    return std::nullopt;
  return component;
}

/// Matches `select(i < limit, components * i + component, UINT32_MAX)`. If `i`
/// is not below `limit`, both this index and element `i` are out of bounds.
static std::optional<Element> findLimitedElement(arith::SelectOp select,
                                                 unsigned components) {
  auto test = select.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!test || test.getPredicate() != arith::CmpIPredicate::ult ||
      getNumber(select.getFalseValue()) != UINT32_MAX)
    return std::nullopt;
  std::optional<uint32_t> limit = getNumber(test.getRhs());
  if (!limit || *limit < kAlwaysOutside ||
      uint64_t(*limit) * components > kNumbers)
    return std::nullopt;
  std::optional<unsigned> component =
      getComponent(getLinearForm(select.getTrueValue(), /*isExact=*/false),
                   getLinearForm(test.getLhs(), /*isExact=*/false), components);
  if (!component)
    return std::nullopt;
  return Element{{skipCasts(test.getLhs()), 1, 0}, *component};
}

static std::optional<Element> findElement(Value index, unsigned components) {
  if (auto select = skipCasts(index).getDefiningOp<arith::SelectOp>())
    return findLimitedElement(select, components);
  LinearForm form = getLinearForm(index, /*isExact=*/true);
  if (form.factor % components != 0)
    return std::nullopt;
  unsigned component = form.addend % components;
  form.factor /= components;
  form.addend /= components;
  return Element{form, component};
}

SmallVector<BufferPlace> wave::findPlaces(OpBuilder &builder, Location loc,
                                          DXILKernel &kernel, Value buffer,
                                          Value index, unsigned scalars) {
  const uint32_t components = kernel.getResource(buffer).components;
  const uint32_t bytes =
      getScalarBytes(cast<MemRefType>(buffer.getType()).getElementType());
  auto constant = [&](uint32_t number) {
    return kernel.getConstant(static_cast<int32_t>(number));
  };
  SmallVector<BufferPlace> places;
  if (kernel.isRaw(buffer)) {
    // `wave-guard-buffers` leaves no index for which the product wraps around.
    Value first = multiply(builder, loc, kernel,
                           getI32(builder, loc, kernel, index), bytes);
    Value none = kernel.getUndef(builder.getI32Type());
    for (unsigned i = 0; i < scalars; ++i)
      places.push_back(
          {addNumber(builder, loc, kernel, first, i * bytes), none, 1});
    return places;
  }
  if (components == 1) {
    Value first = getI32(builder, loc, kernel, index);
    for (unsigned i = 0; i < scalars; ++i)
      places.push_back(
          {addNumber(builder, loc, kernel, first, i), constant(0), 1});
    return places;
  }
  if (std::optional<Element> element = findElement(index, components)) {
    const auto &[base, factor, addend] = element->number;
    Value first = constant(addend);
    if (base)
      first = addNumber(builder, loc, kernel,
                        multiply(builder, loc, kernel,
                                 getI32(builder, loc, kernel, base), factor),
                        addend);
    if (element->component + scalars <= components)
      return {{first, constant(element->component * bytes), scalars}};
    for (unsigned i = element->component; i < element->component + scalars; ++i)
      places.push_back({addNumber(builder, loc, kernel, first, i / components),
                        constant(i % components * bytes), 1});
    return places;
  }
  Value first = getI32(builder, loc, kernel, index);
  for (unsigned i = 0; i < scalars; ++i) {
    Value scalar = addNumber(builder, loc, kernel, first, i);
    Value number =
        arith::DivUIOp::create(builder, loc, scalar, constant(components));
    Value component =
        arith::RemUIOp::create(builder, loc, scalar, constant(components));
    places.push_back(
        {number, multiply(builder, loc, kernel, component, bytes), 1});
  }
  return places;
}

//===----------------------------------------------------------------------===//
// Elements of arrays
//===----------------------------------------------------------------------===//

Value wave::getElementPointer(OpBuilder &builder, Location loc,
                              DXILKernel &kernel, Value array, Value index,
                              unsigned offset) {
  const auto &[address, type, payload] = kernel.getArray(array);
  Value place = addNumber(builder, loc, kernel,
                          getI32(builder, loc, kernel, index), offset);
  SmallVector<LLVM::GEPArg> path = {0, place};
  if (payload)
    path.insert(path.begin(), 0);
  return LLVM::GEPOp::create(builder, loc, address.getType(),
                             payload ? Type(payload) : Type(type), address,
                             path, LLVM::GEPNoWrapFlags::inbounds);
}

//===----------------------------------------------------------------------===//
// Exact steps
//===----------------------------------------------------------------------===//

/// Marks the sums and products in the computation of `index` that cannot wrap
/// around.
static void markExactSteps(const IntegerRanges &ranges, Value index) {
  uint32_t number;
  for (Value value = skipCasts(index), rest; (rest = getStep(value, number));
       value = skipCasts(rest)) {
    std::optional<ConstantIntRanges> range = ranges.get(rest);
    if (!range)
      continue;
    const uint64_t most = range->umax().getLimitedValue(kNumbers);
    if (most >= kNumbers)
      continue;
    Operation *step = value.getDefiningOp();
    const uint64_t result =
        isa<arith::AddIOp>(step) ? most + number : most * number;
    if (result >= kNumbers)
      continue;
    auto flags = cast<arith::ArithIntegerOverflowFlagsInterface>(step);
    step->setAttr(
        flags.getIntegerOverflowAttrName(),
        arith::IntegerOverflowFlagsAttr::get(
            step->getContext(), flags.getOverflowAttr().getValue() |
                                    arith::IntegerOverflowFlags::nuw));
  }
}

void DXILKernel::markExactIndices() {
  SmallVector<Value> indices;
  uint32_t number;
  for (BlockArgument argument : function.getArguments()) {
    if (!isa<MemRefType>(argument.getType()) ||
        getResource(argument).components == 1)
      continue;
    for (Operation *user : argument.getUsers())
      for (Value operand : user->getOperands())
        if (operand.getType().isIndex() && getStep(skipCasts(operand), number))
          indices.push_back(operand);
  }
  if (indices.empty())
    return;
  const IntegerRanges ranges(function);
  for (Value index : indices)
    markExactSteps(ranges, index);
}
