//===- LaneOperations.cpp - Operations across the lanes of a wave ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wave.h"

#include <cmath>

using namespace llvm;
using namespace rundxil;

namespace {
enum class Combine { Add, Multiply, Min, Max, And, Or, Xor };

/// How reductions and scans take their values.
struct Combiner {
  Combine combine;
  Scalar type;
  bool isUnsigned;

  uint64_t identity() const;
  uint64_t operator()(uint64_t a, uint64_t b) const;
};
} // namespace

/// Of the kinds that have scans.
uint64_t Combiner::identity() const {
  if (combine == Combine::And)
    return lowBits(~uint64_t(0), widthOf(type));
  if (combine != Combine::Multiply)
    return 0;
  if (!isFloat(type))
    return 1;
  uint64_t one = 0;
  withFloatType(type, [&](auto type) { one = fromFloat<type>(1.0); });
  return one;
}

template <typename Float>
static Float combineFloats(Combine combine, Float a, Float b) {
  switch (combine) {
  case Combine::Add:
    return a + b;
  case Combine::Multiply:
    return a * b;
  case Combine::Min:
    return std::fmin(a, b);
  default:
    return std::fmax(a, b);
  }
}

uint64_t Combiner::operator()(uint64_t a, uint64_t b) const {
  unsigned width = widthOf(type);
  if (isFloat(type)) {
    uint64_t result = 0;
    withFloatType(type, [&](auto type) {
      result = fromFloat<type>(
          combineFloats(combine, toFloat<type>(a), toFloat<type>(b)));
    });
    return result;
  }
  switch (combine) {
  case Combine::Add:
    return lowBits(a + b, width);
  case Combine::Multiply:
    return lowBits(a * b, width);
  case Combine::And:
    return a & b;
  case Combine::Or:
    return a | b;
  case Combine::Xor:
    return a ^ b;
  default:
    break;
  }
  bool less = isUnsigned ? a < b : signExtend(a, width) < signExtend(b, width);
  return less == (combine == Combine::Min) ? a : b;
}

/// Whether two lanes match; floats by value.
static bool areEqual(Scalar type, uint64_t a, uint64_t b) {
  if (!isFloat(type))
    return a == b;
  bool equal = false;
  withFloatType(
      type, [&](auto type) { equal = toFloat<type>(a) == toFloat<type>(b); });
  return equal;
}

void Wave::executeLane(const Step &made) {
  setUndefined(made.result, {});
  switch (made.operation->opcode) {
  case op::WaveIsFirstLane:
    return eachLane(
        [&](unsigned lane) { result(made)[lane] = lane == active.first(); });
  case op::WaveGetLaneIndex:
    return eachLane([&](unsigned lane) { result(made)[lane] = lane; });
  case op::WaveGetLaneCount:
    return setAll(made, waveSize);
  case op::GetGroupWaveIndex:
    return setAll(made, index);
  case op::GetGroupWaveCount:
    return setAll(made, group.launch.countedWaves);
  case op::WaveReadLaneAt:
  case op::WaveReadLaneFirst:
    return executeRead(made);
  case op::WaveActiveOp:
  case op::WaveActiveBit:
    return executeReduction(made);
  case op::WavePrefixOp:
  case op::WavePrefixBitCount:
    return executePrefix(made);
  case op::WaveMatch:
    return executeMatch(made);
  case op::WaveMultiPrefixOp:
  case op::WaveMultiPrefixBitCount:
    return executeMultiPrefix(made);
  case op::QuadReadLaneAt:
  case op::QuadOp:
  case op::QuadVote:
    return executeQuad(made);
  default:
    return executeVote(made);
  }
}

void Wave::setAll(const Step &made, uint64_t value) {
  eachLane([&](unsigned lane) { result(made)[lane] = value; });
}

//===----------------------------------------------------------------------===//
// Votes and reads
//===----------------------------------------------------------------------===//

