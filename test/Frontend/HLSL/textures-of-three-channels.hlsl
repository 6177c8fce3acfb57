// RUN: wave-hlsl %s | FileCheck %s
// RUN: wave-hlsl %s -spirv -Fo %t.spv 2>&1 | count 0
// RUN: wave-hlsl %s -dxil -T cs_6_6 -Fo %t.dxil 2>&1 | count 0

// The texels are the first components of images of four channels.

Texture2D<float3> source : register(t0);
Texture2DArray<uint3> layers : register(t1);
RWTexture2D<float3> result : register(u0);
RWTexture2D<int3> numbers : register(u1);

// CHECK: wave.func @main(%[[source:[^:]*]]: !wave.image<2d, f32, 4> {{{[^%]*}} %[[layers:[^:]*]]: !wave.image<2d_array, i32, 4> {{{[^%]*}} %[[result:[^:]*]]: !wave.image<2d, f32, 4> {{{[^%]*}} %[[numbers:[^:]*]]: !wave.image<2d, i32, 4>
// CHECK: %[[texel:.*]] = wave.image_load %[[source]]{{.*}} -> vector<4xf32>
// CHECK: vector.shuffle %[[texel]], %[[texel]] [0, 1, 2]
// CHECK: wave.image_load %[[layers]]{{.*}} -> vector<4xi32>
// As with dxc, the fourth channel becomes the first component.
// CHECK: %[[stored:.*]] = vector.shuffle %{{.*}}, %{{.*}} [0, 1, 2, 0] : vector<3xf32>, vector<3xf32>
// CHECK: wave.image_store %[[stored]], %[[result]]
// CHECK: wave.image_load %[[numbers]]
// CHECK: wave.image_store %{{.*}}, %[[numbers]]
[numthreads(8, 8, 1)]
void main(uint3 at : SV_DispatchThreadID) {
  float3 color = source[at.xy] + source.Load(int3(at.xy, 0)).zyx;
  color += layers[at];
  result[at.xy] = color;
  numbers[at.xy] -= int3(1, 2, 3);
}
