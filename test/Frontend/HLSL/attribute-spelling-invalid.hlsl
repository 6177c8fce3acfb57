// Attributes with a wrong letter.
// RUN: not wave-hlsl %s 2>&1 | FileCheck %s

RWBuffer<uint> result;

// CHECK: :[[@LINE+1]]:2: warning: unknown attribute 'numWave' ignored; did you mean 'numWaves'? [hlsl-type]
[numWave(4)]
void first() { result[0] = 1; }

// CHECK: :[[@LINE+1]]:2: warning: unknown attribute 'numthread' ignored; did you mean 'numthreads'? [hlsl-type]
[numthread(8, 8, 1)]
void second() { result[0] = 2; }
