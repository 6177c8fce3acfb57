// RUN: wave-opt %s -wave-legalize-barriers -verify-diagnostics -split-input-file

// The example of HLSL proposal 0048: the first wave alone loads and waits.
wave.func @one_wave_waits(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}) kernel num_threads(64, 1, 1) {
  %shared = wave.groupshared : memref<64xi32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  // expected-note@+1 {{because of 'wave.group_wave_index' here}}
  %w = wave.group_wave_index : i32
  %first = arith.cmpi eq, %w, %c0 : i32
  // expected-note@+1 {{this condition may differ between the waves of a group}}
  scf.if %first {
    %x = memref.load %in[%li] : memref<?xi32>
    memref.store %x, %shared[%li] : memref<64xi32, #gpu.address_space<workgroup>>
    // expected-error@+1 {{not all waves of the group reach this barrier: move it out of divergent control flow [barrier-divergent]}}
    wave.barrier group sync
  }
}

// -----

wave.func @lanes_wait() kernel num_waves(1) {
  %c3 = arith.constant 3 : i32
  // expected-note@+1 {{because of 'wave.lane_index' here}}
  %l = wave.lane_index : i32
  %p = arith.cmpi ult, %l, %c3 : i32
  // expected-note@+1 {{this condition may differ between the lanes of a wave}}
  scf.if %p {
    // expected-error@+1 {{not all lanes of a wave reach this barrier: move it out of divergent control flow [barrier-divergent]}}
    wave.barrier all sync
  }
}

// -----

wave.func @lanes_of_a_wave_wait() kernel num_waves(2) {
  %c3 = arith.constant 3 : i32
  // expected-note@+1 {{because of 'wave.lane_index' here}}
  %l = wave.lane_index : i32
  %p = arith.cmpi ult, %l, %c3 : i32
  // expected-note@+1 {{this condition may differ between the lanes of a wave}}
  scf.if %p {
    // expected-error@+1 {{not all lanes of a wave reach this barrier: move it out of divergent control flow [barrier-divergent]}}
    wave.barrier wave sync
  }
}

// -----

// Waves may differ at a barrier of the wave, and control flow that depends on memory is not proved to be divergent.
wave.func @waves_differ(%in: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %w = wave.group_wave_index : i32
  %first = arith.cmpi eq, %w, %c0 : i32
  scf.if %first {
    wave.barrier wave sync
  }
  %i = arith.index_castui %w : i32 to index
  %x = memref.load %in[%i] : memref<?xi32>
  %p = arith.cmpi eq, %x, %c0 : i32
  scf.if %p {
    wave.barrier wave sync
  }
}

// -----

wave.func @loop_of_each_lane(%c: i1 {wave.element = i1}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-note@+1 {{because of 'wave.lane_index' here}}
  %l = wave.lane_index : i32
  // expected-note@+1 {{this loop may differ between the lanes of a wave}}
  scf.for %i = %c0 to %l step %c1 : i32 {
    scf.if %c {
      // expected-error@+1 {{[barrier-divergent]}}
      wave.barrier device sync
    }
  }
}

// -----

// A number of active lanes differs from wave to wave.
wave.func @vote_decides(%c: i1 {wave.element = i1}) kernel num_threads(64, 1, 1) {
  %c4 = arith.constant 4 : i32
  // expected-note@+1 {{because of 'wave.count_bits' here}}
  %n = wave.count_bits %c : i32
  %p = arith.cmpi ult, %n, %c4 : i32
  // expected-note@+1 {{this condition may differ between the waves of a group}}
  scf.if %p {
    // expected-error@+1 {{[barrier-divergent]}}
    wave.barrier group sync
  }
}

// -----

// A value that merged after a divergent condition.
wave.func @merged_value_decides(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-note@+1 {{because of 'wave.group_wave_index' here}}
  %w = wave.group_wave_index : i32
  %p = arith.cmpi eq, %w, %c0 : i32
  %trips = scf.if %p -> i32 {
    scf.yield %c0 : i32
  } else {
    scf.yield %c1 : i32
  }
  // expected-note@+1 {{this loop may differ between the waves of a group}}
  scf.for %i = %c0 to %trips step %c1 : i32 {
    // expected-error@+1 {{[barrier-divergent]}}
    wave.barrier group sync
  }
}

// -----

// Barriers that nobody meets at are not asked.
wave.func @no_meeting() kernel num_waves(2) {
  %f = wave.is_first_lane : i1
  scf.if %f {
    wave.barrier group
    wave.barrier all
  }
}

