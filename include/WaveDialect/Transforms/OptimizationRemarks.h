//===- OptimizationRemarks.h - What an optimization did, or why not ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's remarks, each under the flag of its pass and the name of its kernel:
// `wave-opt --remarks-filter=wave-aggregate-atomics` prints them. Nobody who does not
// ask for them pays for their text.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_OPTIMIZATIONREMARKS_H
#define WAVEDIALECT_TRANSFORMS_OPTIMIZATIONREMARKS_H

#include "WaveDialect/IR/Wave.h"
#include "mlir/IR/Remarks.h"

namespace mlir::wave {

namespace detail {
/// Under which pass and kernel a remark at `op` stands.
inline remark::RemarkOpts describeRemark(Operation *op, StringRef pass) {
  auto kernel = dyn_cast<FuncOp>(op);
  if (!kernel)
    kernel = op->getParentOfType<FuncOp>();
  return remark::RemarkOpts::name(pass).category(pass).function(
      kernel ? kernel.getSymName() : StringRef());
}
} // namespace detail

/// What the pass did at `op`: the text is streamed into the result.
inline remark::detail::InFlightRemark remarkApplied(Operation *op,
                                                    StringRef pass) {
  return remark::passed(op->getLoc(), detail::describeRemark(op, pass));
}

/// Why the pass left `op` as it is, where a reader might expect otherwise.
inline remark::detail::InFlightRemark remarkMissed(Operation *op,
                                                   StringRef pass) {
  return remark::missed(op->getLoc(), detail::describeRemark(op, pass));
}

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_OPTIMIZATIONREMARKS_H
