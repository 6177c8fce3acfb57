// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --emit-bytecode | wave-opt | FileCheck %s

// Every element type through every operation that takes all of them.

// CHECK-LABEL: wave.func @i1
// CHECK-SAME: (%[[v:.*]]: i1, %[[lane:.*]]: i32)
wave.func @i1(%v: i1, %lane: i32) -> i1 {
  // CHECK: wave.read_first_lane %[[v]] : i1
  %0 = wave.read_first_lane %v : i1
  // CHECK: wave.read_lane %[[v]], %[[lane]] : i1
  %1 = wave.read_lane %v, %lane : i1
  // CHECK: wave.assume_uniform %[[v]] : i1
  %2 = wave.assume_uniform %v : i1
  // CHECK: wave.all_equal %[[v]] : i1
  %3 = wave.all_equal %v : i1
  // CHECK: wave.match %[[v]] : i1
  %4 = wave.match %v : i1
  // CHECK: wave.quad_read_across x %[[v]] : i1
  %5 = wave.quad_read_across x %v : i1
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : i1
  %6 = wave.quad_read_lane %v, %lane : i1
  wave.return %v : i1
}

// CHECK-LABEL: wave.func @i16
// CHECK-SAME: (%[[v:.*]]: i16, %[[lane:.*]]: i32)
wave.func @i16(%v: i16, %lane: i32) -> i16 {
  // CHECK: wave.read_first_lane %[[v]] : i16
  %0 = wave.read_first_lane %v : i16
  // CHECK: wave.read_lane %[[v]], %[[lane]] : i16
  %1 = wave.read_lane %v, %lane : i16
  // CHECK: wave.assume_uniform %[[v]] : i16
  %2 = wave.assume_uniform %v : i16
  // CHECK: wave.all_equal %[[v]] : i16
  %3 = wave.all_equal %v : i16
  // CHECK: wave.match %[[v]] : i16
  %4 = wave.match %v : i16
  // CHECK: wave.quad_read_across x %[[v]] : i16
  %5 = wave.quad_read_across x %v : i16
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : i16
  %6 = wave.quad_read_lane %v, %lane : i16
  wave.return %v : i16
}

// CHECK-LABEL: wave.func @i32
// CHECK-SAME: (%[[v:.*]]: i32, %[[lane:.*]]: i32)
wave.func @i32(%v: i32, %lane: i32) -> i32 {
  // CHECK: wave.read_first_lane %[[v]] : i32
  %0 = wave.read_first_lane %v : i32
  // CHECK: wave.read_lane %[[v]], %[[lane]] : i32
  %1 = wave.read_lane %v, %lane : i32
  // CHECK: wave.assume_uniform %[[v]] : i32
  %2 = wave.assume_uniform %v : i32
  // CHECK: wave.all_equal %[[v]] : i32
  %3 = wave.all_equal %v : i32
  // CHECK: wave.match %[[v]] : i32
  %4 = wave.match %v : i32
  // CHECK: wave.quad_read_across x %[[v]] : i32
  %5 = wave.quad_read_across x %v : i32
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : i32
  %6 = wave.quad_read_lane %v, %lane : i32
  wave.return %v : i32
}

// CHECK-LABEL: wave.func @i64
// CHECK-SAME: (%[[v:.*]]: i64, %[[lane:.*]]: i32)
wave.func @i64(%v: i64, %lane: i32) -> i64 {
  // CHECK: wave.read_first_lane %[[v]] : i64
  %0 = wave.read_first_lane %v : i64
  // CHECK: wave.read_lane %[[v]], %[[lane]] : i64
  %1 = wave.read_lane %v, %lane : i64
  // CHECK: wave.assume_uniform %[[v]] : i64
  %2 = wave.assume_uniform %v : i64
  // CHECK: wave.all_equal %[[v]] : i64
  %3 = wave.all_equal %v : i64
  // CHECK: wave.match %[[v]] : i64
  %4 = wave.match %v : i64
  // CHECK: wave.quad_read_across x %[[v]] : i64
  %5 = wave.quad_read_across x %v : i64
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : i64
  %6 = wave.quad_read_lane %v, %lane : i64
  wave.return %v : i64
}

