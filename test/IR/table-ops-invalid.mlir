// RUN: wave-opt %s -split-input-file -verify-diagnostics

wave.func @lookup_c1_rank(%i: i32) -> i32 {
  // expected-error@+1 {{takes a table of rank one, from 1 to 65536 bytes of i16, i32, i64, f16, bf16, f32 or f64, and returns an element, got 'tensor<1x2xi32>' and 'i32' [lookup-table]}}
  %a = wave.lookup %i, dense<[[1, 4]]> : tensor<1x2xi32> -> i32
  wave.return %a : i32
}

// -----

wave.func @lookup_c1_element(%i: i32) -> i8 {
  // expected-error@+1 {{got 'tensor<2xi8>' and 'i8' [lookup-table]}}
  %a = wave.lookup %i, dense<[1, 4]> : tensor<2xi8> -> i8
  wave.return
}

// -----

wave.func @lookup_c1_result(%i: i32) -> f32 {
  // expected-error@+1 {{got 'tensor<2xi32>' and 'f32' [lookup-table]}}
  %a = wave.lookup %i, dense<[1, 4]> : tensor<2xi32> -> f32
  wave.return %a : f32
}

// -----

wave.func @lookup_c1_bytes(%i: i32) -> i64 {
  // expected-error@+1 {{got 'tensor<8193xi64>' and 'i64' [lookup-table]}}
  %a = wave.lookup %i, dense<1> : tensor<8193xi64> -> i64
  wave.return %a : i64
}
