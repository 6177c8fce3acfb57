//===- EntryMetadata.h - Metadata of a module's entry ---------------------===//
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
  /// 0xffffffff means unbounded.
  uint32_t rangeSize;
  bool hasCounter = false;
  bool isRasterOrdered = false;
  bool usesAtomic64 = false;
  /// Components of an element, derived from the type of the record's variable.
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

/// The required wave sizes; `max` and `preferred` are 0 if they are not stated.
struct WaveSize {
  uint32_t min = 0, max = 0, preferred = 0;
};

/// The facts that the dx.* metadata and the groupshared globals of a module
/// state.
struct EntryMetadata {
  std::string name;
  bool isAmplification = false;
  /// Shader model 6.n, which is DXIL 1.n.
  unsigned shaderModelMinor = 0;
  /// The version 1.n of the validator for the module.
  unsigned validatorMinor = 0;
  /// The stated flags, without computed ones.
  uint64_t flags = 0;
  std::array<uint32_t, 3> numThreads = {};
  std::optional<WaveSize> waveSize;
  std::optional<uint32_t> groupSharedLimit;
  uint32_t payloadBytes = 0;
  uint32_t groupSharedBytes = 0;
  /// Sorted by class in the order of ResourceClass, then by id.
  llvm::SmallVector<ResourceRecord> resources;
};

/// Reads the metadata of a module, or returns an error if it is malformed.
llvm::Expected<EntryMetadata> readEntryMetadata(const llvm::Module &module);

} // namespace mlir::dxil

#endif // WAVEDIALECT_LIB_TARGET_DXIL_ENTRYMETADATA_H
