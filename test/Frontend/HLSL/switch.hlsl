// RUN: wave-hlsl %s -E apart | FileCheck %s --check-prefix=APART
// RUN: wave-hlsl %s -E through | FileCheck %s --check-prefix=THROUGH
// RUN: wave-hlsl %s -E dense | FileCheck %s --check-prefix=DENSE
// RUN: wave-hlsl %s -E sparse | FileCheck %s --check-prefix=SPARSE

RWStructuredBuffer<uint> values : register(u0);

// APART-LABEL: wave.func @apart
[numthreads(32, 1, 1)]
void apart(uint3 id : SV_DispatchThreadID) {
  uint x = values[id.x];
  // APART: %[[X:.*]] = memref.load
  // APART: %[[ONE:.*]] = arith.cmpi eq, %[[X]]
  // APART: %[[TWO:.*]] = arith.ori
  // APART: scf.if %[[ONE]] -> (i32) {
  // APART:   wave.reduce add
  // APART: } else {
  // APART:   scf.if %[[TWO]] -> (i32) {
  // APART:     wave.reduce minui
  // APART:   } else {
  // APART:     wave.reduce maxui
  switch (x) {
  case 1:
    x = WaveActiveSum(x);
    break;
  default:
    x = WaveActiveMax(x);
    break;
  case 2:
  case 3:
    x = WaveActiveMin(x);
    break;
  }
  values[id.x] = x;
}

// THROUGH-LABEL: wave.func @through
[numthreads(32, 1, 1)]
void through(uint3 id : SV_DispatchThreadID) {
  uint x = values[id.x], y = 0;
  // THROUGH: %[[ONE:.*]] = arith.cmpi eq
  // THROUGH: %[[TWO:.*]] = arith.cmpi eq
  // THROUGH: %[[EITHER:.*]] = arith.ori %[[ONE]], %[[TWO]]
  // THROUGH: scf.if %[[EITHER]]
  // THROUGH:   scf.if %[[ONE]]
  // THROUGH:     wave.count_bits
  // THROUGH:   }
  // THROUGH:   wave.reduce add
  switch (x) {
  case 1:
    y = WaveActiveCountBits(true);
  case 2:
    y += WaveActiveSum(x);
  }
  values[id.x] = y;
}

// Consecutive labels are numbered by a subtraction, and the sections are the leaves of a
// balanced tree. Lanes without a label have the last number.
// DENSE-LABEL: wave.func @dense
[numthreads(32, 1, 1)]
void dense(uint3 id : SV_DispatchThreadID) {
  int x = values[id.x];
  // DENSE: %[[X:.*]] = memref.load
  // DENSE: %[[OFFSET:.*]] = arith.subi %[[X]], %c-4_i32
  // DENSE: %[[IN:.*]] = arith.cmpi ule, %[[OFFSET]], %c8_i32
  // DENSE: %[[FOUND:.*]] = arith.select %[[IN]], %[[OFFSET]], %c9_i32
  // DENSE: %[[LOW:.*]] = arith.cmpi ult, %[[FOUND]], %c5_i32
  // DENSE: scf.if %[[LOW]]
  // DENSE:   arith.cmpi ult, %[[FOUND]], %c2_i32
  // DENSE-COUNT-9: wave.reduce
  // DENSE-NOT: wave.reduce
  // clang-format off
  switch (x) {
  case -3: x = WaveActiveMax(x); break;
  case -4: x = WaveActiveSum(x); break;
  case -2: x = WaveActiveMin(x); break;
  case -1: x = WaveActiveSum(x + 1); break;
  case 0: x = WaveActiveSum(x + 2); break;
  case 1: x = WaveActiveSum(x + 3); break;
  case 2: x = WaveActiveSum(x + 4); break;
  case 3: x = WaveActiveSum(x + 5); break;
  case 4: x = WaveActiveSum(x + 6); break;
  }
  // clang-format on
  values[id.x] = x;
}

// Other labels are found by a binary search. Lanes fall through from the numbers before.
// SPARSE-LABEL: wave.func @sparse
[numthreads(32, 1, 1)]
void sparse(uint3 id : SV_DispatchThreadID) {
  uint x = values[id.x], y = 0;
  // SPARSE: %[[X:.*]] = memref.load
  // SPARSE: %[[SMALL:.*]] = arith.cmpi ult, %[[X]], %c8_i32
  // SPARSE: %[[FOUND:.*]] = scf.if %[[SMALL]] -> (i32)
  // SPARSE: %[[LOW:.*]] = arith.cmpi ult, %[[FOUND]], %c3_i32
  // SPARSE: scf.if %[[LOW]]
  // SPARSE:   %[[FIRST:.*]] = arith.cmpi ule, %[[FOUND]], %c0_i32
  // SPARSE:   scf.if %[[FIRST]]
  // SPARSE:     wave.count_bits
  // SPARSE:   %[[SECOND:.*]] = arith.cmpi ule, %[[FOUND]], %c1_i32
  // SPARSE:   scf.if %[[SECOND]]
  // SPARSE:     wave.reduce minui
  // SPARSE:   wave.reduce maxui
  // SPARSE: wave.reduce add
  // clang-format off
  switch (x) {
  case 0: case 8: case 2: y = WaveActiveCountBits(true);
  case 6: case 4: y += WaveActiveMin(x);
  case 10: y += WaveActiveMax(x); break;
  case 12: case 14: case 20: y = WaveActiveSum(x);
  }
  // clang-format on
  values[id.x] = y;
}
