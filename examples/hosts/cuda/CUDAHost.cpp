//===- CUDAHost.cpp - Launches a bundle by the CUDA driver ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Usage: wave-cuda-host FOLDER

#include "../Bundle.h"

#include <cuda.h>

/// The lanes of a wave of every GPU.
constexpr uint32_t kWaveSize = 32;

static void check(CUresult result, const std::string &what) {
  if (result == CUDA_SUCCESS)
    return;
  const char *name = nullptr;
  cuGetErrorName(result, &name);
  throw std::runtime_error(what + " failed with " + (name ? name : "an error"));
}

/// Puts the tensor maps of the launch into the constants: the shapes of the buffers of
/// which the machine copies tiles as a whole. The kernel copies a tile in pieces where the
/// word at `made_offset` stays 0.
static void makeTensorMaps(const nlohmann::json &manifest,
                           const std::vector<CUdeviceptr> &memory,
                           Bytes &constants) {
  const auto readWord = [&](size_t offset) {
    uint32_t word;
    std::memcpy(&word, &constants[offset], sizeof(word));
    return word;
  };
  for (const auto &entry :
       manifest.value("tensor_maps", nlohmann::json::array())) {
    const uint32_t elementBytes = entry.at("element_bytes");
    const CUdeviceptr start = memory[entry.at("binding").get<size_t>()];
    const std::vector<cuuint32_t> box = entry.at("box");
    const std::vector<cuuint32_t> steps(box.size(), 1);
    std::vector<cuuint64_t> shape, pitches;
    for (size_t offset : entry.at("sizes"))
      shape.push_back(readWord(offset));
    for (size_t offset : entry.at("pitches"))
      pitches.push_back(cuuint64_t(readWord(offset)) * elementBytes);
    const auto type = elementBytes == 2   ? CU_TENSOR_MAP_DATA_TYPE_UINT16
                      : elementBytes == 4 ? CU_TENSOR_MAP_DATA_TYPE_UINT32
                                          : CU_TENSOR_MAP_DATA_TYPE_UINT64;
    const uint32_t boxBytes = box[0] * elementBytes;
    const auto swizzle = boxBytes == 128  ? CU_TENSOR_MAP_SWIZZLE_128B
                         : boxBytes == 64 ? CU_TENSOR_MAP_SWIZZLE_64B
                                          : CU_TENSOR_MAP_SWIZZLE_32B;
    // The driver refuses an empty buffer, and an address or a distance of rows that is no
    // multiple of 16 bytes. It does not test that coordinates have 32 bits with a sign.
    CUtensorMap map;
    if (*std::max_element(shape.begin(), shape.end()) > INT32_MAX ||
        cuTensorMapEncodeTiled(
            &map, type, static_cast<cuuint32_t>(box.size()),
            reinterpret_cast<void *>(start), shape.data(), pitches.data(),
            box.data(), steps.data(), CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
            CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
            CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
      continue;
    const uint32_t isMade = 1;
    std::memcpy(&constants[entry.at("offset").get<size_t>()], &map,
                sizeof(map));
    std::memcpy(&constants[entry.at("made_offset").get<size_t>()], &isMade,
                sizeof(isMade));
  }
}

static int run(const std::filesystem::path &folder) {
  Bundle bundle(folder, /*version=*/1);
  CUdevice device;
  CUcontext context;
  check(cuInit(0), "cuInit");
  check(cuDeviceGet(&device, 0), "cuDeviceGet");
  check(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
  check(cuCtxSetCurrent(context), "cuCtxSetCurrent");

  // The driver compiles PTX for the device, and keeps the result in a cache. The text
  // must end with a zero.
  Bytes ptx = bundle.readCode(kWaveSize);
  ptx.push_back('\0');
  CUmodule module;
  CUfunction kernel;
  const std::string entry = bundle.manifest.at("entry_point");
  check(cuModuleLoadData(&module, ptx.data()), "cuModuleLoadData");
  check(cuModuleGetFunction(&kernel, module, entry.c_str()),
        "cuModuleGetFunction");

  // The parameters are a pointer for each binding, then the constants by value, if there
  // are any. Memory of cuMemAlloc has the alignment of every binding.
  std::vector<CUdeviceptr> memory(bundle.buffers.size());
  std::vector<void *> parameters;
  for (size_t i = 0; i < memory.size(); ++i) {
    const Bytes &contents = bundle.buffers[i].contents;
    check(cuMemAlloc(&memory[i], contents.size()), "cuMemAlloc");
    check(cuMemcpyHtoD(memory[i], contents.data(), contents.size()),
          "cuMemcpyHtoD");
    parameters.push_back(&memory[i]);
  }
  const uint32_t groups = bundle.countGroups(kWaveSize);
  Bytes constants = bundle.layOutConstants({groups, 1, 1});
  makeTensorMaps(bundle.manifest, memory, constants);
  if (!constants.empty())
    parameters.push_back(constants.data());
  const uint32_t threads = bundle.manifest.at("launched_threads").at(0);
  // More than 48 KiB are for kernels that ask for it.
  const int shared = bundle.manifest.at("dynamic_groupshared_bytes");
  if (shared != 0)
    check(cuFuncSetAttribute(
              kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, shared),
          "cuFuncSetAttribute");
  std::cout << groups << " groups of " << threads << " threads\n";
  check(cuLaunchKernel(kernel, bundle.countLaunched(groups), 1, 1, threads, 1,
                       1,
                       /*sharedMemBytes=*/shared, /*hStream=*/nullptr,
                       parameters.data(), nullptr),
        "cuLaunchKernel");

  for (size_t i = 0; i < memory.size(); ++i) {
    // The copy waits for the kernel.
    Bytes &contents = bundle.buffers[i].contents;
    check(cuMemcpyDtoH(contents.data(), memory[i], contents.size()),
          "cuMemcpyDtoH");
    check(cuMemFree(memory[i]), "cuMemFree");
  }
  check(cuModuleUnload(module), "cuModuleUnload");
  check(cuDevicePrimaryCtxRelease(device), "cuDevicePrimaryCtxRelease");
  return bundle.checkResults();
}

int main(int count, char **arguments) {
  try {
    if (count == 2)
      return run(arguments[1]);
    std::cerr << "usage: wave-cuda-host FOLDER\n";
  } catch (const std::exception &error) {
    std::cerr << "wave-cuda-host: " << error.what() << "\n";
  }
  return 2;
}
