//===- GroupAtomics.cpp - One atomic for merged groups --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupAtomics.h"

#include "WaveDialect/Analysis/MemoryAccess.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::wave;

bool wave::isMergeable(AtomicRMWOp atomic, const GroupVariance &variance) {
  // Constants of a branch count as different where groups decide apart.
  return atomic.getType().isInteger() &&
         !variance.differs(atomic.getMemory()) &&
         (matchPattern(atomic.getIndex(), m_Constant()) ||
          !variance.differs(atomic.getIndex()));
}

bool wave::isWorthATest(scf::IfOp ifOp, Operation *except) {
  return ifOp.getThenRegion()
      .walk([&](Operation *op) {
        if (op == except)
          return WalkResult::advance();
        std::optional<MemoryAccess> access = getMemoryAccess(op);
        const bool loads =
            access && access->reads && isa<BlockArgument>(access->memory);
        return loads || isa<BarrierOp>(op) ? WalkResult::interrupt()
                                           : WalkResult::advance();
      })
      .wasInterrupted();
}

AtomicRMWOp wave::findMergeable(scf::IfOp ifOp, const GroupVariance &variance) {
  for (Operation &op : ifOp.thenBlock()->without_terminator()) {
    if (auto atomic = dyn_cast<AtomicRMWOp>(op))
      return isMergeable(atomic, variance) && !isWorthATest(ifOp, atomic)
                 ? atomic
                 : AtomicRMWOp();
    if (op.getNumRegions() || !isPure(&op) || op.hasTrait<ReadsLanes>())
      return {};
  }
  return {};
}
