//===- RetiredLanes.h - Early returns become control flow -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_RETIREDLANES_H
#define WAVEDIALECT_LIB_TRANSFORMS_RETIREDLANES_H

#include "WaveDialect/IR/Wave.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::wave {

using RetireSet = llvm::DenseSet<Operation *>;

/// Whether only a return ends the loop `op`, once it is entered.
bool isEndless(Operation *op);

/// Makes control flow of the returns in `retires`; `together` says that all waves of a
/// group take each of them at once. A lane that retired stays and meets barriers. A
/// kernel for which that cannot be is left half done, with a diagnostic.
LogicalResult removeRetires(FuncOp kernel, RetireSet retires, bool together);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_RETIREDLANES_H
