//===- IntegerRanges.h - The ranges of integers -----------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations infer their ranges by upstream's interface; this analysis follows
// structured control flow. Upstream's own analysis works on any control flow, by
// a data-flow solver, and takes several times as long. Two more differences: a
// loop-carried value that still changes after a few rounds gets the full range,
// where upstream may widen its range by one number per round, and the induction variable of a
// loop with unsigned comparison gets an unsigned range, where upstream infers a
// signed one.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_INTEGERRANGES_H
#define WAVEDIALECT_ANALYSIS_INTEGERRANGES_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::wave {

class IntegerRanges {
public:
  /// Analyzes the body of a function of one block.
  explicit IntegerRanges(Operation *function);

  /// The range of an integer, or of the components of a vector of integers; none
  /// for other values, and for values in code that is never reached.
  std::optional<ConstantIntRanges> get(Value value) const;

private:
  void visit(Block &block);
  void visit(Operation *op);
  void visit(scf::IfOp op);
  void visit(scf::ForOp loop);
  void visit(scf::WhileOp loop);
  void infer(Operation *op);

  /// Repeats `visitBody` until the `carried` values include those of the next
  /// iteration. Those that change too often may be any number.
  void iterate(ValueRange carried, function_ref<void()> visitBody,
               function_ref<ValueRange()> getNext);

  IntegerValueRange getOrFull(Value value) const;
  void set(Value value, const IntegerValueRange &range);
  /// Adds what `source` may be to what `value` may be; whether that is new.
  bool join(Value value, Value source);
  void join(ValueRange values, ValueRange sources);

  llvm::DenseMap<Value, ConstantIntRanges> ranges;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_INTEGERRANGES_H
