// RUN: wave-opt %s -verify-diagnostics -split-input-file

// The custom assembly has no other type, so these are written generically.

wave.func @any_of_integer(%a: i32) {
  // expected-error@+1 {{'wave.any' op takes an i1 predicate, got 'i32': compare it first, as in 'x != 0' [predicate-not-bool]}}
  %0 = "wave.any"(%a) : (i32) -> i1
}

// -----

wave.func @all_of_integer(%a: i32) {
  // expected-error@+1 {{'wave.all' op takes an i1 predicate, got 'i32': compare it first, as in 'x != 0' [predicate-not-bool]}}
  %0 = "wave.all"(%a) : (i32) -> i1
}

// -----

wave.func @ballot_of_integer(%a: i32) {
  // expected-error@+1 {{'wave.ballot' op takes an i1 predicate, got 'i32': compare it first, as in 'x != 0' [predicate-not-bool]}}
  %0 = "wave.ballot"(%a) : (i32) -> vector<4xi32>
}

// -----

wave.func @count_bits_of_float(%a: f32) {
  // expected-error@+1 {{'wave.count_bits' op takes an i1 predicate, got 'f32': compare it first, as in 'x != 0' [predicate-not-bool]}}
  %0 = "wave.count_bits"(%a) : (f32) -> i32
}

// -----

wave.func @prefix_count_bits_of_integer(%a: i32) {
  // expected-error@+1 {{'wave.prefix_count_bits' op takes an i1 predicate, got 'i32': compare it first, as in 'x != 0' [predicate-not-bool]}}
  %0 = "wave.prefix_count_bits"(%a) : (i32) -> i32
}

// -----

wave.func @all_equal_of_index(%a: i32) {
  %0 = arith.index_castui %a : i32 to index
  // expected-error@+1 {{'wave.all_equal' op takes i1, i16, i32, i64, f16, bf16, f32, f64 or a vector of 2 to 4 of one, got 'index' [element-type]}}
  %1 = wave.all_equal %0 : index
}

// -----

wave.func @mask_has_four_words(%a: i1) {
  // expected-error@+1 {{'wave.ballot' op result #0 must be vector of 32-bit signless integer values of length 4, but got 'vector<2xi32>'}}
  %0 = wave.ballot %a : vector<2xi32>
}

// -----

wave.func @all_equal_of_vector_gives_a_vector(%v: vector<3xf32>) {
  // expected-error@+1 {{'wave.all_equal' op failed to verify that the result has an i1 for each component}}
  %0 = "wave.all_equal"(%v) : (vector<3xf32>) -> i1
}

// -----

wave.func @match_of_byte_c1(%a: i32) {
  %0 = arith.trunci %a : i32 to i8
  // expected-error@+1 {{'wave.match' op takes i1, i16, i32, i64, f16, bf16, f32, f64 or a vector of 2 to 4 of one, got 'i8' [element-type]}}
  %1 = wave.match %0 : i8
}

// -----

wave.func @match_of_matrix_c1() {
  %0 = arith.constant dense<0> : vector<2x2xi32>
  // expected-error@+1 {{'wave.match' op takes i1, i16, i32, i64, f16, bf16, f32, f64 or a vector of 2 to 4 of one, got 'vector<2x2xi32>' [element-type]}}
  %1 = wave.match %0 : vector<2x2xi32>
}
