// RUN: wave-opt %s -wave-verify -wave-resolve-groupshared -wave-legalize-barriers -verify-diagnostics | FileCheck %s

// All lanes of a group launch mesh groups, those that have returned as well.

// CHECK-LABEL: wave.func @nobody_returns
// CHECK-NOT: scf.if
// CHECK: wave.dispatch_mesh %arg0, %arg0, %arg0
wave.func @nobody_returns(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(2) {
  wave.dispatch_mesh %n, %n, %n
}

// A group that returns whole launches nothing, whatever its counts are made of.

// CHECK-LABEL: wave.func @all_return
// CHECK: %[[C3:.*]] = arith.constant 3 : i32
// CHECK: %[[LIVE:.*]] = arith.xori
// CHECK: %[[C0:.*]] = arith.constant 0 : i32
// CHECK: %[[X:.*]] = arith.select %[[LIVE]], %[[C3]], %[[C0]] : i32
// CHECK: wave.dispatch_mesh %[[X]], %[[C3]], %[[C3]]
wave.func @all_return(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(2) {
  %c3 = arith.constant 3 : i32
  %id = wave.group_id x : i32
  %out = arith.cmpi uge, %id, %n : i32
  wave.retire_if %out
  wave.dispatch_mesh %c3, %c3, %c3
}

// CHECK-LABEL: wave.func @computed_after_all_return
// CHECK: %[[LIVE:.*]] = arith.xori
// CHECK: %[[COUNT:.*]] = scf.if %[[LIVE]] -> (i32)
// CHECK:   memref.store
// CHECK:   wave.barrier group sync
// CHECK:   memref.load
// CHECK: } else {
// CHECK: %[[X:.*]] = arith.select %[[LIVE]], %[[COUNT]]
// CHECK: wave.dispatch_mesh %[[X]]
wave.func @computed_after_all_return(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(2) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %s = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
  %id = wave.group_id x : i32
  %out = arith.cmpi uge, %id, %n : i32
  wave.retire_if %out
  memref.store %n, %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  %count = memref.load %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  wave.dispatch_mesh %count, %c1, %c1 payload(%s : memref<1xi32, #gpu.address_space<workgroup>>)
}

// Some return: what the others have goes through groupshared memory, which holds 0
// where nobody is left. Constants are known.

// CHECK-LABEL: wave.func @some_return
// CHECK: %[[S:.*]] = wave.groupshared : memref<2xi32
// CHECK: %[[WAVE:.*]] = wave.group_wave_index : i32
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[WAVE]]
// CHECK: %[[LANE:.*]] = wave.is_first_lane
// CHECK: %[[ONE:.*]] = arith.andi %[[FIRST]], %[[LANE]]
// CHECK: scf.if %[[ONE]] {
// CHECK-COUNT-2: memref.store %{{.*}}, %[[S]]
// CHECK: }
// CHECK: wave.barrier group sync
// CHECK: %[[LIVE:.*]] = arith.xori
// CHECK: scf.if %[[LIVE]] {
// CHECK:   %[[COUNT:.*]] = arith.muli
// CHECK:   scf.if %{{.*}} {
// CHECK:     wave.atomic_rmw maxui %{{.*}}, %[[S]]
// CHECK:     wave.atomic_rmw maxui %{{.*}}, %[[S]]
// CHECK:   }
// CHECK: }
// CHECK: wave.barrier group sync
// CHECK: %[[X:.*]] = memref.load %[[S]]
// CHECK: %[[Z:.*]] = memref.load %[[S]]
// CHECK: wave.dispatch_mesh %[[X]], %c1{{.*}}, %[[Z]]
wave.func @some_return(%n: i32 {wave.element = ui32}, %b: memref<?xi32> {wave.binding = #wave.binding<srv, i32>})
    kernel stage(amplification) num_waves(2) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %out = arith.cmpi uge, %lane, %n : i32
  wave.retire_if %out
  %v = memref.load %b[%c0] : memref<?xi32>
  %count = arith.muli %v, %v : i32
  wave.dispatch_mesh %count, %c1, %v
}

// Threads have a first one; the kernel's own barrier serves as well.

// CHECK-LABEL: wave.func @threads_return
// CHECK: wave.groupshared : memref<1xi32
// CHECK: wave.group_index
// CHECK-NOT: wave.is_first_lane
// CHECK: scf.if
// CHECK-NOT: wave.barrier
// CHECK: wave.group_id
// CHECK: wave.barrier group sync
// CHECK: wave.atomic_rmw maxui %{{.*}}c3
// CHECK: wave.barrier group sync
// CHECK: wave.dispatch_mesh
wave.func @threads_return(%b: memref<?xi32> {wave.binding = #wave.binding<srv, i32>})
    kernel stage(amplification) num_threads(32, 1, 1) {
  %c3 = arith.constant 3 : i32
  %id = wave.group_id x : i32
  %thread = wave.group_index : i32
  %out = arith.cmpi uge, %thread, %id : i32
  wave.barrier group sync
  wave.retire_if %out
  wave.dispatch_mesh %c3, %c3, %c3
}

// What a barrier has settled is the same for the group, until somebody writes again.

// CHECK-LABEL: wave.func @settled
wave.func @settled(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(2) {
  %c0 = arith.constant 0 : index
  %s = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
  memref.store %n, %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  wave.barrier all sync
  %count = memref.load %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  %more = arith.addi %count, %n : i32
  wave.barrier group sync
  memref.store %more, %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  wave.dispatch_mesh %count, %more, %n
}

// CHECK-LABEL: wave.func @written_again
wave.func @written_again(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(2) {
  %c0 = arith.constant 0 : index
  %s = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  // expected-note@+1 {{because of 'memref.load' here}}
  %count = memref.load %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  memref.store %n, %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  // expected-warning@+1 {{whether all waves of the group launch as many mesh groups depends on memory: if they do, say so with group_uniform(...) [dispatch-mesh-unknown]}}
  wave.dispatch_mesh %count, %n, %n
}

// CHECK-LABEL: wave.func @not_settled
wave.func @not_settled(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(2) {
  %c0 = arith.constant 0 : index
  %s = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
  memref.store %n, %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  // It orders buffers.
  wave.barrier device sync
  // expected-note@+1 {{because of 'memref.load' here}}
  %count = memref.load %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  // expected-warning@+1 {{[dispatch-mesh-unknown]}}
  wave.dispatch_mesh %n, %count, %n
}

// Where a group is one wave, the wave's own barrier does.
// CHECK-LABEL: wave.func @settled_by_wave_barrier
wave.func @settled_by_wave_barrier(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(1) {
  %c0 = arith.constant 0 : index
  %s = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
  %old = wave.atomic_rmw add %n, %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  wave.barrier wave sync
  %count = memref.load %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  wave.dispatch_mesh %count, %n, %n
}

// CHECK-LABEL: wave.func @not_settled_by_wave_barrier
wave.func @not_settled_by_wave_barrier(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(2) {
  %c0 = arith.constant 0 : index
  %s = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
  %old = wave.atomic_rmw add %n, %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  wave.barrier wave sync
  // expected-note@+1 {{because of 'memref.load' here}}
  %count = memref.load %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  // expected-warning@+1 {{[dispatch-mesh-unknown]}}
  wave.dispatch_mesh %count, %n, %n
}

// CHECK-LABEL: wave.func @stated
wave.func @stated(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(2) {
  %c0 = arith.constant 0 : index
  %s = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
  memref.store %n, %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  %v = memref.load %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  %count = wave.assume_uniform %v : i32
  wave.dispatch_mesh %count, %n, %n
}

// A wave that always stays: all lanes compute what the groupshared memory says, as they
// do for barriers, and need no more of it.

// CHECK-LABEL: wave.func @first_wave_stays
// CHECK: %[[S:.*]] = wave.groupshared
// CHECK-NOT: wave.groupshared
// CHECK: %[[LIVE:.*]] = arith.xori
// CHECK: scf.if %[[LIVE]] {
// CHECK:   memref.store
// CHECK: }
// CHECK: wave.barrier group sync
// CHECK-NOT: wave.barrier
// CHECK: %[[V:.*]] = memref.load %[[S]]
// CHECK: %[[COUNT:.*]] = arith.addi %[[V]], %[[V]]
// CHECK: wave.dispatch_mesh %[[COUNT]]
wave.func @first_wave_stays(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(2) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %s = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
  %wave = wave.group_wave_index : i32
  %extra = arith.cmpi uge, %wave, %c1 : i32
  wave.retire_if %extra
  memref.store %n, %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  %v = memref.load %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  %count = arith.addi %v, %v : i32
  wave.dispatch_mesh %count, %c1, %c1
}

// What lanes that returned cannot compute is handed to them.

// CHECK-LABEL: wave.func @first_wave_counts
// CHECK-COUNT-2: wave.groupshared
// CHECK: wave.atomic_rmw maxui
// CHECK: wave.barrier group sync
// CHECK: wave.dispatch_mesh
wave.func @first_wave_counts(%b: memref<?xi32> {wave.binding = #wave.binding<uav, i32>})
    kernel stage(amplification) num_threads(32, 1, 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %s = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
  %number = gpu.subgroup_id : index
  %wave = arith.index_castui %number : index to i32
  %extra = arith.cmpi ne, %wave, %c0_i32 : i32
  wave.retire_if %extra
  %v = memref.load %b[%c0] : memref<?xi32>
  memref.store %v, %b[%c0] : memref<?xi32>
  %count = wave.assume_uniform %v : i32
  memref.store %v, %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  wave.dispatch_mesh %count, %c1, %c1 payload(%s : memref<1xi32, #gpu.address_space<workgroup>>)
}
