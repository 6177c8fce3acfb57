//===- TestLaneStrides.cpp - Prints how values go over the lanes ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/LaneStrides.h"

#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::wave;

namespace {
/// One remark a value, at the operation that defines it: `stride 4 of result 0`, `stride
/// none of argument 1` for what the kernel takes, and `stride 0 of argument 1 of region
/// 0` for what an `scf` operation's regions take.
struct TestLaneStrides final
    : PassWrapper<TestLaneStrides, OperationPass<FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestLaneStrides)

  TestLaneStrides() = default;
  TestLaneStrides(const TestLaneStrides &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "test-wave-lane-strides"; }
  StringRef getDescription() const final {
    return "Emits a remark with the stride of every value";
  }

  void runOnOperation() final {
    LaneStrides wave(getOperation(), waveSize, placed);
    std::optional<LaneStrides> ofPieces;
    if (pieces)
      ofPieces.emplace(wave, pieces);
    const LaneStrides &strides = ofPieces ? *ofPieces : wave;
    auto getText = [&](Value value) {
      std::optional<int64_t> stride = strides.get(value);
      return "stride " + (stride ? std::to_string(*stride) : "none") + " of ";
    };
    for (BlockArgument argument : getOperation().getArguments())
      emitRemark(argument.getLoc())
          << getText(argument) << "argument " << argument.getArgNumber();
    getOperation().getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (OpResult result : op->getResults())
        op->emitRemark() << getText(result) << "result "
                         << result.getResultNumber();
      for (Region &region : op->getRegions())
        for (BlockArgument argument : region.getArguments())
          op->emitRemark() << getText(argument) << "argument "
                           << argument.getArgNumber() << " of region "
                           << region.getRegionNumber();
    });
    markAllAnalysesPreserved();
  }

  Option<int64_t> waveSize{*this, "wave-size",
                           llvm::cl::desc("Lanes of a wave"),
                           llvm::cl::init(16)};
  Option<int64_t> pieces{
      *this, "pieces",
      llvm::cl::desc("Lanes of a piece of a wave; 0: strides of whole waves"),
      llvm::cl::init(0)};
  Option<bool> placed{*this, "placed",
                      llvm::cl::desc("Lanes take threads from a table"),
                      llvm::cl::init(false)};
};
} // namespace

namespace mlir::wave {
void registerTestLaneStrides() { PassRegistration<TestLaneStrides>(); }
} // namespace mlir::wave
