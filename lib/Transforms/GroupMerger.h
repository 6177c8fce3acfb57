//===- GroupMerger.h - The work of several groups in one --------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_GROUPMERGER_H
#define WAVEDIALECT_LIB_TRANSFORMS_GROUPMERGER_H

#include "WaveDialect/IR/Wave.h"

namespace mlir::wave {

/// Rewrites a kernel so that group g does what groups g * factor to
/// g * factor + factor - 1 did along `dimension`, as far as they are groups of
/// the program. The host passes the program's number of groups, which
/// `wave.group_count` returns. If `mayRunAlone`, the host may launch as many groups
/// as the program has: each then does its own work. The kernel must be one that
/// `wave-coarsen-groups` accepts.
void mergeGroups(FuncOp kernel, gpu::Dimension dimension, unsigned factor,
                 bool mayRunAlone);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_GROUPMERGER_H
