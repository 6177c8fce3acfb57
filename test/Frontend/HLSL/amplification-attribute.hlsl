// The attribute states the stage; -T is needed only for another shader model.
// RUN: wave-hlsl %s -E amplify | FileCheck %s
// RUN: wave-hlsl %s -E amplify -T as_6_5 | FileCheck %s
// RUN: wave-hlsl %s -E amplify -Fo %t.dxil
// RUN: wave-hlsl %s -E compute | FileCheck %s --check-prefix=COMPUTE
// RUN: not wave-hlsl %s -E amplify -T cs_6_8 2>&1 | FileCheck %s --check-prefix=OTHER

struct Payload {
  uint group;
};
groupshared Payload payload;
RWStructuredBuffer<uint> result;

// CHECK: wave.func @amplify
// CHECK-SAME: stage(amplification)
// OTHER: :[[@LINE+1]]:2: error: 'amplify' is a shader of the stage amplification, but the profile is of the stage compute [hlsl-stage]
[shader("amplification")]
[numthreads(32, 1, 1)]
void amplify(uint3 group : SV_GroupID, uint i : SV_GroupIndex) {
  if (i == 0)
    payload.group = group.x;
  // CHECK: wave.dispatch_mesh
  DispatchMesh(2, 1, 1, payload);
}

// COMPUTE: wave.func @compute
[shader("compute")]
[numthreads(32, 1, 1)]
void compute(uint i : SV_DispatchThreadID) { result[i] = i; }
