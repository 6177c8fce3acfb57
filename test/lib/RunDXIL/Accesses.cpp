//===- Accesses.cpp - Groupshared and local memory ------------------------===//
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

bool Wave::executeMemory(const Step &made) {
  switch (made.opcode) {
  case llvm::Instruction::Alloca:
    eachLane(
        [&](unsigned lane) { result(made)[lane] = pointerTo(made.offset, 0); });
    setUndefined(made.result, {});
    break;
  case llvm::Instruction::GetElementPtr:
    executeAddress(made);
    break;
  case llvm::Instruction::Load:
    executeLoad(made);
    break;
  case llvm::Instruction::Store:
    executeStore(made);
    break;
  case llvm::Instruction::AtomicRMW:
    executeAtomic(made);
    break;
  case llvm::Instruction::AtomicCmpXchg:
    executeCompareExchange(made);
    break;
  default:
    return false;
  }
  return true;
}

void Wave::executeAddress(const Step &made) {
  eachLane([&](unsigned lane) {
    uint64_t pointer = operand(made, 0)[lane];
    int64_t offset = static_cast<int32_t>(pointer) + made.offset;
    for (auto [index, scale] : enumerate(made.scales))
      offset += scale *
                signExtend(operand(made, index + 1)[lane], widthOf(made.type));
    result(made)[lane] = pointerTo(pointer >> 32, offset);
  });
  spreadUndefined(made);
}

Wave::Place Wave::find(const Step &made, unsigned lane, uint64_t pointer,
                       unsigned bytes, uint64_t alignment) {
  unsigned number = pointer >> 32;
  int64_t offset = static_cast<int32_t>(pointer);
  const Object &object = program.objects[number];
  if (offset < 0 || uint64_t(offset) + bytes > object.bytes) {
    fail(made, "lane " + Twine(lane) + " accesses byte " + Twine(offset) +
                   " of '" + object.name + "', which has " +
                   Twine(object.bytes));
    return {};
  }
  if (alignment > 1 && offset % std::min<uint64_t>(alignment, 8)) {
    fail(made, "lane " + Twine(lane) + " accesses byte " + Twine(offset) +
                   " of '" + object.name + "', less aligned than stated");
    return {};
  }
  uint64_t place = object.start + offset;
  if (object.kind == Object::Shared)
    return {group.shared.data() + place, group.sharedDefined.data() + place};
  if (object.kind == Object::Local) {
    place += program.localBytes * lane;
    return {local.data() + place, localDefined.data() + place};
  }
  // Stores to it are refused.
  return {const_cast<uint8_t *>(program.constantBytes.data() + place),
          const_cast<uint8_t *>(program.constantDefined.data() + place), true};
}

static bool isDefined(const uint8_t *defined, unsigned bytes) {
  return std::find(defined, defined + bytes, 0) == defined + bytes;
}

void Wave::executeLoad(const Step &made) {
  if (!needDefined(made, 0, "the address"))
    return;
  unsigned bytes = bytesOf(made.type);
  LaneMask lanes;
  eachLane([&](unsigned lane) {
    Place place = find(made, lane, operand(made, 0)[lane], bytes, made.offset);
    if (!place.bytes)
      return;
    uint64_t value = 0;
    std::memcpy(&value, place.bytes, bytes);
    result(made)[lane] = lowBits(value, widthOf(made.type));
    if (!isDefined(place.defined, bytes))
      lanes.set(lane);
  });
  setUndefined(made.result, lanes);
}

void Wave::executeStore(const Step &made) {
  if (!needDefined(made, 1, "the address"))
    return;
  unsigned bytes = bytesOf(made.type);
  eachLane([&](unsigned lane) {
    Place place = find(made, lane, operand(made, 1)[lane], bytes, made.offset);
    if (!place.bytes)
      return;
    if (place.isConstant) {
      fail(made, "a store to a constant");
      return;
    }
    std::memcpy(place.bytes, &operand(made, 0)[lane], bytes);
    std::memset(place.defined, !isUndefined(made, 0, lane), bytes);
  });
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

uint64_t rundxil::atomicResult(unsigned operation, Scalar type, uint64_t before,
                               uint64_t value) {
  unsigned width = widthOf(type);
  int64_t signedBefore = signExtend(before, width);
  int64_t signedValue = signExtend(value, width);
  switch (operation) {
  case AtomicRMWInst::Xchg:
    return value;
  case AtomicRMWInst::Add:
    return lowBits(before + value, width);
  case AtomicRMWInst::Sub:
    return lowBits(before - value, width);
  case AtomicRMWInst::And:
    return before & value;
  case AtomicRMWInst::Or:
    return before | value;
  case AtomicRMWInst::Xor:
    return before ^ value;
  case AtomicRMWInst::Max:
    return signedBefore > signedValue ? before : value;
  case AtomicRMWInst::Min:
    return signedBefore < signedValue ? before : value;
  case AtomicRMWInst::UMax:
    return std::max(before, value);
  default:
    return std::min(before, value);
  }
}

void Wave::executeAtomic(const Step &made) {
  unsigned operation = cast<AtomicRMWInst>(made.source)->getOperation();
  if (operation > AtomicRMWInst::UMin || operation == AtomicRMWInst::Nand) {
    fail(made, "this atomic operation is not run here");
    return;
  }
  if (!needDefined(made, 0, "the address") ||
      !needDefined(made, 1, "the value"))
    return;
  unsigned bytes = bytesOf(made.type);
  LaneMask lanes;
  eachLane([&](unsigned lane) {
    Place place = find(made, lane, operand(made, 0)[lane], bytes, bytes);
    if (!place.bytes)
      return;
    uint64_t before = 0;
    std::memcpy(&before, place.bytes, bytes);
    uint64_t after =
        atomicResult(operation, made.type, before, operand(made, 1)[lane]);
    std::memcpy(place.bytes, &after, bytes);
    if (!isDefined(place.defined, bytes))
      lanes.set(lane);
    if (operation == AtomicRMWInst::Xchg)
      std::memset(place.defined, true, bytes);
    result(made)[lane] = before;
  });
  setUndefined(made.result, lanes);
}

void Wave::executeCompareExchange(const Step &made) {
  for (unsigned index : {0, 1, 2})
    if (!needDefined(made, index, "an operand of an atomic operation"))
      return;
  unsigned bytes = bytesOf(made.type);
  LaneMask lanes;
  eachLane([&](unsigned lane) {
    Place place = find(made, lane, operand(made, 0)[lane], bytes, bytes);
    if (!place.bytes)
      return;
    uint64_t before = 0;
    std::memcpy(&before, place.bytes, bytes);
    if (!isDefined(place.defined, bytes))
      lanes.set(lane);
    bool isEqual = before == operand(made, 1)[lane];
    if (isEqual)
      std::memcpy(place.bytes, &operand(made, 2)[lane], bytes);
    values(made.result)[lane] = before;
    values(made.result + 1)[lane] = isEqual;
  });
  setUndefined(made.result, lanes);
  setUndefined(made.result + 1, lanes);
}
