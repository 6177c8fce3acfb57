// The pass leaves every barrier in control flow that is the same for the group:
// RUN: wave-opt %s -wave-inline -wave-legalize-barriers -wave-verify=barriers | FileCheck %s
// before it the same rule refuses each kernel:
// RUN: not wave-opt %s -wave-inline -wave-verify=barriers 2>&1 | FileCheck %s --check-prefix=BEFORE
// and no barrier is lost or copied on the way to SPIR-V, at either level, but for those that order nothing:
// RUN: wave-opt %s -wave-to-spirv=disable=elide-barriers,promote-groupshared | FileCheck %s --check-prefix=SPV
// RUN: wave-opt %s -wave-to-spirv=opt-level=0 | FileCheck %s --check-prefix=SPV

// CHECK-NOT: wave.retire_if

gpu.module @kernels {

// Live lanes alone store; all lanes meet.
// CHECK-LABEL: wave.func @lane_divergent_return
// CHECK: %[[gone:.*]] = arith.cmpi ult
// CHECK: %[[live:.*]] = arith.xori %[[gone]], %{{.*}} : i1
// CHECK: scf.if %[[live]] {
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: wave.barrier group sync
// CHECK-NEXT: scf.if %[[live]] {
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: wave.return
// SPV-LABEL: spirv.module {{.*}}@lane_divergent_return
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @lane_divergent_return(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c3 = arith.constant 3 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %p = arith.cmpi ult, %l, %c3 : i32
  wave.retire_if %p
  memref.store %l, %out[%li] : memref<?xi32>
  // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: lanes that have retired do not reach this barrier: run wave-legalize-barriers first [barrier-after-retire]
  wave.barrier group sync
  memref.store %c3, %out[%li] : memref<?xi32>
}

// All waves go: plain control flow, the barrier inside.
// CHECK-LABEL: wave.func @group_uniform_return
// CHECK: %[[live:.*]] = arith.xori
// CHECK-NEXT: scf.if %[[live]] {
// CHECK-NEXT: wave.barrier group sync
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: wave.return
// SPV-LABEL: spirv.module {{.*}}@group_uniform_return
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @group_uniform_return(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %g = wave.group_id x : i32
  %p = arith.cmpi uge, %g, %n : i32
  wave.retire_if %p
  // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
  wave.barrier group sync
  memref.store %g, %out[%i0] : memref<?xi32>
}

// The shape of HLSL proposal 0054: all waves but the first retire, and the first reads what they left.
// CHECK-LABEL: wave.func @all_but_one_retired
// CHECK: %[[live:.*]] = scf.if %{{.*}} -> (i1) {
// CHECK: memref.store
// CHECK: %[[stays:.*]] = arith.xori
// CHECK: scf.yield %[[stays]] : i1
// CHECK: } else {
// CHECK: scf.yield %true{{.*}} : i1
// CHECK: }
// CHECK: wave.barrier group sync
// CHECK: scf.if %[[live]] {
// CHECK: memref.load
// CHECK: memref.store
// SPV-LABEL: spirv.module {{.*}}@all_but_one_retired
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @all_but_one_retired(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %shared = wave.groupshared : memref<3xi32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %true = arith.constant true
  %w = wave.group_wave_index : i32
  %other = arith.cmpi ne, %w, %c0 : i32
  scf.if %other {
    %k = arith.subi %w, %c1 : i32
    %i = arith.index_castui %k : i32 to index
    memref.store %w, %shared[%i] : memref<3xi32, #gpu.address_space<workgroup>>
    wave.retire_if %true
  }
  // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
  wave.barrier group sync
  %x = memref.load %shared[%i0] : memref<3xi32, #gpu.address_space<workgroup>>
  memref.store %x, %out[%i0] : memref<?xi32>
}

// CHECK-LABEL: wave.func @all_retired
// CHECK: wave.barrier group sync
// SPV-LABEL: spirv.module {{.*}}@all_retired
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @all_retired(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %p = arith.cmpi ult, %l, %n : i32
  wave.retire_if %p
  // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
  wave.barrier group sync
  // CHECK: scf.if
  // CHECK-NEXT: memref.store
  memref.store %l, %out[%i0] : memref<?xi32>
}

// CHECK-LABEL: wave.func @two_returns_three_barriers
// SPV-LABEL: spirv.module {{.*}}@two_returns_three_barriers
// SPV-COUNT-3: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @two_returns_three_barriers(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c3 = arith.constant 3 : i32
  %c5 = arith.constant 5 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  // Before any return nothing needs a condition.
  // CHECK-NOT: scf.if
  // CHECK: wave.barrier group sync
  wave.barrier group sync
  %p = arith.cmpi ult, %l, %c3 : i32
  // CHECK: %[[first:.*]] = arith.xori
  wave.retire_if %p
  // CHECK: %[[second:.*]] = scf.if %[[first]] -> (i1) {
  // CHECK: memref.store
  memref.store %l, %out[%li] : memref<?xi32>
  %q = arith.cmpi ult, %l, %c5 : i32
  wave.retire_if %q
  // CHECK: scf.if
  // CHECK: memref.store
  memref.store %c3, %out[%li] : memref<?xi32>
  // BEFORE: :[[@LINE+2]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
  // CHECK: wave.barrier device sync
  wave.barrier device sync
  // CHECK: scf.if %[[second]] {
  // CHECK-NEXT: memref.store
  memref.store %c5, %out[%li] : memref<?xi32>
  // BEFORE: :[[@LINE+2]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
  // CHECK: wave.barrier all sync
  wave.barrier all sync
}

