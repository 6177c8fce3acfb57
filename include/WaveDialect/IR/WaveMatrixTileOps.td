//===- WaveMatrixTileOps.td - Tiles of cooperative matrices --*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `wave-tile-matrices` creates for targets whose matrices have a few sizes, and whose
// lanes do not know which elements they have. `wave.matrix_fill` and
// `wave.matrix_multiply_add` serve tiles, too.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEMATRIXTILEOPS_TD
#define WAVEDIALECT_IR_WAVEMATRIXTILEOPS_TD

include "WaveDialect/IR/WaveMatrixOps.td"

def Wave_MatrixLoadTileOp : Wave_UniformityOp<"matrix_load_tile", Wave_SameForWave, [
    Wave_WholeWave, Wave_AccessEffects]> {
  let summary = "A tile from memory that has all of its elements";
  let description = [{
    Only `wave-tile-matrices` creates it. Rows or, with `column_major`, columns are adjacent
    in memory, and begin at multiples of 16 bytes or of their length. All elements are in
    bounds. `first` and `stride` count elements of the memory, whose type need not be that
    of the tile: an `i32` holds two elements of 16 bits, the first one in its low bits. HLSL
    has no name for it.

    ```mlir
    %a = wave.matrix_load_tile row_major %words[%first, %stride]
        : memref<256xi32, #gpu.address_space<workgroup>> -> !wave.matrix<16x16xf16, a>
    ```
  }];
  let arguments = (ins Wave_MatrixLayoutAttr:$layout, AnyMemRef:$memory, I32:$first,
                       I32:$stride);
  let results = (outs Wave_Matrix:$result);
  let assemblyFormat = [{
    custom<MatrixLayout>($layout) $memory `[` $first `,` $stride `]` attr-dict `:`
    type($memory) `->` type($result)
  }];
}

def Wave_MatrixStoreTileOp : Wave_Op<"matrix_store_tile", [Wave_WholeWave, Wave_AccessEffects]> {
  let summary = "Stores a tile to memory that has all of its elements";
  let description = [{
    Only `wave-tile-matrices` creates it; see `wave.matrix_load_tile`. HLSL has no name for it.
  }];
  let arguments = (ins Wave_MatrixLayoutAttr:$layout, Wave_Matrix:$value, AnyMemRef:$memory,
                       I32:$first, I32:$stride);
  let assemblyFormat = [{
    custom<MatrixLayout>($layout) $value `,` $memory `[` $first `,` $stride `]` attr-dict
    `:` type($value) `,` type($memory)
  }];
}

def Wave_MatrixLengthOp : Wave_UniformityOp<"matrix_length", Wave_SameForWave, [Pure]> {
  let summary = "The number of elements of a tile that each lane has";
  let description = [{ Only `wave-tile-matrices` creates it. HLSL has no name for it. }];
  let arguments = (ins TypeAttr:$matrix);
  let results = (outs I32:$result);
  let assemblyFormat = "$matrix attr-dict";
}

def Wave_MatrixGetElementOp : Wave_UniformityOp<"matrix_get_element", Wave_OwnOfLane, [
    MemoryEffects<[MemRead<DefaultResource>]>]> {
  let summary = "An element that this lane has of a variable's tile";
  let description = [{
    Only `wave-tile-matrices` creates it, with an index below `wave.matrix_length`. The
    target chooses which element of the tile an index means, the same for all tiles of one
    type. HLSL has no name for it.
  }];
  let arguments = (ins I32Attr:$variable, TypeAttr:$matrix, I32:$index);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$variable `[` $index `]` attr-dict `:` $matrix `->` type($result)";
}

def Wave_MatrixSetElementOp : Wave_Op<"matrix_set_element", [
    MemoryEffects<[MemWrite<DefaultResource>]>]> {
  let summary = "Assigns to an element that this lane has of a variable's tile";
  let description = [{
    Only `wave-tile-matrices` creates it; see `wave.matrix_get_element`. HLSL has no name for
    it.
  }];
  let arguments = (ins I32Attr:$variable, TypeAttr:$matrix, I32:$index, AnyType:$value);
  let assemblyFormat = "$value `,` $variable `[` $index `]` attr-dict `:` type($value) `,` $matrix";
}

//===----------------------------------------------------------------------===//
// Elements of values, for targets without variables that hold tiles
//===----------------------------------------------------------------------===//

def Wave_MatrixCountOp : Wave_UniformityOp<"matrix_count", Wave_OwnOfLane, [Pure]> {
  let summary = "The number of elements of a tile that this lane has";
  let description = [{
    Only `wave-tile-matrices` creates it, with `lin-alg`. Lanes may have different numbers,
    and several lanes the same element. HLSL: `Length` of the linear algebra proposal.
  }];
  let arguments = (ins Wave_Matrix:$tile);
  let results = (outs I32:$result);
  let assemblyFormat = "$tile attr-dict `:` type($tile)";
}

def Wave_MatrixExtractOp : Wave_UniformityOp<"matrix_extract", Wave_OwnOfLane, [Pure]> {
  let summary = "An element that this lane has of a tile";
  let description = [{
    Only `wave-tile-matrices` creates it, with an index below `wave.matrix_count`. The
    target chooses which element of the tile an index means, the same for all tiles of one
    type. HLSL: `Get` of the linear algebra proposal.
  }];
  let arguments = (ins Wave_Matrix:$tile, I32:$index);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$tile `[` $index `]` attr-dict `:` type($tile) `->` type($result)";
}

def Wave_MatrixInsertOp : Wave_UniformityOp<"matrix_insert", Wave_OwnOfLane, [
    Pure, AllTypesMatch<["tile", "result"]>]> {
  let summary = "A tile with another element of this lane";
  let description = [{
    Only `wave-tile-matrices` creates it; see `wave.matrix_extract`. HLSL: `Set` of the
    linear algebra proposal.
  }];
  let arguments = (ins AnyType:$value, Wave_Matrix:$tile, I32:$index);
  let results = (outs Wave_Matrix:$result);
  let assemblyFormat = "$value `,` $tile `[` $index `]` attr-dict `:` type($value) `,` type($tile)";
}

#endif // WAVEDIALECT_IR_WAVEMATRIXTILEOPS_TD
