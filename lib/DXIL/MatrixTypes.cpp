//===- MatrixTypes.cpp - The types of matrices of a wave ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/DXIL/MatrixTypes.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::dxil;

LLVM::LLVMStructType dxil::getMatrixType(MLIRContext *context,
                                         const MatrixProperties &properties) {
  const std::string name =
      (kMatrixPrefix + "C" + Twine(llvm::to_underlying(properties.component)) +
       "M" + Twine(properties.rows) + "N" + Twine(properties.columns) + "U" +
       Twine(llvm::to_underlying(properties.use)) + "S" + Twine(kWaveScope))
          .str();
  auto type = LLVM::LLVMStructType::getIdentified(context, name);
  if (!type.isInitialized())
    (void)type.setBody({LLVM::LLVMPointerType::get(context)},
                       /*isPacked=*/false);
  return type;
}

std::optional<MatrixProperties> dxil::getMatrixProperties(Type type) {
  auto structure = dyn_cast<LLVM::LLVMStructType>(type);
  if (!structure || !structure.isIdentified())
    return std::nullopt;
  StringRef name = structure.getName();
  if (!name.consume_front(kMatrixPrefix))
    return std::nullopt;
  uint32_t numbers[5];
  for (auto [letter, number] :
       llvm::zip_equal(StringRef("CMNUS"), MutableArrayRef(numbers)))
    if (!name.consume_front(StringRef(&letter, 1)) ||
        name.consumeInteger(10, number))
      return std::nullopt;
  if (!name.empty() || numbers[4] != kWaveScope)
    return std::nullopt;
  return MatrixProperties{static_cast<MatrixComponent>(numbers[0]), numbers[1],
                          numbers[2], static_cast<MatrixUse>(numbers[3])};
}

std::string dxil::getMatrixSuffix(Type matrix) {
  StringRef name = cast<LLVM::LLVMStructType>(matrix).getName();
  return ("m" + name.drop_front(kMatrixPrefix.size())).str();
}
