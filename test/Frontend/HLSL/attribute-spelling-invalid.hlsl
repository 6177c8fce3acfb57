// Attributes with a wrong letter.
// RUN: not wave-hlsl %s 2>&1 | FileCheck %s

RWBuffer<uint> result;

// CHECK: :[[@LINE+1]]:2: error: unknown attribute 'numWave'; did you mean 'numWaves'? [hlsl-type]
[numWave(4)]
void first() { result[0] = 1; }

// CHECK: :[[@LINE+1]]:2: error: unknown attribute 'numthread'; did you mean 'numthreads'? [hlsl-type]
[numthread(8, 8, 1)]
void second() {
  // CHECK: :[[@LINE+1]]:4: warning: unknown attribute 'mix' ignored [hlsl-type]
  [mix] for (uint i = 0; i < 3; ++i) result[i] = 2;
  // CHECK: :[[@LINE+1]]:4: warning: unknown attribute 'unrol' ignored; did you mean 'unroll'? [hlsl-type]
  [unrol] for (uint j = 0; j < 3; ++j) result[j] = 2;
}

// CHECK-NOT: [hlsl-entry]
// Other languages have such names.
// CHECK: :[[@LINE+1]]:2: warning: unknown attribute 'coherent' ignored [hlsl-type]
[coherent] void third() {}
// CHECK: :[[@LINE+1]]:3: warning: unknown attribute 'binding' ignored [hlsl-type]
[[binding(3)]] RWBuffer<uint> other;
