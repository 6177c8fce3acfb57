// Errors that are not about unsupported features are errors in every function, as
// with dxc.

// RUN: not wave-hlsl %s -E main 2>&1 | FileCheck %s --implicit-check-not=error:

RWBuffer<float> Out : register(u0);

// CHECK: :[[#@LINE+1]]:25: error: use of undeclared identifier 'nothing'
float unused() { return nothing; }

// One error is enough for a variable.
// CHECK: :[[#@LINE+1]]:1: error: 'RaytracingAccelerationStructure' is not supported
RaytracingAccelerationStructure Scene : register(t9);

[numthreads(8, 1, 1)] void main(uint id : SV_DispatchThreadID) {
  Out[id] = Scene.length;
}