// Barriers without a meeting are for live lanes only, and so are operations across lanes.
// CHECK-LABEL: wave.func @live_lanes_only
// CHECK: %[[live:.*]] = arith.xori
// CHECK-NEXT: scf.if %[[live]] {
// CHECK-NEXT: wave.barrier group{{$}}
// CHECK-NEXT: wave.barrier wave sync
// CHECK: wave.reduce add
// CHECK: wave.atomic_rmw
// CHECK: }
// CHECK: wave.barrier group sync
// SPV-LABEL: spirv.module {{.*}}@live_lanes_only
wave.func @live_lanes_only(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c3 = arith.constant 3 : i32
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %p = arith.cmpi ult, %l, %c3 : i32
  wave.retire_if %p
  wave.barrier group
  wave.barrier wave sync
  %s = wave.reduce add %l : i32
  %old = wave.atomic_rmw add %s, %out[%i0] : memref<?xi32>
  // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
  wave.barrier group sync
}

// Values of every type live across a barrier: 0 in lanes that have retired.
// CHECK-LABEL: wave.func @values_live_across
// CHECK: %[[kept:.*]]:4 = scf.if %{{.*}} -> (i32, f32, i1, i32) {
// CHECK: scf.yield
// CHECK: } else {
// CHECK-DAG: %[[i:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[f:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[b:.*]] = arith.constant false
// CHECK: scf.yield %{{.*}}, %[[f]], %[[b]], %{{.*}} : i32, f32, i1, i32
// CHECK: wave.barrier group sync
// CHECK: memref.store %[[kept]]#0
// CHECK: memref.store %[[kept]]#1
// SPV-LABEL: spirv.module {{.*}}@values_live_across
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @values_live_across(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %floats: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(2) {
  %c3 = arith.constant 3 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %p = arith.cmpi ult, %l, %c3 : i32
  wave.retire_if %p
  %a = memref.load %out[%li] : memref<?xi32>
  %f = memref.load %floats[%li] : memref<?xf32>
  %q = wave.is_first_lane : i1
  %unused = wave.read_first_lane %l : i32
  %c = wave.prefix add %l : i32
  // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
  wave.barrier group sync
  memref.store %a, %out[%li] : memref<?xi32>
  memref.store %f, %floats[%li] : memref<?xf32>
  scf.if %q {
    memref.store %c, %out[%li] : memref<?xi32>
  }
}

// Arrays cannot leave a condition: they stand before all of them.
// CHECK-LABEL: wave.func @arrays
// CHECK-NEXT: wave.groupshared
// CHECK-NEXT: memref.alloca()
// CHECK: wave.barrier group sync
// SPV-LABEL: spirv.module {{.*}}@arrays
wave.func @arrays(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c3 = arith.constant 3 : i32
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %p = arith.cmpi ult, %l, %c3 : i32
  wave.retire_if %p
  %shared = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %local = memref.alloca() : memref<4xi32>
  memref.store %l, %local[%i0] : memref<4xi32>
  memref.store %l, %shared[%i0] : memref<4xi32, #gpu.address_space<workgroup>>
  // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
  wave.barrier group sync
  %x = memref.load %local[%i0] : memref<4xi32>
  %y = memref.load %shared[%i0] : memref<4xi32, #gpu.address_space<workgroup>>
  %z = arith.addi %x, %y : i32
  memref.store %z, %out[%i0] : memref<?xi32>
}

// CHECK-LABEL: wave.func @return_in_nested_ifs
// CHECK: %[[outer:.*]] = scf.if %{{.*}} -> (i1) {
// CHECK:   %[[inner:.*]] = scf.if %{{.*}} -> (i1) {
// CHECK:     arith.xori
// CHECK:   }
// The rest of the block in which it stands is for those who stay.
// CHECK:   scf.if %[[inner]] {
// CHECK-NEXT: memref.store
// CHECK:   scf.yield %[[inner]]
// CHECK: }
// CHECK: scf.if %[[outer]] {
// CHECK-NEXT: memref.store
// CHECK: wave.barrier group sync
// SPV-LABEL: spirv.module {{.*}}@return_in_nested_ifs
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @return_in_nested_ifs(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c3 = arith.constant 3 : i32
  %c5 = arith.constant 5 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %p = arith.cmpi ult, %l, %c5 : i32
  %q = arith.cmpi ult, %l, %c3 : i32
  %r = arith.cmpi eq, %l, %c3 : i32
  scf.if %p {
    scf.if %q {
      wave.retire_if %r
    }
    memref.store %c3, %out[%li] : memref<?xi32>
  }
  memref.store %c5, %out[%li] : memref<?xi32>
  // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
  wave.barrier group sync
}

// On both sides.
// CHECK-LABEL: wave.func @return_in_else
// CHECK: scf.if
// CHECK: else
// CHECK: wave.barrier group sync
// SPV-LABEL: spirv.module {{.*}}@return_in_else
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @return_in_else(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c3 = arith.constant 3 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %p = arith.cmpi ult, %l, %c3 : i32
  %q = arith.cmpi eq, %l, %c3 : i32
  %v = scf.if %p -> i32 {
    scf.yield %c3 : i32
  } else {
    wave.retire_if %q
    %x = memref.load %out[%li] : memref<?xi32>
    scf.yield %x : i32
  }
  // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
  wave.barrier group sync
  memref.store %v, %out[%li] : memref<?xi32>
}

// A loop without a barrier is left by a lane that retires in it: `for` has no such exit.
// CHECK-LABEL: wave.func @return_in_for_before_barrier
// CHECK: scf.while
// CHECK: arith.cmpi slt
// CHECK: arith.andi
// CHECK: scf.condition
// CHECK: memref.store
// CHECK: arith.addi
// CHECK: scf.yield
// CHECK: wave.barrier group sync
// SPV-LABEL: spirv.module {{.*}}@return_in_for_before_barrier
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @return_in_for_before_barrier(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> i32 : i32 {
    %p = arith.cmpi eq, %i, %l : i32
    wave.retire_if %p
    memref.store %i, %out[%li] : memref<?xi32>
    %t = arith.addi %s, %i : i32
    scf.yield %t : i32
  }
  // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
  wave.barrier group sync
  memref.store %sum, %out[%li] : memref<?xi32>
}

// Numbers without a sign compare without one.
// CHECK-LABEL: wave.func @return_in_unsigned_for
// CHECK: scf.while
// CHECK: arith.cmpi ult, %{{.*}}, %arg1
// SPV-LABEL: spirv.module {{.*}}@return_in_unsigned_for
// SPV: spirv.ULessThan
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @return_in_unsigned_for(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  scf.for unsigned %i = %c0 to %n step %c1 : i32 {
    %p = arith.cmpi eq, %i, %l : i32
    wave.retire_if %p
    memref.store %i, %out[%i0] : memref<?xi32>
  }
  // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
  wave.barrier group sync
}

// A loop that holds a barrier goes on for those who retired, for the barrier alone.
// CHECK-LABEL: wave.func @return_in_for_around_barrier
// CHECK: %[[loop:.*]] = scf.for {{.*}} iter_args(%[[live:.*]] = %true{{.*}}) -> (i1) : i32 {
// CHECK: %[[next:.*]] = scf.if %[[live]] -> (i1) {
// CHECK: arith.xori
// CHECK: memref.store
// CHECK: wave.barrier group sync
// CHECK-NEXT: scf.if %[[next]] {
// CHECK-NEXT: memref.store
// CHECK: scf.yield %[[next]]
// CHECK: scf.if %[[loop]]
// CHECK-NEXT: memref.store
// SPV-LABEL: spirv.module {{.*}}@return_in_for_around_barrier
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @return_in_for_around_barrier(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  scf.for %i = %c0 to %n step %c1 : i32 {
    %p = arith.cmpi eq, %i, %l : i32
    // Later in the text, earlier in the next trip.
    wave.retire_if %p
    memref.store %i, %out[%li] : memref<?xi32>
    // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
    wave.barrier group sync
    memref.store %l, %out[%li] : memref<?xi32>
  }
  memref.store %c1, %out[%li] : memref<?xi32>
}

// CHECK-LABEL: wave.func @return_in_for_after_barrier
// CHECK: scf.for {{.*}} iter_args(%[[live:.*]] = %true
// CHECK: wave.barrier group sync
// CHECK: scf.if %[[live]]
// SPV-LABEL: spirv.module {{.*}}@return_in_for_after_barrier
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @return_in_for_after_barrier(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  scf.for %i = %c0 to %n step %c1 : i32 {
    // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
    wave.barrier group sync
    %p = arith.cmpi eq, %i, %l : i32
    wave.retire_if %p
    memref.store %i, %out[%li] : memref<?xi32>
  }
}

// All waves leave the loop together.
// CHECK-LABEL: wave.func @uniform_return_in_for_around_barrier
// CHECK: scf.while
// CHECK: scf.condition
// CHECK: scf.if
// CHECK: wave.barrier group sync
// SPV-LABEL: spirv.module {{.*}}@uniform_return_in_for_around_barrier
// SPV-COUNT-2: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @uniform_return_in_for_around_barrier(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c7 = arith.constant 7 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  scf.for %i = %c0 to %n step %c1 : i32 {
    %p = arith.cmpi eq, %i, %c7 : i32
    wave.retire_if %p
    memref.store %i, %out[%li] : memref<?xi32>
    // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
    wave.barrier group sync
  }
  // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
  wave.barrier group sync
}

