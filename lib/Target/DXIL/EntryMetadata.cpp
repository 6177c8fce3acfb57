//===- EntryMetadata.cpp - Metadata of a module's entry -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Readers of a file trust its metadata: a value of another width or a resource
// without its number crashes the validator. So this file checks everything.

#include "EntryMetadata.h"

#include "WaveDialect/DXIL/ShaderModels.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using mlir::dxil::EntryMetadata;
using mlir::dxil::Feature;
using mlir::dxil::getFirstMinor;
using mlir::dxil::getFirstModel;
using mlir::dxil::hasFeature;
using mlir::dxil::ResourceRecord;
using mlir::dxil::WaveSize;

namespace {
constexpr unsigned kGroupSharedAddressSpace = 3;

Error malformed(const Twine &message) {
  return createStringError("malformed metadata: " + message);
}

Error malformed(StringRef where, const Twine &message) {
  return malformed("'" + where + "' " + message);
}

const MDNode *getNode(const MDNode &node, unsigned index) {
  if (index >= node.getNumOperands())
    return nullptr;
  return dyn_cast_or_null<MDNode>(node.getOperand(index).get());
}

std::optional<StringRef> getText(const MDNode &node, unsigned index) {
  if (index < node.getNumOperands())
    if (auto *text = dyn_cast_or_null<MDString>(node.getOperand(index).get()))
      return text->getString();
  return std::nullopt;
}

std::optional<uint64_t> getInteger(const MDNode &node, unsigned index,
                                   unsigned width) {
  if (index >= node.getNumOperands())
    return std::nullopt;
  auto *value =
      mdconst::dyn_extract_or_null<ConstantInt>(node.getOperand(index));
  if (!value || value->getBitWidth() != width)
    return std::nullopt;
  return value->getZExtValue();
}

/// Reads as many i32 as `values` holds; fails if the number of operands
/// differs.
template <size_t count>
bool readIntegers(const MDNode *node, std::array<uint32_t, count> &values) {
  if (!node || node->getNumOperands() != count)
    return false;
  for (size_t index = 0; index < count; ++index) {
    std::optional<uint64_t> value = getInteger(*node, index, 32);
    if (!value)
      return false;
    values[index] = *value;
  }
  return true;
}

/// Returns the number of components of the first field of a resource's
/// variable, a structure or an array of structures.
unsigned getNumComponents(const llvm::Type *type) {
  while (auto *array = dyn_cast<llvm::ArrayType>(type))
    type = array->getElementType();
  auto *record = dyn_cast<StructType>(type);
  if (!record || record->isOpaque() || record->getNumElements() == 0)
    return 1;
  if (auto *vector = dyn_cast<FixedVectorType>(record->getElementType(0)))
    return vector->getNumElements();
  return 1;
}

class Reader {
public:
  explicit Reader(const Module &module) : module(module) {}

  Error read();

  EntryMetadata entry;

private:
  Error readVersion(StringRef name, unsigned &minor);
  Error readShaderModel();
  Error readEntry(const MDNode &node);
  Error readProperties(const MDNode &list);
  Error readProperty(uint32_t tag, const MDNode &list, unsigned index);
  Error readResources(const MDNode &lists);
  Error readResource(llvm::dxil::ResourceClass resourceClass, unsigned id,
                     const MDNode &record);
  Error readTags(const MDNode &list, ResourceRecord &resource);
  Error readGroupShared();

  const MDNode *getOnlyNode(StringRef name) {
    const NamedMDNode *named = module.getNamedMetadata(name);
    if (!named || named->getNumOperands() != 1)
      return nullptr;
    return named->getOperand(0);
  }

  const Module &module;
};
} // namespace

Error Reader::readVersion(StringRef name, unsigned &minor) {
  std::array<uint32_t, 2> numbers;
  const MDNode *node = getOnlyNode(name);
  if (!node || !readIntegers(node, numbers) || numbers[0] != 1)
    return malformed(name, "is not {i32 1, i32 minor}");
  minor = numbers[1];
  return Error::success();
}

