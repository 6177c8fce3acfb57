//===- LaneStrides.h - How values vary over the lanes of a wave -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code that executes a whole wave at once keeps a value with a constant stride
// as one scalar, the base, and expands it to one element for each lane only
// where needed.
//
// As with uniformity, a stride holds among the lanes that are active where the
// value is *defined*. The analysis is sound, and assumes a known wave size. It
// does not use `UniformityAnalysis`: a uniform value has a stride only if it
// can be computed as a scalar from other such values, or if an operation
// produces it for all lanes at once.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_LANESTRIDES_H
#define WAVEDIALECT_ANALYSIS_LANESTRIDES_H

#include "WaveDialect/IR/Wave.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <optional>

namespace mlir::wave {

/// The values of the lanes of a wave: lane l has base + stride * l, for all
/// lanes that are active where the value is defined, in the arithmetic of its
/// type (modulo 2^32 for index). Stride 0 is a wave-uniform value. A stride is
/// between -2^31 and 2^31, and fits the type as a signed number.
class LaneStrides {
public:
  /// `kernel` must be inlined and legalized; `waveSize` is in lanes. If
  /// `placed`, a table maps lanes to threads, so thread indices have no stride.
  LaneStrides(FuncOp kernel, int64_t waveSize, bool placed);

  /// Analyzes each piece of `pieceSize` lanes instead, where the wave size is a
  /// multiple of `pieceSize`: the base may differ between pieces, and all lanes
  /// of a piece have their value, whether or not they are active. `wave` is the
  /// analysis of whole waves for the same kernel.
  LaneStrides(const LaneStrides &wave, int64_t pieceSize);

  /// Returns the stride; none if it is not constant.
  std::optional<int64_t> get(Value value) const;
  bool isUniform(Value value) const { return get(value) == 0; }

private:
  using Stride = std::optional<int64_t>;

  void visitBlock(Block &block);
  void visit(Operation &op);
  void visitIf(scf::IfOp ifOp);
  void visitFor(scf::ForOp forOp);
  void visitWhile(scf::WhileOp whileOp);
  Stride transfer(Operation &op);
  Stride transferLoad(Operation &op);
  std::optional<Stride> transferAcrossLanes(Operation &op);
  Stride transferThread(std::optional<gpu::Dimension> dimension);
  Stride transferRemainder(Operation &op);
  bool isAligned(Value value) const;
  bool isAlignedInLoop(BlockArgument argument) const;
  void run();
  bool areUniform(ValueRange values) const;
  /// The analysis of whole waves, for decisions that all lanes of a wave make
  /// together.
  const LaneStrides &getWhole() const { return wave ? *wave : *this; }
  void update(Value value, Stride stride);
  void merge(Value into, Value from);

  FuncOp kernel;
  /// The number of lanes of a wave, or of a piece.
  int64_t span;
  bool placed;
  /// The analysis of whole waves; null unless this one analyzes pieces.
  const LaneStrides *wave = nullptr;
  /// Values without an entry have not been visited yet.
  DenseMap<Value, Stride> strides;
  bool changed = false;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_LANESTRIDES_H
