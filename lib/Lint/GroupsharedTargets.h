//===- GroupsharedTargets.h - Groupshared memory of machines ----*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_LINT_GROUPSHAREDTARGETS_H
#define WAVEDIALECT_LIB_LINT_GROUPSHAREDTARGETS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::wave {

/// A unit of a machine that runs whole groups: a multiprocessor, a compute
/// unit, a core.
struct GroupsharedTarget {
  llvm::StringLiteral name;
  /// Groupshared memory of a unit, and the bytes that a group uses in addition
  /// to its own.
  int64_t bytes, reserved;
  /// Lanes of a wave, and the maximum numbers of waves and groups of a unit.
  /// AMD's units limit groups by barriers, which groups of one wave do not
  /// need.
  int32_t waveSize, waves, groups, groupsOfOneWave;
};

/// Returns all known targets.
llvm::ArrayRef<GroupsharedTarget> getGroupsharedTargets();

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_LINT_GROUPSHAREDTARGETS_H
