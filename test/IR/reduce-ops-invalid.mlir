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
  // expected-error@+1 {{'wave.reduce' op cannot combine 'i1' by 'add': use 'wave.count_bits', 'wave.any' or 'wave.all', or convert to i32 first [reduce-arithmetic-of-bool]}}
  %0 = wave.reduce add %a : i1
}

// -----

wave.func @reduce_maxui_of_bool_c2(%a: i1) {
  // expected-error@+1 {{'wave.reduce' op cannot combine 'i1' by 'maxui': use 'wave.count_bits', 'wave.any' or 'wave.all', or convert to i32 first [reduce-arithmetic-of-bool]}}
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
  // expected-error@+1 {{'wave.reduce' op takes i1, i16, i32, i64, f16, bf16, f32, f64 or a vector of 2 to 4 of one, got 'index' [element-type]}}
  %0 = wave.reduce add %i : index
}

// -----

wave.func @reduce_of_byte_c4(%a: i32) {
  %i = arith.trunci %a : i32 to i8
  // expected-error@+1 {{'wave.reduce' op takes i1, i16, i32, i64, f16, bf16, f32, f64 or a vector of 2 to 4 of one, got 'i8' [element-type]}}
  %0 = wave.reduce add %i : i8
}

// -----

wave.func @prefix_kind_c1(%a: i32) {
  // expected-error@+1 {{'wave.prefix' op scans by 'add', 'mul', 'and', 'or' or 'xor', got 'maxsi' [prefix-kind]}}
  %0 = wave.prefix maxsi %a : i32
}

// -----

wave.func @prefix_of_bool_c2(%a: i1) {
  // expected-error@+1 {{'wave.prefix' op cannot scan 'i1' by 'add': use 'wave.prefix_count_bits', or convert to i32 first [reduce-arithmetic-of-bool]}}
  %0 = wave.prefix add %a : i1
}

// -----

wave.func @prefix_of_index_c3(%a: i32) {
  %i = arith.index_castui %a : i32 to index
  // expected-error@+1 {{'wave.prefix' op takes i1, i16, i32, i64, f16, bf16, f32, f64 or a vector of 2 to 4 of one, got 'index' [element-type]}}
  %0 = wave.prefix add %i : index
}

// -----

wave.func @unknown_kind(%a: i32) {
  // expected-error@+1 {{unknown keyword 'sum'}}
  %0 = wave.reduce sum %a : i32
}

// -----

wave.func @reduce_and_of_float_vector_c1(%a: vector<2xf16>) {
  // expected-error@+1 {{'wave.reduce' op cannot combine 'vector<2xf16>' by 'and': bit reductions take integers, reinterpret the bits first [reduce-bits-of-float]}}
  %0 = wave.reduce and %a : vector<2xf16>
}

// -----

wave.func @reduce_add_of_bool_vector_c2(%a: vector<3xi1>) {
  // expected-error@+1 {{'wave.reduce' op cannot combine 'vector<3xi1>' by 'add': use 'wave.count_bits', 'wave.any' or 'wave.all', or convert to i32 first [reduce-arithmetic-of-bool]}}
  %0 = wave.reduce add %a : vector<3xi1>
}

// -----

wave.func @reduce_minui_of_float_vector_c3(%a: vector<4xf64>) {
  // expected-error@+1 {{'wave.reduce' op cannot combine 'vector<4xf64>' by 'minui': floats take add, mul, minnumf and maxnumf [reduce-kind]}}
  %0 = wave.reduce minui %a : vector<4xf64>
}

// -----

wave.func @prefix_bits_of_float_c4(%a: f32) {
  // expected-error@+1 {{'wave.prefix' op cannot combine 'f32' by 'xor': bit reductions take integers, reinterpret the bits first [reduce-bits-of-float]}}
  %0 = wave.prefix xor %a : f32
}

// -----

wave.func @multi_prefix_kind_c1(%a: i32, %m: vector<4xi32>) {
  // expected-error@+1 {{'wave.multi_prefix' op scans by 'add', 'mul', 'and', 'or' or 'xor', got 'minui' [multi-prefix-kind]}}
  %0 = wave.multi_prefix minui %a, %m : i32
}

