// RUN: wave-hlsl %s -E locals | FileCheck %s --check-prefix=LOCALS
// RUN: wave-hlsl %s -E chosen | FileCheck %s --check-prefix=CHOSEN
// RUN: wave-hlsl %s -E once | FileCheck %s --check-prefix=ONCE
// RUN: wave-hlsl %s -E loops | FileCheck %s --check-prefix=LOOPS
// RUN: wave-hlsl %s -E carried | FileCheck %s --check-prefix=CARRIED
// RUN: wave-hlsl %s -E structs | FileCheck %s --check-prefix=STRUCTS
// RUN: wave-hlsl %s -E mixed_entry | FileCheck %s --check-prefix=MIXED

RWStructuredBuffer<uint> a : register(u0);
RWStructuredBuffer<uint> b : register(u1);
RWByteAddressBuffer bytes : register(u2);
RWByteAddressBuffer more : register(u3);

RWStructuredBuffer<uint> other(bool second) {
  if (second)
    return b;
  return a;
}
void exchange(inout RWStructuredBuffer<uint> x, inout RWStructuredBuffer<uint> y) {
  RWStructuredBuffer<uint> former = x;
  x = y;
  y = former;
}

// Which resource is meant is known.
// LOCALS: wave.func @locals(%[[A:[a-z0-9]+]]: memref<?xi32> {{.*}}, %[[B:[a-z0-9]+]]: memref<?xi32> {{.*}})
// LOCALS-NOT: scf
// LOCALS: memref.store %c1_i32, %[[B]]
// LOCALS: memref.store %c2_i32{{.*}}, %[[A]]
// LOCALS: memref.store %c3_i32, %[[B]]
// LOCALS: memref.store %c4_i32, %[[A]]
[numthreads(4, 1, 1)]
void locals(uint i : SV_GroupIndex) {
  RWStructuredBuffer<uint> x = a, y;
  y = b;
  y[i] = 1;
  y = x;
  y[i] = 2;
  RWStructuredBuffer<uint> pair[2] = {a, b};
  exchange(pair[0], pair[1]);
  pair[0][i] = 3;
  other(false)[i] = 4;
}

// CHOSEN: wave.func @chosen(%[[A:[a-z0-9]+]]: memref<?xi32> {{.*}}, %[[B:[a-z0-9]+]]: memref<?xi32> {{.*}})
// CHOSEN: scf.if
// CHOSEN: memref.store %{{.*}}, %[[A]]
// CHOSEN-NEXT: } else {
// CHOSEN: memref.store %{{.*}}, %[[B]]
// CHOSEN-NOT: memref.store
[numthreads(4, 1, 1)]
void chosen(uint i : SV_GroupIndex) {
  (i > 1 ? a : b)[i] = i;
}

// All lanes evaluate the arguments together.
// ONCE: wave.func @once(
// ONCE: wave.reduce
// ONCE-NOT: wave.reduce
// ONCE: scf.if
// ONCE: wave.atomic_rmw
// ONCE: else
// ONCE: wave.atomic_rmw
[numthreads(4, 1, 1)]
void once(uint i : SV_GroupIndex) {
  RWByteAddressBuffer one = bytes;
  if (i > 1)
    one = more;
  uint old;
  one.InterlockedAdd(4 * i, WaveActiveSum(i), old);
  a[i] = old;
}

// Resources to which a loop does not assign stay known.
// LOOPS: wave.func @loops(%[[A:[a-z0-9]+]]: memref<?xi32> {{.*}}, %[[B:[a-z0-9]+]]: memref<?xi32> {{.*}})
// LOOPS: scf.for
// LOOPS-NOT: scf.if
// LOOPS: memref.load %[[B]]
// LOOPS-NOT: scf.if
// LOOPS: memref.store %{{.*}}, %[[A]]
// LOOPS: scf.while
// LOOPS-NOT: scf.if
// LOOPS: memref.store %{{.*}}, %[[B]]
[numthreads(4, 1, 1)]
void loops(uint i : SV_GroupIndex) {
  RWStructuredBuffer<uint> x = a, y = b;
  for (uint k = 0; k < i; ++k)
    x[k] = y[k];
  uint n = i;
  while (n != 0) {
    y[n] = n;
    n = n / 2;
  }
}

// CARRIED: scf.for
// CARRIED: scf.if
// CARRIED: memref.store
// CARRIED: scf.if
// CARRIED: memref.store
[numthreads(4, 1, 1)]
void carried(uint i : SV_GroupIndex) {
  RWStructuredBuffer<uint> x = a, y = b;
  for (uint k = 0; k < i; ++k) {
    x[k] = k;
    exchange(x, y);
  }
}

struct Base {
  StructuredBuffer<uint> table;
};
struct Both : Base {
  RWBuffer<uint> rows[2];
  uint first(uint i) { return this.rows[0][i] + table[i]; }
};
Both both : register(u6) : register(t5);
Both several[2];

uint second(Both given, uint i) {
  Both copy = given;
  RWBuffer<uint> row = copy.rows[1];
  return row[i];
}
// STRUCTS: wave.func @structs(
// STRUCTS-SAME: #wave.binding<uav, 0, 0, ui32>, wave.name = "a"
// STRUCTS-SAME: #wave.binding<srv, 0, 5, ui32>, wave.name = "both.table"
// STRUCTS-SAME: #wave.binding<uav, 0, 6, ui32>, wave.name = "both.rows[0]"
// STRUCTS-SAME: #wave.binding<uav, 0, 7, ui32>, wave.name = "both.rows[1]"
// STRUCTS-SAME: #wave.binding<uav, 0, 4, ui32>, wave.name = "several[1].rows[1]"
// STRUCTS-NOT: scf
[numthreads(4, 1, 1)]
void structs(uint i : SV_GroupIndex) {
  a[i] = both.first(i) + second(both, i) + second(several[1], i);
}

struct Mixed {
  float4 scale;
  RWBuffer<uint> values;
  uint count;
};
Mixed mixed : register(u9);
// The numbers of a struct are in the constant buffer.
// MIXED: wave.func @mixed_entry(
// MIXED-SAME: wave.name = "mixed.values"
// MIXED-SAME: wave.fields = [{name = "mixed.scale", offset = 0 : i64, type = vector<4xf32>}, {name = "mixed.count", offset = 16 : i64, type = ui32}], wave.name = "$Globals"
[numthreads(4, 1, 1)]
void mixed_entry(uint i : SV_GroupIndex) {
  if (i < mixed.count)
    mixed.values[i] = uint(mixed.scale.y);
}
