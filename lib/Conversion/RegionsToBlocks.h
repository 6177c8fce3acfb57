//===- RegionsToBlocks.h - Structured control flow as branches --*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_CONVERSION_REGIONSTOBLOCKS_H
#define WAVEDIALECT_LIB_CONVERSION_REGIONSTOBLOCKS_H

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::wave {

/// Replaces each `scf.if`, `scf.for` and `scf.while` in `root` by blocks and
/// branches, in time linear in the length of a block.
void replaceRegionsByBlocks(Operation *root);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_CONVERSION_REGIONSTOBLOCKS_H
