// RUN: wave-hlsl %s -E counted | FileCheck %s --check-prefix=COUNTED
// RUN: wave-hlsl %s -E left | FileCheck %s --check-prefix=LEFT
// RUN: wave-hlsl %s -E at_least_once | FileCheck %s --check-prefix=DO

RWStructuredBuffer<uint> values : register(u0);

// COUNTED-LABEL: wave.func @counted
[numthreads(32, 1, 1)]
void counted(uint3 id : SV_DispatchThreadID) {
  uint n = values[id.x], sum = 0;
  // The loop carries only what it changes.
  // COUNTED: scf.for unsigned %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[SUM:.*]] = %{{.*}}) -> (i32)
  // COUNTED:   %[[NEXT:.*]] = arith.addi %[[SUM]], %[[I]]
  // COUNTED:   scf.yield %[[NEXT]]
  for (uint i = 0; i < n; i += 2)
    sum += i;
  // A signed bound that is included.
  // COUNTED: scf.for %{{.*}} = %{{.*}} to %{{.*}} step
  for (int j = -2; j <= 2; ++j)
    sum += j;
  // The body changes the bound.
  // COUNTED: scf.while
  for (uint k = 0; k < n; ++k)
    n -= WaveActiveCountBits(true);
  values[id.x] = sum + n;
}

// LEFT-LABEL: wave.func @left
[numthreads(32, 1, 1)]
void left(uint3 id : SV_DispatchThreadID) {
  uint sum = 0;
  // Lanes that have left do not evaluate the condition, the rest of the body or the step.
  // LEFT: scf.while (%[[S0:.*]] = %{{.*}}, %[[I0:.*]] = %{{.*}}, %[[KEEP0:.*]] = %{{.*}}) : (i32, i32, i1) -> (i32, i32, i1) {
  // LEFT:   %[[TEST:.*]] = scf.if %[[KEEP0]] -> (i1) {
  // LEFT:     arith.cmpi ult, %[[I0]]
  // LEFT:   scf.condition(%[[TEST]])
  // LEFT: ^bb0(%[[S:.*]]: i32, %[[I:.*]]: i32, %{{.*}}: i1):
  // LEFT:   %[[KEEP:.*]] = scf.if
  // LEFT:   %[[NEXT:.*]] = scf.if %[[KEEP]] -> (i32) {
  // LEFT:     wave.reduce add
  // LEFT:   %[[STEP:.*]] = scf.if %[[KEEP]] -> (i32) {
  // LEFT:     arith.addi %[[I]]
  // LEFT:   scf.yield %[[NEXT]], %[[STEP]], %[[KEEP]]
  for (uint i = 0; i < 8; ++i) {
    if (i == id.x)
      break;
    sum += WaveActiveSum(i);
  }
  values[id.x] = sum;
}

// DO-LABEL: wave.func @at_least_once
[numthreads(32, 1, 1)]
void at_least_once(uint3 id : SV_DispatchThreadID) {
  uint x = id.x;
  // The flag that is carried is the condition at the end of the body.
  // DO: scf.while (%[[X0:.*]] = %{{.*}}, %[[KEEP0:.*]] = %{{.*}}) : (i32, i1) -> (i32, i1) {
  // DO:   scf.condition(%[[KEEP0]])
  // DO:   %[[X:.*]] = arith.shrui
  // DO:   %[[KEEP:.*]] = arith.cmpi ugt, %[[X]]
  // DO:   scf.yield %[[X]], %[[KEEP]]
  do
    x >>= 1;
  while (x > 4);
  values[id.x] = x;
}