// CHECK-LABEL: wave.func @return_in_while_before_barrier
// CHECK: scf.while
// CHECK: wave.barrier group sync
// SPV-LABEL: spirv.module {{.*}}@return_in_while_before_barrier
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @return_in_while_before_barrier(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi ult, %i, %l : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %p = arith.cmpi eq, %i, %c1 : i32
    wave.retire_if %p
    %next = wave.atomic_rmw add %c1, %out[%li] : memref<?xi32>
    scf.yield %next : i32
  }
  // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
  wave.barrier group sync
  memref.store %r, %out[%li] : memref<?xi32>
}

// The condition of a loop around a barrier is computed by all, from what all have.
// CHECK-LABEL: wave.func @return_in_while_around_barrier
// CHECK: scf.while (%[[i:.*]] = %{{.*}}, %[[live:.*]] = %true{{.*}})
// CHECK-NEXT: %[[more:.*]] = arith.cmpi ult, %[[i]],
// CHECK-NEXT: scf.condition(%[[more]]) %[[i]], %[[live]]
// CHECK: wave.barrier group sync
// CHECK: %[[next:.*]] = arith.addi
// CHECK: scf.yield %[[next]]
// SPV-LABEL: spirv.module {{.*}}@return_in_while_around_barrier
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @return_in_while_around_barrier(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi ult, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %p = arith.cmpi eq, %i, %l : i32
    wave.retire_if %p
    memref.store %i, %out[%li] : memref<?xi32>
    // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
    wave.barrier group sync
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
  memref.store %r, %out[%li] : memref<?xi32>
}

