//===- ImageOps.cpp - Loads from and stores to images -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"

using namespace mlir;
using namespace mlir::wave;

/// Checks C1 of loads and stores.
static LogicalResult verifyTexel(Operation *op, Type type, ImageType image) {
  if (type == image.getValueType())
    return success();
  return op->emitOpError("a texel of ")
         << image << " is a " << image.getValueType() << ", got " << type
         << " [image-value]";
}

LogicalResult ImageLoadOp::verify() {
  return verifyTexel(*this, getResult().getType(), getImageType());
}

LogicalResult ImageStoreOp::verify() {
  return verifyTexel(*this, getValue().getType(), getImageType());
}

LogicalResult ImageSizeOp::verify() {
  if (getDimension() != gpu::Dimension::z)
    return success();
  return emitOpError("an image of two dimensions has a size in x and y, got z "
                     "[image-dimension]");
}
