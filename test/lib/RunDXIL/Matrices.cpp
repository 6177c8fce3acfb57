//===- Matrices.cpp - Matrices of a wave ----------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What the proposal 0035 of the HLSL specification says. A value of a matrix is for each lane
// the number of its part, the elements that the lane has. Lanes take elements so that a
// kernel cannot guess which: not as many as others, and not in an order of memory.

#include "Matrices.h"

#include "Wave.h"

#include "llvm/IR/Constants.h"
#include <cstring>

using namespace llvm;
using namespace rundxil;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

unsigned MatrixShape::elementBytes() const {
  if (component == ComponentI8)
    return 1;
  return component == ComponentI32 || component == ComponentF32 ? 4 : 2;
}

SmallVector<unsigned, 16> MatrixShape::elementsOf(unsigned lane,
                                                  unsigned waveSize) const {
  SmallVector<unsigned, 16> elements;
  for (unsigned place = 0; place < count(); ++place) {
    if (place % (waveSize + 1) % waveSize != lane)
      continue;
    // By columns in all but left factors.
    elements.push_back(use == UseA ? place
                                   : place % rows * columns + place / rows);
  }
  return elements;
}

bool rundxil::isMatrix(const Type *type) {
  auto *structure = dyn_cast<StructType>(type);
  return structure && structure->hasName() &&
         structure->getName().starts_with("dx.types.LinAlgMatrix");
}

static bool agrees(const MDNode &node, const Type *type,
                   ArrayRef<unsigned> numbers) {
  auto *value = dyn_cast_or_null<ConstantAsMetadata>(node.getOperand(0));
  if (!value || value->getType() != type ||
      node.getNumOperands() != numbers.size() + 1)
    return false;
  for (auto [index, number] : enumerate(numbers)) {
    auto *stated =
        mdconst::dyn_extract_or_null<ConstantInt>(node.getOperand(index + 1));
    if (!stated || stated->getZExtValue() != number)
      return false;
  }
  return true;
}

