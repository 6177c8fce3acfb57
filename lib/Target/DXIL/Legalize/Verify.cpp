//===- Verify.cpp - What DXIL allows -------------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Names the first instruction that DXIL has no place for, before Microsoft's validator or a
// driver does.
//
//===----------------------------------------------------------------------===//

#include "../EntryMetadata.h"
#include "Calls.h"
#include "Kernel.h"
#include "Objects.h"
#include "VerifyCalls.h"
#include "WaveDialect/DXIL/Direct3D.h"
#include "WaveDialect/DXIL/ShaderModels.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::dxil;
using namespace mlir::dxil::legalize;

namespace {
class Verification {
public:
  explicit Verification(Module &module)
      : module(module), layout(module.getDataLayout()),
        minor(getShaderModelMinor(module)) {}

  Error verifyGlobal(const GlobalVariable &global) const;
  Error verifyInstruction(const Instruction &inst) const;

private:
  bool isScalar(const Type *type) const { return isLegalScalar(module, type); }
  bool isArray(Type *type) const;
  bool isMemory(Type *type) const;
  Error verifyOperands(const Instruction &inst) const;
  Error verifyPointer(const Instruction &access, const Value *pointer,
                      Type *type) const;
  Error verifyIndex(const GetElementPtrInst &gep) const;
  Error verifyMemoryAccess(const Instruction &inst) const;
  Error verifyAtomic(const Instruction &inst, Type *type) const;
  Error verifyAttachments(const Instruction &inst) const;

  Module &module;
  const DataLayout &layout;
  unsigned minor;
};
} // namespace

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

bool Verification::isArray(Type *type) const {
  auto *array = dyn_cast<ArrayType>(type);
  return array && isScalar(array->getElementType()) &&
         !array->getElementType()->isIntegerTy(1);
}

/// An array, or a structure of scalars and arrays: a payload.
bool Verification::isMemory(Type *type) const {
  auto *structure = dyn_cast<StructType>(type);
  if (!structure)
    return isArray(type);
  return all_of(structure->elements(), [&](Type *member) {
    return isArray(member) || (isScalar(member) && !member->isIntegerTy(1));
  });
}

