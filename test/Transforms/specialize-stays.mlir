// RUN: wave-opt %s -wave-specialize --remarks-filter=wave-specialize 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks --implicit-check-not=Passed
// RUN: wave-opt %s -wave-specialize=max-growth=400 | FileCheck %s --check-prefix=GROWTH

// Where the pass must not fire, and what stays outside of copies.

#buffer = #wave.binding<uav, ui32>
!buffer = memref<?xi32>
!shared = memref<4xi32, #gpu.address_space<workgroup>>

gpu.module @kernels {

// One decision is as good as a chain of one.
// CHECK-LABEL: wave.func @alone
// CHECK-COUNT-1: scf.if
// CHECK-NOT: scf.if
// CHECK: wave.return
wave.func @alone(%out: !buffer {wave.binding = #buffer}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %wave = wave.group_wave_index : i32
  %zero = arith.cmpi eq, %wave, %c0 : i32
  scf.if %zero {
    memref.store %wave, %out[%i0] : !buffer
  }
}

// Lanes decide, not waves.
// CHECK-LABEL: wave.func @lanes
// CHECK-COUNT-2: scf.if %{{.*}} {
// CHECK-NOT: else
// CHECK: wave.return
wave.func @lanes(%out: !buffer {wave.binding = #buffer}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %sum = arith.addi %wave, %lane : i32
  %zero = arith.cmpi eq, %sum, %c0 : i32
  scf.if %zero {
    memref.store %wave, %out[%i0] : !buffer
  }
  memref.store %lane, %out[%i0] : !buffer
  scf.if %zero {
    memref.store %lane, %out[%i0] : !buffer
  }
}

// A wave of which some lanes decide otherwise: what they need must not move to them.
// CHECK-LABEL: wave.func @first_wave_and_some_lanes
// CHECK: wave.reduce
// CHECK-NEXT: scf.if
wave.func @first_wave_and_some_lanes(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  %i0 = arith.constant 0 : index
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %zero = arith.cmpi eq, %wave, %c0 : i32
  %low = arith.cmpi ult, %lane, %c3 : i32
  %some = arith.ori %zero, %low : i1
  %sum = wave.reduce add %lane : i32
  scf.if %some {
    memref.store %sum, %out[%i0] : !buffer
  }
}

// A barrier is never copied, of whatever kind.
// CHECK-LABEL: wave.func @barriers_between
// CHECK: scf.if
// CHECK: wave.barrier group
// CHECK: scf.if
// CHECK: wave.barrier all sync
// CHECK: scf.if
// CHECK-NOT: wave.barrier
// CHECK: wave.return
wave.func @barriers_between(%out: !buffer {wave.binding = #buffer}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %wave = wave.group_wave_index : i32
  %zero = arith.cmpi eq, %wave, %c0 : i32
  scf.if %zero {
    memref.store %wave, %out[%i0] : !buffer
  }
  wave.barrier group
  scf.if %zero {
    memref.store %wave, %out[%i0] : !buffer
  }
  wave.barrier all sync
  scf.if %zero {
    memref.store %wave, %out[%i0] : !buffer
  }
}

// Sets of waves would need different loops around the barrier.
// CHECK-LABEL: wave.func @different_loops
// CHECK-COUNT-1: scf.for
// CHECK-COUNT-1: wave.barrier
// CHECK-NOT: wave.barrier
// CHECK: wave.return
// REMARK: Missed{{.*}}Function=different_loops | Remark="no copies for sets of waves, because it contains a barrier"
wave.func @different_loops(%out: !buffer {wave.binding = #buffer}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %wave = wave.group_wave_index : i32
  %zero = arith.cmpi eq, %wave, %c0 : i32
  scf.for %t = %c0 to %wave step %c1 : i32 {
    scf.if %zero {
      memref.store %t, %out[%i0] : !buffer
    }
    memref.store %c1, %out[%i0] : !buffer
    scf.if %zero {
      memref.store %c0, %out[%i0] : !buffer
    }
    wave.barrier group sync
  }
}

// What decides how often a barrier is reached stays what it is for the group, so the stretch ends there.
// CHECK-LABEL: wave.func @bounds_stay
// CHECK: scf.if
// CHECK: %[[n:.*]] = memref.load
// CHECK-NEXT: scf.if
// CHECK: scf.for %{{.*}} = %c0_i32 to %[[n]]
wave.func @bounds_stay(%out: !buffer {wave.binding = #buffer}, %in: !buffer {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %wave = wave.group_wave_index : i32
  %zero = arith.cmpi eq, %wave, %c0 : i32
  scf.if %zero {
    memref.store %c0, %out[%i0] : !buffer
  }
  %n = memref.load %in[%i0] : !buffer
  scf.if %zero {
    memref.store %c1, %out[%i0] : !buffer
  }
  scf.for %t = %c0 to %n step %c1 : i32 {
    wave.barrier all sync
  }
}

// A return for the whole group stays one.
// CHECK-LABEL: wave.func @condition_of_a_return_stays
// CHECK: %[[n:.*]] = memref.load
// CHECK-NEXT: scf.if
// CHECK: %[[stop:.*]] = arith.cmpi eq, %[[n]]
// CHECK: wave.retire_if %[[stop]]
wave.func @condition_of_a_return_stays(%out: !buffer {wave.binding = #buffer}, %in: !buffer {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %wave = wave.group_wave_index : i32
  %zero = arith.cmpi eq, %wave, %c0 : i32
  scf.if %zero {
    memref.store %c0, %out[%i0] : !buffer
  }
  %n = memref.load %in[%i0] : !buffer
  scf.if %zero {
    memref.store %c1, %out[%i0] : !buffer
  }
  %stop = arith.cmpi eq, %n, %c0 : i32
  wave.retire_if %stop
  wave.barrier all sync
}

// Lanes that return stand between an operation and the branch that needs it.
// CHECK-LABEL: wave.func @returned_lanes
// CHECK: wave.reduce
// CHECK: wave.retire_if
// CHECK: scf.if
// CHECK-NOT: wave.reduce
// CHECK: wave.return
wave.func @returned_lanes(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  %i0 = arith.constant 0 : index
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %zero = arith.cmpi eq, %wave, %c0 : i32
  %low = arith.cmpi ult, %lane, %c3 : i32
  %sum = wave.reduce add %lane : i32
  wave.retire_if %low
  scf.if %zero {
    memref.store %sum, %out[%i0] : !buffer
  }
}

// A load stays before a write.
// CHECK-LABEL: wave.func @written_between
// CHECK: memref.load
// CHECK: memref.store
// CHECK: scf.if
// CHECK-NOT: memref.load
// CHECK: wave.return
wave.func @written_between(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %wave = wave.group_wave_index : i32
  %zero = arith.cmpi eq, %wave, %c0 : i32
  %v = memref.load %out[%i0] : !buffer
  memref.store %c0, %out[%i0] : !buffer
  scf.if %zero {
    memref.store %v, %out[%i0] : !buffer
  }
}

// An element that somebody may read stays: by an index that is not known, by an atomic, by a loop over the waves.
// CHECK-LABEL: wave.func @read_somewhere
// CHECK-COUNT-3: memref.store %{{.*}}, %{{.*}}[%{{.*}}] : memref<4xi32
// CHECK: wave.barrier
wave.func @read_somewhere(%out: !buffer {wave.binding = #buffer}, %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %a = wave.groupshared : !shared
  %b = wave.groupshared : !shared
  %c = wave.groupshared : !shared
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i3 = arith.constant 3 : index
  %i4 = arith.constant 4 : index
  %wave = wave.group_wave_index : i32
  %zero = arith.cmpi eq, %wave, %c0 : i32
  scf.if %zero {
    memref.store %c1, %a[%i3] : !shared
    memref.store %c1, %b[%i0] : !shared
    memref.store %c1, %c[%i3] : !shared
  }
  wave.barrier group sync
  %at = arith.index_castui %n : i32 to index
  %x = memref.load %a[%at] : !shared
  memref.store %x, %out[%i0] : !buffer
  %y = wave.atomic_rmw add %c1, %b[%i0] : !shared
  scf.for %i = %i1 to %i4 step %i1 {
    %z = memref.load %c[%i] : !shared
    memref.store %z, %out[%i] : !buffer
  }
}

// Copies would be too large: the limit is half of the kernel, or four times the kernel.
// CHECK-LABEL: wave.func @too_large
// CHECK-NOT: else
// CHECK: wave.return
// REMARK: Missed{{.*}}Function=too_large | Remark="no copies for sets of waves, because they would add {{.*}} operations to the kernel, and 'max-growth' allows
// GROWTH-LABEL: wave.func @too_large
// GROWTH: else
// GROWTH: wave.return
wave.func @too_large(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %zero = arith.cmpi eq, %wave, %c0 : i32
  scf.if %zero {
    memref.store %c0, %out[%i0] : !buffer
  }
  %a = wave.reduce add %lane : i32
  memref.store %a, %out[%i0] : !buffer
  %b = wave.reduce mul %lane : i32
  memref.store %b, %out[%i0] : !buffer
  %c = wave.reduce or %lane : i32
  memref.store %c, %out[%i0] : !buffer
  %d = wave.reduce xor %lane : i32
  memref.store %d, %out[%i0] : !buffer
  scf.if %zero {
    memref.store %c0, %out[%i0] : !buffer
  }
}

}
