//===- Memory.cpp - Arrays of one dimension, accessed by an index --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Each global and alloca becomes an array of one dimension, whose elements are what its
// accesses read and write, and each pointer becomes one GEP on it. Booleans and other
// narrow integers lie in elements of 32 bits. Only the structure that a function of DXIL
// takes by its address, a payload, stays one.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"
#include "Objects.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/InstSimplifyFolder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace mlir::dxil;
using namespace mlir::dxil::legalize;

namespace {
/// One object and its accesses.
class Object {
public:
  Object(Value *object, Function &function)
      : object(object), function(function), module(*function.getParent()),
        layout(function.getDataLayout()),
        builder(function.getContext(), InstSimplifyFolder(layout)) {}

  Error flatten();

private:
  Error chooseElement();
  uint64_t getSize(Type *type) const;
  Type *getStorageType(uint64_t bytes, Type *shared) const;
  Error refuseObject(const Twine &message) const;
  bool isScalar() const;
  void replaceObject();
  Constant *flattenInitializer(Constant *initializer, ArrayType *type) const;

  Error rewrite(const Access &access);
  Error rewriteInStruct(const Access &access);
  Value *narrow(Value *index);
  Value *findIndex(Value *pointer);
  Value *createPointer(Value *pointer);
  Value *createPointerTo(Value *index, bool inBounds);
  Value *toStorage(Value *value);
  Value *fromStorage(Value *value, Type *type);
  void rewriteLoad(LoadInst *load);
  void rewriteStore(StoreInst *store);
  uint64_t countParts(Type *type) const {
    return std::max<uint64_t>(layout.getTypeAllocSize(type) / bytes, 1);
  }
  /// The builder at a pointer's own place: that is before its accesses.
  void moveTo(Value *pointer);

  Value *object;
  Function &function;
  Module &module;
  const DataLayout &layout;
  IRBuilder<InstSimplifyFolder> builder;
  SmallVector<Access> accesses;
  /// The bytes that an element has in the module as it is, and its new type.
  uint64_t bytes = 0;
  Type *element = nullptr;
  Value *array = nullptr;
  DenseMap<Value *, Value *> indices;
  DenseMap<Value *, Value *> pointers;
  DenseMap<Value *, Value *> narrowed;
};
} // namespace

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Error Object::refuseObject(const Twine &message) const {
  if (auto *inst = dyn_cast<Instruction>(object))
    return refuse(*inst, message);
  std::string text;
  raw_string_ostream(text) << message << ": '" << *object << "'";
  return createStringError(text);
}

/// `shared` is the type of all accesses of this size, or null.
Type *Object::getStorageType(uint64_t bytes, Type *shared) const {
  if (shared && !shared->isIntegerTy())
    return shared;
  unsigned width = getLegalWidth(module, bytes * 8);
  return IntegerType::get(module.getContext(), width);
}

/// The bytes from one value of the type to the next. A bool has four, and LLVM may read one
/// of them.
uint64_t Object::getSize(Type *type) const {
  Type *scalar = getScalarOf(getObjectType(object));
  if (type->isIntegerTy(8) && scalar && scalar->isIntegerTy(1))
    type = scalar;
  return layout.getTypeAllocSize(type);
}