Error Reader::readShaderModel() {
  const MDNode *node = getOnlyNode("dx.shaderModel");
  std::optional<StringRef> stage;
  std::optional<uint64_t> major, minor;
  if (node && node->getNumOperands() == 3) {
    stage = getText(*node, 0);
    major = getInteger(*node, 1, 32);
    minor = getInteger(*node, 2, 32);
  }
  if (!stage || (*stage != "cs" && *stage != "as") || major != 6 || !minor)
    return malformed("dx.shaderModel",
                     "is not {\"cs\" or \"as\", i32 6, i32 minor}");
  entry.isAmplification = *stage == "as";
  entry.shaderModelMinor = *minor;
  if (*minor > mlir::dxil::kNewestMinor)
    return malformed("shader model 6." + Twine(*minor) + " is not known");
  if (entry.isAmplification && !hasFeature(*minor, Feature::Amplification))
    return malformed("amplification needs shader model " +
                     getFirstModel(Feature::Amplification));
  return Error::success();
}

Error Reader::readProperty(uint32_t tag, const MDNode &list, unsigned index) {
  auto bad = [&](const Twine &message) {
    return malformed("property " + Twine(tag) + " of the entry " + message);
  };
  const MDNode *node = getNode(list, index);
  switch (tag) {
  case mlir::dxil::kFlagsTag: {
    std::optional<uint64_t> flags = getInteger(list, index, 64);
    if (!flags)
      return bad("is not an i64");
    entry.flags = *flags;
    return Error::success();
  }
  case mlir::dxil::kNumThreadsTag:
    if (entry.isAmplification)
      return bad("is for compute");
    if (!readIntegers(node, entry.numThreads))
      return bad("is not {i32 x, i32 y, i32 z}");
    return Error::success();
  case mlir::dxil::kAutoBindingSpaceTag:
    return Error::success();
  case mlir::dxil::kAmplificationTag: {
    if (!entry.isAmplification)
      return bad("is for amplification");
    std::optional<uint64_t> bytes;
    if (node && node->getNumOperands() == 2)
      bytes = getInteger(*node, 1, 32);
    if (!bytes || !readIntegers(getNode(*node, 0), entry.numThreads))
      return bad("is not {{i32 x, i32 y, i32 z}, i32 bytes}");
    entry.payloadBytes = *bytes;
    return Error::success();
  }
  case mlir::dxil::kWaveSizeTag: {
    std::array<uint32_t, 1> size;
    if (entry.isAmplification)
      return bad("is for compute");
    if (!hasFeature(entry.shaderModelMinor, Feature::WaveSize) ||
        hasFeature(entry.shaderModelMinor, Feature::WaveSizeRange))
      return bad("is for shader models " + getFirstModel(Feature::WaveSize) +
                 " and 6." + Twine(getFirstMinor(Feature::WaveSizeRange) - 1));
    if (!readIntegers(node, size))
      return bad("is not {i32 lanes}");
    entry.waveSize = WaveSize{size[0], 0, 0};
    return Error::success();
  }
  case mlir::dxil::kWaveSizeRangeTag: {
    std::array<uint32_t, 3> size;
    if (entry.isAmplification)
      return bad("is for compute");
    if (!hasFeature(entry.shaderModelMinor, Feature::WaveSizeRange))
      return bad("needs shader model " + getFirstModel(Feature::WaveSizeRange));
    if (!readIntegers(node, size))
      return bad("is not {i32 min, i32 max, i32 preferred}");
    entry.waveSize = WaveSize{size[0], size[1], size[2]};
    return Error::success();
  }
  case mlir::dxil::kGroupSharedLimitTag: {
    std::optional<uint64_t> bytes = getInteger(list, index, 32);
    if (!hasFeature(entry.shaderModelMinor, Feature::GroupSharedLimit))
      return bad("needs shader model " +
                 getFirstModel(Feature::GroupSharedLimit));
    if (!bytes)
      return bad("is not an i32");
    entry.groupSharedLimit = *bytes;
    return Error::success();
  }
  default:
    return bad("is not known");
  }
}

