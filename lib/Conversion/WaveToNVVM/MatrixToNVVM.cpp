//===- MatrixToNVVM.cpp - Products of tiles as mma.sync -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NVVMBuilder.h"

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
  auto pair = VectorType::get({2}, part);
  for (size_t i = 0; i < parts.size(); i += 2) {
    Value value = vector::FromElementsOp::create(b, pair, parts.slice(i, 2));
    registers.push_back(
        part.isF16() ? value : LLVM::BitcastOp::create(b, b.i32, value));
  }
  return registers;
}

FailureOr<bool> nvvm::lowerMatrix(Operation *op, NVVMKernel &kernel,
                                  Value mask) {
  auto tile = dyn_cast<MatrixMultiplyTileOp>(op);
  if (!tile)
    return false;
  NVVMBuilder b(op, kernel, mask);
  using NVVM::MMATypes;
  Type element = tile.getElement();
  const bool isByte = isByteType(element);
  const MMATypes type = isByte            ? MMATypes::s8
                        : element.isF16() ? MMATypes::f16
                                          : MMATypes::bf16;
  std::optional<NVVM::MMAIntOverflow> overflow;
  if (isByte)
    overflow = NVVM::MMAIntOverflow::wrapped;
  SmallVector<Type> types(tile.getSums().getTypes());
  Value sums = NVVM::MmaOp::create(
      b, LLVM::LLVMStructType::getLiteral(b.getContext(), types),
      createRegisters(b, tile.getA()), createRegisters(b, tile.getB()),
      tile.getC(), ArrayRef<int64_t>{16, 8, isByte ? 32 : 16}, std::nullopt,
      overflow, std::array<MMATypes, 2>{type, type},
      std::array<NVVM::MMALayout, 2>{NVVM::MMALayout::row,
                                     NVVM::MMALayout::col});
  for (auto [i, sum] : llvm::enumerate(tile.getSums()))
    sum.replaceAllUsesWith(
        LLVM::ExtractValueOp::create(b, sums, static_cast<int64_t>(i)));
  op->erase();
  return true;
}
