// RUN: wave-opt %s -wave-verify=barriers -verify-diagnostics -split-input-file

wave.func @barrier_divergent_v12() kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  // expected-note@+1 {{because of 'wave.group_wave_index' here}}
  %w = wave.group_wave_index : i32
  %p = arith.cmpi eq, %w, %c0 : i32
  // expected-note@+1 {{this condition may differ between the waves of a group}}
  scf.if %p {
    // expected-error@+1 {{not all waves of the group reach this barrier: move it out of divergent control flow [barrier-divergent]}}
    wave.barrier group sync
  }
}

// -----

// One wave is the whole group: its index decides nothing.
wave.func @barrier_of_single_wave() kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %w = wave.group_wave_index : i32
  %p = arith.cmpi eq, %w, %c0 : i32
  scf.if %p {
    wave.barrier group sync
  }
}

// -----

wave.func @barrier_after_retire_v13(%c: i1 {wave.element = i1}) kernel num_waves(2) {
  // expected-note@+1 {{they retire here}}
  wave.retire_if %c
  // expected-error@+1 {{lanes that have retired do not reach this barrier: run wave-legalize-barriers first [barrier-after-retire]}}
  wave.barrier group sync
}

// -----

// Earlier in the text is enough, at any depth; later is enough in a loop.
wave.func @barrier_before_retire_in_loop_v13(%n: i32 {wave.element = ui32}, %c: i1 {wave.element = i1}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error@+1 {{lanes that have retired do not reach this barrier: run wave-legalize-barriers first [barrier-after-retire]}}
    wave.barrier group sync
    scf.if %c {
      // expected-note@+1 {{they retire here}}
      wave.retire_if %c
    }
  }
}

// -----

wave.func @barrier_before_retire(%c: i1 {wave.element = i1}) kernel num_waves(2) {
  wave.barrier group sync
  wave.retire_if %c
  wave.barrier group
}

// -----

// In a while, the condition's part runs again after the body's.
wave.func @barrier_in_condition_v13(%c: i1 {wave.element = i1}) kernel num_waves(2) {
  scf.while : () -> () {
    // expected-error@+1 {{lanes that have retired do not reach this barrier: run wave-legalize-barriers first [barrier-after-retire]}}
    wave.barrier group sync
    scf.condition(%c)
  } do {
    // expected-note@+1 {{they retire here}}
    wave.retire_if %c
    scf.yield
  }
}

// -----

// A helper's barriers are looked at where it is called.
wave.func @helper(%p: i1) {
  scf.if %p {
    wave.barrier group sync
  }
}

// -----

wave.func @barrier_unknown(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  // expected-note@+1 {{because of 'wave.atomic_rmw' here}}
  %x = wave.atomic_rmw add %c0, %b[%i0] : memref<?xi32>
  %p = arith.cmpi eq, %x, %c0 : i32
  // expected-note@+1 {{this condition may differ between the waves of a group}}
  scf.if %p {
    // expected-warning@+1 {{whether all waves of the group reach this barrier depends on memory: if they do, say so with group_uniform(...) [barrier-unknown]}}
    wave.barrier group sync
  }
}

// -----

wave.func @barrier_of_loads_by_lanes(%b: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  // expected-note@+1 {{because of 'wave.lane_index' here}}
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %x = memref.load %b[%i] : memref<?xi32>
  %p = arith.cmpi eq, %x, %c0 : i32
  // expected-note@+1 {{this condition may differ between the lanes of a wave}}
  scf.if %p {
    // expected-warning@+1 {{whether all lanes of the group reach this barrier depends on what each lane loads: if they do, say so with group_uniform(...) [barrier-unknown]}}
    wave.barrier group sync
  }
}

// -----

// Only waves of different sizes take different numbers of trips.
wave.func @barrier_in_a_loop_over_lane_counts(%n: i32 {wave.element = ui32}) kernel num_threads(256, 1, 1) {
  // expected-note@+1 {{because of 'wave.lane_count' here}}
  %lanes = wave.lane_count : i32
  // expected-note@+1 {{this loop may differ between the waves of a group}}
  %end = scf.while (%s = %lanes) : (i32) -> i32 {
    %more = arith.cmpi ult, %s, %n : i32
    scf.condition(%more) %s : i32
  } do {
  ^bb0(%s: i32):
    // expected-warning@+1 {{whether all waves of the group reach this barrier depends on the wave size, which may differ between waves: state one with wave_size [barrier-unknown]}}
    wave.barrier group sync
    %next = arith.muli %s, %lanes : i32
    scf.yield %next : i32
  }
}

// -----

wave.func @barrier_in_a_loop_over_the_lane_count(%n: i32 {wave.element = ui32}) kernel num_threads(256, 1, 1) wave_size(32) {
  %lanes = wave.lane_count : i32
  %more = arith.cmpi ult, %lanes, %n : i32
  scf.if %more {
    wave.barrier group sync
  }
}

// -----

// The wave index differs between waves of one size.
wave.func @barrier_for_waves_below_the_lane_count() kernel num_threads(256, 1, 1) {
  %lanes = wave.lane_count : i32
  // expected-note@+1 {{because of 'wave.group_wave_index' here}}
  %wave = wave.group_wave_index : i32
  %few = arith.cmpi ult, %wave, %lanes : i32
  // expected-note@+1 {{this condition may differ between the waves of a group}}
  scf.if %few {
    // expected-error@+1 {{not all waves of the group reach this barrier: move it out of divergent control flow [barrier-divergent]}}
    wave.barrier group sync
  }
}

// -----

// A count of active lanes may differ between waves of one size.
wave.func @barrier_under_a_count_of_lanes(%n: i32 {wave.element = ui32}) kernel num_threads(48, 1, 1) {
  %true = arith.constant true
  // expected-note@+1 {{because of 'wave.count_bits' here}}
  %active = wave.count_bits %true : i32
  %many = arith.cmpi ult, %n, %active : i32
  // expected-note@+1 {{this condition may differ between the waves of a group}}
  scf.if %many {
    // expected-error@+1 {{[barrier-divergent]}}
    wave.barrier group sync
  }
}
