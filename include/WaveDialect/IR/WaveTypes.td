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
include "WaveDialect/IR/WaveMatrixType.td"

def Wave_ImageType : TypeDef<Wave_Dialect, "Image"> {
  let mnemonic = "image";
  let summary = "An image that a kernel loads from and stores to by coordinate";
  let description = [{
    `!wave.image<2d, f32, 4>` has two dimensions and four channels of `f32`,
    which determine its format; `!wave.image<2d_array, f32, 4>` is an array of
    such images, its layers; the sign of an integer element is in the
    argument's `wave.binding`. Images are arguments of functions only: they
    cannot be computed, selected or carried by loops.

    * C1 `image-type`: the element is `i32` or `f32`.
    * C2 `image-channels`: there are 1, 2 or 4 channels, because formats with
      three 32-bit channels do not support stores.

    HLSL: `Texture2D`, `RWTexture2D`, `Texture2DArray` and `RWTexture2DArray`.
  }];
  let parameters = (ins EnumParameter<Wave_ImageDimension>:$dimension,
                        "::mlir::Type":$element, "unsigned":$channels);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The result of one load: a scalar for one channel, otherwise a vector.
    Type getValueType();
    /// The number of coordinates: x, y, and the layer of an array.
    unsigned getRank() const;
    bool isArray() const { return getDimension() == ImageDimension::Dim2DArray; }
  }];
}

/// An image operand. It is a `Type` in C++, so that the assembly prints the
/// whole type.
def Wave_Image : Type<CPred<"::llvm::isa<::mlir::wave::ImageType>($_self)">, "an image">;

def Wave_PipeType : TypeDef<Wave_Dialect, "Pipe"> {
  let mnemonic = "pipe";
  let summary = "A pipe from producer waves to consumer waves";
  let description = [{
    The result of `wave.pipe`, which helpers may take as an argument. Pipes
    cannot be arguments of kernels, computed, selected or carried by loops.
  }];
}

/// A pipe operand; the assembly does not print its type.
def Wave_Pipe : Type<CPred<"::llvm::isa<::mlir::wave::PipeType>($_self)">, "a pipe",
                     "::mlir::wave::PipeType">,
                BuildableType<"$_builder.getType<::mlir::wave::PipeType>()">;

#endif // WAVEDIALECT_IR_WAVETYPES_TD
