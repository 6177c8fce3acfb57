//===- DiskCache.h - A cache of compilation results on disk -----*- C++ -*-===//
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

/// Caches results in a folder, for this process and later ones. A folder that
/// cannot be read or written, and a damaged entry, are treated as a cache miss.
class DiskCache {
public:
  /// Caches nothing if `directory` is empty. All entries together have at most
  /// `mostBytes` bytes, and temporarily up to an eighth more for each process
  /// that stores entries.
  explicit DiskCache(llvm::StringRef directory,
                     uint64_t mostBytes = uint64_t(512) << 20)
      : directory(directory), mostBytes(mostBytes) {}

  /// Returns the key of a result that this build of the compiler computes from
  /// `inputs`, in this order.
  static std::string getKey(llvm::ArrayRef<llvm::StringRef> inputs);

  std::optional<std::string> find(llvm::StringRef key) const;

  /// Adds or replaces an entry, and occasionally removes the least recently
  /// used ones. Returns false if the entry could not be written.
  bool store(llvm::StringRef key, llvm::StringRef contents) const;

private:
  void prune(uint64_t added) const;

  std::string directory;
  uint64_t mostBytes;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_COMPILER_DISKCACHE_H
