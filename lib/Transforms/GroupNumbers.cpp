//===- GroupNumbers.cpp - Indices of groups of the program ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupNumbers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::wave;
using gpu::Dimension;

GroupIdOp wave::createGroupNumber(FuncOp kernel, Dimension dimension) {
  Block &entry = kernel.getBody().front();
  OpBuilder builder(&entry, entry.begin());
  Type i32 = builder.getI32Type();
  auto group = GroupIdOp::create(builder, kernel.getLoc(), i32, dimension);
  SmallVector<Operation *> others;
  kernel.walk([&](Operation *op) {
    if (auto id = dyn_cast<GroupIdOp>(op);
        id && id != group && id.getDimension() == dimension)
      others.push_back(id);
    if (auto id = dyn_cast<DispatchThreadIdOp>(op);
        id && id.getDimension() == dimension)
      others.push_back(id);
  });
  for (Operation *op : others) {
    Value index = group;
    if (isa<DispatchThreadIdOp>(op)) {
      builder.setInsertionPoint(op);
      const int32_t threads =
          (*kernel.getNumThreads())[static_cast<unsigned>(dimension)];
      Value extent = arith::ConstantOp::create(
          builder, op->getLoc(), builder.getI32IntegerAttr(threads));
      Value first = arith::MulIOp::create(builder, op->getLoc(), group, extent);
      Value thread =
          GroupThreadIdOp::create(builder, op->getLoc(), i32, dimension);
      index = arith::AddIOp::create(builder, op->getLoc(), first, thread);
    }
    op->getResult(0).replaceAllUsesWith(index);
    op->erase();
  }
  return group;
}

GroupsOfProgram wave::createGroupsOfProgram(OpBuilder &builder, FuncOp kernel,
                                            Dimension dimension,
                                            unsigned factor, bool mayRunAlone) {
  Location loc = kernel.getLoc();
  Type i32 = builder.getI32Type();
  const auto getI32 = [&](int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  };
  Value launched = GroupIdOp::create(builder, loc, i32, dimension);
  Value count = GroupCountOp::create(builder, loc, i32, dimension);
  Value stride = getI32(factor), alone;
  if (mayRunAlone) {
    Value all = arith::IndexCastUIOp::create(
        builder, loc, i32, gpu::GridDimOp::create(builder, loc, dimension));
    alone = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, all,
                                  count);
    stride = arith::SelectOp::create(builder, loc, alone, getI32(1), stride);
  }
  Value first = arith::MulIOp::create(builder, loc, launched, stride);
  Value left = arith::SubIOp::create(builder, loc, count, first);
  // A group alone is one of those that are left.
  if (mayRunAlone)
    left = arith::SelectOp::create(builder, loc, alone, getI32(1), left);
  return {first, left};
}
