//===- Kernel.cpp - What the steps ask of a module -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "Calls.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace mlir::dxil;

Error legalize::refuse(const Instruction &at, const Twine &message) {
  std::string text;
  raw_string_ostream stream(text);
  stream << message << ": '";
  std::string instruction;
  raw_string_ostream(instruction) << at;
  stream << StringRef(instruction).trim() << "'";
  if (const DebugLoc &loc = at.getDebugLoc())
    stream << " (" << loc->getFilename() << ":" << loc.getLine() << ":"
           << loc.getCol() << ")";
  return createStringError(text);
}

static const MDNode *findEntryPoint(const Module &module) {
  const NamedMDNode *entries = module.getNamedMetadata("dx.entryPoints");
  if (!entries || entries->getNumOperands() == 0)
    return nullptr;
  const MDNode *entry = entries->getOperand(0);
  return entry->getNumOperands() == 5 ? entry : nullptr;
}

Function *legalize::findNamedEntry(const Module &module) {
  const MDNode *entry = findEntryPoint(module);
  return entry ? mdconst::dyn_extract_or_null<Function>(entry->getOperand(0))
               : nullptr;
}

Metadata *legalize::findEntryProperty(const Module &module, uint64_t tag) {
  const MDNode *entry = findEntryPoint(module);
  if (!entry)
    return nullptr;
  auto *properties = dyn_cast_or_null<MDNode>(entry->getOperand(4));
  if (!properties)
    return nullptr;
  for (unsigned i = 0; i + 1 < properties->getNumOperands(); i += 2)
    if (getLiteral(properties->getOperand(i)) == tag)
      return properties->getOperand(i + 1);
  return nullptr;
}

unsigned legalize::getShaderModelMinor(const Module &module) {
  const NamedMDNode *model = module.getNamedMetadata("dx.shaderModel");
  if (!model || model->getNumOperands() == 0 ||
      model->getOperand(0)->getNumOperands() != 3)
    return 0;
  return getLiteral(model->getOperand(0)->getOperand(2)).value_or(0);
}

bool legalize::hasNativeLowPrecision(const Module &module) {
  constexpr uint64_t nativeLowPrecision = 0x800000;
  uint64_t flags = getLiteral(findEntryProperty(module, 0)).value_or(0);
  return (flags & nativeLowPrecision) != 0;
}

/// Calls on i16 without native low precision mean min-precision, which is what the
/// module then wants.
static bool callsWithShorts(const Module &module) {
  return any_of(module, [](const Function &function) {
    return legalize::isOperation(function) &&
           (function.getReturnType()->isIntegerTy(16) ||
            any_of(function.args(), [](const Argument &argument) {
              return argument.getType()->isIntegerTy(16);
            }));
  });
}

bool legalize::isLegalWidth(const Module &module, unsigned width) {
  return width == 1 || width == 32 || width == 64 ||
         (width == 16 &&
          (hasNativeLowPrecision(module) || callsWithShorts(module)));
}

unsigned legalize::getLegalWidth(const Module &module, unsigned width) {
  if (width == 16 && isLegalWidth(module, width))
    return width;
  return width <= 32 ? 32 : width <= 64 ? 64 : 0;
}

static bool isDead(const Instruction &inst) {
  if (!inst.use_empty() || inst.isTerminator())
    return false;
  if (isInstructionTriviallyDead(const_cast<Instruction *>(&inst)))
    return true;
  // DXIL's functions return, whether or not their declarations say so.
  auto *call = dyn_cast<CallInst>(&inst);
  return call && legalize::getOpcode(*call) && call->onlyReadsMemory() &&
         !call->isConvergent();
}

void legalize::eraseDeadInstructions(Function &function) {
  SmallVector<Instruction *> worklist;
  for (Instruction &inst : instructions(function))
    if (isDead(inst))
      worklist.push_back(&inst);
  SmallPtrSet<Instruction *, 16> seen(worklist.begin(), worklist.end());
  while (!worklist.empty()) {
    Instruction *inst = worklist.pop_back_val();
    SmallVector<Instruction *, 4> operands;
    for (Value *operand : inst->operands())
      if (auto *definition = dyn_cast<Instruction>(operand))
        operands.push_back(definition);
    inst->eraseFromParent();
    for (Instruction *operand : operands)
      if (!seen.contains(operand) && isDead(*operand)) {
        seen.insert(operand);
        worklist.push_back(operand);
      }
  }
}

std::optional<uint64_t> legalize::getLiteral(const Value *value) {
  auto *constant = dyn_cast_or_null<ConstantInt>(value);
  if (!constant || constant->getBitWidth() > 64)
    return std::nullopt;
  return constant->getZExtValue();
}

std::optional<uint64_t> legalize::getLiteral(const Metadata *node) {
  auto *constant = dyn_cast_or_null<ConstantAsMetadata>(node);
  return constant ? getLiteral(constant->getValue()) : std::nullopt;
}
