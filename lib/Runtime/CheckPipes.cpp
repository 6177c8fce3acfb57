//===- CheckPipes.cpp - Order of accesses through pipes -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckPipes.h"

#include <algorithm>

using namespace wave::runtime;

CheckPipes::CheckPipes(const int64_t *table, int64_t waves)
    : waves(waves), uses(table, waves) {
  if (uses.size() == 0)
    return;
  clocks.resize(waves * waves);
  departures.resize(uses.size());
  for (uint32_t pipe = 0; pipe < uses.size(); ++pipe)
    departures[pipe].resize(waves * countDepartures(pipe));
}

void CheckPipes::startGroup(int32_t time) {
  uses.clear();
  std::fill(clocks.begin(), clocks.end(), time);
}

void CheckPipes::leave(int64_t wave, uint32_t pipe, int32_t time,
                       int64_t operations) {
  PipeUses::Uses &counts = uses.get(wave, pipe);
  Departure &departure = getDeparture(wave, pipe, counts.left++);
  departure.operations = operations;
  departure.clocks.assign(getKnown(wave), getKnown(wave) + waves);
  departure.clocks[wave] = time;
}

int64_t CheckPipes::enter(int64_t wave, uint32_t pipe, PipeStep step) {
  // The last use that the others must have left; negative for the first uses of
  // a producer.
  const int64_t use = uses.getNeeded(wave, pipe, step) - 1;
  int64_t operations = 0;
  if (use >= 0)
    for (int64_t other : uses.getOthers(pipe, step)) {
      const Departure &departure = getDeparture(other, pipe, use);
      int32_t *known = clocks.data() + wave * waves;
      for (int64_t i = 0; i < waves; ++i)
        known[i] = std::max(known[i], departure.clocks[i]);
      operations = std::max(operations, departure.operations);
    }
  uses.enter(wave, pipe);
  return operations;
}
