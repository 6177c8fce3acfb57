//===- SharedReads.h - The elements of groupshared memory that are read -----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stores to elements that the kernel never reads are dead. The analysis
// describes the kernel at its construction; it stays valid as long as the
// kernel does not read additional elements.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_SHAREDREADS_H
#define WAVEDIALECT_ANALYSIS_SHAREDREADS_H

#include "WaveDialect/Analysis/WaveNumbers.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::wave {

class SharedReads {
public:
  /// `numbers` must describe `kernel` and must outlive this object.
  SharedReads(FuncOp kernel, const WaveNumbers &numbers);

  /// Whether `store` only writes groupshared elements that no load and no
  /// atomic reads, in each of `waves` that executes it.
  bool isDeadStore(Operation *store, const WaveSet &waves) const;

private:
  const WaveNumbers &numbers;
  /// The elements that are read, for arrays whose accesses are all known.
  llvm::DenseMap<Value, llvm::BitVector> read;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_SHAREDREADS_H
