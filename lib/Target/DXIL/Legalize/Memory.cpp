//===- Memory.cpp - Accesses of arrays by an index -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Each pointer becomes one GEP with an i32 index on an array of scalars. Constants, which
// LLVM folds to the array itself or to bytes, become instructions. Only the structure that a
// function of DXIL takes by its address, a payload, stays one.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"
#include "Objects.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/InstSimplifyFolder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace mlir::dxil;
using namespace mlir::dxil::legalize;

namespace {
/// The element that a pointer points to: a literal, or `index * factor`.
struct Place {
  Value *index;
  uint64_t factor;
  bool inBounds;
};

/// One object and its accesses.
class Object {
public:
  Object(Value *object, Function &function)
      : object(object), function(function), module(*function.getParent()),
        layout(function.getDataLayout()),
        builder(function.getContext(), InstSimplifyFolder(layout)) {}

  Error lower();

private:
  /// The steps to an element, without its index.
  Error findPath(Type *type);
  Error verifyAccesses() const;
  Expected<Place> findPlace(const Access &access) const;
  std::optional<Place> findLiteralPlace(Value *pointer) const;

  bool isOneScalar(ArrayRef<Place> places) const;
  void replaceByScalar();
  Value *createPointer(Value *index, bool inBounds);
  Value *createLiteralPointer(Place place);
  Value *createScaledPointer(Value *pointer, Place place);
  Value *findPointer(const Access &access, Place place);

  Value *object;
  Function &function;
  Module &module;
  const DataLayout &layout;
  IRBuilder<InstSimplifyFolder> builder;
  SmallVector<Access> accesses;
  Type *element = nullptr;
  SmallVector<Value *> path;
  /// By literal indices, with one GEP for each in the function, and by pointers.
  DenseMap<Value *, Value *> pointers;
};
} // namespace

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Error Object::findPath(Type *type) {
  path = {builder.getInt32(0)};
  if (auto *structure = dyn_cast<StructType>(type)) {
    if (structure->getNumElements() != 1)
      return refuseMemory(*object, "the structure of a payload has one array");
    path.push_back(builder.getInt32(0));
    type = structure->getElementType(0);
  }
  auto *array = dyn_cast<ArrayType>(type);
  element = array ? array->getElementType() : type;
  if (!isLegalScalar(module, element) || element->isIntegerTy(1))
    return refuseMemory(*object,
                        "variables are arrays of integers or floats, of 16 "
                        "bits where the module has native_low_precision");
  return Error::success();
}

Error Object::verifyAccesses() const {
  for (const Access &access : accesses) {
    Type *type = access.getType();
    if (type && type != element)
      return refuseMemory(
          *access.inst,
          "loads, stores and atomics have the type of the array's elements");
    if (!type && access.getPointer() != object)
      return refuseMemory(*access.inst, "a function takes the whole structure");
  }
  return Error::success();
}

std::optional<Place> Object::findLiteralPlace(Value *pointer) const {
  APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  bool inBounds = true;
  while (auto *gep = dyn_cast<GEPOperator>(pointer)) {
    if (!gep->accumulateConstantOffset(layout, offset))
      return std::nullopt;
    inBounds &= gep->isInBounds();
    pointer = gep->getPointerOperand();
  }
  const int64_t bytes = layout.getTypeAllocSize(element);
  if (pointer != object || offset.getSExtValue() % bytes != 0)
    return std::nullopt;
  auto *i32 = Type::getInt32Ty(function.getContext());
  return Place{ConstantInt::get(i32, offset.getSExtValue() / bytes,
                                /*IsSigned=*/true),
               /*factor=*/1, inBounds};
}

/// What a product by a constant multiplies by; one that wrapped is no product.
static std::optional<uint64_t> getFactor(const Value *index) {
  auto *product = dyn_cast<OverflowingBinaryOperator>(index);
  if (!product ||
      (!product->hasNoSignedWrap() && !product->hasNoUnsignedWrap()))
    return std::nullopt;
  std::optional<uint64_t> literal = getLiteral(product->getOperand(1));
  if (literal && product->getOpcode() == Instruction::Shl && *literal < 31)
    return uint64_t(1) << *literal;
  return product->getOpcode() == Instruction::Mul ? literal : std::nullopt;
}

static Place findFactor(Value *index, bool inBounds) {
  constexpr uint64_t end = uint64_t(1) << 31;
  Place place = {index, /*factor=*/1, inBounds};
  while (std::optional<uint64_t> factor = getFactor(place.index)) {
    if (*factor >= end || *factor * place.factor >= end)
      break;
    place.factor *= *factor;
    place.index = cast<User>(place.index)->getOperand(0);
  }
  return place;
}

