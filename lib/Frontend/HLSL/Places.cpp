//===- Places.cpp - What expressions with an address refer to -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "TypeNames.h"

#include "WaveDialect/IR/ElementType.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Place Emitter::placeOf(const Expr *expression) {
  if (auto known = evaluatedPlaces.find(expression);
      known != evaluatedPlaces.end())
    return known->second;
  expression = expression->IgnoreParens();
  At at(*this, expression->getExprLoc());
  if (const auto *name = dyn_cast<clang::DeclRefExpr>(expression))
    return placeOfName(name);
  if (isa<clang::CXXThisExpr>(expression) && !calls.empty() &&
      calls.back().object)
    return *calls.back().object;
  if (const auto *member = dyn_cast<clang::MemberExpr>(expression)) {
    if (const auto *field =
            dyn_cast<clang::FieldDecl>(member->getMemberDecl())) {
      Place base = placeOfBase(member->getBase());
      FieldPart part = types.placeOf(field);
      if (part.width != 0)
        return bitsOf(std::move(base), part);
      return partOf(std::move(base), part.part, types.plain(member->getType()));
    }
    if (const auto *variable = dyn_cast<VarDecl>(member->getMemberDecl()))
      return placeOfVariable(variable, member->getExprLoc());
  }
  if (const auto *element = dyn_cast<clang::ExtVectorElementExpr>(expression)) {
    Place place = placeOfBase(element->getBase());
    SmallVector<uint32_t, 4> accessed;
    element->getEncodedElementAccess(accessed);
    SmallVector<unsigned, 4> components;
    for (uint32_t index : accessed)
      components.push_back(place.components.empty() ? index
                                                    : place.components[index]);
    if (place.component) {
      // The one component that lanes chose, repeated.
      Tree value = load(place, expression->getExprLoc());
      value.leaf =
          swizzle(value.leaf, SmallVector<unsigned>(accessed.size(), 0));
      return temporary(value, expression->getType());
    }
    place.components = components;
    return place;
  }
  if (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(expression))
    return subscript(element);
  if (const auto *row =
          dyn_cast<clang::MatrixSingleSubscriptExpr>(expression)) {
    Place place = placeOfBase(row->getBase());
    Value index = emitIndex(row->getRowIdx());
    checkIndex(place, row->getBase(), "row", types.partsOf(place.type).size(),
               row->getRowIdx(), index);
    return rowOf(place, index, types.plain(row->getType()));
  }
  if (const auto *element = dyn_cast<clang::MatrixSubscriptExpr>(expression)) {
    Place place = placeOfBase(element->getBase());
    Value row = emitIndex(element->getRowIdx());
    Value column = emitIndex(element->getColumnIdx());
    QualType matrix = element->getBase()->getType();
    QualType type = types.partsOf(matrix).front();
    checkIndex(place, element->getBase(), "row", types.partsOf(matrix).size(),
               element->getRowIdx(), row);
    checkIndex(place, element->getBase(), "column", types.widthOf(type),
               element->getColumnIdx(), column);
    // Clang lists the elements of a matrix in an initializer column by column; in HLSL
    // they follow each other row by row. What it adds has the place of the matrix.
    std::optional<int64_t> knownRow = knownInteger(row);
    if (knownRow && element->getRowIdx()->getExprLoc() ==
                        element->getBase()->getBeginLoc()) {
      unsigned rows = types.partsOf(matrix).size(),
               columns = types.widthOf(type);
      unsigned index = *knownInteger(column) * rows + *knownRow;
      row = integer(index / columns);
      column = integer(index % columns);
    }
    return componentOf(rowOf(place, row, type), column);
  }
  if (const auto *call = dyn_cast<clang::CallExpr>(expression);
      call && call->getDirectCallee() &&
      hasAnnotation(call->getDirectCallee(), "hlsl.elements"))
    return elementsOf(call);
  if (const auto *cast = dyn_cast<clang::CastExpr>(expression)) {
    switch (cast->getCastKind()) {
    case clang::CK_NoOp:
    case clang::CK_AddressSpaceConversion:
    case clang::CK_LValueToRValue:
    case clang::CK_HLSLArrayRValue:
    case clang::CK_ArrayToPointerDecay:
      return placeOf(cast->getSubExpr());
    case clang::CK_VectorSplat:
      // `scalar.x` refers to the scalar, and `constant.xx` is a vector.
      if (cast->isGLValue())
        return placeOf(cast->getSubExpr());
      if (cast->getSubExpr()->getType().isConstQualified())
        return temporary(emitValue(cast), cast->getType());
      break;
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase: {
      QualType derived = types.plain(cast->getSubExpr()->getType());
      Place place = isResource(derived) ? constantsOf(cast->getSubExpr())
                                        : placeOf(cast->getSubExpr());
      for (const clang::CXXBaseSpecifier *step : cast->path()) {
        QualType base = types.plain(step->getType());
        // The constants of a `ConstantBuffer<T>` are those of T.
        if (!isResource(derived))
          place = partOf(place,
                         types.partOf(derived->getAsCXXRecordDecl(),
                                      base->getAsCXXRecordDecl()),
                         base);
        derived = base;
      }
      return place;
    }
    default:
      break;
    }
  }
  if (const auto *operation = dyn_cast<clang::CXXOperatorCallExpr>(expression))
    if (std::optional<Place> texel = mipTexelOf(operation))
      return *texel;
  if (const auto *operation = dyn_cast<clang::CXXOperatorCallExpr>(expression);
      operation && isResource(operation->getArg(0)->getType()) &&
      operation->getOperator() == clang::OO_Subscript)
    return placeOfElement(operation);
  if (const auto *opaque = dyn_cast<clang::OpaqueValueExpr>(expression);
      opaque && opaque->getSourceExpr())
    return placeOf(opaque->getSourceExpr());
  if (const auto *wrapped = dyn_cast<clang::ExprWithCleanups>(expression))
    return placeOf(wrapped->getSubExpr());
  if (const auto *wrapped =
          dyn_cast<clang::MaterializeTemporaryExpr>(expression))
    return placeOf(wrapped->getSubExpr());
  if (const auto *wrapped =
          dyn_cast<clang::SubstNonTypeTemplateParmExpr>(expression))
    return placeOf(wrapped->getReplacement());
  if (const auto *binary = dyn_cast<clang::BinaryOperator>(expression);
      binary && binary->isAssignmentOp())
    return emitAssignment(binary).first;
  if (const auto *binary = dyn_cast<clang::BinaryOperator>(expression);
      binary && binary->getOpcode() == clang::BO_Comma) {
    discard(binary->getLHS());
    return placeOf(binary->getRHS());
  }
  if (const auto *unary = dyn_cast<clang::UnaryOperator>(expression);
      unary && unary->isIncrementDecrementOp() && unary->isPrefix())
    return std::get<0>(emitStep(unary));
  if (expression->isPRValue() ||
      isa<clang::CallExpr, clang::AbstractConditionalOperator>(expression))
    return temporary(emitValue(expression), expression->getType());
  unsupported(expression->getExprLoc(), kindOf(expression));
  return temporary(undefined(expression->getType()), expression->getType());
}

