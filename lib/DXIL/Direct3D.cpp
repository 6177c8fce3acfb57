//===- Direct3D.cpp - The numbers of Direct3D 12 --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/DXIL/Direct3D.h"
#include "WaveDialect/DXIL/DXIL.h"

#include "llvm/BinaryFormat/DXContainer.h"

#ifdef _WIN32
#define NOMINMAX
#include <windows.h>
#else
#include <wsl/winadapter.h>
#endif
#include <directx/d3d12.h>
#include <directx/d3d12shader.h>

using namespace mlir;

/// The headers have no number for amplification.
static constexpr int64_t kAmplificationThreads = 128;

dxil::ThreadLimits dxil::getThreadLimits(bool isAmplification) {
  if (isAmplification)
    return {
        {kAmplificationThreads, kAmplificationThreads, kAmplificationThreads},
        kAmplificationThreads};
  return {{D3D12_CS_THREAD_GROUP_MAX_X, D3D12_CS_THREAD_GROUP_MAX_Y,
           D3D12_CS_THREAD_GROUP_MAX_Z},
          D3D12_CS_THREAD_GROUP_MAX_THREADS_PER_GROUP};
}

const int64_t dxil::kGroupsharedBytes =
    D3D12_CS_TGSM_REGISTER_COUNT * sizeof(uint32_t);

const unsigned dxil::kConstantRowBytes =
    D3D12_COMMONSHADER_CONSTANT_BUFFER_COMPONENTS *
    D3D12_COMMONSHADER_CONSTANT_BUFFER_COMPONENT_BIT_COUNT / 8;

const uint32_t dxil::kFirstReservedSpace =
    std::min(D3D12_DRIVER_RESERVED_REGISTER_SPACE_VALUES_START,
             D3D12_SYSTEM_RESERVED_REGISTER_SPACE_VALUES_START);

const unsigned dxil::kMostUAVsOfOldHardware = D3D12_PS_CS_UAV_REGISTER_COUNT;

uint8_t dxil::getStageNumber(bool isAmplification) {
  return isAmplification ? D3D12_SHVER_AMPLIFICATION_SHADER
                         : D3D12_SHVER_COMPUTE_SHADER;
}

//===----------------------------------------------------------------------===//
// Other projects use the same numbers
//===----------------------------------------------------------------------===//

// TableGen only accepts literals.
static_assert(static_cast<int>(dxil::Stage::Compute) ==
              D3D12_SHVER_COMPUTE_SHADER);
static_assert(static_cast<int>(dxil::Stage::Amplification) ==
              D3D12_SHVER_AMPLIFICATION_SHADER);

// LLVM's features in a container.
#define SAME(llvmName, name)                                                   \
  static_assert(llvm::to_underlying(llvm::dxbc::FeatureFlags::llvmName) ==     \
                D3D_SHADER_FEATURE_##name)
SAME(Doubles, DOUBLES);
SAME(ComputeShadersPlusRawAndStructuredBuffers,
     COMPUTE_SHADERS_PLUS_RAW_AND_STRUCTURED_BUFFERS_VIA_SHADER_4_X);
SAME(UAVsAtEveryStage, UAVS_AT_EVERY_STAGE);
SAME(Max64UAVs, 64_UAVS);
SAME(MinimumPrecision, MINIMUM_PRECISION);
SAME(DX11_1_DoubleExtensions, 11_1_DOUBLE_EXTENSIONS);
SAME(DX11_1_ShaderExtensions, 11_1_SHADER_EXTENSIONS);
SAME(TiledResources, TILED_RESOURCES);
SAME(TypedUAVLoadAdditionalFormats, TYPED_UAV_LOAD_ADDITIONAL_FORMATS);
SAME(ROVs, ROVS);
SAME(WaveOps, WAVE_OPS);
SAME(Int64Ops, INT64_OPS);
SAME(NativeLowPrecision, NATIVE_16BIT_OPS);
SAME(AtomicInt64OnTypedResource, ATOMIC_INT64_ON_TYPED_RESOURCE);
SAME(AtomicInt64OnGroupShared, ATOMIC_INT64_ON_GROUP_SHARED);
SAME(DerivativesInMeshAndAmpShaders,
     DERIVATIVES_IN_MESH_AND_AMPLIFICATION_SHADERS);
SAME(ResourceDescriptorHeapIndexing, RESOURCE_DESCRIPTOR_HEAP_INDEXING);
SAME(SamplerDescriptorHeapIndexing, SAMPLER_DESCRIPTOR_HEAP_INDEXING);
SAME(AtomicInt64OnHeapResource, ATOMIC_INT64_ON_DESCRIPTOR_HEAP_RESOURCE);
SAME(AdvancedTextureOps, ADVANCED_TEXTURE_OPS);
SAME(WriteableMSAATextures, WRITEABLE_MSAA_TEXTURES);
#undef SAME
