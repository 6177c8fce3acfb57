//===- WaveSpecializationOps.td - Constants that hosts choose -*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVESPECIALIZATIONOPS_TD
#define WAVEDIALECT_IR_WAVESPECIALIZATIONOPS_TD

include "WaveDialect/IR/WaveDialect.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"

def Wave_SpecializationConstantOp : Wave_UniformityOp<"specialization_constant", Wave_SameForGroup,
    [Pure, AllTypesMatch<["value", "result"]>]> {
  let summary = "A constant that a host may choose when it creates a pipeline";
  let description = [{
    In SPIR-V it is a specialization constant with the number `id`, which hosts set;
    `value` is the default. On all other targets it is the constant `value`. The
    element states the sign, for the manifest. All constants of a kernel with the same
    number are one constant.

    * C1 `specialization-constant`: the value is a scalar, `i1 i16 i32 i64 f16 f32 f64`,
      the element has the type of the value, and the number is not negative.
    * C2 `name-encoding`: the name is UTF-8.

    ```mlir
    %size = wave.specialization_constant 3 "size" = 16 : i32 as ui32
    ```

    HLSL: `[[vk::constant_id(3)]] const uint size = 16;`
  }];
  let arguments = (ins I32Attr:$id, StrAttr:$name, TypedAttrInterface:$value, TypeAttr:$element);
  let results = (outs AnyTypeOf<[AnySignlessInteger, AnyFloat], "a scalar">:$result);
  let assemblyFormat = "$id $name `=` $value `as` $element attr-dict";
  let hasVerifier = 1;
}

#endif // WAVEDIALECT_IR_WAVESPECIALIZATIONOPS_TD
