// RUN: wave-hlsl %s -E two | FileCheck %s --check-prefix=TWO
// RUN: wave-hlsl %s -E eight | FileCheck %s --check-prefix=EIGHT
// RUN: wave-hlsl %s -E threads -D THREADS | FileCheck %s --check-prefix=THREADS
//
// The count is a constant expression under numWaves, for each entry point its own.

RWStructuredBuffer<uint> Out : register(u0);

#ifndef THREADS
groupshared uint Totals[GetGroupWaveCount()];
static const uint kHalf = GetGroupWaveCount() / 2;
_Static_assert(GetGroupWaveCount() >= 2, "waves");

void fill() {
  uint local[kHalf];
  local[kHalf - 1] = GetGroupWaveCount();
  Totals[GetGroupWaveIndex()] = local[kHalf - 1];
  GroupMemoryBarrierWithGroupSync();
  Out[GetGroupWaveIndex()] = Totals[0];
}

// TWO: wave.func @two
// TWO-SAME: num_waves(2)
// TWO: wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
// TWO: arith.constant 2 : i32
[numWaves(2)]
void two() { fill(); }

// EIGHT: wave.func @eight
// EIGHT-SAME: num_waves(8)
// EIGHT: wave.groupshared : memref<8xi32, #gpu.address_space<workgroup>>
// EIGHT: arith.constant 8 : i32
[numWaves(8)]
void eight() { fill(); }
#endif

// Under numthreads the count depends on the wave size.
// THREADS: wave.func @threads
// THREADS: wave.group_wave_count
[numthreads(64, 1, 1)]
void threads() { Out[0] = GetGroupWaveCount(); }
