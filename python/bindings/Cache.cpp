//===- Cache.cpp - Cached compile results, for Python ---------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StableABI.h"

#include "WaveDialect/Compiler/DiskCache.h"

#include "llvm/ADT/SmallVector.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

namespace nb = nanobind;
using namespace nb::literals;
using llvm::StringRef;
using mlir::wave::DiskCache;

/// Returns the bytes of a str in UTF-8, or of bytes; valid as long as the
/// object.
static StringRef getBytes(nb::handle object) {
  if (PyBytes_Check(object.ptr()))
    return {PyBytes_AS_STRING(object.ptr()),
            static_cast<size_t>(PyBytes_GET_SIZE(object.ptr()))};
  Py_ssize_t size = 0;
  const char *text = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
  if (!text)
    throw nb::python_error();
  return {text, static_cast<size_t>(size)};
}

static std::string getKey(const nb::list &parts) {
  llvm::SmallVector<StringRef> inputs;
  for (nb::handle part : parts)
    inputs.push_back(getBytes(part));
  return DiskCache::getKey(inputs);
}

static nb::object find(const DiskCache &cache, const std::string &key) {
  std::optional<std::string> found;
  {
    nb::gil_scoped_release release;
    found = cache.find(key);
  }
  if (!found)
    return nb::none();
  return nb::bytes(found->data(), found->size());
}

static bool store(const DiskCache &cache, const std::string &key,
                  const nb::bytes &contents) {
  const StringRef bytes = getBytes(contents);
  nb::gil_scoped_release release;
  return cache.store(key, bytes);
}

void bindCache(nb::module_ &m) {
  nb::class_<DiskCache>(
      m, "Cache",
      "Results in a folder, for this process and later ones. A folder that "
      "cannot be read or written, and a damaged\nentry, are the same as "
      "nothing found.")
      .def(
          "__init__",
          [](DiskCache *self, const std::string &directory,
             uint64_t mostBytes) {
            new (self) DiskCache(directory, mostBytes);
          },
          "directory"_a, "most_bytes"_a = uint64_t(512) << 20,
          "No cache where `directory` is empty. Entries have `most_bytes` in "
          "all, and for a while up to an eighth more for\neach process that "
          "stores.")
      .def_static("key", &getKey, "parts"_a,
                  nb::sig("def key(parts: list[str | bytes]) -> str"),
                  "The key of what is made of `parts`, in their order, by this "
                  "build of the compiler.")
      .def("find", &find, "key"_a,
           nb::sig("def find(self, key: str) -> bytes | None"),
           "What was stored under the key.")
      .def("store", &store, "key"_a, "contents"_a,
           "Adds an entry or replaces it, and now and then removes those that "
           "were not used for longest. False where it could\nnot be written.");
}
