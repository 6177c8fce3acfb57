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

/// From version 2 on, an image that a kernel only loads from is a sampled image,
/// and bindings have the types of their descriptors.
static constexpr int64_t kManifestVersion = 2;

/// The VkFormat of a storage image whose format the host chooses.
static constexpr StringLiteral kUndefinedFormat = "VK_FORMAT_UNDEFINED";

/// The VkDescriptorType of a resource.
static StringRef getDescriptorType(const ResourceBinding &resource) {
  if (resource.isConstantBuffer())
    return "VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER";
  if (resource.isBuffer())
    return "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER";
  return resource.kind == BindingKind::SRV ? "VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE"
                                           : "VK_DESCRIPTOR_TYPE_STORAGE_IMAGE";
}

/// Adds the type of the descriptor to each binding, and the VkFormat of a storage
/// image.
ArrayAttr KernelModule::describeBindings() const {
  MLIRContext *context = module->getContext();
  Builder builder(context);
  SmallVector<Attribute> bindings;
  for (auto [described, resource] :
       llvm::zip_equal(layout.describeBindings(context), layout.resources)) {
    NamedAttrList list(cast<DictionaryAttr>(described));
    list.append("descriptor",
                builder.getStringAttr(getDescriptorType(resource)));
    if (auto found = imageFormats.find(resource.variable);
        found != imageFormats.end())
      list.append("format",
                  builder.getStringAttr(found->second ? found->second->vulkan
                                                      : kUndefinedFormat));
    bindings.push_back(list.getDictionary(context));
  }
  return builder.getArrayAttr(bindings);
}

/// The products of cooperative matrices, and the tiles that take part in none: what the host
/// asks the device for.
static ArrayAttr describeMatrices(KernelManifest &manifest,
                                  spirv::ModuleOp module) {
  using Matrix = spirv::CooperativeMatrixType;
  using Use = spirv::CooperativeMatrixUseKHR;
  // By (rows, columns, depth, element, sum), each product once.
  llvm::SetVector<std::tuple<int64_t, int64_t, int64_t, Type, Type>> products;
  module.walk([&](spirv::KHRCooperativeMatrixMulAddOp op) {
    auto a = cast<Matrix>(op.getA().getType());
    auto c = cast<Matrix>(op.getC().getType());
    products.insert({c.getRows(), c.getColumns(), a.getColumns(),
                     a.getElementType(), c.getElementType()});
  });
  SmallVector<Attribute> described;
  for (auto [rows, columns, depth, element, sum] : products)
    described.push_back(manifest.getDictionary(
        {{"m", manifest.getNumber(rows)},
         {"n", manifest.getNumber(columns)},
         {"k", manifest.getNumber(depth)},
         {"element", manifest.getText(getElementName(element))},
         {"sum", manifest.getText(getElementName(sum))}}));
  llvm::SetVector<Matrix> tiles;
  module.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto tile = dyn_cast<Matrix>(type))
        tiles.insert(tile);
  });
  for (Matrix tile : tiles) {
    const Use use = tile.getUse();
    const bool isKnown = llvm::any_of(products, [&](const auto &product) {
      auto [rows, columns, depth, element, sum] = product;
      if (use == Use::MatrixAcc)
        return tile.getRows() == rows && tile.getColumns() == columns &&
               tile.getElementType() == sum;
      return tile.getElementType() == element &&
             (use == Use::MatrixA
                  ? tile.getRows() == rows && tile.getColumns() == depth
                  : tile.getRows() == depth && tile.getColumns() == columns);
    });
    if (isKnown)
      continue;
    // A product that has this tile; its other sizes do not matter.
    const bool isSum = use == Use::MatrixAcc;
    NamedAttrList list;
    auto addNumber = [&](StringRef name, int64_t number) {
      list.append(name, manifest.getNumber(number));
    };
    if (use != Use::MatrixB)
      addNumber("m", tile.getRows());
    if (use != Use::MatrixA)
      addNumber("n", tile.getColumns());
    if (!isSum)
      addNumber("k", use == Use::MatrixA ? tile.getColumns() : tile.getRows());
    list.append(isSum ? "sum" : "element",
                manifest.getText(getElementName(tile.getElementType())));
    described.push_back(list.getDictionary(module.getContext()));
  }
  return ArrayAttr::get(module.getContext(), described);
}

void KernelModule::attachManifest(ArrayRef<spirv::Capability> capabilities) {
  const bool isNumWaves = description.numWaves != 0;
  ManifestModule code{"spirv", "spv", fixedWaveSize ? "fixed" : "specialized"};
  if (isNumWaves)
    code.waveSize = static_cast<int32_t>(fixedWaveSize);
  KernelManifest manifest(kernel.getName(), code, description, layout,
                          groupsharedBytes, module.getContext());
  manifest.add("version", manifest.getNumber(kManifestVersion));
  manifest.add("bindings", describeBindings());
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
  if (llvm::is_contained(capabilities, spirv::Capability::CooperativeMatrixKHR))
    manifest.add("matrices", describeMatrices(manifest, module));
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
