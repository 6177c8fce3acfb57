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
    type has a sign: `f16 bf16 f32 f64 si8 ui8 si16 ui16 si32 ui32 si64 ui64`, or `i1`
    for a boolean, which memory holds as a 32-bit integer. It may also be a vector of
    2 to 4 of these, such as `vector<3xui32>`, which memory holds as consecutive
    components. The type of an image states its channels, so the element of an
    image is a scalar.

    `#wave.binding<cbv, 0, 1, ui32>` is a constant buffer, a `memref<Nxi32>`. The
    attribute `wave.fields` of its argument has its fields, for hosts: a scalar or a
    vector has a name, a type with its sign, and an offset in bytes; an array also has
    the number of its elements and the distance between two of them in bytes. A
    boolean takes four bytes.

    ```mlir
    wave.fields = [{name = "scale", type = f32, offset = 0},
                   {name = "lights.color", type = vector<3xf32>, offset = 16, count = 8, stride = 32} ]
    ```
  }];
  let parameters = (ins EnumParameter<Wave_BindingKind>:$kind,
                        "std::optional<unsigned>":$set,
                        "std::optional<unsigned>":$binding,
                        "::mlir::Type":$element);
  let hasCustomAssemblyFormat = 1;
}

def Wave_LaunchAttr : Wave_Attr<"Launch", "launch"> {
  let summary = "What a kernel stated before passes changed how it is launched";
  let description = [{
    `wave-num-waves-to-num-threads` writes it on a kernel, as its clause `launch(...)`.
    For a kernel whose waves became threads it has the form, the number of waves, the
    wave sizes at which the group fits, in ascending order, and the preferred one.
    `exact`: as many threads as the waves of one size have; `surplus`: as many as those
    of the largest size have, for all sizes. `retires` says that waves beyond the number
    may be launched, and retire at entry.

    `dropped` has the wave sizes at which the group does not fit: dictionaries of `size`
    and `reason`. A kernel that still has its number of waves has nothing else here.

    ```mlir
    #wave.launch<surplus, num_waves = 2, wave_sizes = [8, 16, 32], preferred_wave_size = 16, retires>
    #wave.launch<dropped = [{reason = "2 waves of 128 lanes are more than 128 threads", size = 128 : i64} ]>
    ```
  }];
  let parameters = (ins "std::optional<::mlir::wave::LaunchForm>":$form,
                        "int64_t":$numWaves,
                        ArrayRefParameter<"int32_t">:$waveSizes,
                        "std::optional<int32_t>":$preferredWaveSize,
                        "bool":$retires,
                        "::mlir::ArrayAttr":$dropped);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// What is between the delimiters.
    static FailureOr<LaunchAttr> parseParts(AsmParser &parser);
    void printParts(AsmPrinter &printer) const;
  }];
}

#endif // WAVEDIALECT_IR_WAVEATTRS_TD
