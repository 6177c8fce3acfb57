//===- Matrices.h - Operations on wave matrices ----------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_MATRICES_H
#define WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_MATRICES_H

#include "Elementwise.h"
#include "MatrixStorage.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::wave::simd {

/// Builds code of operations on matrices in memory.
class MatrixBuilder {
public:
  MatrixBuilder(OpBuilder &builder, Location loc, const Machine &machine)
      : b(loc, builder), machine(machine) {}

  /// Elements of a buffer or an array: their type, address and number, and the
  /// operands of an access.
  struct Elements {
    Type type;
    bool isBFloat16 = false;
    Value pointer, count, first, stride;
    bool isRowMajor = true;
  };

  void fill(MatrixType type, Value result, Value scalar);
  void copy(MatrixType type, Value from, Value to);
  void load(MatrixType type, Value result, const Elements &memory);
  void store(MatrixType type, Value value, const Elements &memory);
  void multiplyAdd(MatrixMultiplyAddOp op, Value a, Value b, Value c,
                   Value result);
  /// `inputs` are addresses of matrices and scalars.
  void map(MatrixMapOp op, ValueRange inputs, Value result);
  void rowReduce(MatrixRowReduceOp op, Value value, Value result);

private:
  MatrixShape getShape(MatrixType type) const {
    return MatrixShape(type, machine.vectorBits);
  }
  /// The type of elements of matrices, f32 or i32.
  Type getWide(Type element) {
    return isa<FloatType>(element) ? Type(b.getF32Type()) : b.getI32Type();
  }
  VectorType getVector(Type element, int64_t lanes) {
    return VectorType::get({lanes}, element);
  }
  Value number(int64_t value);
  Value splat(Value scalar, int64_t lanes);
  Value zero(Type type);
  Value addScaled(Value base, Value index, int64_t factor);
  Value getAddress(Value pointer, Type element, Value index);
  Value loadVector(Type type, Value pointer, Value index);
  void storeVector(Value vector, Value pointer, Value index);
  void loop(int64_t end, int64_t step, function_ref<void(Value)> body);
  /// Between memory and the wide elements of matrices, scalars or vectors.
  Value widen(Value stored, const Elements &memory);
  Value narrow(Value wide, const Elements &memory);
  /// Between the wide elements and the values of a `wave.matrix_map`.
  Value toElement(Value wide, Type element);
  Value fromElement(Value value);
  void access(MatrixType type, Value matrix, const Elements &memory,
              bool isStore);
  void accessRow(const MatrixShape &shape, Value row, Value matrix,
                 const Elements &memory, Value start, Value valid,
                 bool isStore);
  void accessByElement(const MatrixShape &shape, Value matrix,
                       const Elements &memory, bool isStore);
  void multiplyTile(MatrixMultiplyAddOp op, Value a, Value b, Value c,
                    Value result, Value row, int64_t rows, Value column,
                    int64_t vectors);
  SmallVector<Value> multiplyTrip(const MatrixShape &left,
                                  const MatrixShape &right, Value a, Value b,
                                  Value row, int64_t rows, Value column,
                                  int64_t vectors, Value k, ValueRange sums);

  ImplicitLocOpBuilder b;
  const Machine &machine;
};

} // namespace mlir::wave::simd

#endif // WAVEDIALECT_LIB_CONVERSION_WAVETOSIMD_MATRICES_H