// -----

// A bound that lanes which retired cannot compute: they take no part in a vote.
wave.func @vote_after_return(%c: i1 {wave.element = i1}) kernel num_waves(2) {
  %c3 = arith.constant 3 : i32
  %l = wave.lane_index : i32
  %p = arith.cmpi ult, %l, %c3 : i32
  wave.retire_if %p
  // expected-error@+1 {{a later barrier depends on this value, which retired lanes cannot compute: compute it before the return, or from values that are uniform for the group [barrier-condition]}}
  %q = wave.any %c
  scf.if %q {
    wave.barrier group sync
  }
}

// -----

wave.func @atomic_after_return(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %p = arith.cmpi eq, %l, %c1 : i32
  wave.retire_if %p
  // expected-error@+1 {{a later barrier depends on this value, which retired lanes cannot compute}}
  %old = wave.atomic_rmw add %c1, %b[%i0] : memref<?xi32>
  %n = wave.assume_uniform %old : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    wave.barrier group sync
  }
}

// -----

// Each lane reads another place.
wave.func @load_after_return(%b: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %p = arith.cmpi eq, %l, %c1 : i32
  wave.retire_if %p
  // expected-error@+1 {{a later barrier depends on this value, which retired lanes cannot compute}}
  %x = memref.load %b[%li] : memref<?xi32>
  // expected-error@+1 {{a later barrier depends on this value, which retired lanes cannot compute}}
  %n = wave.assume_uniform %x : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    wave.barrier group sync
  }
}

// -----

// A lane's own array stops changing when the lane retires.
wave.func @local_array_after_return(%k: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %a = memref.alloca() : memref<1xi32>
  %l = wave.lane_index : i32
  %p = arith.cmpi eq, %l, %c1 : i32
  wave.retire_if %p
  memref.store %k, %a[%i0] : memref<1xi32>
  // expected-error@+1 {{a later barrier depends on this value, which retired lanes cannot compute}}
  %x = memref.load %a[%i0] : memref<1xi32>
  %n = wave.assume_uniform %x : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    wave.barrier group sync
  }
}

// -----

// In a loop the return comes before the vote of the next trip.
wave.func @vote_in_next_trip(%n: i32 {wave.element = ui32}, %c: i1 {wave.element = i1}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error@+1 {{a later barrier depends on this value, which retired lanes cannot compute}}
    %q = wave.all %c
    scf.if %q {
      wave.barrier group sync
    }
    %p = arith.cmpi eq, %l, %i : i32
    wave.retire_if %p
  }
}

// -----

// Waves would leave this loop at different times, and nobody ends it for those that stay.
wave.func @endless_loop(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %l = wave.lane_index : i32
  // expected-error@+1 {{this loop has a barrier, and waves leave it only by returning, at different times: give it a condition that is uniform for the group [barrier-endless-loop]}}
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    scf.condition(%true) %i : i32
  } do {
  ^bb0(%i: i32):
    %p = arith.cmpi eq, %i, %l : i32
    // expected-note@+1 {{lanes return here}}
    wave.retire_if %p
    wave.barrier group sync
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
}

// -----

// Lanes that leave this loop early have counted less than the others.
wave.func @result_of_loop_with_return(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  // expected-error@+1 {{a later barrier depends on this value, which retired lanes cannot compute}}
  %count = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> i32 : i32 {
    %p = arith.cmpi eq, %i, %l : i32
    wave.retire_if %p
    %b = arith.addi %a, %c1 : i32
    scf.yield %b : i32
  }
  scf.for %i = %c0 to %count step %c1 : i32 {
    wave.barrier group sync
  }
}

// -----

// Retired lanes would read before the others have written.
wave.func @load_after_store_in_condition(%k: i32 {wave.element = ui32}, %u: i1 {wave.element = i1}) kernel num_waves(2) {
  %shared = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %p = arith.cmpi eq, %l, %c1 : i32
  wave.retire_if %p
  %n = scf.if %u -> i32 {
    memref.store %k, %shared[%i0] : memref<1xi32, #gpu.address_space<workgroup>>
    // expected-error@+1 {{a later barrier depends on this value, and retired lanes may read it before or after another lane writes it}}
    %x = memref.load %shared[%i0] : memref<1xi32, #gpu.address_space<workgroup>>
    %y = wave.assume_uniform %x : i32
    scf.yield %y : i32
  } else {
    scf.yield %c1 : i32
  }
  scf.for %i = %c0 to %n step %c1 : i32 {
    wave.barrier group sync
  }
}
