// RUN: wave-hlsl %s -E main | FileCheck %s
// RUN: wave-hlsl %s -E main -spirv -Fo %t.spv
// RUN: FileCheck %s --check-prefix=VULKAN < %t.spv.json
// RUN: wave-hlsl %s -E main -wave-size 32 -Fo %t.dxil
// RUN: not wave-hlsl %s -E misfit -D MISFIT 2>&1 | FileCheck %s --check-prefix=MISFIT
// RUN: not wave-hlsl %s -E misfit -D UNKNOWN 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not wave-hlsl %s -E misfit -D NUMBER 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not wave-hlsl %s -E misfit -D READONLY 2>&1 | FileCheck %s --check-prefix=READONLY
// RUN: not wave-hlsl %s -E misfit -D BUFFER 2>&1 | FileCheck %s --check-prefix=BUFFER
// RUN: not wave-hlsl %s -E misfit -D LOCAL 2>&1 | FileCheck %s --check-prefix=LOCAL
// RUN: not wave-hlsl %s -E misfit -D ATOMIC 2>&1 | FileCheck %s --check-prefix=ATOMIC
// RUN: not wave-hlsl %s -E misfit -D INTEGER 2>&1 | FileCheck %s --check-prefix=INTEGER
// RUN: not wave-hlsl %s -E misfit -D UNORM_BUFFER 2>&1 | FileCheck %s --check-prefix=UNORM-BUFFER

// CHECK: wave.image_format = "rgba16f", wave.name = "half_floats"
[[vk::image_format("rgba16f")]] RWTexture2D<float4> half_floats;
// CHECK: wave.image_format = "rgba8", wave.name = "ldr[0]", wave.normalized = "unorm"
[[vk::image_format("rgba8")]] RWTexture2D<unorm float4> ldr[2];
// CHECK: wave.image_format = "r11g11b10f", wave.name = "hdr"
[[vk::image_format("r11g11b10f")]] [[vk::binding(7)]] RWTexture2D<float3> hdr;
// CHECK: wave.image_format = "unknown", wave.name = "any"
[[vk::image_format("unknown")]] RWTexture2DArray<uint> any;
// CHECK: wave.name = "signed_floats", wave.normalized = "snorm"
Texture2D<snorm float2> signed_floats;
// CHECK-NOT: image_format
RWTexture2D<int> exact;

// VULKAN: "format": "VK_FORMAT_R16G16B16A16_SFLOAT",
// VULKAN: "format": "VK_FORMAT_R8G8B8A8_UNORM",
// VULKAN: "format": "VK_FORMAT_B10G11R11_UFLOAT_PACK32",
// VULKAN: "format": "VK_FORMAT_UNDEFINED",
// VULKAN: "descriptor": "VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE",
// VULKAN-NOT: "format":
// VULKAN: "name": "signed_floats",
// VULKAN: "format": "VK_FORMAT_R32_SINT",
// VULKAN: "StorageImageWriteWithoutFormat"
[numWaves(1)]
void main(uint3 group : SV_GroupID) {
  uint2 at = group.xy;
  float4 color = half_floats[at] + signed_floats[at].xyxy;
  half_floats[at] = color;
  ldr[0][at] = color;
  hdr[at] = color.rgb;
  any[uint3(at, 0)] = 3;
  exact[at] = 4;
}

#ifdef MISFIT
// MISFIT: :[[@LINE+1]]:20: error: the format rg16f does not fit 'image', whose texels have 4 channels of f32 [image-format]
[[vk::image_format("rg16f")]] RWTexture2D<float4> image;
#elif defined(UNKNOWN)
// UNKNOWN: :[[@LINE+1]]:20: error: 'r64ui' is not a format of images with channels of at most 32 bits, such as rgba16f [image-format]
[[vk::image_format("r64ui")]] RWTexture2D<uint> image;
#elif defined(NUMBER)
// NUMBER: error: vk::image_format takes the name of a format: {{.*}} [hlsl-type]
[[vk::image_format(3)]] RWTexture2D<uint> image;
#elif defined(READONLY)
// READONLY: :[[@LINE+1]]:20: error: vk::image_format is for RWTexture2D and RWTexture2DArray: 'image' is no storage image [hlsl-unsupported]
[[vk::image_format("r32ui")]] Texture2D<uint> image;
RWStructuredBuffer<uint> copies;
#elif defined(BUFFER)
// BUFFER: :[[@LINE+1]]:20: error: vk::image_format is for RWTexture2D and RWTexture2DArray: 'image' is no storage image [hlsl-unsupported]
[[vk::image_format("r32ui")]] RWBuffer<uint2> image;
#elif defined(ATOMIC)
[[vk::image_format("r16ui")]] RWTexture2D<uint> image;
#elif defined(INTEGER)
// INTEGER: :[[@LINE+1]]:25: error: the texels of 'image' are unorm, which only float can be [image-element]
RWTexture2D<unorm uint> image;
#elif defined(UNORM_BUFFER)
// UNORM-BUFFER: :[[@LINE+1]]:24: error: `unorm` is for the texels of textures: the elements of 'image' are stored unchanged [hlsl-unsupported]
RWBuffer<unorm float2> image;
#else
RWTexture2D<uint> image;
#endif

[numWaves(1)]
void misfit(uint3 group : SV_GroupID) {
#ifdef LOCAL
  // LOCAL: :[[@LINE+1]]:22: error: vk::image_format is for global variables of RWTexture2D and RWTexture2DArray [hlsl-unsupported]
  [[vk::image_format("r32ui")]] uint local = 3;
#endif
#ifdef ATOMIC
  // ATOMIC: :[[@LINE+1]]:3: error: {{.*}}needs an image of the format r32i or r32ui, got r16ui [atomic-element]
  InterlockedAdd(image[group.xy], 1);
#elif defined(READONLY)
  copies[0] = image[group.xy];
#elif defined(BUFFER) || defined(UNORM_BUFFER)
  image[group.x] = 1;
#else
  image[group.xy] = 1;
#endif
}
