//===- Bundle.h - A compiled kernel and one launch of it ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The part of a host that does not depend on the API. `manifest.json` describes how to
// launch the kernel, and `launch.json` the arguments of a launch (see docs/hosts.md).

#ifndef WAVEDIALECT_EXAMPLES_HOSTS_BUNDLE_H
#define WAVEDIALECT_EXAMPLES_HOSTS_BUNDLE_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using Bytes = std::vector<char>;

inline Bytes readFile(const std::filesystem::path &path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    throw std::runtime_error("cannot read " + path.string());
  return Bytes(std::istreambuf_iterator<char>(stream), {});
}

/// A buffer of the kernel and its contents: before the launch those of the file that
/// `launch.json` names, after the launch those that the kernel wrote.
struct KernelBuffer {
  std::string name;
  /// The type of its scalars in the manifest; that of the words of structs is not that of
  /// their fields.
  std::string element;
  uint32_t set, binding;
  bool isWritten, isConstant;
  /// For Vulkan, the name of the VkDescriptorType.
  std::string descriptor;
  /// The size of a scalar, and of an element with all components of the manifest.
  uint32_t scalarBytes, elementBytes;
  /// For Direct3D, the bytes of an element of the view.
  uint32_t stride;
  Bytes contents;
};

class Bundle {
public:
  /// `version` is that of the manifests that the host knows.
  Bundle(const std::filesystem::path &folder, int version)
      : manifest(parse(folder / "manifest.json")), folder(folder),
        launch(parse(folder / "launch.json")) {
    if (manifest.at("version") != version || manifest.at("stage") != "compute")
      throw std::runtime_error("this host launches compute kernels of manifest "
                               "version " +
                               std::to_string(version));
    for (const auto &binding : manifest.at("bindings")) {
      if (const auto &resource = binding.at("resource");
          resource == "image" || resource == "image_array")
        throw std::runtime_error("this host has no images");
      KernelBuffer buffer;
      buffer.name = binding.at("name");
      buffer.set = binding.at("set");
      buffer.binding = binding.at("binding");
      buffer.isWritten = binding.at("kind") == "uav";
      buffer.isConstant = binding.at("kind") == "cbv";
      buffer.descriptor = binding.value("descriptor", "");
      buffer.element = binding.at("element");
      buffer.scalarBytes = getScalarBytes(buffer.element);
      buffer.elementBytes =
          buffer.scalarBytes * binding.at("components").get<uint32_t>();
      buffer.stride = binding.value("stride", buffer.elementBytes);
      // The guard buffer counts the groups that ran with other waves than stated.
      if (isGuard(buffer.name))
        buffer.contents.resize(buffer.elementBytes);
      else if (getArgument(buffer.name).is_object())
        buffer.contents = layOutFields(binding);
      else
        buffer.contents = readFile(folder / getArgument(buffer.name));
      if (buffer.contents.empty() ||
          buffer.contents.size() % buffer.elementBytes)
        throw std::runtime_error("the file of '" + buffer.name +
                                 "' does not hold whole elements");
      if (buffer.isConstant) {
        if (buffer.contents.size() != binding.at("bytes"))
          throw std::runtime_error("the file of '" + buffer.name +
                                   "' does not have the buffer's bytes");
        // Direct3D's views have multiples of this size.
        constexpr size_t kAlignment = 256;
        buffer.contents.resize((buffer.contents.size() + kAlignment - 1) /
                               kAlignment * kAlignment);
      }
      buffers.push_back(std::move(buffer));
    }
  }

  /// Whether the kernel can run at this wave size. A `num_threads` kernel that states no
  /// wave size runs at all wave sizes.
  bool hasWaveSize(uint32_t size) const {
    const auto &sizes = manifest.at("wave_sizes");
    return sizes.empty() ||
           std::find(sizes.begin(), sizes.end(), size) != sizes.end();
  }

  /// The wave size for a launch on a device that supports the powers of two from
  /// `smallest` to `largest`: the kernel's preferred size, else the device's own size,
  /// else the smallest size that both support.
  uint32_t chooseWaveSize(uint32_t smallest, uint32_t largest,
                          uint32_t own) const {
    std::vector<uint32_t> candidates = {own};
    if (const auto &preferred = manifest.at("preferred_wave_size");
        !preferred.is_null())
      candidates.insert(candidates.begin(), preferred.get<uint32_t>());
    for (uint32_t size = smallest; size <= largest; size *= 2)
      candidates.push_back(size);
    for (uint32_t size : candidates)
      if (size >= smallest && size <= largest && hasWaveSize(size))
        return size;
    throw std::runtime_error(
        "the device has waves of " + std::to_string(smallest) + " to " +
        std::to_string(largest) + " lanes, but the kernel runs at " +
        manifest.at("wave_sizes").dump());
  }

