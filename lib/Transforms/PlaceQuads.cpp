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
  /// Whether a quad is 2 x 2 threads; otherwise it is four threads in a row.
  bool isSquare() const { return threads[0] % 2 == 0 && threads[1] % 2 == 0; }
  /// Returns the threads in x or y, in pairs if quads have two of them.
  int32_t getPlaces(gpu::Dimension dimension) const {
    return getExtent(dimension) / (isSquare() ? 2 : 1);
  }
  /// Returns the number of the lane's quad, or of the lane if quads are in rows.
  Value getPlace() {
    return isSquare() ? create<arith::ShRUIOp>(lane, 2) : lane;
  }
  /// Returns the rows of places before the lane's place, in all slices.
  Value getRow() {
    return create<arith::DivUIOp>(getPlace(), getPlaces(gpu::Dimension::x));
  }

  OpBuilder builder;
  Location loc;
  ArrayRef<int32_t> threads;
  Value lane;
};
} // namespace

Value QuadThread::getId(gpu::Dimension dimension) {
  if (dimension == gpu::Dimension::z)
    return create<arith::DivUIOp>(getRow(), getPlaces(gpu::Dimension::y));
  const bool isX = dimension == gpu::Dimension::x;
  Value place =
      create<arith::RemUIOp>(isX ? getPlace() : getRow(), getPlaces(dimension));
  if (!isSquare())
    return place;
  Value bit = isX ? lane : create<arith::ShRUIOp>(lane, 1);
  return add(create<arith::ShLIOp>(place, 1), create<arith::AndIOp>(bit, 1));
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

/// Returns the threads of a group of several rows if it has quad operations. In
/// one row, threads are in order.
static std::optional<ArrayRef<int32_t>> getThreadsInQuads(FuncOp kernel) {
  std::optional<ArrayRef<int32_t>> threads = kernel.getNumThreads();
  if (!threads || ((*threads)[1] == 1 && (*threads)[2] == 1))
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