Error Verification::verifyGlobal(const GlobalVariable &global) const {
  auto refuseGlobal = [&](const Twine &message) {
    std::string text;
    raw_string_ostream(text) << message << ": '" << global << "'";
    return createStringError(text);
  };
  // Groupshared memory may be one scalar, too.
  Type *type = global.getValueType();
  const bool isOne =
      global.getAddressSpace() == 3 && isScalar(type) && !type->isIntegerTy(1);
  if (!isMemory(type) && !isOne)
    return refuseGlobal("memory is an array of scalars");
  if (global.getName().starts_with("dx."))
    return refuseGlobal("names with 'dx.' are DXIL's own");
  if (global.getAddressSpace() == 3)
    return global.hasInitializer()
               ? refuseGlobal("groupshared memory has no first value")
               : Error::success();
  if (global.getAddressSpace() != 0)
    return refuseGlobal("memory of an unknown kind");
  if (!global.hasInitializer() || !global.hasInternalLinkage())
    return refuseGlobal("memory of one thread is internal and initialized");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

bool legalize::isInstructionOfDXIL(const Instruction &inst) {
  if (isa<BinaryOperator>(inst))
    return true;
  switch (inst.getOpcode()) {
  case Instruction::Alloca:
  case Instruction::AtomicCmpXchg:
  case Instruction::AtomicRMW:
  case Instruction::BitCast:
  case Instruction::Br:
  case Instruction::Call:
  case Instruction::ExtractValue:
  case Instruction::FCmp:
  case Instruction::FPExt:
  case Instruction::FPToSI:
  case Instruction::FPToUI:
  case Instruction::FPTrunc:
  case Instruction::GetElementPtr:
  case Instruction::ICmp:
  case Instruction::Load:
  case Instruction::PHI:
  case Instruction::Ret:
  case Instruction::SExt:
  case Instruction::SIToFP:
  case Instruction::Select:
  case Instruction::Store:
  case Instruction::Switch:
  case Instruction::Trunc:
  case Instruction::UIToFP:
  case Instruction::ZExt:
    return true;
  default:
    return false;
  }
}

Error Verification::verifyOperands(const Instruction &inst) const {
  Type *type = inst.getType();
  bool hasType =
      type->isVoidTy() || isScalar(type) ||
      isa<GetElementPtrInst, AllocaInst>(inst) ||
      (type->isStructTy() && isa<CallInst, AtomicCmpXchgInst>(inst)) ||
      (isMatrix(type) && isa<PHINode>(inst));
  if (!hasType)
    return refuse(inst, "a value of a type that DXIL has not");
  auto *call = dyn_cast<CallInst>(&inst);
  for (const Use &operand : inst.operands()) {
    const Value *value = operand.get();
    Type *type = value->getType();
    if (isa<BasicBlock, Function>(value))
      continue;
    if (isa<ConstantExpr>(value))
      return refuse(inst, "an operand that is computed by a constant");
    if (type->isPointerTy())
      continue;
    bool isOperand = call || isa<ExtractValueInst>(inst) ||
                     (isMatrix(type) && isa<PHINode>(inst));
    if (!isScalar(type) && !(type->isStructTy() && isOperand) &&
        !(call && type->isIntegerTy(8) && isa<ConstantInt>(value)))
      return refuse(inst, "an operand of a type that DXIL has not");
    const bool mayBeUndef = call || isa<PHINode>(inst);
    if (isa<PoisonValue>(value) ||
        (isa<UndefValue>(value) && (!mayBeUndef || type->isStructTy())))
      return refuse(inst, "an operand that nobody wrote");
  }
  return Error::success();
}

Error Verification::verifyAttachments(const Instruction &inst) const {
  SmallVector<std::pair<unsigned, MDNode *>> attachments;
  inst.getAllMetadataOtherThanDebugLoc(attachments);
  SmallVector<StringRef> names;
  inst.getContext().getMDKindNames(names);
  for (auto [kind, node] : attachments)
    if (names[kind] != "dx.precise")
      return refuse(inst, "metadata that DXIL has not, '" + names[kind] + "'");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// One step into an array of a known length.
Error Verification::verifyIndex(const GetElementPtrInst &gep) const {
  if (!isa<GlobalVariable, AllocaInst>(gep.getPointerOperand()) ||
      gep.getSourceElementType() != getObjectType(gep.getPointerOperand()))
    return refuse(gep, "a pointer that is not to an array");
  if (gep.getNumIndices() < 2 || getLiteral(gep.getOperand(1)) != 0)
    return refuse(gep, "a step from one array to the next");
  Type *type = gep.getSourceElementType();
  for (const Use &index : drop_begin(gep.indices())) {
    if (!index->getType()->isIntegerTy(32))
      return refuse(gep, "an index that is not an i32");
    std::optional<uint64_t> literal = getLiteral(index.get());
    auto *array = dyn_cast<ArrayType>(type);
    if (array && literal && *literal >= array->getNumElements())
      return refuse(gep, "an index out of the array's bounds");
    type = GetElementPtrInst::getTypeAtIndex(type, index.get());
  }
  return isScalar(type) ? Error::success()
                        : refuse(gep, "a pointer that is not to a scalar");
}

Error Verification::verifyPointer(const Instruction &access,
                                  const Value *pointer, Type *type) const {
  if (auto *global = dyn_cast<GlobalVariable>(pointer);
      global && global->getValueType() == type)
    return Error::success();
  auto *gep = dyn_cast<GetElementPtrInst>(pointer);
  if (!gep)
    return refuse(access, "a pointer that is not to an element of an array");
  return gep->getResultElementType() == type
             ? Error::success()
             : refuse(access, "an access of another type than the memory's");
}

bool legalize::isAtomicOfDXIL(AtomicRMWInst::BinOp operation) {
  switch (operation) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::And:
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::UMin:
  case AtomicRMWInst::Xchg:
  case AtomicRMWInst::Xor:
    return true;
  default:
    return false;
  }
}

Error Verification::verifyAtomic(const Instruction &inst, Type *type) const {
  const Value *pointer = inst.getOperand(0);
  if (pointer->getType()->getPointerAddressSpace() != 3)
    return refuse(inst, "atomics are on groupshared memory");
  if (!type->isIntegerTy(32) && !type->isIntegerTy(64))
    return refuse(inst, "atomics are on integers of 32 and 64 bits");
  if (type->isIntegerTy(64) && !hasFeature(minor, Feature::Atomics64))
    return refuse(inst, "atomics of 64 bits need Shader Model " +
                            getFirstModel(Feature::Atomics64));
  if (auto *rmw = dyn_cast<AtomicRMWInst>(&inst);
      rmw && !isAtomicOfDXIL(rmw->getOperation()))
    return refuse(inst, "an atomic operation that DXIL has not");
  return verifyPointer(inst, pointer, type);
}

Error Verification::verifyMemoryAccess(const Instruction &inst) const {
  if (auto *gep = dyn_cast<GetElementPtrInst>(&inst))
    return verifyIndex(*gep);
  if (auto *alloca = dyn_cast<AllocaInst>(&inst))
    return isMemory(alloca->getAllocatedType()) && !alloca->isArrayAllocation()
               ? Error::success()
               : refuse(inst, "memory is an array of scalars");
  if (inst.isVolatile())
    return refuse(inst, "a volatile access");
  if (auto *load = dyn_cast<LoadInst>(&inst))
    return load->isAtomic()
               ? refuse(inst, "an atomic load")
               : verifyPointer(inst, load->getPointerOperand(), inst.getType());
  if (auto *store = dyn_cast<StoreInst>(&inst))
    return store->isAtomic()
               ? refuse(inst, "an atomic store")
               : verifyPointer(inst, store->getPointerOperand(),
                               store->getValueOperand()->getType());
  if (auto *rmw = dyn_cast<AtomicRMWInst>(&inst))
    return verifyAtomic(inst, rmw->getType());
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&inst))
    return verifyAtomic(inst, exchange->getNewValOperand()->getType());
  return Error::success();
}

