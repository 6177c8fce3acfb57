//===- Resources.cpp - Buffers, textures and constant buffers ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

Resource Emitter::describe(QualType type, SourceLocation location) {
  StringRef note = types.annotationOf(type);
  Resource made;
  made.type = types.plain(type);
  if (note.consume_front("hlsl.refuse ")) {
    fail(location, "hlsl-unsupported", note);
    return made;
  }
  note.consume_front("hlsl.resource.");
  made.isWritable = note.consume_front("RW");
  made.kind = llvm::StringSwitch<Resource::Kind>(note)
                  .Cases({"Buffer", "StructuredBuffer"}, Resource::Kind::Buffer)
                  .Case("ByteAddressBuffer", Resource::Kind::Bytes)
                  .Case("Texture2D", Resource::Kind::Texture)
                  .Default(Resource::Kind::Constants);
  made.element = ast.UnsignedIntTy;
  if (const auto *specialized =
          dyn_cast<clang::ClassTemplateSpecializationDecl>(
              made.type->getAsCXXRecordDecl()))
    made.element = types.plain(specialized->getTemplateArgs()[0].getAsType());
  return made;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// An element of a buffer, or a texel.
Place Emitter::elementOf(const Resource &resource, const Expr *index) {
  if (resource.kind == Resource::Kind::Texture) {
    Value coordinates = emitNumber(index);
    return texelOf(resource, coordinates);
  }
  return elementOf(resource, emitIndex(index));
}

Place Emitter::elementOf(const Resource &resource, Value index) {
  Place place;
  place.kind = Place::Kind::Memory;
  place.type = resource.element;
  place.name = resource.source.name;
  place.memory.array = resource.argument;
  place.memory.element = index;
  place.memory.isBuffer = true;
  place.memory.isWritable = resource.isWritable;
  place.memory.elementWords =
      layouts.sizeOf(resource.element, Packing::Natural, false) /
      wordBytes(place.memory);
  return place;
}

Place Emitter::texelOf(const Resource &resource, Value coordinates) {
  Place place;
  place.kind = Place::Kind::Texel;
  place.type = resource.element;
  place.name = resource.source.name;
  place.texture = &resource;
  place.x = component(coordinates, 0);
  place.y = component(coordinates, 1);
  return place;
}

/// A value at an address in a buffer of bytes.
Place Emitter::bytesAt(const Resource &resource, Value address, QualType type) {
  Place place = elementOf(resource, builder.createOrFold<arith::ShRUIOp>(
                                        loc(), address, integer(2)));
  place.type = types.plain(type);
  place.memory.elementWords = 1;
  place.memory.byte = address;
  // As dxc: matrices in buffers of bytes are in the order of their rows.
  place.memory.rowMajor = true;
  return place;
}

//===----------------------------------------------------------------------===//
// Methods
//===----------------------------------------------------------------------===//

Tree Emitter::emitMethod(const clang::CXXMemberCallExpr *call,
                         const Resource &resource) {
  const clang::CXXMethodDecl *method = call->getMethodDecl();
  SourceLocation location = call->getExprLoc();
  QualType type = call->getType();
  StringRef note;
  if (const auto *annotation = method->getAttr<clang::AnnotateAttr>())
    note = annotation->getAnnotation();
  if (note == "hlsl.get_dimensions") {
    emitDimensions(call, resource);
    return {};
  }
  if (note == "hlsl.store") {
    Value address = emitNumber(call->getArg(0));
    Tree value = emitValue(call->getArg(1));
    At at(*this, location);
    QualType stored = call->getArg(1)->getType();
    store(bytesAt(resource, address, stored), value, location);
    return {};
  }
  if (note != "hlsl.load")
    return emitIntrinsic(call, note);
  At at(*this, location);
  switch (resource.kind) {
  case Resource::Kind::Buffer: {
    Value index = emitIndex(call->getArg(0));
    return load(elementOf(resource, index), location);
  }
  case Resource::Kind::Bytes: {
    Value address = emitNumber(call->getArg(0));
    return load(bytesAt(resource, address, type), location);
  }
  case Resource::Kind::Texture: {
    // The last coordinate of a read-only texture is the mip level.
    Value coordinates = emitNumber(call->getArg(0));
    if (!resource.isWritable &&
        knownInteger(component(coordinates, 2)) != std::optional<int64_t>(0)) {
      fail(call->getArg(0)->getExprLoc(), "hlsl-unsupported",
           "mip levels are not supported: the last coordinate of 'Load' must "
           "be the "
           "constant 0");
      return undefined(type);
    }
    Place texel = texelOf(resource, coordinates);
    if (call->getNumArgs() > 1) {
      Value offset = emitNumber(call->getArg(1));
      texel.x = builder.createOrFold<arith::AddIOp>(loc(), texel.x,
                                                    component(offset, 0));
      texel.y = builder.createOrFold<arith::AddIOp>(loc(), texel.y,
                                                    component(offset, 1));
    }
    return load(texel, location);
  }
  case Resource::Kind::Constants:
    break;
  }
  unsupported(location, "'" + method->getNameAsString() + "'");
  return undefined(type);
}

/// The number of elements of a buffer, or of bytes.
Value Emitter::countElements(const Resource &resource) {
  Value zeroIndex = builder.createOrFold<arith::IndexCastUIOp>(
      loc(), builder.getIndexType(), integer(0));
  Value words =
      memref::DimOp::create(builder, loc(), resource.argument, zeroIndex);
  words = builder.createOrFold<arith::IndexCastUIOp>(
      loc(), builder.getI32Type(), words);
  if (resource.kind == Resource::Kind::Bytes)
    return builder.createOrFold<arith::MulIOp>(loc(), words, integer(4));
  unsigned size = elementOf(resource, integer(0)).memory.elementWords;
  return size == 1 ? words
                   : builder.createOrFold<arith::DivUIOp>(loc(), words,
                                                          integer(size));
}

void Emitter::emitDimensions(const clang::CXXMemberCallExpr *call,
                             const Resource &resource) {
  At at(*this, call->getExprLoc());
  SmallVector<Value> results;
  if (resource.kind == Resource::Kind::Texture) {
    for (gpu::Dimension dimension : {gpu::Dimension::x, gpu::Dimension::y})
      results.push_back(
          ImageSizeOp::create(builder, loc(), dimension, resource.argument));
  } else {
    results.push_back(countElements(resource));
    results.push_back(
        integer(layouts.sizeOf(resource.element, Packing::Natural, false)));
  }
  for (auto [argument, result] : llvm::zip(call->arguments(), results)) {
    const auto *out = dyn_cast<clang::HLSLOutArgExpr>(argument);
    if (!out)
      return unsupported(call->getExprLoc(), "this form of 'GetDimensions'");
    QualType type = out->getArgLValue()->getType();
    Tree value;
    value.leaf = convert(result, ast.UnsignedIntTy,
                         types.numberOf(types.scalarOf(type), 1));
    value.leaf = splat(value.leaf, types.valueOf(type));
    store(placeOf(out->getArgLValue()), value, call->getExprLoc());
  }
}
