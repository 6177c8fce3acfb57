//===- PointerTypes.cpp - Pointee types of opaque pointers ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointerTypes.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace mlir::dxil::bitcode;

static bool isPointer(const Value &value) {
  return value.getType()->isPointerTy();
}

/// The pointee of a pointer in memory, in a structure or in an array.
static Type *getByte(const Value &value) {
  return Type::getInt8Ty(value.getContext());
}

PointerTypes::PointerTypes(const Module &module, Refusals &refusals)
    : refusals(refusals) {
  // Set the definite types first, so that a conflict is reported where a
  // pointer is used.
  for (const GlobalVariable &global : module.globals())
    state(&global, global.getValueType());
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function))
      stateMade(instruction);
  for (const GlobalVariable &global : module.globals()) {
    if (!global.hasInitializer())
      continue;
    refusals.setPlace(global);
    const Use &initializer = global.getOperandUse(0);
    if (isPointer(*initializer))
      state(getKey(initializer), getByte(global));
    visitElement(initializer);
  }
  for (const Function &function : module) {
    for (const Instruction &instruction : instructions(function)) {
      refusals.setPlace(instruction);
      for (const Use &use : instruction.operands())
        visitConstant(use);
      stateUsed(instruction);
    }
  }
  // If nothing determines the pointee of a bitcast's result, it is the pointee
  // of the operand.
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function))
      if (isa<BitCastInst>(instruction) && isPointer(instruction) &&
          !find(&instruction))
        join(&instruction, getKey(instruction.getOperandUse(0)));
}

Type *PointerTypes::find(Key key) const {
  auto number = numbers.find(key);
  return number == numbers.end() ? nullptr
                                 : cells[getRoot(number->second)].pointee;
}

unsigned PointerTypes::getRoot(unsigned cell) const {
  while (cells[cell].parent != cell)
    cell = cells[cell].parent;
  return cell;
}

unsigned PointerTypes::getRoot(Key key) {
  auto [number, isNew] = numbers.try_emplace(key, cells.size());
  if (isNew)
    cells.push_back({number->second});
  unsigned cell = number->second;
  unsigned root = getRoot(cell);
  cells[cell].parent = root;
  return root;
}

void PointerTypes::refuseTwo(Type *one, Type *other) {
  std::string text;
  raw_string_ostream stream(text);
  stream << "uses a pointer to ";
  one->print(stream, /*IsForDebug=*/false, /*NoDetails=*/true);
  stream << " as one to ";
  other->print(stream, /*IsForDebug=*/false, /*NoDetails=*/true);
  refusals.refuse(text);
}

void PointerTypes::state(Key key, Type *pointee) {
  Cell &cell = cells[getRoot(key)];
  if (!cell.pointee)
    cell.pointee = pointee;
  else if (cell.pointee != pointee)
    refuseTwo(cell.pointee, pointee);
}

void PointerTypes::join(Key one, Key other) {
  unsigned root = getRoot(one), child = getRoot(other);
  if (root == child)
    return;
  Type *first = cells[root].pointee, *second = cells[child].pointee;
  if (first && second && first != second)
    return refuseTwo(second, first);
  if (cells[root].size < cells[child].size)
    std::swap(root, child);
  cells[root].pointee = first ? first : second;
  cells[root].size += cells[child].size;
  cells[child].parent = root;
}

void PointerTypes::visitElement(const Use &use) {
  if (isa<Function>(use.get()))
    refusals.refuseForm("a function as a value");
  visitConstant(use);
}

void PointerTypes::visitConstant(const Use &use) {
  auto *constant = dyn_cast<Constant>(use.get());
  if (!constant || isa<GlobalValue>(constant) ||
      constant->getNumOperands() == 0 || !visited.insert(constant).second)
    return;
  if (auto *address = dyn_cast<GEPOperator>(constant)) {
    state(address, address->getResultElementType());
    state(getKey(address->getOperandUse(0)), address->getSourceElementType());
  } else if (auto *expression = dyn_cast<ConstantExpr>(constant)) {
    if (expression->getOpcode() == Instruction::AddrSpaceCast)
      join(expression, getKey(expression->getOperandUse(0)));
  } else {
    for (const Use &element : constant->operands())
      if (isPointer(*element))
        state(getKey(element), getByte(*element));
  }
  for (const Use &element : constant->operands())
    visitElement(element);
}

void PointerTypes::stateMade(const Instruction &instruction) {
  refusals.setPlace(instruction);
  if (auto *alloca = dyn_cast<AllocaInst>(&instruction))
    state(alloca, alloca->getAllocatedType());
  else if (auto *address = dyn_cast<GetElementPtrInst>(&instruction))
    state(address, address->getResultElementType());
  else if (isa<LoadInst, ExtractValueInst>(instruction) &&
           isPointer(instruction))
    state(&instruction, getByte(instruction));
}

void PointerTypes::stateUsed(const Instruction &instruction) {
  auto key = [&](unsigned operand) {
    return getKey(instruction.getOperandUse(operand));
  };
  switch (instruction.getOpcode()) {
  case Instruction::Load:
    return state(key(0), instruction.getType());
  case Instruction::Store: {
    Type *type = instruction.getOperand(0)->getType();
    if (type->isPointerTy())
      state(key(0), getByte(instruction));
    return state(key(1), type);
  }
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
    return state(key(0), instruction.getOperand(1)->getType());
  case Instruction::GetElementPtr:
    return state(key(0),
                 cast<GetElementPtrInst>(instruction).getSourceElementType());
  case Instruction::Ret:
    if (instruction.getNumOperands() && isPointer(*instruction.getOperand(0)))
      join(instruction.getFunction(), key(0));
    return;
  case Instruction::ICmp:
    if (isPointer(*instruction.getOperand(0)))
      join(key(0), key(1));
    return;
  case Instruction::Select:
    if (!isPointer(instruction))
      return;
    join(&instruction, key(1));
    return join(&instruction, key(2));
  case Instruction::PHI:
    if (isPointer(instruction))
      for (const Use &incoming : instruction.operands())
        join(&instruction, getKey(incoming));
    return;
  case Instruction::AddrSpaceCast:
    return join(&instruction, key(0));
  case Instruction::Call:
    return stateCall(cast<CallInst>(instruction));
  default:
    return;
  }
}

void PointerTypes::stateCall(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return;
  if (isPointer(call))
    join(callee, &call);
  for (const Argument &parameter : callee->args())
    if (isPointer(parameter))
      join(&parameter, getKey(call.getArgOperandUse(parameter.getArgNo())));
}