void Wave::executeVote(const Step &made) {
  if ((undefined(made.operands[0]) & active).any())
    for (unsigned field = 0; field < std::max(made.fields, 1u); ++field)
      setUndefined(made.result + field, active);
  const uint64_t *value = operand(made, 0);
  LaneMask ballot;
  bool allEqual = true;
  eachLane([&](unsigned lane) {
    if (value[lane] & 1)
      ballot.set(lane);
    allEqual &= areEqual(made.type, value[lane], value[active.first()]);
  });
  switch (made.operation->opcode) {
  case op::WaveAnyTrue:
    return setAll(made, ballot.any());
  case op::WaveAllTrue:
    return setAll(made, ballot == active);
  case op::WaveAllBitCount:
    return setAll(made, ballot.count());
  case op::WaveActiveAllEqual:
    return setAll(made, allEqual);
  default:
    for (unsigned part = 0; part < 4; ++part)
      eachLane([&](unsigned lane) {
        values(made.result + part)[lane] = ballot.quarter(part);
      });
  }
}

/// Reading a lane that is not active is undefined.
void Wave::executeRead(const Step &made) {
  bool isFirst = made.operation->opcode == op::WaveReadLaneFirst;
  LaneMask lanes = isFirst ? LaneMask() : undefined(made.operands[1]);
  eachLane([&](unsigned lane) {
    uint64_t from = isFirst ? active.first() : operand(made, 1)[lane];
    if (from >= waveSize || !active.test(from) || isUndefined(made, 0, from)) {
      lanes.set(lane);
      result(made)[lane] = 0;
      return;
    }
    result(made)[lane] = operand(made, 0)[from];
  });
  setUndefined(made.result, lanes);
}

void Wave::executeMatch(const Step &made) {
  bool isUndefined = (undefined(made.operands[0]) & active).any();
  const uint64_t *value = operand(made, 0);
  eachLane([&](unsigned lane) {
    LaneMask same;
    same.set(lane);
    eachLane([&](unsigned other) {
      if (areEqual(made.type, value[lane], value[other]))
        same.set(other);
    });
    for (unsigned part = 0; part < 4; ++part)
      values(made.result + part)[lane] = same.quarter(part);
  });
  for (unsigned part = 0; part < 4; ++part)
    setUndefined(made.result + part, isUndefined ? active : LaneMask());
}

//===----------------------------------------------------------------------===//
// Reductions and scans
//===----------------------------------------------------------------------===//

static bool isSignValid(Scalar type, uint64_t sign) {
  return sign == 0 || (sign == 1 && !isFloat(type));
}

void Wave::executeReduction(const Step &made) {
  Combiner combiner{Combine::And, made.type, false};
  uint64_t kind = immediate(made, 1);
  if (made.operation->opcode == op::WaveActiveBit) {
    if (kind > 2) {
      fail(made, "WaveActiveBit has no operation " + Twine(kind));
      return;
    }
    combiner.combine = static_cast<Combine>(unsigned(Combine::And) + kind);
  } else {
    uint64_t sign = immediate(made, 2);
    if (kind > 3 || !isSignValid(made.type, sign)) {
      fail(made, "WaveActiveOp has no operation " + Twine(kind) + " of sign " +
                     Twine(sign) + " on " + nameOf(made.type));
      return;
    }
    combiner.combine = static_cast<Combine>(kind);
    combiner.isUnsigned = sign == 1;
  }
  const uint64_t *value = operand(made, 0);
  uint64_t total = value[active.first()];
  for (unsigned lane : drop_begin(activeLanes))
    total = combiner(total, value[lane]);
  setAll(made, total);
  if ((undefined(made.operands[0]) & active).any())
    setUndefined(made.result, active);
}

/// What stands before the lane, without its own.
void Wave::executePrefix(const Step &made) {
  bool counts = made.operation->opcode == op::WavePrefixBitCount;
  Combiner combiner{Combine::Add, Scalar::I32, true};
  if (!counts) {
    uint64_t kind = immediate(made, 1), sign = immediate(made, 2);
    if (kind > 1 || !isSignValid(made.type, sign)) {
      fail(made, "WavePrefixOp has no operation " + Twine(kind) + " of sign " +
                     Twine(sign) + " on " + nameOf(made.type));
      return;
    }
    combiner = {static_cast<Combine>(kind), made.type, sign == 1};
  }
  const uint64_t *value = operand(made, 0);
  uint64_t total = combiner.identity();
  LaneMask lanes;
  bool isUndefinedSoFar = false;
  for (unsigned lane : activeLanes) {
    uint64_t own = value[lane];
    if (isUndefinedSoFar)
      lanes.set(lane);
    isUndefinedSoFar |= isUndefined(made, 0, lane);
    result(made)[lane] = total;
    total = combiner(total, own);
  }
  setUndefined(made.result, lanes);
}