// CHECK-LABEL: wave.func @f16
// CHECK-SAME: (%[[v:.*]]: f16, %[[lane:.*]]: i32)
wave.func @f16(%v: f16, %lane: i32) -> f16 {
  // CHECK: wave.read_first_lane %[[v]] : f16
  %0 = wave.read_first_lane %v : f16
  // CHECK: wave.read_lane %[[v]], %[[lane]] : f16
  %1 = wave.read_lane %v, %lane : f16
  // CHECK: wave.assume_uniform %[[v]] : f16
  %2 = wave.assume_uniform %v : f16
  // CHECK: wave.all_equal %[[v]] : f16
  %3 = wave.all_equal %v : f16
  // CHECK: wave.match %[[v]] : f16
  %4 = wave.match %v : f16
  // CHECK: wave.quad_read_across x %[[v]] : f16
  %5 = wave.quad_read_across x %v : f16
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : f16
  %6 = wave.quad_read_lane %v, %lane : f16
  wave.return %v : f16
}

// CHECK-LABEL: wave.func @f32
// CHECK-SAME: (%[[v:.*]]: f32, %[[lane:.*]]: i32)
wave.func @f32(%v: f32, %lane: i32) -> f32 {
  // CHECK: wave.read_first_lane %[[v]] : f32
  %0 = wave.read_first_lane %v : f32
  // CHECK: wave.read_lane %[[v]], %[[lane]] : f32
  %1 = wave.read_lane %v, %lane : f32
  // CHECK: wave.assume_uniform %[[v]] : f32
  %2 = wave.assume_uniform %v : f32
  // CHECK: wave.all_equal %[[v]] : f32
  %3 = wave.all_equal %v : f32
  // CHECK: wave.match %[[v]] : f32
  %4 = wave.match %v : f32
  // CHECK: wave.quad_read_across x %[[v]] : f32
  %5 = wave.quad_read_across x %v : f32
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : f32
  %6 = wave.quad_read_lane %v, %lane : f32
  wave.return %v : f32
}

// CHECK-LABEL: wave.func @f64
// CHECK-SAME: (%[[v:.*]]: f64, %[[lane:.*]]: i32)
wave.func @f64(%v: f64, %lane: i32) -> f64 {
  // CHECK: wave.read_first_lane %[[v]] : f64
  %0 = wave.read_first_lane %v : f64
  // CHECK: wave.read_lane %[[v]], %[[lane]] : f64
  %1 = wave.read_lane %v, %lane : f64
  // CHECK: wave.assume_uniform %[[v]] : f64
  %2 = wave.assume_uniform %v : f64
  // CHECK: wave.all_equal %[[v]] : f64
  %3 = wave.all_equal %v : f64
  // CHECK: wave.match %[[v]] : f64
  %4 = wave.match %v : f64
  // CHECK: wave.quad_read_across x %[[v]] : f64
  %5 = wave.quad_read_across x %v : f64
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : f64
  %6 = wave.quad_read_lane %v, %lane : f64
  wave.return %v : f64
}

// CHECK-LABEL: wave.func @vector_2xi1
// CHECK-SAME: (%[[v:.*]]: vector<2xi1>, %[[lane:.*]]: i32)
wave.func @vector_2xi1(%v: vector<2xi1>, %lane: i32) -> vector<2xi1> {
  // CHECK: wave.read_first_lane %[[v]] : vector<2xi1>
  %0 = wave.read_first_lane %v : vector<2xi1>
  // CHECK: wave.read_lane %[[v]], %[[lane]] : vector<2xi1>
  %1 = wave.read_lane %v, %lane : vector<2xi1>
  // CHECK: wave.assume_uniform %[[v]] : vector<2xi1>
  %2 = wave.assume_uniform %v : vector<2xi1>
  // CHECK: wave.all_equal %[[v]] : vector<2xi1>
  %3 = wave.all_equal %v : vector<2xi1>
  // CHECK: wave.match %[[v]] : vector<2xi1>
  %4 = wave.match %v : vector<2xi1>
  // CHECK: wave.quad_read_across x %[[v]] : vector<2xi1>
  %5 = wave.quad_read_across x %v : vector<2xi1>
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : vector<2xi1>
  %6 = wave.quad_read_lane %v, %lane : vector<2xi1>
  wave.return %v : vector<2xi1>
}

