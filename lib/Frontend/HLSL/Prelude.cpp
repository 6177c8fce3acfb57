//===- Prelude.cpp - The implicit header of every shader ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prelude.h"

using namespace mlir::wave;

llvm::ArrayRef<hlsl::PreludeFile> hlsl::getPreludeFiles() {
  static constexpr PreludeFile kFiles[] = {
#include "Prelude.inc"
  };
  return kFiles;
}
