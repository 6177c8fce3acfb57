//===- PlaceQuads.cpp - Places the threads of a 2-D group in quads ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::wave {
#define GEN_PASS_DEF_PLACEQUADS
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

namespace {
/// Computes, at an operation, the thread of each lane.
class QuadThread {
public:
  QuadThread(Operation *op, ArrayRef<int32_t> threads)
      : builder(op), loc(op->getLoc()), threads(threads),
        lane(GroupIndexOp::create(builder, loc, builder.getI32Type())) {}

  Value getId(gpu::Dimension dimension);
  Value getDispatchId(gpu::Dimension dimension);
  Value getIndex();

private:
  int32_t getExtent(gpu::Dimension dimension) const {
    return threads[static_cast<unsigned>(dimension)];
  }
  template <typename OpT>
  Value create(Value lhs, int32_t rhs) {
    Value constant =
        arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(rhs));
    return builder.createOrFold<OpT>(loc, lhs, constant);
  }
  Value add(Value lhs, Value rhs) {
    return builder.createOrFold<arith::AddIOp>(loc, lhs, rhs);
  }
  /// Returns the rows of quads before the lane's quad, in all slices.
  Value getQuadRow() {
    return create<arith::DivUIOp>(create<arith::ShRUIOp>(lane, 2),
                                  getExtent(gpu::Dimension::x) / 2);
  }

  OpBuilder builder;
  Location loc;
  ArrayRef<int32_t> threads;
  Value lane;
};
} // namespace

Value QuadThread::getId(gpu::Dimension dimension) {
  const int32_t rows = getExtent(gpu::Dimension::y) / 2;
  Value quad, bit;
  switch (dimension) {
  case gpu::Dimension::x:
    quad = create<arith::RemUIOp>(create<arith::ShRUIOp>(lane, 2),
                                  getExtent(gpu::Dimension::x) / 2);
    bit = lane;
    break;
  case gpu::Dimension::y:
    quad = create<arith::RemUIOp>(getQuadRow(), rows);
    bit = create<arith::ShRUIOp>(lane, 1);
    break;
  case gpu::Dimension::z:
    return create<arith::DivUIOp>(getQuadRow(), rows);
  }
  return add(create<arith::ShLIOp>(quad, 1), create<arith::AndIOp>(bit, 1));
}

Value QuadThread::getDispatchId(gpu::Dimension dimension) {
  Value group =
      GroupIdOp::create(builder, loc, builder.getI32Type(), dimension);
  return add(create<arith::MulIOp>(group, getExtent(dimension)),
             getId(dimension));
}

Value QuadThread::getIndex() {
  Value slice = create<arith::MulIOp>(getId(gpu::Dimension::z),
                                      getExtent(gpu::Dimension::y));
  Value row = add(slice, getId(gpu::Dimension::y));
  return add(create<arith::MulIOp>(row, getExtent(gpu::Dimension::x)),
             getId(gpu::Dimension::x));
}

/// Returns the threads of a group if its quads are 2 x 2 threads and matter.
static std::optional<ArrayRef<int32_t>> getThreadsInQuads(FuncOp kernel) {
  std::optional<ArrayRef<int32_t>> threads = kernel.getNumThreads();
  if (!threads || (*threads)[0] % 2 != 0 || (*threads)[1] % 2 != 0)
    return std::nullopt;
  WalkResult found = kernel.walk([](Operation *op) {
    return op->hasTrait<Quadwise>() ? WalkResult::interrupt()
                                    : WalkResult::advance();
  });
  return found.wasInterrupted() ? threads : std::nullopt;
}

namespace {
struct PlaceQuads final : wave::impl::PlaceQuadsBase<PlaceQuads> {
  void runOnWaveIR() override { getOperation().walk(runOnKernel); }

  static void runOnKernel(FuncOp kernel) {
    if (!kernel.getKernel())
      return;
    std::optional<ArrayRef<int32_t>> threads = getThreadsInQuads(kernel);
    if (!threads)
      return;
    SmallVector<Operation *> ids;
    kernel.walk([&](Operation *op) {
      if (isa<DispatchThreadIdOp, GroupThreadIdOp, GroupIndexOp>(op))
        ids.push_back(op);
    });
    for (Operation *op : ids) {
      QuadThread thread(op, *threads);
      Value placed;
      if (auto id = dyn_cast<DispatchThreadIdOp>(op))
        placed = thread.getDispatchId(id.getDimension());
      else if (auto id = dyn_cast<GroupThreadIdOp>(op))
        placed = thread.getId(id.getDimension());
      else
        placed = thread.getIndex();
      op->replaceAllUsesWith(ValueRange{placed});
      op->erase();
    }
  }
};
} // namespace
