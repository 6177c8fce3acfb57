//===- Resources.cpp - Buffers, textures and constant buffers ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "TextureFormats.h"
#include "TypeNames.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

Resource Emitter::describe(QualType type, SourceLocation location,
                           QualType written) {
  StringRef note = types.annotationOf(type);
  Resource made;
  made.type = types.plain(type);
  if (note.consume_front("hlsl.refuse ")) {
    fail(location, "hlsl-unsupported", note);
    made.kind = Resource::Kind::Refused;
    return made;
  }
  note.consume_front("hlsl.resource.");
  made.isWritable = note.consume_front("RW");
  made.kind =
      llvm::StringSwitch<Resource::Kind>(note)
          .Cases({"Buffer", "StructuredBuffer"}, Resource::Kind::Buffer)
          .Case("ByteAddressBuffer", Resource::Kind::Bytes)
          .Cases({"AppendStructuredBuffer", "ConsumeStructuredBuffer"},
                 Resource::Kind::Buffer)
          .Cases({"Texture2D", "Texture2DArray"}, Resource::Kind::Texture)
          .Default(Resource::Kind::Constants);
  made.isArray = note == "Texture2DArray";
  // Buffers with only a counter are at registers of writable ones.
  made.isWritable |=
      note == "AppendStructuredBuffer" || note == "ConsumeStructuredBuffer";
  made.element = ast.UnsignedIntTy;
  if (const auto *specialized =
          dyn_cast<clang::ClassTemplateSpecializationDecl>(
              made.type->getAsCXXRecordDecl()))
    made.element = types.plain(specialized->getTemplateArgs()[0].getAsType());
  made.rowMajor = layouts.isRowMajor(
      getElementAsWritten(written.isNull() ? type : written, ast), location);
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
  place.memory.isCoherent = resource.source.isCoherent && resource.isWritable;
  place.memory.rowMajor = resource.rowMajor;
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
  for (unsigned i = 0; i < resource.getRank(); ++i)
    place.coordinates.push_back(component(coordinates, i));
  return place;
}

/// Whether a mip level is one that a kernel may state: images have level 0 only. A level
/// that lanes compute may be any.
bool Emitter::checkLevel(Value level, SourceLocation location) {
  std::optional<int64_t> known = knownInteger(level);
  if (!known || *known == 0)
    return true;
  fail(location, "hlsl-unsupported",
       "mip level " + Twine(*known) +
           " does not exist: images have one level, which is 0");
  return false;
}

/// Refuses a number as the index of a texel, which Clang converts to a vector.
void Emitter::checkCoordinates(const Expr *index) {
  const auto *vector = index->getType()->getAs<clang::VectorType>();
  const auto *cast = dyn_cast<clang::ImplicitCastExpr>(index);
  while (cast && cast->getCastKind() != clang::CK_VectorSplat)
    cast = dyn_cast<clang::ImplicitCastExpr>(cast->getSubExpr());
  if (vector && cast)
    fail(index->getExprLoc(), "hlsl-type",
         "a texel has " + Twine(vector->getNumElements()) +
             " coordinates: write `" +
             (vector->getNumElements() == 2 ? "[uint2(x, y)]`"
                                            : "[uint3(x, y, element)]`"));
}

/// The texel `texture.mips[level][coordinates]`; none for another expression. A level
/// other than 0 has no texels: its coordinates are out of bounds.
std::optional<Place>
Emitter::mipTexelOf(const clang::CXXOperatorCallExpr *texel) {
  if (types.annotationOf(texel->getArg(0)->getType()) != "hlsl.mip")
    return std::nullopt;
  const auto *level = dyn_cast<clang::CXXOperatorCallExpr>(
      texel->getArg(0)->IgnoreImplicit()->IgnoreParenImpCasts());
  const auto *member =
      level ? dyn_cast<clang::MemberExpr>(
                  level->getArg(0)->IgnoreImplicit()->IgnoreParenImpCasts())
            : nullptr;
  if (!member) {
    unsupported(texel->getExprLoc(), "'mips' as a value");
    return temporary(undefined(texel->getType()), texel->getType());
  }
  const Resource *resource = resourceOf(member->getBase());
  if (!resource)
    return temporary(undefined(texel->getType()), texel->getType());
  checkCoordinates(texel->getArg(1));
  Value number = emitIndex(level->getArg(1));
  Place place = texelOf(*resource, emitNumber(texel->getArg(1)));
  if (checkLevel(number, level->getArg(1)->getExprLoc()))
    place.coordinates[0] =
        select(builder.createOrFold<arith::CmpIOp>(
                   loc(), arith::CmpIPredicate::eq, number, integer(0)),
               place.coordinates[0], integer(-1));
  return place;
}

