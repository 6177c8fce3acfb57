//===- VulkanHost.cpp - Launches a bundle for Vulkan ----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Usage: wave-vulkan-host FOLDER

#include "../Bundle.h"

#include <map>
#include <vulkan/vulkan_raii.hpp>

namespace {

/// The properties and features that the device reports.
struct DeviceFacts {
  explicit DeviceFacts(const vk::raii::PhysicalDevice &device)
      : features(device.getFeatures2<vk::PhysicalDeviceFeatures2,
                                     vk::PhysicalDeviceVulkan11Features,
                                     vk::PhysicalDeviceVulkan12Features,
                                     vk::PhysicalDeviceVulkan13Features>()) {
    const auto properties =
        device.getProperties2<vk::PhysicalDeviceProperties2,
                              vk::PhysicalDeviceVulkan11Properties,
                              vk::PhysicalDeviceVulkan12Properties,
                              vk::PhysicalDeviceVulkan13Properties>();
    const auto &v12 = properties.get<vk::PhysicalDeviceVulkan12Properties>();
    const auto &v13 = properties.get<vk::PhysicalDeviceVulkan13Properties>();
    name = properties.get<vk::PhysicalDeviceProperties2>()
               .properties.deviceName.data();
    maxGroups = properties.get<vk::PhysicalDeviceProperties2>()
                    .properties.limits.maxComputeWorkGroupCount[0];
    isLavapipe = v12.driverID == vk::DriverId::eMesaLlvmpipe;
    isMesa22 =
        std::string(v12.driverInfo).find("Mesa 22.") != std::string::npos;
    waveSize = smallest = largest =
        properties.get<vk::PhysicalDeviceVulkan11Properties>().subgroupSize;
    // Without these a pipeline uses the device's own wave size.
    if (features.get<vk::PhysicalDeviceVulkan13Features>()
            .subgroupSizeControl &&
        (v13.requiredSubgroupSizeStages & vk::ShaderStageFlagBits::eCompute)) {
      smallest = v13.minSubgroupSize;
      largest = v13.maxSubgroupSize;
    }
  }

  std::string name;
  uint32_t waveSize, smallest, largest, maxGroups;
  bool isLavapipe, isMesa22;
  vk::StructureChain<
      vk::PhysicalDeviceFeatures2, vk::PhysicalDeviceVulkan11Features,
      vk::PhysicalDeviceVulkan12Features, vk::PhysicalDeviceVulkan13Features>
      features;
};

/// Memory that the host writes and reads in place, which is enough for an example. On a
/// GPU with its own memory, copies through staging buffers are faster.
struct MappedBuffer {
  MappedBuffer(const vk::raii::PhysicalDevice &physical,
               const vk::raii::Device &device, const Bytes &contents)
      : bytes(contents.size()),
        buffer(device, vk::BufferCreateInfo(
                           {}, bytes,
                           vk::BufferUsageFlagBits::eStorageBuffer |
                               vk::BufferUsageFlagBits::eUniformBuffer)),
        memory(device,
               vk::MemoryAllocateInfo(
                   buffer.getMemoryRequirements().size,
                   findType(physical,
                            buffer.getMemoryRequirements().memoryTypeBits))) {
    buffer.bindMemory(*memory, 0);
    mapped = memory.mapMemory(0, bytes);
    std::memcpy(mapped, contents.data(), bytes);
  }

  static uint32_t findType(const vk::raii::PhysicalDevice &physical,
                           uint32_t allowed) {
    const auto wanted = vk::MemoryPropertyFlagBits::eHostVisible |
                        vk::MemoryPropertyFlagBits::eHostCoherent;
    const auto properties = physical.getMemoryProperties();
    for (uint32_t type = 0; type < properties.memoryTypeCount; ++type)
      if ((allowed >> type & 1) &&
          (properties.memoryTypes[type].propertyFlags & wanted) == wanted)
        return type;
    throw std::runtime_error("the device has no memory that the host can map");
  }

  size_t bytes;
  vk::raii::Buffer buffer;
  vk::raii::DeviceMemory memory;
  void *mapped;
};

vk::DescriptorType getDescriptorType(const KernelBuffer &buffer) {
  if (buffer.descriptor == "VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER")
    return vk::DescriptorType::eUniformBuffer;
  if (buffer.descriptor == "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER")
    return vk::DescriptorType::eStorageBuffer;
  throw std::runtime_error("this host has no descriptors of type " +
                           buffer.descriptor);
}

} // namespace

