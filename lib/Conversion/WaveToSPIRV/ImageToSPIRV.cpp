//===- ImageToSPIRV.cpp - Loads, stores and sizes of images ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::wave;

/// Integer images have the sign of their format; values of this dialect are
/// signless.
static Value castSign(OpBuilder &builder, Location loc, Type type,
                      Value value) {
  if (value.getType() == type)
    return value;
  return spirv::BitcastOp::create(builder, loc, type, value);
}

static Value makeCoordinate(OpBuilder &builder, Location loc, Value x,
                            Value y) {
  return spirv::CompositeConstructOp::create(
      builder, loc, VectorType::get({2}, builder.getI32Type()),
      ValueRange{x, y});
}

/// Vulkan's load returns four components regardless of the format.
static void convertLoad(ImageLoadOp op, Value image) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type scalar = cast<spirv::ImageType>(image.getType()).getElementType();
  Value texel = spirv::ImageReadOp::create(
      builder, loc, VectorType::get({4}, scalar), image,
      makeCoordinate(builder, loc, op.getX(), op.getY()),
      spirv::ImageOperandsAttr(), ValueRange());
  Type type = op.getType();
  texel = castSign(builder, loc,
                   VectorType::get({4}, getElementTypeOrSelf(type)), texel);
  auto vector = dyn_cast<VectorType>(type);
  if (!vector)
    texel = spirv::CompositeExtractOp::create(builder, loc, texel, 0);
  else if (vector.getNumElements() < 4)
    texel = spirv::VectorShuffleOp::create(builder, loc, vector, texel, texel,
                                           builder.getI32ArrayAttr({0, 1}));
  op.replaceAllUsesWith(texel);
}

static void convertStore(ImageStoreOp op, Value image) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type type = cast<spirv::ImageType>(image.getType()).getElementType();
  if (auto vector = dyn_cast<VectorType>(op.getValue().getType()))
    type = vector.clone(type);
  spirv::ImageWriteOp::create(
      builder, loc, image, makeCoordinate(builder, loc, op.getX(), op.getY()),
      castSign(builder, loc, type, op.getValue()), spirv::ImageOperandsAttr(),
      ValueRange());
}

static void convertSize(ImageSizeOp op, Value image) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value size = spirv::ImageQuerySizeOp::create(
      builder, loc, VectorType::get({2}, builder.getI32Type()), image);
  op.replaceAllUsesWith(
      spirv::CompositeExtractOp::create(builder, loc, size,
                                        static_cast<int32_t>(op.getDimension()))
          .getResult());
}

void wave::convertImage(KernelModule &module, BlockArgument image) {
  for (Operation *user : llvm::make_early_inc_range(image.getUsers())) {
    OpBuilder builder(user);
    Value loaded =
        module.getImage(builder, user->getLoc(), image.getArgNumber());
    if (auto load = dyn_cast<ImageLoadOp>(user))
      convertLoad(load, loaded);
    else if (auto store = dyn_cast<ImageStoreOp>(user))
      convertStore(store, loaded);
    else
      convertSize(cast<ImageSizeOp>(user), loaded);
    user->erase();
  }
}