Place Emitter::placeOfBase(const Expr *base) {
  if (!shared)
    return placeOf(base);
  auto known = shared->find(base);
  if (known != shared->end())
    return known->second;
  Place place = placeOf(base);
  shared->try_emplace(base, place);
  return place;
}

Place Emitter::placeOfName(const clang::DeclRefExpr *expression) {
  if (const auto *variable = dyn_cast<VarDecl>(expression->getDecl()))
    return placeOfVariable(variable, expression->getExprLoc());
  if (expression->isPRValue())
    return temporary(emitValue(expression), expression->getType());
  unsupported(expression->getExprLoc(),
              "'" + expression->getDecl()->getNameAsString() + "' as a value");
  return temporary(undefined(ast.IntTy), ast.IntTy);
}

Place Emitter::placeOfVariable(const VarDecl *variable,
                               SourceLocation location) {
  if (poisoned.contains(variable)) {
    // What is computed with it is no other error.
    reported |= types.holdsResource(variable->getType());
    return temporary(undefined(variable->getType()), variable->getType());
  }
  if (auto known = places.find(variable); known != places.end())
    return known->second;
  if (auto known = named.find(variable); known != named.end()) {
    Place place;
    place.kind = Place::Kind::Variable;
    place.variable = known->second;
    place.type = place.root = known->second->type;
    place.name = known->second->name;
    return place;
  }
  QualType type = types.plain(variable->getType());
  if (variable->getType().isConstQualified() && variable->getAnyInitializer())
    return places.try_emplace(variable, constantOf(variable)).first->second;
  unsupported(location, "the variable '" + variable->getNameAsString() + "'");
  return temporary(undefined(type), type);
}