Error Reader::readProperties(const MDNode &list) {
  SmallVector<uint64_t> seen;
  for (unsigned index = 0; index < list.getNumOperands(); index += 2) {
    std::optional<uint64_t> tag = getInteger(list, index, 32);
    if (!tag || index + 1 == list.getNumOperands() ||
        llvm::is_contained(seen, *tag))
      return malformed("the entry's properties are not pairs of one i32 tag "
                       "each and its value");
    seen.push_back(*tag);
    if (Error error = readProperty(*tag, list, index + 1))
      return error;
  }
  uint32_t threads = entry.isAmplification ? mlir::dxil::kAmplificationTag
                                           : mlir::dxil::kNumThreadsTag;
  if (!llvm::is_contained(seen, threads))
    return malformed("the entry does not say how many threads it has "
                     "(property " +
                     Twine(threads) + ")");
  return Error::success();
}

Error Reader::readTags(const MDNode &list, ResourceRecord &resource) {
  for (unsigned index = 0; index < list.getNumOperands(); index += 2) {
    std::optional<uint64_t> tag = getInteger(list, index, 32);
    if (!tag || index + 1 == list.getNumOperands())
      return malformed("a resource's tags are not pairs of an i32 and its "
                       "value");
    if (*tag != llvm::to_underlying(llvm::dxil::ExtPropTags::Atomic64Use))
      continue;
    std::optional<uint64_t> used = getInteger(list, index + 1, 1);
    if (!used)
      return malformed("a resource's tag " + Twine(*tag) + " is not an i1");
    resource.usesAtomic64 = *used;
  }
  return Error::success();
}

Error Reader::readResource(llvm::dxil::ResourceClass resourceClass, unsigned id,
                           const MDNode &record) {
  using llvm::dxil::ResourceClass;
  using llvm::dxil::ResourceKind;
  auto bad = [&](const Twine &message) {
    return malformed(llvm::dxil::getResourceClassName(resourceClass) + " " +
                     Twine(id) + " " + message);
  };
  constexpr unsigned kNumOperands[] = {9, 11, 8, 8}; // By class.
  if (record.getNumOperands() !=
      kNumOperands[llvm::to_underlying(resourceClass)])
    return bad("has not the operands of its class");
  // Number, variable, name, space, lower bound, size, and operands of the
  // class.
  std::optional<uint64_t> number = getInteger(record, 0, 32),
                          space = getInteger(record, 3, 32),
                          lower = getInteger(record, 4, 32),
                          size = getInteger(record, 5, 32),
                          sixth = getInteger(record, 6, 32);
  auto *variable = mdconst::dyn_extract_or_null<Constant>(record.getOperand(1));
  if (!number || !variable || !getText(record, 2) || !space || !lower ||
      !size || !sixth)
    return bad("is not {i32 number, variable, name, i32 space, i32 lower "
               "bound, i32 size, i32, ...}");
  if (*number != id)
    return bad("has the number " + Twine(*number));
  if (*size == 0 || (*size != ~0u && *lower + *size - 1 > ~0u))
    return bad("has an impossible range");
  ResourceRecord resource = {};
  resource.resourceClass = resourceClass;
  resource.id = id;
  resource.space = *space;
  resource.lowerBound = *lower;
  resource.rangeSize = *size;
  resource.numComponents = getNumComponents(variable->getType());
  if (resourceClass == ResourceClass::CBuffer) {
    resource.kind = ResourceKind::CBuffer;
  } else if (resourceClass == ResourceClass::Sampler) {
    resource.kind = ResourceKind::Sampler;
  } else {
    if (*sixth == 0 || *sixth >= llvm::to_underlying(ResourceKind::NumEntries))
      return bad("is of an unknown kind");
    resource.kind = static_cast<ResourceKind>(*sixth);
  }
  if (resource.isUAV()) {
    std::optional<uint64_t> coherent = getInteger(record, 7, 1),
                            counter = getInteger(record, 8, 1),
                            ordered = getInteger(record, 9, 1);
    if (!coherent || !counter || !ordered)
      return bad("does not say by i1 whether it is coherent, counts and is "
                 "ordered");
    resource.hasCounter = *counter;
    resource.isRasterOrdered = *ordered;
  }
  if (resource.isUAV() || resourceClass == ResourceClass::SRV) {
    const MDOperand &tags = record.getOperand(record.getNumOperands() - 1);
    if (auto *list = dyn_cast_or_null<MDNode>(tags.get())) {
      if (Error error = readTags(*list, resource))
        return error;
    } else if (tags) {
      return bad("has no list of tags");
    }
  }
  entry.resources.push_back(resource);
  return Error::success();
}