Expected<MatrixShape> rundxil::readMatrixShape(const Type *type,
                                               const Module &module) {
  StringRef name = cast<StructType>(type)->getName(), rest = name;
  rest.consume_front("dx.types.LinAlgMatrix");
  unsigned numbers[5];
  for (auto [letter, number] :
       zip_equal(StringRef("CMNUS"), MutableArrayRef(numbers)))
    if (rest.empty() || rest.front() != letter ||
        (rest = rest.drop_front()).consumeInteger(10, number))
      return createStringError("'" + name + "' is no matrix");
  auto [component, rows, columns, use, scope] = numbers;
  constexpr unsigned components[] = {ComponentI32, ComponentF16, ComponentF32,
                                     ComponentI8, ComponentBF16};
  constexpr unsigned wave = 1;
  if (!rest.empty() || !is_contained(components, component) ||
      use > UseAccumulator || scope != wave)
    return createStringError("'" + name + "' is not run here");
  const NamedMDNode *types = module.getNamedMetadata("dx.targetTypes");
  if (!types || none_of(types->operands(), [&](const MDNode *node) {
        return agrees(*node, type, numbers);
      }))
    return createStringError("dx.targetTypes does not describe '" + name + "'");
  return MatrixShape{component, rows, columns, use};
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The type of an operand, or of the result where `index` is -1.
static MatrixShape shapeOf(const Step &made, int index) {
  auto *call = cast<CallBase>(made.source);
  const Type *type =
      index < 0 ? call->getType() : call->getArgOperand(index + 1)->getType();
  // `readCall` has read it before.
  return cantFail(readMatrixShape(type, *call->getModule()));
}

std::vector<uint64_t> Wave::gatherMatrix(const Step &made, unsigned index) {
  const MatrixShape shape = shapeOf(made, index);
  std::vector<uint64_t> elements(shape.count());
  eachLane([&](unsigned lane) {
    const std::vector<uint64_t> &part = matrixParts[operand(made, index)[lane]];
    for (auto [element, value] :
         zip_equal(shape.elementsOf(lane, waveSize), part))
      elements[element] = value;
  });
  return elements;
}

void Wave::scatterMatrix(const Step &made, ArrayRef<uint64_t> elements) {
  const MatrixShape shape = shapeOf(made, -1);
  eachLane([&](unsigned lane) {
    std::vector<uint64_t> part;
    for (unsigned element : shape.elementsOf(lane, waveSize))
      part.push_back(elements[element]);
    result(made)[lane] = matrixParts.size();
    matrixParts.push_back(std::move(part));
  });
}

//===----------------------------------------------------------------------===//
// Operations of the wave
//===----------------------------------------------------------------------===//

/// An element as a number; those of 8 bits are signed.
static double toNumber(unsigned component, uint64_t bits) {
  switch (component) {
  case ComponentI8:
    return static_cast<double>(signExtend(bits, 8));
  case ComponentF16:
    return halfToFloat(static_cast<uint16_t>(bits));
  case ComponentBF16:
    return toFloat<Scalar::F32>(bits << 16);
  case ComponentF32:
    return toFloat<Scalar::F32>(bits);
  default:
    return static_cast<double>(signExtend(bits, 32));
  }
}

/// The scalar type of an element; none of what HLSL has no type for.
static std::optional<Scalar> scalarOfComponent(unsigned component) {
  switch (component) {
  case ComponentF16:
    return Scalar::F16;
  case ComponentF32:
    return Scalar::F32;
  case ComponentI32:
    return Scalar::I32;
  default:
    return std::nullopt;
  }
}

bool Wave::needSame(const Step &made, unsigned index, StringRef what) {
  if (!needDefined(made, index, what))
    return false;
  const uint64_t *value = operand(made, index);
  for (unsigned lane : activeLanes)
    if (value[lane] != value[active.first()])
      return fail(made, what + " differs between lanes");
  return true;
}

void Wave::fillMatrix(const Step &made) {
  const MatrixShape shape = shapeOf(made, -1);
  if (!needSame(made, 0, "the value of a matrix"))
    return;
  const Scalar type =
      *scalarOf(cast<CallBase>(made.source)->getArgOperand(1)->getType());
  uint64_t value = operand(made, 0)[active.first()];
  bool fits = scalarOfComponent(shape.component) == type;
  if (shape.component == ComponentI8 && type == Scalar::I32) {
    // A number that does not fit would saturate.
    fits = signExtend(value, 32) == signExtend(value, 8);
    value = lowBits(value, 8);
  } else if (shape.component == ComponentBF16 && type == Scalar::F32) {
    fits = lowBits(value, 16) == 0;
    value >>= 16;
  }
  if (!fits) {
    fail(made, "the value is not one of the matrix's elements");
    return;
  }
  scatterMatrix(made, std::vector<uint64_t>(shape.count(), value));
}

void Wave::multiplyMatrices(const Step &made) {
  const MatrixShape a = shapeOf(made, 0), b = shapeOf(made, 1),
                    c = shapeOf(made, 2);
  const bool isInteger = a.component == ComponentI8;
  if (a.use != UseA || b.use != UseB || c.use != UseAccumulator ||
      a.columns != b.rows || c.rows != a.rows || c.columns != b.columns ||
      a.component != b.component ||
      c.component != (isInteger ? ComponentI32 : ComponentF32)) {
    fail(made, "these matrices have no product");
    return;
  }
  const std::vector<uint64_t> left = gatherMatrix(made, 0),
                              right = gatherMatrix(made, 1);
  std::vector<uint64_t> sums = gatherMatrix(made, 2);
  for (unsigned row = 0; row < c.rows; ++row)
    for (unsigned column = 0; column < c.columns; ++column) {
      uint64_t &element = sums[row * c.columns + column];
      double sum = toNumber(c.component, element);
      for (unsigned k = 0; k < a.columns; ++k)
        sum += toNumber(a.component, left[row * a.columns + k]) *
               toNumber(b.component, right[k * b.columns + column]);
      element = isInteger ? lowBits(static_cast<int64_t>(sum), 32)
                          : fromFloat<Scalar::F32>(sum);
    }
  scatterMatrix(made, sums);
}

/// The place of an element in memory; none where the access is not allowed.
uint8_t *Wave::matrixPlace(const Step &made, const MatrixShape &shape,
                           unsigned first, unsigned element, bool writes) {
  const uint64_t pointer = operand(made, first)[active.first()],
                 offset = operand(made, first + 1)[active.first()],
                 stride = operand(made, first + 2)[active.first()];
  const unsigned bytes = shape.elementBytes();
  unsigned line = element / shape.columns, inLine = element % shape.columns;
  if (immediate(made, first + 3) != 0)
    std::swap(line, inLine);
  const uint64_t place = (offset + line * stride + inLine) * bytes;
  Place found = find(made, active.first(), pointer + place, bytes, 1);
  if (!found.bytes)
    return nullptr;
  if (writes)
    std::memset(found.defined, true, bytes);
  else if (std::find(found.defined, found.defined + bytes, 0) !=
           found.defined + bytes) {
    fail(made, "byte " + Twine(place) + " of the matrix is undefined");
    return nullptr;
  }
  return found.bytes;
}

bool Wave::checkMatrixAccess(const Step &made, const MatrixShape &shape,
                             unsigned first) {
  constexpr unsigned tileBytes = 128, rowBytes = 16;
  if (!needSame(made, first, "the memory of a matrix") ||
      !needSame(made, first + 1, "the offset of a matrix") ||
      !needSame(made, first + 2, "the stride of a matrix"))
    return false;
  const uint64_t pointer = operand(made, first)[active.first()];
  if (lowBits(pointer, 32) != 0)
    return fail(made, "a matrix is in an array from its start on");
  if (operand(made, first + 1)[active.first()] * shape.elementBytes() %
          tileBytes ||
      operand(made, first + 2)[active.first()] * shape.elementBytes() %
          rowBytes)
    return fail(made, "the matrix is less aligned than DXIL demands");
  if (immediate(made, first + 3) > 1)
    return fail(made, "a matrix of a wave has no such layout");
  return true;
}

void Wave::loadMatrix(const Step &made) {
  const MatrixShape shape = shapeOf(made, -1);
  if (!checkMatrixAccess(made, shape, 0))
    return;
  std::vector<uint64_t> elements(shape.count());
  for (unsigned element = 0; element < shape.count(); ++element) {
    uint8_t *place = matrixPlace(made, shape, 0, element, /*writes=*/false);
    if (!place)
      return;
    std::memcpy(&elements[element], place, shape.elementBytes());
  }
  scatterMatrix(made, elements);
}

void Wave::storeMatrix(const Step &made) {
  const MatrixShape shape = shapeOf(made, 0);
  if (!checkMatrixAccess(made, shape, 1))
    return;
  const std::vector<uint64_t> elements = gatherMatrix(made, 0);
  for (unsigned element = 0; element < shape.count(); ++element) {
    uint8_t *place = matrixPlace(made, shape, 1, element, /*writes=*/true);
    if (!place)
      return;
    std::memcpy(place, &elements[element], shape.elementBytes());
  }
}

//===----------------------------------------------------------------------===//
// Elements of a lane
//===----------------------------------------------------------------------===//

void Wave::executeElement(const Step &made) {
  const MatrixShape shape = shapeOf(made, 0);
  const bool isSet = made.operation->opcode == op::LinAlgMatrixSetElement;
  if (made.operation->opcode == op::LinAlgMatrixLength)
    return eachLane([&](unsigned lane) {
      result(made)[lane] = matrixParts[operand(made, 0)[lane]].size();
    });
  auto *call = cast<CallBase>(made.source);
  const Type *type =
      isSet ? call->getArgOperand(3)->getType() : call->getType();
  if (scalarOfComponent(shape.component) != scalarOf(type)) {
    fail(made, "the value is no element of the matrix");
    return;
  }
  if (!needDefined(made, 1, "the index of an element") ||
      (isSet && !needDefined(made, 2, "an element of a matrix")))
    return;
  eachLane([&](unsigned lane) {
    std::vector<uint64_t> part = matrixParts[operand(made, 0)[lane]];
    const uint64_t index = operand(made, 1)[lane];
    if (!isSet) {
      result(made)[lane] = index < part.size() ? part[index] : 0;
      return;
    }
    if (index < part.size())
      part[index] = operand(made, 2)[lane];
    result(made)[lane] = matrixParts.size();
    matrixParts.push_back(std::move(part));
  });
}

void Wave::executeMatrix(const Step &made) {
  auto *call = cast<CallBase>(made.source);
  for (auto [index, operand] : enumerate(drop_begin(call->args())))
    if (isMatrix(operand->getType()) && !needDefined(made, index, "a matrix"))
      return;
  if (!call->getType()->isVoidTy())
    setUndefined(made.result, {});
  switch (made.operation->opcode) {
  case op::LinAlgMatrixLength:
  case op::LinAlgMatrixGetElement:
  case op::LinAlgMatrixSetElement:
    return executeElement(made);
  default:
    break;
  }
  if (!(active == LaneMask::firstLanes(waveSize))) {
    fail(made, "the operation on a matrix is reached by a part of the wave's "
               "lanes");
    return;
  }
  switch (made.operation->opcode) {
  case op::LinAlgFillMatrix:
    return fillMatrix(made);
  case op::LinAlgMatrixMultiplyAccumulate:
    return multiplyMatrices(made);
  case op::LinAlgMatrixLoadFromMemory:
    return loadMatrix(made);
  default:
    return storeMatrix(made);
  }
}
