//===- AtomicResults.h - Where what atomics return gets to ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an atomic returns depends on which lane came first, and that differs from run to
// run without a mistake of anybody. So only memory that no such value reaches can be
// compared between runs: as what is stored, as the index, by deciding whether something
// is stored, or through other memory.
//
// What atomics *leave* in memory is the same in any order, as long as they are of one
// kind of `wave.atomic_rmw`, and reached only through their operands. A plain load of
// such memory counts as not reached: behind a barrier it sees what they left, and
// without one it is a race, which is found by other means. `wave.atomic_exchange`,
// `wave.atomic_cas` and different kinds on one place leave what came last.
//
// A load of an array does not see what is written later in the program, outside of loops:
// no barrier puts that before it. Of buffers the order plays no part, because another
// group may be that far.
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
  /// Analyses `kernel`; its helpers should be inlined.
  explicit AtomicResults(FuncOp kernel);

  /// Whether a value may depend on what an atomic returned, or a memory's contents.
  bool reaches(Value memoryOrValue) const {
    return reached.contains(memoryOrValue);
  }

private:
  /// These visit what is `decided` by a result of an atomic or not, and give whether one
  /// decides there which lanes return.
  bool visitBlock(Block &block, bool decided);
  bool visit(Operation &op, bool decided);
  bool visitIf(scf::IfOp ifOp, bool decided);
  bool visitFor(scf::ForOp forOp, bool decided);
  bool visitWhile(scf::WhileOp whileOp, bool decided);
  /// A loop's own block, which follows on itself.
  bool visitTrip(Operation *loop, Block &block, bool decided);
  void visitAccess(Operation &op, const MemoryAccess &access, bool decided);
  void visitUnknown(Operation &op);
  /// What `op` writes to the memory is reached.
  void markMemory(Value memory, Operation *op);
  /// Whether `load` may see something reached.
  bool reachesLoad(Value memory, Operation *load) const;
  void markMixedAtomics(FuncOp kernel);
  bool reachesAny(ValueRange values) const;
  bool reachesOperand(Operation &op) const;
  void mark(ValueRange values);
  void markIf(bool isReached, Value value) {
    if (isReached)
      mark(value);
  }

  DenseSet<Value> reached;
  /// By which operations a memory is reached.
  DenseMap<Value, llvm::SmallPtrSet<Operation *, 4>> writers;
  /// Loops in which a result of an atomic decides which lanes return.
  DenseSet<Operation *> left;
  bool changed = false;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_ATOMICRESULTS_H
