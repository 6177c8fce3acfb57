// A loop that only reads waits for another wave, and is not removed.
// RUN: wave-hlsl %s | FileCheck %s

groupshared uint flag;
RWStructuredBuffer<uint> result;

// CHECK: scf.while
// CHECK-NEXT: arith.constant
// CHECK-NEXT: memref.load %{{.*}} : memref<1xi32, #gpu.address_space<workgroup>>
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
  if (i == 0)
    flag = 1;
  while (flag == 0) {
  }
  result[i] = 1;
}
