//===- KernelManifest.cpp - Manifest for launching a kernel ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// docs/vulkan.md and the schema next to the Python driver describe the fields.

#include "KernelModule.h"

using namespace mlir;
using namespace mlir::wave;

DictionaryAttr
KernelModule::getManifest(ArrayRef<spirv::Capability> capabilities) {
  Builder b(module.getContext());
  auto number = [&](int64_t value) { return b.getI64IntegerAttr(value); };
  auto text = [&](const Twine &value) { return b.getStringAttr(value); };
  auto dictionary =
      [&](ArrayRef<std::pair<StringRef, Attribute>> entries) -> DictionaryAttr {
    NamedAttrList list;
    for (auto [name, value] : entries)
      list.append(name, value);
    return list.getDictionary(b.getContext());
  };
  auto numbers = [&](ArrayRef<int32_t> values) -> Attribute {
    SmallVector<Attribute> list;
    for (int32_t value : values)
      list.push_back(number(value));
    return b.getArrayAttr(list);
  };
  Attribute none = b.getUnitAttr(); // JSON's null.

  SmallVector<Attribute> names;
  for (spirv::Capability capability : capabilities)
    names.push_back(text(spirv::stringifyCapability(capability)));

  bool isNumWaves = description.numWaves != 0;
  NamedAttrList lanes, specialization;
  for (int32_t size : description.waveSizes)
    if (isNumWaves)
      lanes.append(std::to_string(size), number(description.numWaves * size));
  if (isSpecialized())
    specialization.append(
        kWaveSizeConstant,
        dictionary({{"id", number(kWaveSizeSpecId)},
                    {"equals", text("the required subgroup size")}}));
  for (Setting setting : settings)
    specialization.append(
        stringifySetting(setting),
        dictionary({{"id", number(getConstant(setting).id)},
                    {"equals", text(getConstant(setting).equals)}}));
  StringRef name = kernel.getName();
  // Modules for other wave sizes are compiled separately; the caller that
  // compiles them merges the lists.
  bool oneASize = isNumWaves && fixedWaveSize;
  NamedAttrList modules;
  if (oneASize) {
    std::string size = std::to_string(fixedWaveSize);
    modules.append(size, text(name + ".w" + size + ".spv"));
  }
  DictionaryAttr manifest = dictionary({
      {"version", number(1)},
      {"kernel", text(name)},
      {"target", text("spirv")},
      {"form", text(fixedWaveSize ? "fixed" : "specialized")},
      {"module", oneASize ? none : Attribute(text(name + ".spv"))},
      {"modules", modules.getDictionary(b.getContext())},
      {"entry_point", text(name)},
      {"stage", text(stringifyStage(description.stage))},
      {"num_waves", isNumWaves ? number(description.numWaves) : none},
      {"num_threads", isNumWaves ? none : numbers(description.numThreads)},
      {"wave_sizes", numbers(description.waveSizes)},
      {"preferred_wave_size",
       description.preferredWaveSize
           ? Attribute(number(*description.preferredWaveSize))
           : none},
      {"dropped_wave_sizes", description.droppedWaveSizes
                                 ? description.droppedWaveSizes
                                 : b.getArrayAttr({})},
      {"lanes_per_group", lanes.getDictionary(b.getContext())},
      {"bindings", layout.describeBindings(b.getContext())},
      {"constants", layout.describeConstants(b.getContext())},
      {"specialization", specialization.getDictionary(b.getContext())},
      {"groupshared_bytes", number(groupsharedBytes)},
      {"capabilities", b.getArrayAttr(names)},
      {"requires",
       dictionary({{"full_subgroups", b.getBoolAttr(isNumWaves)},
                   {"required_subgroup_size",
                    b.getBoolAttr(!description.waveSizes.empty())},
                   {"maintenance4", b.getBoolAttr(isSpecialized())}})},
  });
  if (!isAmplification())
    return manifest;
  NamedAttrList withPayload(manifest);
  Attribute described = none;
  if (payload) {
    Type element = payload.getElementType();
    // Memory contains bits: the mesh shader determines the sign of integers.
    described = dictionary(
        {{"bytes", number(payload.getNumElements() * getScalarBytes(element))},
         {"element", text(getElementName(element))},
         {"elements", number(payload.getNumElements())}});
  }
  withPayload.append("payload", described);
  return withPayload.getDictionary(b.getContext());
}
