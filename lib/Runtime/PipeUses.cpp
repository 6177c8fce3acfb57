//===- PipeUses.cpp - The uses of pipes by the waves of a group -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipeUses.h"

#include <algorithm>
#include <stdexcept>
#include <string>

using namespace wave::runtime;

/// The waves that this thread runs. The waves of a group never change threads.
static thread_local PipeHost *current = nullptr;

uint32_t wave_pipe_step(uint32_t pipe, uint32_t step, uint32_t line) {
  return current->step(pipe, static_cast<PipeStep>(step), line);
}

void wave_group_meet(uint32_t line) { current->meet(line); }

void PipeHost::takeThread() { current = this; }

PipeUses::PipeUses(const int64_t *table, int64_t waves) {
  if (!table)
    return;
  const auto readSet = [&](int64_t size) {
    std::vector<int64_t> set(table, table + size);
    table += size;
    for (int64_t wave : set)
      if (wave < 0 || wave >= waves)
        throw std::invalid_argument(
            "launch: a pipe has the wave " + std::to_string(wave) +
            ", and the groups have " + std::to_string(waves) + " waves");
    return set;
  };
  pipes.resize(*table++);
  for (Pipe &pipe : pipes) {
    pipe.stages = *table++;
    pipe.line = *table++;
    const int64_t producers = *table++, consumers = *table++;
    pipe.producers = readSet(producers);
    pipe.consumers = readSet(consumers);
    if (pipe.isOfBarriers())
      pipe.consumers = pipe.producers;
  }
  uses.resize(waves * pipes.size());
}

void PipeUses::clear() { std::fill(uses.begin(), uses.end(), Uses()); }

bool PipeUses::isMember(int64_t wave, uint32_t pipe, PipeStep step) const {
  const std::vector<int64_t> &set =
      isOfProducers(step) ? pipes[pipe].producers : pipes[pipe].consumers;
  return std::find(set.begin(), set.end(), wave) != set.end();
}

const std::vector<int64_t> &PipeUses::getOthers(uint32_t pipe,
                                                PipeStep step) const {
  return isOfProducers(step) ? pipes[pipe].consumers : pipes[pipe].producers;
}

int64_t PipeUses::getNeeded(int64_t wave, uint32_t pipe, PipeStep step) const {
  const int64_t use = get(wave, pipe).entered;
  return step == PipeStep::Acquire ? use - pipes[pipe].stages + 1 : use + 1;
}

bool PipeUses::canEnter(int64_t wave, uint32_t pipe, PipeStep step) const {
  const int64_t needed = getNeeded(wave, pipe, step);
  const std::vector<int64_t> &others = getOthers(pipe, step);
  return std::all_of(others.begin(), others.end(), [&](int64_t other) {
    return get(other, pipe).left >= needed;
  });
}

uint32_t PipeUses::enter(int64_t wave, uint32_t pipe) {
  const int64_t use = get(wave, pipe).entered++;
  return pipes[pipe].isOfBarriers()
             ? 0
             : static_cast<uint32_t>(use % pipes[pipe].stages);
}

std::optional<PipeUses::Imbalance> PipeUses::findUnbalanced() const {
  for (uint32_t pipe = 0; pipe < pipes.size(); ++pipe) {
    // A wave waits forever if the numbers of barriers differ.
    if (pipes[pipe].isOfBarriers())
      continue;
    const int64_t first = pipes[pipe].producers.front();
    const int64_t expected = get(first, pipe).left;
    for (const auto *set : {&pipes[pipe].producers, &pipes[pipe].consumers})
      for (int64_t wave : *set) {
        const Uses &found = get(wave, pipe);
        if (found.entered != expected || found.left != expected)
          return Imbalance{pipe, first, wave};
      }
  }
  return std::nullopt;
}
