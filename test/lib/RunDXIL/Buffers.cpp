//===- Buffers.cpp - Accesses of buffers ----------------------------------===//
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

/// Bytes of a component in memory: halves take four without native types.
unsigned Wave::elementBytes(const Step &made) const {
  if (widthOf(made.type) == 16 && !group.kernel.hasNativeLowPrecision())
    return 4;
  return bytesOf(made.type);
}

uint64_t Wave::loadElement(const Memory &memory, uint64_t place, Scalar type) {
  uint64_t value = 0;
  bool isWidened = type == Scalar::F16 && !group.kernel.hasNativeLowPrecision();
  unsigned bytes = isWidened ? 4 : bytesOf(type);
  if (place + bytes <= memory.bytes.size())
    std::memcpy(&value, memory.bytes.data() + place, bytes);
  return isWidened ? floatToHalf(toFloat<Scalar::F32>(value)) : value;
}

void Wave::storeElement(Memory &memory, uint64_t place, Scalar type,
                        uint64_t value) {
  unsigned bytes = bytesOf(type);
  if (type == Scalar::F16 && !group.kernel.hasNativeLowPrecision()) {
    value = fromFloat<Scalar::F32>(toFloat<Scalar::F16>(value));
    bytes = 4;
  }
  if (place + bytes <= memory.bytes.size())
    std::memcpy(memory.bytes.data() + place, &value, bytes);
}

std::optional<uint64_t> Wave::elementPlace(const Step &made, unsigned lane,
                                           const Bound &bound, unsigned index,
                                           unsigned bytes, uint64_t alignment) {
  if (made.type == Scalar::I16 && !group.kernel.hasNativeLowPrecision()) {
    fail(made, "i16 has no size in memory without native 16-bit types");
    return std::nullopt;
  }
  const Resource &resource = *bound.resource;
  uint64_t place = operand(made, index)[lane];
  if (resource.kind == StructuredBuffer) {
    if (isUndefined(made, index + 1, lane)) {
      fail(made, "the offset in an element is undefined");
      return std::nullopt;
    }
    uint64_t offset = operand(made, index + 1)[lane];
    if (offset + bytes > resource.stride) {
      fail(made, "bytes " + Twine(offset) + " to " + Twine(offset + bytes) +
                     " of an element of " + Twine(resource.stride));
      return std::nullopt;
    }
    if (place >= bound.memory->bytes.size() / resource.stride)
      return std::nullopt;
    place = place * resource.stride + offset;
  } else {
    if (!isAbsent(made, index + 1) &&
        made.operation->functionClass != StringRef("atomicBinOp") &&
        made.operation->functionClass != StringRef("atomicCompareExchange")) {
      fail(made, "a second coordinate of what has one");
      return std::nullopt;
    }
    if (resource.kind == TypedBuffer)
      place *= uint64_t(bound.memory->channels) * 4;
    if (place + bytes > bound.memory->bytes.size())
      return std::nullopt;
  }
  if (!isPowerOf2_64(alignment) || place % alignment) {
    fail(made, "byte " + Twine(place) + " is less aligned than stated");
    return std::nullopt;
  }
  return place;
}

/// The number of components of a mask that has no gaps; 0 for another one.
static unsigned componentsOf(uint64_t mask) {
  return mask > 0 && mask <= 15 && isPowerOf2_64(mask + 1) ? popcount(mask) : 0;
}

static bool isBuffer(const Resource &resource) {
  return resource.kind == RawBuffer || resource.kind == StructuredBuffer;
}

/// Whether the operation may access the resource.
static std::string findMisuse(const Operation &operation,
                              const Resource &resource, unsigned minor) {
  bool isRaw = operation.opcode == op::RawBufferLoad ||
               operation.opcode == op::RawBufferStore;
  bool isTyped = resource.kind == TypedBuffer;
  if (isRaw ? !isBuffer(resource)
            : !isTyped && !(isBuffer(resource) && minor < 2))
    return std::string(operation.name) + " does not access this kind";
  return "";
}

