//===- PipelineState.cpp - The part PSV0 ----------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipelineState.h"
#include "WaveDialect/DXIL/Direct3D.h"

#include "llvm/Support/Alignment.h"
#include "llvm/Support/EndianStream.h"

using namespace llvm;
using namespace llvm::dxbc;
using mlir::dxil::EntryMetadata;
using mlir::dxil::ResourceRecord;

static unsigned getVersion(const EntryMetadata &entry) {
  constexpr unsigned kFirstValidatorMinor[] = {0, 1, 6, 8, 10};
  unsigned version = 0;
  while (version + 1 < std::size(kFirstValidatorMinor) &&
         entry.validatorMinor >= kFirstValidatorMinor[version + 1])
    ++version;
  return version;
}

static PSV::ResourceType getResourceType(const ResourceRecord &resource) {
  using llvm::dxil::ResourceKind;
  bool isUAV = resource.isUAV();
  switch (resource.kind) {
  case ResourceKind::CBuffer:
    return PSV::ResourceType::CBV;
  case ResourceKind::Sampler:
    return PSV::ResourceType::Sampler;
  case ResourceKind::StructuredBuffer:
    if (isUAV && resource.hasCounter)
      return PSV::ResourceType::UAVStructuredWithCounter;
    return isUAV ? PSV::ResourceType::UAVStructured
                 : PSV::ResourceType::SRVStructured;
  case ResourceKind::RawBuffer:
    return isUAV ? PSV::ResourceType::UAVRaw : PSV::ResourceType::SRVRaw;
  case ResourceKind::RTAccelerationStructure:
    return PSV::ResourceType::SRVRaw;
  default:
    return isUAV ? PSV::ResourceType::UAVTyped : PSV::ResourceType::SRVTyped;
  }
}

static void writeResources(const EntryMetadata &entry, unsigned version,
                           support::endian::Writer &writer) {
  using llvm::dxil::ResourceClass;
  writer.write<uint32_t>(entry.resources.size());
  if (entry.resources.empty())
    return;
  bool isLong = version >= 2;
  writer.write<uint32_t>(isLong ? sizeof(PSV::v2::ResourceBindInfo)
                                : sizeof(PSV::v0::ResourceBindInfo));
  for (ResourceClass resourceClass :
       {ResourceClass::CBuffer, ResourceClass::Sampler, ResourceClass::SRV,
        ResourceClass::UAV})
    for (const ResourceRecord &resource : entry.resources) {
      if (resource.resourceClass != resourceClass)
        continue;
      writer.write(llvm::to_underlying(getResourceType(resource)));
      writer.write(resource.space);
      writer.write(resource.lowerBound);
      writer.write(resource.getUpperBound());
      if (!isLong)
        continue;
      writer.write(llvm::to_underlying(resource.kind));
      writer.write<uint32_t>(resource.usesAtomic64 ? mlir::dxil::kUsedByAtomic64
                                                   : 0);
    }
}

void mlir::dxil::writePipelineState(const EntryMetadata &entry,
                                    SmallVectorImpl<char> &bytes) {
  unsigned version = getVersion(entry);
  raw_svector_ostream stream(bytes);
  support::endian::Writer writer(stream, endianness::little);
  writer.write<uint32_t>(kRuntimeInfoSizes[version]);

  // The union of the stages' data: the size of the payload, or nothing.
  writer.write<uint32_t>(entry.payloadBytes);
  stream.write_zeros(sizeof(PipelinePSVInfo) - sizeof(uint32_t));
  WaveSize lanes = entry.waveSize.value_or(WaveSize{0, ~0u, 0});
  writer.write<uint32_t>(lanes.min);
  writer.write<uint32_t>(lanes.max ? lanes.max : lanes.min);
  if (version >= 1) {
    writer.write(getStageNumber(entry.isAmplification));
    // No view instancing, and no elements or vectors of signatures.
    stream.write_zeros(kRuntimeInfoSizes[1] - kRuntimeInfoSizes[0] - 1);
  }
  if (version >= 2)
    for (uint32_t count : entry.numThreads)
      writer.write(count);
  // A string table begins with the empty string, and the name follows it.
  constexpr uint32_t kNameOffset = 1;
  if (version >= 3)
    writer.write(kNameOffset);
  if (version >= 4)
    writer.write(entry.groupSharedBytes);

  writeResources(entry, version, writer);
  if (version == 0)
    return;
  size_t used =
      version >= 3 ? kNameOffset + entry.name.size() + 1 : kNameOffset;
  uint32_t size = alignTo(used, 4);
  writer.write(size);
  size_t begin = bytes.size();
  if (version >= 3) {
    stream.write_zeros(kNameOffset);
    stream << entry.name;
  }
  stream.write_zeros(begin + size - bytes.size());
  writer.write<uint32_t>(0); // Indices of semantics.
}
