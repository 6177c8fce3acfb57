//===- ImageToDXIL.cpp - Loads, stores and sizes of images ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DXILKernel.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::wave;

/// A texel has four values in DXIL, regardless of its format.
static constexpr unsigned kTexelValues = 4;

SmallVector<Value, 3> wave::getTexelCoordinates(OpBuilder &builder,
                                                DXILKernel &kernel,
                                                ValueRange coordinates) {
  SmallVector<Value, 3> all(coordinates);
  all.resize(3, kernel.getUndef(builder.getI32Type()));
  return all;
}

/// A read-only image is loaded from its only mip level, level 0; a read-write
/// image takes no level.
static void lowerLoad(ImageLoadOp op, DXILKernel &kernel) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type scalar = op.getImageType().getElement();
  Value none = kernel.getUndef(builder.getI32Type());
  SmallVector<Value, 3> at =
      getTexelCoordinates(builder, kernel, op.getCoordinates());
  const bool isReadOnly =
      kernel.getResource(op.getImage()).kind == BindingKind::SRV;
  Value loaded = dxil::TextureLoadOp::create(
      builder, loc, dxil::ResRetType::get(builder.getContext(), scalar),
      kernel.getHandle(op.getImage()),
      isReadOnly ? kernel.getConstant(0) : none, at[0], at[1], at[2], none,
      none, none);
  SmallVector<Value, kTexelValues> channels;
  for (unsigned i = 0; i < op.getImageType().getChannels(); ++i)
    channels.push_back(
        dxil::ExtractOp::create(builder, loc, scalar, loaded, i));
  Value texel = channels.front();
  if (auto vector = dyn_cast<VectorType>(op.getType()))
    texel = vector::FromElementsOp::create(builder, loc, vector, channels);
  op.replaceAllUsesWith(texel);
  op.erase();
}

/// DXIL stores four values; the values that the format lacks repeat the last
/// one.
static void lowerStore(ImageStoreOp op, DXILKernel &kernel) {
  OpBuilder builder(op);
  SmallVector<Value> values{op.getValue()};
  if (isa<VectorType>(op.getValue().getType()))
    values = getComponents(op.getValue(), kernel);
  values.resize(kTexelValues, values.back());
  SmallVector<Value, 3> at =
      getTexelCoordinates(builder, kernel, op.getCoordinates());
  dxil::TextureStoreOp::create(
      builder, op.getLoc(), kernel.getHandle(op.getImage()), at[0], at[1],
      at[2], values[0], values[1], values[2], values[3], /*mask=*/15);
  op.erase();
}

static void lowerSize(ImageSizeOp op, DXILKernel &kernel) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value size = dxil::GetDimensionsOp::create(
      builder, loc,
      dxil::StructType::get(builder.getContext(), dxil::StructKind::Dimensions),
      kernel.getHandle(op.getImage()), /*mipLevel=*/kernel.getConstant(0));
  op.replaceAllUsesWith(
      dxil::ExtractOp::create(builder, loc, builder.getI32Type(), size,
                              static_cast<uint32_t>(op.getDimension()))
          .getResult());
  op.erase();
}

FailureOr<bool> wave::lowerImage(Operation *op, DXILKernel &kernel) {
  if (auto load = dyn_cast<ImageLoadOp>(op))
    lowerLoad(load, kernel);
  else if (auto store = dyn_cast<ImageStoreOp>(op))
    lowerStore(store, kernel);
  else if (auto size = dyn_cast<ImageSizeOp>(op))
    lowerSize(size, kernel);
  else
    return false;
  return true;
}
