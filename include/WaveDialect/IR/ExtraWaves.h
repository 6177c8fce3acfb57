//===- ExtraWaves.h - Waves of a group that the program does not see --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_EXTRAWAVES_H
#define WAVEDIALECT_IR_EXTRAWAVES_H

#include "WaveDialect/IR/Wave.h"

namespace mlir::wave {

/// On a kernel: the number of waves that `wave-pipeline-waves` has added to its
/// number of waves. They are the last ones; the program does not see them.
inline constexpr StringLiteral kExtraWavesAttribute = "wave.extra_waves";

/// The number of waves of a group that the program does not see.
inline int64_t getExtraWaves(FuncOp kernel) {
  auto extra = kernel->getAttrOfType<IntegerAttr>(kExtraWavesAttribute);
  return extra ? extra.getInt() : 0;
}

} // namespace mlir::wave

#endif // WAVEDIALECT_IR_EXTRAWAVES_H
