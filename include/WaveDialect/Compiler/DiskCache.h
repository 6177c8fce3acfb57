//===- DiskCache.h - What was made before, on disk --------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_COMPILER_DISKCACHE_H
#define WAVEDIALECT_COMPILER_DISKCACHE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace mlir::wave {

/// Results in a folder, for this process and later ones. A folder that cannot be read or
/// written, and a damaged entry, are the same as nothing found.
class DiskCache {
public:
  /// No cache where `directory` is empty. Entries have `mostBytes` in all, and for a while
  /// up to an eighth more for each process that stores.
  explicit DiskCache(llvm::StringRef directory,
                     uint64_t mostBytes = uint64_t(512) << 20)
      : directory(directory), mostBytes(mostBytes) {}

  /// The key of what is made of `inputs`, in their order, by this build of the compiler.
  static std::string getKey(llvm::ArrayRef<llvm::StringRef> inputs);

  std::optional<std::string> find(llvm::StringRef key) const;

  /// Adds an entry or replaces it, and now and then removes those that were not used for
  /// longest. False where it could not be written.
  bool store(llvm::StringRef key, llvm::StringRef contents) const;

private:
  void prune(uint64_t added) const;

  std::string directory;
  uint64_t mostBytes;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_COMPILER_DISKCACHE_H
