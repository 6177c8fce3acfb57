//===- FunctionWriter.cpp - Instructions as records -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionWriter.h"

#include "Encodings.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace mlir::dxil::bitcode;

Records FunctionWriter::write(const Function &function) {
  records = Records();
  blocks.clear();
  for (const BasicBlock &block : function)
    blocks.try_emplace(&block, blocks.size());
  records.enter(bitc::FUNCTION_BLOCK_ID);
  records.add(bitc::FUNC_CODE_DECLAREBLOCKS, {blocks.size()});
  records.append(values.enterFunction(function));
  next = values.getFirstInstruction();
  for (const BasicBlock &block : function) {
    for (const Instruction &instruction : block) {
      refusals.setPlace(instruction);
      operands.clear();
      writeInstruction(instruction);
      if (!instruction.getType()->isVoidTy()) {
        // Look up the type even if no record uses it, to refuse types without a
        // form.
        types.getOf(instruction);
        ++next;
      }
    }
  }
  records.append(metadata.writeAttachments(function));
  records.leave();
  return std::move(records);
}

void FunctionWriter::push(const Use &use) {
  // For a value that is defined later, the difference wraps around at 32 bits.
  operands.push_back(uint32_t(next - values.get(use)));
}

void FunctionWriter::pushTyped(const Use &use) {
  unsigned number = values.get(use);
  operands.push_back(uint32_t(next - number));
  if (number >= next)
    operands.push_back(types.getOf(use));
}

void FunctionWriter::pushBlock(const BasicBlock &block) {
  operands.push_back(blocks.lookup(&block));
}

void FunctionWriter::pushAtomic(bool isVolatile, AtomicOrdering ordering,
                                SyncScope::ID scope) {
  operands.push_back(isVolatile);
  operands.push_back(getOrderingCode(ordering));
  operands.push_back(scope == SyncScope::SingleThread ? 0 : 1);
}

void FunctionWriter::writeInstruction(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::Br:
    return writeBranch(cast<BranchInst>(instruction));
  case Instruction::Switch:
    return writeSwitch(cast<SwitchInst>(instruction));
  case Instruction::PHI:
    return writePhi(cast<PHINode>(instruction));
  case Instruction::Alloca:
    return writeAlloca(cast<AllocaInst>(instruction));
  case Instruction::Load:
    return writeLoad(cast<LoadInst>(instruction));
  case Instruction::Store:
    return writeStore(cast<StoreInst>(instruction));
  case Instruction::AtomicCmpXchg:
    return writeExchange(cast<AtomicCmpXchgInst>(instruction));
  case Instruction::Call:
    return writeCall(cast<CallInst>(instruction));
  default:
    return writeOther(instruction);
  }
}

void FunctionWriter::writeBranch(const BranchInst &branch) {
  pushBlock(*branch.getSuccessor(0));
  if (branch.isConditional()) {
    pushBlock(*branch.getSuccessor(1));
    push(branch.getOperandUse(0));
  }
  finish(bitc::FUNC_CODE_INST_BR);
}

void FunctionWriter::writeSwitch(const SwitchInst &choice) {
  operands.push_back(types.get(choice.getCondition()->getType()));
  push(choice.getOperandUse(0));
  pushBlock(*choice.getDefaultDest());
  for (auto entry : choice.cases()) {
    // This is the number of the value, not a distance.
    operands.push_back(values.get(*entry.getCaseValue()));
    pushBlock(*entry.getCaseSuccessor());
  }
  finish(bitc::FUNC_CODE_INST_SWITCH);
}

void FunctionWriter::writePhi(const PHINode &phi) {
  operands.push_back(types.getOf(phi));
  for (const Use &incoming : phi.incoming_values()) {
    operands.push_back(rotateSign(int64_t(next) - values.get(incoming)));
    pushBlock(*phi.getIncomingBlock(incoming));
  }
  finish(bitc::FUNC_CODE_INST_PHI);
}

void FunctionWriter::writeAlloca(const AllocaInst &alloca) {
  constexpr unsigned kInAlloca = 1 << 5, kExplicitType = 1 << 6;
  operands.push_back(types.get(alloca.getAllocatedType()));
  const Use &size = alloca.getOperandUse(0);
  operands.push_back(types.getOf(size));
  // This is the number of the value, not a distance.
  operands.push_back(values.get(size));
  operands.push_back(getAlignmentCode(alloca.getAlign()) | kExplicitType |
                     (alloca.isUsedWithInAlloca() ? kInAlloca : 0));
  finish(bitc::FUNC_CODE_INST_ALLOCA);
}