void Wave::executeMultiPrefix(const Step &made) {
  bool counts = made.operation->opcode == op::WaveMultiPrefixBitCount;
  Combiner combiner{Combine::Add, Scalar::I32, true};
  if (!counts) {
    constexpr Combine kinds[] = {Combine::Add, Combine::And, Combine::Or,
                                 Combine::Xor, Combine::Multiply};
    uint64_t kind = immediate(made, 5), sign = immediate(made, 6);
    bool isBitwise = kind >= 1 && kind <= 3;
    if (kind > 4 || !isSignValid(made.type, sign) ||
        (isBitwise && (sign || isFloat(made.type)))) {
      fail(made, "WaveMultiPrefixOp has no operation " + Twine(kind) +
                     " of sign " + Twine(sign) + " on " + nameOf(made.type));
      return;
    }
    combiner = {kinds[kind], made.type, sign == 1};
  }
  LaneMask lanes;
  SmallVector<uint64_t, mostLanes> results;
  eachLane([&](unsigned lane) {
    LaneMask mask;
    for (unsigned part = 0; part < 4; ++part) {
      if (isUndefined(made, part + 1, lane))
        lanes.set(lane);
      mask.words[part / 2] |= operand(made, part + 1)[lane]
                              << (32 * (part % 2));
    }
    uint64_t total = combiner.identity();
    for (unsigned other : activeLanes) {
      if (other >= lane || !mask.test(other))
        continue;
      total = combiner(total, operand(made, 0)[other]);
      if (isUndefined(made, 0, other))
        lanes.set(lane);
    }
    results.push_back(total);
  });
  auto next = results.begin();
  eachLane([&](unsigned lane) { result(made)[lane] = *next++; });
  setUndefined(made.result, lanes);
}

//===----------------------------------------------------------------------===//
// Quads
//===----------------------------------------------------------------------===//

/// Undefined unless the whole quad is active.
void Wave::executeQuad(const Step &made) {
  uint64_t kind = 0;
  if (made.operation->opcode != op::QuadReadLaneAt) {
    kind = immediate(made, 1);
    if (kind > (made.operation->opcode == op::QuadOp ? 2 : 1)) {
      fail(made,
           Twine(made.operation->name) + " has no operation " + Twine(kind));
      return;
    }
  }
  LaneMask lanes;
  SmallVector<uint64_t, mostLanes> results;
  eachLane([&](unsigned lane) {
    unsigned first = lane & ~3u;
    unsigned from = lane ^ unsigned(kind + 1);
    unsigned count = 0;
    for (unsigned other = first; other < first + 4; ++other) {
      count += operand(made, 0)[other] & 1;
      if (!active.test(other))
        lanes.set(lane);
    }
    if (made.operation->opcode == op::QuadReadLaneAt) {
      uint64_t chosen = operand(made, 1)[lane];
      if (chosen > 3 || isUndefined(made, 1, lane))
        lanes.set(lane);
      from = first + (chosen & 3);
    }
    if (made.operation->opcode == op::QuadVote) {
      for (unsigned other = first; other < first + 4; ++other)
        if (isUndefined(made, 0, other))
          lanes.set(lane);
      results.push_back(kind == 0 ? count > 0 : count == 4);
      return;
    }
    if (isUndefined(made, 0, from))
      lanes.set(lane);
    results.push_back(operand(made, 0)[from]);
  });
  auto next = results.begin();
  eachLane([&](unsigned lane) { result(made)[lane] = *next++; });
  setUndefined(made.result, lanes);
}
