//===- NumberRanges.h - Small numbers, from how they are made ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranges as the operations themselves infer them, only of what is asked for and without
// what loops carry: upstream's analysis of a whole function costs more than all of ours.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_ANALYSIS_NUMBERRANGES_H
#define WAVEDIALECT_LIB_ANALYSIS_NUMBERRANGES_H

#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::wave {

class NumberRanges {
public:
  /// Whether the integer `op` gives is the same number whenever it is executed.
  bool isConstant(Operation &op);

  /// Whether `a` is below `b` by what they are: a lane's index is below the number of
  /// lanes, a wave's below the number of waves.
  static bool isBelow(Value a, Value b);

private:
  /// Upstream's range, of integers and indices; none where too many operations would
  /// have to be looked at.
  std::optional<ConstantIntRanges> get(Value value, unsigned depth);

  DenseMap<Value, ConstantIntRanges> known;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_ANALYSIS_NUMBERRANGES_H
