// RUN: wave-opt %s -verify-diagnostics -split-input-file

wave.func @unknown_dimension() {
  // expected-error@+1 {{unknown keyword 'w'}}
  %0 = wave.group_id w : i32
}

// -----

wave.func @numbers_are_i32() {
  // expected-error@+1 {{custom op 'wave.lane_index' invalid kind of type specified: expected builtin.integer, but found 'index'}}
  %0 = wave.lane_index : index
}