/// Throws if the device lacks a feature that the manifest requires.
static void checkRequirements(const Bundle &bundle, const DeviceFacts &facts) {
  const auto &features =
      facts.features.get<vk::PhysicalDeviceVulkan13Features>();
  const auto &needed = bundle.manifest.at("requires");
  if (needed.at("maintenance4") && !features.maintenance4)
    throw std::runtime_error("the device has no maintenance4: compile with "
                             "form=\"fixed\"");
  if (needed.at("full_subgroups") && !features.computeFullSubgroups)
    throw std::runtime_error("the device has no computeFullSubgroups");
}

/// The values of the specialization constants, by id.
static std::map<uint32_t, uint32_t> getSpecialization(const Bundle &bundle,
                                                      const DeviceFacts &facts,
                                                      uint32_t waveSize) {
  const std::map<std::string, uint32_t> values = {
      {"wave_size", waveSize},
      // VK_EXT_robustness2 is not enabled here, so the module tests bounds itself.
      {"robust_buffers", 0},
      // docs/vulkan.md says why lavapipe differs.
      {"memory_barriers", !facts.isLavapipe},
      {"wave_numbers", !(facts.isLavapipe && facts.isMesa22)},
  };
  std::map<uint32_t, uint32_t> result;
  for (const auto &[name, constant] :
       bundle.manifest.at("specialization").items())
    result[constant.at("id")] = values.at(name);
  return result;
}

static vk::raii::Pipeline createPipeline(const vk::raii::Device &device,
                                         const Bundle &bundle,
                                         const DeviceFacts &facts,
                                         uint32_t waveSize,
                                         vk::PipelineLayout layout) {
  const Bytes code = bundle.readCode(waveSize);
  std::vector<uint32_t> words(code.size() / 4);
  std::memcpy(words.data(), code.data(), words.size() * 4);
  const vk::raii::ShaderModule module(device,
                                      vk::ShaderModuleCreateInfo({}, words));

  std::vector<uint32_t> values;
  std::vector<vk::SpecializationMapEntry> entries;
  for (auto [id, value] : getSpecialization(bundle, facts, waveSize)) {
    entries.emplace_back(id, values.size() * sizeof(uint32_t),
                         sizeof(uint32_t));
    values.push_back(value);
  }
  const vk::SpecializationInfo specialization(entries.size(), entries.data(),
                                              values.size() * sizeof(uint32_t),
                                              values.data());

  const auto &needed = bundle.manifest.at("requires");
  const std::string entryPoint = bundle.manifest.at("entry_point");
  vk::PipelineShaderStageCreateInfo stage({}, vk::ShaderStageFlagBits::eCompute,
                                          *module, entryPoint.c_str(),
                                          &specialization);
  if (needed.at("full_subgroups"))
    stage.flags |= vk::PipelineShaderStageCreateFlagBits::eRequireFullSubgroups;
  // On a device with one size, no required size is set.
  const vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo size(waveSize);
  if (needed.at("required_subgroup_size") && facts.smallest != facts.largest)
    stage.pNext = &size;
  return {device, nullptr, vk::ComputePipelineCreateInfo({}, stage, layout)};
}