/// The lowest two bits of a number as far as constants decide them, or none.
static std::optional<uint64_t> getLowBits(Value value) {
  constexpr uint64_t kMask = 3;
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.getRawData()[0] & kMask;
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp, arith::SubIOp, arith::MulIOp,
                       arith::ShLIOp, arith::AndIOp, arith::OrIOp>(op))
    return std::nullopt;
  std::optional<uint64_t> left = getLowBits(op->getOperand(0)),
                          right = getLowBits(op->getOperand(1));
  if (isa<arith::ShLIOp>(op)) {
    // Of the amount, all bits count.
    if (!matchPattern(op->getOperand(1), m_ConstantInt(&constant)))
      return std::nullopt;
    if (constant.uge(2))
      return 0;
    return left ? std::optional((*left << constant.getZExtValue()) & kMask)
                : std::nullopt;
  }
  if (isa<arith::MulIOp, arith::AndIOp>(op) && (left == 0 || right == 0))
    return 0;
  if (!left || !right)
    return std::nullopt;
  if (isa<arith::AddIOp>(op))
    return (*left + *right) & kMask;
  if (isa<arith::SubIOp>(op))
    return (*left - *right) & kMask;
  if (isa<arith::MulIOp>(op))
    return (*left * *right) & kMask;
  return isa<arith::AndIOp>(op) ? *left & *right : *left | *right;
}

/// The type of a value in a buffer of bytes, as `Load<T>` and `Store<T>` state it. The
/// order that the variable of a stored matrix states does not count, as with dxc.
static QualType getTypeAsWritten(const clang::CXXMemberCallExpr *call,
                                 QualType type) {
  const auto *member =
      dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens());
  if (member && member->getNumTemplateArgs() != 0 &&
      member->getTemplateArgs()->getArgument().getKind() ==
          clang::TemplateArgument::Type)
    return member->getTemplateArgs()->getTypeSourceInfo()->getType();
  return type.getCanonicalType();
}

/// A value at an address in a buffer of bytes.
Place Emitter::bytesAt(const Resource &resource, Value address, QualType type,
                       bool rowMajor) {
  const unsigned alignment =
      std::min(layouts.alignmentOf(type, Packing::Natural, rowMajor), 4U);
  if (std::optional<uint64_t> bits = getLowBits(address);
      bits && *bits % alignment != 0) {
    APInt constant;
    std::string which = "of the form 4 * n + " + std::to_string(*bits);
    if (matchPattern(address, m_ConstantInt(&constant)))
      which = llvm::toString(constant, 10, /*Signed=*/false);
    warn(here, "byte-address",
         "the byte address is " + which + ", which is not a multiple of " +
             Twine(alignment));
  }
  Place place = elementOf(resource, builder.createOrFold<arith::ShRUIOp>(
                                        loc(), address, integer(2)));
  place.type = types.plain(type);
  place.memory.elementWords = 1;
  place.memory.byte = address;
  place.memory.rowMajor = rowMajor;
  return place;
}

/// Whether dxc reads another order for DXIL where columns are stored.
bool Emitter::hasColumns(QualType type) const {
  const auto *matrix = ast.getBaseElementType(types.plain(type))
                           ->getAs<clang::ConstantMatrixType>();
  return matrix && matrix->getNumRows() != 1 && matrix->getNumColumns() != 1;
}

