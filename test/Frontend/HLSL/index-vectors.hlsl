// RUN: wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// As with dxc, a vector of one component is an index, and Load of a typed buffer takes a part.

RWStructuredBuffer<uint> o;
Buffer<uint> typed;

// CHECK: :[[@LINE+5]]:21: warning: implicit conversion truncates vector: 'uint3' to 'int' [hlsl-type]
[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint1 one = id.y;
  o[one] = 1;
  o[0] = typed.Load(id);
}
