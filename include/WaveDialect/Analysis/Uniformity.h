//===- Uniformity.h - Which values are the same for a wave or a group -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value is uniform when it is equal in all lanes that are active where it is
// *defined*. So a value that merges after a divergent `scf.if`, or is used after a
// loop that lanes leave at different trips, is not uniform although it was inside.
//
// The analysis is sound: folding, barrier legalisation and scalar code stand on it.
// It runs on kernels whose helpers are inlined; a call counts as memory.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_UNIFORMITY_H
#define WAVEDIALECT_ANALYSIS_UNIFORMITY_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::wave {

/// How far a value is the same, from best to worst.
enum class UniformityStep { Group, Wave, Lane };

/// How far a value is the same, and why not farther.
struct Uniformity {
  UniformityStep step = UniformityStep::Group;
  /// Lane, wave or thread numbers and operations across lanes have a part in it.
  bool fromNumbers = false;
  /// Memory that somebody writes, or an address that is not the same, has.
  bool fromMemory = false;
  /// The operation that first made the value differ, for diagnostics.
  Operation *origin = nullptr;

  bool isGroupUniform() const { return step == UniformityStep::Group; }
  bool isWaveUniform() const { return step != UniformityStep::Lane; }

  /// The uniformity of what depends on both.
  Uniformity join(const Uniformity &other) const;
  bool operator==(const Uniformity &other) const;
};

/// Prints `group`, `wave (numbers)`, `lane (numbers, memory)`.
llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const Uniformity &value);

/// What decides whether an operation executes: one condition or loop around it.
struct Decision {
  Operation *op;
  Uniformity uniformity;
};

struct MemoryAccess;

class UniformityAnalysis {
public:
  /// Analyses `function`, a `wave.func`; its helpers should be inlined.
  explicit UniformityAnalysis(Operation *function);

  /// The uniformity of `value`, which belongs to the function.
  Uniformity get(Value value) const;

  /// The conditions and bounds around `op`, innermost first.
  SmallVector<Decision> getDecisions(Operation *op) const;

  /// The join of all decisions around `op`.
  Uniformity getControl(Operation *op) const;

private:
  void visitBlock(Block &block);
  void visit(Operation &op);
  Uniformity transfer(Operation &op) const;
  Uniformity transferLoad(Operation &op, const MemoryAccess &access) const;
  Uniformity getDecision(Operation *op) const;
  void update(Value value, const Uniformity &uniformity);

  Operation *function;
  DenseMap<Value, Uniformity> values;
  /// Memory that some store or atomic of the function writes.
  llvm::DenseSet<Value> written;
  bool changed = false;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_UNIFORMITY_H
