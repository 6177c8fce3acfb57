// RUN: not wave-hlsl %s -E threads 2>&1 | FileCheck %s
// RUN: not wave-hlsl %s -E circle -D CIRCLE 2>&1 | FileCheck %s --check-prefix=CIRCLE

#ifndef CIRCLE
// CHECK: :[[#@LINE+2]]:25: error: the size of an array must be a constant: compute it from constants, and GetGroupWaveCount() under numWaves [array-not-constant]
// CHECK: :[[#@LINE+1]]:25: note: GetGroupWaveCount() is a constant only under numWaves, and the entry point 'threads' states numthreads
groupshared uint Totals[GetGroupWaveCount()];

[numthreads(64, 1, 1)]
void threads() {
  // CHECK: :[[#@LINE+1]]:14: error: the size of an array must be a constant
  uint local[GetGroupWaveCount()];
  local[0] = Totals[0];
}
#else
// CIRCLE: error: numWaves
// CIRCLE-SAME: [num-waves-not-integer]
[numWaves(2)]
void other() {}

[numWaves(GetGroupWaveCount() + 1)]
void circle() {}
#endif
