// RUN: wave-opt %s -verify-diagnostics -split-input-file

wave.func @read_first_lane_of_index(%a: i32) {
  %i = arith.index_castui %a : i32 to index
  // expected-error@+1 {{'wave.read_first_lane' op takes i1, i32 or f32, got 'index' [element-type]}}
  %0 = wave.read_first_lane %i : index
}

// -----

wave.func @read_lane_of_mask(%a: i1, %lane: i32) {
  %b = wave.ballot %a : vector<4xi32>
  // expected-error@+1 {{'wave.read_lane' op takes i1, i32 or f32, got 'vector<4xi32>' [element-type]}}
  %0 = wave.read_lane %b, %lane : vector<4xi32>
}

// -----

wave.func @assume_uniform_of_index(%a: i32) {
  %i = arith.index_castui %a : i32 to index
  // expected-error@+1 {{'wave.assume_uniform' op takes i1, i32 or f32, got 'index' [element-type]}}
  %0 = wave.assume_uniform %i : index
}