/// A variable index has a GEP like the one that is wanted already.
Expected<Place> Object::findPlace(const Access &access) const {
  if (std::optional<Place> place = findLiteralPlace(access.getPointer()))
    return *place;
  auto *gep = dyn_cast<GetElementPtrInst>(access.getPointer());
  if (gep && gep->getPointerOperand() == object &&
      gep->getSourceElementType() == getObjectType(object) &&
      gep->getNumIndices() == path.size() + 1 &&
      equal(drop_end(gep->indices()), path)) {
    Value *index = gep->getOperand(gep->getNumOperands() - 1);
    if (index->getType()->isIntegerTy(32))
      return findFactor(index, gep->isInBounds());
  }
  return refuseMemory(*access.inst,
                      "one getelementptr leads from the array to an element, "
                      "and its index is an i32");
}

//===----------------------------------------------------------------------===//
// Arrays of one element
//===----------------------------------------------------------------------===//

/// Groupshared memory of one element is no array, so that accesses need no GEP.
bool Object::isOneScalar(ArrayRef<Place> places) const {
  auto *global = dyn_cast<GlobalVariable>(object);
  return global && !global->hasInitializer() &&
         !global->getValueType()->isStructTy() &&
         layout.getTypeAllocSize(global->getValueType()) ==
             layout.getTypeAllocSize(element) &&
         all_of(places, [](const Place &place) {
           return getLiteral(place.index) == 0;
         });
}

void Object::replaceByScalar() {
  auto *global = cast<GlobalVariable>(object);
  if (global->getValueType() == element)
    return;
  auto *scalar = new GlobalVariable(
      module, element, global->isConstant(), global->getLinkage(), nullptr, "",
      global, GlobalValue::NotThreadLocal, global->getAddressSpace());
  scalar->takeName(global);
  object = scalar;
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

/// Made as an instruction, since a constant one of index 0 would be folded away.
Value *Object::createPointer(Value *index, bool inBounds) {
  path.push_back(index);
  auto *gep = GetElementPtrInst::Create(getObjectType(object), object, path);
  path.pop_back();
  gep->setIsInBounds(inBounds);
  return builder.Insert(gep);
}

Value *Object::createLiteralPointer(Place place) {
  Value *&pointer = pointers[place.index];
  if (pointer)
    return pointer;
  BasicBlock &entry = function.getEntryBlock();
  builder.SetInsertPoint(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  return pointer = createPointer(place.index, place.inBounds);
}

Value *Object::createScaledPointer(Value *pointer, Place place) {
  Value *&scaled = pointers[pointer];
  if (scaled)
    return scaled;
  builder.SetInsertPoint(cast<GetElementPtrInst>(pointer));
  Value *index =
      isPowerOf2_64(place.factor)
          ? builder.CreateShl(place.index, Log2_64(place.factor))
          : builder.CreateMul(place.index, builder.getInt32(place.factor));
  return scaled = createPointer(index, place.inBounds);
}

Value *Object::findPointer(const Access &access, Place place) {
  if (!getObjectType(object)->isAggregateType())
    return object;
  if (getObjectType(object)->isStructTy()) {
    builder.SetInsertPoint(access.inst);
    Value *index =
        builder.CreateMul(place.index, builder.getInt32(place.factor));
    return createPointer(index, place.inBounds);
  }
  if (isa<Constant>(place.index))
    return createLiteralPointer(place);
  return place.factor == 1 ? access.getPointer()
                           : createScaledPointer(access.getPointer(), place);
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

Error Object::lower() {
  Type *type = getObjectType(object);
  if (!type)
    return refuseMemory(*object, "an alloca is one array of constant length");
  if (Error error = findAccesses(object, accesses))
    return error;
  if (accesses.empty())
    return Error::success();
  if (Error error = findPath(type))
    return error;
  if (Error error = verifyAccesses())
    return error;
  SmallVector<Place> places;
  for (const Access &access : accesses) {
    Expected<Place> place = findPlace(access);
    if (!place)
      return place.takeError();
    places.push_back(*place);
  }
  if (isOneScalar(places))
    replaceByScalar();
  else if (!type->isAggregateType())
    return refuseMemory(*object,
                        "a variable that is no array is accessed as a whole");
  if (auto *alloca = dyn_cast<AllocaInst>(object))
    alloca->moveBefore(function.getEntryBlock().begin());
  for (auto [access, place] : zip_equal(accesses, places))
    if (access.getType())
      access.inst->setOperand(access.operand, findPointer(access, place));
  return Error::success();
}

/// Every pointer is one GEP with an i32 index on an array of scalars.
Error legalize::lowerMemory(Module &module) {
  for (Function &function : getBodies(module)) {
    SmallVector<Value *> objects;
    for (Instruction &inst : instructions(function))
      if (isa<AllocaInst>(inst))
        objects.push_back(&inst);
    // Each goes to the beginning.
    std::reverse(objects.begin(), objects.end());
    const SmallVector<GlobalVariable *> globals(
        llvm::make_pointer_range(module.globals()));
    llvm::append_range(objects, globals);
    for (Value *object : objects)
      if (Error error = Object(object, function).lower())
        return error;
    // From here on the allocas may be gone.
    eraseDeadInstructions(function);
    for (GlobalVariable *global : globals) {
      global->removeDeadConstantUsers();
      if (global->use_empty())
        global->eraseFromParent();
    }
  }
  return Error::success();
}
