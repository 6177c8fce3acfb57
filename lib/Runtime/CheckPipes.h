//===- CheckPipes.h - Order of accesses through pipes -----------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers of the group order all its waves, so one time per group is enough for
// them. A pipe orders pairs of waves: each wave has a clock for each wave of the
// group, the time before which accesses of that wave precede its own. A commit
// or release keeps the clocks of its wave; the steps that wait for it take the
// maximum of these clocks and their own. A barrier of a set of waves does both, and
// each wave waits for itself, too.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_RUNTIME_CHECKPIPES_H
#define WAVEDIALECT_LIB_RUNTIME_CHECKPIPES_H

#include "PipeUses.h"

#include <vector>

namespace wave::runtime {

class CheckPipes {
public:
  /// As PipeUses.
  CheckPipes(const int64_t *table, int64_t waves);

  const PipeUses &getUses() const { return uses; }

  /// Starts the next group. Accesses of its waves before `time` do not exist.
  void startGroup(int32_t time);

  /// The clocks of a wave, one for each wave of the group; null in a kernel
  /// without pipes.
  const int32_t *getKnown(int64_t wave) const {
    return clocks.empty() ? nullptr : clocks.data() + wave * waves;
  }

  /// A wave commits or releases its oldest use; its later accesses have `time`.
  /// `operations` is the number that the wave has executed.
  void leave(int64_t wave, uint32_t pipe, int32_t time, int64_t operations);

  /// A wave enters its next use, which it can. Returns the most operations that
  /// a wave had executed when it left the use for which the step waits.
  int64_t enter(int64_t wave, uint32_t pipe, PipeStep step);
  /// The same, without an order: the wave cannot enter it, and the run ends.
  uint32_t force(int64_t wave, uint32_t pipe) { return uses.enter(wave, pipe); }

private:
  /// When a wave last left a stage.
  struct Departure {
    int64_t operations = 0;
    std::vector<int32_t> clocks;
  };
  Departure &getDeparture(int64_t wave, uint32_t pipe, int64_t use) {
    const int64_t count = countDepartures(pipe);
    return departures[pipe][wave * count + use % count];
  }
  /// A wave may arrive at the next barrier of a set before the others have gone on
  /// after this one, but not at the one after it.
  int64_t countDepartures(uint32_t pipe) const {
    return uses.getPipe(pipe).isOfBarriers() ? 2 : uses.getPipe(pipe).stages;
  }

  int64_t waves;
  PipeUses uses;
  /// By the wave that knows, then by the wave that accesses.
  std::vector<int32_t> clocks;
  /// For each pipe by wave, then by stage or barrier. No wave leaves a stage again before
  /// all waves that wait for the first time have seen it.
  std::vector<std::vector<Departure>> departures;
};

} // namespace wave::runtime

#endif // WAVEDIALECT_LIB_RUNTIME_CHECKPIPES_H
