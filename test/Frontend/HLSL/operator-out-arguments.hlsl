// RUN: wave-hlsl %s | FileCheck %s
// Operators of a struct assign their `out` and `inout` arguments, as functions do.

RWStructuredBuffer<uint> Out;

struct Previous {
  uint value;
  void operator&(out uint result) { result = value; }
  void operator+(inout uint sum) { sum += value; }
};

// CHECK-LABEL: wave.func @main
[numthreads(4, 1, 1)]
void main(uint thread : SV_GroupIndex) {
  Previous previous;
  previous.value = thread;
  uint a = 1, b = 7;
  // CHECK: %[[THREAD:.+]] = wave.group_index
  // CHECK: %[[SEVEN:.+]] = arith.constant 7
  // CHECK: %[[SUM:.+]] = arith.addi %[[THREAD]], %[[SEVEN]]
  // CHECK: memref.store %[[THREAD]], %{{.*}}
  // CHECK: memref.store %[[SUM]], %{{.*}}
  previous &a;
  previous + b;
  Out[2 * thread] = a;
  Out[2 * thread + 1] = b;
}
