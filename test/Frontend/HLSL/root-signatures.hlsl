// RUN: wave-hlsl %s -E main 2>&1 | FileCheck %s
// RUN: wave-hlsl %s -E mistaken 2>&1 | FileCheck %s --check-prefix=MISTAKEN

RWStructuredBuffer<uint> result;

// CHECK: :[[@LINE+1]]:2: warning: this root signature is ignored: hosts make one from the registers of the resources, which the manifest lists [root-signature-ignored]
[RootSignature("UAV(u0)")]
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) { result[i] = 1; }

#define SIGNATURE "CBV(b0)," \
                  "UAV(u0)"
// MISTAKEN: :[[@LINE+4]]:2: warning: this root signature is ignored
// MISTAKEN: wave.func @mistaken
[numthreads(64, 1, 1)]
// Clang's parser of root signatures does not return from the second one.
[RootSignature("UAV( regis;er(u1))")]
void mistaken(uint i : SV_GroupIndex) { result[i] = 2; }

[numthreads(64, 1, 1)]
[rootsignature(SIGNATURE)]
void composed(uint i : SV_GroupIndex) { result[i] = 3; }
