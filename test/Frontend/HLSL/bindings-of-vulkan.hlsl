// RUN: wave-hlsl %s -E main | FileCheck %s
// RUN: wave-hlsl %s -E main -spirv -fvk-u-shift 20 0 -Fo %t.spv
// RUN: FileCheck %s --check-prefix=VULKAN < %t.spv.json
// RUN: wave-hlsl %s -E main -Fo %t.dxil
// RUN: FileCheck %s --check-prefix=DXIL < %t.dxil.json
// RUN: not wave-hlsl %s -E twice -D TWICE 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not wave-hlsl %s -E twice -D REGISTER 2>&1 | FileCheck %s --check-prefix=REGISTER

// vk::binding is for Vulkan, and register for Direct3D. Shifts are for registers.
// CHECK: wave.binding = #wave.binding<srv, 1, 3, f32>, wave.name = "both", wave.vulkan_binding = array<i32: 2, 7>
// CHECK: wave.binding = #wave.binding<srv, 0, 0, f32>, wave.name = "only", wave.vulkan_binding = array<i32: 0, 1>
// CHECK: wave.binding = #wave.binding<uav, 0, 0, f32>, wave.name = "shifted"}
// CHECK: wave.binding = #wave.binding<uav, 0, 1, f32>, wave.name = "first", wave.vulkan_binding = array<i32: 0>}
// CHECK: wave.binding = #wave.binding<uav, 0, 2, f32>, wave.name = "second", wave.vulkan_binding = array<i32: 0>}
[[vk::binding(7, 2)]] StructuredBuffer<float> both : register(t3, space1);
[[vk::binding(1)]] StructuredBuffer<float> only;
RWStructuredBuffer<float> shifted : register(u0);
RWStructuredBuffer<float> unused;
RWStructuredBuffer<float> first;
RWStructuredBuffer<float> second;
cbuffer Constants { float scale; }

// Without a statement, resources of Vulkan have the free numbers of set 0 in their order.
// VULKAN: "binding": 7,
// VULKAN: "name": "both",
// VULKAN: "set": 2
// VULKAN: "binding": 1,
// VULKAN: "name": "only",
// VULKAN: "binding": 20,
// VULKAN: "name": "shifted",
// VULKAN: "binding": 0,
// VULKAN: "name": "first",
// VULKAN: "binding": 2,
// VULKAN: "name": "second",
// VULKAN: "binding": 3,
// VULKAN: "name": "Constants",

// In Direct3D each kind has its own numbers, and resources that the kernel does not use have none.
// DXIL: "binding": 3,
// DXIL: "name": "both",
// DXIL: "set": 1,
// DXIL: "binding": 0,
// DXIL: "name": "only",
// DXIL: "binding": 0,
// DXIL: "name": "shifted",
// DXIL: "binding": 1,
// DXIL: "name": "first",
// DXIL: "binding": 2,
// DXIL: "name": "second",
// DXIL: "binding": 0,
// DXIL: "name": "Constants",
[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
  shifted[i] = both[i] + only[i];
  first[i] = scale;
  second[i] = 1;
}

#ifdef TWICE
[[vk::binding(4, 1)]] StructuredBuffer<float> a : register(t0);
// TWICE: [[@LINE+1]]:49: error: 'a' and 'b' are both bound at vk::binding(4, 1): give one another place [binding-taken]
[[vk::binding(4, 1)]] RWStructuredBuffer<float> b : register(u0);
#endif
#ifdef REGISTER
StructuredBuffer<float> a : register(t2, space3);
RWStructuredBuffer<float> c : register(u2, space3);
// REGISTER: [[@LINE+1]]:25: error: 'a' and 'b' are both bound at register(t2, space3): give one another place [binding-taken]
StructuredBuffer<float> b : register(t2, space3);
#endif
#if defined(TWICE) || defined(REGISTER)
[numthreads(4, 1, 1)]
void twice(uint i : SV_GroupIndex) {
#ifdef REGISTER
  c[i] = b[i] + a[i];
#else
  b[i] = a[i];
#endif
}
#endif
