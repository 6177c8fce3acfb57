//===- ImageToSPIRV.cpp - Accesses and sizes of images --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "WaveDialect/Analysis/MemoryAccess.h"

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

static Value makeCoordinate(OpBuilder &builder, Location loc,
                            ValueRange coordinates) {
  auto count = static_cast<int64_t>(coordinates.size());
  return spirv::CompositeConstructOp::create(
      builder, loc, VectorType::get({count}, builder.getI32Type()),
      coordinates);
}

/// The first mip level, which is the only one that kernels see.
static Value getFirstLevel(OpBuilder &builder, Location loc) {
  return spirv::ConstantOp::getZero(builder.getI32Type(), loc, builder);
}

static bool isSampled(Value image) {
  return cast<spirv::ImageType>(image.getType()).getSamplerUseInfo() ==
         spirv::ImageSamplerUseInfo::NeedSampler;
}

/// Calls the imported function that represents an instruction.
static Value callImageFunction(OpBuilder &builder, Location loc,
                               KernelModule &module, StringRef prefix,
                               Type result, ValueRange operands) {
  FunctionType type = builder.getFunctionType(TypeRange(operands), {result});
  return spirv::FunctionCallOp::create(builder, loc, result,
                                       module.getImageFunction(prefix, type),
                                       operands)
      ->getResult(0);
}

/// Vulkan's load returns four components regardless of the format.
static void convertLoad(ImageLoadOp op, KernelModule &module, Value image) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type scalar = cast<spirv::ImageType>(image.getType()).getElementType();
  Type four = VectorType::get({4}, scalar);
  Value at = makeCoordinate(builder, loc, op.getCoordinates());
  Value texel;
  if (isSampled(image))
    texel = callImageFunction(builder, loc, module, kImageFetchPrefix, four,
                              {image, at, getFirstLevel(builder, loc)});
  else
    texel =
        spirv::ImageReadOp::create(builder, loc, four, image, at,
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
  spirv::ImageWriteOp::create(builder, loc, image,
                              makeCoordinate(builder, loc, op.getCoordinates()),
                              castSign(builder, loc, type, op.getValue()),
                              spirv::ImageOperandsAttr(), ValueRange());
}

static void convertSize(ImageSizeOp op, KernelModule &module, Value image) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type type =
      VectorType::get({op.getImageType().getRank()}, builder.getI32Type());
  Value size;
  if (isSampled(image))
    size = callImageFunction(builder, loc, module, kImageSizePrefix, type,
                             {image, getFirstLevel(builder, loc)});
  else
    size = spirv::ImageQuerySizeOp::create(builder, loc, type, image);
  op.replaceAllUsesWith(
      spirv::CompositeExtractOp::create(builder, loc, size,
                                        static_cast<int32_t>(op.getDimension()))
          .getResult());
}

/// Returns the address of a texel, which only atomics use.
static Value getTexelPointer(OpBuilder &builder, KernelModule &module,
                             Operation *op, BlockArgument image,
                             ValueRange coordinates) {
  Location loc = op->getLoc();
  Value address = module.getImageAddress(builder, loc, image.getArgNumber());
  Value at = makeCoordinate(builder, loc, coordinates);
  Value sample = spirv::ConstantOp::getZero(builder.getI32Type(), loc, builder);
  auto pointee = cast<spirv::ImageType>(
      cast<spirv::PointerType>(address.getType()).getPointeeType());
  Type pointer = spirv::PointerType::get(pointee.getElementType(),
                                         spirv::StorageClass::Image);
  return callImageFunction(builder, loc, module, kTexelPointerPrefix, pointer,
                           {address, at, sample});
}

/// Replaces an atomic on a texel. The values have the sign of the format.
static void convertAtomic(Operation *op, KernelModule &module,
                          BlockArgument image) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  MemoryAccess access = *getMemoryAccess(op);
  Value pointer = getTexelPointer(builder, module, op, image, access.indices);
  Type type = cast<spirv::PointerType>(pointer.getType()).getPointeeType();
  auto operand = [&](unsigned number) {
    return castSign(builder, loc, type, op->getOperand(number));
  };
  Value old;
  if (auto rmw = dyn_cast<ImageAtomicRMWOp>(op))
    old = createAtomic(builder, loc, rmw.getKind(), pointer, operand(0));
  else if (isa<ImageAtomicExchangeOp>(op))
    old = createExchange(builder, loc, pointer, operand(0));
  else
    old = createCompareExchange(builder, loc, pointer, operand(0), operand(1));
  op->replaceAllUsesWith(
      ValueRange{castSign(builder, loc, op->getResult(0).getType(), old)});
}

void wave::convertImage(KernelModule &module, BlockArgument image) {
  // In the order of the text: that of the uses is another one in a module that was
  // printed and read.
  SmallVector<Operation *> users;
  image.getOwner()->walk([&](Operation *op) {
    if (llvm::is_contained(op->getOperands(), image))
      users.push_back(op);
  });
  for (Operation *user : users) {
    OpBuilder builder(user);
    if (auto access = getMemoryAccess(user);
        access && access->isAtomic() && !access->isCoherent) {
      convertAtomic(user, module, image);
      user->erase();
      continue;
    }
    Value loaded =
        module.getImage(builder, user->getLoc(), image.getArgNumber());
    if (auto load = dyn_cast<ImageLoadOp>(user))
      convertLoad(load, module, loaded);
    else if (auto store = dyn_cast<ImageStoreOp>(user))
      convertStore(store, loaded);
    else
      convertSize(cast<ImageSizeOp>(user), module, loaded);
    user->erase();
  }
}
