// A static constant has the value that its initializer has at the kernel's start.
// RUN: wave-hlsl %s | FileCheck %s

static uint Count = 6;
static const uint First = Count;
static const uint Both[2] = {Count, Count + 1};
uint next() { return ++Count; }
static const uint Next = next();
RWBuffer<uint> Out;

// CHECK-LABEL: wave.func @main
// CHECK-DAG: %[[six:.*]] = arith.constant 6 : i32
// CHECK-DAG: %[[seven:.*]] = arith.constant 7 : i32
// CHECK-DAG: %[[seventeen:.*]] = arith.constant 17 : i32
// CHECK: memref.store %[[six]], %arg0
// CHECK: memref.store %[[seven]], %arg0
// CHECK: memref.store %[[seventeen]], %arg0
[numthreads(1, 1, 1)]
void main() {
  Count += 10;
  Out[0] = First;
  Out[1] = Next;
  Out[2] = Count;
  Out[3] = Both[Out[4] & 1];
}
