//===- WaveTypes.td - Types of the wave dialect --------------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVETYPES_TD
#define WAVEDIALECT_IR_WAVETYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "WaveDialect/IR/WaveEnums.td"

def Wave_ImageType : TypeDef<Wave_Dialect, "Image"> {
  let mnemonic = "image";
  let summary = "An image that a kernel loads from and stores to by coordinate";
  let description = [{
    `!wave.image<2d, f32, 4>` has two dimensions and four channels of `f32`, so
    that its format is known; the sign of an integer element stands in the
    argument's `wave.binding`. An image is an argument of a function and nothing
    else: it is not computed, selected or carried.

    * C1 `image-type`: the element is `i32` or `f32`.
    * C2 `image-channels`: there are 1, 2 or 4 channels, because no format of
      three 32-bit channels can be stored to.

    HLSL: `Texture2D` and `RWTexture2D`.
  }];
  let parameters = (ins EnumParameter<Wave_ImageDimension>:$dimension,
                        "::mlir::Type":$element, "unsigned":$channels);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// What one load gives: a scalar for one channel, else a vector.
    Type getValueType();
  }];
}

/// An image as an operand: `Type` to C++, so that its type is printed whole.
def Wave_Image : Type<CPred<"::llvm::isa<::mlir::wave::ImageType>($_self)">, "an image">;

#endif // WAVEDIALECT_IR_WAVETYPES_TD
