//===- ImageToNVVM.cpp - Images as linear memory -------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An image stores its texels row by row and an array of images layer by layer. The
// channels of a texel are adjacent.
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

Value nvvm::createTexelPlace(NVVMBuilder &b, Value image,
                             ValueRange coordinates) {
  const ResourceBinding &resource = b.kernel.getResource(image);
  // From the slowest dimension to x.
  Value texel = b.resize(coordinates.back(), b.i64);
  for (unsigned dimension = coordinates.size() - 1; dimension-- > 0;) {
    Value extent = b.resize(b.kernel.getExtent(image, dimension), b.i64);
    texel = b.add(arith::MulIOp::create(b, texel, extent),
                  b.resize(coordinates[dimension], b.i64));
  }
  Value first =
      arith::MulIOp::create(b, texel, b.number(b.i64, resource.components));
  return createPlace(b, b.kernel.getPointer(image),
                     getStorageType(resource.element), first);
}

static void lowerImageLoad(ImageLoadOp op, NVVMBuilder &b) {
  auto [x, condition] = getGuardedIndex(op);
  const ResourceBinding &resource = b.kernel.getResource(op.getImage());
  SmallVector<Value> coordinates(op.getCoordinates());
  coordinates.front() = x;
  Value place = createTexelPlace(b, op.getImage(), coordinates);
  Value texel =
      createLoad(b, getStoredType(resource), selectPlace(b, condition, place),
                 b.kernel.getAlignment(op.getImage()), isReadOnly(resource));
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
  LLVM::StoreOp::create(b, texel,
                        createTexelPlace(b, op.getImage(), op.getCoordinates()),
                        b.kernel.getAlignment(op.getImage()));
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