/// A constant that Clang evaluates; else its value at the kernel's start.
Place Emitter::constantOf(const VarDecl *variable) {
  QualType type = types.plain(variable->getType());
  const bool isSpecialized = variable->hasAttr<clang::HLSLVkConstantIdAttr>();
  const VarDecl *initialized = nullptr;
  const Expr *init = variable->getAnyInitializer(initialized);
  if (!isSpecialized && !checkInitializer(variable))
    return temporary(undefined(type), type);
  if (const clang::APValue *value =
          isSpecialized ? nullptr : initialized->evaluateValue()) {
    if (types.holdsBitFields(type))
      return temporary(fromConstant(*value, type), type);
    Place place;
    place.kind = Place::Kind::Table;
    place.type = place.root = type;
    place.table = value;
    place.name = variable->getName().str();
    return place;
  }
  OpBuilder::InsertionGuard inside(builder);
  Block &block = function.getBody().front();
  if (prologueEnd)
    builder.setInsertionPointAfter(prologueEnd);
  else
    builder.setInsertionPointToStart(&block);
  At at(*this, isSpecialized ? variable->getLocation() : here);
  Place place = temporary(
      isSpecialized ? specializationConstant(variable) : emitValue(init), type);
  if (builder.getInsertionPoint() != block.begin())
    prologueEnd = &*std::prev(builder.getInsertionPoint());
  return place;
}

