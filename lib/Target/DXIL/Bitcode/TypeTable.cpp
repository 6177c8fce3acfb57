//===- TypeTable.cpp - The types of a module ------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeTable.h"

using namespace llvm;
using namespace mlir::dxil::bitcode;

unsigned TypeTable::add(unsigned code, ArrayRef<uint64_t> operands) {
  entries.push_back({code, Operands(operands.begin(), operands.end()), ""});
  return entries.size() - 1;
}

unsigned TypeTable::intern(unsigned code, ArrayRef<uint64_t> operands) {
  auto [entry, isNew] = interned.try_emplace(
      {code, Operands(operands.begin(), operands.end())}, entries.size());
  if (isNew)
    add(code, operands);
  return entry->second;
}

unsigned TypeTable::getPointer(unsigned pointee, unsigned addressSpace) {
  return intern(kTypePointer, {pointee, addressSpace});
}

unsigned TypeTable::getStruct(StructType &type) {
  Operands operands{type.isPacked()};
  for (Type *element : type.elements())
    operands.push_back(get(element));
  if (!type.hasName())
    return intern(bitc::TYPE_CODE_STRUCT_ANON, operands);
  unsigned id = add(bitc::TYPE_CODE_STRUCT_NAMED, operands);
  entries.back().name = type.getName().str();
  return id;
}

unsigned TypeTable::get(Type *type) {
  if (auto id = ids.find(type); id != ids.end())
    return id->second;
  auto refuse = [&] {
    std::string text;
    raw_string_ostream stream(text);
    type->print(stream, /*IsForDebug=*/false, /*NoDetails=*/true);
    refusals.refuseForm("type '" + Twine(text) + "'");
    return 0;
  };
  unsigned id;
  switch (type->getTypeID()) {
  case Type::VoidTyID:
    id = intern(bitc::TYPE_CODE_VOID, {});
    break;
  case Type::HalfTyID:
    id = intern(bitc::TYPE_CODE_HALF, {});
    break;
  case Type::FloatTyID:
    id = intern(bitc::TYPE_CODE_FLOAT, {});
    break;
  case Type::DoubleTyID:
    id = intern(bitc::TYPE_CODE_DOUBLE, {});
    break;
  case Type::IntegerTyID:
    if (type->getIntegerBitWidth() > 64)
      return refuse();
    id = intern(bitc::TYPE_CODE_INTEGER, {type->getIntegerBitWidth()});
    break;
  case Type::PointerTyID:
    id = getPointerTo(Type::getInt8Ty(type->getContext()), type);
    break;
  case Type::ArrayTyID: {
    uint64_t element = get(type->getArrayElementType());
    id = intern(bitc::TYPE_CODE_ARRAY, {type->getArrayNumElements(), element});
    break;
  }
  case Type::FixedVectorTyID: {
    auto *vector = cast<llvm::FixedVectorType>(type);
    // Each element could have a different pointee.
    if (vector->getElementType()->isPointerTy())
      return refuse();
    uint64_t element = get(vector->getElementType());
    id = intern(bitc::TYPE_CODE_VECTOR, {vector->getNumElements(), element});
    break;
  }
  case Type::StructTyID:
    if (cast<StructType>(type)->isOpaque())
      return refuse();
    id = getStruct(*cast<StructType>(type));
    break;
  default:
    return refuse();
  }
  ids[type] = id;
  return id;
}

unsigned TypeTable::getPointerTo(Type *pointee, Type *pointer,
                                 const Twine &name) {
  if (!pointee) {
    refusals.refuse("nothing tells what " + name + " points to");
    return 0;
  }
  return getPointer(get(pointee), pointer->getPointerAddressSpace());
}

unsigned TypeTable::getFunction(const Function &function) {
  if (auto id = functions.find(&function); id != functions.end())
    return id->second;
  Type *result = function.getReturnType();
  Operands operands{function.isVarArg()};
  operands.push_back(result->isPointerTy()
                         ? getPointerTo(pointers.getResultPointee(function),
                                        result, "its result")
                         : get(result));
  for (const Argument &parameter : function.args())
    operands.push_back(
        parameter.getType()->isPointerTy()
            ? getPointerTo(pointers.getPointee(parameter), parameter.getType(),
                           "parameter " + Twine(parameter.getArgNo()))
            : get(parameter.getType()));
  return functions[&function] = intern(bitc::TYPE_CODE_FUNCTION, operands);
}

unsigned TypeTable::getOf(const Use &use) {
  if (!isTypeless(*use))
    return getOf(*use.get());
  return getPointerTo(pointers.getPointee(use), use->getType());
}

unsigned TypeTable::getOf(const Value &value) {
  Type *type = value.getType();
  if (!type->isPointerTy() || isTypeless(value))
    return get(type);
  if (auto *function = dyn_cast<Function>(&value))
    return getPointer(getFunction(*function), function->getAddressSpace());
  return getPointerTo(pointers.getPointee(value), type);
}

Records TypeTable::write() const {
  Records records;
  records.enter(bitc::TYPE_BLOCK_ID_NEW);
  records.add(bitc::TYPE_CODE_NUMENTRY, {entries.size()});
  for (const Entry &entry : entries) {
    if (!entry.name.empty())
      records.add(bitc::TYPE_CODE_STRUCT_NAME, {}, entry.name);
    records.add(entry.code, entry.operands);
  }
  records.leave();
  return records;
}