// CHECK-LABEL: wave.func @return_in_while_after_barrier
// CHECK: wave.barrier group sync
// SPV-LABEL: spirv.module {{.*}}@return_in_while_after_barrier
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @return_in_while_after_barrier(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi ult, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
    wave.barrier group sync
    %p = arith.cmpi eq, %i, %l : i32
    wave.retire_if %p
    memref.store %i, %out[%li] : memref<?xi32>
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
}

// In the part that computes the condition: both the return and the barrier.
// CHECK-LABEL: wave.func @return_and_barrier_in_before
// CHECK: scf.while
// CHECK: wave.barrier group sync
// CHECK: scf.condition
// SPV-LABEL: spirv.module {{.*}}@return_and_barrier_in_before
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @return_and_barrier_in_before(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    %p = arith.cmpi eq, %i, %l : i32
    wave.retire_if %p
    memref.store %i, %out[%li] : memref<?xi32>
    // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
    wave.barrier group sync
    %more = arith.cmpi ult, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    memref.store %c1, %out[%li] : memref<?xi32>
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
}

// A lane retires in a loop inside of one that holds a barrier.
// CHECK-LABEL: wave.func @return_in_loop_inside_of_barrier_loop
// CHECK: scf.for {{.*}} iter_args(%[[live:.*]] = %true
// CHECK: scf.if %[[live]]
// CHECK: scf.while
// CHECK: wave.barrier group sync
// SPV-LABEL: spirv.module {{.*}}@return_in_loop_inside_of_barrier_loop
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @return_in_loop_inside_of_barrier_loop(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.for %j = %c0 to %l step %c1 : i32 {
      %p = arith.cmpi eq, %j, %i : i32
      scf.if %p {
        wave.retire_if %p
      }
      memref.store %j, %out[%li] : memref<?xi32>
    }
    // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
    wave.barrier group sync
  }
}

