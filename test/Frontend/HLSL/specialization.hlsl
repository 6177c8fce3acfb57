// RUN: wave-hlsl %s -T cs_6_8 -E main | FileCheck %s
// RUN: wave-hlsl %s -T cs_6_8 -E main -specialize size=0x20 -specialize 1=true -specialize 3=-2.5 | FileCheck %s --check-prefix=GIVEN
// RUN: wave-hlsl %s -T cs_6_8 -E main -spirv -Fo %t.spv
// RUN: spirv-val --target-env vulkan1.3 %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s --check-prefix=SPIRV
// RUN: FileCheck %s --check-prefix=MANIFEST < %t.spv.json
// RUN: wave-hlsl %s -T cs_6_8 -E main -Fo %t.dxil
// RUN: wave-hlsl %s -T cs_6_8 -E waves -spirv -Fo %t.waves.spv
// RUN: spirv-val --target-env vulkan1.3 %t.waves.spv
// RUN: spirv-dis %t.waves.spv | FileCheck %s --check-prefix=WAVES
// RUN: FileCheck %s --check-prefix=WAVES-MANIFEST < %t.waves.spv.json

[[vk::constant_id(0)]] const uint size = 16;
[[vk::constant_id(1)]] const bool flag = false;
[[vk::constant_id(2)]] const int shared_a = -7;
[[vk::constant_id(2)]] const int shared_b = -7;
[[vk::constant_id(3)]] const float scale = 0.5;
[[vk::constant_id(4)]] const double wide = 2.25;
static const uint twice = 2 * size;
// Without effect on a kernel that does not use it.
[[vk::constant_id(9)]] const int unused = 1;

RWStructuredBuffer<float> result : register(u0);

// CHECK: wave.func @main
// CHECK-DAG: wave.specialization_constant 0 "size" = 16 : i32 as ui32
// CHECK-DAG: wave.specialization_constant 1 "flag" = false as i1
// CHECK-DAG: wave.specialization_constant 2 "shared_a" = -7 : i32 as si32
// CHECK-DAG: wave.specialization_constant 2 "shared_b" = -7 : i32 as si32
// CHECK-DAG: wave.specialization_constant 3 "scale" = 5.000000e-01 : f32 as f32
// CHECK-DAG: wave.specialization_constant 4 "wide" = 2.250000e+00 : f64 as f64
// CHECK-NOT: "unused"

// GIVEN-DAG: wave.specialization_constant 0 "size" = 32 : i32 as ui32
// GIVEN-DAG: wave.specialization_constant 1 "flag" = true as i1
// GIVEN-DAG: wave.specialization_constant 3 "scale" = -2.500000e+00 : f32 as f32

// Two constants with one number are one.
// SPIRV-DAG: OpDecorate %[[size:[^ ]+]] SpecId 0
// SPIRV-DAG: OpDecorate %[[flag:[^ ]+]] SpecId 1
// SPIRV-DAG: OpDecorate %[[shared:[^ ]+]] SpecId 2
// SPIRV-DAG: OpDecorate %[[scale:[^ ]+]] SpecId 3
// SPIRV-DAG: %[[size]] = OpSpecConstant %uint 16
// SPIRV-DAG: %[[flag]] = OpSpecConstantFalse %bool
// SPIRV-DAG: %[[scale]] = OpSpecConstant %float 0.5

// The wave size and the settings have free numbers.
// WAVES-DAG: OpDecorate %[[own:[^ ]+]] SpecId 0
// WAVES-DAG: OpDecorate %{{[^ ]+}} SpecId 1
// WAVES-DAG: %[[own]] = OpSpecConstant %uint 16
// WAVES-DAG: OpSpecConstantOp %uint IMul

// MANIFEST: "specialization": {
// MANIFEST: "id": 6
// MANIFEST: "specialization_constants": [
// MANIFEST: "element": "u32",
// MANIFEST-NEXT: "id": 0,
// MANIFEST-NEXT: "name": "size"
// MANIFEST: "element": "bool",
// MANIFEST-NEXT: "id": 1,
// WAVES-MANIFEST: "wave_size": {
// WAVES-MANIFEST: "id": 1
[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
  if (flag)
    result[i] = twice + scale;
  else
    result[i] = size + shared_a + shared_b + (float)wide;
}

[numWaves(2)]
void waves() {
  result[GetGroupWaveIndex() * WaveGetLaneCount() + WaveGetLaneIndex()] = size;
}
