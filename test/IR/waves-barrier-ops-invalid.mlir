// RUN: wave-opt %s -verify-diagnostics -split-input-file

wave.func @threads_c1() kernel num_threads(64, 1, 1) {
  // expected-error@+1 {{'wave.waves_barrier' op must be in a compute kernel that states num_waves [waves-barrier-place]}}
  wave.waves_barrier [0, 1]
}

// -----

wave.func @amplification_c1() kernel stage(amplification) num_waves(2) {
  // expected-error@+1 {{'wave.waves_barrier' op must be in a compute kernel that states num_waves [waves-barrier-place]}}
  wave.waves_barrier [0, 1]
}

// -----

wave.func @no_wave_c2() kernel num_waves(2) {
  // expected-error@+1 {{'wave.waves_barrier' op must have at least one wave [waves-barrier-set]}}
  wave.waves_barrier []
}

// -----

wave.func @beyond_c2() kernel num_waves(2) {
  // expected-error@+1 {{'wave.waves_barrier' op has no wave 2: num_waves(2) makes waves 0 to 1 [waves-barrier-set]}}
  wave.waves_barrier [0, 2]
}

// -----

wave.func @negative_c2() {
  // expected-error@+1 {{'wave.waves_barrier' op has no wave -1 [waves-barrier-set]}}
  wave.waves_barrier [-1]
}

// -----

wave.func @twice_c2() kernel num_waves(3) {
  // expected-error@+1 {{'wave.waves_barrier' op must name each wave once; it names wave 1 twice [waves-barrier-set]}}
  wave.waves_barrier [1, 2, 1]
}
