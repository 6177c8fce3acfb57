//===- Schedule.h - Which lanes run together --------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TEST_RUNDXIL_SCHEDULE_H
#define WAVEDIALECT_TEST_RUNDXIL_SCHEDULE_H

#include "Lanes.h"
#include "Program.h"

namespace rundxil {

/// DXIL does not say where lanes that parted meet again. A right module means
/// the same under both of these.
enum class Reconvergence {
  /// At the immediate post-dominator of the branch: as late as a simple machine
  /// does. Lanes that leave a loop to different places, or of which some
  /// return, meet only where all of them have to come by.
  PostDominators,
  /// Wherever lanes are at the same block in the same iterations of all loops:
  /// as early as LLVM's rules for convergent operations let a driver. A block
  /// that a loop is left through belongs to what follows the loop, and runs
  /// once for the lanes of all iterations.
  Loops
};

/// What is known of a kernel's blocks, by their numbers.
struct ControlFlow {
  static constexpr unsigned none = ~0u;

  /// None where lanes need not meet before they return.
  std::vector<unsigned> postDominators;
  /// Places in reverse post order.
  std::vector<unsigned> order;
  /// The headers of the loops around each, outermost first.
  std::vector<llvm::SmallVector<unsigned, 4>> headers;
};

/// Fails for irreducible control flow, which DXIL forbids.
llvm::Expected<ControlFlow> readControlFlow(const Program &program,
                                            llvm::Function &entry);

/// Where the lanes of a wave are.
class Schedule {
public:
  virtual ~Schedule() = default;
  virtual void start(LaneMask lanes) = 0;
  /// The lanes that run next; none when all returned.
  virtual LaneMask next(unsigned &block) = 0;
  /// The lanes of the last `next` went on from its block, each to its target,
  /// or returned where that is `ControlFlow::none`.
  virtual void advance(const unsigned *targets) = 0;
};

std::unique_ptr<Schedule> makeSchedule(Reconvergence kind,
                                       const ControlFlow &flow);

} // namespace rundxil

#endif // WAVEDIALECT_TEST_RUNDXIL_SCHEDULE_H
