//===- DiskCache.cpp - Cached results on disk -----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry is a file: the hash of its contents, and the contents. Processes
// share a folder without locks, because entries are renamed into place.
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Compiler/DiskCache.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <atomic>
#include <link.h>

using namespace mlir;
using namespace mlir::wave;

static constexpr std::chrono::hours maxUnused(90 * 24);

/// LLVM only removes files with this prefix.
static constexpr StringLiteral prefix = "llvmcache-";

using Hash = llvm::BLAKE3Result<>;

static StringRef getBytes(const Hash &hash) {
  return {reinterpret_cast<const char *>(hash.data()), hash.size()};
}

/// Returns the linker's build ID of a loaded file: a hash of its contents.
/// Empty if the linker wrote none.
static StringRef findBuildID(const dl_phdr_info &file) {
  for (const auto &header : ArrayRef(file.dlpi_phdr, file.dlpi_phnum)) {
    if (header.p_type != PT_NOTE)
      continue;
    StringRef notes(
        // NOLINTNEXTLINE(performance-no-int-to-ptr): the loader returns integers.
        reinterpret_cast<const char *>(file.dlpi_addr + header.p_vaddr),
        header.p_memsz);
    while (notes.size() >= sizeof(ElfW(Nhdr))) {
      const auto *note = reinterpret_cast<const ElfW(Nhdr) *>(notes.data());
      StringRef rest = notes.drop_front(sizeof(*note));
      const size_t nameSize = llvm::alignTo(note->n_namesz, 4);
      if (note->n_type == NT_GNU_BUILD_ID && rest.starts_with("GNU"))
        return rest.substr(nameSize, note->n_descsz);
      notes = rest.drop_front(std::min<size_t>(
          rest.size(), nameSize + llvm::alignTo(note->n_descsz, 4)));
    }
  }
  return {};
}

static bool contains(const dl_phdr_info &file, uintptr_t address) {
  return llvm::any_of(ArrayRef(file.dlpi_phdr, file.dlpi_phnum),
                      [&](const ElfW(Phdr) & header) {
                        // Below the segment, the difference wraps around.
                        return header.p_type == PT_LOAD &&
                               address - file.dlpi_addr - header.p_vaddr <
                                   header.p_memsz;
                      });
}

/// Identifies the libraries of WaveDialect, LLVM and MLIR, because any of them may
/// be rebuilt: by build ID, otherwise by size and time.
static std::string describeBuild() {
  std::string text;
  llvm::raw_string_ostream stream(text);
  const auto describe = [](dl_phdr_info *file, size_t, void *stream) {
    const uintptr_t code[] = {
        reinterpret_cast<uintptr_t>(&describeBuild),
        reinterpret_cast<uintptr_t>(&llvm::pruneCache),
        reinterpret_cast<uintptr_t>(&mlir::detail::verifySymbolTable)};
    const StringRef path(file->dlpi_name);
    if (!llvm::sys::path::filename(path).starts_with("libWave") &&
        llvm::none_of(code, [&](uintptr_t it) { return contains(*file, it); }))
      return 0;
    llvm::sys::fs::file_status status;
    auto &os = *static_cast<llvm::raw_ostream *>(stream);
    if (StringRef build = findBuildID(*file); !build.empty())
      os << build << ' ';
    else if (!llvm::sys::fs::status(path, status))
      os << status.getSize() << ' '
         << status.getLastModificationTime().time_since_epoch().count() << ' ';
    return 0;
  };
  dl_iterate_phdr(describe, &stream);
  return text;
}

std::string DiskCache::getKey(ArrayRef<StringRef> inputs) {
  static const std::string build = describeBuild();
  llvm::BLAKE3 hasher;
  hasher.update(build);
  for (StringRef input : inputs) {
    hasher.update((Twine(input.size()) + " ").str());
    hasher.update(input);
  }
  return llvm::toHex(hasher.final(), /*LowerCase=*/true);
}

std::optional<std::string> DiskCache::find(StringRef key) const {
  if (directory.empty())
    return std::nullopt;
  SmallString<256> path(directory);
  llvm::sys::path::append(path, prefix + key);
  // The most recently used entry is pruned last.
  llvm::Expected<llvm::sys::fs::file_t> file =
      llvm::sys::fs::openNativeFileForRead(path, llvm::sys::fs::OF_UpdateAtime);
  if (!file) {
    llvm::consumeError(file.takeError());
    return std::nullopt;
  }
  // Read, not mapped: another process may truncate the file.
  auto buffer = llvm::MemoryBuffer::getOpenFile(
      *file, path, /*FileSize=*/-1, /*RequiresNullTerminator=*/false,
      /*IsVolatile=*/true);
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

bool DiskCache::store(StringRef key, StringRef contents) const {
  if (directory.empty() || llvm::sys::fs::create_directories(directory))
    return false;
  SmallString<256> path(directory), temporary;
  llvm::sys::path::append(path, prefix + key);
  int descriptor;
  if (llvm::sys::fs::createUniqueFile(path + ".%%%%%%%%", descriptor,
                                      temporary))
    return false;
  llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
  stream << getBytes(llvm::BLAKE3::hash(llvm::arrayRefFromStringRef(contents)))
         << contents;
  stream.close();
  const bool failed = stream.has_error(); // For example, a full disk.
  stream.clear_error();
  if (failed || llvm::sys::fs::rename(temporary, path)) {
    llvm::sys::fs::remove(temporary);
    return false;
  }
  prune(contents.size() + sizeof(Hash));
  return true;
}

/// Scans the folder at intervals, and whenever this process has added much
/// since its last scan.
void DiskCache::prune(uint64_t added) const {
  static std::atomic<uint64_t> addedInAll = 0;
  llvm::CachePruningPolicy policy;
  policy.MaxSizeBytes = mostBytes;
  policy.Expiration = maxUnused;
  if ((addedInAll += added) > mostBytes / 8) {
    addedInAll = 0;
    policy.Interval = std::chrono::seconds(0);
  }
  llvm::pruneCache(directory, policy);
}
