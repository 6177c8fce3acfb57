//===- ImageToNVVM.cpp - Images as linear memory -------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An image stores its texels row by row, and the channels of a texel are adjacent.
//
//===----------------------------------------------------------------------===//

#include "ResourceAccess.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

/// The type of a texel in memory: a scalar for one channel, otherwise a vector.
static Type getStoredType(const ResourceBinding &image) {
  return getTypeOfComponents(getStorageType(image.element), image.components);
}

/// The address of a texel. Its index may exceed 32 bits.
static Value createTexelPlace(NVVMBuilder &b, Value image, Value x, Value y) {
  const ResourceBinding &resource = b.kernel.getResource(image);
  Value width = b.resize(b.kernel.getExtent(image, 0), b.i64);
  Value row = arith::MulIOp::create(b, b.resize(y, b.i64), width);
  Value texel = b.add(row, b.resize(x, b.i64));
  Value first =
      arith::MulIOp::create(b, texel, b.number(b.i64, resource.components));
  return createPlace(b, b.kernel.getPointer(image),
                     getStorageType(resource.element), first);
}

static void lowerImageLoad(ImageLoadOp op, NVVMBuilder &b) {
  auto [x, condition] = getGuardedIndex(op);
  const ResourceBinding &resource = b.kernel.getResource(op.getImage());
  Value place = createTexelPlace(b, op.getImage(), x, op.getY());
  Value texel =
      createLoad(b, getStoredType(resource), selectPlace(b, condition, place),
                 getAlignment(resource), isReadOnly(resource));
  if (isByteType(resource.element)) {
    if (resource.element.isSignedInteger())
      texel = arith::ExtSIOp::create(b, op.getType(), texel);
    else
      texel = arith::ExtUIOp::create(b, op.getType(), texel);
  }
  op.replaceAllUsesWith(texel);
  eraseAccess(op);
}

static void lowerImageStore(ImageStoreOp op, NVVMBuilder &b) {
  const ResourceBinding &resource = b.kernel.getResource(op.getImage());
  Value texel = op.getValue();
  if (isByteType(resource.element))
    texel = arith::TruncIOp::create(b, getStoredType(resource), texel);
  LLVM::StoreOp::create(
      b, texel, createTexelPlace(b, op.getImage(), op.getX(), op.getY()),
      getAlignment(resource));
  op.erase();
}

FailureOr<bool> nvvm::lowerImage(Operation *op, NVVMKernel &kernel,
                                 Value mask) {
  NVVMBuilder b(op, kernel, mask);
  if (auto load = dyn_cast<ImageLoadOp>(op)) {
    lowerImageLoad(load, b);
    return true;
  }
  if (auto store = dyn_cast<ImageStoreOp>(op)) {
    lowerImageStore(store, b);
    return true;
  }
  if (auto size = dyn_cast<ImageSizeOp>(op)) {
    size.replaceAllUsesWith(kernel.getExtent(
        size.getImage(), static_cast<unsigned>(size.getDimension())));
    size.erase();
    return true;
  }
  return false;
}
