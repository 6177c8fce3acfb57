// RUN: wave-opt %s --wave-coarsen-groups="factor=4 least-launched=100" --canonicalize --cse | FileCheck %s
// RUN: wave-opt %s --wave-coarsen-groups="factor=4 least-launched=100 counts-launched=false" | FileCheck %s --check-prefix=ALWAYS
// RUN: wave-opt %s --wave-coarsen-groups="factor=4" | FileCheck %s --check-prefix=ALWAYS

// With few groups the host launches those of the program: as many are launched as
// there are, and each is one of those that are left.

!words = memref<?xi32>

// CHECK-LABEL: wave.func @fill
// CHECK-SAME: wave.coarsening = array<i32: 4, 1, 1>, wave.coarsening_least = 400 : i64
// CHECK: %[[GROUP:.*]] = wave.group_id x
// CHECK: %[[COUNT:.*]] = wave.group_count x
// CHECK: %[[GRID:.*]] = gpu.grid_dim x
// CHECK: %[[LAUNCHED:.*]] = arith.index_castui %[[GRID]]
// CHECK: %[[ALONE:.*]] = arith.cmpi eq, %[[LAUNCHED]], %[[COUNT]]
// CHECK: %[[STRIDE:.*]] = arith.select %[[ALONE]], %c1{{.*}}, %c4
// CHECK: %[[FIRST:.*]] = arith.muli %[[GROUP]], %[[STRIDE]]
// CHECK: %[[REST:.*]] = arith.subi %[[COUNT]], %[[FIRST]]
// CHECK: %[[LEFT:.*]] = arith.select %[[ALONE]], %c1{{.*}}, %[[REST]]
// CHECK: %[[WHOLE:.*]] = arith.cmpi uge, %[[LEFT]], %c4
// CHECK: %[[TAIL:.*]] = arith.select %[[WHOLE]], %c0{{.*}}, %[[LEFT]]
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %[[TAIL]]
// CHECK: scf.if %[[WHOLE]]

// ALWAYS-LABEL: wave.func @fill
// ALWAYS-NOT: coarsening_least
// ALWAYS-NOT: gpu.grid_dim
wave.func @fill(%out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %g = wave.group_id x : i32
  %i = arith.index_castui %g : i32 to index
  memref.store %g, %out[%i] : !words
  wave.return
}
