//===- Coarsening.h - Groups that do the work of several --------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_COARSENING_H
#define WAVEDIALECT_IR_COARSENING_H

#include "WaveDialect/IR/Wave.h"

namespace mlir::wave {

/// On a kernel: how many groups of the program a launched group runs in x, y and
/// z (`wave-coarsen-groups`). `wave.group_id` is then the index of the launched
/// group, and `wave.group_count` the number of groups of the program.
inline constexpr StringLiteral kCoarseningAttribute = "wave.coarsening";

/// Returns the numbers; none for a kernel whose groups are those of the program.
inline std::optional<ArrayRef<int32_t>> getCoarsening(FuncOp kernel) {
  auto factors = kernel->getAttrOfType<DenseI32ArrayAttr>(kCoarseningAttribute);
  if (!factors || factors.size() != 3 ||
      !llvm::all_of(factors.asArrayRef(), [](int32_t n) { return n > 0; }))
    return std::nullopt;
  return factors.asArrayRef();
}

/// On such a kernel: the least number of groups of the program for which a host
/// launches fewer groups. With less work than that, it launches all groups of the
/// program, which keeps a device busy; each of them does its own work.
inline constexpr StringLiteral kLeastCoarsenedAttribute =
    "wave.coarsening_least";

/// Returns the number; none if a host always launches fewer groups.
inline std::optional<int64_t> getLeastCoarsened(FuncOp kernel) {
  auto least = kernel->getAttrOfType<IntegerAttr>(kLeastCoarsenedAttribute);
  if (!least || !least.getType().isSignlessInteger(64) || least.getInt() < 1)
    return std::nullopt;
  return least.getInt();
}

} // namespace mlir::wave

#endif // WAVEDIALECT_IR_COARSENING_H
