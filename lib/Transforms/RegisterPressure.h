//===- RegisterPressure.h - The registers of merged groups ------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_REGISTERPRESSURE_H
#define WAVEDIALECT_LIB_TRANSFORMS_REGISTERPRESSURE_H

#include "GroupVariance.h"

namespace mlir::wave {

/// How many values are alive at a time, in words of 32 bits. Code generators move
/// operations, so it is an estimate.
class RegisterPressure {
public:
  RegisterPressure(FuncOp kernel, const GroupVariance &variance);

  /// The most words of a lane if so many groups run together: each has its own copy
  /// of the values in which groups differ.
  int64_t get(unsigned groups) const;

private:
  /// At each operation, in the order of a walk: the words of values that differ,
  /// and of the others.
  SmallVector<std::pair<int64_t, int64_t>> alive;
  /// The local arrays of a group, which are alive everywhere.
  int64_t arrays = 0;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_REGISTERPRESSURE_H
