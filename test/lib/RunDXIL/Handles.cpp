//===- Handles.cpp - Handles of resources ---------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wave.h"

using namespace llvm;
using namespace rundxil;

/// A handle's payload: the record's number and one, whether it may be used, and
/// the register.
static constexpr uint64_t usableBit = uint64_t(1) << 32;

static uint64_t packHandle(unsigned record, bool usable, uint64_t reg) {
  return (uint64_t(record) + 1) << 33 | (usable ? usableBit : 0) | reg;
}

void Wave::executeResource(const Step &made) {
  switch (made.operation->opcode) {
  case op::CreateHandle:
  case op::CreateHandleFromBinding:
    return createHandle(made);
  case op::AnnotateHandle:
    return annotateHandle(made);
  case op::CBufferLoadLegacy:
    return loadRow(made);
  case op::BufferLoad:
  case op::RawBufferLoad:
    return loadBuffer(made);
  case op::BufferStore:
  case op::RawBufferStore:
    return storeBuffer(made);
  case op::TextureLoad:
    return loadImage(made);
  case op::TextureStore:
    return storeImage(made);
  case op::AtomicBinOp:
  case op::AtomicCompareExchange:
    return executeBufferAtomic(made);
  case op::GetDimensions:
    return getDimensions(made);
  default:
    // CheckAccessFullyMapped: there are no tiles.
    setAll(made, 1);
    return spreadUndefined(made);
  }
}

void Wave::createHandle(const Step &made) {
  bool isBinding = made.operation->opcode == op::CreateHandleFromBinding;
  Register first = made.operands[0];
  unsigned indexOperand = isBinding ? 1 : 2;
  if (!needDefined(made, indexOperand, "a handle's index"))
    return;
  uint64_t resourceClass = values(isBinding ? first + 3 : first)[0];
  const Resource *found = nullptr;
  for (const Resource &resource : group.kernel.resources) {
    if (uint64_t(resource.resourceClass) != resourceClass)
      continue;
    if (isBinding ? resource.lower == values(first)[0] &&
                        resource.upper == values(first + 1)[0] &&
                        resource.space == values(first + 2)[0]
                  : resource.id == immediate(made, 1))
      found = &resource;
  }
  if (!found) {
    fail(made, "no resource of the module is meant by the handle");
    return;
  }
  eachLane([&](unsigned lane) {
    uint64_t reg = operand(made, indexOperand)[lane];
    if (reg < found->lower || reg > found->upper)
      fail(made, "register " + Twine(reg) + " is none of the resource's");
    result(made)[lane] =
        packHandle(found - group.kernel.resources.data(), !isBinding, reg);
  });
  setUndefined(made.result, {});
}

/// What the properties of an annotation say, against the module's record.
static std::string compareProperties(const Resource &resource, uint32_t first,
                                     uint32_t second) {
  if ((first & 0xff) != resource.kind)
    return "kind";
  if (bool(first & 0x1000) != (resource.resourceClass == ResourceClass::UAV))
    return "class";
  if (bool(first & 0x2000) != resource.rasterOrdered ||
      bool(first & 0x4000) != resource.coherent ||
      bool(first & 0x8000) != resource.counter || first >> 17)
    return "flags";
  switch (resource.kind) {
  case StructuredBuffer:
    return second == resource.stride ? "" : "stride";
  case ConstantBuffer:
    return second == resource.bytes ? "" : "size";
  case RawBuffer:
    return second == 0 ? "" : "second word";
  default:
    return (second & 0xff) == resource.componentType ? "" : "component type";
  }
}

void Wave::annotateHandle(const Step &made) {
  Register properties = made.operands[1];
  eachLane([&](unsigned lane) {
    uint64_t handle = operand(made, 0)[lane];
    if (handle >> 33 == 0 || handle & usableBit) {
      fail(made, "what is annotated does not come from a binding");
      return;
    }
    const Resource &resource = group.kernel.resources[(handle >> 33) - 1];
    std::string wrong = compareProperties(resource, values(properties)[0],
                                          values(properties + 1)[0]);
    if (!wrong.empty())
      fail(made, "the annotation's " + wrong + " is not the resource's");
    result(made)[lane] = handle | usableBit;
  });
  setUndefined(made.result, {});
}

Wave::Bound Wave::boundTo(const Step &made, unsigned lane, bool writes) {
  uint64_t handle = operand(made, 0)[lane];
  if (handle >> 33 == 0 || !(handle & usableBit)) {
    fail(made, "the handle is not annotated");
    return {};
  }
  const Resource &resource = group.kernel.resources[(handle >> 33) - 1];
  if (writes && resource.resourceClass != ResourceClass::UAV) {
    fail(made, "what is written to is no uav");
    return {};
  }
  unsigned reg = static_cast<uint32_t>(handle);
  Memory *memory =
      group.launch.find(resource.resourceClass, resource.space, reg);
  if (!memory) {
    fail(made, "the launch has no " + nameOf(resource.resourceClass) +
                   " at register " + Twine(reg) + ", space " +
                   Twine(resource.space));
    return {};
  }
  return {&resource, memory};
}
