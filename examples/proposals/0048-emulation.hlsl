// Proposal 0048, "Emulation", and what it leaves out: a kernel that stores the index of each thread's wave.
RWStructuredBuffer<uint> Waves;

#include "listings/0048-emulation-memory.hlsl"

[numthreads(64, 1, 1)]
void main(uint thread : SV_GroupIndex) {
#include "listings/0048-emulation-index.hlsl"
  Waves[thread] = groupWaveId;
}