void FunctionWriter::writeLoad(const LoadInst &load) {
  pushTyped(load.getOperandUse(0));
  operands.push_back(types.getOf(load));
  operands.push_back(getAlignmentCode(load.getAlign()));
  operands.push_back(load.isVolatile());
  finish(bitc::FUNC_CODE_INST_LOAD);
}

void FunctionWriter::writeStore(const StoreInst &store) {
  pushTyped(store.getOperandUse(StoreInst::getPointerOperandIndex()));
  pushTyped(store.getOperandUse(0));
  operands.push_back(getAlignmentCode(store.getAlign()));
  operands.push_back(store.isVolatile());
  finish(bitc::FUNC_CODE_INST_STORE);
}

void FunctionWriter::writeExchange(const AtomicCmpXchgInst &exchange) {
  pushTyped(exchange.getOperandUse(0));
  pushTyped(exchange.getOperandUse(1));
  push(exchange.getOperandUse(2));
  pushAtomic(exchange.isVolatile(), exchange.getSuccessOrdering(),
             exchange.getSyncScopeID());
  operands.push_back(getOrderingCode(exchange.getFailureOrdering()));
  operands.push_back(exchange.isWeak());
  finish(bitc::FUNC_CODE_INST_CMPXCHG);
}

/// Attributes are written for the function, not for the call. `tail` and
/// `notail` are omitted because they are only hints.
void FunctionWriter::writeCall(const CallInst &call) {
  const Function &callee = *call.getCalledFunction();
  operands.push_back(0);
  operands.push_back(call.getCallingConv() << bitc::CALL_CCONV |
                     1 << bitc::CALL_EXPLICIT_TYPE);
  operands.push_back(types.getFunction(callee));
  pushTyped(call.getCalledOperandUse());
  for (const Use &argument : call.args()) {
    if (call.getArgOperandNo(&argument) < callee.arg_size())
      push(argument);
    else
      pushTyped(argument);
  }
  finish(bitc::FUNC_CODE_INST_CALL);
}

void FunctionWriter::writeOther(const Instruction &instruction) {
  auto pushAllTyped = [&] {
    for (const Use &use : instruction.operands())
      pushTyped(use);
  };
  auto pushFlags = [&] {
    if (unsigned flags = getFlags(instruction))
      operands.push_back(flags);
  };
  unsigned opcode = instruction.getOpcode();
  if (std::optional<unsigned> code = getBinaryCode(opcode)) {
    pushTyped(instruction.getOperandUse(0));
    push(instruction.getOperandUse(1));
    operands.push_back(*code);
    pushFlags();
    return finish(bitc::FUNC_CODE_INST_BINOP);
  }
  if (std::optional<unsigned> code = getCastCode(opcode)) {
    pushTyped(instruction.getOperandUse(0));
    operands.push_back(types.getOf(instruction));
    operands.push_back(*code);
    return finish(bitc::FUNC_CODE_INST_CAST);
  }
  switch (opcode) {
  case Instruction::Ret:
    pushAllTyped();
    return finish(bitc::FUNC_CODE_INST_RET);
  case Instruction::ICmp:
  case Instruction::FCmp:
    pushTyped(instruction.getOperandUse(0));
    push(instruction.getOperandUse(1));
    operands.push_back(cast<CmpInst>(instruction).getPredicate());
    pushFlags();
    return finish(bitc::FUNC_CODE_INST_CMP2);
  case Instruction::Select:
    pushTyped(instruction.getOperandUse(1));
    push(instruction.getOperandUse(2));
    pushTyped(instruction.getOperandUse(0));
    return finish(bitc::FUNC_CODE_INST_VSELECT);
  case Instruction::GetElementPtr: {
    auto &address = cast<GetElementPtrInst>(instruction);
    operands.push_back(address.isInBounds());
    operands.push_back(types.get(address.getSourceElementType()));
    pushAllTyped();
    return finish(bitc::FUNC_CODE_INST_GEP);
  }
  case Instruction::ExtractValue:
    pushAllTyped();
    for (unsigned index : cast<ExtractValueInst>(instruction).indices())
      operands.push_back(index);
    return finish(bitc::FUNC_CODE_INST_EXTRACTVAL);
  case Instruction::AtomicRMW: {
    auto &atomic = cast<AtomicRMWInst>(instruction);
    pushTyped(atomic.getOperandUse(0));
    push(atomic.getOperandUse(1));
    operands.push_back(getAtomicCode(atomic.getOperation()).value_or(0));
    pushAtomic(atomic.isVolatile(), atomic.getOrdering(),
               atomic.getSyncScopeID());
    return finish(kAtomicRMW);
  }
  default:
    return refusals.refuseForm("'" + Twine(instruction.getOpcodeName()) + "'");
  }
}
