//===- ModuleMutator.h - Random changes of a valid module -------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TEST_FUZZ_MODULEMUTATOR_H
#define WAVEDIALECT_TEST_FUZZ_MODULEMUTATOR_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::wave::fuzz {

/// Returns the text of a module after a few random changes that the verifier
/// accepts. The same text and seed produce the same result. Empty if the text
/// is not a valid module or no change was found.
std::string mutateModule(llvm::StringRef text, unsigned seed);

} // namespace mlir::wave::fuzz

#endif // WAVEDIALECT_TEST_FUZZ_MODULEMUTATOR_H