/// Warns of a matrix whose order in a buffer of bytes differs from that of dxc, unless the
/// shader states the order.
void Emitter::checkOrder(QualType type, QualType written,
                         SourceLocation location) {
  if (hasColumns(type) && !layouts.isOrderStated(written, location))
    warn(location, "load-matrix-order",
         "Load<" + spellType(written, ast) +
             "> reads columns, as Store writes them; dxc reads rows for DXIL");
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
  if (resource.kind == Resource::Kind::Bytes &&
      (note == "hlsl.store" || note == "hlsl.load") &&
      types.holdsResource(note == "hlsl.load" ? type
                                              : call->getArg(1)->getType())) {
    fail(location, "hlsl-type",
         "a buffer of bytes holds no resources: load and store numbers");
    return {};
  }
  if (note == "hlsl.store") {
    Value address = emitNumber(call->getArg(0));
    Tree value = emitValue(call->getArg(1));
    At at(*this, location);
    QualType stored = call->getArg(1)->getType();
    const bool rowMajor =
        layouts.isRowMajor(getTypeAsWritten(call, stored), location);
    store(bytesAt(resource, address, stored, rowMajor), value, location);
    return {};
  }
  if (note.consume_front("hlsl.counter."))
    return emitCounter(call, resource, note);
  if (note != "hlsl.load")
    return emitIntrinsic(call, note);
  At at(*this, location);
  switch (resource.kind) {
  case Resource::Kind::Buffer: {
    Value index = emitIndex(call->getArg(0));
    Place element = elementOf(resource, index);
    // dxc ignores an order that the buffer's type states.
    if (hasColumns(type) && !element.memory.rowMajor)
      warn(location, "load-matrix-order",
           "Load of a '" + spellType(type, ast) +
               "' reads columns, as [] does; dxc reads rows for DXIL");
    return load(element, location);
  }
  case Resource::Kind::Bytes: {
    Value address = emitNumber(call->getArg(0));
    const QualType written = getTypeAsWritten(call, type);
    const bool rowMajor = layouts.isRowMajor(written, location);
    checkOrder(type, written, location);
    return load(bytesAt(resource, address, type, rowMajor), location);
  }
  case Resource::Kind::Texture: {
    Value coordinates = emitNumber(call->getArg(0));
    Place texel = texelOf(resource, coordinates);
    if (call->getNumArgs() > 1) {
      Value offset = emitNumber(call->getArg(1));
      for (unsigned i = 0; i < 2; ++i)
        texel.coordinates[i] = builder.createOrFold<arith::AddIOp>(
            loc(), texel.coordinates[i], component(offset, i));
    }
    if (!resource.isWritable) {
      // The last coordinate of a read-only texture is the mip level. Levels other than 0
      // have no texels: their coordinates are out of bounds.
      Value level = component(coordinates, resource.getRank());
      if (!checkLevel(level, call->getArg(0)->getExprLoc()))
        return undefined(type);
      texel.coordinates[0] =
          select(builder.createOrFold<arith::CmpIOp>(
                     loc(), arith::CmpIPredicate::eq, level, integer(0)),
                 texel.coordinates[0], integer(-1));
    }
    return load(texel, location);
  }
  case Resource::Kind::Constants:
  case Resource::Kind::Refused:
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
  auto arguments = llvm::to_vector(call->arguments());
  if (resource.kind == Resource::Kind::Texture) {
    for (unsigned i = 0; i < resource.getRank(); ++i)
      results.push_back(ImageSizeOp::create(
          builder, loc(), builder.getI32Type(), static_cast<gpu::Dimension>(i),
          resource.argument));
    if (!isa<clang::HLSLOutArgExpr>(arguments.front())) {
      // With a mip level: levels other than 0 have no size, and there is one.
      Value level = emitIndex(arguments.front());
      if (!checkLevel(level, arguments.front()->getExprLoc()))
        return;
      Value isFirst = builder.createOrFold<arith::CmpIOp>(
          loc(), arith::CmpIPredicate::eq, level, integer(0));
      for (Value &result : results)
        result = select(isFirst, result, integer(0));
      results.push_back(integer(1));
      arguments.erase(arguments.begin());
    }
  } else {
    results.push_back(countElements(resource));
    results.push_back(
        integer(layouts.sizeOf(resource.element, Packing::Natural, false)));
  }
  for (auto [argument, result] : llvm::zip(arguments, results)) {
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

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

/// Adds 1 to the counter of a buffer or subtracts 1, and returns the index of the element
/// that was added or removed: the value before an addition, and after a subtraction.
Value Emitter::stepCounter(const Resource &resource, bool up) {
  auto &owner = const_cast<Resource &>(resource);
  if (!owner.counter)
    owner.counter = addCounter(resource);
  Value first = builder.createOrFold<arith::IndexCastUIOp>(
      loc(), builder.getIndexType(), integer(0));
  Value old = AtomicRMWOp::create(builder, loc(), gpu::AllReduceOperation::ADD,
                                  integer(up ? 1 : -1), owner.counter, first);
  return up ? old : builder.createOrFold<arith::SubIOp>(loc(), old, integer(1));
}

Tree Emitter::emitCounter(const clang::CXXMemberCallExpr *call,
                          const Resource &resource, StringRef name) {
  SourceLocation location = call->getExprLoc();
  Tree made;
  if (name == "append") {
    Tree value = emitValue(call->getArg(0));
    At at(*this, location);
    store(elementOf(resource, stepCounter(resource, /*up=*/true)), value,
          location);
    return made;
  }
  At at(*this, location);
  if (name == "consume")
    return load(elementOf(resource, stepCounter(resource, /*up=*/false)),
                location);
  made.leaf = stepCounter(resource, name == "increment");
  return made;
}
