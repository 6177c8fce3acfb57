// RUN: not wave-hlsl %s -E parameters 2>&1 | FileCheck %s --check-prefix=PARAMETERS
// RUN: not wave-hlsl %s -E structs 2>&1 | FileCheck %s --check-prefix=STRUCTS
// RUN: wave-hlsl %s -E threads
// RUN: wave-hlsl %s -E groups

// PARAMETERS: :[[#@LINE+4]]:36: error: 'SV_DispatchThreadID' has no meaning under numWaves: use SV_GroupID, GetGroupWaveIndex() and WaveGetLaneIndex() [thread-id-under-num-waves]
// PARAMETERS: :[[#@LINE+3]]:67: error: 'SV_GroupThreadID' has no meaning under numWaves
// PARAMETERS: :[[#@LINE+2]]:94: error: 'SV_GroupIndex' has no meaning under numWaves
[numWaves(2)]
void parameters(uint3 inDispatch : SV_DispatchThreadID, uint3 i : SV_GroupThreadID, uint j : SV_GroupIndex) {}

struct Base {
  // STRUCTS-DAG: :[[#@LINE+1]]:15: error: 'SV_GroupIndex' has no meaning under numWaves
  uint flat : SV_GroupIndex;
};
struct Inner {
  // STRUCTS-DAG: :[[#@LINE+1]]:18: error: 'SV_GroupThreadID' has no meaning under numWaves
  uint2 thread : SV_GroupThreadID;
};
struct Ids : Base {
  uint3 group : SV_GroupID;
  Inner inner;
};
[numWaves(2)]
void structs(Ids ids) {}

[numthreads(32, 1, 1)]
void threads(Ids ids) {}

[numWaves(2)]
void groups(uint3 group : SV_GroupID) {}
