// RUN: wave-opt %s -verify-diagnostics -split-input-file

wave.func @reduce_and_of_float_c1(%a: f32) {
  // expected-error@+1 {{'wave.reduce' op cannot combine 'f32' by 'and': bit reductions take integers, reinterpret the bits first [reduce-bits-of-float]}}
  %0 = wave.reduce and %a : f32
}

// -----

wave.func @reduce_or_of_float_c1(%a: f32) {
  // expected-error@+1 {{'wave.reduce' op cannot combine 'f32' by 'or': bit reductions take integers, reinterpret the bits first [reduce-bits-of-float]}}
  %0 = wave.reduce or %a : f32
}

// -----

wave.func @reduce_xor_of_float_c1(%a: f32) {
  // expected-error@+1 {{'wave.reduce' op cannot combine 'f32' by 'xor': bit reductions take integers, reinterpret the bits first [reduce-bits-of-float]}}
  %0 = wave.reduce xor %a : f32
}

// -----

wave.func @reduce_add_of_bool_c2(%a: i1) {
  // expected-error@+1 {{'wave.reduce' op cannot combine i1 by 'add': use 'wave.count_bits', 'wave.any' or 'wave.all', or convert to i32 first [reduce-arithmetic-of-bool]}}
  %0 = wave.reduce add %a : i1
}

// -----

wave.func @reduce_maxui_of_bool_c2(%a: i1) {
  // expected-error@+1 {{'wave.reduce' op cannot combine i1 by 'maxui': use 'wave.count_bits', 'wave.any' or 'wave.all', or convert to i32 first [reduce-arithmetic-of-bool]}}
  %0 = wave.reduce maxui %a : i1
}

// -----

wave.func @reduce_minsi_of_float_c3(%a: f32) {
  // expected-error@+1 {{'wave.reduce' op cannot combine 'f32' by 'minsi': floats take add, mul, minnumf and maxnumf [reduce-kind]}}
  %0 = wave.reduce minsi %a : f32
}

// -----

wave.func @reduce_maximumf_of_float_c3(%a: f32) {
  // expected-error@+1 {{'wave.reduce' op cannot combine 'f32' by 'maximumf': floats take add, mul, minnumf and maxnumf [reduce-kind]}}
  %0 = wave.reduce maximumf %a : f32
}

// -----

wave.func @reduce_minnumf_of_integer_c3(%a: i32) {
  // expected-error@+1 {{'wave.reduce' op cannot combine 'i32' by 'minnumf': integers take add, mul, minsi, minui, maxsi, maxui, and, or and xor [reduce-kind]}}
  %0 = wave.reduce minnumf %a : i32
}

// -----

wave.func @reduce_of_index_c4(%a: i32) {
  %i = arith.index_castui %a : i32 to index
  // expected-error@+1 {{'wave.reduce' op takes i1, i32 or f32, got 'index' [element-type]}}
  %0 = wave.reduce add %i : index
}

// -----

wave.func @reduce_of_i64_c4(%a: i32) {
  %i = arith.extui %a : i32 to i64
  // expected-error@+1 {{'wave.reduce' op takes i1, i32 or f32, got 'i64' [element-type]}}
  %0 = wave.reduce add %i : i64
}

// -----

wave.func @prefix_kind_c1(%a: i32) {
  // expected-error@+1 {{'wave.prefix' op scans by 'add' or 'mul', got 'maxsi' [prefix-kind]}}
  %0 = wave.prefix maxsi %a : i32
}

// -----

wave.func @prefix_of_bool_c2(%a: i1) {
  // expected-error@+1 {{'wave.prefix' op cannot scan i1: use 'wave.prefix_count_bits', or convert to i32 first [reduce-arithmetic-of-bool]}}
  %0 = wave.prefix add %a : i1
}

// -----

wave.func @prefix_of_index_c3(%a: i32) {
  %i = arith.index_castui %a : i32 to index
  // expected-error@+1 {{'wave.prefix' op takes i1, i32 or f32, got 'index' [element-type]}}
  %0 = wave.prefix add %i : index
}

// -----

wave.func @unknown_kind(%a: i32) {
  // expected-error@+1 {{unknown keyword 'sum'}}
  %0 = wave.reduce sum %a : i32
}
