//===- UniformitySolver.h - How uniformity is found --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything is the same for the group until something says otherwise: values only get
// worse. Blocks are visited in the order of the program, loops until what they carry
// stays as it is, and all of it again where something was used before it got worse: the
// contents of a lane's own array, and lanes that return in a later trip of a loop.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_ANALYSIS_UNIFORMITYSOLVER_H
#define WAVEDIALECT_LIB_ANALYSIS_UNIFORMITYSOLVER_H

#include "NumberRanges.h"
#include "WaveDialect/Analysis/BarrierIntervals.h"
#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/Wave.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace mlir::wave {

class UniformitySolver {
public:
  explicit UniformitySolver(UniformityAnalysis &analysis);
  void run();

private:
  Uniformity get(Value value) const { return analysis.values.lookup(value); }
  bool update(Value value, Uniformity uniformity);

  // Control flow (UniformityControlFlow.cpp).
  void visitBlock(Block &block);
  void visit(Operation &op);
  void visitIf(scf::IfOp ifOp);
  void visitFor(scf::ForOp forOp);
  void visitWhile(scf::WhileOp whileOp);
  Uniformity getPassed(scf::WhileOp whileOp, Value passed) const;
  void visitOther(Operation &op);
  void enterLoop(Operation *loop);
  bool isWholeWave(Operation &op) const;
  Uniformity getControl(Operation *op, Operation *since) const;

  // Operations (UniformityOperations.cpp).
  Uniformity transfer(Operation &op) const;
  std::optional<Uniformity> transferNumbers(Operation &op) const;
  Uniformity transferArithmetic(Operation &op) const;
  Uniformity joinOperands(Operation &op) const;

  // Memory (UniformityMemory.cpp).
  void findWrites();
  Uniformity transferLoad(Operation &op) const;
  Uniformity transferLocalLoad(Operation &op, const Uniformity &address,
                               Value array) const;
  void visitStore(Operation &op);

  UniformityAnalysis &analysis;
  Operation *function;
  /// Null where the function is another operation than ours.
  FuncOp kernel;
  bool isSingleWave = false;
  bool hasFullWaves = false;
  /// All waves of a group have the same number of lanes.
  bool hasOneWaveSize = false;
  mutable NumberRanges ranges;

  /// Memory that some store, atomic or call of the function writes.
  llvm::DenseSet<Value> written;
  bool hasLocalArrays = false;
  /// How uniform it is what stands in a lane's own array.
  DenseMap<Value, Uniformity> contents;
  mutable llvm::DenseSet<Value> readArrays;
  /// Made when a load asks.
  mutable std::optional<BarrierIntervals> intervals;

  /// Returns that leave some lanes of a wave behind, and the outermost loops around
  /// them.
  llvm::DenseSet<Operation *> partialReturns;
  /// Whether such a one may have been executed before what is visited.
  bool isPartial = false;
  /// Something got worse that was used before.
  bool again = false;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_ANALYSIS_UNIFORMITYSOLVER_H
