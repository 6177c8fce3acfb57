// An array that the kernel does not access is not an argument.
// RUN: wave-hlsl %s | FileCheck %s
// RUN: wave-hlsl %s -dxil -Fo %t.dxil

RWBuffer<uint> Buffers[2];

// CHECK: wave.func @main() {{.*}}num_threads(1, 1, 1)
[numthreads(1, 1, 1)]
void main() { RWBuffer<uint> copy = Buffers[0]; }
