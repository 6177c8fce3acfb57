//===- Listing.cpp - Textual listing of a DXContainer ---------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The listing accepts any bytes: it reports parts that it cannot read and
// continues with the next part.

#include "PipelineState.h"
#include "WaveDialect/DXIL/Direct3D.h"
#include "WaveDialect/Target/DXIL/Container.h"
#include "WaveDialect/Target/DXIL/Digest.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace llvm::dxbc;
using mlir::dxil::Digest;

namespace {
/// Reads bytes from the front. Reads past the end return zero and set
/// `isShort`.
class Reader {
public:
  explicit Reader(StringRef bytes) : rest(bytes) {}

  template <typename T>
  T read() {
    StringRef bytes = readBytes(sizeof(T));
    return isShort ? T(0)
                   : support::endian::read<T>(bytes.data(), endianness::little);
  }
  uint32_t readWord() { return read<uint32_t>(); }
  StringRef readBytes(uint64_t count) {
    if (isShort || count > rest.size()) {
      isShort = true;
      rest = "";
      return "";
    }
    StringRef bytes = rest.take_front(count);
    rest = rest.drop_front(count);
    return bytes;
  }

  StringRef rest;
  bool isShort = false;
};

struct Name {
  uint64_t value;
  StringLiteral text;
};

class Lister {
public:
  explicit Lister(StringRef bytes) : bytes(bytes), stream(text) {}

  std::string list();

private:
  void listDigest();
  void listPart(uint32_t offset);
  void listFeatures(Reader reader);
  void listPipelineState(Reader reader);
  void listResources(Reader &reader);
  void listStrings(Reader &reader, std::optional<uint32_t> nameOffset);
  void listHash(Reader reader);
  void listProgram(Reader reader);
  void listStage(uint32_t kind);

  StringRef bytes;
  std::string text;
  raw_string_ostream stream;
};
} // namespace

static constexpr Name kFeatures[] = {
#define SHADER_FEATURE_FLAG(feature, bit, name, text)                          \
  {uint64_t(1) << feature, text},
#include "llvm/BinaryFormat/DXContainerConstants.def"
};

static constexpr Name kResourceTypes[] = {
#define RESOURCE_TYPE(value, name) {value, #name},
#include "llvm/BinaryFormat/DXContainerConstants.def"
};

static constexpr Name kResourceKinds[] = {
#define RESOURCE_KIND(value, name) {value, #name},
#include "llvm/BinaryFormat/DXContainerConstants.def"
};

static StringRef getName(ArrayRef<Name> names, uint64_t value) {
  for (const Name &name : names)
    if (name.value == value)
      return name.text;
  return "unknown";
}

static std::string getHex(StringRef bytes) {
  return llvm::toHex(bytes, /*LowerCase=*/true);
}

void Lister::listStage(uint32_t kind) {
  Triple::EnvironmentType last = Triple::Amplification;
  if (kind <= uint32_t(last - Triple::Pixel))
    stream << Triple::getEnvironmentTypeName(getShaderStage(kind));
  else
    stream << "stage " << kind;
}

void Lister::listDigest() {
  StringRef digest = bytes.substr(mlir::dxil::kDigestOffset, sizeof(Digest));
  auto isAll = [&](char byte) {
    return llvm::all_of(digest, [&](char c) { return c == byte; });
  };
  stream << "digest: " << getHex(digest);
  StringRef rest = bytes.drop_front(mlir::dxil::kSignedOffset);
  Digest retail =
      mlir::dxil::computeRetailDigest(ArrayRef(rest.data(), rest.size()));
  if (isAll(0))
    stream << " (unsigned)\n";
  else if (isAll(1))
    stream << " (bypass)\n";
  else if (isAll(2))
    stream << " (preview)\n";
  else if (digest == toStringRef(retail))
    stream << " (retail)\n";
  else
    stream << " (wrong)\n";
}

void Lister::listFeatures(Reader reader) {
  uint64_t features = reader.read<uint64_t>();
  stream << "  features: " << format_hex(features, 18) << "\n";
  for (unsigned bit = 0; bit < 64; ++bit)
    if (uint64_t flag = features & uint64_t(1) << bit)
      stream << "    " << getName(kFeatures, flag) << "\n";
  if (reader.isShort)
    stream << "  ends too early\n";
}

void Lister::listResources(Reader &reader) {
  uint32_t count = reader.readWord();
  if (count == 0)
    return;
  uint32_t size = reader.readWord();
  constexpr size_t kShort = sizeof(PSV::v0::ResourceBindInfo),
                   kLong = sizeof(PSV::v2::ResourceBindInfo);
  stream << "  resources: " << count << ", of " << size << " bytes\n";
  if (size < kShort) {
    reader.readBytes(uint64_t(count) * size);
    return;
  }
  for (uint32_t index = 0; index < count && !reader.isShort; ++index) {
    Reader record(reader.readBytes(size));
    if (reader.isShort)
      return;
    uint32_t type = record.readWord(), space = record.readWord(),
             lower = record.readWord(), upper = record.readWord();
    stream << "    " << getName(kResourceTypes, type) << " space " << space
           << " registers " << lower << " to ";
    if (upper == ~0u)
      stream << "unbounded";
    else
      stream << upper;
    if (size >= kLong) {
      stream << ", " << getName(kResourceKinds, record.readWord());
      if (record.readWord() & mlir::dxil::kUsedByAtomic64)
        stream << ", 64-bit atomics";
    }
    stream << "\n";
  }
}

