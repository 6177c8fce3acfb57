//===- LaneStrides.h - How values go over the lanes of a wave ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code that runs a whole wave at once keeps a value with a constant stride as one
// scalar, the base: it is made into one element a lane only where somebody needs that.
//
// As with uniformity, a stride holds among the lanes that are active where the value
// is *defined*. The analysis is sound, and told the size of the wave. It is not made of
// `UniformityAnalysis`: what is the same in all lanes has a stride only where it can be
// computed from what others have as one scalar, or where all lanes get it at once.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_LANESTRIDES_H
#define WAVEDIALECT_ANALYSIS_LANESTRIDES_H

#include "WaveDialect/IR/Wave.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <optional>

namespace mlir::wave {

/// How a value goes over the lanes of a wave: in lane l it is base + stride * l, for
/// all lanes that are active where it is defined, in the arithmetic of its own type
/// (index counts as i32: modulo 2^32). Stride 0 is a wave-uniform value. A stride lies
/// between -2^31 and 2^31, and fits into the type as a signed number.
class LaneStrides {
public:
  /// `kernel` is inlined and legalized; `waveSize` in lanes. `placed`: lanes take
  /// their threads from a table, so thread numbers have no stride.
  LaneStrides(FuncOp kernel, int64_t waveSize, bool placed);

  /// The same for each piece of `pieceSize` lanes, of which a wave is a multiple: the base
  /// may differ from piece to piece, and all lanes of a piece have their number, whether
  /// they are active or not. `wave` is the kernel's analysis for whole waves.
  LaneStrides(const LaneStrides &wave, int64_t pieceSize);

  /// The stride, none where there is no constant one.
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
  /// The analysis of whole waves: what all lanes of a wave decide together.
  const LaneStrides &getWhole() const { return wave ? *wave : *this; }
  void update(Value value, Stride stride);
  void merge(Value into, Value from);

  FuncOp kernel;
  /// Lanes of a wave, or of a piece.
  int64_t span;
  bool placed;
  /// The analysis of whole waves, where this one is of pieces.
  const LaneStrides *wave = nullptr;
  /// A value that is not here is not visited yet.
  DenseMap<Value, Stride> strides;
  bool changed = false;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_LANESTRIDES_H
