//===- SPIRVManifest.cpp - How to launch a kernel's modules for Vulkan ----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../KernelManifest.h"
#include "KernelModule.h"

using namespace mlir;
using namespace mlir::wave;

void KernelModule::attachManifest(ArrayRef<spirv::Capability> capabilities) {
  const bool isNumWaves = description.numWaves != 0;
  ManifestModule code{"spirv", "spv", fixedWaveSize ? "fixed" : "specialized"};
  if (isNumWaves)
    code.waveSize = static_cast<int32_t>(fixedWaveSize);
  KernelManifest manifest(kernel.getName(), code, description, layout,
                          groupsharedBytes, module.getContext());
  if (description.launchedThreads != description.numThreads)
    manifest.add("launched_threads",
                 manifest.getNumbers(description.launchedThreads));

  NamedAttrList settingConstants;
  auto specialize = [&](StringRef name, uint32_t id, StringRef equals) {
    settingConstants.append(
        name,
        manifest.getDictionary({{"id", manifest.getNumber(getFreeSpecId(id))},
                                {"equals", manifest.getText(equals)}}));
  };
  if (isSpecialized())
    specialize(kWaveSizeConstant, kWaveSizeSpecId,
               "the required subgroup size");
  for (Setting setting : settings)
    specialize(stringifySetting(setting), getConstant(setting).id,
               getConstant(setting).equals);
  manifest.add("specialization",
               settingConstants.getDictionary(module.getContext()));
  SmallVector<Attribute> constants;
  for (auto &[id, constant] : specialization)
    constants.push_back(manifest.getDictionary(
        {{"id", manifest.getNumber(id)},
         {"name", manifest.getText(constant.name)},
         {"element", manifest.getText(getElementName(constant.element))}}));
  if (!constants.empty())
    manifest.add("specialization_constants",
                 ArrayAttr::get(module.getContext(), constants));

  SmallVector<Attribute> names;
  for (spirv::Capability capability : capabilities)
    names.push_back(manifest.getText(spirv::stringifyCapability(capability)));
  manifest.add("capabilities", ArrayAttr::get(module.getContext(), names));
  const bool requiresSize = !description.waveSizes.empty();
  manifest.add("requires",
               manifest.getDictionary(
                   {{"full_subgroups", manifest.getFlag(isNumWaves)},
                    {"required_subgroup_size", manifest.getFlag(requiresSize)},
                    {"maintenance4", manifest.getFlag(isSpecialized())}}));
  if (isAmplification())
    manifest.addPayload(payload);
  manifest.attachTo(module);
}