// CHECK-LABEL: wave.func @vector_2xi16
// CHECK-SAME: (%[[v:.*]]: vector<2xi16>, %[[lane:.*]]: i32)
wave.func @vector_2xi16(%v: vector<2xi16>, %lane: i32) -> vector<2xi16> {
  // CHECK: wave.read_first_lane %[[v]] : vector<2xi16>
  %0 = wave.read_first_lane %v : vector<2xi16>
  // CHECK: wave.read_lane %[[v]], %[[lane]] : vector<2xi16>
  %1 = wave.read_lane %v, %lane : vector<2xi16>
  // CHECK: wave.assume_uniform %[[v]] : vector<2xi16>
  %2 = wave.assume_uniform %v : vector<2xi16>
  // CHECK: wave.all_equal %[[v]] : vector<2xi16>
  %3 = wave.all_equal %v : vector<2xi16>
  // CHECK: wave.match %[[v]] : vector<2xi16>
  %4 = wave.match %v : vector<2xi16>
  // CHECK: wave.quad_read_across x %[[v]] : vector<2xi16>
  %5 = wave.quad_read_across x %v : vector<2xi16>
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : vector<2xi16>
  %6 = wave.quad_read_lane %v, %lane : vector<2xi16>
  wave.return %v : vector<2xi16>
}

// CHECK-LABEL: wave.func @vector_2xi32
// CHECK-SAME: (%[[v:.*]]: vector<2xi32>, %[[lane:.*]]: i32)
wave.func @vector_2xi32(%v: vector<2xi32>, %lane: i32) -> vector<2xi32> {
  // CHECK: wave.read_first_lane %[[v]] : vector<2xi32>
  %0 = wave.read_first_lane %v : vector<2xi32>
  // CHECK: wave.read_lane %[[v]], %[[lane]] : vector<2xi32>
  %1 = wave.read_lane %v, %lane : vector<2xi32>
  // CHECK: wave.assume_uniform %[[v]] : vector<2xi32>
  %2 = wave.assume_uniform %v : vector<2xi32>
  // CHECK: wave.all_equal %[[v]] : vector<2xi32>
  %3 = wave.all_equal %v : vector<2xi32>
  // CHECK: wave.match %[[v]] : vector<2xi32>
  %4 = wave.match %v : vector<2xi32>
  // CHECK: wave.quad_read_across x %[[v]] : vector<2xi32>
  %5 = wave.quad_read_across x %v : vector<2xi32>
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : vector<2xi32>
  %6 = wave.quad_read_lane %v, %lane : vector<2xi32>
  wave.return %v : vector<2xi32>
}

// CHECK-LABEL: wave.func @vector_2xi64
// CHECK-SAME: (%[[v:.*]]: vector<2xi64>, %[[lane:.*]]: i32)
wave.func @vector_2xi64(%v: vector<2xi64>, %lane: i32) -> vector<2xi64> {
  // CHECK: wave.read_first_lane %[[v]] : vector<2xi64>
  %0 = wave.read_first_lane %v : vector<2xi64>
  // CHECK: wave.read_lane %[[v]], %[[lane]] : vector<2xi64>
  %1 = wave.read_lane %v, %lane : vector<2xi64>
  // CHECK: wave.assume_uniform %[[v]] : vector<2xi64>
  %2 = wave.assume_uniform %v : vector<2xi64>
  // CHECK: wave.all_equal %[[v]] : vector<2xi64>
  %3 = wave.all_equal %v : vector<2xi64>
  // CHECK: wave.match %[[v]] : vector<2xi64>
  %4 = wave.match %v : vector<2xi64>
  // CHECK: wave.quad_read_across x %[[v]] : vector<2xi64>
  %5 = wave.quad_read_across x %v : vector<2xi64>
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : vector<2xi64>
  %6 = wave.quad_read_lane %v, %lane : vector<2xi64>
  wave.return %v : vector<2xi64>
}

