//===- ThreadOperations.cpp - Numbers of threads, and barriers ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wave.h"

#include <cstring>

using namespace llvm;
using namespace rundxil;

/// A thread's number in a direction of its group. Threads beyond the group's
/// go on in z.
static unsigned component(const Kernel &kernel, unsigned thread,
                          unsigned direction) {
  unsigned x = kernel.threads[0], y = kernel.threads[1];
  if (direction == 0)
    return thread % x;
  return direction == 1 ? thread / x % y : thread / (x * y);
}

void Wave::executeThread(const Step &made) {
  unsigned direction = 0;
  if (made.operation->opcode != op::FlattenedThreadIdInGroup) {
    direction = immediate(made, 0);
    if (direction > 2) {
      fail(made, "a thread has no component " + Twine(direction));
      return;
    }
  }
  const Kernel &kernel = group.kernel;
  eachLane([&](unsigned lane) {
    unsigned thread = group.launch.placement[index][lane];
    unsigned inGroup = component(kernel, thread, direction);
    uint64_t value = 0;
    switch (made.operation->opcode) {
    case op::ThreadId:
      value = group.id[direction] * kernel.threads[direction] + inGroup;
      break;
    case op::GroupId:
      value = group.id[direction];
      break;
    case op::ThreadIdInGroup:
      value = inGroup;
      break;
    default:
      value = thread;
      break;
    }
    result(made)[lane] = value;
  });
  setUndefined(made.result, {});
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

namespace {
enum Mode : unsigned { Sync = 1, UAVGlobal = 2, UAVGroup = 4, SharedFence = 8 };
enum MemoryType : unsigned { KnownTypes = 3, AllTypes = 15 };
enum Semantics : unsigned { GroupSync = 1, KnownSemantics = 7 };
} // namespace

void Wave::executeBarrier(const Step &made) {
  bool waits = false;
  switch (made.operation->opcode) {
  case op::DispatchMesh:
    executeDispatch(made);
    waits = true;
    break;
  case op::Barrier: {
    unsigned mode = immediate(made, 0);
    unsigned memory = mode & (UAVGlobal | UAVGroup | SharedFence);
    if (mode > 15 || !memory || (mode & 6) == 6)
      fail(made, "a barrier has no mode " + Twine(mode));
    waits = mode & Sync;
    break;
  }
  case op::BarrierByMemoryType: {
    unsigned types = immediate(made, 0);
    if (types == 0 || (types > KnownTypes && types != AllTypes))
      fail(made, "a barrier has no memory type " + Twine(types));
    [[fallthrough]];
  }
  default: {
    unsigned semantics = immediate(made, 1);
    if (semantics > KnownSemantics)
      fail(made, "a barrier has no semantics " + Twine(semantics));
    waits = semantics & GroupSync;
    break;
  }
  }
  if (failed() || !waits)
    return;
  if (!(active == alive)) {
    fail(made, "the barrier is reached by a part of the wave's lanes");
    return;
  }
  current = State::AtBarrier;
  waiting = &made;
}

void Wave::executeDispatch(const Step &made) {
  for (unsigned index : {0, 1, 2, 3})
    if (!needDefined(made, index, "an operand of a dispatch"))
      return;
  for (unsigned index : {0, 1, 2}) {
    mesh.counts[index] = operand(made, index)[activeLanes[0]];
    eachLane([&](unsigned lane) {
      if (operand(made, index)[lane] != mesh.counts[index])
        fail(made, "lanes dispatch different numbers of groups");
    });
  }
  bool isFirst = true;
  eachLane([&](unsigned lane) {
    unsigned bytes = made.offset;
    Place place = find(made, lane, operand(made, 3)[lane], bytes, 1);
    if (!place.bytes)
      return;
    if (isFirst)
      mesh.payload.assign(place.bytes, place.bytes + bytes);
    else if (std::memcmp(mesh.payload.data(), place.bytes, bytes))
      fail(made, "lanes dispatch different payloads");
    isFirst = false;
  });
}
