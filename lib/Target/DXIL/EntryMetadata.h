//===- EntryMetadata.h - What a module says about its entry -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TARGET_DXIL_ENTRYMETADATA_H
#define WAVEDIALECT_LIB_TARGET_DXIL_ENTRYMETADATA_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/DXILABI.h"
#include "llvm/Support/Error.h"

#include <array>
#include <optional>
#include <string>

namespace llvm {
class Module;
}

namespace mlir::dxil {

/// Tags of the entry's property list.
enum PropertyTag : uint32_t {
  kFlagsTag = 0,
  kNumThreadsTag = 4,
  kAutoBindingSpaceTag = 5,
  kAmplificationTag = 10,
  kWaveSizeTag = 11,
  kWaveSizeRangeTag = 23,
  kGroupSharedLimitTag = 24,
};

/// One record of dx.resources.
struct ResourceRecord {
  llvm::dxil::ResourceClass resourceClass;
  llvm::dxil::ResourceKind kind;
  uint32_t id, space, lowerBound;
  /// 0xffffffff has no bound.
  uint32_t rangeSize;
  bool hasCounter = false;
  bool isRasterOrdered = false;
  bool usesAtomic64 = false;
  /// Components of an element, as the type of the record's variable tells.
  unsigned numComponents = 1;

  bool isUAV() const { return resourceClass == llvm::dxil::ResourceClass::UAV; }
  bool isRawOrStructured() const {
    return kind == llvm::dxil::ResourceKind::RawBuffer ||
           kind == llvm::dxil::ResourceKind::StructuredBuffer;
  }
  uint32_t getUpperBound() const {
    return rangeSize == ~0u ? ~0u : lowerBound + rangeSize - 1;
  }
};

/// The lanes that a wave must have; 0 in the last two where nothing is said.
struct WaveSize {
  uint32_t min = 0, max = 0, preferred = 0;
};

/// What the dx.* metadata and the groupshared globals of a module say.
struct EntryMetadata {
  std::string name;
  bool isAmplification = false;
  /// Shader model 6.n, which is DXIL 1.n.
  unsigned shaderModelMinor = 0;
  /// The validator 1.n for which the module is made.
  unsigned validatorMinor = 0;
  /// As stated, with none computed.
  uint64_t flags = 0;
  std::array<uint32_t, 3> numThreads = {};
  std::optional<WaveSize> waveSize;
  std::optional<uint32_t> groupSharedLimit;
  uint32_t payloadBytes = 0;
  uint32_t groupSharedBytes = 0;
  /// By class in the order of ResourceClass, in a class by id.
  llvm::SmallVector<ResourceRecord> resources;
};

/// Reads what a module says, or tells what is malformed in it.
llvm::Expected<EntryMetadata> readEntryMetadata(const llvm::Module &module);

} // namespace mlir::dxil

#endif // WAVEDIALECT_LIB_TARGET_DXIL_ENTRYMETADATA_H
