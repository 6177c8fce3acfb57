//===- WavesBarrierToNVVM.cpp - Barriers of sets of waves ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A set of waves has one of the machine's barriers 1 to 15; barrier 0 is the group's. Such
// a barrier counts the threads of whole waves, and waits for all threads of a wave that
// have not ended. Lanes that have returned do not end at once. So where lanes of a wave may
// have returned, the set has a barrier in groupshared memory (`mbarrier`) instead, at which
// one lane arrives for its wave. A phase of it ends when all waves have arrived, and a wave
// that waits for a phase tests its parity alone: the next phase cannot end before this
// wave has gone on and arrived again.
//
// Both kinds order all accesses of memory of these waves: the machine's by its definition,
// the other because an arrival has the semantics release.cta and a test acquire.cta.
//
//===----------------------------------------------------------------------===//

#include "NVVMBuilder.h"

#include "WaveDialect/Analysis/Uniformity.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

static Attribute getKey(WavesBarrierOp op) {
  return DenseI32ArrayAttr::get(op.getContext(), op.getSet());
}

llvm::SmallSetVector<Attribute, 4> nvvm::findSetsOfPartialWaves(FuncOp kernel) {
  llvm::SmallSetVector<Attribute, 4> sets;
  SmallVector<WavesBarrierOp> barriers;
  kernel.walk([&](WavesBarrierOp op) { barriers.push_back(op); });
  if (barriers.empty())
    return sets;
  const UniformityAnalysis uniformity(kernel);
  for (WavesBarrierOp op : barriers)
    if (!llvm::all_of(uniformity.getDecisions(op),
                      [](const Decision &decision) {
                        return decision.uniformity.isWaveUniform();
                      }))
      sets.insert(getKey(op));
  return sets;
}

void NVVMKernel::createWavesBarriers() {
  const llvm::SmallSetVector<Attribute, 4> partial =
      findSetsOfPartialWaves(function);
  int32_t number = 0;
  function.walk([&](WavesBarrierOp op) {
    WavesBarrier &barrier = wavesBarriers[getKey(op)];
    if (barrier.threads)
      return;
    barrier.threads = static_cast<int32_t>(op.getWaves().size()) * kWaveSize;
    if (!partial.contains(getKey(op))) {
      barrier.number = ++number;
      return;
    }
    Location loc = op.getLoc();
    // Created here, so that the branch below can use them.
    getConstant(0);
    getConstant(1);
    getConstant(barrier.threads / kWaveSize);
    OpBuilder builder = getEntryBuilder();
    barrier.memory = createShared(
        loc, "barrier", LLVM::LLVMArrayType::get(builder.getI64Type(), 1),
        kBarrierBytes);
    barrier.parity = createNumber(builder, loc);
  });
  if (partial.empty())
    return;
  Location loc = function.getLoc();
  Value thread = getThread(), zero = getConstant(0), mask = getEntryMask();
  OpBuilder builder = getEntryBuilder();
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        thread, zero);
  auto branch = scf::IfOp::create(builder, loc, isFirst);
  OpBuilder inside = branch.getThenBodyBuilder();
  for (auto &[set, barrier] : wavesBarriers)
    if (barrier.memory)
      NVVM::MBarrierInitOp::create(inside, loc, barrier.memory,
                                   getConstant(barrier.threads / kWaveSize),
                                   /*predicate=*/Value());
  // The barrier also makes the initial values visible to all threads.
  NVVM::SyncWarpOp::create(builder, loc, mask);
  NVVM::Barrier0Op::create(builder, loc);
}

const NVVMKernel::WavesBarrier &
NVVMKernel::getWavesBarrier(WavesBarrierOp op) const {
  return wavesBarriers.find(getKey(op))->second;
}

FailureOr<bool> nvvm::lowerWavesBarrier(Operation *op, NVVMKernel &kernel,
                                        Value mask) {
  auto barrier = dyn_cast<WavesBarrierOp>(op);
  if (!barrier)
    return false;
  NVVMBuilder b(op, kernel, mask);
  const NVVMKernel::WavesBarrier &of = kernel.getWavesBarrier(barrier);
  waitForCopies(b);
  if (!of.memory) {
    NVVM::BarrierOp::create(b, TypeRange(), b.i32Number(of.number),
                            b.i32Number(of.threads), /*reductionOp=*/nullptr,
                            /*reductionPredicate=*/Value());
  } else {
    // The lane arrives after the accesses of all lanes.
    NVVM::SyncWarpOp::create(b, mask);
    auto branch =
        scf::IfOp::create(b, b.isFirstLane(), /*withElseRegion=*/false);
    OpBuilder inside = branch.getThenBodyBuilder();
    NVVM::MBarrierArriveOp::create(inside, b.getLoc(), b.i64, of.memory,
                                   /*count=*/Value());
    Value parity = LLVM::LoadOp::create(b, b.i32, of.parity);
    LLVM::StoreOp::create(b, b.bitXor(parity, b.i32Number(1)), of.parity);
    waitForPhase(b, of.memory, parity);
  }
  op->erase();
  return true;
}