// CHECK-LABEL: wave.func @vector_2xf16
// CHECK-SAME: (%[[v:.*]]: vector<2xf16>, %[[lane:.*]]: i32)
wave.func @vector_2xf16(%v: vector<2xf16>, %lane: i32) -> vector<2xf16> {
  // CHECK: wave.read_first_lane %[[v]] : vector<2xf16>
  %0 = wave.read_first_lane %v : vector<2xf16>
  // CHECK: wave.read_lane %[[v]], %[[lane]] : vector<2xf16>
  %1 = wave.read_lane %v, %lane : vector<2xf16>
  // CHECK: wave.assume_uniform %[[v]] : vector<2xf16>
  %2 = wave.assume_uniform %v : vector<2xf16>
  // CHECK: wave.all_equal %[[v]] : vector<2xf16>
  %3 = wave.all_equal %v : vector<2xf16>
  // CHECK: wave.match %[[v]] : vector<2xf16>
  %4 = wave.match %v : vector<2xf16>
  // CHECK: wave.quad_read_across x %[[v]] : vector<2xf16>
  %5 = wave.quad_read_across x %v : vector<2xf16>
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : vector<2xf16>
  %6 = wave.quad_read_lane %v, %lane : vector<2xf16>
  wave.return %v : vector<2xf16>
}

// CHECK-LABEL: wave.func @vector_2xf32
// CHECK-SAME: (%[[v:.*]]: vector<2xf32>, %[[lane:.*]]: i32)
wave.func @vector_2xf32(%v: vector<2xf32>, %lane: i32) -> vector<2xf32> {
  // CHECK: wave.read_first_lane %[[v]] : vector<2xf32>
  %0 = wave.read_first_lane %v : vector<2xf32>
  // CHECK: wave.read_lane %[[v]], %[[lane]] : vector<2xf32>
  %1 = wave.read_lane %v, %lane : vector<2xf32>
  // CHECK: wave.assume_uniform %[[v]] : vector<2xf32>
  %2 = wave.assume_uniform %v : vector<2xf32>
  // CHECK: wave.all_equal %[[v]] : vector<2xf32>
  %3 = wave.all_equal %v : vector<2xf32>
  // CHECK: wave.match %[[v]] : vector<2xf32>
  %4 = wave.match %v : vector<2xf32>
  // CHECK: wave.quad_read_across x %[[v]] : vector<2xf32>
  %5 = wave.quad_read_across x %v : vector<2xf32>
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : vector<2xf32>
  %6 = wave.quad_read_lane %v, %lane : vector<2xf32>
  wave.return %v : vector<2xf32>
}

// CHECK-LABEL: wave.func @vector_2xf64
// CHECK-SAME: (%[[v:.*]]: vector<2xf64>, %[[lane:.*]]: i32)
wave.func @vector_2xf64(%v: vector<2xf64>, %lane: i32) -> vector<2xf64> {
  // CHECK: wave.read_first_lane %[[v]] : vector<2xf64>
  %0 = wave.read_first_lane %v : vector<2xf64>
  // CHECK: wave.read_lane %[[v]], %[[lane]] : vector<2xf64>
  %1 = wave.read_lane %v, %lane : vector<2xf64>
  // CHECK: wave.assume_uniform %[[v]] : vector<2xf64>
  %2 = wave.assume_uniform %v : vector<2xf64>
  // CHECK: wave.all_equal %[[v]] : vector<2xf64>
  %3 = wave.all_equal %v : vector<2xf64>
  // CHECK: wave.match %[[v]] : vector<2xf64>
  %4 = wave.match %v : vector<2xf64>
  // CHECK: wave.quad_read_across x %[[v]] : vector<2xf64>
  %5 = wave.quad_read_across x %v : vector<2xf64>
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : vector<2xf64>
  %6 = wave.quad_read_lane %v, %lane : vector<2xf64>
  wave.return %v : vector<2xf64>
}

// CHECK-LABEL: wave.func @vector_3xi1
// CHECK-SAME: (%[[v:.*]]: vector<3xi1>, %[[lane:.*]]: i32)
wave.func @vector_3xi1(%v: vector<3xi1>, %lane: i32) -> vector<3xi1> {
  // CHECK: wave.read_first_lane %[[v]] : vector<3xi1>
  %0 = wave.read_first_lane %v : vector<3xi1>
  // CHECK: wave.read_lane %[[v]], %[[lane]] : vector<3xi1>
  %1 = wave.read_lane %v, %lane : vector<3xi1>
  // CHECK: wave.assume_uniform %[[v]] : vector<3xi1>
  %2 = wave.assume_uniform %v : vector<3xi1>
  // CHECK: wave.all_equal %[[v]] : vector<3xi1>
  %3 = wave.all_equal %v : vector<3xi1>
  // CHECK: wave.match %[[v]] : vector<3xi1>
  %4 = wave.match %v : vector<3xi1>
  // CHECK: wave.quad_read_across x %[[v]] : vector<3xi1>
  %5 = wave.quad_read_across x %v : vector<3xi1>
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : vector<3xi1>
  %6 = wave.quad_read_lane %v, %lane : vector<3xi1>
  wave.return %v : vector<3xi1>
}

