//===- WaveImageOps.td - Accesses of images -----------------*- tablegen -*-===//
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

def Wave_ImageLoadOp : Wave_ImageOp<"image_load", [Wave_AccessEffects]> {
  let summary = "The texel of an image at a coordinate";
  let description = [{
    Coordinates are unsigned, from 0, in texels: x, y, and the layer of an image
    that is an array. The result is a scalar for an image with one channel,
    otherwise a vector. `wave-guard-buffers` makes it 0 for coordinates outside
    the image. Both read-only and read-write images can be loaded from. The
    effects of a load from a coherent image are those of `wave.coherent_load`.

    * C1 `image-value`: the result has the type of one texel.
    * C2 `image-coordinate`: there is one coordinate for each dimension.

    ```mlir
    %t = wave.image_load %image[%x, %y] : !wave.image<2d, f32, 4> -> vector<4xf32>
    ```

    HLSL: `Texture2D::Load`, `RWTexture2D::operator[]`, `Texture2DArray::Load`,
    Shader Model 6.0. A helper lane loads like any other lane.
  }];
  let arguments = (ins Wave_Image:$image, Variadic<I32>:$coordinates);
  let results = (outs Wave_Element:$result);
  let assemblyFormat = [{
    $image `[` $coordinates `]` attr-dict `:` type($image) `->` type($result)
  }];
}

def Wave_ImageStoreOp : Wave_ImageOp<"image_store", [Wave_AccessEffects]> {
  let summary = "Stores a texel of an image";
  let description = [{
    Writes all channels. The coordinates are those of `wave.image_load`; a store
    outside the image does nothing. The image must be read-write (rule
    `store-to-read-only` of `wave-verify`). The effects of a store to a coherent
    image are those of `wave.coherent_store`.

    * C1 `image-value`: the value has the type of one texel.
    * C2 `image-coordinate`: there is one coordinate for each dimension.

    ```mlir
    wave.image_store %t, %image[%x, %y] : vector<4xf32>, !wave.image<2d, f32, 4>
    ```

    HLSL: `RWTexture2D::operator[]`, `RWTexture2DArray::operator[]`, Shader Model
    6.0. A helper lane stores nothing.
  }];
  let arguments = (ins Wave_Element:$value, Wave_Image:$image,
                       Variadic<I32>:$coordinates);
  let assemblyFormat = [{
    $value `,` $image `[` $coordinates `]` attr-dict `:` type($value) `,` type($image)
  }];
}

/// An atomic on a texel. `first` are the operands before the image.
class Wave_ImageAtomicOp<string mnemonic, dag first> : Wave_ImageOp<mnemonic, [Wave_OrdersLanes]> {
  let arguments = !con(first, (ins Wave_Image:$image, Variadic<I32>:$coordinates));
  let results = (outs I32:$result);
}

def Wave_ImageAtomicRMWOp : Wave_ImageAtomicOp<"image_atomic_rmw",
    (ins GPU_AllReduceOperationAttr:$kind, I32:$value)> {
  let summary = "An atomic read, combination and write of a texel";
  let description = [{
    Like `wave.atomic_rmw`: it returns the previous value, and each active lane
    executes it once, in an unspecified order. The coordinates are those of
    `wave.image_load`; outside of the image it does nothing. The image must be
    read-write.

    * C1 `atomic-kind`: the kind is `add`, `and`, `or`, `xor`, `minsi`, `minui`,
      `maxsi` or `maxui`.
    * C2 `atomic-element`: the image has one channel of `i32`, whose format has 32
      bits.
    * C3 `image-coordinate`: there is one coordinate for each dimension.

    ```mlir
    %old = wave.image_atomic_rmw add %v, %image[%x, %y] : !wave.image<2d, i32, 1>
    ```

    HLSL: `InterlockedAdd`, `And`, `Or`, `Xor`, `Min`, `Max` on a texel. A helper
    lane does nothing, and its result is undefined.
  }];
  let assemblyFormat = [{
    custom<Kind>($kind) $value `,` $image `[` $coordinates `]` attr-dict `:` type($image)
  }];
}

def Wave_ImageAtomicExchangeOp : Wave_ImageAtomicOp<"image_atomic_exchange", (ins I32:$value)> {
  let summary = "An atomic write of a texel that returns the previous value";
  let description = [{
    Otherwise as `wave.image_atomic_rmw`.

    * C1 `atomic-element`: as C2 of `wave.image_atomic_rmw`.
    * C2 `image-coordinate`: there is one coordinate for each dimension.

    ```mlir
    %old = wave.image_atomic_exchange %v, %image[%x, %y] : !wave.image<2d, i32, 1>
    ```

    HLSL: `InterlockedExchange` on a texel.
  }];
  let assemblyFormat = "$value `,` $image `[` $coordinates `]` attr-dict `:` type($image)";
}

def Wave_ImageAtomicCASOp : Wave_ImageAtomicOp<"image_atomic_cas", (ins I32:$compare, I32:$value)> {
  let summary = "An atomic write of a texel if it holds the expected value";
  let description = [{
    Writes `value` if the texel is `compare`, and returns the previous value in
    both cases. Otherwise as `wave.image_atomic_rmw`.

    * C1 `atomic-element`: as C2 of `wave.image_atomic_rmw`.
    * C2 `image-coordinate`: there is one coordinate for each dimension.

    ```mlir
    %old = wave.image_atomic_cas %compare, %v, %image[%x, %y] : !wave.image<2d, i32, 1>
    ```

    HLSL: `InterlockedCompareExchange` and `InterlockedCompareStore` on a texel.
  }];
  let assemblyFormat = [{
    $compare `,` $value `,` $image `[` $coordinates `]` attr-dict `:` type($image)
  }];
}

def Wave_ImageSizeOp : Wave_ImageOp<"image_size", [Pure, Wave_UniformityInterface]> {
  let summary = "The width or the height of an image, or its number of layers";
  let description = [{
    `x` gives the width and `y` the height in texels; `z` gives the number of
    layers of an array. It is the same for all groups of a dispatch.

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
