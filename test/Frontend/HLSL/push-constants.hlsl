// RUN: wave-hlsl %s -T cs_6_8 | FileCheck %s
// RUN: wave-hlsl %s -T cs_6_8 -spirv -Fo %t.spv
// RUN: spirv-val --target-env vulkan1.3 %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s --check-prefix=SPIRV
// RUN: FileCheck %s --check-prefix=MANIFEST < %t.spv.json
// RUN: wave-hlsl %s -T cs_6_8 -Fo %t.dxil
// RUN: FileCheck %s --check-prefix=DXIL < %t.dxil.json

// The layout is that of structured buffers: a vector is aligned to its scalars, and a field may state its offset.
struct Inner {
  float2 v;
};
#define LAST 80
struct Constants {
  float a;
  float3 b;
  Inner inner[2];
  double d;
  column_major float2x3 m;
  [[vk::offset(LAST)]] uint last;
};
// CHECK: wave.func @main(
// CHECK-SAME: memref<22xi32>
// CHECK-SAME: wave.binding = #wave.binding<cbv, 0, 0, ui32>
// CHECK-SAME: {name = "a", offset = 0 : i64, type = f32}
// CHECK-SAME: {name = "b", offset = 4 : i64, type = vector<3xf32>}
// CHECK-SAME: {name = "inner[0].v", offset = 16 : i64, type = vector<2xf32>}
// CHECK-SAME: {name = "inner[1].v", offset = 24 : i64, type = vector<2xf32>}
// CHECK-SAME: {name = "d", offset = 32 : i64, type = f64}
// CHECK-SAME: {count = 3 : i64, name = "m", offset = 40 : i64, stride = 8 : i64, type = vector<2xf32>}
// CHECK-SAME: {name = "last", offset = 80 : i64, type = ui32}
// CHECK-SAME: wave.name = "constants", wave.push_constants

// The other loose variables are a constant buffer of their own.
// CHECK-SAME: memref<4xi32> {{.*}}wave.fields = [{name = "scale", offset = 0 : i64, type = f32}], wave.name = "$Globals", wave.vulkan_binding = array<i32: 0>}
[[vk::push_constant]] Constants constants;
float scale;
RWStructuredBuffer<float> result : register(u0);

// One block, whose first member has the words of the shader's constants. The length of the buffer follows them.
// SPIRV-DAG: OpMemberDecorate %[[block:[^ ]+]] 0 Offset 0
// SPIRV-DAG: OpMemberDecorate %[[block]] 1 Offset 88
// SPIRV-DAG: %[[block]] = OpTypeStruct %[[words:[^ ]+]] %uint
// SPIRV-DAG: OpDecorate %[[words]] ArrayStride 4
// SPIRV-DAG: OpVariable %{{.*}} PushConstant

// MANIFEST: "constants": {
// MANIFEST: "block": {
// MANIFEST: "bytes": 88,
// MANIFEST: "name": "constants"
// MANIFEST: "bytes": 92,
// MANIFEST: "name": "result",
// MANIFEST: "offset": 88,
// MANIFEST: "role": "length"

// Direct3D has no push constants.
// DXIL: "name": "constants",
// DXIL: "resource": "constant_buffer",
// DXIL-NOT: "block"
[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
  result[i] = constants.a + constants.b.y + constants.inner[i & 1].v.x + (float)constants.d + constants.m[1][2] +
              constants.last * scale;
}
