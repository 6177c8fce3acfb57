// A cast to a template that nothing has instantiated before.

// RUN: wave-hlsl %s | wave-opt --canonicalize | FileCheck %s

template <typename T> struct Pair { T a; T b; };
template <typename T, typename U> struct Mixed { T a; U b; Pair<U> inner; T get() { return a; } };
typedef Pair<uint> Named;
RWStructuredBuffer<float> Out;

// CHECK: wave.func @main
[numthreads(1, 1, 1)]
void main() {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK-DAG: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
  // CHECK: memref.store %[[ZERO]], %arg0[%c0]
  Pair<int> pair = (Pair<int>)0;
  Out[0] = pair.b;
  // CHECK: memref.store %[[TWO]], %arg0[%c1]
  Mixed<float, Pair<int> > mixed = (Mixed<float, Pair<int> >)2;
  Out[1] = mixed.inner.b.a;
  // CHECK: memref.store %[[TWO]], %arg0[%c2]
  Named named = (Named)2;
  Out[2] = named.a;
  // CHECK: memref.store %[[TWO]], %arg0[%c3]
  Mixed<int, Pair<uint>> last = (Mixed<int, Pair<uint>>)2;
  Out[3] = last.get();
}
