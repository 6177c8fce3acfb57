//===- D3D12Host.cpp - Launches a bundle for Direct3D 12 ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Usage: wave-d3d12-host FOLDER

#ifdef _WIN32
#define NOMINMAX
#include <windows.h>
#include <wrl/client.h>
#else
#include <wsl/winadapter.h>
#include <wsl/wrladapter.h>
#endif
#include <directx/d3d12.h>
#include <directx/d3dx12.h>

#include "../Bundle.h"

#include <sstream>

using Microsoft::WRL::ComPtr;

static void check(HRESULT result, const std::string &what) {
  if (FAILED(result)) {
    std::ostringstream code;
    code << std::hex << static_cast<uint32_t>(result);
    throw std::runtime_error(what + " failed with 0x" + code.str());
  }
}

/// The minor number of "6.n", parsed as text, because "6.10" is not a decimal number.
static unsigned getShaderModelMinor(const Bundle &bundle) {
  const std::string model = bundle.manifest.at("shader_model");
  return std::stoi(model.substr(model.find('.') + 1));
}

/// A runtime refuses the query for models that it does not know, so the host queries
/// lower and lower models.
static unsigned findShaderModelMinor(ID3D12Device *device, unsigned wanted) {
  for (unsigned minor = wanted + 1; minor-- > 0;) {
    D3D12_FEATURE_DATA_SHADER_MODEL model = {
        static_cast<D3D_SHADER_MODEL>(D3D_SHADER_MODEL_6_0 + minor)};
    if (SUCCEEDED(device->CheckFeatureSupport(D3D12_FEATURE_SHADER_MODEL,
                                              &model, sizeof(model))))
      return model.HighestShaderModel < D3D_SHADER_MODEL_6_0
                 ? throw std::runtime_error("the device has no Shader Model 6")
                 : model.HighestShaderModel - D3D_SHADER_MODEL_6_0;
  }
  throw std::runtime_error("the runtime knows no Shader Model 6");
}

static ComPtr<ID3D12Device> createDevice(unsigned minor) {
  // Models that the runtime supports only as previews, 6.10 today, need developer mode
  // and this call before the device is created. If the call fails, the device lacks the
  // model, and findShaderModelMinor() reports it.
  if (minor > 8)
    D3D12EnableExperimentalFeatures(1, &D3D12ExperimentalShaderModels, nullptr,
                                    nullptr);
  ComPtr<ID3D12Device> device;
  check(
      D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, IID_PPV_ARGS(&device)),
      "D3D12CreateDevice");
  const unsigned highest = findShaderModelMinor(device.Get(), minor);
  if (highest < minor)
    throw std::runtime_error(
        "the device has Shader Model 6." + std::to_string(highest) +
        ", the containers are for 6." + std::to_string(minor) +
        ": compile for a lower one, or switch developer mode on for a preview");
  return device;
}

/// Checks the features that the containers require besides a shader model.
static void checkFeatures(ID3D12Device *device, const Bundle &bundle) {
  D3D12_FEATURE_DATA_D3D12_OPTIONS options = {};
  D3D12_FEATURE_DATA_D3D12_OPTIONS1 options1 = {};
  D3D12_FEATURE_DATA_D3D12_OPTIONS4 options4 = {};
  device->CheckFeatureSupport(D3D12_FEATURE_D3D12_OPTIONS, &options,
                              sizeof(options));
  device->CheckFeatureSupport(D3D12_FEATURE_D3D12_OPTIONS1, &options1,
                              sizeof(options1));
  device->CheckFeatureSupport(D3D12_FEATURE_D3D12_OPTIONS4, &options4,
                              sizeof(options4));
  uint64_t lacking = 0;
  if (!options.DoublePrecisionFloatShaderOps)
    lacking |= D3D_SHADER_FEATURE_DOUBLES;
  if (!options1.WaveOps)
    lacking |= D3D_SHADER_FEATURE_WAVE_OPS;
  if (!options1.Int64ShaderOps)
    lacking |= D3D_SHADER_FEATURE_INT64_OPS;
  if (!options4.Native16BitShaderOpsSupported)
    lacking |= D3D_SHADER_FEATURE_NATIVE_16BIT_OPS;
  if (bundle.manifest.at("feature_flags").get<uint64_t>() & lacking)
    throw std::runtime_error("the device lacks one of the features " +
                             bundle.manifest.at("features").dump());
}