/// The narrowest access decides, and wider ones take several elements.
Error Object::chooseElement() {
  uint64_t divisor = 0;
  bool hasAtomics = false;
  for (const Access &access : accesses) {
    Type *type = access.getType();
    uint64_t size = getSize(type);
    if (!type->isSingleValueType() || type->isVectorTy() ||
        type->isPointerTy() || !isPowerOf2_64(size) || size > 8)
      return refuse(*access.inst, "DXIL has no memory of this type");
    bytes = bytes == 0 ? size : std::min(bytes, size);
    hasAtomics |= access.isAtomic();
    // Either what is added up or the alignment says what divides the offset.
    uint64_t offset = getOffset(access.getPointer(), layout).getDivisor();
    uint64_t known = std::max(offset, access.getAlign().value());
    if (offset != 0)
      divisor = divisor == 0 ? known : std::min(divisor, known);
  }
  if (divisor != 0)
    bytes = std::min(bytes, divisor);
  Type *shared = nullptr;
  bool isShared = !hasAtomics;
  for (const Access &access : accesses) {
    Type *type = access.getType();
    uint64_t size = getSize(type);
    if (size != bytes && (bytes < 4 || access.isAtomic()) &&
        !(bytes == 2 && isLegalWidth(module, 16)))
      return refuse(*access.inst, "memory that is accessed in several widths");
    isShared &= size == bytes && (!shared || shared == type);
    shared = type;
  }
  element = getStorageType(bytes, isShared ? shared : nullptr);
  uint64_t width = layout.getTypeSizeInBits(element);
  for (const Access &access : accesses) {
    Type *type = access.getType();
    bool mustFit = access.isAtomic() || !type->isIntegerTy();
    if (mustFit && bytes * 8 != width)
      return refuse(*access.inst, "DXIL has no memory of this type");
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The array
//===----------------------------------------------------------------------===//

/// The scalars of a constant by their offsets.
static void collectScalars(Constant *constant, uint64_t offset,
                           const DataLayout &layout,
                           DenseMap<uint64_t, Constant *> &scalars) {
  Type *type = constant->getType();
  if (auto *structure = dyn_cast<StructType>(type)) {
    const StructLayout *members = layout.getStructLayout(structure);
    for (unsigned i = 0, e = structure->getNumElements(); i < e; ++i)
      collectScalars(constant->getAggregateElement(i),
                     offset + members->getElementOffset(i), layout, scalars);
    return;
  }
  uint64_t count = 0;
  if (auto *array = dyn_cast<ArrayType>(type))
    count = array->getNumElements();
  else if (auto *vector = dyn_cast<FixedVectorType>(type))
    count = vector->getNumElements();
  else {
    scalars[offset] = constant;
    return;
  }
  uint64_t stride = layout.getTypeAllocSize(type->getContainedType(0));
  for (uint64_t i = 0; i < count; ++i)
    collectScalars(constant->getAggregateElement(i), offset + i * stride,
                   layout, scalars);
}

/// Null if some element is none of its scalars and no part of them.
Constant *Object::flattenInitializer(Constant *initializer,
                                     ArrayType *type) const {
  if (isa<UndefValue>(initializer))
    return UndefValue::get(type);
  if (initializer->isNullValue())
    return Constant::getNullValue(type);
  DenseMap<uint64_t, Constant *> scalars;
  collectScalars(initializer, 0, layout, scalars);
  Type *source = IntegerType::get(module.getContext(), bytes * 8);
  SmallVector<Constant *> elements;
  for (uint64_t i = 0; i < type->getNumElements(); ++i) {
    Constant *value = scalars.lookup(i * bytes);
    if (!value || layout.getTypeAllocSize(value->getType()) != bytes)
      value = ConstantFoldLoadFromConst(initializer, source,
                                        APInt(32, i * bytes), layout);
    if (!value)
      return nullptr;
    if (isa<UndefValue>(value))
      value = Constant::getNullValue(element);
    else if (value->getType() != element)
      value = value->getType()->isIntegerTy() && element->isIntegerTy()
                  ? ConstantFoldIntegerCast(value, element, /*IsSigned=*/false,
                                            layout)
                  : ConstantFoldCastOperand(Instruction::BitCast, value,
                                            element, layout);
    if (!value)
      return nullptr;
    elements.push_back(value);
  }
  return ConstantArray::get(type, elements);
}

/// Groupshared memory of one element is no array, so that accesses need no GEP.
bool Object::isScalar() const {
  auto *global = dyn_cast<GlobalVariable>(object);
  return global && !global->hasInitializer() &&
         layout.getTypeAllocSize(global->getValueType()) == bytes &&
         all_of(accesses, [&](const Access &access) {
           Offset offset = getOffset(access.getPointer(), layout);
           return offset.variables.empty() && offset.constant == 0;
         });
}

void Object::replaceObject() {
  uint64_t size = layout.getTypeAllocSize(getObjectType(object));
  auto *arrayType = ArrayType::get(element, divideCeil(size, bytes));
  Type *type = isScalar() ? element : arrayType;
  if (getObjectType(object) == type && !isa<AllocaInst>(object)) {
    array = object;
    return;
  }
  if (auto *alloca = dyn_cast<AllocaInst>(object)) {
    auto *other =
        new AllocaInst(type, 0, nullptr, layout.getPrefTypeAlign(element), "",
                       function.getEntryBlock().begin());
    other->takeName(alloca);
    array = other;
    return;
  }
  auto *global = cast<GlobalVariable>(object);
  Constant *initializer =
      global->hasInitializer()
          ? flattenInitializer(global->getInitializer(), arrayType)
          : nullptr;
  if (global->hasInitializer() && !initializer)
    return;
  auto *other = new GlobalVariable(
      module, type, global->isConstant(), global->getLinkage(), initializer, "",
      global, GlobalValue::NotThreadLocal, global->getAddressSpace());
  other->takeName(global);
  array = other;
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

void Object::moveTo(Value *pointer) {
  if (auto *inst = dyn_cast<GetElementPtrInst>(pointer)) {
    builder.SetInsertPoint(inst);
    return;
  }
  BasicBlock &entry = function.getEntryBlock();
  builder.SetInsertPoint(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
}

/// A GEP counts in 32 bits, whatever its indices have. The sums of wider ones are computed
/// anew, where they were, and so need no 64 bits.
Value *Object::narrow(Value *index) {
  Type *type = builder.getInt32Ty();
  if (index->getType() == type)
    return index;
  if (Value *known = narrowed.lookup(index))
    return known;
  auto *binary = dyn_cast<BinaryOperator>(index);
  if (index->getType()->getIntegerBitWidth() > 32 && binary) {
    // The lower bits of these depend on nothing above them.
    switch (binary->getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor: {
      IRBuilderBase::InsertPointGuard guard(builder);
      builder.SetInsertPoint(binary);
      Value *lhs = narrow(binary->getOperand(0));
      Value *rhs = narrow(binary->getOperand(1));
      return narrowed[index] =
                 builder.CreateBinOp(binary->getOpcode(), lhs, rhs);
    }
    default:
      break;
    }
  }
  if (isa<ZExtInst, SExtInst>(index) &&
      cast<CastInst>(index)->getSrcTy() == type)
    return cast<CastInst>(index)->getOperand(0);
  return builder.CreateSExtOrTrunc(index, type);
}

/// The element's number, computed where the pointer was. What the alignment alone shows to
/// be a multiple is divided.
Value *Object::findIndex(Value *pointer) {
  if (Value *index = indices.lookup(pointer))
    return index;
  moveTo(pointer);
  Offset offset = getOffset(pointer, layout);
  bool divides = offset.getDivisor() % bytes == 0;
  int64_t unit = divides ? bytes : 1;
  Value *index = nullptr;
  for (auto [variable, stride] : offset.variables) {
    Value *term = narrow(variable);
    int64_t scale = stride / unit;
    if (scale > 0 && isPowerOf2_64(scale))
      term = builder.CreateShl(term, Log2_64(scale));
    else
      term = builder.CreateMul(term, builder.getInt32(scale));
    index = index ? builder.CreateAdd(index, term) : term;
  }
  Constant *constant =
      ConstantInt::get(builder.getInt32Ty(), offset.constant / unit,
                       /*IsSigned=*/true);
  if (!index)
    index = constant;
  else if (!constant->isNullValue())
    index = builder.CreateAdd(index, constant);
  if (!divides)
    index = builder.CreateLShr(index, Log2_64(bytes));
  return indices[pointer] = index;
}

/// Made as an instruction, since a constant one of index 0 would be folded away. There is
/// one in the function for each literal index.
Value *Object::createPointerTo(Value *index, bool inBounds) {
  if (!getObjectType(array)->isArrayTy())
    return array;
  bool isLiteral = isa<Constant>(index);
  if (Value *known = isLiteral ? pointers.lookup(index) : nullptr)
    return known;
  IRBuilderBase::InsertPointGuard guard(builder);
  if (isLiteral)
    moveTo(object);
  auto *gep = GetElementPtrInst::Create(getObjectType(array), array,
                                        {builder.getInt32(0), index});
  gep->setIsInBounds(inBounds);
  builder.Insert(gep);
  if (isLiteral)
    pointers[index] = gep;
  return gep;
}

/// One GEP for all accesses by a pointer.
Value *Object::createPointer(Value *pointer) {
  if (Value *known = pointers.lookup(pointer))
    return known;
  Value *index = findIndex(pointer);
  moveTo(pointer);
  return pointers[pointer] =
             createPointerTo(index, getOffset(pointer, layout).inBounds);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

Value *Object::toStorage(Value *value) {
  if (value->getType()->isIntegerTy() && element->isIntegerTy())
    return builder.CreateZExt(value, element);
  return builder.CreateBitCast(value, element);
}

Value *Object::fromStorage(Value *value, Type *type) {
  if (type->isIntegerTy(1))
    return builder.CreateICmpNE(value, Constant::getNullValue(element));
  if (type->isIntegerTy() && element->isIntegerTy())
    return builder.CreateTrunc(value, type);
  return builder.CreateBitCast(value, type);
}

static Type *getIntegerOf(Type *type, uint64_t bits) {
  return IntegerType::get(type->getContext(), bits);
}

void Object::rewriteLoad(LoadInst *load) {
  Type *type = load->getType();
  Value *pointer = createPointer(load->getPointerOperand());
  builder.SetInsertPoint(load);
  uint64_t parts = countParts(type);
  Value *value = nullptr;
  if (parts == 1) {
    value = fromStorage(builder.CreateLoad(element, pointer), type);
  } else {
    Value *index = findIndex(load->getPointerOperand());
    Type *whole = getIntegerOf(type, parts * bytes * 8);
    for (uint64_t i = 0; i < parts; ++i) {
      builder.SetInsertPoint(load);
      Value *at =
          i == 0
              ? pointer
              : createPointerTo(builder.CreateAdd(index, builder.getInt32(i)),
                                /*inBounds=*/false);
      Value *part = builder.CreateShl(
          builder.CreateZExt(builder.CreateLoad(element, at), whole),
          i * bytes * 8);
      value = value ? builder.CreateOr(value, part) : part;
    }
    value = type->isIntegerTy() ? builder.CreateTrunc(value, type)
                                : builder.CreateBitCast(value, type);
  }
  if (isa<Instruction>(value))
    value->takeName(load);
  load->replaceAllUsesWith(value);
  load->eraseFromParent();
}

void Object::rewriteStore(StoreInst *store) {
  Value *value = store->getValueOperand();
  Value *pointer = createPointer(store->getPointerOperand());
  builder.SetInsertPoint(store);
  uint64_t parts = countParts(value->getType());
  if (parts == 1) {
    builder.CreateStore(toStorage(value), pointer);
  } else {
    Value *index = findIndex(store->getPointerOperand());
    builder.SetInsertPoint(store);
    unsigned width = value->getType()->getPrimitiveSizeInBits();
    Value *bits = builder.CreateZExt(
        builder.CreateBitCast(value, getIntegerOf(value->getType(), width)),
        getIntegerOf(element, parts * bytes * 8));
    for (uint64_t i = 0; i < parts; ++i) {
      Value *at =
          i == 0
              ? pointer
              : createPointerTo(builder.CreateAdd(index, builder.getInt32(i)),
                                /*inBounds=*/false);
      builder.CreateStore(
          builder.CreateTrunc(builder.CreateLShr(bits, i * bytes * 8), element),
          at);
    }
  }
  store->eraseFromParent();
}

Error Object::rewrite(const Access &access) {
  if (auto *load = dyn_cast<LoadInst>(access.inst))
    rewriteLoad(load);
  else if (auto *store = dyn_cast<StoreInst>(access.inst))
    rewriteStore(store);
  else
    access.inst->setOperand(access.operand, createPointer(access.getPointer()));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Payloads
//===----------------------------------------------------------------------===//

/// The GEP to a scalar of the structure, by the constant part of the offset; a variable
/// part counts the elements of an array in it.
Error Object::rewriteInStruct(const Access &access) {
  Value *pointer = access.getPointer();
  if (!access.getType())
    return pointer == object
               ? Error::success()
               : refuse(*access.inst, "a part of a structure for the whole");
  builder.SetInsertPoint(access.inst);
  Offset offset = getOffset(pointer, layout);
  SmallVector<Value *> path = {builder.getInt32(0)};
  Type *type = getObjectType(object);
  int64_t rest = offset.constant;
  auto takeVariables = [&](int64_t stride) -> Value * {
    Value *index = nullptr;
    for (auto &[variable, scale] : offset.variables) {
      Value *term =
          builder.CreateMul(narrow(variable), builder.getInt32(scale / stride));
      index = index ? builder.CreateAdd(index, term) : term;
    }
    return index;
  };
  while (rest >= 0 && rest < int64_t(layout.getTypeAllocSize(type))) {
    if (auto *structure = dyn_cast<StructType>(type)) {
      const StructLayout *members = layout.getStructLayout(structure);
      unsigned member = members->getElementContainingOffset(rest);
      rest -= members->getElementOffset(member);
      path.push_back(builder.getInt32(member));
      type = structure->getElementType(member);
      continue;
    }
    auto *array = dyn_cast<ArrayType>(type);
    if (!array)
      break;
    int64_t stride = layout.getTypeAllocSize(array->getElementType());
    Value *index = builder.getInt32(rest / stride);
    if (!offset.variables.empty()) {
      if (offset.getDivisor() % stride != 0)
        return refuse(*access.inst, "a payload accessed in several widths");
      index = builder.CreateAdd(takeVariables(stride), index);
      offset.variables.clear();
    }
    path.push_back(index);
    type = array->getElementType();
    rest %= stride;
  }
  Type *accessed = access.getType();
  if (rest != 0 || !offset.variables.empty() || type->isAggregateType() ||
      layout.getTypeAllocSize(type) != layout.getTypeAllocSize(accessed))
    return refuse(*access.inst, "a payload accessed in several widths");
  auto *gep = GetElementPtrInst::Create(getObjectType(object), object, path);
  gep->setIsInBounds(offset.inBounds);
  builder.Insert(gep);
  element = type;
  if (auto *load = dyn_cast<LoadInst>(access.inst)) {
    Value *value = fromStorage(builder.CreateLoad(type, gep), accessed);
    load->replaceAllUsesWith(value);
    load->eraseFromParent();
  } else if (auto *store = dyn_cast<StoreInst>(access.inst)) {
    builder.CreateStore(toStorage(store->getValueOperand()), gep);
    store->eraseFromParent();
  } else {
    access.inst->setOperand(access.operand, gep);
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

static bool isPayload(ArrayRef<Access> accesses) {
  return any_of(accesses,
                [](const Access &access) { return !access.getType(); });
}

Error Object::flatten() {
  if (!getObjectType(object))
    return refuseObject("memory of unknown size");
  if (Error error = findAccesses(object, function, accesses))
    return error;
  if (accesses.empty())
    return Error::success();
  if (isPayload(accesses)) {
    for (const Access &access : accesses)
      if (Error error = rewriteInStruct(access))
        return error;
    return Error::success();
  }
  if (Error error = chooseElement())
    return error;
  replaceObject();
  if (!array)
    return refuseObject("a constant that is read in several widths");
  for (const Access &access : accesses)
    if (Error error = rewrite(access))
      return error;
  return Error::success();
}

/// Every pointer is one GEP with an i32 index on an array of one dimension.
Error legalize::flattenMemory(Module &module) {
  for (Function &function : getBodies(module)) {
    SmallVector<Value *> objects;
    for (Instruction &inst : instructions(function))
      if (isa<AllocaInst>(inst))
        objects.push_back(&inst);
    // Each new alloca comes before the last one.
    std::reverse(objects.begin(), objects.end());
    const SmallVector<GlobalVariable *> globals(
        llvm::make_pointer_range(module.globals()));
    llvm::append_range(objects, globals);
    for (Value *object : objects)
      if (Error error = Object(object, function).flatten())
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
