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