void Wave::loadBuffer(const Step &made) {
  bool isRaw = made.operation->opcode == op::RawBufferLoad;
  unsigned count = isRaw ? componentsOf(immediate(made, 3)) : 4;
  unsigned bytes = elementBytes(made);
  uint64_t alignment = isRaw ? immediate(made, 4) : 4;
  if (count == 0) {
    fail(made, "the mask has gaps");
    return;
  }
  if (!needDefined(made, 1, "the address"))
    return;
  LaneMask lanes[4];
  eachLane([&](unsigned lane) {
    Bound bound = boundTo(made, lane, /*writes=*/false);
    if (!bound.memory)
      return;
    const Resource &resource = *bound.resource;
    std::string misuse =
        findMisuse(*made.operation, resource, group.kernel.minor);
    if (!misuse.empty()) {
      fail(made, misuse);
      return;
    }
    // Without a mask, what lies behind the element is not asked for.
    unsigned asked = count;
    if (!isRaw && resource.kind == TypedBuffer)
      asked = bound.memory->channels;
    else if (!isRaw)
      asked = 1;
    std::optional<uint64_t> place = elementPlace(
        made, lane, bound, 1,
        isRaw && resource.kind == StructuredBuffer ? asked * bytes : bytes,
        alignment);
    if (failed())
      return;
    for (unsigned part = 0; part < 4; ++part) {
      uint64_t value = 0;
      if (place)
        value = loadElement(*bound.memory, *place + part * bytes, made.type);
      bool isDefined = part < count;
      if (!isRaw && resource.kind == StructuredBuffer)
        isDefined =
            operand(made, 2)[lane] + (part + 1) * bytes <= resource.stride;
      else if (resource.kind == TypedBuffer && part >= asked)
        value = 0;
      if (!isDefined)
        lanes[part].set(lane);
      values(made.result + part)[lane] = value;
    }
    values(made.result + 4)[lane] = 1;
  });
  for (unsigned part = 0; part < 4; ++part)
    setUndefined(made.result + part, lanes[part]);
  setUndefined(made.result + 4, {});
}

void Wave::storeBuffer(const Step &made) {
  bool isRaw = made.operation->opcode == op::RawBufferStore;
  unsigned count = componentsOf(immediate(made, 7));
  unsigned bytes = elementBytes(made);
  if (count == 0) {
    fail(made, "the mask has gaps");
    return;
  }
  if (!needDefined(made, 1, "the address"))
    return;
  for (unsigned part = 0; part < count; ++part)
    if (!needDefined(made, 3 + part, "what is stored"))
      return;
  eachLane([&](unsigned lane) {
    Bound bound = boundTo(made, lane, /*writes=*/true);
    if (!bound.memory)
      return;
    std::string misuse =
        findMisuse(*made.operation, *bound.resource, group.kernel.minor);
    if (misuse.empty() && bound.resource->kind == TypedBuffer && count != 4)
      misuse = "a store to a typed buffer has all components";
    if (!misuse.empty()) {
      fail(made, misuse);
      return;
    }
    bool isStructured = bound.resource->kind == StructuredBuffer;
    std::optional<uint64_t> place =
        elementPlace(made, lane, bound, 1, isStructured ? count * bytes : bytes,
                     isRaw ? immediate(made, 8) : 4);
    unsigned stored =
        bound.resource->kind == TypedBuffer ? bound.memory->channels : count;
    for (unsigned part = 0; place && part < stored; ++part)
      storeElement(*bound.memory, *place + part * bytes, made.type,
                   operand(made, 3 + part)[lane]);
  });
}

//===----------------------------------------------------------------------===//
// Constants, atomics and sizes
//===----------------------------------------------------------------------===//

void Wave::loadRow(const Step &made) {
  if (!needDefined(made, 1, "the row"))
    return;
  unsigned bytes = 16 / made.fields;
  eachLane([&](unsigned lane) {
    Bound bound = boundTo(made, lane, /*writes=*/false);
    if (!bound.memory)
      return;
    uint64_t start = operand(made, 1)[lane] * 16;
    if (bound.resource->kind != ConstantBuffer ||
        start >= bound.resource->bytes) {
      fail(made, "the row is not in a constant buffer");
      return;
    }
    for (unsigned field = 0; field < made.fields; ++field)
      values(made.result + field)[lane] =
          lowBits(loadElement(*bound.memory, start + field * bytes, made.type),
                  widthOf(made.type));
  });
  for (unsigned field = 0; field < made.fields; ++field)
    setUndefined(made.result + field, {});
}

