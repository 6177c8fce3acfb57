//===- MatrixOps.cpp - Matrices of a wave -----------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Bindings.h"
#include "WaveDialect/IR/Wave.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::wave;

static StringRef getRoleName(MatrixType type) {
  return stringifyMatrixRole(type.getRole());
}

static std::string getShape(MatrixType type) {
  return (Twine(type.getRows()) + " x " + Twine(type.getColumns())).str();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// C1 of loads and stores.
static LogicalResult verifyMemory(Operation *op, Value memory, Type matrixType,
                                  bool isBFloat16) {
  auto type = cast<MemRefType>(memory.getType());
  auto matrix = cast<MatrixType>(matrixType);
  if (type.getRank() != 1 || memory.getDefiningOp<memref::AllocaOp>())
    return op->emitOpError(
        "works on a buffer or a groupshared array, not on a "
        "local array: each lane has its own [matrix-memory]");
  Type expected = matrix.getElement();
  if (isBFloat16 && (expected.isF32() || expected.isBF16()))
    expected = IntegerType::get(op->getContext(), 16);
  if (type.getElementType() == expected)
    return success();
  return op->emitOpError("needs memory with elements of ")
         << expected << " for a matrix of them, got " << type.getElementType()
         << " [matrix-memory]";
}

LogicalResult MatrixLoadOp::verify() {
  return verifyMemory(*this, getMemory(), getType(), getIsBfloat16());
}

LogicalResult MatrixStoreOp::verify() {
  return verifyMemory(*this, getMemory(), getValue().getType(),
                      getIsBfloat16());
}

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

void MatrixLoadOp::getEffects(Effects &effects) {
  addAccessEffects(getMemoryMutable(), /*isStore=*/false, effects);
}

void MatrixStoreOp::getEffects(Effects &effects) {
  addAccessEffects(getMemoryMutable(), /*isStore=*/true, effects);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Whether a value of the type may be an element: `wave-expand-bfloat16` computes bf16 in
/// f32.
static bool isScalarOf(MatrixType matrix, Type type) {
  return type == matrix.getScalar() ||
         (matrix.getElement().isBF16() && type.isF32());
}

LogicalResult MatrixFillOp::verify() {
  auto type = cast<MatrixType>(getType());
  if (isScalarOf(type, getValue().getType())) // C1
    return success();
  return emitOpError("takes a value of the type of the elements, ")
         << type.getScalar() << ", got " << getValue().getType()
         << " [matrix-type]";
}

/// The combinations of elements that a multiply-add has: the table that Python
/// reads too.
static bool isCombination(MatrixType operand, MatrixType accumulator) {
  Builder b(operand.getContext());
  const Type i8 = b.getI8Type(), i32 = b.getI32Type(), f16 = b.getF16Type(),
             bf16 = b.getBF16Type(), f32 = b.getF32Type();
#define WAVE_MATRIX_COMBINATION(OPERAND, ACCUMULATOR)                          \
  if (operand.getElement() == (OPERAND) &&                                     \
      accumulator.getElement() == (ACCUMULATOR))                               \
    return true;
#include "WaveDialect/IR/MatrixCombinations.inc"
#undef WAVE_MATRIX_COMBINATION
  return false;
}

LogicalResult MatrixMultiplyAddOp::verify() {
  auto a = cast<MatrixType>(getA().getType());
  auto b = cast<MatrixType>(getB().getType());
  auto c = cast<MatrixType>(getC().getType());
  if (a.getColumns() != b.getRows() || a.getRows() != c.getRows() ||
      b.getColumns() != c.getColumns()) // C1
    return emitOpError(
               "takes matrices of M x K, K x N and M x N elements, got ")
           << getShape(a) << ", " << getShape(b) << " and " << getShape(c)
           << " [matrix-shape]";
  if (a.getRole() != MatrixRole::A || b.getRole() != MatrixRole::B ||
      c.getRole() != MatrixRole::Accumulator) // C2
    return emitOpError("takes matrices with the roles a, b and acc, got ")
           << getRoleName(a) << ", " << getRoleName(b) << " and "
           << getRoleName(c) << " [matrix-role]";
  if (a.getElement() == b.getElement() && isCombination(a, c)) // C3
    return success();
  return emitOpError("has no form for elements of ")
         << a.getElement() << " and " << b.getElement() << " with a sum of "
         << c.getElement() << " [matrix-combination]";
}

LogicalResult MatrixConvertOp::verify() {
  auto from = cast<MatrixType>(getValue().getType());
  auto to = cast<MatrixType>(getType());
  if (from.hasShapeOf(to) && from.getElement() == to.getElement()) // C1
    return success();
  return emitOpError("changes the role only, got ")
         << from << " and " << to << " [matrix-type]";
}

LogicalResult MatrixRowReduceOp::verify() {
  auto type = cast<MatrixType>(getType());
  if (!isByteType(type.getElement())) // C1
    return success();
  return emitOpError("is not for elements of i8 [matrix-element]");
}

LogicalResult MatrixMapOp::verify() {
  auto result = cast<MatrixType>(getType());
  auto first = getInputs().empty()
                   ? MatrixType()
                   : dyn_cast<MatrixType>(getInputs().front().getType());
  if (!first) // C1
    return emitOpError("needs a matrix as its first operand [matrix-map]");
  for (Type type : getInputs().getTypes()) {
    auto matrix = dyn_cast<MatrixType>(type);
    const bool isScalar = !isa<VectorType>(type) && isElementType(type);
    if (!matrix && !isScalar) // C1
      return emitOpError("takes matrices and scalars, got ")
             << type << " [matrix-map]";
    if (matrix && (!matrix.hasShapeOf(result) ||
                   matrix.getRole() != result.getRole())) // C1
      return emitOpError("needs matrices of one shape and role, got ")
             << matrix << " for a result of " << result << " [matrix-map]";
    if (matrix && isByteType(matrix.getElement())) // C1
      return emitOpError("is not for elements of i8 [matrix-map]");
  }
  if (isByteType(result.getElement())) // C1
    return emitOpError("is not for elements of i8 [matrix-map]");
  return success();
}

LogicalResult MatrixMapOp::verifyRegions() {
  Block &body = getBody().front();
  auto yield = dyn_cast<MatrixYieldOp>(body.getTerminator());
  bool fits =
      yield &&
      isScalarOf(cast<MatrixType>(getType()), yield.getValue().getType()) &&
      body.getNumArguments() == getInputs().size();
  for (auto [argument, input] : llvm::zip(body.getArguments(), getInputs())) {
    auto matrix = dyn_cast<MatrixType>(input.getType());
    fits &= matrix ? isScalarOf(matrix, argument.getType())
                   : argument.getType() == input.getType();
  }
  if (!fits) // C2
    return emitOpError(
        "needs a body that takes an element or a scalar for each "
        "operand and yields an element of the result "
        "[matrix-map]");
  for (Operation &op : body.without_terminator()) {
    StringRef dialect = op.getName().getDialectNamespace();
    const bool isKnown = dialect == "arith" || dialect == "math";
    const bool isScalar =
        llvm::none_of(op.getResultTypes(), llvm::IsaPred<VectorType>);
    if (!isKnown || !isScalar || op.getNumRegions()) // C3
      return op.emitError("'")
             << op.getName()
             << "' cannot be in the body of a wave.matrix_map, which computes "
                "on scalars by arith and math [matrix-map]";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

LogicalResult MatrixMultiplyTileOp::verify() {
  constexpr size_t kLeft = 4, kRight = 2, kSums = 4;
  Builder b(getContext());
  Type part, sum = b.getF32Type();
  size_t parts = 2;
  if (getElement().isF16())
    part = b.getF16Type();
  else if (getElement().isBF16())
    part = b.getI16Type();
  else if (isByteType(getElement()))
    part = sum = b.getI32Type(), parts = 1;
  else if (getElement().isTF32())
    part = b.getF32Type(), parts = 1;
  else
    return emitOpError("is for f16, bf16, i8 and tf32, got ")
           << getElement() << " [matrix-combination]";
  auto has = [](TypeRange types, size_t count, Type type) {
    return types.size() == count &&
           llvm::all_of(types, [&](Type found) { return found == type; });
  };
  if (has(getA().getTypes(), kLeft * parts, part) &&
      has(getB().getTypes(), kRight * parts, part) &&
      has(getC().getTypes(), kSums, sum) &&
      has(getSums().getTypes(), kSums, sum))
    return success();
  return emitOpError("takes ")
         << kLeft * parts << " and " << kRight * parts << " values of " << part
         << ", and sums are " << kSums << " of " << sum << " [matrix-type]";
}

LogicalResult MatrixLoadBlocksOp::verify() {
  Type element = getMemory().getType().getElementType();
  if (!getMemory().getDefiningOp<GroupsharedOp>())
    return emitOpError("loads from a groupshared array alone [matrix-memory]");
  const size_t count = getParts().size();
  if ((count == 2 || count == 4 || count == 8) &&
      llvm::all_of(getParts().getTypes(),
                   [&](Type type) { return type == element; }))
    return success();
  return emitOpError("gives 2, 4 or 8 values of ")
         << element << " [matrix-type]";
}

LogicalResult MatrixMultiplyMemoryOp::verify() {
  constexpr int64_t kStep = 16, kPartsOfStep = 8, kSums = 4;
  if (!getMemory().getDefiningOp<GroupsharedOp>() ||
      (getLeft() && !getLeft().getDefiningOp<GroupsharedOp>()))
    return emitOpError("reads groupshared arrays alone [matrix-memory]");
  Type part = getMemory().getType().getElementType();
  const bool hasElement = getElement().isF16()    ? part.isF16()
                          : getElement().isBF16() ? part.isInteger(16)
                                                  : false;
  if (!hasElement ||
      (getLeft() &&
       cast<MemRefType>(getLeft().getType()).getElementType() != part))
    return emitOpError("is for f16 and bf16 in memory of such elements, got ")
           << getElement() << " and " << part << " [matrix-combination]";
  const auto depth = static_cast<int64_t>(getDepth());
  const int64_t parts = getLeft() ? 0 : depth / kStep * kPartsOfStep;
  if (depth > 0 && depth % kStep == 0 && !getC().empty() &&
      getC().size() % kSums == 0 && getC().size() == getSums().size() &&
      static_cast<int64_t>(getA().size()) == parts &&
      llvm::all_of(getA().getTypes(), [&](Type type) { return type == part; }))
    return success();
  return emitOpError("with a depth of ")
         << depth << " takes " << parts << " values of " << part
         << ", and has a multiple of " << kSums << " sums [matrix-type]";
}
