//===- Container.cpp - The DXContainer of a module ------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Target/DXIL/Container.h"
#include "PipelineState.h"
#include "WaveDialect/DXIL/Direct3D.h"
#include "WaveDialect/DXIL/ShaderModels.h"
#include "WaveDialect/Target/DXIL/Digest.h"
#include "WaveDialect/Target/DXIL/ShaderFlags.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/MD5.h"

using namespace llvm;
using mlir::dxil::EntryMetadata;

namespace {
struct Part {
  StringLiteral name;
  SmallVector<char> bytes;
};

/// Writes the bytes of one part.
class PartStream {
public:
  PartStream(SmallVectorImpl<Part> &parts, StringLiteral name)
      : stream(parts.emplace_back(Part{name, {}}).bytes),
        writer(stream, endianness::little) {}

  raw_svector_ostream stream;
  support::endian::Writer writer;
};
} // namespace

/// A signature without elements: their number and offset.
static void addSignature(SmallVectorImpl<Part> &parts, StringLiteral name) {
  PartStream part(parts, name);
  part.writer.write<uint32_t>(0);
  part.writer.write<uint32_t>(2 * sizeof(uint32_t));
}

static void addHash(SmallVectorImpl<Part> &parts, ArrayRef<char> bitcode) {
  PartStream part(parts, "HASH");
  part.writer.write(llvm::to_underlying(dxbc::HashFlags::None));
  StringRef text(bitcode.data(), bitcode.size());
  MD5::MD5Result hash = MD5::hash(arrayRefFromStringRef(text));
  for (uint8_t byte : hash)
    part.writer.write(byte);
}

static void addProgram(SmallVectorImpl<Part> &parts, const EntryMetadata &entry,
                       ArrayRef<char> bitcode) {
  PartStream part(parts, "DXIL");
  part.writer.write<uint8_t>(
      dxbc::ProgramHeader::getVersion(6, entry.shaderModelMinor));
  part.writer.write<uint8_t>(0);
  part.writer.write<uint16_t>(
      mlir::dxil::getStageNumber(entry.isAmplification));
  part.writer.write<uint32_t>((sizeof(dxbc::ProgramHeader) + bitcode.size()) /
                              sizeof(uint32_t));
  part.stream << "DXIL";
  part.writer.write<uint8_t>(entry.shaderModelMinor);
  part.writer.write<uint8_t>(1);
  part.writer.write<uint16_t>(0);
  part.writer.write<uint32_t>(sizeof(dxbc::BitcodeHeader));
  part.writer.write<uint32_t>(bitcode.size());
  part.stream.write(bitcode.data(), bitcode.size());
}

/// Writes the header, the offsets of the parts, and the parts.
static void assemble(ArrayRef<Part> parts, SmallVectorImpl<char> &container) {
  container.clear();
  raw_svector_ostream stream(container);
  support::endian::Writer writer(stream, endianness::little);
  size_t offset = sizeof(dxbc::Header) + parts.size() * sizeof(uint32_t);
  size_t size = offset;
  for (const Part &part : parts)
    size += sizeof(dxbc::PartHeader) + part.bytes.size();

  stream << "DXBC";
  stream.write_zeros(sizeof(dxbc::Hash));
  writer.write<uint16_t>(1);
  writer.write<uint16_t>(0);
  writer.write<uint32_t>(size);
  writer.write<uint32_t>(parts.size());
  for (const Part &part : parts) {
    writer.write<uint32_t>(offset);
    offset += sizeof(dxbc::PartHeader) + part.bytes.size();
  }
  for (const Part &part : parts) {
    stream << part.name;
    writer.write<uint32_t>(part.bytes.size());
    stream << StringRef(part.bytes.data(), part.bytes.size());
  }
}

Error mlir::dxil::writeContainer(const llvm::Module &module,
                                 ArrayRef<char> bitcode,
                                 SmallVectorImpl<char> &container) {
  Expected<EntryMetadata> entry = readEntryMetadata(module);
  if (!entry)
    return entry.takeError();
  if (bitcode.size() % sizeof(uint32_t) != 0)
    return createStringError("the bitcode is not made of whole words");

  // The parts are in dxc's order.
  SmallVector<Part> parts;
  PartStream(parts, "SFI0").writer.write(getFeatureInfo(entry->flags));
  addSignature(parts, "ISG1");
  addSignature(parts, "OSG1");
  writePipelineState(*entry, parts.emplace_back(Part{"PSV0", {}}).bytes);
  // Older validators do not know this part.
  if (entry->validatorMinor >= 5)
    addHash(parts, bitcode);
  addProgram(parts, *entry, bitcode);
  assemble(parts, container);

  Digest digest = kPreviewDigest;
  if (entry->shaderModelMinor <= kLastReleasedMinor)
    digest = computeRetailDigest(
        ArrayRef<char>(container).drop_front(kSignedOffset));
  llvm::copy(digest, container.begin() + kDigestOffset);
  return Error::success();
}
