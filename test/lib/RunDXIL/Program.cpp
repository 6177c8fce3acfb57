//===- Program.cpp - A kernel made ready to run ---------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "Matrices.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace rundxil;

namespace {

/// Goes through the entry once for the registers, and once for the
/// instructions.
class Builder {
public:
  Builder(const Kernel &kernel)
      : kernel(kernel), layout(kernel.module->getDataLayout()) {}

  Expected<Program> build();

private:
  Error fail(const llvm::Instruction &instruction, const Twine &what);
  Error addGlobal(const GlobalVariable &global);
  Error writeConstant(const Constant *constant, uint64_t place);
  void addLocal(const AllocaInst &alloca);
  Error addInstruction(const llvm::Instruction &source, Block &block);
  Error addOperands(const llvm::Instruction &source, Step &made);
  Error addPhi(const PHINode &source, const Block &block, Step &made);
  Error addMemoryAccess(const llvm::Instruction &source, Step &made);
  Error addAddress(const GEPOperator &source, Step &made);
  Error addTerminator(const llvm::Instruction &source, Step &made);
  Error addCall(const CallBase &source, Step &made);

  /// One a field; none where a type is not run.
  static unsigned countRegisters(const Type *type);
  Expected<Register> registerOf(const Value *value);
  Expected<Register> constantRegister(const Constant *constant);
  Error pushConstant(const Constant *constant);
  Error addOperand(const Value *value, Step &made);

  const Kernel &kernel;
  const DataLayout &layout;
  Program program;
  DenseMap<const Value *, Register> registers;
  DenseMap<const Value *, unsigned> objects;
  DenseMap<const BasicBlock *, unsigned> blocks;
};

} // namespace

static std::string print(const llvm::Instruction &instruction) {
  std::string text;
  raw_string_ostream(text) << instruction;
  return StringRef(text).ltrim().str();
}

