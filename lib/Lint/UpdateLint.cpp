//===- UpdateLint.cpp - Updates of one element by every lane --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `total[0] = total[0] + x[i]` in every lane: all lanes load the old value before
// one of them stores, so one update remains.
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"
#include "Lint.h"

#include "WaveDialect/Analysis/MemoryAccess.h"

using namespace mlir;
using namespace mlir::wave;

/// Whether all lanes of a wave certainly execute `op`, if the wave reaches it.
static bool isOfAllLanes(Operation *op, const LintedKernel &kernel) {
  return kernel.threads != 1 &&
         kernel.uniformity.getControl(op).isWaveUniform() &&
         llvm::none_of(kernel.retires, [&](RetireIfOp retire) {
           return mayPrecede(retire, op) &&
                  !kernel.uniformity.get(retire.getCondition()).isWaveUniform();
         });
}

/// Whether several waves certainly store to the same element, at the wave size for
/// which the group is judged: whether a group of 64 threads has several waves is up to
/// the machine.
static bool isOfSeveralWaves(Operation *store, const MemoryAccess &access,
                             const LintedKernel &kernel) {
  return kernel.getWaves(kernel.judgedSizes.front()) > 1 &&
         kernel.uniformity.getControl(store).isGroupUniform() &&
         llvm::all_of(access.indices, [&](Value index) {
           return kernel.uniformity.get(index).isGroupUniform();
         });
}

/// Returns the load of the element that `access` stores from which its value is
/// computed; null if there is none.
static Operation *findOldValue(Value stored, const MemoryAccess &access) {
  Operation *found = nullptr;
  mentionsOperation(stored, [&](Operation *op) {
    std::optional<MemoryAccess> load = getMemoryAccess(op);
    if (load && !load->writes && load->memory == access.memory &&
        load->indices.size() == access.indices.size() &&
        llvm::all_of_zip(load->indices, access.indices, areSameExpressions))
      found = op;
    return found != nullptr;
  });
  return found;
}

void wave::lintUpdateOfEveryLane(LintedKernel &kernel, LintReport report) {
  kernel.kernel.walk([&](Operation *op) {
    std::optional<MemoryAccess> access = getMemoryAccess(op);
    if (!access || !access->writes || access->isAtomic() || access->isMatrix ||
        op->getNumResults() != 0)
      return;
    // Each lane has its own local arrays.
    if (!isa<BlockArgument>(access->memory) &&
        !access->memory.getDefiningOp<GroupsharedOp>())
      return;
    if (!isOfAllLanes(op, kernel) ||
        !llvm::all_of(access->indices, [&](Value index) {
          return kernel.uniformity.get(index).isWaveUniform();
        }))
      return;
    Value stored = op->getOperand(0);
    Operation *old = findOldValue(stored, *access);
    // Lanes of one wave may store one value.
    const bool isOfLanes = !looksWaveUniform(stored, kernel);
    if (!old || (!isOfLanes && !isOfSeveralWaves(op, *access, kernel)))
      return;
    report({op,
            isOfLanes ? "every lane computes this element from its old value, "
                        "and one of these updates remains"
                      : "every wave computes this element from its old value, "
                        "and one of these updates may remain",
            "update it by an atomic; or combine the values of the lanes first, "
            "by a "
            "reduction, and let one lane store",
            {{old, "the old value is loaded here"}}});
  });
}
