//===- fuzz-text.cpp - Compiles arbitrary text ----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Parser, verifier, passes and writers must reject any invalid text with a
// diagnostic.

#include "CompileInput.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  mlir::wave::fuzz::compileInput({reinterpret_cast<const char *>(data), size});
  return 0;
}