Error Builder::fail(const llvm::Instruction &instruction, const Twine &what) {
  return createStringError(what + ": " + print(instruction));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Error Builder::writeConstant(const Constant *constant, uint64_t place) {
  if (isa<UndefValue>(constant))
    return Error::success();
  uint64_t bytes = layout.getTypeStoreSize(constant->getType());
  if (auto *aggregate = dyn_cast<ConstantDataSequential>(constant)) {
    uint64_t each = layout.getTypeAllocSize(aggregate->getElementType());
    for (unsigned index = 0; index < aggregate->getNumElements(); ++index)
      if (Error error = writeConstant(aggregate->getElementAsConstant(index),
                                      place + index * each))
        return error;
    return Error::success();
  }
  if (isa<ConstantArray>(constant)) {
    uint64_t each = layout.getTypeAllocSize(constant->getOperand(0)->getType());
    for (unsigned index = 0; index < constant->getNumOperands(); ++index)
      if (Error error =
              writeConstant(cast<Constant>(constant->getOperand(index)),
                            place + index * each))
        return error;
    return Error::success();
  }
  uint64_t value = 0;
  if (auto *integer = dyn_cast<ConstantInt>(constant))
    value = integer->getZExtValue();
  else if (auto *real = dyn_cast<ConstantFP>(constant))
    value = real->getValueAPF().bitcastToAPInt().getZExtValue();
  else if (!isa<ConstantAggregateZero>(constant))
    return createStringError("a global's initial value is not run here");
  for (uint64_t index = 0; index < bytes; ++index) {
    program.constantBytes[place + index] =
        index < 8 ? static_cast<uint8_t>(value >> (8 * index)) : 0;
    program.constantDefined[place + index] = true;
  }
  return Error::success();
}

Error Builder::addGlobal(const GlobalVariable &global) {
  uint64_t bytes = layout.getTypeAllocSize(global.getValueType());
  auto align = [](uint64_t size) { return alignTo(size, 8); };
  objects[&global] = program.objects.size();
  if (global.getAddressSpace() == 3) {
    program.objects.push_back(
        {Object::Shared, global.getName().str(), bytes, program.sharedBytes});
    program.sharedBytes += align(bytes);
    return Error::success();
  }
  if (!global.isConstant() || !global.hasInitializer())
    return createStringError("global '" + global.getName() +
                             "' is neither groupshared nor constant");
  uint64_t start = program.constantBytes.size();
  program.objects.push_back(
      {Object::Constant, global.getName().str(), bytes, start});
  program.constantBytes.resize(start + align(bytes));
  program.constantDefined.resize(start + align(bytes));
  return writeConstant(global.getInitializer(), start);
}

void Builder::addLocal(const AllocaInst &alloca) {
  uint64_t bytes = layout.getTypeAllocSize(alloca.getAllocatedType());
  if (auto *count = dyn_cast<ConstantInt>(alloca.getArraySize()))
    bytes *= count->getZExtValue();
  objects[&alloca] = program.objects.size();
  program.objects.push_back(
      {Object::Local, alloca.getName().str(), bytes, program.localBytes});
  program.localBytes += alignTo(bytes, 8);
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

unsigned Builder::countRegisters(const Type *type) {
  if (scalarOf(type))
    return 1;
  auto *structType = dyn_cast<StructType>(type);
  if (!structType || !all_of(structType->elements(), [](const Type *element) {
        return scalarOf(element).has_value();
      }))
    return 0;
  return structType->getNumElements();
}

/// Adds one register a field.
Error Builder::pushConstant(const Constant *constant) {
  if (auto *structType = dyn_cast<StructType>(constant->getType())) {
    for (unsigned index = 0; index < structType->getNumElements(); ++index)
      if (Error error = pushConstant(constant->getAggregateElement(index)))
        return error;
    return Error::success();
  }
  ConstantRegister made{program.registers++, 0, false};
  if (isa<UndefValue>(constant)) {
    made.undefined = true;
  } else if (auto *integer = dyn_cast<ConstantInt>(constant)) {
    made.value = integer->getZExtValue();
  } else if (auto *real = dyn_cast<ConstantFP>(constant)) {
    made.value = real->getValueAPF().bitcastToAPInt().getZExtValue();
  } else if (constant->getType()->isPointerTy()) {
    APInt offset(layout.getIndexTypeSizeInBits(constant->getType()), 0);
    const Value *base = constant->stripAndAccumulateConstantOffsets(
        layout, offset, /*AllowNonInbounds=*/true);
    auto object = objects.find(base);
    if (object == objects.end())
      return createStringError("a constant pointer to nothing");
    made.value = pointerTo(object->second, offset.getSExtValue());
  } else {
    return createStringError("a constant that is not run here");
  }
  program.constants.push_back(made);
  return Error::success();
}

Expected<Register> Builder::constantRegister(const Constant *constant) {
  auto [place, inserted] = registers.try_emplace(constant, program.registers);
  if (!inserted)
    return place->second;
  Register first = program.registers;
  if (!countRegisters(constant->getType()))
    return createStringError("a constant of a type that is not run here");
  if (Error error = pushConstant(constant))
    return std::move(error);
  return first;
}

Expected<Register> Builder::registerOf(const Value *value) {
  if (auto *constant = dyn_cast<Constant>(value))
    return constantRegister(constant);
  // A field of a struct is the register that holds it.
  if (auto *field = dyn_cast<ExtractValueInst>(value)) {
    Expected<Register> first = registerOf(field->getAggregateOperand());
    return first ? Expected<Register>(*first + field->getIndices()[0])
                 : first.takeError();
  }
  auto place = registers.find(value);
  if (place == registers.end())
    return createStringError("an operand that is not run here");
  return place->second;
}

Error Builder::addOperand(const Value *value, Step &made) {
  Expected<Register> place = registerOf(value);
  if (!place)
    return place.takeError();
  made.operands.push_back(*place);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Whether DXIL has the instruction.
static bool isAllowed(const llvm::Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case llvm::Instruction::FNeg:
  case llvm::Instruction::Freeze:
  case llvm::Instruction::Fence:
  case llvm::Instruction::InsertValue:
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::IntToPtr:
  case llvm::Instruction::Unreachable:
    return false;
  }
  return instruction.isBinaryOp() || instruction.isCast() ||
         isa<ReturnInst, BranchInst, SwitchInst, AllocaInst, LoadInst,
             StoreInst, GetElementPtrInst, AtomicCmpXchgInst, AtomicRMWInst,
             CmpInst, PHINode, CallInst, SelectInst, ExtractValueInst>(
             instruction);
}

Error Builder::addAddress(const GEPOperator &source, Step &made) {
  if (Error error = addOperand(source.getPointerOperand(), made))
    return error;
  for (gep_type_iterator step = gep_type_begin(source),
                         end = gep_type_end(source);
       step != end; ++step) {
    auto *constant = dyn_cast<ConstantInt>(step.getOperand());
    if (StructType *type = step.getStructTypeOrNull()) {
      made.offset += layout.getStructLayout(type)->getElementOffset(
          constant->getZExtValue());
      continue;
    }
    int64_t scale = step.getSequentialElementStride(layout);
    if (constant) {
      made.offset += scale * constant->getSExtValue();
      continue;
    }
    if (Error error = addOperand(step.getOperand(), made))
      return error;
    made.scales.push_back(scale);
    made.type = *scalarOf(step.getOperand()->getType());
  }
  return Error::success();
}

Error Builder::addMemoryAccess(const llvm::Instruction &source, Step &made) {
  const Value *pointer = getLoadStorePointerOperand(&source);
  if (auto *atomic = dyn_cast<AtomicRMWInst>(&source)) {
    pointer = atomic->getPointerOperand();
    made.type = *scalarOf(atomic->getValOperand()->getType());
  } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&source)) {
    pointer = exchange->getPointerOperand();
    made.type = *scalarOf(exchange->getNewValOperand()->getType());
  } else {
    std::optional<Scalar> type = scalarOf(getLoadStoreType(&source));
    if (!type || *type == Scalar::Pointer)
      return createStringError("this type is not kept in memory");
    made.type = *type;
    made.offset = getLoadStoreAlignment(&source).value();
  }
  if (source.isAtomic() && pointer->getType()->getPointerAddressSpace() != 3)
    return createStringError("such atomics are for groupshared memory");
  for (const Value *operand : source.operands())
    if (Error error = addOperand(operand, made))
      return error;
  return Error::success();
}

