//===- CheckMapping.h - Memory that costs nothing until touched -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_RUNTIME_CHECKMAPPING_H
#define WAVEDIALECT_LIB_RUNTIME_CHECKMAPPING_H

#include <cstddef>
#include <new>
#include <sys/mman.h>
#include <utility>

namespace wave::runtime {

/// Zeroed pages, private to this process.
class CheckMapping {
public:
  CheckMapping() = default;
  /// Throws std::bad_alloc.
  explicit CheckMapping(size_t bytes) : bytes(bytes) {
    if (bytes == 0)
      return;
    void *place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED)
      throw std::bad_alloc();
    data = static_cast<std::byte *>(place);
  }
  /// For memory that will mostly be touched: uses huge pages if available.
  void expectUse() {
    if (data)
      madvise(data, bytes, MADV_HUGEPAGE);
  }
  ~CheckMapping() {
    if (data)
      munmap(data, bytes);
  }
  CheckMapping(CheckMapping &&other) noexcept
      : data(std::exchange(other.data, nullptr)),
        bytes(std::exchange(other.bytes, 0)) {}
  CheckMapping &operator=(CheckMapping &&other) noexcept {
    std::swap(data, other.data);
    std::swap(bytes, other.bytes);
    return *this;
  }

  std::byte *getData() const { return data; }

  /// Zeros the pages again.
  void clear() {
    if (data)
      madvise(data, bytes, MADV_DONTNEED);
  }

private:
  std::byte *data = nullptr;
  size_t bytes = 0;
};

} // namespace wave::runtime

#endif // WAVEDIALECT_LIB_RUNTIME_CHECKMAPPING_H
