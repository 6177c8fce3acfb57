//===- ImageOps.cpp - Accesses of images ------------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Bindings.h"
#include "WaveDialect/IR/CombiningKind.h"
#include "WaveDialect/IR/ElementType.h"
#include "WaveDialect/IR/ImageFormat.h"
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

/// Checks the number of coordinates of an access.
static LogicalResult verifyCoordinates(Operation *op, ValueRange coordinates,
                                       ImageType image) {
  if (coordinates.size() == image.getRank())
    return success();
  return op->emitOpError("takes ")
         << image.getRank() << " coordinates of " << image << ", got "
         << coordinates.size() << " [image-coordinate]";
}

LogicalResult ImageLoadOp::verify() {
  if (failed(verifyTexel(*this, getResult().getType(), getImageType()))) // C1
    return failure();
  return verifyCoordinates(*this, getCoordinates(), getImageType()); // C2
}

LogicalResult ImageStoreOp::verify() {
  if (failed(verifyTexel(*this, getValue().getType(), getImageType()))) // C1
    return failure();
  return verifyCoordinates(*this, getCoordinates(), getImageType()); // C2
}

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

void ImageLoadOp::getEffects(Effects &effects) {
  addAccessEffects(getImageMutable(), /*isStore=*/false, effects);
}

void ImageStoreOp::getEffects(Effects &effects) {
  addAccessEffects(getImageMutable(), /*isStore=*/true, effects);
}

/// Checks the image and the coordinates of an atomic. The attributes of a kernel's
/// argument state its format.
template <typename Op>
static LogicalResult verifyAtomic(Op op) {
  ImageType image = op.getImageType();
  BindingAttr binding = getBinding(op.getImage());
  const bool isBytes = binding && isByteType(binding.getElement());
  if (!image.getElement().isInteger(32) || image.getChannels() != 1 || isBytes)
    return op.emitOpError("an atomic on a texel needs an image of one channel "
                          "of 32-bit integers, got ")
           << image << (isBytes ? " of bytes" : "") << " [atomic-element]";
  auto format = dyn_cast_or_null<StringAttr>(
      getArgumentAttr(op.getImage(), kImageFormatAttribute));
  if (format && format != "r32i" && format != "r32ui")
    return op.emitOpError("needs an image of the format r32i or r32ui, got ")
           << format.getValue() << " [atomic-element]";
  return verifyCoordinates(op, op.getCoordinates(), image);
}

LogicalResult ImageAtomicRMWOp::verify() {
  if (!isAtomicKind(getKind(), /*isFloat=*/false)) // C1
    return emitOpError("cannot combine i32 by '")
           << gpu::stringifyAllReduceOperation(getKind())
           << "': atomics of integers are add, and, or, xor, minsi, minui, "
              "maxsi and maxui [atomic-kind]";
  return verifyAtomic(*this); // C2, C3
}

LogicalResult ImageAtomicExchangeOp::verify() {
  return verifyAtomic(*this); // C1, C2
}

LogicalResult ImageAtomicCASOp::verify() {
  return verifyAtomic(*this); // C1, C2
}

LogicalResult ImageSizeOp::verify() {
  if (static_cast<unsigned>(getDimension()) < getImageType().getRank())
    return success();
  return emitOpError("an image of two dimensions has a size in x and y, got z "
                     "[image-dimension]");
}
