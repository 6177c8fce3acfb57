//===- SharedReads.h - Which elements of groupshared memory are read --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A store into an element that nobody reads, anywhere in the kernel, is for nothing. What
// is known is what it was when the object was made: it stays right for a kernel that
// does not read more since.
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
  /// `numbers` is of `kernel`, and outlives this.
  SharedReads(FuncOp kernel, const WaveNumbers &numbers);

  /// Whether `store` writes groupshared elements that no load and no atomic reads,
  /// whichever of `waves` executes it.
  bool isDeadStore(Operation *store, const WaveSet &waves) const;

private:
  const WaveNumbers &numbers;
  /// Of arrays of which all accesses are known the elements that are read.
  llvm::DenseMap<Value, llvm::BitVector> read;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_SHAREDREADS_H
