//===- VotesForAssembler.h - Votes that ptxas moves -------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TARGET_PTX_VOTESFORASSEMBLER_H
#define WAVEDIALECT_LIB_TARGET_PTX_VOTESFORASSEMBLER_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::wave {

/// Replaces votes on constants by their results, which are constants or the mask of
/// the lanes that vote, and everything that is constant then.
void foldVotesOnConstants(llvm::Module &module);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TARGET_PTX_VOTESFORASSEMBLER_H