Place Emitter::temporary(Tree value, QualType type) {
  Place place;
  place.kind = Place::Kind::Temporary;
  place.temporary = std::make_shared<Tree>(std::move(value));
  place.type = place.root = types.plain(type);
  return place;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// Adds a number of bytes, or an index times that number, to an address.
void Emitter::advance(MemoryAddress &address, Value index, unsigned bytes) {
  if (std::optional<int64_t> known = knownInteger(index)) {
    address.offset += *known * bytes;
    return;
  }
  Value words = index;
  if (unsigned each = bytes / wordBytes(address); each != 1)
    words = builder.createOrFold<arith::MulIOp>(loc(), index, integer(each));
  address.dynamic =
      address.dynamic
          ? builder.createOrFold<arith::AddIOp>(loc(), address.dynamic, words)
          : words;
}

Place Emitter::partOf(Place place, unsigned part, QualType type) {
  if (place.kind == Place::Kind::Memory) {
    MemoryAddress &address = place.memory;
    address.offset += layouts.offsetOf(place.type, part, address.packing);
    address.rowMajor = layouts.isRowMajor(place.type, part);
  } else {
    place.path.push_back({part, {}});
  }
  place.type = types.plain(type);
  return place;
}

Place Emitter::elementOf(Place place, Value index, QualType type) {
  if (place.kind == Place::Kind::Memory)
    advance(place.memory, index,
            layouts.strideOf(place.type, place.memory.packing,
                             place.memory.rowMajor));
  else
    place.path.push_back(stepTo(index));
  place.type = types.plain(type);
  if (!place.path.empty() && types.holdsResource(type))
    place.path.back().undefined = place.type;
  return place;
}

Step Emitter::stepTo(Value index) {
  std::optional<int64_t> known = knownInteger(index);
  return known ? Step{static_cast<unsigned>(*known), {}} : Step{0, index};
}

Place Emitter::rowOf(Place place, Value index, QualType type) {
  if (place.kind == Place::Kind::Memory) {
    MemoryAddress &address = place.memory;
    Leaf first =
        layouts.rowOf(place.type, 0, address.packing, address.rowMajor);
    Leaf second =
        layouts.rowOf(place.type, 1, address.packing, address.rowMajor);
    unsigned distance = second.offset - first.offset;
    if (!knownInteger(index) && distance % wordBytes(address))
      unsupported(here,
                  "a row of a matrix of 16 bits at an index that is not a "
                  "constant");
    advance(address, index, distance);
    address.holdsComponent |= !knownInteger(index);
    address.stride = first.stride;
  } else {
    place.path.push_back(stepTo(index));
  }
  place.type = types.plain(type);
  return place;
}

/// A component of a vector.
Place Emitter::componentOf(Place place, Value index) {
  std::optional<int64_t> known = knownInteger(index);
  const size_t width = place.components.empty() ? types.widthOf(place.type)
                                                : place.components.size();
  // An index out of range may be in code that no lane executes. In memory it is that of
  // a neighbor; a value has no such component.
  if (known && static_cast<size_t>(*known) >= width &&
      (place.kind != Place::Kind::Memory || !place.components.empty()))
    known.reset();
  if (!place.components.empty() && known) {
    place.components = {place.components[*known]};
    return place;
  }
  unsigned scalar = layouts.bytesOfScalar(place.type);
  if (place.kind == Place::Kind::Memory && place.components.empty() &&
      (known || scalar >= wordBytes(place.memory))) {
    MemoryAddress &address = place.memory;
    advance(address, index, address.stride ? address.stride : scalar);
    address.holdsComponent |= !known;
    address.stride = 0;
    place.type = types.scalarOf(place.type);
  } else if (known) {
    place.components = {static_cast<unsigned>(*known)};
  } else {
    place.component = index;
  }
  return place;
}

/// Elements of several rows of a matrix, `m._m00_m11`.
Place Emitter::elementsOf(const clang::CallExpr *call) {
  // The place whose value the call gets.
  const Expr *matrix = call->getArg(0);
  while (const auto *cast = dyn_cast<clang::ImplicitCastExpr>(matrix)) {
    if (cast->getCastKind() != clang::CK_LValueToRValue)
      break;
    matrix = cast->getSubExpr()->IgnoreParens();
  }
  Place place = elementsOf(placeOfBase(matrix), call);
  const auto *written =
      matrix->getType()->getCanonicalTypeInternal()->getAs<clang::MatrixType>();
  place.isReadOnly = !matrix->isGLValue() ||
                     matrix->getType().isConstQualified() ||
                     (written && written->getElementType().isConstQualified());
  return place;
}

Place Emitter::elementsOf(const Place &base, const clang::CallExpr *call) {
  Place place;
  place.kind = Place::Kind::Elements;
  place.type = place.root = types.plain(call->getType());
  place.name = base.name;
  QualType row = types.partsOf(base.type).front();
  unsigned code = call->getArg(1)->EvaluateKnownConstInt(ast).getZExtValue();
  for (unsigned i = 0; i < types.widthOf(place.type); ++i, code >>= 4) {
    unsigned r = code >> 2 & 3, c = code & 3;
    if (r >= types.partsOf(base.type).size() || c >= types.widthOf(row)) {
      fail(call->getExprLoc(), "hlsl-type",
           "a matrix of the type '" + spellType(base.type, ast) +
               "' has no element _m" + Twine(r) + Twine(c));
      return temporary(undefined(place.type), place.type);
    }
    place.elements.push_back(
        componentOf(rowOf(base, integer(r), row), integer(c)));
    place.elements.back().element = code & 15;
  }
  return place;
}

/// An index as an i32.
Value Emitter::emitIndex(const Expr *expression) {
  auto [index, type] = emitPromoted(expression);
  return convert(index.leaf, type,
                 types.isSigned(type) ? ast.IntTy : ast.UnsignedIntTy);
}

Place Emitter::subscript(const clang::ArraySubscriptExpr *expression) {
  const Expr *base = expression->getBase();
  if (types.plain(base->getType())->isVectorType()) {
    Place place = placeOfBase(base);
    Value index = emitIndex(expression->getIdx());
    checkIndex(place, base, "component", types.widthOf(base->getType()),
               expression->getIdx(), index);
    return componentOf(place, index);
  }
  const Expr *array = base->IgnoreParenImpCasts();
  if (const auto *name = dyn_cast<clang::DeclRefExpr>(array);
      name && types.plain(array->getType())->isIncompleteArrayType() &&
      types.holdsResource(array->getType())) {
    Value index = emitIndex(expression->getIdx());
    return elementOfUnbounded(cast<VarDecl>(name->getDecl()), index,
                              expression->getType(),
                              expression->getIdx()->getExprLoc());
  }
  Place place = placeOfBase(array);
  Value index = emitIndex(expression->getIdx());
  if (!types.isArray(place.type)) {
    // Clang makes a pointer of an array whose size depends on a template alone.
    if (place.type->isPointerType())
      fail(expression->getExprLoc(), "hlsl-unsupported",
           "an array parameter whose size alone depends on a template is not "
           "supported: let its elements depend on one, too, as in "
           "`template <typename T, uint N> T first(T values[N])`");
    else
      unsupported(expression->getExprLoc(), "this subscript");
    return temporary(undefined(expression->getType()), expression->getType());
  }
  if (types.holdsWaveMatrix(place.type) && !knownInteger(index)) {
    fail(expression->getIdx()->getExprLoc(), "hlsl-unsupported",
         "the index of an array of matrices of a wave must be a constant "
         "or the counter of a loop with at most 256 iterations");
    return temporary(undefined(expression->getType()), expression->getType());
  }
  if (types.holdsResource(place.type))
    checkResourceIndex(place, index, expression->getIdx()->getExprLoc());
  else
    checkIndex(place, array, "element", types.partsOf(place.type).size(),
               expression->getIdx(), index);
  return elementOf(place, index, expression->getType());
}

//===----------------------------------------------------------------------===//
// Values of variables
//===----------------------------------------------------------------------===//

/// The part at the end of a path. Parts at an index that lanes compute are selected.
Tree Emitter::follow(const Tree &value, ArrayRef<Step> path) {
  if (path.empty())
    return value;
  Step step = path.front();
  unsigned count = value.parts.size();
  if (!step.dynamic)
    return follow(value.parts[std::min(step.index, count - 1)],
                  path.drop_front());
  bool isStrict = !step.undefined.isNull();
  unsigned last = isStrict ? count : count - 1;
  Tree made = follow(isStrict ? undefined(step.undefined) : value.parts[last],
                     path.drop_front());
  for (unsigned i = last; i-- > 0;) {
    Value is = builder.createOrFold<arith::CmpIOp>(
        loc(), arith::CmpIPredicate::eq, step.dynamic, integer(i));
    made = select(is, follow(value.parts[i], path.drop_front()), made);
  }
  return made;
}

void Emitter::replace(Tree &value, ArrayRef<Step> path, const Tree &with) {
  if (path.empty()) {
    value = with;
    return;
  }
  Step step = path.front();
  if (!step.dynamic) {
    if (step.index < value.parts.size())
      replace(value.parts[step.index], path.drop_front(), with);
    return;
  }
  for (auto [index, part] : llvm::enumerate(value.parts)) {
    Tree changed = part;
    replace(changed, path.drop_front(), with);
    Value is = builder.createOrFold<arith::CmpIOp>(
        loc(), arith::CmpIPredicate::eq, step.dynamic, integer(index));
    part = select(is, changed, part);
  }
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

Tree Emitter::loadWhole(const Place &place, SourceLocation location) {
  At at(*this, location);
  if (place.choice)
    return choose(
        *place.choice,
        [&](const Resource &resource) {
          return loadWhole(withResource(place, resource), location);
        },
        [&] { return undefined(place.type); });
  switch (place.kind) {
  case Place::Kind::Variable:
    return follow(state.env[place.variable], place.path);
  case Place::Kind::Temporary:
    return follow(*place.temporary, place.path);
  case Place::Kind::Memory:
    return loadMemory(place.memory, place.type);
  case Place::Kind::Table:
    return lookUp(place);
  case Place::Kind::Texel: {
    Value image = place.texture->argument;
    Tree made;
    made.leaf = ImageLoadOp::create(
        builder, loc(), cast<ImageType>(image.getType()).getValueType(), image,
        place.coordinates);
    if (types.widthOf(place.type) == 3)
      made.leaf = swizzle(made.leaf, {0, 1, 2});
    return made;
  }
  case Place::Kind::Elements: {
    SmallVector<Value> scalars;
    for (const Place &element : place.elements)
      scalars.push_back(load(element, location).leaf);
    Tree made;
    made.leaf = vector(scalars);
    return made;
  }
  case Place::Kind::None:
    return undefined(place.type);
  }
  llvm_unreachable("unknown kind of place");
}

void Emitter::storeWhole(const Place &place, const Tree &value,
                         SourceLocation location) {
  At at(*this, location);
  if (place.choice) {
    choose(
        *place.choice,
        [&](const Resource &resource) {
          storeWhole(withResource(place, resource), value, location);
          return Tree();
        },
        [] { return Tree(); });
    return;
  }
  switch (place.kind) {
  case Place::Kind::Variable: {
    if (place.path.empty())
      return assign(place.variable, value);
    noteWritten(place, value, location);
    Tree plain = value;
    forgetFlags(plain);
    return replace(state.env[place.variable], place.path, plain);
  }
  case Place::Kind::Memory:
    if (!place.memory.isWritable)
      break;
    noteWritten(place, value, location);
    return storeMemory(place.memory, place.type, value, location);
  case Place::Kind::Texel:
    if (!place.texture->isWritable)
      break;
    // As dxc: the first component is also that of the fourth channel, because a store
    // writes all channels.
    ImageStoreOp::create(builder, loc(),
                         types.widthOf(place.type) == 3
                             ? swizzle(value.leaf, {0, 1, 2, 0})
                             : value.leaf,
                         place.texture->argument, place.coordinates);
    return;
  case Place::Kind::Elements:
    if (place.isReadOnly)
      return fail(location, "hlsl-type",
                  "elements of a constant or of a value cannot be assigned to");
    for (auto [index, element] : llvm::enumerate(place.elements)) {
      Tree scalar;
      scalar.leaf = component(value.leaf, index);
      store(element, scalar, location);
    }
    return;
  case Place::Kind::Temporary:
    if (place.isGlobal)
      break;
    // An assignment to a temporary value has no effect.
    return replace(*place.temporary, place.path, value);
  case Place::Kind::Table:
  case Place::Kind::None:
    break;
  }
  fail(location, "read-only-buffer",
       "'" + place.name + "' is read-only and cannot be assigned to");
}

Tree Emitter::load(const Place &place, SourceLocation location, Use use) {
  At at(*this, location);
  if (place.bits)
    return loadBits(place, location, use);
  if (place.kind == Place::Kind::Memory && place.components.size() == 1 &&
      !place.component) {
    Place one = place;
    one.components.clear();
    return loadWhole(componentOf(one, integer(place.components.front())),
                     location);
  }
  Tree value = loadWhole(place, location);
  if (!place.components.empty())
    value.leaf = swizzle(value.leaf, place.components);
  if (place.component)
    value.leaf = component(value.leaf, place.component);
  followFlags(value, place, use);
  return value;
}

/// Whether two of the scalars of a place are the same element of a matrix.
static bool hasDuplicates(ArrayRef<Place> elements) {
  SmallVector<unsigned, 4> codes;
  for (const Place &element : elements) {
    if (llvm::is_contained(codes, element.element))
      return true;
    codes.push_back(element.element);
  }
  return false;
}

void Emitter::store(const Place &place, const Tree &value,
                    SourceLocation location) {
  At at(*this, location);
  if (place.bits)
    return storeBits(place, value, location);
  if (place.kind == Place::Kind::Elements && place.components.empty() &&
      !place.component && hasDuplicates(place.elements))
    return fail(location, "hlsl-type",
                "an element is assigned to twice: name each element once");
  if (place.components.empty() && !place.component)
    return storeWhole(place, value, location);
  unsigned width = types.widthOf(place.type);
  SmallVector<unsigned, 4> components = place.components;
  if (components.empty())
    for (unsigned i = 0; i < width; ++i)
      components.push_back(i);
  if (place.kind == Place::Kind::Memory && !place.component) {
    for (auto [index, target] : llvm::enumerate(components)) {
      Place one = place;
      one.components.clear();
      Tree scalar;
      scalar.leaf = component(value.leaf, index);
      storeWhole(componentOf(one, integer(target)), scalar, location);
    }
    return;
  }
  // A texel is loaded and stored as a whole, as by dxc.
  Place whole = place;
  whole.components.clear();
  whole.component = {};
  Tree old = loadWhole(whole, location);
  for (auto [index, target] : llvm::enumerate(components)) {
    Value scalar = place.component ? value.leaf : component(value.leaf, index);
    if (place.component) {
      Value is = builder.createOrFold<arith::CmpIOp>(
          loc(), arith::CmpIPredicate::eq, place.component, integer(index));
      scalar = select(is, scalar, component(old.leaf, target));
    }
    old.leaf = width == 1 ? scalar
                          : builder.createOrFold<vector::InsertOp>(
                                loc(), scalar, old.leaf, target);
  }
  if (whole.kind != Place::Kind::Variable || !whole.variable->written)
    return storeWhole(whole, old, location);
  // Only these components have a value then.
  replace(state.env[whole.variable], whole.path, old);
  noteWritten(place, value, location);
}