/// The wave size of the container to load. A container that requires no size runs at any
/// size that the driver chooses. The smallest size needs the most groups, and groups
/// without items do nothing.
static uint32_t chooseWaveSize(ID3D12Device *device, const Bundle &bundle) {
  D3D12_FEATURE_DATA_D3D12_OPTIONS1 lanes = {};
  check(device->CheckFeatureSupport(D3D12_FEATURE_D3D12_OPTIONS1, &lanes,
                                    sizeof(lanes)),
        "CheckFeatureSupport");
  const uint32_t smallest = lanes.WaveLaneCountMin;
  // Drivers from before Shader Model 6.6 may report any largest size.
  const uint32_t largest = std::max<uint32_t>(smallest, lanes.WaveLaneCountMax);
  if (bundle.manifest.at("requires").at("wave_size"))
    return bundle.chooseWaveSize(smallest, largest, smallest);
  // Groups of a size that the kernel does not support would not process their items.
  for (uint32_t size = smallest; size <= largest; size *= 2)
    if (!bundle.hasWaveSize(size))
      throw std::runtime_error("the driver may take waves of " +
                               std::to_string(size) +
                               " lanes, which the kernel does not have");
  return smallest;
}

/// Root constants, and one table with a view of each buffer. Root descriptors have no
/// bounds.
static ComPtr<ID3D12RootSignature> createRootSignature(ID3D12Device *device,
                                                       const Bundle &bundle) {
  const auto &constants = bundle.manifest.at("root_constants");
  std::vector<CD3DX12_DESCRIPTOR_RANGE> ranges;
  for (const KernelBuffer &buffer : bundle.buffers)
    ranges.emplace_back(buffer.isConstant  ? D3D12_DESCRIPTOR_RANGE_TYPE_CBV
                        : buffer.isWritten ? D3D12_DESCRIPTOR_RANGE_TYPE_UAV
                                           : D3D12_DESCRIPTOR_RANGE_TYPE_SRV,
                        1, buffer.binding, buffer.set);
  CD3DX12_ROOT_PARAMETER parameters[2];
  parameters[0].InitAsDescriptorTable(static_cast<UINT>(ranges.size()),
                                      ranges.data());
  UINT count = 1;
  // A parameter must not have 0 values.
  if (const UINT values = constants.at("num_32bit_values"))
    parameters[count++].InitAsConstants(values, constants.at("register"),
                                        constants.at("space"));
  // Version 1.0: every runtime supports it, and it makes no promises that descriptors and
  // their contents stay unchanged while the commands run.
  const CD3DX12_ROOT_SIGNATURE_DESC description(count, parameters);
  ComPtr<ID3DBlob> blob, error;
  check(D3D12SerializeRootSignature(
            &description, D3D_ROOT_SIGNATURE_VERSION_1_0, &blob, &error),
        "D3D12SerializeRootSignature");
  ComPtr<ID3D12RootSignature> signature;
  check(device->CreateRootSignature(0, blob->GetBufferPointer(),
                                    blob->GetBufferSize(),
                                    IID_PPV_ARGS(&signature)),
        "CreateRootSignature");
  return signature;
}

static ComPtr<ID3D12Resource>
createBuffer(ID3D12Device *device, D3D12_HEAP_TYPE heap, UINT64 bytes,
             D3D12_RESOURCE_STATES state,
             D3D12_RESOURCE_FLAGS flags = D3D12_RESOURCE_FLAG_NONE) {
  const CD3DX12_HEAP_PROPERTIES properties(heap);
  const auto description = CD3DX12_RESOURCE_DESC::Buffer(bytes, flags);
  ComPtr<ID3D12Resource> resource;
  check(device->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE,
                                        &description, state, nullptr,
                                        IID_PPV_ARGS(&resource)),
        "CreateCommittedResource");
  return resource;
}

/// A raw buffer, whose stride is 0, has elements of four bytes.
static UINT getElementBytes(const KernelBuffer &buffer) {
  return buffer.stride ? buffer.stride : 4;
}

/// The number of elements of a buffer's view. Buffers of bytes are accessed by words, and
/// the last word may have bytes beyond the contents.
static UINT getElements(const KernelBuffer &buffer) {
  const UINT bytes = getElementBytes(buffer);
  return static_cast<UINT>((buffer.contents.size() + bytes - 1) / bytes);
}

