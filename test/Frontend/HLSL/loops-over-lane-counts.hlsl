// RUN: wave-hlsl %s -spirv -E any_size -Fo %t.spv 2>&1 | FileCheck %s
// RUN: wave-hlsl %s -dxil -T cs_6_6 -E any_size -Fo %t.dxil 2>&1 | FileCheck %s
// RUN: wave-hlsl %s -spirv -E one_size -Fo %t.spv 2>&1 | count 0
// RUN: not wave-hlsl %s -spirv -E by_wave -Fo %t.spv 2>&1 | FileCheck %s --check-prefix=ERROR

groupshared uint sums[256];
RWStructuredBuffer<uint> data;

void sumUp(uint i) {
  sums[i] = data[i];
  for (uint step = WaveGetLaneCount(); step < 256; step *= 2) {
    // CHECK: :[[@LINE+1]]:5: warning: whether all waves of the group reach this barrier depends on the wave size, which may differ between waves: state one, [WaveSize(N)] [barrier-unknown]
    GroupMemoryBarrierWithGroupSync();
    uint other = i >= step ? sums[i - step] : 0;
    GroupMemoryBarrierWithGroupSync();
    sums[i] += other;
  }
  data[i] = sums[i];
}

[numthreads(256, 1, 1)]
void any_size(uint i : SV_GroupIndex) {
  sumUp(i);
}

[WaveSize(32)]
[numthreads(256, 1, 1)]
void one_size(uint i : SV_GroupIndex) {
  sumUp(i);
}

[numthreads(256, 1, 1)]
void by_wave(uint i : SV_GroupIndex) {
  sums[i] = i;
  if (WaveActiveMin(i) < 64)
    // ERROR: :[[@LINE+1]]:5: error: not all waves of the group reach this barrier: move it out of divergent control flow [barrier-divergent]
    GroupMemoryBarrierWithGroupSync();
  data[i] = sums[0];
}