void Lister::listStrings(Reader &reader, std::optional<uint32_t> nameOffset) {
  StringRef strings = reader.readBytes(reader.readWord());
  if (!nameOffset)
    return;
  printEscapedString(
      strings.substr(*nameOffset).take_until([](char c) { return c == 0; }),
      stream << "  entry: ");
  stream << "\n";
}

void Lister::listPipelineState(Reader reader) {
  uint32_t size = reader.readWord();
  ArrayRef<size_t> sizes(mlir::dxil::kRuntimeInfoSizes);
  const size_t *found = llvm::find(sizes, size);
  if (found == sizes.end()) {
    stream << "  of an unknown version: " << size << " bytes\n";
    return;
  }
  size_t version = found - sizes.begin();
  stream << "  version: " << version << "\n";
  Reader info(reader.readBytes(size));
  uint32_t stageWord = info.readWord();
  info.readBytes(sizeof(PipelinePSVInfo) - sizeof(uint32_t));
  uint32_t min = info.readWord(), max = info.readWord();
  bool isAmplification = false;
  if (version >= 1) {
    uint8_t kind = info.read<uint8_t>();
    isAmplification = kind == mlir::dxil::getStageNumber(true);
    info.readBytes(mlir::dxil::kRuntimeInfoSizes[1] -
                   mlir::dxil::kRuntimeInfoSizes[0] - 1);
    stream << "  stage: ";
    listStage(kind);
    stream << "\n";
  }
  if (version >= 2) {
    uint32_t x = info.readWord(), y = info.readWord(), z = info.readWord();
    stream << "  threads: " << x << " x " << y << " x " << z << "\n";
  }
  stream << "  lanes: ";
  if (min == 0 && max == ~0u)
    stream << "any\n";
  else if (min == max)
    stream << min << "\n";
  else
    stream << min << " to " << max << "\n";
  if (isAmplification || (version == 0 && stageWord))
    stream << "  payload: " << stageWord << " bytes\n";
  std::optional<uint32_t> nameOffset;
  if (version >= 3)
    nameOffset = info.readWord();
  if (version >= 4)
    stream << "  groupshared: " << info.readWord() << " bytes\n";
  listResources(reader);
  if (version >= 1) {
    listStrings(reader, nameOffset);
    reader.readBytes(uint64_t(reader.readWord()) * sizeof(uint32_t));
  }
  if (reader.isShort)
    stream << "  ends too early\n";
  else if (uint64_t left = reader.rest.size())
    stream << "  " << left << " more bytes\n";
}

void Lister::listHash(Reader reader) {
  uint32_t flags = reader.readWord();
  stream << "  MD5: " << getHex(reader.readBytes(sizeof(Hash)));
  if (flags & llvm::to_underlying(HashFlags::IncludesSource))
    stream << ", of the source too";
  stream << (reader.isShort ? "\n  ends too early\n" : "\n");
}

void Lister::listProgram(Reader reader) {
  uint64_t total = reader.rest.size();
  uint8_t version = reader.read<uint8_t>();
  reader.read<uint8_t>();
  uint16_t kind = reader.read<uint16_t>();
  uint64_t words = reader.readWord();
  StringRef magic = reader.readBytes(4);
  uint8_t minor = reader.read<uint8_t>(), major = reader.read<uint8_t>();
  reader.read<uint16_t>();
  uint32_t offset = reader.readWord(), size = reader.readWord();
  if (reader.isShort) {
    stream << "  ends too early\n";
    return;
  }
  stream << "  program: ";
  listStage(kind);
  stream << " " << (version >> 4) << "." << (version & 15) << ", DXIL "
         << unsigned(major) << "." << unsigned(minor) << "\n";
  stream << "  bitcode: " << size << " bytes\n";
  if (magic != "DXIL")
    stream << "  begins wrongly\n";
  if (words * sizeof(uint32_t) != total)
    stream << "  says that it has " << words << " words\n";
  if (offset != sizeof(BitcodeHeader) || size != reader.rest.size())
    stream << "  says that the bitcode has " << size << " bytes at " << offset
           << "\n";
}

void Lister::listPart(uint32_t offset) {
  Reader reader(bytes.substr(offset));
  StringRef name = reader.readBytes(sizeof(PartHeader::Name));
  uint32_t size = reader.readWord();
  StringRef content = reader.readBytes(size);
  stream << "part ";
  printEscapedString(name, stream);
  stream << ": at " << offset << ", " << size << " bytes\n";
  Reader part(content);
  if (reader.isShort)
    stream << "  ends behind the container\n";
  else if (name == "SFI0")
    listFeatures(part);
  else if (name == "PSV0")
    listPipelineState(part);
  else if (name == "HASH")
    listHash(part);
  else if (name == "DXIL")
    listProgram(part);
}

std::string Lister::list() {
  Reader reader(bytes);
  StringRef magic = reader.readBytes(sizeof(Header::Magic));
  reader.readBytes(sizeof(Digest));
  uint16_t major = reader.read<uint16_t>(), minor = reader.read<uint16_t>();
  uint32_t size = reader.readWord(), numParts = reader.readWord();
  if (reader.isShort || magic != "DXBC") {
    stream << "no container\n";
    return text;
  }
  stream << "container: version " << major << "." << minor << ", " << size
         << " bytes, " << numParts << " parts\n";
  if (size != bytes.size())
    stream << "there are " << bytes.size() << " bytes\n";
  listDigest();
  for (uint32_t part = 0; part < numParts; ++part) {
    uint32_t offset = reader.readWord();
    if (reader.isShort) {
      stream << "ends too early\n";
      break;
    }
    listPart(offset);
  }
  return text;
}

std::string mlir::dxil::listContainer(ArrayRef<char> container) {
  return Lister(StringRef(container.data(), container.size())).list();
}
