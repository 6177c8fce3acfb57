//===- Records.h - Blocks and records before their encoding ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_DXIL_BITCODE_RECORDS_H
#define WAVEDIALECT_TARGET_DXIL_BITCODE_RECORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Bitcode/LLVMBitCodes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

#include <vector>

namespace mlir::dxil::bitcode {

// MLIR declares some of these names itself.
using llvm::ArrayRef;
using llvm::Constant;
using llvm::Function;
using llvm::Instruction;
using llvm::IntegerType;
using llvm::Module;
using llvm::SmallVectorImpl;
using llvm::StringRef;
using llvm::Type;
using llvm::Use;
using llvm::Value;

// Codes of LLVM 3.7 that LLVM has since removed or renamed.
constexpr unsigned kTypePointer = 8;          // [pointee, address space]
constexpr unsigned kConstantGEP = 12;         // [pointee, (type, value)...]
constexpr unsigned kConstantInBoundsGEP = 20; // The same.
constexpr unsigned kMetadataString = 1;       // [characters]
constexpr unsigned kAtomicRMW =
    38; // [pointer, value, operation, volatile, ordering, scope]

using Operands = llvm::SmallVector<uint64_t, 8>;

/// A list of records and of the beginnings and ends of blocks. Records are
/// collected before they are written, because the type table is at the
/// beginning of a file but complete only at the end.
class Records {
public:
  void enter(unsigned block) { entries.push_back({Entry::Enter, block, {}}); }
  void leave() { entries.push_back({Entry::Leave, 0, {}}); }
  void add(unsigned code, ArrayRef<uint64_t> operands = {}) {
    entries.push_back(
        {Entry::Record, code, Operands(operands.begin(), operands.end())});
  }
  /// Adds a record of `operands` followed by one operand per character.
  void add(unsigned code, ArrayRef<uint64_t> operands, StringRef text);
  void append(const Records &other) {
    entries.insert(entries.end(), other.entries.begin(), other.entries.end());
  }
  bool empty() const { return entries.empty(); }
  /// Writes the magic number and all records without abbreviations.
  void write(SmallVectorImpl<char> &bitcode) const;

private:
  struct Entry {
    enum Kind { Enter, Leave, Record } kind;
    /// A block's id or a record's code.
    unsigned code;
    Operands operands;
  };
  std::vector<Entry> entries;
};

} // namespace mlir::dxil::bitcode

#endif // WAVEDIALECT_TARGET_DXIL_BITCODE_RECORDS_H
