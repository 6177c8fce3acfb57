// RUN: wave-hlsl %s -enable-16bit-types | FileCheck %s

ByteAddressBuffer input : register(t0);
RWByteAddressBuffer output : register(u0);
struct Pair {
  uint first;
  float2 second;
};

// CHECK-LABEL: wave.func @main
// CHECK-SAME: %arg0: memref<?xi32> {wave.binding = #wave.binding<srv, 0, 0, ui32>
[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  // CHECK: %[[WORD:.*]] = arith.shrui %{{.*}}, %c2_i32
  // CHECK: vector.load %arg0[%{{.*}}] : memref<?xi32>, vector<4xi32>
  uint4 words = input.Load4(id.x);
  // CHECK: vector.load %arg0[%{{.*}}] : memref<?xi32>, vector<3xi32>
  // CHECK: arith.bitcast %{{.*}} : vector<2xi32> to vector<2xf32>
  Pair pair = input.Load<Pair>(16 * id.x);
  // Two words.
  // CHECK: arith.extui %{{.*}} : i32 to i64
  // CHECK: arith.shli
  // CHECK: arith.ori %{{.*}} : i64
  uint64_t wide = input.Load<uint64_t>(8);
  output.Store(0, wide + (uint)pair.second.x);
  output.Store2(8, words.xy);
  // Lanes may store the two halves of a word at the same time.
  // CHECK: wave.atomic_rmw and
  // CHECK: wave.atomic_rmw or
  output.Store<uint16_t>(16 + 2 * id.x, (uint16_t)words.z);
  // CHECK: wave.atomic_rmw maxsi
  output.InterlockedMax(32, (int)words.x);
  uint size;
  // CHECK: memref.dim %arg0
  // CHECK: arith.muli %{{.*}}, %c4_i32
  input.GetDimensions(size);
  output.Store(64, size);
}
