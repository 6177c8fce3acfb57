// RUN: wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// Values of assignments as indices, and comparisons of vectors as numbers.

Texture2D<> Tex;
RWTexture2D<float4> Out;
RWStructuredBuffer<float4> Values;

// CHECK-LABEL: wave.func @main
[numthreads(8, 8, 1)]
void main(uint2 DTid : SV_DispatchThreadID) {
  uint2 A = DTid.yx;
  // CHECK: %[[NE:.*]] = arith.cmpi ne, %{{.*}}, %{{.*}} : vector<2xi32>
  // CHECK: %[[NUMBERS:.*]] = arith.extui %[[NE]] : vector<2xi1> to vector<2xi32>
  // CHECK: %[[X:.*]] = vector.extract %[[NUMBERS]][0]
  // CHECK: %[[Y:.*]] = vector.extract %[[NUMBERS]][1]
  // CHECK: wave.image_load %{{.*}}[%[[X]], %[[Y]]]
  // CHECK: %[[X:.*]] = vector.extract %[[NUMBERS]][0]
  // CHECK: %[[Y:.*]] = vector.extract %[[NUMBERS]][1]
  // CHECK: wave.image_store %{{.*}}, %{{.*}}[%[[X]], %[[Y]]]
  float4 texel = Tex[DTid = A != DTid.xy];
  Out[DTid] = texel;

  // As with dxc, a matrix with as many elements is a vector.
  float4 v = Values[0];
  float2x2 m = {1, 2, 3, 4};
  // CHECK: %[[M:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : vector<4xf32>
  // CHECK: arith.addf %{{.*}}, %[[M]]
  Values[1] = m + v;
}
