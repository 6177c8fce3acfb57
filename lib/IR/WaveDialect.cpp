//===- WaveDialect.cpp - Registration, inlining and constants ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace mlir::wave;

#include "WaveDialect/IR/WaveDialect.cpp.inc"

namespace {
/// Helpers may be inlined anywhere: their control flow is structured, so the
/// lanes that enter are the lanes that leave.
struct WaveInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Operation *callable, bool) const final {
    auto function = dyn_cast<FuncOp>(callable);
    return function && !function.getKernel();
  }
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
  void handleTerminator(Operation *terminator, ValueRange results) const final {
    for (auto [result, operand] :
         llvm::zip_equal(results, terminator->getOperands()))
      result.replaceAllUsesWith(operand);
  }
};
} // namespace

Operation *WaveDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

void WaveDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "WaveDialect/IR/WaveOps.cpp.inc"
      >();
  addInterfaces<WaveInlinerInterface>();
}
