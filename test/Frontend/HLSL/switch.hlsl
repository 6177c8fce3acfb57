// RUN: wave-hlsl %s -E apart | FileCheck %s --check-prefix=APART
// RUN: wave-hlsl %s -E through | FileCheck %s --check-prefix=THROUGH

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
