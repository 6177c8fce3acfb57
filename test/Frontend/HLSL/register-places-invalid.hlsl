// Places of resources that are written in another form.
// RUN: not wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// CHECK: :[[@LINE+1]]:35: error: a register is a letter and a number, and may have a space: register(u0) or register(u0, space1) [hlsl-syntax]
RWBuffer<float> first : register(u);
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a register is a letter and a number
RWBuffer<float> second : register(0);
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a register is a letter and a number
RWBuffer<float> third : register(u0, 1);
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: a semantic of a variable has no effect: the place of a resource is `: register(u0)` [hlsl-type]
RWBuffer<float> fourth : u0;

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) { fourth[id.x] = 1; }