// CHECK-LABEL: wave.func @return_before_nested_barrier_loops
// CHECK: scf.for
// CHECK: scf.while
// CHECK: scf.if
// CHECK: wave.barrier group sync
// SPV-LABEL: spirv.module {{.*}}@return_before_nested_barrier_loops
// SPV-COUNT-2: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @return_before_nested_barrier_loops(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}, %c: i1 {wave.element = i1}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %p = arith.cmpi eq, %l, %c1 : i32
  wave.retire_if %p
  scf.for %i = %c0 to %n step %c1 : i32 {
    memref.store %i, %out[%li] : memref<?xi32>
    %r = scf.while (%j = %c0) : (i32) -> i32 {
      %more = arith.cmpi ult, %j, %i : i32
      scf.condition(%more) %j : i32
    } do {
    ^bb0(%j: i32):
      scf.if %c {
        memref.store %j, %out[%li] : memref<?xi32>
        // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
        wave.barrier group sync
      } else {
        memref.store %l, %out[%li] : memref<?xi32>
      }
      %next = arith.addi %j, %c1 : i32
      scf.yield %next : i32
    }
    // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
    wave.barrier group sync
  }
}

// CHECK-LABEL: wave.func @barrier_in_uniform_if
// CHECK: scf.if %arg1 {
// CHECK: wave.barrier group sync
// SPV-LABEL: spirv.module {{.*}}@barrier_in_uniform_if
// SPV-COUNT-2: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @barrier_in_uniform_if(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %c: i1 {wave.element = i1}) kernel num_waves(2) {
  %c3 = arith.constant 3 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %p = arith.cmpi ult, %l, %c3 : i32
  wave.retire_if %p
  scf.if %c {
    memref.store %l, %out[%li] : memref<?xi32>
    // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
    wave.barrier group sync
    memref.store %c3, %out[%li] : memref<?xi32>
  } else {
    // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
    wave.barrier device sync
  }
}

// A bound that all waves read at one place of a buffer that nobody writes: it is read by
// lanes that retired, too.
// CHECK-LABEL: wave.func @bound_from_read_only_buffer
// CHECK: arith.xori
// CHECK: %[[n:.*]] = memref.load %arg0
// CHECK-NEXT: scf.for %{{.*}} = %{{.*}} to %[[n]]
// CHECK: wave.barrier group sync
// SPV-LABEL: spirv.module {{.*}}@bound_from_read_only_buffer
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @bound_from_read_only_buffer(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %p = arith.cmpi eq, %l, %c1 : i32
  wave.retire_if %p
  %n = memref.load %in[%i0] : memref<?xi32>
  scf.for %i = %c0 to %n step %c1 : i32 {
    memref.store %i, %out[%li] : memref<?xi32>
    // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
    wave.barrier group sync
  }
}

