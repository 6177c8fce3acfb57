// -WX is also about warnings of the front end's own analysis and of passes; no output is written.
// RUN: wave-hlsl %s -Fo %t.dxil 2>&1 | FileCheck %s
// RUN: rm -f %t.none && not wave-hlsl %s -WX -Fo %t.none 2>&1 | FileCheck %s --check-prefixes=CHECK,ERROR
// RUN: not ls %t.none

RWStructuredBuffer<uint> result;

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  // CHECK: warning: 'total' may have no value here: give it one where it is declared [uninitialized-variable]
  // ERROR: error: a warning is an error with -WX
  uint total;
  if (i > 3)
    total = 1;
  result[i] = total;
}