static int run(const char *folder) {
  Bundle bundle(folder, /*version=*/2);
  const vk::raii::Context context;
  const vk::ApplicationInfo application("wave-vulkan-host", 1, nullptr, 0,
                                        VK_API_VERSION_1_3);
  const vk::raii::Instance instance(context,
                                    vk::InstanceCreateInfo({}, &application));
  const vk::raii::PhysicalDevices physicals(instance);
  const auto physical =
      std::find_if(physicals.begin(), physicals.end(), [](const auto &device) {
        return device.getProperties().apiVersion >= VK_API_VERSION_1_3;
      });
  if (physical == physicals.end())
    throw std::runtime_error("no device has Vulkan 1.3");
  const auto families = physical->getQueueFamilyProperties();
  const uint32_t family = std::distance(
      families.begin(),
      std::find_if(families.begin(), families.end(), [](const auto &found) {
        return bool(found.queueFlags & vk::QueueFlagBits::eCompute);
      }));

  // The wave size determines the number of groups.
  const DeviceFacts facts(*physical);
  checkRequirements(bundle, facts);
  const uint32_t waveSize =
      bundle.chooseWaveSize(facts.smallest, facts.largest, facts.waveSize);
  const uint32_t groups = bundle.countGroups(waveSize);
  const uint32_t launched = bundle.countLaunched(groups);
  if (launched > facts.maxGroups)
    throw std::runtime_error(
        "the launch has more groups than the device takes");
  std::cout << facts.name << ": waves of " << waveSize << " lanes, " << groups
            << " groups\n";

  // Enable all features of the device: a module may need any of them.
  const float priority = 1;
  const vk::DeviceQueueCreateInfo queueInfo({}, family, 1, &priority);
  vk::DeviceCreateInfo deviceInfo({}, queueInfo);
  deviceInfo.pNext = &facts.features.get();
  const vk::raii::Device device(*physical, deviceInfo);

  // One descriptor set layout for each set up to the last one that the kernel uses.
  std::vector<std::vector<vk::DescriptorSetLayoutBinding>> sets;
  std::vector<vk::DescriptorPoolSize> poolSizes;
  std::vector<MappedBuffer> memory;
  for (const KernelBuffer &buffer : bundle.buffers) {
    sets.resize(std::max<size_t>(sets.size(), buffer.set + 1));
    sets[buffer.set].emplace_back(buffer.binding, getDescriptorType(buffer), 1,
                                  vk::ShaderStageFlagBits::eCompute);
    poolSizes.emplace_back(getDescriptorType(buffer), 1);
    memory.emplace_back(*physical, device, buffer.contents);
  }
  std::vector<vk::raii::DescriptorSetLayout> setLayouts;
  std::vector<vk::DescriptorSetLayout> setHandles;
  for (const auto &bindings : sets) {
    setLayouts.emplace_back(device,
                            vk::DescriptorSetLayoutCreateInfo({}, bindings));
    setHandles.push_back(*setLayouts.back());
  }
  const Bytes constants = bundle.layOutConstants({groups, 1, 1});
  const vk::PushConstantRange range(vk::ShaderStageFlagBits::eCompute, 0,
                                    constants.size());
  vk::PipelineLayoutCreateInfo layoutInfo({}, setHandles);
  if (!constants.empty())
    layoutInfo.setPushConstantRanges(range);
  const vk::raii::PipelineLayout layout(device, layoutInfo);
  const vk::raii::Pipeline pipeline =
      createPipeline(device, bundle, facts, waveSize, *layout);

  const vk::raii::DescriptorPool pool(
      device, vk::DescriptorPoolCreateInfo(
                  vk::DescriptorPoolCreateFlagBits::eFreeDescriptorSet,
                  sets.size(), poolSizes));
  const vk::raii::DescriptorSets descriptors(
      device, vk::DescriptorSetAllocateInfo(*pool, setHandles));
  std::vector<vk::DescriptorSet> descriptorHandles;
  for (const auto &set : descriptors)
    descriptorHandles.push_back(*set);
  for (size_t i = 0; i < bundle.buffers.size(); ++i) {
    const vk::DescriptorBufferInfo info(*memory[i].buffer, 0, memory[i].bytes);
    device.updateDescriptorSets(
        vk::WriteDescriptorSet(descriptorHandles[bundle.buffers[i].set],
                               bundle.buffers[i].binding, 0,
                               getDescriptorType(bundle.buffers[i]), {}, info),
        {});
  }

  const vk::raii::CommandPool commandPool(
      device, vk::CommandPoolCreateInfo({}, family));
  const vk::raii::CommandBuffers commandBuffers(
      device, vk::CommandBufferAllocateInfo(
                  *commandPool, vk::CommandBufferLevel::ePrimary, 1));
  const vk::raii::CommandBuffer &commands = commandBuffers.front();
  commands.begin(vk::CommandBufferBeginInfo());
  commands.bindPipeline(vk::PipelineBindPoint::eCompute, *pipeline);
  commands.bindDescriptorSets(vk::PipelineBindPoint::eCompute, *layout, 0,
                              descriptorHandles, {});
  if (!constants.empty())
    commands.pushConstants<char>(*layout, vk::ShaderStageFlagBits::eCompute, 0,
                                 constants);
  commands.dispatch(launched, 1, 1);
  // Make the kernel's stores visible to the host.
  const vk::MemoryBarrier barrier(vk::AccessFlagBits::eShaderWrite,
                                  vk::AccessFlagBits::eHostRead);
  commands.pipelineBarrier(vk::PipelineStageFlagBits::eComputeShader,
                           vk::PipelineStageFlagBits::eHost, {}, barrier, {},
                           {});
  commands.end();
  const vk::raii::Queue queue(device, family, 0);
  queue.submit(vk::SubmitInfo({}, {}, *commands));
  device.waitIdle();

  for (size_t i = 0; i < bundle.buffers.size(); ++i)
    std::memcpy(bundle.buffers[i].contents.data(), memory[i].mapped,
                memory[i].bytes);
  return bundle.checkResults();
}

int main(int count, char **arguments) {
  try {
    if (count == 2)
      return run(arguments[1]);
    std::cerr << "usage: wave-vulkan-host FOLDER\n";
  } catch (const std::exception &error) {
    std::cerr << "wave-vulkan-host: " << error.what() << "\n";
  }
  return 2;
}
