//===- WaveMatrixOps.td - Matrices of a wave -----------------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All lanes of a wave that have not retired execute an operation on matrices
// together. `wave-verify-matrices` checks that they do, and that scalar operands
// are the same in all of them.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEMATRIXOPS_TD
#define WAVEDIALECT_IR_WAVEMATRIXOPS_TD

include "WaveDialect/IR/WaveGroupOps.td"
include "WaveDialect/IR/WaveMatrixType.td"

/// The results do not depend on which lanes are active: all lanes that have not
/// retired take part.
class Wave_MatrixValueOp<string mnemonic, list<Trait> traits = []>
    : Wave_UniformityOp<mnemonic, Wave_SameForWave, !listconcat([Pure, Wave_WholeWave], traits)> {
  let hasVerifier = 1;
}

def Wave_MatrixFillOp : Wave_MatrixValueOp<"matrix_fill"> {
  let summary = "A matrix whose elements are all the same";
  let description = [{
    The value is the same in all lanes of the wave (`matrix-operand`); for an
    element of `i8` it is an `i32`, whose low 8 bits count. For an element of
    `bf16`, `wave-expand-bfloat16` makes it an `f32` that is a number of `bf16`.

    * C1 `matrix-type`: the value has the type of the elements.

    ```mlir
    %c = wave.matrix_fill %zero : f32 -> !wave.matrix<16x16xf32, acc>
    ```

    HLSL: `Splat` of the linear algebra proposal.
  }];
  let arguments = (ins AnyType:$value);
  let results = (outs Wave_Matrix:$result);
  let assemblyFormat = "$value attr-dict `:` type($value) `->` type($result)";
}