void Wave::executeBufferAtomic(const Step &made) {
  bool isExchange = made.operation->opcode == op::AtomicCompareExchange;
  constexpr AtomicRMWInst::BinOp kinds[] = {
      AtomicRMWInst::Add,  AtomicRMWInst::And,  AtomicRMWInst::Or,
      AtomicRMWInst::Xor,  AtomicRMWInst::Min,  AtomicRMWInst::Max,
      AtomicRMWInst::UMin, AtomicRMWInst::UMax, AtomicRMWInst::Xchg};
  uint64_t kind = isExchange ? 0 : immediate(made, 1);
  if (kind >= std::size(kinds)) {
    fail(made, "AtomicBinOp has no operation " + Twine(kind));
    return;
  }
  unsigned first = isExchange ? 1 : 2;
  if (!needDefined(made, first, "the address") ||
      !needDefined(made, first + 3, "the value") ||
      (isExchange && !needDefined(made, first + 4, "the value")))
    return;
  unsigned bytes = bytesOf(made.type);
  LaneMask lanes;
  eachLane([&](unsigned lane) {
    Bound bound = boundTo(made, lane, /*writes=*/true);
    if (!bound.memory)
      return;
    const bool isImage = bound.memory->isImage();
    if (!isImage && !isBuffer(*bound.resource) &&
        bound.resource->kind != TypedBuffer) {
      fail(made, "atomics are on buffers and images");
      return;
    }
    if (isImage &&
        (!needDefined(made, first + 1, "the address") ||
         !checkComponent(made, bound) || !checkLayer(made, bound, first + 2)))
      return;
    if (isImage && (bound.memory->channels != 1 ||
                    bound.memory->getChannelBytes() != 4 || bytes != 4)) {
      fail(made, "atomics on images are on one channel of 32 bits");
      return;
    }
    std::optional<uint64_t> place =
        isImage ? texelPlace(made, lane, *bound.memory, first)
                : elementPlace(made, lane, bound, first, bytes, bytes);
    result(made)[lane] = 0;
    // Nothing is said of the result out of bounds.
    if (!place) {
      lanes.set(lane);
      return;
    }
    uint64_t before = loadElement(*bound.memory, *place, made.type);
    uint64_t value = operand(made, first + 3)[lane];
    uint64_t after = before;
    if (!isExchange)
      after = atomicResult(kinds[kind], made.type, before, value);
    else if (before == value)
      after = operand(made, first + 4)[lane];
    storeElement(*bound.memory, *place, made.type, after);
    result(made)[lane] = before;
  });
  setUndefined(made.result, lanes);
}

/// An image's extent, a buffer's elements or bytes.
void Wave::getDimensions(const Step &made) {
  bool isImage = false, isArray = false;
  eachLane([&](unsigned lane) {
    Bound bound = boundTo(made, lane, /*writes=*/false);
    if (!bound.memory)
      return;
    const Memory &memory = *bound.memory;
    isArray = bound.resource->kind == Texture2DArray;
    uint64_t first = memory.bytes.size();
    if (bound.resource->kind == StructuredBuffer)
      first /= bound.resource->stride;
    else if (bound.resource->kind == TypedBuffer)
      first /= memory.channels * 4;
    isImage = isArray || bound.resource->kind == Texture2D;
    if (isImage)
      first = memory.width;
    if (isImage && (isUndefined(made, 1, lane) || operand(made, 1)[lane]))
      fail(made, "an image has one level, which is 0");
    values(made.result)[lane] = first;
    values(made.result + 1)[lane] = memory.height;
    values(made.result + 2)[lane] = memory.layers;
    values(made.result + 3)[lane] = 0;
  });
  for (unsigned field = 0; field < 4; ++field)
    setUndefined(made.result + field, field > (isArray   ? 2u
                                               : isImage ? 1u
                                                         : 0u)
                                          ? active
                                          : LaneMask());
}
