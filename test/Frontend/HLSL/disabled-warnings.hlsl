// -Wno-NAME disables the warnings of a group or of a rule, also for -WX. Other options of warnings are ignored.

// RUN: wave-hlsl %s 2>&1 | FileCheck %s
// RUN: not wave-hlsl %s -WX -Wall -Wno-nothing 2>&1 | FileCheck %s
// RUN: not wave-hlsl %s -WX -Wno-conversion 2>&1 | FileCheck %s --check-prefix=RULE --implicit-check-not=truncates
// RUN: wave-hlsl %s -WX -Wno-conversion -Wno-uninitialized-variable 2>&1 | FileCheck %s --check-prefix=NONE
// NONE-NOT: warning:

RWStructuredBuffer<float2> Out;

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  float4 a = 1;
  // CHECK: :[[#@LINE+1]]:12: warning: implicit conversion truncates vector: 'float4' to 'float2' [hlsl-type]
  Out[0] = a;
  // CHECK: :[[#@LINE+1]]:13: warning: implicit conversion truncates vector: 'float4' to 'float' [hlsl-type]
  float b = a;
  float total;
  if (i > 3)
    total = 1;
  // CHECK: 'total' may have no value here
  // RULE: 'total' may have no value here
  Out[1] = total + b;
}
