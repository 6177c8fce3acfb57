// RUN: wave-opt %s -verify-diagnostics -split-input-file

wave.func @quad_read_across_of_index_c1(%a: i32) {
  %0 = arith.index_castui %a : i32 to index
  // expected-error@+1 {{'wave.quad_read_across' op takes i1, i16, i32, i64, f16, bf16, f32, f64 or a vector of 2 to 4 of one, got 'index' [element-type]}}
  %1 = wave.quad_read_across y %0 : index
}

// -----

wave.func @quad_read_lane_of_five_c1(%lane: i32) {
  %0 = arith.constant dense<0> : vector<5xi32>
  // expected-error@+1 {{'wave.quad_read_lane' op takes i1, i16, i32, i64, f16, bf16, f32, f64 or a vector of 2 to 4 of one, got 'vector<5xi32>' [element-type]}}
  %1 = wave.quad_read_lane %0, %lane : vector<5xi32>
}

// -----

wave.func @quad_any_of_integer_c1(%a: i32) {
  // expected-error@+1 {{'wave.quad_any' op takes an i1 predicate, got 'i32': compare it first, as in 'x != 0' [predicate-not-bool]}}
  %0 = "wave.quad_any"(%a) : (i32) -> i1
}

// -----

wave.func @quad_all_of_vector_c1(%a: vector<2xi1>) {
  // expected-error@+1 {{'wave.quad_all' op takes an i1 predicate, got 'vector<2xi1>': compare it first, as in 'x != 0' [predicate-not-bool]}}
  %0 = "wave.quad_all"(%a) : (vector<2xi1>) -> i1
}

// -----

wave.func @unknown_direction(%a: i32) {
  // expected-error@+1 {{unknown keyword 'z'}}
  %0 = wave.quad_read_across z %a : i32
}
