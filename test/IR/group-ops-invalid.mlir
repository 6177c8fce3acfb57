// RUN: wave-opt %s -verify-diagnostics -split-input-file

wave.func @unknown_dimension() {
  // expected-error@+1 {{unknown keyword 'w'}}
  %0 = wave.group_id w : i32
}

// -----

wave.func @numbers_are_i32() {
  // expected-error@+1 {{'wave.lane_index' op result #0 must be 32-bit signless integer, but got 'index'}}
  %0 = wave.lane_index : index
}
