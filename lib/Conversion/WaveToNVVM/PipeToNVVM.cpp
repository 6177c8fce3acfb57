//===- PipeToNVVM.cpp - Pipes as barriers in groupshared memory ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each stage has two barriers of the machine (`mbarrier`): one counts the producers that
// commit the stage, the other the consumers that release it. Phase n of a barrier ends
// with use n * S + s of the pipe. A wave that waits for a phase tests its parity alone.
// That is exact, since the next phase cannot end before this wave has gone on: it needs
// a later step of the same wave.
//
// An arrival has the semantics release.cta, and a test acquire.cta, which are the
// defaults of both instructions. A fence of the GPU would cost more and is not needed,
// because a pipe orders the accesses of one group.
//
// Where waves have asynchronous copies, each lane of a wave also arrives when its own
// copies end. The wave does not wait for that. All memory is unknown to LLVM where it
// sees the instructions, and they are convergent, so that no access moves across them.
//
//===----------------------------------------------------------------------===//

#include "NVVMBuilder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

/// The address of the barrier of a stage, which is a constant or a value.
static Value getBarrier(OpBuilder &builder, Location loc, Value barriers,
                        LLVM::GEPArg stage) {
  return LLVM::GEPOp::create(
      builder, loc, barriers.getType(), builder.getI64Type(), barriers,
      ArrayRef<LLVM::GEPArg>{stage}, LLVM::GEPNoWrapFlags::inbounds);
}

//===----------------------------------------------------------------------===//
// Pipes
//===----------------------------------------------------------------------===//

NVVMKernel::Pipe NVVMKernel::createPipe(PipeOp op) {
  Location loc = op.getLoc();
  Pipe pipe;
  pipe.stages = static_cast<int32_t>(op.getStages());
  // Created here, so that the numbers below can use them.
  getConstant(0);
  getConstant(1);
  OpBuilder builder = getEntryBuilder();
  pipe.full =
      createShared(loc, "pipe",
                   LLVM::LLVMArrayType::get(builder.getI64Type(),
                                            uint64_t(2) * op.getStages()),
                   int64_t(2) * kBarrierBytes * op.getStages());
  pipe.empty = getBarrier(builder, loc, pipe.full, pipe.stages);
  pipe.fullHasCopies = startsCopies(op.getProducers());
  pipe.emptyHasCopies = startsCopies(op.getConsumers());
  pipe.entered = createNumber(builder, loc);
  if (pipe.stages > 1)
    pipe.left = createNumber(builder, loc);
  return pipe;
}

Value NVVMKernel::createNumber(OpBuilder &builder, Location loc) {
  auto pointer = LLVM::LLVMPointerType::get(
      builder.getContext(), static_cast<unsigned>(AddressSpace::Generic));
  Value one = getConstant(1), zero = getConstant(0);
  Value number = LLVM::AllocaOp::create(builder, loc, pointer, one.getType(),
                                        one, /*alignment=*/4);
  LLVM::StoreOp::create(builder, loc, zero, number);
  return number;
}

bool NVVMKernel::startsCopies(ArrayRef<int32_t> waves) const {
  return hasCopies() && llvm::any_of(waves, [&](int32_t wave) {
           return copiers.test(std::min<unsigned>(wave, copiers.size() - 1));
         });
}

/// How often a wave arrives at a barrier.
static int32_t countArrivals(bool hasCopies) {
  return hasCopies ? 1 + kWaveSize : 1;
}

void NVVMKernel::createPipes() {
  SmallVector<PipeOp> ops(function.getOps<PipeOp>());
  if (ops.empty())
    return;
  for (PipeOp op : ops) {
    Pipe &pipe = pipes[op] = createPipe(op);
    // Created here, so that the branch below can use them.
    getConstant(static_cast<int32_t>(op.getProducers().size()) *
                countArrivals(pipe.fullHasCopies));
    getConstant(static_cast<int32_t>(op.getConsumers().size()) *
                countArrivals(pipe.emptyHasCopies));
  }
  Location loc = ops.front().getLoc();
  Value thread = getThread(), zero = getConstant(0), mask = getEntryMask();
  OpBuilder builder = getEntryBuilder();
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        thread, zero);
  auto branch = scf::IfOp::create(builder, loc, isFirst);
  OpBuilder inside = branch.getThenBodyBuilder();
  for (PipeOp op : ops) {
    const Pipe &pipe = pipes[op];
    for (auto [barriers, waves, hasCopies] :
         {std::tuple(pipe.full, op.getProducers(), pipe.fullHasCopies),
          std::tuple(pipe.empty, op.getConsumers(), pipe.emptyHasCopies)}) {
      Value count = getConstant(static_cast<int32_t>(waves.size()) *
                                countArrivals(hasCopies));
      for (int32_t stage = 0; stage < pipe.stages; ++stage)
        NVVM::MBarrierInitOp::create(
            inside, op.getLoc(),
            getBarrier(inside, op.getLoc(), barriers, stage), count,
            /*predicate=*/Value());
    }
  }
  // The barrier also makes the initial values visible to all threads.
  NVVM::SyncWarpOp::create(builder, loc, mask);
  NVVM::Barrier0Op::create(builder, loc);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Increments a number that wraps around at `bound`; returns the old one.
static Value advance(NVVMBuilder &b, Value number, int32_t bound) {
  Value old = LLVM::LoadOp::create(b, b.i32, number);
  Value next = b.add(old, b.i32Number(1));
  if (llvm::isPowerOf2_32(bound))
    next = b.bitAnd(next, b.i32Number(bound - 1));
  else
    next =
        b.select(b.compare(arith::CmpIPredicate::eq, next, b.i32Number(bound)),
                 b.i32Number(0), next);
  LLVM::StoreOp::create(b, next, number);
  return old;
}

