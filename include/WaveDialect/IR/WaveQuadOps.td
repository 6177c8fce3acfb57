//===- WaveQuadOps.td - Quads of four lanes ------------------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEQUADOPS_TD
#define WAVEDIALECT_IR_WAVEQUADOPS_TD

include "WaveDialect/IR/WaveVoteOps.td"

def Wave_QuadReadAcrossOp : Wave_LaneOp<"quad_read_across", Wave_OncePerQuad, [
    Wave_Componentwise, Wave_Quadwise, Wave_KeepsUniformValue, AllTypesMatch<["value", "result"]>]> {
  let summary = "The value of a neighbor in the quad";
  let description = [{
    A quad is four consecutive lanes: lanes 4k and 4k+1 are the upper row, 4k+2
    and 4k+3 the lower row. `x` reads the other lane of the row, `y` the other
    lane of the column, and `diagonal` the remaining lane. All four lanes of the
    quad must be active, and control flow must be uniform across the quad;
    otherwise the result is undefined. The value may differ between lanes; a
    vector is read as a whole.

    * C1 `element-type`: the value is a scalar or a vector of 2 to 4.

    ```mlir
    %q = wave.quad_read_across x %v : f32
    ```

    HLSL: `QuadReadAcrossX`, `QuadReadAcrossY`, `QuadReadAcrossDiagonal`, Shader
    Model 6.0. Helper lanes participate like other lanes.
  }];
  let arguments = (ins Wave_QuadDirectionAttr:$direction, Wave_Element:$value);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = "custom<QuadDirection>($direction) $value attr-dict `:` type($value)";
}

def Wave_QuadReadLaneOp : Wave_LaneOp<"quad_read_lane", Wave_OncePerQuad, [
    Wave_Componentwise, Wave_Quadwise, Wave_KeepsUniformValue, AllTypesMatch<["value", "result"]>]> {
  let summary = "The value of a lane of the quad";
  let description = [{
    The lane index is 0 to 3, counted in the quad, and may differ between lanes.
    The result is undefined if the index is not below 4, or if a lane of the
    quad is not active.

    * C1 `element-type`: the value is a scalar or a vector of 2 to 4.

    ```mlir
    %q = wave.quad_read_lane %v, %lane : vector<3xf32>
    ```

    HLSL: `QuadReadLaneAt`, Shader Model 6.0. Helper lanes participate like
    other lanes.
  }];
  let arguments = (ins Wave_Element:$value, I32:$lane);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = "$value `,` $lane attr-dict `:` type($value)";
}

def Wave_QuadAnyOp : Wave_PredicateOp<"quad_any", I1, Wave_OncePerQuad,
                                      [Wave_Quadwise, Wave_KeepsUniformValue]> {
  let summary = "Whether the predicate holds for any lane of the quad";
  let description = [{
    The result is the same for the four lanes, which must all be active.

    * C1 `predicate-not-bool`: the operand is an `i1`.

    HLSL: `QuadAny`, Shader Model 6.7. Helper lanes participate like other
    lanes.
  }];
}

def Wave_QuadAllOp : Wave_PredicateOp<"quad_all", I1, Wave_OncePerQuad,
                                      [Wave_Quadwise, Wave_KeepsUniformValue]> {
  let summary = "Whether the predicate holds for all lanes of the quad";
  let description = [{
    The result is the same for the four lanes, which must all be active.

    * C1 `predicate-not-bool`: the operand is an `i1`.

    HLSL: `QuadAll`, Shader Model 6.7. Helper lanes participate like other
    lanes.
  }];
}

#endif // WAVEDIALECT_IR_WAVEQUADOPS_TD
