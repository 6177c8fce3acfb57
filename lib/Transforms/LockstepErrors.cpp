//===- LockstepErrors.cpp - What keeps waves from running in lockstep -----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lockstep.h"

using namespace mlir;
using namespace mlir::wave;

InFlightDiagnostic Lockstep::startRefusal() {
  if (!pipes.empty())
    return pipes.front().counts.getPipe()->emitError(
        "the target does not support pipes, and barriers of the group cannot "
        "take the place of this one: run the kernel on CUDA, on the CPU or in "
        "the interpreter [pipe-target]");
  WavesBarrierOp barrier;
  kernel.walk([&](WavesBarrierOp each) {
    barrier = each;
    return WalkResult::interrupt();
  });
  return barrier.emitError(
      "the target does not support barriers of some waves of the group, and "
      "barriers of the group cannot take their place: run the kernel on CUDA, "
      "on the CPU or in the interpreter [waves-barrier-target]");
}

LogicalResult Lockstep::refuse(Operation *op, const Twine &reason) {
  InFlightDiagnostic error = startRefusal();
  error.attachNote(op->getLoc()) << reason;
  return error;
}

/// No role of the innermost frame can go on; one of them may be at a loop or a
/// condition.
LogicalResult Lockstep::reportWaiting(Operation *loop) {
  for (const Frame *frame : frames)
    for (unsigned role : frame->roles.set_bits())
      if (Operation *op = frame->next[role];
          !isa<scf::ForOp, scf::IfOp>(op) && op->getNumRegions() != 0)
        return refuse(op, "the number of iterations of this loop is not known "
                          "before it: use `for` and `range`");
  InFlightDiagnostic error = startRefusal();
  RoleSet described(roles.waves.size());
  auto describePlace = [&](const Frame &frame, Operation *op, StringRef before,
                           StringRef after) {
    WaveSet waves(roles.waves.front().size());
    const RoleSet at = getAt(frame, op);
    for (unsigned role : at.set_bits())
      waves |= roles.waves[role];
    described |= at;
    error.attachNote(op->getLoc())
        << before << (waves.count() == 1 ? "wave " : "waves ")
        << describe(waves, /*open=*/false) << after;
  };
  if (loop)
    describePlace(*frames.back(), loop, "",
                  isa<scf::ForOp>(loop)
                      ? " would be at this loop, and waves that take part in "
                        "its steps at no loop with the same bounds"
                      : " would be at this condition, and waves that take part "
                        "in its steps at none that is the same");
  for (const Frame *frame : llvm::reverse(frames))
    for (unsigned role : frame->roles.set_bits()) {
      Operation *op = frame->next[role];
      if (described.test(role) || op->hasTrait<OpTrait::IsTerminator>())
        continue;
      if (described.none())
        describePlace(*frame, op, "",
                      " would wait here, and no step of the other waves in the "
                      "same loops and conditions ends that");
      else
        describePlace(*frame, op, "at that time, ", " would be here");
    }
  return error;
}
