//===- DebugInfo.h - Names and source lines of a binary -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_SPIRV_DEBUGINFO_H
#define WAVEDIALECT_TARGET_SPIRV_DEBUGINFO_H

#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"

#include <map>

namespace mlir::wave {

/// The names and source lines of a module. MLIR 22's serializer supports one
/// file, no location but `FileLineColLoc`, and no names of values. So each
/// operation's location is replaced by a number, which the serializer writes as
/// a line, and the binary's lines are then replaced by the locations of these
/// numbers.
class DebugInfo {
public:
  /// Replaces the locations in `module`, a copy, and adds the extension that
  /// the serializer requires for lines.
  explicit DebugInfo(spirv::ModuleOp module);

  /// Adds lines and names to the serialized module.
  void complete(SmallVectorImpl<uint32_t> &words) const;

private:
  /// The source of an operation; all null if unknown.
  struct Origin {
    StringAttr file;
    unsigned line = 0, column = 0;
    /// The name of its result in the source.
    StringAttr name;
  };
  /// Reads the bindings of resources and the names of constants.
  void readManifest(DictionaryAttr manifest);
  SmallVector<uint32_t> makeNames(ArrayRef<uint32_t> words) const;

  /// By number.
  SmallVector<Origin> origins;
  /// By set and binding.
  std::map<std::pair<unsigned, unsigned>, StringRef> resources;
  /// The members of the push constants.
  SmallVector<std::string> members;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_TARGET_SPIRV_DEBUGINFO_H
