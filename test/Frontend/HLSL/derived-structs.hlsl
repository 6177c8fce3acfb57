// RUN: wave-hlsl %s | FileCheck %s

struct Base {
  float x;
};
struct Middle : Base {
  float y[2];
};
struct Derived : Middle {
  float z;
};
struct Pair {
  Derived first, second;
};
RWStructuredBuffer<Derived> items;
RWStructuredBuffer<Pair> pairs;

// The assignment of a derived struct, and of a struct with such fields, copies all fields.
// CHECK-LABEL: wave.func @main
[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
  // CHECK: vector.load %arg0[%{{.*}}] : memref<?xf32>, vector<4xf32>
  Derived one = items[i], other;
  other = one;
  // CHECK: vector.store %{{.*}}, %arg0[%{{.*}}] : memref<?xf32>, vector<4xf32>
  items[i + 4] = other;
  Pair pair;
  pair.first = other;
  pair.second = pair.first;
  // CHECK-COUNT-2: vector.store %{{.*}}, %arg1[%{{.*}}] : memref<?xf32>, vector<4xf32>
  pairs[i] = pair;
}
