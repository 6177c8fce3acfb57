//===- ObjectCache.cpp - Compiled kernels on disk ---------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry is a file: the hash of its contents, and the contents. Processes
// share a folder without locks, because an entry appears by being renamed.
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Target/CPU.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>

using namespace mlir;
using namespace mlir::wave;

static constexpr uint64_t maxBytes = 512 << 20;
static constexpr std::chrono::hours maxUnused(90 * 24);

/// Files that are not called so are not LLVM's to remove.
static constexpr StringLiteral prefix = "llvmcache-";

using Hash = llvm::BLAKE3Result<>;

static StringRef getBytes(const Hash &hash) {
  return {reinterpret_cast<const char *>(hash.data()), hash.size()};
}

/// Size and time of the files that our code, LLVM's and MLIR's were loaded from: each may
/// be built or installed anew.
static std::string describeBuild() {
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (void *code : {reinterpret_cast<void *>(&describeBuild),
                     reinterpret_cast<void *>(&llvm::pruneCache),
                     reinterpret_cast<void *>(&detail::verifySymbolTable)}) {
    Dl_info info;
    llvm::sys::fs::file_status file;
    if (dladdr(code, &info) && !llvm::sys::fs::status(info.dli_fname, file))
      stream << file.getSize() << ' '
             << file.getLastModificationTime().time_since_epoch().count()
             << ' ';
  }
  return text;
}

std::string ObjectCache::getKey(ArrayRef<StringRef> inputs) {
  static const std::string build = describeBuild();
  llvm::BLAKE3 hasher;
  hasher.update(build);
  for (StringRef input : inputs) {
    hasher.update((Twine(input.size()) + " ").str());
    hasher.update(input);
  }
  return llvm::toHex(hasher.final(), /*LowerCase=*/true);
}

std::optional<std::string> ObjectCache::find(StringRef key) const {
  if (directory.empty())
    return std::nullopt;
  SmallString<256> path(directory);
  llvm::sys::path::append(path, prefix + key);
  // What was used last is pruned last.
  llvm::Expected<llvm::sys::fs::file_t> file =
      llvm::sys::fs::openNativeFileForRead(path, llvm::sys::fs::OF_UpdateAtime);
  if (!file) {
    llvm::consumeError(file.takeError());
    return std::nullopt;
  }
  auto buffer =
      llvm::MemoryBuffer::getOpenFile(*file, path, /*FileSize=*/-1,
                                      /*RequiresNullTerminator=*/false);
  llvm::sys::fs::closeFile(*file);
  if (!buffer)
    return std::nullopt;
  StringRef contents = (*buffer)->getBuffer();
  StringRef stored = contents.take_front(sizeof(Hash));
  contents = contents.drop_front(stored.size());
  if (stored !=
      getBytes(llvm::BLAKE3::hash(llvm::arrayRefFromStringRef(contents))))
    return std::nullopt;
  return contents.str();
}

void ObjectCache::store(StringRef key, StringRef contents) const {
  if (directory.empty() || llvm::sys::fs::create_directories(directory))
    return;
  SmallString<256> path(directory), temporary;
  llvm::sys::path::append(path, prefix + key);
  int descriptor;
  if (llvm::sys::fs::createUniqueFile(path + ".%%%%%%%%", descriptor,
                                      temporary))
    return;
  llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
  stream << getBytes(llvm::BLAKE3::hash(llvm::arrayRefFromStringRef(contents)))
         << contents;
  stream.close();
  const bool failed = stream.has_error(); // A full disk, say.
  stream.clear_error();
  if (failed || llvm::sys::fs::rename(temporary, path))
    llvm::sys::fs::remove(temporary);

  llvm::CachePruningPolicy policy;
  policy.MaxSizeBytes = maxBytes;
  policy.Expiration = maxUnused;
  llvm::pruneCache(directory, policy);
}
