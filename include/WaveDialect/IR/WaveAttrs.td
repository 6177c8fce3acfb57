//===- WaveAttrs.td - Attributes of the wave dialect ---------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEATTRS_TD
#define WAVEDIALECT_IR_WAVEATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "WaveDialect/IR/WaveEnums.td"

class Wave_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Wave_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def Wave_BindingAttr : Wave_Attr<"Binding", "binding"> {
  let summary = "Where a buffer or an image is bound, and what it holds";
  let description = [{
    `#wave.binding<srv, 0, 2, ui32>` is a read-only buffer of unsigned 32-bit
    integers at binding 2 of set 0 (Vulkan's descriptor set, HLSL's space). Set
    and binding are optional, as in `#wave.binding<uav, f32>`: the conversion
    then uses the argument's position among the buffers and images. The element
    type has a sign: `f16 f32 f64 si16 ui16 si32 ui32 si64 ui64`, or `i1` for a
    boolean, which memory holds as a 32-bit integer. It may also be a vector of
    2 to 4 of these, such as `vector<3xui32>`, which memory holds as consecutive
    components. The type of an image states its channels, so the element of an
    image is a scalar.
  }];
  let parameters = (ins EnumParameter<Wave_BindingKind>:$kind,
                        "std::optional<unsigned>":$set,
                        "std::optional<unsigned>":$binding,
                        "::mlir::Type":$element);
  let hasCustomAssemblyFormat = 1;
}

#endif // WAVEDIALECT_IR_WAVEATTRS_TD