static bool dividesByZero(const Instruction &inst) {
  return is_contained({Instruction::SDiv, Instruction::SRem, Instruction::UDiv,
                       Instruction::URem},
                      inst.getOpcode()) &&
         getLiteral(inst.getOperand(1)) == 0;
}

Error Verification::verifyInstruction(const Instruction &inst) const {
  if (!isInstructionOfDXIL(inst))
    return refuse(inst, "an instruction that DXIL has not");
  if (Error error = verifyAttachments(inst))
    return error;
  if (auto *call = dyn_cast<CallInst>(&inst))
    if (Error error = verifyCall(*call))
      return error;
  if (Error error = verifyMemoryAccess(inst))
    return error;
  if (Error error = verifyOperands(inst))
    return error;
  if (dividesByZero(inst))
    return refuse(inst, "a division by zero");
  if (auto *branch = dyn_cast<SwitchInst>(&inst);
      branch && !branch->getCondition()->getType()->isIntegerTy(32))
    return refuse(inst, "a switch over what is not an i32");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

static Error verifyDeclarations(const Module &module) {
  for (const Function &function : module) {
    if (!function.isDeclaration())
      continue;
    if (!isOperation(function))
      for (const User *user : function.users())
        if (auto *inst = dyn_cast<Instruction>(user))
          return refuse(*inst, "not a function of DXIL");
    if (!isOperation(function) || function.use_empty())
      return createStringError("a declaration that DXIL has not: '" +
                               function.getName() + "'");
  }
  if (!module.alias_empty() || !module.ifunc_empty())
    return createStringError("DXIL has no aliases");
  if (!module.getModuleInlineAsm().empty())
    return createStringError("DXIL has no assembly");
  return Error::success();
}

/// The bytes of groupshared memory, which a module of 6.10 may say itself.
static Error verifyGroupshared(const Module &module) {
  uint64_t bytes = 0;
  for (const GlobalVariable &global : module.globals())
    if (global.getAddressSpace() == 3)
      bytes += module.getDataLayout().getTypeAllocSize(global.getValueType());
  uint64_t limit =
      getLiteral(findEntryProperty(module, mlir::dxil::kGroupSharedLimitTag))
          .value_or(mlir::dxil::kGroupsharedBytes);
  return bytes <= limit
             ? Error::success()
             : createStringError("groupshared memory of " + Twine(bytes) +
                                 " bytes; the limit is " + Twine(limit));
}

static Error verifyEntry(const Module &module) {
  const Function *entry = nullptr;
  for (const Function &function : module) {
    if (function.isDeclaration())
      continue;
    if (entry)
      return createStringError("two functions with a body: '" +
                               function.getName() + "'");
    entry = &function;
  }
  if (!entry)
    return createStringError("the module has no entry");
  const NamedMDNode *entries = module.getNamedMetadata("dx.entryPoints");
  if (!entries)
    return Error::success();
  auto *name =
      entries->getNumOperands() == 1 &&
              entries->getOperand(0)->getNumOperands() == 5
          ? dyn_cast_or_null<MDString>(entries->getOperand(0)->getOperand(1))
          : nullptr;
  if (!name || name->getString() != entry->getName() ||
      findNamedEntry(module) != entry)
    return createStringError("dx.entryPoints does not name '" +
                             entry->getName() + "'");
  return Error::success();
}

/// Refuses whatever the steps before have left.
Error legalize::verify(Module &module) {
  std::string text;
  raw_string_ostream stream(text);
  if (verifyModule(module, &stream))
    return createStringError("the module is not well-formed: " + text);
  if (Error error = verifyEntry(module))
    return error;
  Verification verification(module);
  for (const Function &function : getBodies(module)) {
    for (const Instruction &inst : instructions(function))
      if (Error error = verification.verifyInstruction(inst))
        return error;
    if (Error error = verifyPayload(function))
      return error;
  }
  if (Error error = verifyDeclarations(module))
    return error;
  for (const GlobalVariable &global : module.globals())
    if (Error error = verification.verifyGlobal(global))
      return error;
  return verifyGroupshared(module);
}
