//===- MatrixStorage.h - Memory for the matrices of a wave ------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_MATRIXSTORAGE_H
#define WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_MATRIXSTORAGE_H

#include "WaveDialect/IR/Wave.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::wave::simd {

/// The arrangement of a matrix in memory: row after row, each padded to a
/// multiple of a vector. Every element has 32 bits: smaller numbers are exact in
/// an f32 or an i32.
struct MatrixShape {
  MatrixShape(MatrixType type, int64_t vectorBits);

  int64_t rows, columns;
  /// The number of elements of a vector.
  int64_t lanes;
  /// The distance of rows, in elements.
  int64_t pitch;

  int64_t getBytes() const { return rows * pitch * 4; }
};

/// The offsets of matrices in the memory of their wave, in bytes. Matrices that
/// do not exist at the same time share memory, and a result replaces an operand
/// that no later operation needs.
struct MatrixStorage {
  llvm::DenseMap<Value, int64_t> offsets;
  llvm::DenseMap<int32_t, int64_t> variables;
  int64_t bytes = 0;
};

/// Makes `scf` operations assign matrices to variables instead of carrying them.
void carryMatricesInVariables(FuncOp kernel);

/// Control flow of the kernel must not carry matrices.
MatrixStorage placeMatrices(FuncOp kernel, int64_t vectorBits);

} // namespace mlir::wave::simd

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_MATRIXSTORAGE_H
