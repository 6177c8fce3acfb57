//===- WaveMatrixType.td - The type of wave matrices ---------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEMATRIXTYPE_TD
#define WAVEDIALECT_IR_WAVEMATRIXTYPE_TD

include "mlir/IR/AttrTypeBase.td"
include "WaveDialect/IR/WaveEnums.td"

def Wave_MatrixType : TypeDef<Wave_Dialect, "Matrix"> {
  let mnemonic = "matrix";
  let summary = "A matrix that a wave computes with";
  let description = [{
    `!wave.matrix<16x8xf32, acc>` has 16 rows and 8 columns. A wave has one
    value of the matrix; which lane holds an element is up to the target. The
    role states how `wave.matrix_multiply_add` uses the matrix: as the left
    operand, `a`, as the right operand, `b`, or as the accumulator, `acc`.
    Matrices are results of operations, arguments and results of helpers, and
    values that control flow carries; they are never in memory.

    * C1 `matrix-shape`: there is at least one row and one column, and there are
      at most 65536 elements.
    * C2 `matrix-element`: the elements of `a` and `b` are `i8 f16 bf16 f32`, those
      of `acc` are `i32 f16 bf16 f32`.
  }];
  let parameters = (ins "int64_t":$rows, "int64_t":$columns, "::mlir::Type":$element,
                        EnumParameter<Wave_MatrixRole>:$role);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getNumElements() const { return getRows() * getColumns(); }
    bool hasShapeOf(MatrixType other) const {
      return getRows() == other.getRows() && getColumns() == other.getColumns();
    }
    /// The same shape and role with another element.
    MatrixType withElement(Type element) const {
      return get(getContext(), getRows(), getColumns(), element, getRole());
    }
    /// The type of an element as a scalar value: an i32 for an i8.
    Type getScalar() const;
  }];
}

/// A `Type` in C++, so that the assembly prints the whole type.
def Wave_Matrix : Type<CPred<"::llvm::isa<::mlir::wave::MatrixType>($_self)">, "a matrix">;

#endif // WAVEDIALECT_IR_WAVEMATRIXTYPE_TD