// CHECK-LABEL: wave.func @vector_3xi16
// CHECK-SAME: (%[[v:.*]]: vector<3xi16>, %[[lane:.*]]: i32)
wave.func @vector_3xi16(%v: vector<3xi16>, %lane: i32) -> vector<3xi16> {
  // CHECK: wave.read_first_lane %[[v]] : vector<3xi16>
  %0 = wave.read_first_lane %v : vector<3xi16>
  // CHECK: wave.read_lane %[[v]], %[[lane]] : vector<3xi16>
  %1 = wave.read_lane %v, %lane : vector<3xi16>
  // CHECK: wave.assume_uniform %[[v]] : vector<3xi16>
  %2 = wave.assume_uniform %v : vector<3xi16>
  // CHECK: wave.all_equal %[[v]] : vector<3xi16>
  %3 = wave.all_equal %v : vector<3xi16>
  // CHECK: wave.match %[[v]] : vector<3xi16>
  %4 = wave.match %v : vector<3xi16>
  // CHECK: wave.quad_read_across x %[[v]] : vector<3xi16>
  %5 = wave.quad_read_across x %v : vector<3xi16>
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : vector<3xi16>
  %6 = wave.quad_read_lane %v, %lane : vector<3xi16>
  wave.return %v : vector<3xi16>
}

// CHECK-LABEL: wave.func @vector_3xi32
// CHECK-SAME: (%[[v:.*]]: vector<3xi32>, %[[lane:.*]]: i32)
wave.func @vector_3xi32(%v: vector<3xi32>, %lane: i32) -> vector<3xi32> {
  // CHECK: wave.read_first_lane %[[v]] : vector<3xi32>
  %0 = wave.read_first_lane %v : vector<3xi32>
  // CHECK: wave.read_lane %[[v]], %[[lane]] : vector<3xi32>
  %1 = wave.read_lane %v, %lane : vector<3xi32>
  // CHECK: wave.assume_uniform %[[v]] : vector<3xi32>
  %2 = wave.assume_uniform %v : vector<3xi32>
  // CHECK: wave.all_equal %[[v]] : vector<3xi32>
  %3 = wave.all_equal %v : vector<3xi32>
  // CHECK: wave.match %[[v]] : vector<3xi32>
  %4 = wave.match %v : vector<3xi32>
  // CHECK: wave.quad_read_across x %[[v]] : vector<3xi32>
  %5 = wave.quad_read_across x %v : vector<3xi32>
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : vector<3xi32>
  %6 = wave.quad_read_lane %v, %lane : vector<3xi32>
  wave.return %v : vector<3xi32>
}

// CHECK-LABEL: wave.func @vector_3xi64
// CHECK-SAME: (%[[v:.*]]: vector<3xi64>, %[[lane:.*]]: i32)
wave.func @vector_3xi64(%v: vector<3xi64>, %lane: i32) -> vector<3xi64> {
  // CHECK: wave.read_first_lane %[[v]] : vector<3xi64>
  %0 = wave.read_first_lane %v : vector<3xi64>
  // CHECK: wave.read_lane %[[v]], %[[lane]] : vector<3xi64>
  %1 = wave.read_lane %v, %lane : vector<3xi64>
  // CHECK: wave.assume_uniform %[[v]] : vector<3xi64>
  %2 = wave.assume_uniform %v : vector<3xi64>
  // CHECK: wave.all_equal %[[v]] : vector<3xi64>
  %3 = wave.all_equal %v : vector<3xi64>
  // CHECK: wave.match %[[v]] : vector<3xi64>
  %4 = wave.match %v : vector<3xi64>
  // CHECK: wave.quad_read_across x %[[v]] : vector<3xi64>
  %5 = wave.quad_read_across x %v : vector<3xi64>
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : vector<3xi64>
  %6 = wave.quad_read_lane %v, %lane : vector<3xi64>
  wave.return %v : vector<3xi64>
}

