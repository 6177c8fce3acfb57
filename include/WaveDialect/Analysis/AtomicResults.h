//===- AtomicResults.h - Values that depend on the results of atomics -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The result of an atomic depends on the order of the lanes, which may differ
// between runs of a correct program. Only memory that no such value reaches can
// be compared between runs. A value reaches memory as the stored value, as the
// index, by deciding whether a lane stores, or through other memory.
//
// The contents that atomics *leave* in memory do not depend on the order if all
// of them on one element are `wave.atomic_rmw` of one kind, or exchanges and
// compare-and-swaps that store one constant, and no result of an atomic reaches
// their operands. A plain load of such memory counts as not reached: after a
// barrier it reads these contents, and without one it is a race, which other
// checks find. Other atomics on one element leave contents that depend on the
// last operation.
//
// A load from an array does not read values that are written later in the
// program, outside of loops: no barrier can order such a write before the load.
// For buffers the order does not matter, because another group may have
// executed the write.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_ATOMICRESULTS_H
#define WAVEDIALECT_ANALYSIS_ATOMICRESULTS_H

#include "WaveDialect/IR/Wave.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::wave {

struct MemoryAccess;

class AtomicResults {
public:
  /// Analyzes `kernel`; its helpers should be inlined.
  explicit AtomicResults(FuncOp kernel);

  /// Whether a value, or the contents of a memory, may depend on the result of
  /// an atomic.
  bool reaches(Value memoryOrValue) const {
    return reached.contains(memoryOrValue);
  }

private:
  /// These visit operations; `decided` states whether a result of an atomic
  /// decides if lanes execute them. They return whether such a result decides
  /// which lanes return.
  bool visitBlock(Block &block, bool decided);
  bool visit(Operation &op, bool decided);
  bool visitIf(scf::IfOp ifOp, bool decided);
  bool visitFor(scf::ForOp forOp, bool decided);
  bool visitWhile(scf::WhileOp whileOp, bool decided);
  /// Visits the body of a loop, which may follow itself.
  bool visitTrip(Operation *loop, Block &block, bool decided);
  void visitAccess(Operation &op, const MemoryAccess &access, bool decided);
  void visitUnknown(Operation &op);
  /// Marks `memory` as reached by a write of `op`.
  void markMemory(Value memory, Operation *op);
  /// Whether `load` may read reached contents.
  bool reachesLoad(Value memory, Operation *load) const;
  void markOrderedAtomics(FuncOp kernel);
  bool reachesAny(ValueRange values) const;
  bool reachesOperand(Operation &op) const;
  void mark(ValueRange values);
  void markIf(bool isReached, Value value) {
    if (isReached)
      mark(value);
  }

  DenseSet<Value> reached;
  /// The operations that write reached values to a memory.
  DenseMap<Value, llvm::SmallPtrSet<Operation *, 4>> writers;
  /// Loops in which a result of an atomic decides which lanes return.
  DenseSet<Operation *> left;
  bool changed = false;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_ATOMICRESULTS_H
