//===- CompileInput.h - Fuzzer input to a compile ---------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TEST_FUZZ_COMPILEINPUT_H
#define WAVEDIALECT_TEST_FUZZ_COMPILEINPUT_H

#include "llvm/ADT/StringRef.h"

namespace mlir::wave::fuzz {

/// The bytes before the module's text: target and level, optimizations, wave
/// size, and options of the target.
inline constexpr size_t kHeaderBytes = 4;

/// Compiles the text after the header with the options that the header selects.
/// Inputs that are too short are ignored.
void compileInput(llvm::StringRef input);

} // namespace mlir::wave::fuzz

#endif // WAVEDIALECT_TEST_FUZZ_COMPILEINPUT_H