// CHECK-LABEL: wave.func @vector_3xf16
// CHECK-SAME: (%[[v:.*]]: vector<3xf16>, %[[lane:.*]]: i32)
wave.func @vector_3xf16(%v: vector<3xf16>, %lane: i32) -> vector<3xf16> {
  // CHECK: wave.read_first_lane %[[v]] : vector<3xf16>
  %0 = wave.read_first_lane %v : vector<3xf16>
  // CHECK: wave.read_lane %[[v]], %[[lane]] : vector<3xf16>
  %1 = wave.read_lane %v, %lane : vector<3xf16>
  // CHECK: wave.assume_uniform %[[v]] : vector<3xf16>
  %2 = wave.assume_uniform %v : vector<3xf16>
  // CHECK: wave.all_equal %[[v]] : vector<3xf16>
  %3 = wave.all_equal %v : vector<3xf16>
  // CHECK: wave.match %[[v]] : vector<3xf16>
  %4 = wave.match %v : vector<3xf16>
  // CHECK: wave.quad_read_across x %[[v]] : vector<3xf16>
  %5 = wave.quad_read_across x %v : vector<3xf16>
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : vector<3xf16>
  %6 = wave.quad_read_lane %v, %lane : vector<3xf16>
  wave.return %v : vector<3xf16>
}

// CHECK-LABEL: wave.func @vector_3xf32
// CHECK-SAME: (%[[v:.*]]: vector<3xf32>, %[[lane:.*]]: i32)
wave.func @vector_3xf32(%v: vector<3xf32>, %lane: i32) -> vector<3xf32> {
  // CHECK: wave.read_first_lane %[[v]] : vector<3xf32>
  %0 = wave.read_first_lane %v : vector<3xf32>
  // CHECK: wave.read_lane %[[v]], %[[lane]] : vector<3xf32>
  %1 = wave.read_lane %v, %lane : vector<3xf32>
  // CHECK: wave.assume_uniform %[[v]] : vector<3xf32>
  %2 = wave.assume_uniform %v : vector<3xf32>
  // CHECK: wave.all_equal %[[v]] : vector<3xf32>
  %3 = wave.all_equal %v : vector<3xf32>
  // CHECK: wave.match %[[v]] : vector<3xf32>
  %4 = wave.match %v : vector<3xf32>
  // CHECK: wave.quad_read_across x %[[v]] : vector<3xf32>
  %5 = wave.quad_read_across x %v : vector<3xf32>
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : vector<3xf32>
  %6 = wave.quad_read_lane %v, %lane : vector<3xf32>
  wave.return %v : vector<3xf32>
}

// CHECK-LABEL: wave.func @vector_3xf64
// CHECK-SAME: (%[[v:.*]]: vector<3xf64>, %[[lane:.*]]: i32)
wave.func @vector_3xf64(%v: vector<3xf64>, %lane: i32) -> vector<3xf64> {
  // CHECK: wave.read_first_lane %[[v]] : vector<3xf64>
  %0 = wave.read_first_lane %v : vector<3xf64>
  // CHECK: wave.read_lane %[[v]], %[[lane]] : vector<3xf64>
  %1 = wave.read_lane %v, %lane : vector<3xf64>
  // CHECK: wave.assume_uniform %[[v]] : vector<3xf64>
  %2 = wave.assume_uniform %v : vector<3xf64>
  // CHECK: wave.all_equal %[[v]] : vector<3xf64>
  %3 = wave.all_equal %v : vector<3xf64>
  // CHECK: wave.match %[[v]] : vector<3xf64>
  %4 = wave.match %v : vector<3xf64>
  // CHECK: wave.quad_read_across x %[[v]] : vector<3xf64>
  %5 = wave.quad_read_across x %v : vector<3xf64>
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : vector<3xf64>
  %6 = wave.quad_read_lane %v, %lane : vector<3xf64>
  wave.return %v : vector<3xf64>
}

