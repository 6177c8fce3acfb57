//===- Records.h - Blocks and records, before they are bits ---------------===//
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

// MLIR has its own of some of these names.
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

// Codes that LLVM has since given up or renamed, as 3.7 has them.
constexpr unsigned kTypePointer = 8;          // [pointee, address space]
constexpr unsigned kConstantGEP = 12;         // [pointee, (type, value)...]
constexpr unsigned kConstantInBoundsGEP = 20; // The same.
constexpr unsigned kMetadataString = 1;       // [characters]
constexpr unsigned kAtomicRMW =
    38; // [pointer, value, operation, volatile, ordering, scope]

using Operands = llvm::SmallVector<uint64_t, 8>;

/// A list of records and of the bounds of blocks. The table of types stands first in a
/// file and is known last, so nothing is written before everything is known.
class Records {
public:
  void enter(unsigned block) { entries.push_back({Entry::Enter, block, {}}); }
  void leave() { entries.push_back({Entry::Leave, 0, {}}); }
  void add(unsigned code, ArrayRef<uint64_t> operands = {}) {
    entries.push_back(
        {Entry::Record, code, Operands(operands.begin(), operands.end())});
  }
  /// `operands`, then a character each.
  void add(unsigned code, ArrayRef<uint64_t> operands, StringRef text);
  void append(const Records &other) {
    entries.insert(entries.end(), other.entries.begin(), other.entries.end());
  }
  bool empty() const { return entries.empty(); }
  /// The bits, with the magic number in front and nothing abbreviated.
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
