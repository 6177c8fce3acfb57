//===- VoteOps.cpp - Uniformity of the results of votes ---------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"

using namespace mlir;
using namespace mlir::wave;

/// A NaN does not even equal itself, so `all_equal` is false in a wave with one
/// active lane.
static bool mayBeNaN(Value value) {
  return isa<FloatType>(getScalarType(value.getType()));
}

/// A value that is the same within each wave is equal in every wave.
UniformityStep AllEqualOp::inferUniformity(const UniformityQuery &query) {
  const bool isSame = query.getStep(getValue()) != UniformityStep::Lane;
  return isSame && !mayBeNaN(getValue()) ? UniformityStep::Group
                                         : UniformityStep::Wave;
}

/// If the value is the same for the whole wave, all active lanes match.
UniformityStep MatchOp::inferUniformity(const UniformityQuery &query) {
  const bool isSame = query.getStep(getValue()) != UniformityStep::Lane;
  return isSame && !mayBeNaN(getValue()) ? query.inferCount(*this)
                                         : UniformityStep::Lane;
}
