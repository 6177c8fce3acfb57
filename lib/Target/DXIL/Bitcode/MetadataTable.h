//===- MetadataTable.h - The metadata of a module -------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_DXIL_BITCODE_METADATATABLE_H
#define WAVEDIALECT_TARGET_DXIL_BITCODE_METADATATABLE_H

#include "ValueNumbering.h"

namespace mlir::dxil::bitcode {

/// The metadata that named nodes and attachments reach. Places in a source are left out.
class MetadataTable {
public:
  /// Gives numbers to all metadata and collects the constants in it.
  MetadataTable(const Module &module, TypeTable &types, ValueNumbering &values,
                Refusals &refusals);

  /// The block of nodes, and that of the kinds of attachments. For when the module's
  /// constants have their numbers.
  Records write() const;
  /// The block of what is attached in a function.
  Records writeAttachments(const Function &function) const;

private:
  struct Attachment {
    StringRef kind;
    const llvm::MDNode *node;
  };
  /// Sorted by the kind's name, as the numbers of kinds differ from context to context.
  template <typename T>
  llvm::SmallVector<Attachment> getAttachments(const T &owner) const;
  void collect(const llvm::Metadata &metadata);
  static bool isVariable(const Constant &constant);
  unsigned getVariableType(const Constant &constant) const;
  void add(const llvm::Metadata &metadata);
  void writeOne(const llvm::Metadata &metadata, Records &records) const;

  const Module &module;
  TypeTable &types;
  ValueNumbering &values;
  Refusals &refusals;
  llvm::DenseMap<const llvm::Metadata *, unsigned> ids;
  std::vector<const llvm::Metadata *> entries;
  llvm::SmallVector<StringRef> kindNames;
  std::map<StringRef, unsigned> kinds;
  /// In the order of their first use.
  llvm::SmallVector<StringRef> usedKinds;
};

} // namespace mlir::dxil::bitcode

#endif // WAVEDIALECT_TARGET_DXIL_BITCODE_METADATATABLE_H