/// A constant buffer, or a structured or raw buffer: the device tests accesses against the
/// view's stride and number of elements.
static void createView(ID3D12Device *device, const KernelBuffer &buffer,
                       ID3D12Resource *resource,
                       D3D12_CPU_DESCRIPTOR_HANDLE place) {
  if (buffer.isConstant) {
    const D3D12_CONSTANT_BUFFER_VIEW_DESC view = {
        resource->GetGPUVirtualAddress(),
        static_cast<UINT>(buffer.contents.size())};
    device->CreateConstantBufferView(&view, place);
    return;
  }
  const UINT elements = getElements(buffer);
  if (buffer.isWritten) {
    D3D12_UNORDERED_ACCESS_VIEW_DESC view = {};
    view.ViewDimension = D3D12_UAV_DIMENSION_BUFFER;
    view.Buffer.NumElements = elements;
    view.Buffer.StructureByteStride = buffer.stride;
    if (!buffer.stride) {
      view.Format = DXGI_FORMAT_R32_TYPELESS;
      view.Buffer.Flags = D3D12_BUFFER_UAV_FLAG_RAW;
    }
    device->CreateUnorderedAccessView(resource, nullptr, &view, place);
    return;
  }
  D3D12_SHADER_RESOURCE_VIEW_DESC view = {};
  view.ViewDimension = D3D12_SRV_DIMENSION_BUFFER;
  view.Shader4ComponentMapping = D3D12_DEFAULT_SHADER_4_COMPONENT_MAPPING;
  view.Buffer.NumElements = elements;
  view.Buffer.StructureByteStride = buffer.stride;
  device->CreateShaderResourceView(resource, &view, place);
}

namespace {
/// A buffer for the kernel, and the heaps from and to which its contents are copied.
struct DeviceBuffer {
  DeviceBuffer(ID3D12Device *device, const KernelBuffer &buffer)
      : state(buffer.isConstant
                  ? D3D12_RESOURCE_STATE_VERTEX_AND_CONSTANT_BUFFER
              : buffer.isWritten
                  ? D3D12_RESOURCE_STATE_UNORDERED_ACCESS
                  : D3D12_RESOURCE_STATE_NON_PIXEL_SHADER_RESOURCE) {
    const UINT64 bytes = buffer.isConstant ? UINT64(buffer.contents.size())
                                           : UINT64(getElements(buffer)) *
                                                 getElementBytes(buffer);
    resource = createBuffer(
        device, D3D12_HEAP_TYPE_DEFAULT, bytes, D3D12_RESOURCE_STATE_COMMON,
        buffer.isWritten ? D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS
                         : D3D12_RESOURCE_FLAG_NONE);
    upload = createBuffer(device, D3D12_HEAP_TYPE_UPLOAD, bytes,
                          D3D12_RESOURCE_STATE_GENERIC_READ);
    readback = createBuffer(device, D3D12_HEAP_TYPE_READBACK, bytes,
                            D3D12_RESOURCE_STATE_COPY_DEST);
    const CD3DX12_RANGE nothing(0, 0); // The CPU does not read.
    void *mapped;
    check(upload->Map(0, &nothing, &mapped), "Map");
    std::memcpy(mapped, buffer.contents.data(), buffer.contents.size());
    upload->Unmap(0, nullptr);
  }

  void transition(ID3D12GraphicsCommandList *list, D3D12_RESOURCE_STATES from,
                  D3D12_RESOURCE_STATES to) const {
    const auto barrier =
        CD3DX12_RESOURCE_BARRIER::Transition(resource.Get(), from, to);
    list->ResourceBarrier(1, &barrier);
  }

  D3D12_RESOURCE_STATES state;
  ComPtr<ID3D12Resource> resource, upload, readback;
};
} // namespace