def Wave_MatrixLoadOp : Wave_UniformityOp<"matrix_load", Wave_SameForWave, [
    Wave_WholeWave, Wave_AccessEffects]> {
  let summary = "A matrix from a buffer or a groupshared array";
  let description = [{
    Element (i, j) of the matrix is the element of memory with the index
    `first + i * stride + j` if the layout is `row_major`, and
    `first + i + j * stride` if it is `column_major`. `first` and `stride` are
    unsigned and the same in all lanes of the wave (`matrix-operand`); the index
    does not wrap around. An element beyond the end of a buffer is 0; a load
    beyond the end of a groupshared array is undefined. With `bf16`, which only
    `wave-expand-bfloat16` writes, the memory has the bits of `bf16` in `i16`.

    * C1 `matrix-memory`: the memory is a buffer or a groupshared array, and its
      elements are those of the matrix.

    ```mlir
    %a = wave.matrix_load row_major %buffer[%first, %stride]
        : memref<?xf16> -> !wave.matrix<16x8xf16, a>
    ```

    HLSL: `Load` of the linear algebra proposal.
  }];
  let arguments = (ins Wave_MatrixLayoutAttr:$layout, UnitAttr:$is_bfloat16,
                       AnyMemRef:$memory, I32:$first, I32:$stride);
  let results = (outs Wave_Matrix:$result);
  let assemblyFormat = [{
    custom<MatrixLayout>($layout) (`bf16` $is_bfloat16^)? $memory `[` $first `,` $stride `]`
    attr-dict `:` type($memory) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Wave_MatrixStoreOp : Wave_Op<"matrix_store", [Wave_WholeWave, Wave_AccessEffects]> {
  let summary = "Stores a matrix to a buffer or a groupshared array";
  let description = [{
    Stores each element once, with the indices of `wave.matrix_load`; an element
    beyond the end of a buffer is dropped. If several elements have one index, as
    with a stride of 0, one of them is stored. The buffer must be read-write
    (rule `store-to-read-only` of `wave-verify`).

    * C1 `matrix-memory`: as in `wave.matrix_load`.

    ```mlir
    wave.matrix_store row_major %c, %buffer[%first, %stride]
        : !wave.matrix<16x16xf32, acc>, memref<?xf32>
    ```

    HLSL: `Store` of the linear algebra proposal.
  }];
  let arguments = (ins Wave_MatrixLayoutAttr:$layout, UnitAttr:$is_bfloat16,
                       Wave_Matrix:$value, AnyMemRef:$memory, I32:$first, I32:$stride);
  let assemblyFormat = [{
    custom<MatrixLayout>($layout) (`bf16` $is_bfloat16^)? $value `,` $memory `[` $first `,` $stride `]`
    attr-dict `:` type($value) `,` type($memory)
  }];
  let hasVerifier = 1;
}

def Wave_MatrixMultiplyAddOp : Wave_MatrixValueOp<"matrix_multiply_add", [
    AllTypesMatch<["c", "result"]>]> {
  let summary = "The product of two matrices, plus a third one";
  let description = [{
    An M x K matrix `a` times a K x N matrix `b`, plus an M x N matrix `c`. Sums of
    integers wrap around. For floats, the target chooses the order of the sum and
    its roundings: an element differs from the exact result by at most
    (K + 1) * 2^-22 * s, where s is the sum of the absolute values of its
    products and of its element of `c`, if no intermediate result overflows or
    is subnormal.

    * C1 `matrix-shape`: the shapes are M x K, K x N and M x N.
    * C2 `matrix-role`: the roles are `a`, `b` and `acc`.
    * C3 `matrix-combination`: the elements are one of the combinations `f16`,
      `bf16` or `f32` with `f32`, and `i8` with `i32`.

    ```mlir
    %d = wave.matrix_multiply_add %a, %b, %c : !wave.matrix<16x8xf16, a>,
        !wave.matrix<8x4xf16, b>, !wave.matrix<16x4xf32, acc>
    ```

    HLSL: `MultiplyAccumulate` of the linear algebra proposal.
  }];
  let arguments = (ins Wave_Matrix:$a, Wave_Matrix:$b, Wave_Matrix:$c);
  let results = (outs Wave_Matrix:$result);
  let assemblyFormat = "$a `,` $b `,` $c attr-dict `:` type($a) `,` type($b) `,` type($c)";
}

def Wave_MatrixMapOp : Wave_MatrixValueOp<"matrix_map", [
    IsolatedFromAbove, SingleBlock]> {
  let summary = "A matrix whose elements are computed from those of others";
  let description = [{
    The body computes an element from the elements at the same place of all
    operands that are matrices. Operands that are scalars are the same in all
    lanes of the wave (`matrix-operand`). Elements of `bf16` may be `f32` in the
    body, as in `wave.matrix_fill`.

    * C1 `matrix-map`: the first operand is a matrix; all matrices have one shape
      and role, which the result has too, and no elements of `i8`; other operands
      are scalars.
    * C2 `matrix-map`: the body has an argument for each operand, an element or
      the scalar, and yields an element of the result.
    * C3 `matrix-map`: the body consists of operations of `arith` and `math`
      on scalars.

    ```mlir
    %d = wave.matrix_map %c, %scale
        : !wave.matrix<16x16xf32, acc>, f32 -> !wave.matrix<16x16xf32, acc> {
    ^bb0(%x: f32, %y: f32):
      %z = arith.mulf %x, %y : f32
      wave.matrix_yield %z : f32
    }
    ```

    HLSL has no name for it.
  }];
  let arguments = (ins Variadic<AnyType>:$inputs);
  let results = (outs Wave_Matrix:$result);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$inputs attr-dict `:` type($inputs) `->` type($result) $body";
  let hasRegionVerifier = 1;
}

def Wave_MatrixYieldOp : Wave_Op<"matrix_yield", [
    Pure, Terminator, ReturnLike, HasParent<"MatrixMapOp">]> {
  let summary = "Ends the body of a `wave.matrix_map`";
  let description = [{ The value is the element of the result. HLSL has no name for it. }];
  let arguments = (ins AnyType:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

def Wave_MatrixConvertOp : Wave_MatrixValueOp<"matrix_convert"> {
  let summary = "The same elements in another role";
  let description = [{
    An accumulator as an operand of a multiply-add, for example. A
    `wave.matrix_map` changes the type of the elements.

    * C1 `matrix-type`: both matrices have the same shape and element.

    ```mlir
    %a = wave.matrix_convert %c : !wave.matrix<16x8xf16, acc> -> !wave.matrix<16x8xf16, a>
    ```

    HLSL: `Cast` of the linear algebra proposal.
  }];
  let arguments = (ins Wave_Matrix:$value);
  let results = (outs Wave_Matrix:$result);
  let assemblyFormat = "$value attr-dict `:` type($value) `->` type($result)";
}

def Wave_MatrixRowReduceOp : Wave_MatrixValueOp<"matrix_row_reduce", [
    AllTypesMatch<["value", "result"]>]> {
  let summary = "A matrix that has in each element the combination of its row";
  let description = [{
    The elements of a row are combined by `add`, `max` or `min`, and each element
    of the row of the result is that combination. Minima and maxima ignore a
    NaN. The target chooses the order of a sum of floats and may round less
    often; it differs from the exact sum of N elements by at most N * e * s, where
    s is the sum of their absolute values and e is 2^-23 for `f32`, 2^-10 for
    `f16` and 2^-7 for `bf16`.

    * C1 `matrix-element`: the elements are not `i8`.

    ```mlir
    %m = wave.matrix_row_reduce max %c : !wave.matrix<16x16xf32, acc>
    ```

    HLSL has no name for it.
  }];
  let arguments = (ins Wave_MatrixReductionAttr:$kind, Wave_Matrix:$value);
  let results = (outs Wave_Matrix:$result);
  let assemblyFormat = "custom<MatrixReduction>($kind) $value attr-dict `:` type($value)";
}

def Wave_MatrixSetOp : Wave_Op<"matrix_set", [
    MemoryEffects<[MemWrite<DefaultResource>]>]> {
  let summary = "Assigns a matrix to a variable of the wave";
  let description = [{
    Only `convert-wave-to-simd` creates it, for matrices that control flow carries, and
    `wave-tile-matrices`, for tiles whose elements the lanes access. HLSL has no name for it.
  }];
  let arguments = (ins I32Attr:$variable, Wave_Matrix:$value);
  let assemblyFormat = "$variable `,` $value attr-dict `:` type($value)";
}

def Wave_MatrixGetOp : Wave_UniformityOp<"matrix_get", Wave_SameForWave, [
    MemoryEffects<[MemRead<DefaultResource>]>]> {
  let summary = "The matrix that a variable of the wave has";
  let description = [{
    Only passes create it; see `wave.matrix_set`. The matrix is undefined before the first assignment. HLSL has no name for it.
  }];
  let arguments = (ins I32Attr:$variable);
  let results = (outs Wave_Matrix:$result);
  let assemblyFormat = "$variable attr-dict `:` type($result)";
}

def Wave_MatrixMultiplyTileOp : Wave_LaneOp<"matrix_multiply_tile", Wave_OwnOfLane, [
    AttrSizedOperandSegments]> {
  let summary = "The product of two tiles of a GPU's matrix instructions, plus a third one";
  let description = [{
    Only `wave-distribute-matrices` creates it. All 32 lanes of a wave execute it
    together. The tiles have 16 x K, K x 8 and 16 x 8 elements: K is 16 for `f16`
    and `bf16`, 32 for `i8`, and 8 for `tf32`. Lane 4 * g + t has these elements of them, where w
    is K / 8:

    | operand | group | elements |
    | --- | --- | --- |
    | `a` | 0 to 3 | row g, g + 8, g and g + 8; the w columns from w * t, in groups 2 and 3 from w * t + K / 2 |
    | `b` | 0, 1 | column g; the w rows from w * t, in group 1 from w * t + K / 2 |
    | `c`, result | 0, 1 | row g and g + 8; columns 2 * t and 2 * t + 1 |

    A group of `a` and `b` is two operands of `f16`, or of `i16` with the bits of `bf16`,
    or an `i32` with four `i8`, the first one in the lowest bits, or an `f32` with a number of
    `tf32`: its low 13 bits are zero. Sums are `f32`, or `i32` for `i8`, which wrap around. HLSL has no name for it.

    ```mlir
    %d:4 = wave.matrix_multiply_tile i8 (%a0, %a1, %a2, %a3), (%b0, %b1), (%c0, %c1, %c2, %c3)
        : (i32, i32, i32, i32), (i32, i32), (i32, i32, i32, i32) -> (i32, i32, i32, i32)
    ```
  }];
  let arguments = (ins TypeAttr:$element, Variadic<AnyTypeOf<[F16, I16, I32, F32]>>:$a,
                       Variadic<AnyTypeOf<[F16, I16, I32, F32]>>:$b,
                       Variadic<AnyTypeOf<[I32, F32]>>:$c);
  let results = (outs Variadic<AnyTypeOf<[I32, F32]>>:$sums);
  let assemblyFormat = [{
    $element `(` $a `)` `,` `(` $b `)` `,` `(` $c `)` attr-dict `:` `(` type($a) `)` `,`
    `(` type($b) `)` `,` `(` type($c) `)` `->` `(` type($sums) `)`
  }];
  let hasVerifier = 1;
}

def Wave_MatrixLoadBlocksOp : Wave_LaneOp<"matrix_load_blocks", Wave_OwnOfLane> {
  let summary = "Blocks of 8 x 8 elements from groupshared memory, by a GPU's instruction";
  let description = [{
    Only `wave-distribute-matrices` creates it. All 32 lanes of a wave execute it
    together. It loads one, two or four blocks. Lane 8 * j + r has the index of the first
    of the eight adjacent elements in memory that are row r of block j; a multiple
    of 8, so that the row begins at a multiple of 16 bytes. Results 2 * j and 2 * j + 1 of
    lane 4 * g + t are the elements of block j in row g and columns 2 * t and
    2 * t + 1, or in column g and these rows if `transposed` is stated. HLSL has no name
    for it.

    ```mlir
    %b:4 = wave.matrix_load_blocks transposed %tile[%i]
        : memref<4096xf16, #gpu.address_space<workgroup>> -> (f16, f16, f16, f16)
    ```
  }];
  let arguments = (ins UnitAttr:$transposed,
                       Arg<AnyMemRef, "the groupshared array", [MemRead]>:$memory, Index:$index);
  let results = (outs Variadic<AnyTypeOf<[F16, I16]>>:$parts);
  let assemblyFormat = [{
    (`transposed` $transposed^)? $memory `[` $index `]` attr-dict `:` type($memory) `->`
    `(` type($parts) `)`
  }];
  let hasVerifier = 1;
}

def Wave_MatrixMultiplyMemoryOp : Wave_LaneOp<"matrix_multiply_memory", Wave_OwnOfLane, [
    AttrSizedOperandSegments]> {
  let summary = "The products of tiles of four waves by a matrix in groupshared memory";
  let description = [{
    Only `wave-distribute-matrices` creates it. All 32 lanes of the waves 4 * i to
    4 * i + 3 of a group execute it together, with the same memory and `first`. Each
    wave has a tile `a` of 16 x K elements and a tile `c` of 16 x N, and multiplies by
    the same K x N matrix. Its element (i, j) has the index `first + i * stride + j` in
    memory if the layout is `row_major`, and `first + i + j * stride` if it is
    `column_major`. K, the depth, is a multiple of 16, N one of 8. Operands and results are those of `wave.matrix_multiply_tile`: `a` 16 columns
    after 16 columns, `c` and the result 8 columns after 8 columns.

    If `left` is stated, there are no operands `a`: element (i, j) of a wave's tile is that
    of this memory with the index `left_first + i * left_stride + j`, and the tiles of four
    waves are one below the other.

    With `pending`, the sums are those of the product only behind the next
    `wave.matrix_wait`; only the `c` of the same product takes them before. Behind the
    operation, all earlier products are complete. HLSL has no name for it.

    ```mlir
    %d:4 = wave.matrix_multiply_memory f16 depth 16 (%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7),
        row_major %tile[%i] stride 64, (%c0, %c1, %c2, %c3)
        : (f16, f16, f16, f16, f16, f16, f16, f16),
        memref<4096xf16, #gpu.address_space<workgroup>>, (f32, f32, f32, f32) -> (f32, f32, f32, f32)
    ```
  }];
  let arguments = (ins TypeAttr:$element, I64Attr:$depth, Variadic<AnyTypeOf<[F16, I16]>>:$a,
                       Arg<Optional<AnyMemRef>, "the groupshared array of the left factor",
                           [MemRead]>:$left,
                       Optional<I32>:$left_first, OptionalAttr<I64Attr>:$left_stride,
                       Wave_MatrixLayoutAttr:$layout,
                       Arg<AnyMemRef, "the groupshared array", [MemRead]>:$memory, I32:$first,
                       I64Attr:$stride, Variadic<F32>:$c, UnitAttr:$pending);
  let results = (outs Variadic<F32>:$sums);
  let assemblyFormat = [{
    (`pending` $pending^)? $element `depth` $depth (`(` $a^ `)`)?
    (`left` $left^ `[` $left_first `]` `stride` $left_stride)? `,`
    custom<MatrixLayout>($layout) $memory `[` $first `]` `stride` $stride `,` `(` $c `)` attr-dict
    `:` (`left` type($left)^ `,`)? (`(` type($a)^ `)` `,`)? type($memory) `,` `(` type($c) `)` `->`
    `(` type($sums) `)`
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = Wave_OwnOfLane.declaration # [{
    /// The columns of the matrix in memory.
    int64_t getColumns() { return 2 * static_cast<int64_t>(getC().size()); }
  }];
}

def Wave_MatrixWaitOp : Wave_LaneOp<"matrix_wait", Wave_OwnOfLane, [
    AllTypesMatch<["values", "sums"]>, MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Waits for pending products";
  let description = [{
    Only `wave-distribute-matrices` creates it. The values are sums of a pending
    `wave.matrix_multiply_memory`, the results those of the product. All lanes that execute
    the product execute it together. HLSL has no name for it.

    ```mlir
    %d:2 = wave.matrix_wait %s#0, %s#1 : f32, f32
    ```
  }];
  let arguments = (ins Variadic<F32>:$values);
  let results = (outs Variadic<F32>:$sums);
  let assemblyFormat = "$values attr-dict `:` type($values)";
}

#endif // WAVEDIALECT_IR_WAVEMATRIXOPS_TD