Error Builder::addTerminator(const llvm::Instruction &source, Step &made) {
  auto *choice = dyn_cast<SwitchInst>(&source);
  auto *branch = dyn_cast<BranchInst>(&source);
  if (choice) {
    made.type = *scalarOf(choice->getCondition()->getType());
    for (auto item : choice->cases()) {
      made.cases.push_back(item.getCaseValue()->getZExtValue());
      made.targets.push_back(blocks.lookup(item.getCaseSuccessor()));
    }
    made.targets.push_back(blocks.lookup(choice->getDefaultDest()));
    return addOperand(choice->getCondition(), made);
  }
  if (!branch)
    return Error::success();
  for (unsigned index = 0; index < branch->getNumSuccessors(); ++index)
    made.targets.push_back(blocks.lookup(branch->getSuccessor(index)));
  return branch->isConditional() ? addOperand(branch->getCondition(), made)
                                 : Error::success();
}

Error Builder::addCall(const CallBase &source, Step &made) {
  Expected<Call> call = readCall(source, kernel.minor);
  if (!call)
    return call.takeError();
  made.operation = call->operation;
  made.type = call->overload;
  made.fields = countRegisters(source.getType());
  if (call->operation->opcode == op::DispatchMesh) {
    const Value *payload = source.getArgOperand(4);
    const Type *type = nullptr;
    if (auto *global = dyn_cast<GlobalVariable>(payload))
      type = global->getValueType();
    else if (auto *alloca = dyn_cast<AllocaInst>(payload))
      type = alloca->getAllocatedType();
    if (!type)
      return createStringError("the payload is neither groupshared nor local");
    made.offset = layout.getTypeAllocSize(const_cast<Type *>(type));
    if (made.offset != kernel.payloadBytes)
      return createStringError("the payload has " + Twine(made.offset) +
                               " bytes, and " + Twine(kernel.payloadBytes) +
                               " are declared");
  }
  for (const Value *operand : drop_begin(source.args()))
    if (Error error = addOperand(operand, made))
      return error;
  return Error::success();
}

