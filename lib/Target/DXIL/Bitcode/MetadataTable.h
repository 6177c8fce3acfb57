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

/// The metadata that named nodes and attachments reach, without source
/// locations.
class MetadataTable {
public:
  /// Numbers all metadata and collects its constants.
  MetadataTable(const Module &module, TypeTable &types, ValueNumbering &values,
                Refusals &refusals);

  /// Returns the block of nodes and the block of attachment kinds. The
  /// constants of the module must have numbers.
  Records write() const;
  /// Returns the block of attachments in a function.
  Records writeAttachments(const Function &function) const;

private:
  struct Attachment {
    StringRef kind;
    const llvm::MDNode *node;
  };
  /// Sorted by the name of the kind, because the numbers of kinds depend on the
  /// context.
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
  /// Kinds in the order of their first use.
  llvm::SmallVector<StringRef> usedKinds;
};

} // namespace mlir::dxil::bitcode

#endif // WAVEDIALECT_TARGET_DXIL_BITCODE_METADATATABLE_H
