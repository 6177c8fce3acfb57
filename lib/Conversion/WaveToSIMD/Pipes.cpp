//===- Pipes.cpp - Steps of pipes, and barriers between them --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// In a kernel with pipes or barriers of sets of waves, each call runs one wave, on a
// stack of its own. The steps of pipes and all barriers that wait are calls of the runtime
// (lib/Runtime/PipeGroup.h), which runs other waves while this one waits. One
// thread runs all waves of a group, so the calls also order their accesses.

#include "WaveEmitter.h"

#include "WaveDialect/IR/SourceLocation.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

/// Messages of the runtime have no files, so the line is one of the kernel's
/// file: for an operation of a function in another file, that of the call.
int64_t simd::getLine(Operation *op) {
  FileLineColLoc place = findSource(op->getLoc());
  if (!place)
    return 0;
  FileLineColLoc kernel =
      findSource(op->getParentOfType<wave::FuncOp>().getLoc());
  if (!kernel || place.getFilename() == kernel.getFilename() || isa<PipeOp>(op))
    return place.getLine();
  for (FileLineColLoc call : findCallers(op->getLoc()))
    if (call.getFilename() == kernel.getFilename())
      return call.getLine();
  return 0;
}

/// The number of a barrier among the steps, after those of pipes.
static constexpr int64_t kMeet = 4;

std::optional<LogicalResult> WaveEmitter::emitPipe(Operation *op) {
  if (isa<PipeOp>(op))
    return success();
  int64_t number = 0, kind = kMeet;
  if (auto step = dyn_cast<PipeStepInterface>(op)) {
    number = frame.pipes.lookup(step.getPipe());
    kind = static_cast<int64_t>(step.getStep());
  } else if (auto barrier = dyn_cast<WavesBarrierOp>(op)) {
    const SmallVector<int32_t> set = barrier.getSet();
    number = static_cast<int64_t>(frame.pipes.size()) +
             (llvm::find(frame.sets, set) - frame.sets.begin());
  } else {
    return std::nullopt;
  }
  Location loc = op->getLoc();
  LaneBuilder at = lanesAt(loc);
  Type i32 = builder.getI32Type();
  auto call = LLVM::CallOp::create(
      builder, loc, TypeRange(i32), "wave_pipe_step",
      ValueRange{at.constant(i32, number), at.constant(i32, kind),
                 at.constant(i32, getLine(op))});
  if (op->getNumResults())
    return finish(op, call.getResult());
  return success();
}

void WaveEmitter::emitMeeting(BarrierOp barrier) {
  Location loc = barrier.getLoc();
  Value line = lanesAt(loc).constant(builder.getI32Type(), getLine(barrier));
  LLVM::CallOp::create(builder, loc, TypeRange(), "wave_group_meet",
                       ValueRange(line));
}
