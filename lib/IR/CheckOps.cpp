//===- CheckOps.cpp - Rules of checks in instrumented kernels ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"

using namespace mlir;
using namespace mlir::wave;

/// The operands of an access: memory, its indices, and for a store the element. Or those
/// of a matrix: memory, the first index and the stride, which are `i32`.
static bool isAccess(TypeRange types) {
  if (types.empty())
    return false;
  auto image = dyn_cast<ImageType>(types.front());
  size_t indices = image ? image.getRank() : 1;
  if (isa<MemRefType>(types.front()) && types.size() == 3 &&
      types[1].isInteger(32))
    return types[2].isInteger(32);
  if (!isa<MemRefType, ImageType>(types.front()) ||
      types.size() < 1 + indices || types.size() > 2 + indices)
    return false;
  return llvm::all_of(types.slice(1, indices), [&](Type type) {
    return type.isIndex() || (image && type.isInteger(32));
  });
}

LogicalResult CheckOp::verify() {
  TypeRange types = getOperandTypes();
  bool isRight = false;
  switch (getKind()) {
  case CheckKind::Access:
    isRight = isAccess(types);
    break;
  case CheckKind::Undefined:
    isRight = (types.size() == 1 || types.size() == 2) &&
              types.front().isInteger(1) &&
              types.back().isInteger(types.size() == 1 ? 1 : 32);
    break;
  case CheckKind::Retire:
  case CheckKind::Branch:
    isRight = types.size() == 1 && types.front().isInteger(1);
    break;
  case CheckKind::Uniform:
    isRight = types.size() == 1 && types.front().isIntOrIndexOrFloat();
    break;
  case CheckKind::Barrier:
  case CheckKind::Event:
    isRight = types.empty();
    break;
  }
  if (!isRight)
    return emitOpError("has operands that its kind does not take: see the "
                       "operation's table [check-operands]");
  return success();
}
