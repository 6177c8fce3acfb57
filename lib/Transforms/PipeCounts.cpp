//===- PipeCounts.cpp - Steps of waves that run in lockstep ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipeCounts.h"

using namespace mlir;
using namespace mlir::wave;

PipeCounts::PipeCounts(PipeOp pipe, ArrayRef<WaveSet> roles)
    : pipe(pipe), stages(static_cast<int>(pipe.getStages())),
      uses(roles.size()) {
  auto holdsOneOf = [](const WaveSet &role, ArrayRef<int32_t> waves) {
    return llvm::any_of(waves, [&](int32_t wave) { return role.test(wave); });
  };
  for (auto [role, own] : llvm::zip_equal(roles, uses)) {
    if (holdsOneOf(role, pipe.getProducers()))
      own.side = Side::Producer;
    else if (holdsOneOf(role, pipe.getConsumers()))
      own.side = Side::Consumer;
  }
}

bool PipeCounts::canEnter(unsigned role, bool afterBarrier) const {
  const Uses &own = uses[role];
  const bool produces = own.side == Side::Producer;
  const int needed = own.entered + 1 - (produces ? getStages() : 0);
  return llvm::all_of(uses, [&](const Uses &other) {
    return other.side == Side::None || other.side == own.side ||
           (afterBarrier ? other.left : other.ordered) >= needed;
  });
}

LogicalResult PipeCounts::leave(unsigned role) {
  Uses &own = uses[role];
  if (own.left == own.entered)
    return failure();
  ++own.left;
  return success();
}

void PipeCounts::meet() {
  for (Uses &each : uses)
    each.ordered = each.left;
}

std::optional<int> PipeCounts::getAdvance(const PipeCounts &begin) const {
  std::optional<int> advance;
  for (auto [now, before] : llvm::zip_equal(uses, begin.uses)) {
    if (now.side == Side::None)
      continue;
    const int own = now.entered - before.entered;
    if (now.left - before.left != own || advance.value_or(own) != own)
      return std::nullopt;
    advance = own;
  }
  return advance.value_or(0);
}

void PipeCounts::rebase(int count) {
  for (Uses &each : uses) {
    each.entered -= count;
    each.left -= count;
    each.ordered -= count;
  }
}

bool PipeCounts::join(const PipeCounts &other) {
  bool changed = false;
  for (auto [own, theirs] : llvm::zip_equal(uses, other.uses)) {
    changed |= theirs.ordered < own.ordered;
    own.ordered = std::min(own.ordered, theirs.ordered);
  }
  return changed;
}