// CHECK-LABEL: wave.func @vector_4xi1
// CHECK-SAME: (%[[v:.*]]: vector<4xi1>, %[[lane:.*]]: i32)
wave.func @vector_4xi1(%v: vector<4xi1>, %lane: i32) -> vector<4xi1> {
  // CHECK: wave.read_first_lane %[[v]] : vector<4xi1>
  %0 = wave.read_first_lane %v : vector<4xi1>
  // CHECK: wave.read_lane %[[v]], %[[lane]] : vector<4xi1>
  %1 = wave.read_lane %v, %lane : vector<4xi1>
  // CHECK: wave.assume_uniform %[[v]] : vector<4xi1>
  %2 = wave.assume_uniform %v : vector<4xi1>
  // CHECK: wave.all_equal %[[v]] : vector<4xi1>
  %3 = wave.all_equal %v : vector<4xi1>
  // CHECK: wave.match %[[v]] : vector<4xi1>
  %4 = wave.match %v : vector<4xi1>
  // CHECK: wave.quad_read_across x %[[v]] : vector<4xi1>
  %5 = wave.quad_read_across x %v : vector<4xi1>
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : vector<4xi1>
  %6 = wave.quad_read_lane %v, %lane : vector<4xi1>
  wave.return %v : vector<4xi1>
}

// CHECK-LABEL: wave.func @vector_4xi16
// CHECK-SAME: (%[[v:.*]]: vector<4xi16>, %[[lane:.*]]: i32)
wave.func @vector_4xi16(%v: vector<4xi16>, %lane: i32) -> vector<4xi16> {
  // CHECK: wave.read_first_lane %[[v]] : vector<4xi16>
  %0 = wave.read_first_lane %v : vector<4xi16>
  // CHECK: wave.read_lane %[[v]], %[[lane]] : vector<4xi16>
  %1 = wave.read_lane %v, %lane : vector<4xi16>
  // CHECK: wave.assume_uniform %[[v]] : vector<4xi16>
  %2 = wave.assume_uniform %v : vector<4xi16>
  // CHECK: wave.all_equal %[[v]] : vector<4xi16>
  %3 = wave.all_equal %v : vector<4xi16>
  // CHECK: wave.match %[[v]] : vector<4xi16>
  %4 = wave.match %v : vector<4xi16>
  // CHECK: wave.quad_read_across x %[[v]] : vector<4xi16>
  %5 = wave.quad_read_across x %v : vector<4xi16>
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : vector<4xi16>
  %6 = wave.quad_read_lane %v, %lane : vector<4xi16>
  wave.return %v : vector<4xi16>
}

// CHECK-LABEL: wave.func @vector_4xi32
// CHECK-SAME: (%[[v:.*]]: vector<4xi32>, %[[lane:.*]]: i32)
wave.func @vector_4xi32(%v: vector<4xi32>, %lane: i32) -> vector<4xi32> {
  // CHECK: wave.read_first_lane %[[v]] : vector<4xi32>
  %0 = wave.read_first_lane %v : vector<4xi32>
  // CHECK: wave.read_lane %[[v]], %[[lane]] : vector<4xi32>
  %1 = wave.read_lane %v, %lane : vector<4xi32>
  // CHECK: wave.assume_uniform %[[v]] : vector<4xi32>
  %2 = wave.assume_uniform %v : vector<4xi32>
  // CHECK: wave.all_equal %[[v]] : vector<4xi32>
  %3 = wave.all_equal %v : vector<4xi32>
  // CHECK: wave.match %[[v]] : vector<4xi32>
  %4 = wave.match %v : vector<4xi32>
  // CHECK: wave.quad_read_across x %[[v]] : vector<4xi32>
  %5 = wave.quad_read_across x %v : vector<4xi32>
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : vector<4xi32>
  %6 = wave.quad_read_lane %v, %lane : vector<4xi32>
  wave.return %v : vector<4xi32>
}

// CHECK-LABEL: wave.func @vector_4xi64
// CHECK-SAME: (%[[v:.*]]: vector<4xi64>, %[[lane:.*]]: i32)
wave.func @vector_4xi64(%v: vector<4xi64>, %lane: i32) -> vector<4xi64> {
  // CHECK: wave.read_first_lane %[[v]] : vector<4xi64>
  %0 = wave.read_first_lane %v : vector<4xi64>
  // CHECK: wave.read_lane %[[v]], %[[lane]] : vector<4xi64>
  %1 = wave.read_lane %v, %lane : vector<4xi64>
  // CHECK: wave.assume_uniform %[[v]] : vector<4xi64>
  %2 = wave.assume_uniform %v : vector<4xi64>
  // CHECK: wave.all_equal %[[v]] : vector<4xi64>
  %3 = wave.all_equal %v : vector<4xi64>
  // CHECK: wave.match %[[v]] : vector<4xi64>
  %4 = wave.match %v : vector<4xi64>
  // CHECK: wave.quad_read_across x %[[v]] : vector<4xi64>
  %5 = wave.quad_read_across x %v : vector<4xi64>
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : vector<4xi64>
  %6 = wave.quad_read_lane %v, %lane : vector<4xi64>
  wave.return %v : vector<4xi64>
}

