//===- Container.cpp - Bitcode out of a container -------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Container.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MD5.h"

using namespace llvm;
using namespace rundxil;

static Error wrong(const Twine &what) {
  return createStringError("container: " + what);
}

static uint32_t word(StringRef bytes, size_t offset) {
  return support::endian::read32le(bytes.data() + offset);
}

bool rundxil::isContainer(StringRef bytes) { return bytes.starts_with("DXBC"); }

/// The parts by their names, each directly behind the one before.
static Error readParts(StringRef container, StringMap<StringRef> &parts) {
  if (container.size() < 32)
    return wrong("shorter than its header");
  if (support::endian::read16le(container.data() + 20) != 1 ||
      support::endian::read16le(container.data() + 22) != 0)
    return wrong("its version is not 1.0");
  if (word(container, 24) != container.size())
    return wrong("the header states " + Twine(word(container, 24)) +
                 " bytes, there are " + Twine(container.size()));
  uint32_t count = word(container, 28);
  if (count > (container.size() - 32) / 4)
    return wrong("the table of its " + Twine(count) + " parts does not fit");
  uint64_t next = 32 + uint64_t(count) * 4;
  for (uint32_t index = 0; index < count; ++index) {
    uint32_t offset = word(container, 32 + index * 4);
    if (offset != next)
      return wrong("part " + Twine(index) + " starts at " + Twine(offset) +
                   ", expected " + Twine(next));
    if (next + 8 > container.size() ||
        next + 8 + word(container, offset + 4) > container.size())
      return wrong("part " + Twine(index) + " ends behind the file");
    StringRef name = container.substr(offset, 4);
    uint32_t size = word(container, offset + 4);
    if (size % 4 != 0)
      return wrong("part " + name + " has " + Twine(size) +
                   " bytes, no multiple of four");
    if (!parts.try_emplace(name, container.substr(offset + 8, size)).second)
      return wrong("part " + name + " comes twice");
    next += 8 + uint64_t(size);
  }
  if (next != container.size())
    return wrong("bytes behind the last part");
  return Error::success();
}

static Error checkHash(StringRef hash, StringRef bitcode) {
  if (hash.size() != 20 || word(hash, 0) > 1)
    return wrong("part HASH is malformed");
  MD5::MD5Result digest = MD5::hash(arrayRefFromStringRef(bitcode));
  if (hash.substr(4) !=
      StringRef(reinterpret_cast<const char *>(digest.data()), 16))
    return wrong("part HASH is not the hash of the bitcode");
  return Error::success();
}

Expected<ProgramHeader> rundxil::readContainer(StringRef container) {
  StringMap<StringRef> parts;
  if (Error error = readParts(container, parts))
    return std::move(error);
  for (StringRef needed : {"SFI0", "ISG1", "OSG1", "PSV0", "DXIL"})
    if (!parts.contains(needed))
      return wrong("part " + needed + " is missing");
  if (parts["SFI0"].size() != 8)
    return wrong("part SFI0 has not 8 bytes");
  for (StringRef signature : {"ISG1", "OSG1"})
    if (parts[signature] != StringRef("\0\0\0\0\x08\0\0\0", 8))
      return wrong("part " + signature + " is no empty signature");

  StringRef part = parts["DXIL"];
  if (part.size() < 24)
    return wrong("part DXIL is shorter than its header");
  ProgramHeader header;
  uint32_t version = word(part, 0), dxilVersion = word(part, 12);
  header.kind = version >> 16;
  header.major = (version >> 4) & 0xfff;
  header.minor = version & 0xf;
  header.dxilMajor = dxilVersion >> 8;
  header.dxilMinor = dxilVersion & 0xff;
  if (word(part, 4) != part.size() / 4)
    return wrong("part DXIL states " + Twine(word(part, 4)) + " words, has " +
                 Twine(part.size() / 4));
  if (part.substr(8, 4) != "DXIL")
    return wrong("part DXIL lacks its magic number");
  if (word(part, 16) != 16)
    return wrong("the bitcode does not follow the header of part DXIL");
  if (word(part, 20) != part.size() - 24)
    return wrong("part DXIL states " + Twine(word(part, 20)) +
                 " bytes of bitcode, has " + Twine(part.size() - 24));
  header.bitcode = part.substr(24);
  if (parts.contains("HASH"))
    if (Error error = checkHash(parts["HASH"], header.bitcode))
      return std::move(error);
  return header;
}