static int run(const char *folder) {
  Bundle bundle(folder, /*version=*/1);
  const ComPtr<ID3D12Device> device = createDevice(getShaderModelMinor(bundle));
  checkFeatures(device.Get(), bundle);
  const uint32_t waveSize = chooseWaveSize(device.Get(), bundle);
  const uint32_t groups = bundle.countGroups(waveSize);
  const uint32_t launched = bundle.countLaunched(groups);
  if (launched > D3D12_CS_DISPATCH_MAX_THREAD_GROUPS_PER_DIMENSION)
    throw std::runtime_error("the launch has more groups than Direct3D takes");
  std::cout << "waves of " << waveSize << " lanes, " << groups << " groups\n";

  const auto signature = createRootSignature(device.Get(), bundle);
  const Bytes code = bundle.readCode(waveSize);
  D3D12_COMPUTE_PIPELINE_STATE_DESC pipelineDescription = {};
  pipelineDescription.pRootSignature = signature.Get();
  pipelineDescription.CS = {code.data(), code.size()};
  ComPtr<ID3D12PipelineState> pipeline;
  check(device->CreateComputePipelineState(&pipelineDescription,
                                           IID_PPV_ARGS(&pipeline)),
        "CreateComputePipelineState");

  D3D12_DESCRIPTOR_HEAP_DESC heapDescription = {};
  heapDescription.Type = D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV;
  heapDescription.NumDescriptors = static_cast<UINT>(bundle.buffers.size());
  heapDescription.Flags = D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE;
  ComPtr<ID3D12DescriptorHeap> heap;
  check(device->CreateDescriptorHeap(&heapDescription, IID_PPV_ARGS(&heap)),
        "CreateDescriptorHeap");
  const UINT step = device->GetDescriptorHandleIncrementSize(
      D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);

  const D3D12_COMMAND_QUEUE_DESC queueDescription = {
      D3D12_COMMAND_LIST_TYPE_DIRECT, 0, D3D12_COMMAND_QUEUE_FLAG_NONE, 0};
  ComPtr<ID3D12CommandQueue> queue;
  ComPtr<ID3D12CommandAllocator> allocator;
  ComPtr<ID3D12GraphicsCommandList> list;
  check(device->CreateCommandQueue(&queueDescription, IID_PPV_ARGS(&queue)),
        "CreateCommandQueue");
  check(device->CreateCommandAllocator(D3D12_COMMAND_LIST_TYPE_DIRECT,
                                       IID_PPV_ARGS(&allocator)),
        "CreateCommandAllocator");
  check(device->CreateCommandList(0, D3D12_COMMAND_LIST_TYPE_DIRECT,
                                  allocator.Get(), pipeline.Get(),
                                  IID_PPV_ARGS(&list)),
        "CreateCommandList");

  std::vector<DeviceBuffer> memory;
  for (size_t i = 0; i < bundle.buffers.size(); ++i) {
    const DeviceBuffer &made =
        memory.emplace_back(device.Get(), bundle.buffers[i]);
    createView(device.Get(), bundle.buffers[i], made.resource.Get(),
               CD3DX12_CPU_DESCRIPTOR_HANDLE(
                   heap->GetCPUDescriptorHandleForHeapStart(),
                   static_cast<INT>(i), step));
    // The copy implicitly promotes the buffer from COMMON to COPY_DEST.
    list->CopyBufferRegion(made.resource.Get(), 0, made.upload.Get(), 0,
                           bundle.buffers[i].contents.size());
    made.transition(list.Get(), D3D12_RESOURCE_STATE_COPY_DEST, made.state);
  }

  list->SetComputeRootSignature(signature.Get());
  ID3D12DescriptorHeap *const heaps[] = {heap.Get()};
  list->SetDescriptorHeaps(1, heaps);
  list->SetComputeRootDescriptorTable(
      0, heap->GetGPUDescriptorHandleForHeapStart());
  const Bytes constants = bundle.layOutConstants({groups, 1, 1});
  if (!constants.empty())
    list->SetComputeRoot32BitConstants(
        1, static_cast<UINT>(constants.size() / 4), constants.data(), 0);
  list->Dispatch(launched, 1, 1);

  // The transition waits for the kernel. Between two launches that use the same buffer,
  // use a UAV barrier: CD3DX12_RESOURCE_BARRIER::UAV(resource).
  for (size_t i = 0; i < memory.size(); ++i) {
    if (!bundle.buffers[i].isWritten)
      continue;
    memory[i].transition(list.Get(), memory[i].state,
                         D3D12_RESOURCE_STATE_COPY_SOURCE);
    list->CopyBufferRegion(memory[i].readback.Get(), 0,
                           memory[i].resource.Get(), 0,
                           bundle.buffers[i].contents.size());
  }
  check(list->Close(), "Close");
  ID3D12CommandList *const lists[] = {list.Get()};
  queue->ExecuteCommandLists(1, lists);
  ComPtr<ID3D12Fence> fence;
  check(device->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_PPV_ARGS(&fence)),
        "CreateFence");
  check(queue->Signal(fence.Get(), 1), "Signal");
  // Without an event, the call itself waits.
  check(fence->SetEventOnCompletion(1, nullptr), "SetEventOnCompletion");
  check(device->GetDeviceRemovedReason(), "the launch");

  for (size_t i = 0; i < memory.size(); ++i) {
    Bytes &contents = bundle.buffers[i].contents;
    if (!bundle.buffers[i].isWritten)
      continue;
    const CD3DX12_RANGE all(0, contents.size()), nothing(0, 0);
    void *mapped;
    check(memory[i].readback->Map(0, &all, &mapped), "Map");
    std::memcpy(contents.data(), mapped, contents.size());
    memory[i].readback->Unmap(0, &nothing);
  }
  return bundle.checkResults();
}

int main(int count, char **arguments) {
  try {
    if (count == 2)
      return run(arguments[1]);
    std::cerr << "usage: wave-d3d12-host FOLDER\n";
  } catch (const std::exception &error) {
    std::cerr << "wave-d3d12-host: " << error.what() << "\n";
  }
  return 2;
}
