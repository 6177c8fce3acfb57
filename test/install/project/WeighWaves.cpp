//===- WeighWaves.cpp - A cost model that decides what wave 0 does ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Analysis/SharedReads.h"
#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/WaveCopies.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

using namespace mlir;

/// How long a wave takes for a stretch, in additions: what it does itself, not what other
/// waves do there.
static unsigned getLength(Region &region, const wave::WaveSet &wave,
                          const wave::WaveNumbers &numbers);

static unsigned getLength(Operation &op, const wave::WaveSet &wave,
                          const wave::WaveNumbers &numbers) {
  unsigned length = 1;
  if (auto access = wave::getMemoryAccess(&op))
    length = access->isAtomic() ? 100 : 20;
  for (Region &region : op.getRegions())
    length += getLength(region, numbers.getEntering(region, wave), numbers);
  return length;
}

static unsigned getLength(Region &region, const wave::WaveSet &wave,
                          const wave::WaveNumbers &numbers) {
  unsigned length = 0;
  if (wave.any())
    for (Operation &op : region.getOps())
      length += getLength(op, wave, numbers);
  return length;
}

namespace {
/// Everybody waits at a barrier for the wave that comes last. So only wave 0 gets code of
/// its own, and only in stretches in which it is the last one to be done by far: there
/// what it does not need has to go.
struct WeighWaves final : PassWrapper<WeighWaves, OperationPass<wave::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(WeighWaves)

  WeighWaves() = default;
  WeighWaves(const WeighWaves &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "example-weigh-waves"; }
  StringRef getDescription() const final {
    return "Gives wave 0 code of its own where the others wait for it";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<arith::ArithDialect, scf::SCFDialect>();
  }

  Option<unsigned> lead{*this, "lead",
                        llvm::cl::desc("How much longer than any other wave, "
                                       "in additions"),
                        llvm::cl::init(20)};

  void runOnOperation() final {
    wave::FuncOp kernel = getOperation();
    wave::WaveNumbers numbers(kernel);
    if (!kernel.getKernel() || numbers.size() < 2)
      return;
    wave::SharedReads reads(kernel, numbers);
    wave::UniformityAnalysis uniformity(kernel);
    for (const wave::Stretch &stretch : wave::findStretches(
             kernel, numbers, uniformity, /*skipped=*/[](Operation *) {}))
      if (isLast(stretch, numbers))
        specialize(stretch, numbers, reads);
  }

  /// The cost model.
  bool isLast(const wave::Stretch &stretch, const wave::WaveNumbers &numbers) {
    unsigned first = 0, others = 0;
    for (unsigned index = 0; index < numbers.size(); ++index) {
      wave::WaveSet wave(numbers.size());
      wave.set(index);
      unsigned length = 0;
      for (Operation &op : stretch.getOperations())
        length += getLength(op, wave, numbers);
      index == 0 ? first = length : others = std::max(others, length);
    }
    return first > others + lead;
  }

  /// What is done: two sets, whatever else the waves decide.
  static void specialize(const wave::Stretch &stretch,
                         const wave::WaveNumbers &numbers,
                         const wave::SharedReads &reads) {
    wave::WaveSet first(numbers.size()), others(numbers.size(), true);
    first.set(0);
    others.reset(0);
    auto chain = wave::orderChain({first, others}, numbers);
    if (!chain)
      return;
    auto copies = wave::cloneForWaves(stretch, *chain, numbers);
    if (failed(copies))
      return;
    for (const wave::WaveCopy &copy : *copies)
      wave::foldForWaves(*copy.block, copy.waves, numbers, reads);
    wave::sinkForWaves(copies->front().block->getParentOp());
  }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "WeighWaves", "0.1",
          [] { PassRegistration<WeighWaves>(); }};
}
