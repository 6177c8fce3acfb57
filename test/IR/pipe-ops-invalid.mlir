// RUN: wave-opt %s -verify-diagnostics -split-input-file

wave.func @control_flow_c1(%p: i1 {wave.element = i1}) kernel num_waves(2) {
  scf.if %p {
    // expected-error@+1 {{'wave.pipe' op must be in the own block of a compute kernel that states num_waves, outside of control flow and of helpers [pipe-place]}}
    %0 = wave.pipe stages 1 producers [0] consumers [1]
  }
}

// -----

wave.func @helper_c1() {
  // expected-error@+1 {{'wave.pipe' op must be in the own block of a compute kernel that states num_waves, outside of control flow and of helpers [pipe-place]}}
  %0 = wave.pipe stages 1 producers [0] consumers [1]
}

// -----

wave.func @threads_c1() kernel num_threads(64, 1, 1) {
  // expected-error@+1 {{'wave.pipe' op must be in the own block of a compute kernel that states num_waves, outside of control flow and of helpers [pipe-place]}}
  %0 = wave.pipe stages 1 producers [0] consumers [1]
}

// -----

wave.func @amplification_c1() kernel stage(amplification) num_waves(2) {
  // expected-error@+1 {{'wave.pipe' op must be in the own block of a compute kernel that states num_waves, outside of control flow and of helpers [pipe-place]}}
  %0 = wave.pipe stages 1 producers [0] consumers [1]
}

// -----

wave.func @no_stages_c2() kernel num_waves(2) {
  // expected-error@+1 {{'wave.pipe' op must have 1 to 16 stages, got 0 [pipe-shape]}}
  %0 = wave.pipe stages 0 producers [0] consumers [1]
}

// -----

wave.func @many_stages_c2() kernel num_waves(2) {
  // expected-error@+1 {{'wave.pipe' op must have 1 to 16 stages, got 17 [pipe-shape]}}
  %0 = wave.pipe stages 17 producers [0] consumers [1]
}

// -----

wave.func @no_producer_c3() kernel num_waves(2) {
  // expected-error@+1 {{'wave.pipe' op must have at least one wave in producers [pipe-shape]}}
  %0 = wave.pipe stages 2 producers [] consumers [1]
}

// -----

wave.func @no_consumer_c3() kernel num_waves(2) {
  // expected-error@+1 {{'wave.pipe' op must have at least one wave in consumers [pipe-shape]}}
  %0 = wave.pipe stages 2 producers [0] consumers []
}

// -----

wave.func @no_such_wave_c3() kernel num_waves(2) {
  // expected-error@+1 {{'wave.pipe' op has no wave 2: num_waves(2) makes waves 0 to 1 [pipe-shape]}}
  %0 = wave.pipe stages 2 producers [0] consumers [1, 2]
}

// -----

wave.func @negative_wave_c3() kernel num_waves(2) {
  // expected-error@+1 {{'wave.pipe' op has no wave -1: num_waves(2) makes waves 0 to 1 [pipe-shape]}}
  %0 = wave.pipe stages 2 producers [-1] consumers [1]
}

// -----

wave.func @both_sets_c3() kernel num_waves(2) {
  // expected-error@+1 {{'wave.pipe' op must name each wave once, in one of its sets; it names wave 0 twice [pipe-shape]}}
  %0 = wave.pipe stages 2 producers [0] consumers [1, 0]
}

// -----

wave.func @same_set_c3() kernel num_waves(2) {
  // expected-error@+1 {{'wave.pipe' op must name each wave once, in one of its sets; it names wave 0 twice [pipe-shape]}}
  %0 = wave.pipe stages 2 producers [0, 0] consumers [1]
}

// -----

wave.func @selected_c1(%p: i1 {wave.element = i1}) kernel num_waves(2) {
  %0 = wave.pipe stages 2 producers [0] consumers [1]
  %1 = wave.pipe stages 2 producers [0] consumers [1]
  %2 = arith.select %p, %0, %1 : !wave.pipe
  // expected-error@+1 {{'wave.pipe_wait' op must name a wave.pipe or an argument directly: a pipe cannot be selected or carried by loops [pipe-place]}}
  %3 = wave.pipe_wait %2 : i32
}

// -----

wave.func @carried_c1(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = wave.pipe stages 2 producers [0] consumers [1]
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %0) -> (!wave.pipe) : i32 {
    // expected-error@+1 {{'wave.pipe_commit' op must name a wave.pipe or an argument directly: a pipe cannot be selected or carried by loops [pipe-place]}}
    wave.pipe_commit %p
    scf.yield %p : !wave.pipe
  }
}

// -----

// expected-error@+1 {{an argument must be a buffer, an image, i1, i16, i32, i64, f16, bf16, f32, f64 or a vector of 2 to 4 of one, got '!wave.pipe' [argument-type]}}
wave.func @argument(%p: !wave.pipe) kernel num_waves(2) {
}