  /// The code for this wave size: one file serves all sizes, or each size has its own.
  Bytes readCode(uint32_t waveSize) const {
    const auto &module = manifest.at("module");
    return readFile(folder / (module.is_null() ? manifest.at("modules").at(
                                                     std::to_string(waveSize))
                                               : module)
                                 .get<std::string>());
  }

  /// The number of groups that covers all items. With `num_waves`, the number of lanes
  /// per group grows with the wave size, so the number of groups depends on it.
  uint32_t countGroups(uint32_t waveSize) const {
    uint64_t lanes = 1;
    if (manifest.at("num_waves").is_null())
      for (uint64_t threads : manifest.at("num_threads"))
        lanes *= threads;
    else
      lanes = manifest.at("lanes_per_group").at(std::to_string(waveSize));
    const uint64_t items = launch.at("items");
    return static_cast<uint32_t>((items + lanes - 1) / lanes);
  }

  /// How many groups the device launches for `groups` of the program: after the pass
  /// `coarsen-groups`, a launched group runs several. If this is for many groups only,
  /// the groups of fewer run as they are.
  uint32_t countLaunched(uint32_t groups) const {
    if (!manifest.contains("coarsening"))
      return groups;
    const uint32_t factor = manifest.at("coarsening").at(0);
    if (manifest.contains("coarsening_least") &&
        (groups < factor || groups < manifest.at("coarsening_least")))
      return groups;
    return groups / factor + (groups % factor != 0);
  }

  /// The push or root constants of a launch of `groups`. They include constants that the
  /// compiler added: the buffer lengths, and the number of groups of the program.
  Bytes layOutConstants(const std::array<uint32_t, 3> &groups) const {
    Bytes constants(manifest.at("constants").at("bytes").get<size_t>());
    if (manifest.at("constants").contains("block")) {
      const auto &block = manifest.at("constants").at("block");
      const auto &argument = getArgument(block.at("name"));
      const Bytes contents = argument.is_object() ? layOutFields(block)
                                                  : readFile(folder / argument);
      if (contents.size() != block.at("bytes"))
        throw std::runtime_error("the push constants have another size");
      std::copy(contents.begin(), contents.end(), constants.begin());
    }
    for (const auto &field : manifest.at("constants").at("fields")) {
      const std::string role = field.at("role"), name = field.at("name");
      nlohmann::json value = groups;
      if (role == "length")
        value = getBuffer(name).contents.size() / getBuffer(name).scalarBytes;
      else if (role == "argument")
        value = getArgument(name);
      if (!value.is_array())
        value = nlohmann::json::array({value});
      size_t offset = field.at("offset");
      for (size_t i = 0; i < field.at("components"); ++i)
        offset += putScalar(constants, offset, field.at("element"), value[i]);
    }
    return constants;
  }

  /// Writes the results to `<name>.result.bin`, and compares them with the files that
  /// `launch.json` lists as expected. Returns the exit status.
  int checkResults() const {
    int status = 0;
    for (const KernelBuffer &buffer : buffers) {
      if (!buffer.isWritten)
        continue;
      if (isGuard(buffer.name)) {
        uint32_t groups;
        std::memcpy(&groups, buffer.contents.data(), sizeof(groups));
        if (groups)
          std::cout << groups << " groups retired: the driver ran them in "
                    << "other waves than the kernel states\n";
        status |= groups != 0;
        continue;
      }
      std::ofstream(folder / (buffer.name + ".result.bin"), std::ios::binary)
          .write(buffer.contents.data(), buffer.contents.size());
      if (!launch.at("expected").contains(buffer.name))
        continue;
      const std::string file = launch.at("expected").at(buffer.name);
      const Bytes expected = readFile(folder / file);
      const auto [is, should] =
          std::mismatch(buffer.contents.begin(), buffer.contents.end(),
                        expected.begin(), expected.end());
      const bool same = is == buffer.contents.end() && should == expected.end();
      std::cout << buffer.name << ": ";
      if (same)
        std::cout << buffer.contents.size() / buffer.elementBytes
                  << " elements are as expected\n";
      else
        std::cout << "element "
                  << (is - buffer.contents.begin()) / buffer.elementBytes
                  << " is not as expected: it has "
                  << showScalar(buffer, buffer.contents,
                                is - buffer.contents.begin())
                  << ", not "
                  << showScalar(buffer, expected, should - expected.begin())
                  << ", at byte " << is - buffer.contents.begin()
                  << " (bytes are compared, without a tolerance)\n";
      status |= !same;
    }
    return status;
  }

