//===- GroupMerger.h - The work of several groups in one --------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_GROUPMERGER_H
#define WAVEDIALECT_LIB_TRANSFORMS_GROUPMERGER_H

#include "GroupPacking.h"

namespace mlir::wave {

/// Rewrites a kernel so that group g does what groups g * factor to
/// g * factor + factor - 1 did along `dimension`, as far as they are groups of
/// the program. The host passes the program's number of groups, which
/// `wave.group_count` returns. If `mayRunAlone`, the host may launch as many groups
/// as the program has: each then does its own work. The kernel must be one that
/// `wave-coarsen-groups` accepts. If `packing` is there, waves of its size run several
/// of the groups side by side: `findObstacle` has found nothing, and the groups of a
/// wave divide `factor`.
void mergeGroups(FuncOp kernel, gpu::Dimension dimension, unsigned factor,
                 bool mayRunAlone, std::optional<Packing> packing);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_GROUPMERGER_H
