// Without 16-bit types, `half` has 32 bits, and the functions of halves still have 16.
// RUN: wave-hlsl %s | FileCheck %s

RWStructuredBuffer<uint> result;
RWStructuredBuffer<half> halves;

// CHECK: wave.func @main({{.*}}memref<?xi32>{{.*}}memref<?xf32>
[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
  // CHECK: %[[half:.*]] = arith.truncf %{{.*}} : f32 to f16
  // CHECK: %[[bits:.*]] = arith.bitcast %[[half]] : f16 to i16
  // CHECK: arith.extui %[[bits]] : i16 to i32
  result[i] = f32tof16(i * 0.5f);
  // CHECK: %[[half:.*]] = arith.bitcast %{{.*}} : i16 to f16
  // CHECK: %[[float:.*]] = arith.extf %[[half]] : f16 to f32
  // CHECK: memref.store %[[float]]
  halves[i] = f16tof32(result[i + 4]);
}
