//===- Container.h - Bitcode out of a container -----------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TEST_RUNDXIL_CONTAINER_H
#define WAVEDIALECT_TEST_RUNDXIL_CONTAINER_H

#include "llvm/Support/Error.h"

namespace rundxil {

/// What the header of the DXIL part says of the bitcode behind it.
struct ProgramHeader {
  unsigned kind;
  unsigned major, minor;
  unsigned dxilMajor, dxilMinor;
  llvm::StringRef bitcode;
};

bool isContainer(llvm::StringRef bytes);

/// Checks the parts' places and the fields that no validator looks at.
llvm::Expected<ProgramHeader> readContainer(llvm::StringRef container);

} // namespace rundxil

#endif // WAVEDIALECT_TEST_RUNDXIL_CONTAINER_H
