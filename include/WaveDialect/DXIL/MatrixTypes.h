//===- MatrixTypes.h - The types of matrices of a wave --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A matrix of Shader Model 6.10 is a value of a structure type whose name states its
// properties: `%dx.types.LinAlgMatrixC8M16N16U0S1`. Control flow carries such values, so
// they have the type of LLVM in MLIR, too.

#ifndef WAVEDIALECT_DXIL_MATRIXTYPES_H
#define WAVEDIALECT_DXIL_MATRIXTYPES_H

#include "mlir/Dialect/LLVMIR/LLVMTypes.h"

#include <optional>

namespace mlir::dxil {

/// The types of elements, by their numbers in DXIL.
enum class MatrixComponent : uint32_t {
  I32 = 4,
  F16 = 8,
  F32 = 9,
  I8 = 19,
  BF16 = 23
};

/// How products use a matrix.
enum class MatrixUse : uint32_t { A, B, Accumulator };

/// All lanes of a wave have one matrix together.
constexpr uint32_t kWaveScope = 1;

struct MatrixProperties {
  MatrixComponent component;
  uint32_t rows, columns;
  MatrixUse use;
};

/// The first letters of the names of these structures.
constexpr StringLiteral kMatrixPrefix = "dx.types.LinAlgMatrix";

LLVM::LLVMStructType getMatrixType(MLIRContext *context,
                                   const MatrixProperties &properties);

/// Returns the properties of a matrix; none for other types.
std::optional<MatrixProperties> getMatrixProperties(Type type);

/// Returns the part of a function's name for a matrix: "mC8M16N16U0S1".
std::string getMatrixSuffix(Type matrix);

} // namespace mlir::dxil

#endif // WAVEDIALECT_DXIL_MATRIXTYPES_H