// -----

wave.func @multi_prefix_of_bool_c2(%a: i1, %m: vector<4xi32>) {
  // expected-error@+1 {{'wave.multi_prefix' op cannot scan 'i1' by 'mul': use 'wave.multi_prefix_count_bits', or convert to i32 first [reduce-arithmetic-of-bool]}}
  %0 = wave.multi_prefix mul %a, %m : i1
}

// -----

wave.func @multi_prefix_of_byte_c3(%a: i32, %m: vector<4xi32>) {
  %i = arith.trunci %a : i32 to i8
  // expected-error@+1 {{'wave.multi_prefix' op takes i1, i16, i32, i64, f16, bf16, f32, f64 or a vector of 2 to 4 of one, got 'i8' [element-type]}}
  %0 = wave.multi_prefix add %i, %m : i8
}

// -----

wave.func @multi_prefix_bits_of_float_c4(%a: vector<2xf32>, %m: vector<4xi32>) {
  // expected-error@+1 {{'wave.multi_prefix' op cannot combine 'vector<2xf32>' by 'and': bit reductions take integers, reinterpret the bits first [reduce-bits-of-float]}}
  %0 = wave.multi_prefix and %a, %m : vector<2xf32>
}

// -----

wave.func @multi_prefix_count_bits_of_integer_c1(%a: i32, %m: vector<4xi32>) {
  // expected-error@+1 {{'wave.multi_prefix_count_bits' op takes an i1 predicate, got 'i32': compare it first, as in 'x != 0' [predicate-not-bool]}}
  %0 = "wave.multi_prefix_count_bits"(%a, %m) : (i32, vector<4xi32>) -> i32
}

// -----

wave.func @multi_prefix_takes_a_mask(%a: i32) {
  // expected-error@+1 {{'wave.multi_prefix' op operand #1 must be a mask, vector<4xi32>, but got 'i32'}}
  %0 = "wave.multi_prefix"(%a, %a) <{kind = #gpu<all_reduce_op add>}> : (i32, i32) -> i32
}

// -----

wave.func @inclusive_prefix_of_bool_c2(%a: i1) {
  // expected-error@+1 {{'wave.inclusive_prefix' op cannot combine 'i1' by 'or': use 'wave.count_bits', 'wave.any' or 'wave.all', or convert to i32 first [reduce-arithmetic-of-bool]}}
  %0 = wave.inclusive_prefix or %a : i1
}

// -----

wave.func @inclusive_prefix_kind_c3(%a: i32) {
  // expected-error@+1 {{'wave.inclusive_prefix' op cannot combine 'i32' by 'minnumf': integers take add, mul, minsi, minui, maxsi, maxui, and, or and xor [reduce-kind]}}
  %0 = wave.inclusive_prefix minnumf %a : i32
}

// -----

wave.func @cluster_reduce_bits_of_float_c1(%a: f32) {
  // expected-error@+1 {{'wave.cluster_reduce' op cannot combine 'f32' by 'xor': bit reductions take integers, reinterpret the bits first [reduce-bits-of-float]}}
  %0 = wave.cluster_reduce xor 4 %a : f32
}

// -----

wave.func @cluster_size_of_one_c5(%a: f32) {
  // expected-error@+1 {{'wave.cluster_reduce' op has clusters of 1 lanes; the size must be a power of two from 2 to 128 [cluster-size]}}
  %0 = wave.cluster_reduce add 1 %a : f32
}

// -----

wave.func @cluster_size_c5(%a: f32) {
  // expected-error@+1 {{'wave.cluster_reduce' op has clusters of 12 lanes; the size must be a power of two from 2 to 128 [cluster-size]}}
  %0 = wave.cluster_reduce add 12 %a : f32
}

// -----

wave.func @cluster_size_beyond_waves_c5(%a: f32) {
  // expected-error@+1 {{'wave.cluster_reduce' op has clusters of 256 lanes; the size must be a power of two from 2 to 128 [cluster-size]}}
  %0 = wave.cluster_reduce add 256 %a : f32
}