  const nlohmann::json manifest;
  /// In the order of the manifest's bindings.
  std::vector<KernelBuffer> buffers;

private:
  static nlohmann::json parse(const std::filesystem::path &path) {
    return nlohmann::json::parse(readFile(path));
  }

  bool isGuard(const std::string &name) const {
    return manifest.contains("guard") && manifest.at("guard") == name;
  }

  const nlohmann::json &getArgument(const std::string &name) const {
    if (!launch.at("arguments").contains(name))
      throw std::runtime_error("launch.json has no argument '" + name + "'");
    return launch.at("arguments").at(name);
  }

  /// The bytes of a constant buffer whose values `launch.json` gives by field. An array
  /// is a list of elements, and a vector a list of components.
  Bytes layOutFields(const nlohmann::json &binding) const {
    Bytes bytes(binding.at("bytes").get<size_t>());
    const nlohmann::json &values = getArgument(binding.at("name"));
    for (const auto &field : binding.at("fields")) {
      const std::string name = field.at("name");
      if (!values.contains(name))
        throw std::runtime_error("launch.json has no value of '" + name + "'");
      const nlohmann::json &elements = values.at(name);
      const size_t count = field.at("count"),
                   components = field.at("components");
      for (size_t element = 0; element < count; ++element) {
        const auto &value = count > 1 ? elements.at(element) : elements;
        size_t offset = field.at("offset").get<size_t>() +
                        element * field.at("stride").get<size_t>();
        for (size_t i = 0; i < components; ++i)
          offset += putScalar(bytes, offset, field.at("element"),
                              components > 1 ? value.at(i) : value);
      }
    }
    return bytes;
  }

  const KernelBuffer &getBuffer(const std::string &name) const {
    return *std::find_if(
        buffers.begin(), buffers.end(),
        [&](const KernelBuffer &buffer) { return buffer.name == name; });
  }

  /// The scalar that has a byte of a buffer, with its bits.
  static std::string showScalar(const KernelBuffer &buffer,
                                const Bytes &contents, size_t place) {
    place -= place % buffer.scalarBytes;
    if (place + buffer.scalarBytes > contents.size())
      return "nothing";
    uint64_t bits = 0;
    std::memcpy(&bits, contents.data() + place, buffer.scalarBytes);
    std::ostringstream text;
    if (buffer.element == "f32") {
      float number;
      std::memcpy(&number, &bits, sizeof(number));
      text << number << " = ";
    } else if (buffer.element == "f64") {
      double number;
      std::memcpy(&number, &bits, sizeof(number));
      text << number << " = ";
    }
    text << "0x" << std::hex << bits;
    return text.str();
  }

  /// The size in a buffer. An element's name ends with its number of bits; bool has 32.
  static uint32_t getScalarBytes(const std::string &element) {
    const size_t bits = element.find_first_of("0123456789");
    return element == "bool" ? 4 : std::stoi(element.substr(bits)) / 8;
  }

  /// Stores into the constants, where scalars below four bytes are widened to four.
  static size_t putScalar(Bytes &constants, size_t offset,
                          const std::string &element,
                          const nlohmann::json &value) {
    auto put = [&](auto scalar) {
      std::memcpy(constants.data() + offset, &scalar, sizeof(scalar));
      return sizeof(scalar);
    };
    if (element == "f64")
      return put(value.get<double>());
    if (element == "i64" || element == "u64")
      return put(element == "i64"
                     ? value.get<int64_t>()
                     : static_cast<int64_t>(value.get<uint64_t>()));
    if (element == "f32" || element == "f16" || element == "bf16")
      return put(value.get<float>());
    if (element == "bool")
      return put(static_cast<uint32_t>(value.get<bool>()));
    // The lower 32 bits are the same for signed and unsigned values.
    return put(static_cast<uint32_t>(value.get<int64_t>()));
  }

  std::filesystem::path folder;
  nlohmann::json launch;
};

#endif // WAVEDIALECT_EXAMPLES_HOSTS_BUNDLE_H
