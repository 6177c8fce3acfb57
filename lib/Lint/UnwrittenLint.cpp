//===- UnwrittenLint.cpp - Groupshared memory that is never written -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::wave;

/// A write reaches accesses that the same lane executes later, and accesses of
/// other waves between the same barriers.
static bool isReached(Operation *read, ArrayRef<Operation *> writes,
                      const LintedKernel &kernel) {
  return llvm::any_of(writes, [&](Operation *write) {
    return mayPrecede(write, read) ||
           kernel.intervals.areUnordered(write, read);
  });
}

static void lintArray(GroupsharedOp array, LintedKernel &kernel,
                      LintReport report) {
  SmallVector<Operation *> reads, atomics, writes;
  // In kernel order, because the list of users is unordered.
  kernel.kernel.walk([&](Operation *op) {
    if (!llvm::is_contained(op->getOperands(), array.getMemory()))
      return;
    std::optional<MemoryAccess> access = getMemoryAccess(op);
    // These combine their operand with the contents of memory.
    if (isa<AtomicRMWOp, AtomicCASOp>(op))
      atomics.push_back(op);
    else if (access && !access->writes)
      reads.push_back(op);
    else if (!isa<memref::DimOp, DispatchMeshOp>(op))
      writes.push_back(op);
  });
  auto findUnreached = [&](ArrayRef<Operation *> ops) -> Operation * {
    auto it = llvm::find_if(
        ops, [&](Operation *op) { return !isReached(op, writes, kernel); });
    return it == ops.end() ? nullptr : *it;
  };
  Operation *atomic = findUnreached(atomics);
  // Loads of memory that only atomics write are undefined for the same reason.
  llvm::append_range(writes, atomics);
  Operation *found = atomic ? atomic : findUnreached(reads);
  if (!found)
    return;
  report({found,
          atomic ? "this atomic combines its operand with groupshared memory "
                   "that nothing has written, which is undefined"
                 : "nothing writes this groupshared array before this read, so "
                   "that the value is undefined",
          "store the first values before this line, with a group barrier with "
          "sync in between",
          {{array, "the array is declared here"}}});
}

void wave::lintUnwritten(LintedKernel &kernel, LintReport report) {
  for (GroupsharedOp array : kernel.kernel.getBody().getOps<GroupsharedOp>())
    lintArray(array, kernel, report);
}