Value nvvm::getCommittedBarrier(NVVMBuilder &b, const NVVMKernel::Pipe &pipe) {
  Value stage =
      pipe.left ? LLVM::LoadOp::create(b, b.i32, pipe.left) : b.i32Number(0);
  return getBarrier(b, b.getLoc(), pipe.full, stage);
}

/// Splits a number below twice the stages into the stage and the parity of the round.
static std::pair<Value, Value> splitUse(NVVMBuilder &b, Value use,
                                        int32_t stages) {
  if (stages == 1)
    return {b.i32Number(0), use};
  Value count = b.i32Number(stages);
  if (llvm::isPowerOf2_32(stages))
    return {b.bitAnd(use, b.i32Number(stages - 1)),
            b.shiftRight(use, llvm::Log2_32(stages))};
  Value isOdd = b.compare(arith::CmpIPredicate::uge, use, count);
  return {b.select(isOdd, b.subtract(use, count), use), b.resize(isOdd, b.i32)};
}

/// Every lane waits, because every lane acquires what other waves wrote.
void nvvm::waitForPhase(NVVMBuilder &b, Value barrier, Value parity) {
  const bool sleeps = hasWaitsForBarriers(b.kernel.sm);
  Value yes = b.number(b.i1, 1);
  scf::WhileOp::create(
      b, TypeRange(), ValueRange(),
      [&](OpBuilder &builder, Location loc, ValueRange) {
        Value isOver =
            sleeps ? NVVM::MBarrierTryWaitOp::create(
                         builder, loc, b.i1, barrier, parity, /*ticks=*/Value())
                         .getRes()
                   : NVVM::MBarrierTestWaitOp::create(builder, loc, b.i1,
                                                      barrier, parity)
                         .getRes();
        Value goesOn = arith::XOrIOp::create(builder, loc, isOver, yes);
        scf::ConditionOp::create(builder, loc, goesOn, ValueRange());
      },
      [&](OpBuilder &builder, Location loc, ValueRange) {
        scf::YieldOp::create(builder, loc);
      });
}

/// The first rounds of producers do not wait: a barrier has already passed the phase
/// before its first one.
static Value enter(NVVMBuilder &b, const NVVMKernel::Pipe &pipe,
                   bool isProducer) {
  Value use = advance(b, pipe.entered, 2 * pipe.stages);
  auto [stage, parity] = splitUse(b, use, pipe.stages);
  if (isProducer)
    parity = b.bitXor(parity, b.i32Number(1));
  Value barriers = isProducer ? pipe.empty : pipe.full;
  waitForPhase(b, getBarrier(b, b.getLoc(), barriers, stage), parity);
  return stage;
}

/// Each lane arrives when its asynchronous copies end. Another lane arrives at once for
/// those that are not active.
static void arriveByCopies(NVVMBuilder &b, Value barrier, Value isFirst) {
  NVVM::CpAsyncMBarrierArriveOp::create(b, barrier, /*noinc=*/true);
  if (b.isWhole())
    return;
  Value missing = b.subtract(b.i32Number(kWaveSize), b.countBits(b.mask));
  Value count = b.select(isFirst, missing, b.i32Number(0));
  auto loop = scf::ForOp::create(b, b.i32Number(0), count, b.i32Number(1));
  OpBuilder inside = OpBuilder::atBlockBegin(loop.getBody());
  NVVM::MBarrierArriveOp::create(inside, b.getLoc(), b.i64, barrier,
                                 /*count=*/Value());
}

/// One lane arrives for the wave, after the accesses of all its lanes.
static void leave(NVVMBuilder &b, const NVVMKernel::Pipe &pipe,
                  bool isProducer) {
  Value stage = pipe.left ? advance(b, pipe.left, pipe.stages) : b.i32Number(0);
  Value barriers = isProducer ? pipe.full : pipe.empty;
  Value barrier = getBarrier(b, b.getLoc(), barriers, stage);
  Value isFirst = b.isFirstLane();
  if (isProducer ? pipe.fullHasCopies : pipe.emptyHasCopies)
    arriveByCopies(b, barrier, isFirst);
  NVVM::SyncWarpOp::create(b, b.mask);
  auto branch = scf::IfOp::create(b, isFirst, /*withElseRegion=*/false);
  OpBuilder inside = branch.getThenBodyBuilder();
  NVVM::MBarrierArriveOp::create(inside, b.getLoc(), b.i64, barrier,
                                 /*count=*/Value());
}

FailureOr<bool> nvvm::lowerPipe(Operation *op, NVVMKernel &kernel, Value mask) {
  // Its steps are lowered later; the end of the lowering erases the operation.
  if (isa<PipeOp>(op))
    return true;
  auto step = dyn_cast<PipeStepInterface>(op);
  if (!step)
    return false;
  NVVMBuilder b(op, kernel, mask);
  const NVVMKernel::Pipe &pipe = kernel.getPipe(step.getPipe());
  switch (step.getStep()) {
  case PipeStep::Acquire:
  case PipeStep::Wait:
    op->getResult(0).replaceAllUsesWith(
        enter(b, pipe, step.getStep() == PipeStep::Acquire));
    break;
  case PipeStep::Commit:
  case PipeStep::Release:
    leave(b, pipe, step.getStep() == PipeStep::Commit);
    break;
  }
  op->erase();
  return true;
}