// A bound that comes out of a condition in which lanes retire.
// CHECK-LABEL: wave.func @bound_from_condition_with_return
// CHECK: %[[r:.*]]:2 = scf.if %arg2 -> (i32, i1) {
// CHECK: arith.xori
// CHECK: scf.if
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: %[[n:.*]] = memref.load %arg0
// CHECK-NEXT: scf.yield %[[n]]
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[r]]#0
// SPV-LABEL: spirv.module {{.*}}@bound_from_condition_with_return
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @bound_from_condition_with_return(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %u: i1 {wave.element = i1}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %d = memref.load %in[%li] : memref<?xi32>
  %gone = arith.cmpi eq, %d, %c0 : i32
  %n = scf.if %u -> i32 {
    wave.retire_if %gone
    memref.store %l, %out[%li] : memref<?xi32>
    %v = memref.load %in[%i0] : memref<?xi32>
    scf.yield %v : i32
  } else {
    scf.yield %c1 : i32
  }
  scf.for %i = %c0 to %n step %c1 : i32 {
    // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
    wave.barrier group sync
  }
}

// A helper's barrier is the kernel's.
// CHECK-LABEL: wave.func @helper_with_barrier
// CHECK: scf.if
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: wave.barrier group sync
// CHECK: wave.barrier group sync
// SPV-LABEL: spirv.module {{.*}}@helper_with_barrier
// SPV-COUNT-2: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @exchange(%out: memref<?xi32>, %i: i32) {
  %x = arith.index_castui %i : i32 to index
  memref.store %i, %out[%x] : memref<?xi32>
  // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
  wave.barrier group sync
}
wave.func @helper_with_barrier(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c3 = arith.constant 3 : i32
  %l = wave.lane_index : i32
  %p = arith.cmpi ult, %l, %c3 : i32
  wave.retire_if %p
  wave.call @exchange(%out, %l) : (memref<?xi32>, i32) -> ()
  wave.call @exchange(%out, %c3) : (memref<?xi32>, i32) -> ()
}

// A return that all take together, after one of some lanes: those that are gone go along.
// CHECK-LABEL: wave.func @uniform_return_after_divergent_one
// CHECK: %[[live:.*]] = arith.xori
// CHECK: scf.if %[[live]] {
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK: %[[stays:.*]] = arith.xori %arg1,
// CHECK-NEXT: scf.if %[[stays]] {
// CHECK-NEXT: wave.barrier group sync
// CHECK-NEXT: scf.if %[[live]] {
// CHECK-NEXT: memref.store
// SPV-LABEL: spirv.module {{.*}}@uniform_return_after_divergent_one
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @uniform_return_after_divergent_one(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %c: i1 {wave.element = i1}) kernel num_waves(2) {
  %c3 = arith.constant 3 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %p = arith.cmpi ult, %l, %c3 : i32
  wave.retire_if %p
  memref.store %l, %out[%li] : memref<?xi32>
  wave.retire_if %c
  // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
  wave.barrier group sync
  memref.store %c3, %out[%li] : memref<?xi32>
}

// A ballot lives across, too: vectors have a zero.
// CHECK-LABEL: wave.func @ballot_lives_across
// CHECK: %[[ballot:.*]] = scf.if %{{.*}} -> (vector<4xi32>) {
// CHECK: wave.is_first_lane
// CHECK: wave.ballot
// CHECK: arith.constant dense<0> : vector<4xi32>
// CHECK: wave.barrier group sync
// CHECK: vector.extract %[[ballot]][0]
// SPV-LABEL: spirv.module {{.*}}@ballot_lives_across
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @ballot_lives_across(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c3 = arith.constant 3 : i32
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %p = arith.cmpi ult, %l, %c3 : i32
  wave.retire_if %p
  %f = wave.is_first_lane : i1
  %b = wave.ballot %f : vector<4xi32>
  // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
  wave.barrier group sync
  %e = vector.extract %b[0] : i32 from vector<4xi32>
  memref.store %e, %out[%i0] : memref<?xi32>
}

// All waves return out of a loop without another end.
// CHECK-LABEL: wave.func @endless_loop_left_together
// CHECK: scf.while (%{{.*}} = %{{.*}}, %[[live:.*]] = %true{{.*}})
// CHECK: %[[goes:.*]] = arith.andi %{{.*}}, %[[live]]
// CHECK: scf.condition(%[[goes]])
// CHECK: scf.if
// CHECK: wave.barrier group sync
// SPV-LABEL: spirv.module {{.*}}@endless_loop_left_together
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @endless_loop_left_together(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    scf.condition(%true) %i : i32
  } do {
  ^bb0(%i: i32):
    %p = arith.cmpi uge, %i, %n : i32
    wave.retire_if %p
    memref.store %i, %out[%li] : memref<?xi32>
    // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
    wave.barrier group sync
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
}

