//===- Branches.h - The branches of a SPIR-V binary -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TARGET_SPIRV_BRANCHES_H
#define WAVEDIALECT_TARGET_SPIRV_BRANCHES_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace mlir::wave {

/// The work of Khronos's validator on the branches of a binary.
struct BranchWork {
  /// Estimated steps from a block to its dominator.
  uint64_t steps = 0;
  /// The largest number of constructs around a block.
  unsigned nesting = 0;
};

BranchWork measureBranches(ArrayRef<uint32_t> words);

/// Returns the binary with the instructions of each function in one block, in
/// the same order: no merges, branches, phis and names.
std::vector<uint32_t> removeBranches(ArrayRef<uint32_t> words);

} // namespace mlir::wave

#endif // WAVEDIALECT_TARGET_SPIRV_BRANCHES_H
