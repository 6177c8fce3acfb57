//===- WaveImageOps.td - Loads from and stores to images -----*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEIMAGEOPS_TD
#define WAVEDIALECT_IR_WAVEIMAGEOPS_TD

include "WaveDialect/IR/WaveGroupOps.td"
include "WaveDialect/IR/WaveTypes.td"

class Wave_ImageOp<string mnemonic, list<Trait> traits = []> : Wave_Op<mnemonic, traits> {
  let hasVerifier = 1;
  code getImageType = [{
    ::mlir::wave::ImageType getImageType() {
      return ::llvm::cast<::mlir::wave::ImageType>(getImage().getType());
    }
  }];
  let extraClassDeclaration = getImageType;
}

def Wave_ImageLoadOp : Wave_ImageOp<"image_load"> {
  let summary = "The texel of an image at a coordinate";
  let description = [{
    Coordinates are unsigned, from 0, in texels. The result is a scalar for an
    image with one channel, otherwise a vector. `wave-guard-buffers` makes it 0
    for coordinates outside the image. Both read-only and read-write images can
    be loaded from.

    * C1 `image-value`: the result has the type of one texel.

    ```mlir
    %t = wave.image_load %image[%x, %y] : !wave.image<2d, f32, 4> -> vector<4xf32>
    ```

    HLSL: `Texture2D::Load`, `RWTexture2D::operator[]`, Shader Model 6.0. A helper
    lane loads like any other lane.
  }];
  let arguments = (ins Arg<Wave_Image, "", [MemRead]>:$image, I32:$x, I32:$y);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = [{
    $image `[` $x `,` $y `]` attr-dict `:` type($image) `->` type($result)
  }];
}

def Wave_ImageStoreOp : Wave_ImageOp<"image_store"> {
  let summary = "Stores a texel of an image";
  let description = [{
    Writes all channels. Coordinates are unsigned, in texels; a store outside
    the image does nothing. The image must be read-write (rule
    `store-to-read-only` of `wave-verify`).

    * C1 `image-value`: the value has the type of one texel.

    ```mlir
    wave.image_store %t, %image[%x, %y] : vector<4xf32>, !wave.image<2d, f32, 4>
    ```

    HLSL: `RWTexture2D::operator[]`, Shader Model 6.0. A helper lane stores
    nothing.
  }];
  let arguments = (ins Wave_Element:$value, Arg<Wave_Image, "", [MemWrite]>:$image,
                       I32:$x, I32:$y);
  let assemblyFormat = [{
    $value `,` $image `[` $x `,` $y `]` attr-dict `:` type($value) `,` type($image)
  }];
}

def Wave_ImageSizeOp : Wave_ImageOp<"image_size", [Pure, Wave_UniformityInterface]> {
  let summary = "The width or the height of an image";
  let description = [{
    Counted in texels: `x` gives the width, `y` the height. It is the same for
    all groups of a dispatch.

    * C1 `image-dimension`: the dimension is one that the image has.

    ```mlir
    %width = wave.image_size x %image : !wave.image<2d, f32, 4>
    ```

    HLSL: `GetDimensions`, Shader Model 6.0. Helper lanes get it as well.
  }];
  let arguments = (ins GPU_DimensionAttr:$dimension, Wave_Image:$image);
  let results = (outs I32:$result);
  let assemblyFormat = "custom<Dimension>($dimension) $image attr-dict `:` type($image)";
  let extraClassDeclaration = !strconcat(getImageType, Wave_SameForGroup.declaration);
}

#endif // WAVEDIALECT_IR_WAVEIMAGEOPS_TD
