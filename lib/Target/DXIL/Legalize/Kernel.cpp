//===- Kernel.cpp - What the steps ask of a module -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "Calls.h"
#include "WaveDialect/DXIL/MatrixTypes.h"
#include "WaveDialect/Target/DXIL/Legalize.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace mlir::dxil;

char UnsupportedInputError::ID;

UnsupportedInputError::UnsupportedInputError(const Twine &message,
                                             const DILocation *location)
    : message(message.str()) {
  if (!location)
    return;
  sys::path::append(file, location->getDirectory(), location->getFilename());
  line = location->getLine();
  column = location->getColumn();
}

void UnsupportedInputError::log(raw_ostream &stream) const {
  stream << message;
  if (line != 0)
    stream << " (" << file << ":" << line << ":" << column << ")";
}

/// Without the number of its line's metadata.
static std::string print(const Value &value) {
  std::string text;
  raw_string_ostream stream(text);
  if (isa<Function>(value))
    value.printAsOperand(stream, /*PrintType=*/false);
  else
    stream << value;
  return StringRef(text).trim().split(", !dbg ").first.str();
}

Error legalize::refuse(const Instruction &at, const Twine &message) {
  std::string text = (message + ": '" + print(at) + "'").str();
  if (const DebugLoc &loc = at.getDebugLoc())
    raw_string_ostream(text) << " (" << loc->getFilename() << ":"
                             << loc.getLine() << ":" << loc.getCol() << ")";
  return createStringError(text);
}

static Error refuseInput(const Value &at, const Twine &message) {
  auto *inst = dyn_cast<Instruction>(&at);
  return make_error<UnsupportedInputError>(
      message, inst ? inst->getDebugLoc().get() : nullptr);
}

Error legalize::refuseInstruction(const Value &at, const Twine &advice) {
  return refuseInput(at, "'" + print(at) + "' has no form in DXIL: " + advice +
                             " [dxil-instruction]");
}

Error legalize::refuseType(const Instruction &at, const Type &type) {
  std::string text;
  raw_string_ostream(text) << type;
  return refuseInput(at, "'" + print(at) + "' has a value of type '" + text +
                             "', which DXIL does not have there: use scalars "
                             "of 1, 32 and 64 bits, and of 16 where the module "
                             "has native_low_precision [dxil-value-type]");
}

Error legalize::refuseMemory(const Value &at, const Twine &rule) {
  return refuseInput(at, "'" + print(at) + "' is not how DXIL uses memory: " +
                             rule + " [dxil-memory-access]");
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

bool legalize::isLegalScalar(const Module &module, const Type *type) {
  if (type->isIntegerTy(16))
    return hasNativeLowPrecision(module);
  return type->isIntegerTy(1) || type->isIntegerTy(32) ||
         type->isIntegerTy(64) || type->isHalfTy() || type->isFloatTy() ||
         type->isDoubleTy();
}

bool legalize::isMatrix(const Type *type) {
  auto *structure = dyn_cast<StructType>(type);
  return structure && structure->hasName() &&
         structure->getName().starts_with(kMatrixPrefix);
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
