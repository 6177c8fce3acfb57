// RUN: wave-opt %s -verify-diagnostics -split-input-file

wave.func @read_first_lane_of_index(%a: i32) {
  %i = arith.index_castui %a : i32 to index
  // expected-error@+1 {{'wave.read_first_lane' op takes i1, i16, i32, i64, f16, bf16, f32, f64 or a vector of 2 to 4 of one, got 'index' [element-type]}}
  %0 = wave.read_first_lane %i : index
}

// -----

wave.func @read_lane_of_five(%lane: i32) {
  %b = arith.constant dense<0> : vector<5xi32>
  // expected-error@+1 {{'wave.read_lane' op takes i1, i16, i32, i64, f16, bf16, f32, f64 or a vector of 2 to 4 of one, got 'vector<5xi32>' [element-type]}}
  %0 = wave.read_lane %b, %lane : vector<5xi32>
}

// -----

wave.func @assume_uniform_of_index(%a: i32) {
  %i = arith.index_castui %a : i32 to index
  // expected-error@+1 {{'wave.assume_uniform' op takes i1, i16, i32, i64, f16, bf16, f32, f64 or a vector of 2 to 4 of one, got 'index' [element-type]}}
  %0 = wave.assume_uniform %i : index
}