Error Reader::readResources(const MDNode &lists) {
  if (lists.getNumOperands() != 4)
    return malformed("dx.resources", "is not a list for each of four classes");
  for (unsigned number = 0; number < 4; ++number) {
    const Metadata *list = lists.getOperand(number);
    if (!list)
      continue;
    auto *node = dyn_cast<MDNode>(list);
    if (!node)
      return malformed("dx.resources", "holds what is no list");
    for (unsigned id = 0; id < node->getNumOperands(); ++id) {
      const MDNode *record = getNode(*node, id);
      if (!record)
        return malformed("dx.resources", "holds what is no record");
      auto resourceClass = static_cast<llvm::dxil::ResourceClass>(number);
      if (Error error = readResource(resourceClass, id, *record))
        return error;
    }
  }
  return Error::success();
}

Error Reader::readEntry(const MDNode &node) {
  std::optional<StringRef> name = getText(node, 1);
  auto *function =
      node.getNumOperands() == 5
          ? mdconst::dyn_extract_or_null<Function>(node.getOperand(0))
          : nullptr;
  if (!function || !name)
    return malformed("dx.entryPoints",
                     "is not {function, name, null, resources, properties}");
  if (function->getName() != *name)
    return malformed("the entry '" + *name + "' is the function '" +
                     function->getName() + "'");
  entry.name = name->str();
  if (node.getOperand(2))
    return malformed("the entry has signatures");

  const MDNode *resources = getNode(node, 3), *properties = getNode(node, 4);
  if (module.getNamedMetadata("dx.resources") &&
      getOnlyNode("dx.resources") != resources)
    return malformed("dx.resources", "is not the entry's");
  if (resources)
    if (Error error = readResources(*resources))
      return error;
  if (!properties)
    return malformed("the entry has no properties");
  return readProperties(*properties);
}

Error Reader::readGroupShared() {
  uint64_t bytes = 0;
  for (const GlobalVariable &global : module.globals())
    if (global.getAddressSpace() == kGroupSharedAddressSpace) {
      if (!global.getValueType()->isSized())
        return createStringError("global '" + global.getName() +
                                 "' has no size");
      bytes += module.getDataLayout()
                   .getTypeAllocSize(global.getValueType())
                   .getKnownMinValue();
      if (bytes > ~0u)
        return createStringError("groupshared memory has more than 4 GiB");
    }
  entry.groupSharedBytes = bytes;
  return Error::success();
}

Error Reader::read() {
  if (Error error = readShaderModel())
    return error;
  unsigned minor;
  if (Error error = readVersion("dx.version", minor))
    return error;
  if (minor != entry.shaderModelMinor)
    return malformed("DXIL 1." + Twine(minor) + " is not of shader model 6." +
                     Twine(entry.shaderModelMinor));
  // A module without it predates versions of the validator.
  if (module.getNamedMetadata("dx.valver"))
    if (Error error = readVersion("dx.valver", entry.validatorMinor))
      return error;
  const MDNode *node = getOnlyNode("dx.entryPoints");
  if (!node)
    return malformed("dx.entryPoints", "does not name one entry");
  if (Error error = readEntry(*node))
    return error;
  return readGroupShared();
}

Expected<EntryMetadata>
mlir::dxil::readEntryMetadata(const llvm::Module &module) {
  Reader reader(module);
  if (Error error = reader.read())
    return error;
  return std::move(reader.entry);
}
