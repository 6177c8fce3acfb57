//===- fuzz-module.cpp - Compiles valid modules that are mutated ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each mutation keeps a module that the verifier accepts, so that the passes
// see it.

#include "CompileInput.h"
#include "ModuleMutator.h"

#include "llvm/ADT/SmallString.h"

#include <cstring>

using namespace mlir::wave;
using llvm::StringRef;

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz::compileInput({reinterpret_cast<const char *>(data), size});
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  if (size < fuzz::kHeaderBytes)
    return LLVMFuzzerMutate(data, size, maxSize);
  // The header is plain bytes.
  if (seed % 8 == 0) {
    LLVMFuzzerMutate(data, fuzz::kHeaderBytes, fuzz::kHeaderBytes);
    return size;
  }
  const StringRef text(reinterpret_cast<const char *>(data) +
                           fuzz::kHeaderBytes,
                       size - fuzz::kHeaderBytes);
  const std::string mutated = fuzz::mutateModule(text, seed);
  if (mutated.empty() || mutated.size() + fuzz::kHeaderBytes > maxSize)
    return size;
  std::memcpy(data + fuzz::kHeaderBytes, mutated.data(), mutated.size());
  return mutated.size() + fuzz::kHeaderBytes;
}
