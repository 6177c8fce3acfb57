//===- Refusals.cpp - Constructs without a form in DXIL's bitcode ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Refusals.h"

#include "Encodings.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace mlir::dxil::bitcode;

void Refusals::refuse(const Twine &text) {
  if (any())
    return;
  raw_string_ostream stream(first);
  if (metadata) {
    stream << "metadata '" << metadata->getName() << "'";
  } else if (auto *instruction = dyn_cast_if_present<Instruction>(place)) {
    std::string printed;
    raw_string_ostream(printed) << *instruction;
    stream << "'" << StringRef(printed).ltrim() << "' in ";
    instruction->getFunction()->printAsOperand(stream, /*PrintType=*/false);
  } else if (place) {
    place->printAsOperand(stream, /*PrintType=*/false);
  } else {
    stream << "the module";
  }
  stream << ": " << text;
}

Error Refusals::takeError() {
  if (!any())
    return Error::success();
  return createStringError(Twine(first));
}

namespace {

class Checker {
public:
  explicit Checker(Refusals &refusals) : refusals(refusals) {}
  void checkModule(const Module &module);

private:
  void checkGlobal(const GlobalVariable &global);
  void checkFunction(const Function &function);
  void checkInstruction(const Instruction &instruction);
  void checkOperands(const Instruction &instruction);
  void checkAtomic(const Instruction &instruction, Type *type);
  void checkCall(const CallInst &call);
  void checkAlignment(MaybeAlign alignment) {
    if (alignment && Log2(*alignment) > kMostAlignment)
      refusals.refuseForm("an alignment of 2^" + Twine(Log2(*alignment)));
  }

  Refusals &refusals;
};

} // namespace

void Checker::checkModule(const Module &module) {
  if (!module.getModuleInlineAsm().empty())
    refusals.refuseForm("assembly");
  for (const GlobalVariable &global : module.globals())
    checkGlobal(global);
  for (const GlobalAlias &alias : module.aliases()) {
    refusals.setPlace(alias);
    refusals.refuseForm("an alias");
  }
  for (const GlobalIFunc &function : module.ifuncs()) {
    refusals.setPlace(function);
    refusals.refuseForm("an ifunc");
  }
  // The error for a call of an intrinsic is more specific than for its
  // declaration.
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function))
      checkInstruction(instruction);
  for (const Function &function : module)
    checkFunction(function);
}

void Checker::checkGlobal(const GlobalVariable &global) {
  refusals.setPlace(global);
  checkAlignment(global.getAlign());
  if (global.hasSection())
    refusals.refuseForm("a section");
  if (global.hasComdat())
    refusals.refuseForm("a comdat");
  if (global.isThreadLocal())
    refusals.refuseForm("a thread-local variable");
  SmallVector<std::pair<unsigned, MDNode *>> attachments;
  global.getAllMetadata(attachments);
  for (auto [kind, node] : attachments)
    if (kind != LLVMContext::MD_dbg)
      refusals.refuseForm("metadata on a variable");
}

void Checker::checkFunction(const Function &function) {
  refusals.setPlace(function);
  checkAlignment(function.getAlign());
  if (function.isIntrinsic())
    refusals.refuseForm("an intrinsic of LLVM");
  if (!isKnownCallingConvention(function.getCallingConv()))
    refusals.refuseForm("its calling convention");
  if (function.hasSection())
    refusals.refuseForm("a section");
  if (function.hasComdat())
    refusals.refuseForm("a comdat");
  if (function.hasGC() || function.hasPersonalityFn() ||
      function.hasPrefixData() || function.hasPrologueData())
    refusals.refuseForm("a collector, a personality, a prefix or a prologue");
  if (function.getAddressSpace() != 0)
    refusals.refuseForm("a function in an address space");
}

void Checker::checkAtomic(const Instruction &instruction, Type *type) {
  std::optional<SyncScope::ID> scope = getAtomicSyncScopeID(&instruction);
  if (scope && *scope != SyncScope::System && *scope != SyncScope::SingleThread)
    refusals.refuseForm("its synchronization scope");
  if (!type->isIntegerTy())
    refusals.refuseForm("an atomic access that is not of an integer");
}

void Checker::checkCall(const CallInst &call) {
  if (call.isInlineAsm())
    return refusals.refuseForm("assembly");
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return refusals.refuseForm(
        call.getCalledOperand() && isa<Function>(call.getCalledOperand())
            ? "a call with another type than its function's"
            : "a call through a pointer");
  if (callee->isIntrinsic())
    return refusals.refuseForm("an intrinsic of LLVM");
  if (call.hasOperandBundles())
    return refusals.refuseForm("operand bundles");
  if (call.isMustTailCall())
    return refusals.refuseForm("'musttail'");
  if (!isKnownCallingConvention(call.getCallingConv()))
    return refusals.refuseForm("its calling convention");
}

void Checker::checkOperands(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  for (const Use &use : instruction.operands()) {
    if (isa<MetadataAsValue>(use.get()))
      refusals.refuseForm("metadata as an operand");
    else if (isa<Function>(use.get()) && !(call && call->isCallee(&use)))
      refusals.refuseForm("a function as a value");
  }
}

void Checker::checkInstruction(const Instruction &instruction) {
  refusals.setPlace(instruction);
  switch (instruction.getOpcode()) {
  case Instruction::Ret:
  case Instruction::Br:
  case Instruction::Switch:
  case Instruction::GetElementPtr:
  case Instruction::ICmp:
  case Instruction::FCmp:
  case Instruction::PHI:
  case Instruction::Select:
  case Instruction::ExtractValue:
    break;
  case Instruction::Alloca: {
    auto &alloca = cast<AllocaInst>(instruction);
    checkAlignment(alloca.getAlign());
    if (alloca.getAddressSpace() != 0)
      refusals.refuseForm("an alloca in an address space");
    if (alloca.isSwiftError())
      refusals.refuseForm("'swifterror'");
    break;
  }
  case Instruction::Load: {
    auto &load = cast<LoadInst>(instruction);
    checkAlignment(load.getAlign());
    if (load.isAtomic())
      refusals.refuseForm("an atomic load");
    break;
  }
  case Instruction::Store: {
    auto &store = cast<StoreInst>(instruction);
    checkAlignment(store.getAlign());
    if (store.isAtomic())
      refusals.refuseForm("an atomic store");
    break;
  }
  case Instruction::AtomicCmpXchg:
    checkAtomic(
        instruction,
        cast<AtomicCmpXchgInst>(instruction).getCompareOperand()->getType());
    break;
  case Instruction::AtomicRMW: {
    auto &atomic = cast<AtomicRMWInst>(instruction);
    if (!getAtomicCode(atomic.getOperation()))
      refusals.refuseForm(
          "'atomicrmw " +
          AtomicRMWInst::getOperationName(atomic.getOperation()) + "'");
    checkAtomic(atomic, atomic.getType());
    break;
  }
  case Instruction::Call:
    checkCall(cast<CallInst>(instruction));
    break;
  default:
    if (!getBinaryCode(instruction.getOpcode()) &&
        !getCastCode(instruction.getOpcode()))
      refusals.refuseForm("'" + Twine(instruction.getOpcodeName()) + "'");
  }
  checkOperands(instruction);
}

void mlir::dxil::bitcode::refuseFormless(const Module &module,
                                         Refusals &refusals) {
  Checker(refusals).checkModule(module);
}
