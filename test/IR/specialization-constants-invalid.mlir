// RUN: wave-opt %s -split-input-file -verify-diagnostics

wave.func @sign_c1() kernel num_waves(1) {
  // expected-error @+1 {{'wave.specialization_constant' op needs a number that is not negative, a scalar of i1, i16, i32, i64, f16, f32 or f64, and an element of its type, got 3, 16 : i32 and 'f32' [specialization-constant]}}
  %0 = wave.specialization_constant 3 "size" = 16 : i32 as f32
}

// -----

wave.func @number_c1() kernel num_waves(1) {
  // expected-error @+1 {{got -1, 16 : i32 and 'ui32' [specialization-constant]}}
  %0 = wave.specialization_constant -1 "size" = 16 : i32 as ui32
}

// -----

wave.func @width_c1() kernel num_waves(1) {
  // expected-error @+1 {{got 1, 16 : i8 and 'ui8' [specialization-constant]}}
  %0 = wave.specialization_constant 1 "size" = 16 : i8 as ui8
}

// -----

wave.func @name_c2() kernel num_waves(1) {
  // expected-error@+1 {{'wave.specialization_constant' op has a name that is not UTF-8 [name-encoding]}}
  %size = wave.specialization_constant 3 "\FF" = 16 : i32 as ui32
}
