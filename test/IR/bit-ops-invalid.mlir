// RUN: wave-opt %s -verify-diagnostics -split-input-file

wave.func @reverse_bits_of_bool_c1(%a: i1) {
  // expected-error@+1 {{'wave.reverse_bits' op takes i16, i32, i64 or a vector of 2 to 4 of one, got 'i1' [reverse-bits-type]}}
  %0 = wave.reverse_bits %a : i1
}

// -----

wave.func @reverse_bits_of_float_c1(%a: vector<2xf32>) {
  // expected-error@+1 {{'wave.reverse_bits' op takes i16, i32, i64 or a vector of 2 to 4 of one, got 'vector<2xf32>' [reverse-bits-type]}}
  %0 = wave.reverse_bits %a : vector<2xf32>
}

// -----

wave.func @reverse_bits_of_byte_c1(%a: i32) {
  %0 = arith.trunci %a : i32 to i8
  // expected-error@+1 {{'wave.reverse_bits' op takes i16, i32, i64 or a vector of 2 to 4 of one, got 'i8' [reverse-bits-type]}}
  %1 = wave.reverse_bits %0 : i8
}
