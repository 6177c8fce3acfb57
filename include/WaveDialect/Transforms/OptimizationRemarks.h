//===- OptimizationRemarks.h - Remarks of optimization passes ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These are upstream's remarks, each with the flag of its pass and the name of
// its kernel; `wave-opt --remarks-filter=wave-aggregate-atomics` prints them.
// Their text is only built on request.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_OPTIMIZATIONREMARKS_H
#define WAVEDIALECT_TRANSFORMS_OPTIMIZATIONREMARKS_H

#include "WaveDialect/IR/Wave.h"
#include "mlir/IR/Remarks.h"

namespace mlir::wave {

namespace detail {
/// The pass and the kernel of a remark at `op`.
inline remark::RemarkOpts describeRemark(Operation *op, StringRef pass) {
  auto kernel = dyn_cast<FuncOp>(op);
  if (!kernel)
    kernel = op->getParentOfType<FuncOp>();
  return remark::RemarkOpts::name(pass).category(pass).function(
      kernel ? kernel.getSymName() : StringRef());
}
} // namespace detail

/// Reports a change of the pass at `op`; the text is streamed into the result.
inline remark::detail::InFlightRemark remarkApplied(Operation *op,
                                                    StringRef pass) {
  return remark::passed(op->getLoc(), detail::describeRemark(op, pass));
}

/// Reports why the pass did not change `op` where readers might expect a
/// change.
inline remark::detail::InFlightRemark remarkMissed(Operation *op,
                                                   StringRef pass) {
  return remark::missed(op->getLoc(), detail::describeRemark(op, pass));
}

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_OPTIMIZATIONREMARKS_H
