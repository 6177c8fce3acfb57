//===- UniformitySolver.h - The fixed point of the uniformity analysis -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All values start as group-uniform and only get worse. The solver visits
// blocks in program order, loops until their carried values no longer change,
// and the whole function again if something got worse after it was used: the
// contents of a lane's own array, or lanes that return in a later iteration of
// a loop.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_ANALYSIS_UNIFORMITYSOLVER_H
#define WAVEDIALECT_LIB_ANALYSIS_UNIFORMITYSOLVER_H

#include "NumberRanges.h"
#include "WaveDialect/Analysis/BarrierIntervals.h"
#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/Analysis/WaveNumbers.h"
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
  bool isSameInWaves(Operation &op) const;
  void findUnequalPipes();
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
  /// Null if the function is not a `wave.func`.
  FuncOp kernel;
  bool isSingleWave = false;
  bool hasFullWaves = false;
  /// Whether all waves of a group have the same number of lanes.
  bool hasOneWaveSize = false;
  mutable NumberRanges ranges;
  /// Present if a few waves take the place of the group.
  std::optional<WaveNumbers> numbers;
  /// Pipes, and the step that enters a stage: these waves may have entered different numbers
  /// of stages.
  llvm::DenseSet<std::pair<Value, PipeStep>> unequalPipes;

  /// Memory that a store, atomic or call of the function writes.
  llvm::DenseSet<Value> written;
  bool hasLocalArrays = false;
  /// The uniformity of the contents of a lane's own array.
  DenseMap<Value, Uniformity> contents;
  mutable llvm::DenseSet<Value> readArrays;
  /// Created on demand.
  mutable std::optional<BarrierIntervals> intervals;

  /// Returns that only some lanes of a wave take, and all loops around them.
  llvm::DenseSet<Operation *> partialReturns;
  /// Whether such a return may have been executed before the visited operation.
  bool isPartial = false;
  /// Whether something got worse after it was used.
  bool again = false;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_ANALYSIS_UNIFORMITYSOLVER_H
