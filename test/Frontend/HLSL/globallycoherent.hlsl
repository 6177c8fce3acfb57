// RUN: wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// CHECK: :[[@LINE+1]]:43: warning: globallycoherent has no effect: other groups see only Interlocked operations on 'flag' as signals [coherence-ignored]
globallycoherent RWStructuredBuffer<uint> flag : register(u0);
globallycoherent RWStructuredBuffer<uint> unused : register(u1);

[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex) {
  flag[i] = 1;
}
