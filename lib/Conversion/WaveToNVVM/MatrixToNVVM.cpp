//===- MatrixToNVVM.cpp - Products of tiles as mma.sync -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResourceAccess.h"

#include "WaveDialect/IR/ElementType.h"
#include "WaveDialect/IR/Wave.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

/// The registers of a tile: pairs of `f16`, and words.
static SmallVector<Value> createRegisters(NVVMBuilder &b, ValueRange parts) {
  Type part = parts.front().getType();
  if (part.isInteger(32))
    return SmallVector<Value>(parts);
  SmallVector<Value> registers;
  if (part.isF32()) {
    for (Value value : parts)
      registers.push_back(b.bitcast(value, b.i32));
    return registers;
  }
  auto pair = VectorType::get({2}, part);
  for (size_t i = 0; i < parts.size(); i += 2) {
    Value value = vector::FromElementsOp::create(b, pair, parts.slice(i, 2));
    registers.push_back(
        part.isF16() ? value : LLVM::BitcastOp::create(b, b.i32, value));
  }
  return registers;
}

/// The two elements of each block are in one register.
static void lowerLoad(MatrixLoadBlocksOp op, NVVMBuilder &b) {
  Type element = op.getMemory().getType().getElementType();
  Value place = createElementPlace(b, op.getMemory(), op.getIndex());
  const auto count = static_cast<int32_t>(op.getParts().size() / 2);
  Type type = b.i32;
  if (count > 1)
    type = LLVM::LLVMStructType::getLiteral(b.getContext(),
                                            SmallVector<Type>(count, b.i32));
  Value loaded = NVVM::LdMatrixOp::create(
      b, type, place, count,
      op.getTransposed() ? NVVM::MMALayout::col : NVVM::MMALayout::row,
      NVVM::LdStMatrixShapeAttr::get(b.getContext(), 8, 8),
      NVVM::LdStMatrixEltType::B16);
  auto pair = VectorType::get({2}, element);
  for (int32_t block = 0; block < count; ++block) {
    Value bits = loaded;
    if (count > 1)
      bits = LLVM::ExtractValueOp::create(b, loaded, int64_t(block));
    Value elements = LLVM::BitcastOp::create(b, pair, bits);
    for (int64_t i : {0, 1})
      op.getParts()[static_cast<size_t>(2 * int64_t(block) + i)]
          .replaceAllUsesWith(vector::ExtractOp::create(b, elements, i));
  }
  op.erase();
}

FailureOr<bool> nvvm::lowerMatrix(Operation *op, NVVMKernel &kernel,
                                  Value mask) {
  NVVMBuilder b(op, kernel, mask);
  if (auto load = dyn_cast<MatrixLoadBlocksOp>(op)) {
    lowerLoad(load, b);
    return true;
  }
  if (auto multiply = dyn_cast<MatrixMultiplyMemoryOp>(op)) {
    lowerMultiplyMemory(multiply, b);
    return true;
  }
  if (auto wait = dyn_cast<MatrixWaitOp>(op)) {
    lowerMatrixWait(wait, b);
    return true;
  }
  auto tile = dyn_cast<MatrixMultiplyTileOp>(op);
  if (!tile)
    return false;
  using NVVM::MMATypes;
  Type element = tile.getElement();
  const bool isByte = isByteType(element);
  const MMATypes type = isByte             ? MMATypes::s8
                        : element.isTF32() ? MMATypes::tf32
                        : element.isF16()  ? MMATypes::f16
                                           : MMATypes::bf16;
  const int64_t depth = isByte ? 32 : element.isTF32() ? 8 : 16;
  std::optional<NVVM::MMAIntOverflow> overflow;
  if (isByte)
    overflow = NVVM::MMAIntOverflow::wrapped;
  SmallVector<Type> types(tile.getSums().getTypes());
  Value sums = NVVM::MmaOp::create(
      b, LLVM::LLVMStructType::getLiteral(b.getContext(), types),
      createRegisters(b, tile.getA()), createRegisters(b, tile.getB()),
      tile.getC(), ArrayRef<int64_t>{16, 8, depth}, std::nullopt, overflow,
      std::array<MMATypes, 2>{type, type},
      std::array<NVVM::MMALayout, 2>{NVVM::MMALayout::row,
                                     NVVM::MMALayout::col});
  for (auto [i, sum] : llvm::enumerate(tile.getSums()))
    sum.replaceAllUsesWith(
        LLVM::ExtractValueOp::create(b, sums, static_cast<int64_t>(i)));
  op->erase();
  return true;
}
