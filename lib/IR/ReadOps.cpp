//===- ReadOps.cpp - Reading another lane -----------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"

using namespace mlir;
using namespace mlir::wave;

/// If the value is the same for the whole wave, the lane that is read does not
/// matter.
UniformityStep ReadLaneOp::inferUniformity(const UniformityQuery &query) {
  UniformityStep value = query.getStep(getValue());
  if (value != UniformityStep::Lane)
    return value;
  return std::max(query.getStep(getLane()), UniformityStep::Wave);
}