// Both sides of a condition that the group agrees on meet.
// CHECK-LABEL: wave.func @barrier_in_else_of_return
// CHECK: wave.barrier group sync
// SPV-LABEL: spirv.module {{.*}}@barrier_in_else_of_return
// SPV-COUNT-2: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @barrier_in_else_of_return(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %c: i1 {wave.element = i1}) kernel num_waves(2) {
  %c3 = arith.constant 3 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %p = arith.cmpi ult, %l, %c3 : i32
  scf.if %c {
    wave.retire_if %p
    memref.store %l, %out[%li] : memref<?xi32>
    // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
    wave.barrier group sync
  } else {
    wave.barrier group sync
    memref.store %c3, %out[%li] : memref<?xi32>
  }
}

// A condition that retired lanes compute in part: what else stands in it is not theirs.
// CHECK-LABEL: wave.func @condition_in_part
// CHECK: %[[live:.*]] = arith.xori
// CHECK: scf.for
// CHECK:   %[[again:.*]] = scf.if {{.*}} -> (i1) {
// CHECK-NOT: memref.store
// CHECK:   }
// CHECK:   scf.if %[[live]] {
// CHECK:     scf.if
// CHECK:       memref.store
// CHECK:       wave.reduce
// CHECK:   }
// CHECK:   scf.if %[[again]] {
// CHECK-NEXT: wave.barrier group sync
// SPV-LABEL: spirv.module {{.*}}@condition_in_part
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @condition_in_part(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %true = arith.constant true
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %p = arith.cmpi ult, %l, %c3 : i32
  wave.retire_if %p
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%go = %true) -> i1 : i32 {
    %stop = arith.cmpi eq, %i, %c3 : i32
    %again = scf.if %stop -> i1 {
      memref.store %i, %out[%li] : memref<?xi32>
      %false = arith.constant false
      scf.yield %false : i1
    } else {
      %s = wave.reduce add %i : i32
      memref.store %s, %out[%li] : memref<?xi32>
      scf.yield %go : i1
    }
    scf.if %again {
      // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
      wave.barrier group sync
    }
    scf.yield %again : i1
  }
}

// Lanes without work return; all others leave the endless loop together, and those that
// are gone leave it with them.
// CHECK-LABEL: wave.func @endless_loop_after_return
// CHECK: %[[live:.*]] = arith.xori
// CHECK: scf.while (%{{.*}} = %{{.*}}, %[[goes:.*]] = %true{{.*}})
// CHECK: scf.condition
// CHECK: scf.if %[[live]] {
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK: wave.barrier group sync
// SPV-LABEL: spirv.module {{.*}}@endless_loop_after_return
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @endless_loop_after_return(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %d = memref.load %in[%li] : memref<?xi32>
  %idle = arith.cmpi eq, %d, %c0 : i32
  wave.retire_if %idle
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    scf.condition(%true) %i : i32
  } do {
  ^bb0(%i: i32):
    memref.store %i, %out[%li] : memref<?xi32>
    %done = arith.cmpi uge, %i, %n : i32
    wave.retire_if %done
    // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
    wave.barrier group sync
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
}

// Both returns in the loop.
// CHECK-LABEL: wave.func @two_returns_in_endless_loop
// CHECK: scf.while
// CHECK: scf.condition
// CHECK: wave.barrier group sync
// SPV-LABEL: spirv.module {{.*}}@two_returns_in_endless_loop
// SPV-COUNT-1: spirv.ControlBarrier
// SPV-NOT: spirv.ControlBarrier
wave.func @two_returns_in_endless_loop(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    scf.condition(%true) %i : i32
  } do {
  ^bb0(%i: i32):
    %mine = arith.cmpi eq, %i, %l : i32
    wave.retire_if %mine
    memref.store %i, %out[%li] : memref<?xi32>
    %done = arith.cmpi uge, %i, %n : i32
    wave.retire_if %done
    // BEFORE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[barrier-after-retire]
    wave.barrier group sync
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
}

}
