//===- Strip.cpp - What LLVM 3.7 and DXIL have no place for --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Kernel.h"

#include "WaveDialect/DXIL/Operations.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/ModRef.h"

using namespace llvm;
using namespace mlir::dxil;
using namespace mlir::dxil::legalize;

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Of the fast-math flags 3.7 has all but reassociation, contraction and approximation,
/// which come there only with all the others.
static void stripFastMath(Instruction &inst) {
  if (!isa<FPMathOperator>(inst))
    return;
  FastMathFlags flags;
  bool hasPlace = isa<BinaryOperator, FCmpInst>(inst);
  if (hasPlace) {
    flags = inst.getFastMathFlags();
    if (!flags.isFast()) {
      flags.setAllowReassoc(false);
      flags.setAllowContract(false);
      flags.setApproxFunc(false);
    }
  }
  inst.copyFastMathFlags(flags);
}

static void stripFlags(Instruction &inst) {
  stripFastMath(inst);
  if (auto *cast = dyn_cast<PossiblyNonNegInst>(&inst))
    cast->setNonNeg(false);
  if (auto *disjunction = dyn_cast<PossiblyDisjointInst>(&inst))
    disjunction->setIsDisjoint(false);
  if (auto *compare = dyn_cast<ICmpInst>(&inst))
    compare->setSameSign(false);
  if (auto *cast = dyn_cast<TruncInst>(&inst)) {
    cast->setHasNoSignedWrap(false);
    cast->setHasNoUnsignedWrap(false);
  }
  if (auto *gep = dyn_cast<GetElementPtrInst>(&inst))
    gep->setNoWrapFlags(gep->isInBounds() ? GEPNoWrapFlags::inBounds()
                                          : GEPNoWrapFlags::none());
}

static void stripAttachments(Instruction &inst) {
  inst.dropDbgRecords();
  LLVMContext &context = inst.getContext();
  SmallVector<std::pair<unsigned, MDNode *>> attachments;
  inst.getAllMetadata(attachments);
  for (auto [kind, node] : attachments) {
    if (kind != context.getMDKindID("dx.precise") || !isa<CallInst>(inst))
      inst.setMetadata(kind, nullptr);
  }
}

static void stripCall(CallInst &call) {
  call.setAttributes(AttributeList());
  call.setTailCallKind(CallInst::TCK_None);
  call.setCallingConv(CallingConv::C);
}

//===----------------------------------------------------------------------===//
// Functions and globals
//===----------------------------------------------------------------------===//

static void stripGlobal(GlobalObject &object) {
  object.setDSOLocal(false);
  object.setVisibility(GlobalValue::DefaultVisibility);
  object.setDLLStorageClass(GlobalValue::DefaultStorageClass);
  object.setUnnamedAddr(GlobalValue::UnnamedAddr::None);
  object.setPartition("");
  object.setSection("");
  object.setComdat(nullptr);
  object.clearMetadata();
}

static void stripFunction(Function &function) {
  stripGlobal(function);
  function.setCallingConv(CallingConv::C);
  function.clearGC();
  if (function.hasPersonalityFn())
    function.setPersonalityFn(nullptr);
}

static void stripEntry(Function &entry) {
  entry.setAttributes(AttributeList());
  stripFunction(entry);
  entry.setSubprogram(nullptr);
  for (Instruction &inst : instructions(entry)) {
    stripFlags(inst);
    stripAttachments(inst);
    inst.setDebugLoc(DebugLoc());
    if (auto *call = dyn_cast<CallInst>(&inst))
      stripCall(*call);
  }
}

/// The row of one of the operations that share the function.
static const OperationInfo *findRow(const Function &function) {
  for (const User *user : function.users())
    if (std::optional<uint32_t> opcode = getOpcode(*user))
      return findOperation(*opcode);
  return nullptr;
}

/// The table says what a driver may know; the optimizer may have been told otherwise.
static void stripDeclaration(Function &function) {
  AttrBuilder kept(function.getContext());
  kept.addAttribute(Attribute::NoUnwind);
  if (function.isConvergent())
    kept.addAttribute(Attribute::Convergent);
  const OperationInfo *row = findRow(function);
  const CallEffect effect = row ? row->effect : CallEffect::Any;
  if (effect == CallEffect::ReadNone)
    kept.addMemoryAttr(MemoryEffects::none());
  if (effect == CallEffect::ReadOnly)
    kept.addMemoryAttr(MemoryEffects::readOnly());
  if (effect == CallEffect::NoDuplicate)
    kept.addAttribute(Attribute::NoDuplicate);
  function.setAttributes(
      AttributeList().addFnAttributes(function.getContext(), kept));
  stripFunction(function);
}

/// Groupshared memory starts with anything, and is external; other memory is internal, so
/// that it has an initializer.
static void stripVariable(GlobalVariable &global) {
  stripGlobal(global);
  global.setThreadLocal(false);
  global.setExternallyInitialized(false);
  global.setAttributes(AttributeSet());
  if (global.getAddressSpace() == 3) {
    if (global.hasInitializer() && isa<UndefValue>(global.getInitializer()))
      global.setInitializer(nullptr);
    if (!global.hasInitializer())
      global.setLinkage(GlobalValue::ExternalLinkage);
  } else if (global.hasInitializer()) {
    global.setLinkage(GlobalValue::InternalLinkage);
  }
  // Another linkage has another default.
  global.setDSOLocal(global.hasLocalLinkage());
  if (!global.hasName())
    global.setName("constants");
}

static void stripNamedMetadata(Module &module) {
  static constexpr StringLiteral known[] = {
      "dx.entryPoints", "dx.resources",       "dx.shaderModel",
      "dx.targetTypes", "dx.typeAnnotations", "dx.valver",
      "dx.version",     "dx.viewIdState",     "llvm.ident"};
  for (NamedMDNode &node : make_early_inc_range(module.named_metadata()))
    if (!is_contained(known, node.getName()))
      node.eraseFromParent();
}

/// Attributes, flags, attachments, linkage and declarations, down to what DXIL knows.
Error legalize::strip(Module &module) {
  for (Function &function : getBodies(module)) {
    eraseDeadInstructions(function);
    stripEntry(function);
  }
  for (GlobalVariable &global : make_early_inc_range(module.globals())) {
    global.removeDeadConstantUsers();
    if (global.use_empty())
      global.eraseFromParent();
    else
      stripVariable(global);
  }
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration())
      continue;
    if (function.use_empty())
      function.eraseFromParent();
    else
      stripDeclaration(function);
  }
  stripNamedMetadata(module);
  return Error::success();
}
