//===- NumberRanges.h - Integer ranges without a data-flow analysis ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranges as the operations themselves infer them, on demand and without
// loop-carried values: upstream's analysis of a whole function takes longer
// than all analyses of this project.
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
  /// Whether the integer result of `op` is the same constant whenever it is
  /// executed.
  bool isConstant(Operation &op);

  /// Whether `a` is always below `b`: a lane index is below the number of
  /// lanes, a wave index below the number of waves.
  static bool isBelow(Value a, Value b);

private:
  /// Returns upstream's range of an integer or index; none if the search would
  /// be too deep.
  std::optional<ConstantIntRanges> get(Value value, unsigned depth);

  DenseMap<Value, ConstantIntRanges> known;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_ANALYSIS_NUMBERRANGES_H
