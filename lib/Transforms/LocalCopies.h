//===- LocalCopies.h - Copies between local arrays --------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds loads of local arrays whose values only stores to local arrays take. Such a
// copy, for instance of an `inout` argument, uses no value: elements without a
// value remain so in the copy.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_LOCALCOPIES_H
#define WAVEDIALECT_LIB_TRANSFORMS_LOCALCOPIES_H

#include "WaveDialect/IR/Wave.h"

namespace mlir::wave {

/// A scalar of the value that an operation loads.
struct LoadedScalar {
  Operation *load = nullptr;
  int64_t component = 0;
};

/// For each scalar of a load from a local array, whether the kernel only copies it
/// to local arrays. Empty for other operations, and if nothing is copied.
SmallVector<bool> findCopiedScalars(Operation *load);

/// For each scalar that an operation stores to a local array, the scalar of a local
/// array that it copies. Empty if the operation copies nothing.
SmallVector<LoadedScalar> findCopySources(Operation *store);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_LOCALCOPIES_H
