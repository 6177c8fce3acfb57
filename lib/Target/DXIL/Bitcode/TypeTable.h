//===- TypeTable.h - The types of a module --------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_DXIL_BITCODE_TYPETABLE_H
#define WAVEDIALECT_TARGET_DXIL_BITCODE_TYPETABLE_H

#include "PointerTypes.h"

#include <map>

namespace mlir::dxil::bitcode {

/// The types of a module with their ids, in the order of the first request.
class TypeTable {
public:
  TypeTable(const PointerTypes &pointers, Refusals &refusals)
      : pointers(pointers), refusals(refusals) {}

  /// A pointer is treated as a pointer in memory.
  unsigned get(Type *type);
  unsigned getPointer(unsigned pointee, unsigned addressSpace);
  unsigned getFunction(const Function &function);
  /// Returns the type of a value at a use.
  unsigned getOf(const Use &use);
  /// `value` must not be a typeless value inside a function.
  unsigned getOf(const Value &value);

  Records write() const;

private:
  unsigned getStruct(llvm::StructType &type);
  unsigned getPointerTo(Type *pointee, Type *pointer,
                        const llvm::Twine &name = "its pointer");
  unsigned add(unsigned code, ArrayRef<uint64_t> operands);
  /// Equal records get the same id.
  unsigned intern(unsigned code, ArrayRef<uint64_t> operands);

  const PointerTypes &pointers;
  Refusals &refusals;
  llvm::DenseMap<Type *, unsigned> ids;
  llvm::DenseMap<const Function *, unsigned> functions;
  std::map<std::pair<unsigned, Operands>, unsigned> interned;
  struct Entry {
    unsigned code;
    Operands operands;
    std::string name;
  };
  std::vector<Entry> entries;
};

} // namespace mlir::dxil::bitcode

#endif // WAVEDIALECT_TARGET_DXIL_BITCODE_TYPETABLE_H
