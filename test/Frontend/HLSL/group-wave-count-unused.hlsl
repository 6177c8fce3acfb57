// Declarations whose types need GetGroupWaveCount() as a constant concern entry points with numWaves only.

// RUN: wave-hlsl %s -E four | FileCheck %s --check-prefix=FOUR
// RUN: wave-hlsl %s -E two | FileCheck %s --check-prefix=TWO
// RUN: wave-hlsl %s -E threads | FileCheck %s --check-prefix=THREADS
// RUN: wave-hlsl %s -E counted | FileCheck %s --check-prefix=COUNTED
// RUN: not wave-hlsl %s -E user 2>&1 | FileCheck %s --check-prefix=USER --implicit-check-not=error:
// RUN: not wave-hlsl %s -E caller 2>&1 | FileCheck %s --check-prefix=CALLER --implicit-check-not=error:
// RUN: not wave-hlsl %s -E threads -D MISTYPED 2>&1 | FileCheck %s --check-prefix=MISTYPED --implicit-check-not=error:

// FOUR: wave.func @four
// TWO: wave.func @two
// FOUR: memref<4xi32, #gpu.address_space<workgroup>>
// TWO: memref<2xi32, #gpu.address_space<workgroup>>
// THREADS: wave.func @threads
// THREADS-NOT: workgroup
// COUNTED: wave.func @counted
// COUNTED: wave.group_wave_count

#define WAVES GetGroupWaveCount()

RWStructuredBuffer<uint> Out;
// USER: :[[#@LINE+2]]:25: error: the size of an array must be a constant
// USER: note: GetGroupWaveCount() is a constant only under numWaves, and the entry point 'user' states numthreads
groupshared uint Totals[GetGroupWaveCount()];
static const uint Count = WAVES + 1;
groupshared uint More[Count];
struct Table { uint rows[WAVES]; };
groupshared Table Tables;
typedef vector<uint, GetGroupWaveCount()> Row;
enum Number { Last = GetGroupWaveCount() };
template <uint N> uint number() { return N; }
uint help() {
  uint local[Count];
  local[0] = Last;
  Row row = 1;
  switch (Totals[0]) {
  case GetGroupWaveCount():
    return local[0];
  }
  return number<GetGroupWaveCount()>() + row.x;
}
#ifdef MISTYPED
// MISTYPED: :[[#@LINE+1]]:43: error: use of undeclared identifier 'nothing'
uint mistyped() { Row row; return row.x + nothing; }
#endif

[numWaves(4)] void four() { Out[0] = Totals[0] + More[1] + Tables.rows[1] + help(); }
[numWaves(2)] void two() { Out[0] = Totals[0] + More[1] + Tables.rows[1] + help(); }
[numthreads(32, 1, 1)] void threads() { Out[0] = 1; }
[numthreads(32, 1, 1)] void counted() { Out[0] = GetGroupWaveCount(); }
[numthreads(32, 1, 1)] void user() { Out[0] = Totals[0]; }
// CALLER: :[[#@LINE+1]]:49: error: no matching function for call to 'number'
[numthreads(32, 1, 1)] void caller() { Out[0] = number<WAVES>(); }
