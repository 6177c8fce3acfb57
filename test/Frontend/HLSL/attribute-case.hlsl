// RUN: wave-hlsl %s -E main | FileCheck %s
// RUN: wave-hlsl %s -E other | FileCheck %s --check-prefix=OTHER
// RUN: not wave-hlsl %s -E main -D SIZE=3 2>&1 | FileCheck %s --check-prefix=ERROR

// HLSL's attributes have no fixed case.
#ifndef SIZE
#define SIZE 32
#endif
static const uint count = 64;

// CHECK: wave.func @main
// CHECK-SAME: num_threads(64, 1, 1)
// CHECK-SAME: wave_size(32)
// ERROR: [[#@LINE+1]]:11: error: {{.*}}3
[wavesize(SIZE)]
[NumThreads(count, 1, 1)]
void main() {}

// OTHER: wave.func @other
// OTHER-SAME: num_threads(8, 4, 2)
// OTHER-SAME: wave_size(16, 64, 32)
[WAVESIZE(16, 64, 32)]
[NUMTHREADS(8, 4, 2)]
void other() {}