// CHECK-LABEL: wave.func @vector_4xf16
// CHECK-SAME: (%[[v:.*]]: vector<4xf16>, %[[lane:.*]]: i32)
wave.func @vector_4xf16(%v: vector<4xf16>, %lane: i32) -> vector<4xf16> {
  // CHECK: wave.read_first_lane %[[v]] : vector<4xf16>
  %0 = wave.read_first_lane %v : vector<4xf16>
  // CHECK: wave.read_lane %[[v]], %[[lane]] : vector<4xf16>
  %1 = wave.read_lane %v, %lane : vector<4xf16>
  // CHECK: wave.assume_uniform %[[v]] : vector<4xf16>
  %2 = wave.assume_uniform %v : vector<4xf16>
  // CHECK: wave.all_equal %[[v]] : vector<4xf16>
  %3 = wave.all_equal %v : vector<4xf16>
  // CHECK: wave.match %[[v]] : vector<4xf16>
  %4 = wave.match %v : vector<4xf16>
  // CHECK: wave.quad_read_across x %[[v]] : vector<4xf16>
  %5 = wave.quad_read_across x %v : vector<4xf16>
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : vector<4xf16>
  %6 = wave.quad_read_lane %v, %lane : vector<4xf16>
  wave.return %v : vector<4xf16>
}

// CHECK-LABEL: wave.func @vector_4xf32
// CHECK-SAME: (%[[v:.*]]: vector<4xf32>, %[[lane:.*]]: i32)
wave.func @vector_4xf32(%v: vector<4xf32>, %lane: i32) -> vector<4xf32> {
  // CHECK: wave.read_first_lane %[[v]] : vector<4xf32>
  %0 = wave.read_first_lane %v : vector<4xf32>
  // CHECK: wave.read_lane %[[v]], %[[lane]] : vector<4xf32>
  %1 = wave.read_lane %v, %lane : vector<4xf32>
  // CHECK: wave.assume_uniform %[[v]] : vector<4xf32>
  %2 = wave.assume_uniform %v : vector<4xf32>
  // CHECK: wave.all_equal %[[v]] : vector<4xf32>
  %3 = wave.all_equal %v : vector<4xf32>
  // CHECK: wave.match %[[v]] : vector<4xf32>
  %4 = wave.match %v : vector<4xf32>
  // CHECK: wave.quad_read_across x %[[v]] : vector<4xf32>
  %5 = wave.quad_read_across x %v : vector<4xf32>
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : vector<4xf32>
  %6 = wave.quad_read_lane %v, %lane : vector<4xf32>
  wave.return %v : vector<4xf32>
}

// CHECK-LABEL: wave.func @vector_4xf64
// CHECK-SAME: (%[[v:.*]]: vector<4xf64>, %[[lane:.*]]: i32)
wave.func @vector_4xf64(%v: vector<4xf64>, %lane: i32) -> vector<4xf64> {
  // CHECK: wave.read_first_lane %[[v]] : vector<4xf64>
  %0 = wave.read_first_lane %v : vector<4xf64>
  // CHECK: wave.read_lane %[[v]], %[[lane]] : vector<4xf64>
  %1 = wave.read_lane %v, %lane : vector<4xf64>
  // CHECK: wave.assume_uniform %[[v]] : vector<4xf64>
  %2 = wave.assume_uniform %v : vector<4xf64>
  // CHECK: wave.all_equal %[[v]] : vector<4xf64>
  %3 = wave.all_equal %v : vector<4xf64>
  // CHECK: wave.match %[[v]] : vector<4xf64>
  %4 = wave.match %v : vector<4xf64>
  // CHECK: wave.quad_read_across x %[[v]] : vector<4xf64>
  %5 = wave.quad_read_across x %v : vector<4xf64>
  // CHECK: wave.quad_read_lane %[[v]], %[[lane]] : vector<4xf64>
  %6 = wave.quad_read_lane %v, %lane : vector<4xf64>
  wave.return %v : vector<4xf64>
}
