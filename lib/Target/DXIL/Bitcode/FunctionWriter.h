//===- FunctionWriter.h - Instructions as records -------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_DXIL_BITCODE_FUNCTIONWRITER_H
#define WAVEDIALECT_TARGET_DXIL_BITCODE_FUNCTIONWRITER_H

#include "MetadataTable.h"

namespace mlir::dxil::bitcode {

/// Writes the block of one function.
class FunctionWriter {
public:
  FunctionWriter(TypeTable &types, ValueNumbering &values,
                 const MetadataTable &metadata, Refusals &refusals)
      : types(types), values(values), metadata(metadata), refusals(refusals) {}

  Records write(const Function &function);

private:
  // An operand is written as its distance from the instruction's own number.
  // Its type follows if the reader has not read the value yet.
  void push(const Use &use);
  void pushTyped(const Use &use);
  void pushBlock(const llvm::BasicBlock &block);
  void pushAtomic(bool isVolatile, llvm::AtomicOrdering ordering,
                  llvm::SyncScope::ID scope);

  void writeInstruction(const Instruction &instruction);
  void writeBranch(const llvm::BranchInst &branch);
  void writeSwitch(const llvm::SwitchInst &choice);
  void writePhi(const llvm::PHINode &phi);
  void writeAlloca(const llvm::AllocaInst &alloca);
  void writeLoad(const llvm::LoadInst &load);
  void writeStore(const llvm::StoreInst &store);
  void writeExchange(const llvm::AtomicCmpXchgInst &exchange);
  void writeCall(const llvm::CallInst &call);
  void writeOther(const Instruction &instruction);
  void finish(unsigned code) { records.add(code, operands); }

  TypeTable &types;
  ValueNumbering &values;
  const MetadataTable &metadata;
  Refusals &refusals;
  Records records;
  /// The operands of the current instruction.
  Operands operands;
  /// The number of the next value.
  unsigned next = 0;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> blocks;
};

} // namespace mlir::dxil::bitcode

#endif // WAVEDIALECT_TARGET_DXIL_BITCODE_FUNCTIONWRITER_H