Error Builder::addOperands(const llvm::Instruction &source, Step &made) {
  if (auto *address = dyn_cast<GEPOperator>(&source))
    return addAddress(*address, made);
  if (isa<LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(source))
    return addMemoryAccess(source, made);
  if (source.isTerminator())
    return addTerminator(source, made);
  if (auto *call = dyn_cast<CallBase>(&source))
    return addCall(*call, made);
  if (isa<AllocaInst>(source)) {
    made.offset = objects.lookup(&source);
    return Error::success();
  }
  for (const Value *operand : source.operands()) {
    std::optional<Scalar> type = scalarOf(operand->getType());
    if (!type)
      return createStringError("an operand's type is not run here");
    // A select's condition is not what it works on.
    if (operand == source.getOperand(isa<SelectInst>(source) ? 1 : 0))
      made.type = *type;
    if (Error error = addOperand(operand, made))
      return error;
  }
  return Error::success();
}

/// Operands in the order of the block's predecessors.
Error Builder::addPhi(const PHINode &source, const Block &block, Step &made) {
  for (unsigned predecessor : block.predecessors)
    if (Error error = addOperand(
            source.getIncomingValueForBlock(program.blocks[predecessor].source),
            made))
      return error;
  return Error::success();
}

Error Builder::addInstruction(const llvm::Instruction &source, Block &block) {
  if (!isAllowed(source))
    return fail(source, "this instruction does not exist in DXIL");
  if (isa<ExtractValueInst>(source) || isa<LifetimeIntrinsic>(source))
    return Error::success();
  Step made;
  made.source = &source;
  made.opcode = source.getOpcode();
  if (!source.getType()->isVoidTy()) {
    made.result = registers.lookup(&source);
    if (std::optional<Scalar> type = scalarOf(source.getType()))
      made.resultType = *type;
  }
  auto *phi = dyn_cast<PHINode>(&source);
  if (Error error = phi ? addPhi(*phi, block, made) : addOperands(source, made))
    return fail(source, toString(std::move(error)));
  (phi ? block.phis : block.instructions).push_back(std::move(made));
  return Error::success();
}

Expected<Program> Builder::build() {
  for (const GlobalVariable &global : kernel.module->globals())
    if (Error error = addGlobal(global))
      return std::move(error);
  const Function &entry = *kernel.entry;
  for (const BasicBlock &block : entry) {
    blocks[&block] = program.blocks.size();
    program.blocks.push_back({&block, {}, {}, {}});
    for (const llvm::Instruction &instruction : block) {
      if (auto *alloca = dyn_cast<AllocaInst>(&instruction))
        addLocal(*alloca);
      if (instruction.getType()->isVoidTy() ||
          isa<ExtractValueInst>(instruction))
        continue;
      unsigned count = countRegisters(instruction.getType());
      if (count == 0)
        return fail(instruction, "this type is not run here");
      bool isStruct = instruction.getType()->isStructTy();
      bool isShared = instruction.getType()->isPointerTy() &&
                      instruction.getType()->getPointerAddressSpace() == 3;
      bool isCarried =
          isa<PHINode>(instruction) && isMatrix(instruction.getType());
      if (isa<PHINode, SelectInst>(instruction) && (isStruct || isShared) &&
          !isCarried)
        return fail(instruction, "handles, structs and pointers to groupshared "
                                 "memory cannot be chosen");
      registers[&instruction] = program.registers;
      program.registers += count;
    }
  }
  for (auto [index, block] : enumerate(entry)) {
    SmallPtrSet<const BasicBlock *, 4> seen;
    for (const BasicBlock *predecessor : predecessors(&block))
      if (seen.insert(predecessor).second)
        program.blocks[index].predecessors.push_back(blocks[predecessor]);
  }
  for (auto [index, block] : enumerate(entry))
    for (const llvm::Instruction &instruction : block)
      if (Error error = addInstruction(instruction, program.blocks[index]))
        return std::move(error);
  return std::move(program);
}

Expected<Program> rundxil::makeProgram(const Kernel &kernel) {
  return Builder(kernel).build();
}
