//===- Launch.cpp - What a launch is given --------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>

using namespace llvm;
using namespace rundxil;

static Error wrong(const Twine &what) {
  return createStringError("launch: " + what);
}

Memory *Launch::find(ResourceClass resourceClass, unsigned space,
                     unsigned reg) {
  for (Memory &each : memory)
    if (each.resourceClass == resourceClass && each.space == space &&
        each.reg == reg)
      return &each;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

namespace {
struct Element {
  enum Kind { Unsigned, Signed, Float } kind;
  unsigned bytes;
};
} // namespace

static std::optional<Element> elementOf(StringRef name) {
  return StringSwitch<std::optional<Element>>(name)
      .Cases({"u32", "bool"}, Element{Element::Unsigned, 4})
      .Case("u8", Element{Element::Unsigned, 1})
      .Case("u16", Element{Element::Unsigned, 2})
      .Case("u64", Element{Element::Unsigned, 8})
      .Case("i8", Element{Element::Signed, 1})
      .Case("i16", Element{Element::Signed, 2})
      .Case("i32", Element{Element::Signed, 4})
      .Case("i64", Element{Element::Signed, 8})
      .Case("f16", Element{Element::Float, 2})
      .Case("f32", Element{Element::Float, 4})
      .Case("f64", Element{Element::Float, 8})
      .Default(std::nullopt);
}

static uint64_t encode(const json::Value &value, Element element) {
  if (element.kind != Element::Float) {
    if (std::optional<uint64_t> number = value.getAsUINT64())
      return *number;
    return static_cast<uint64_t>(value.getAsInteger().value_or(0));
  }
  double number = value.getAsNumber().value_or(NAN);
  if (element.bytes == 2)
    return doubleToHalf(number);
  if (element.bytes == 4)
    return fromFloat<Scalar::F32>(number);
  return fromFloat<Scalar::F64>(number);
}

static Expected<std::vector<uint8_t>> readBytes(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> file =
      MemoryBuffer::getFile(path, /*IsText=*/false,
                            /*RequiresNullTerminator=*/false);
  if (!file)
    return wrong(path + ": " + file.getError().message());
  StringRef bytes = (*file)->getBuffer();
  return std::vector<uint8_t>(bytes.bytes_begin(), bytes.bytes_end());
}

static Expected<std::vector<uint8_t>> readConstants(const json::Object &given) {
  if (std::optional<StringRef> path = given.getString("file"))
    return readBytes(*path);
  std::string bytes;
  if (!tryGetFromHex(given.getString("hex").value_or(""), bytes))
    return wrong("the constants are no hexadecimal digits");
  return std::vector<uint8_t>(bytes.begin(), bytes.end());
}

static Error readContents(const json::Object &given, Memory &memory) {
  if (std::optional<StringRef> path = given.getString("file")) {
    memory.file = path->str();
    Expected<std::vector<uint8_t>> bytes = readBytes(*path);
    if (!bytes)
      return bytes.takeError();
    memory.bytes = std::move(*bytes);
    return Error::success();
  }
  std::optional<Element> element = elementOf(memory.element);
  if (!element)
    return wrong("unknown element '" + memory.element + "'");
  if (const json::Array *values = given.getArray("values"))
    for (const json::Value &value : *values) {
      uint64_t bits = encode(value, *element);
      for (unsigned index = 0; index < element->bytes; ++index)
        memory.bytes.push_back(static_cast<uint8_t>(bits >> (8 * index)));
    }
  else
    memory.bytes.resize(given.getInteger("count").value_or(0) * element->bytes);
  return Error::success();
}

static Expected<Memory> readMemory(const json::Object &given) {
  Memory memory;
  StringRef kind = given.getString("class").value_or("");
  const ResourceClass classes[] = {ResourceClass::SRV, ResourceClass::UAV,
                                   ResourceClass::CBV};
  const ResourceClass *found =
      find_if(classes, [&](ResourceClass one) { return nameOf(one) == kind; });
  if (found == std::end(classes))
    return wrong("a resource is neither srv, uav nor cbv");
  memory.resourceClass = *found;
  memory.space = given.getInteger("space").value_or(0);
  memory.reg = given.getInteger("register").value_or(0);
  memory.element = given.getString("element").value_or("u32").str();
  memory.width = given.getInteger("width").value_or(0);
  memory.height = given.getInteger("height").value_or(0);
  memory.channels = given.getInteger("channels").value_or(1);
  memory.layers = given.getInteger("layers").value_or(0);
  if (Error error = readContents(given, memory))
    return std::move(error);
  if (memory.isImage() &&
      memory.bytes.size() != uint64_t(memory.width) * memory.height *
                                 std::max(memory.layers, 1u) * memory.channels *
                                 memory.getChannelBytes())
    return wrong("an image has " + Twine(memory.bytes.size()) +
                 " bytes, which do not fit its extent");
  return memory;
}

//===----------------------------------------------------------------------===//
// Waves
//===----------------------------------------------------------------------===//

static Error checkWaveSize(unsigned size, const Kernel &kernel, bool obeys) {
  if (size < 4 || size > 128 || !isPowerOf2_32(size))
    return wrong(Twine(size) + " is no wave size");
  if (obeys && kernel.leastLanes &&
      (size < kernel.leastLanes || size > kernel.mostLanes))
    return wrong("the module asks for waves of " + Twine(kernel.leastLanes) +
                 " to " + Twine(kernel.mostLanes) + " lanes, not " +
                 Twine(size));
  return Error::success();
}

/// Deals a group's threads to waves in order, and then those of more waves.
static Error placeThreads(Launch &launch, const Kernel &kernel, bool reversed,
                          unsigned extraWaves) {
  unsigned threads = kernel.threadsPerGroup(), lanes = launch.waveSize;
  if (extraWaves && threads % lanes)
    return wrong("extra waves are for groups whose threads fill theirs");
  unsigned waves = (threads + lanes - 1) / lanes + extraWaves;
  for (unsigned wave = 0; wave < waves; ++wave) {
    std::vector<int> &placed = launch.placement.emplace_back();
    for (unsigned lane = 0; lane < lanes; ++lane) {
      unsigned place = wave * lanes + lane;
      if (place >= threads)
        placed.push_back(extraWaves ? place : -1);
      else
        placed.push_back(reversed ? threads - 1 - place : place);
    }
  }
  return Error::success();
}

static Error readPlacement(const json::Array &waves, Launch &launch) {
  for (const json::Value &wave : waves) {
    std::vector<int> &placed = launch.placement.emplace_back();
    if (const json::Array *lanes = wave.getAsArray())
      for (const json::Value &lane : *lanes)
        placed.push_back(lane.getAsInteger().value_or(-1));
    if (placed.size() != launch.waveSize)
      return wrong("a wave of the placement has " + Twine(placed.size()) +
                   " lanes, not " + Twine(launch.waveSize));
  }
  return Error::success();
}

Expected<Launch> rundxil::readLaunch(StringRef path, const Kernel &kernel,
                                     unsigned waveSize, unsigned extraWaves) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> file = MemoryBuffer::getFile(path);
  if (!file)
    return wrong(path + ": " + file.getError().message());
  Expected<json::Value> parsed = json::parse((*file)->getBuffer());
  if (!parsed)
    return parsed.takeError();
  const json::Object *given = parsed->getAsObject();
  if (!given)
    return wrong("expects an object");

  Launch launch;
  if (const json::Array *groups = given->getArray("groups"))
    for (unsigned index = 0; index < 3 && index < groups->size(); ++index)
      launch.groups[index] = (*groups)[index].getAsInteger().value_or(0);
  launch.waveSize =
      waveSize ? waveSize : given->getInteger("wave_size").value_or(32);
  const bool obeys = given->getBoolean("obeys_wave_size").value_or(true);
  if (Error error = checkWaveSize(launch.waveSize, kernel, obeys))
    return std::move(error);
  if (!extraWaves)
    extraWaves = given->getInteger("extra_waves").value_or(0);
  if (const json::Array *waves = given->getArray("placement")) {
    if (Error error = readPlacement(*waves, launch))
      return std::move(error);
  } else if (Error error = placeThreads(
                 launch, kernel, given->getString("lane_order") == "reversed",
                 extraWaves)) {
    return std::move(error);
  }
  launch.countedWaves =
      given->getInteger("counted_waves").value_or(launch.placement.size());
  launch.reversesWaves = given->getString("wave_order") == "reversed";
  launch.retiringWaves = given->getInteger("retiring_waves").value_or(-1);
  launch.meshFile = given->getString("mesh").value_or("").str();
  if (const json::Object *constants = given->getObject("constants")) {
    Expected<std::vector<uint8_t>> bytes = readConstants(*constants);
    if (!bytes)
      return bytes.takeError();
    Memory memory{};
    memory.resourceClass = ResourceClass::CBV;
    memory.space = constants->getInteger("space").value_or(0);
    memory.reg = constants->getInteger("register").value_or(0);
    memory.bytes = std::move(*bytes);
    launch.memory.push_back(std::move(memory));
  }
  if (const json::Array *resources = given->getArray("resources"))
    for (const json::Value &value : *resources) {
      if (!value.getAsObject())
        return wrong("a resource is no object");
      Expected<Memory> memory = readMemory(*value.getAsObject());
      if (!memory)
        return memory.takeError();
      launch.memory.push_back(std::move(*memory));
    }
  return launch;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

Error rundxil::writeMemory(const Launch &launch) {
  for (const Memory &memory : launch.memory) {
    if (memory.resourceClass != ResourceClass::UAV || memory.file.empty())
      continue;
    std::error_code code;
    raw_fd_ostream file(memory.file, code, sys::fs::OF_None);
    if (code)
      return wrong(memory.file + ": " + code.message());
    file.write(reinterpret_cast<const char *>(memory.bytes.data()),
               memory.bytes.size());
  }
  return Error::success();
}

static void printElement(const uint8_t *bytes, Element element,
                         raw_ostream &os) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, element.bytes);
  if (element.kind == Element::Unsigned)
    os << bits;
  else if (element.kind == Element::Signed)
    os << signExtend(bits, element.bytes * 8);
  else if (element.bytes == 2)
    os << format("%g", toFloat<Scalar::F16>(bits));
  else if (element.bytes == 4)
    os << format("%g", toFloat<Scalar::F32>(bits));
  else
    os << format("%g", toFloat<Scalar::F64>(bits));
}

void rundxil::printMemory(const Launch &launch, raw_ostream &os) {
  for (const Memory &memory : launch.memory) {
    if (memory.resourceClass != ResourceClass::UAV)
      continue;
    os << "uav space" << memory.space << " u" << memory.reg << ":";
    Element element =
        elementOf(memory.element).value_or(Element{Element::Unsigned, 4});
    for (size_t place = 0; place + element.bytes <= memory.bytes.size();
         place += element.bytes) {
      os << " ";
      printElement(memory.bytes.data() + place, element, os);
    }
    os << "\n";
  }
}
