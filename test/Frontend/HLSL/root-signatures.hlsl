// RUN: wave-hlsl %s 2>&1 | FileCheck %s

RWStructuredBuffer<uint> result;

// CHECK: :[[@LINE+1]]:2: warning: this root signature is ignored: hosts make one from the registers of the resources, which the manifest lists [root-signature-ignored]
[RootSignature("UAV(u0)")]
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) { result[i] = 1; }
