// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --emit-bytecode | wave-opt | FileCheck %s

// Every kind on every type that it combines.

// CHECK-LABEL: wave.func @kinds
// CHECK-SAME: (%[[i:.*]]: i32, %[[f:.*]]: f32, %[[b:.*]]: i1)
wave.func @kinds(%i: i32, %f: f32, %b: i1) {
  // CHECK: wave.reduce add %[[i]] : i32
  %0 = wave.reduce add %i : i32
  // CHECK: wave.reduce mul %[[i]] : i32
  %1 = wave.reduce mul %i : i32
  // CHECK: wave.reduce minsi %[[i]] : i32
  %2 = wave.reduce minsi %i : i32
  // CHECK: wave.reduce minui %[[i]] : i32
  %3 = wave.reduce minui %i : i32
  // CHECK: wave.reduce maxsi %[[i]] : i32
  %4 = wave.reduce maxsi %i : i32
  // CHECK: wave.reduce maxui %[[i]] : i32
  %5 = wave.reduce maxui %i : i32
  // CHECK: wave.reduce and %[[i]] : i32
  %6 = wave.reduce and %i : i32
  // CHECK: wave.reduce or %[[i]] : i32
  %7 = wave.reduce or %i : i32
  // CHECK: wave.reduce xor %[[i]] : i32
  %8 = wave.reduce xor %i : i32
  // CHECK: wave.reduce add %[[f]] : f32
  %9 = wave.reduce add %f : f32
  // CHECK: wave.reduce mul %[[f]] : f32
  %10 = wave.reduce mul %f : f32
  // CHECK: wave.reduce minnumf %[[f]] : f32
  %11 = wave.reduce minnumf %f : f32
  // CHECK: wave.reduce maxnumf %[[f]] : f32
  %12 = wave.reduce maxnumf %f : f32
  // CHECK: wave.reduce and %[[b]] : i1
  %13 = wave.reduce and %b : i1
  // CHECK: wave.reduce or %[[b]] : i1
  %14 = wave.reduce or %b : i1
  // CHECK: wave.reduce xor %[[b]] : i1
  %15 = wave.reduce xor %b : i1
  // CHECK: wave.prefix add %[[i]] : i32
  %16 = wave.prefix add %i : i32
  // CHECK: wave.prefix mul %[[i]] : i32
  %17 = wave.prefix mul %i : i32
  // CHECK: wave.prefix add %[[f]] : f32
  %18 = wave.prefix add %f : f32
  // CHECK: wave.prefix mul %[[f]] : f32
  %19 = wave.prefix mul %f : f32
  // CHECK: wave.inclusive_prefix add %[[i]] : i32
  %20 = wave.inclusive_prefix add %i : i32
  // CHECK: wave.inclusive_prefix maxnumf %[[f]] : f32
  %21 = wave.inclusive_prefix maxnumf %f : f32
  // CHECK: wave.cluster_reduce add 2 %[[i]] : i32
  %22 = wave.cluster_reduce add 2 %i : i32
  // CHECK: wave.cluster_reduce minnumf 128 %[[f]] : f32
  %23 = wave.cluster_reduce minnumf 128 %f : f32
}

// The other widths and vectors of them.

// CHECK-LABEL: wave.func @kinds_of_i16
// CHECK-SAME: (%[[v:.*]]: i16, %[[m:.*]]: vector<4xi32>)
wave.func @kinds_of_i16(%v: i16, %m: vector<4xi32>) {
  // CHECK: wave.reduce add %[[v]] : i16
  %0 = wave.reduce add %v : i16
  // CHECK: wave.reduce mul %[[v]] : i16
  %1 = wave.reduce mul %v : i16
  // CHECK: wave.reduce minsi %[[v]] : i16
  %2 = wave.reduce minsi %v : i16
  // CHECK: wave.reduce minui %[[v]] : i16
  %3 = wave.reduce minui %v : i16
  // CHECK: wave.reduce maxsi %[[v]] : i16
  %4 = wave.reduce maxsi %v : i16
  // CHECK: wave.reduce maxui %[[v]] : i16
  %5 = wave.reduce maxui %v : i16
  // CHECK: wave.reduce and %[[v]] : i16
  %6 = wave.reduce and %v : i16
  // CHECK: wave.reduce or %[[v]] : i16
  %7 = wave.reduce or %v : i16
  // CHECK: wave.reduce xor %[[v]] : i16
  %8 = wave.reduce xor %v : i16
  // CHECK: wave.prefix add %[[v]] : i16
  %9 = wave.prefix add %v : i16
  // CHECK: wave.multi_prefix add %[[v]], %[[m]] : i16
  %10 = wave.multi_prefix add %v, %m : i16
  // CHECK: wave.prefix mul %[[v]] : i16
  %11 = wave.prefix mul %v : i16
  // CHECK: wave.multi_prefix mul %[[v]], %[[m]] : i16
  %12 = wave.multi_prefix mul %v, %m : i16
  // CHECK: wave.prefix and %[[v]] : i16
  %13 = wave.prefix and %v : i16
  // CHECK: wave.multi_prefix and %[[v]], %[[m]] : i16
  %14 = wave.multi_prefix and %v, %m : i16
  // CHECK: wave.prefix or %[[v]] : i16
  %15 = wave.prefix or %v : i16
  // CHECK: wave.multi_prefix or %[[v]], %[[m]] : i16
  %16 = wave.multi_prefix or %v, %m : i16
  // CHECK: wave.prefix xor %[[v]] : i16
  %17 = wave.prefix xor %v : i16
  // CHECK: wave.multi_prefix xor %[[v]], %[[m]] : i16
  %18 = wave.multi_prefix xor %v, %m : i16
}

// CHECK-LABEL: wave.func @kinds_of_i64
// CHECK-SAME: (%[[v:.*]]: i64, %[[m:.*]]: vector<4xi32>)
wave.func @kinds_of_i64(%v: i64, %m: vector<4xi32>) {
  // CHECK: wave.reduce add %[[v]] : i64
  %0 = wave.reduce add %v : i64
  // CHECK: wave.reduce mul %[[v]] : i64
  %1 = wave.reduce mul %v : i64
  // CHECK: wave.reduce minsi %[[v]] : i64
  %2 = wave.reduce minsi %v : i64
  // CHECK: wave.reduce minui %[[v]] : i64
  %3 = wave.reduce minui %v : i64
  // CHECK: wave.reduce maxsi %[[v]] : i64
  %4 = wave.reduce maxsi %v : i64
  // CHECK: wave.reduce maxui %[[v]] : i64
  %5 = wave.reduce maxui %v : i64
  // CHECK: wave.reduce and %[[v]] : i64
  %6 = wave.reduce and %v : i64
  // CHECK: wave.reduce or %[[v]] : i64
  %7 = wave.reduce or %v : i64
  // CHECK: wave.reduce xor %[[v]] : i64
  %8 = wave.reduce xor %v : i64
  // CHECK: wave.prefix add %[[v]] : i64
  %9 = wave.prefix add %v : i64
  // CHECK: wave.multi_prefix add %[[v]], %[[m]] : i64
  %10 = wave.multi_prefix add %v, %m : i64
  // CHECK: wave.prefix mul %[[v]] : i64
  %11 = wave.prefix mul %v : i64
  // CHECK: wave.multi_prefix mul %[[v]], %[[m]] : i64
  %12 = wave.multi_prefix mul %v, %m : i64
  // CHECK: wave.prefix and %[[v]] : i64
  %13 = wave.prefix and %v : i64
  // CHECK: wave.multi_prefix and %[[v]], %[[m]] : i64
  %14 = wave.multi_prefix and %v, %m : i64
  // CHECK: wave.prefix or %[[v]] : i64
  %15 = wave.prefix or %v : i64
  // CHECK: wave.multi_prefix or %[[v]], %[[m]] : i64
  %16 = wave.multi_prefix or %v, %m : i64
  // CHECK: wave.prefix xor %[[v]] : i64
  %17 = wave.prefix xor %v : i64
  // CHECK: wave.multi_prefix xor %[[v]], %[[m]] : i64
  %18 = wave.multi_prefix xor %v, %m : i64
}

// CHECK-LABEL: wave.func @kinds_of_f16
// CHECK-SAME: (%[[v:.*]]: f16, %[[m:.*]]: vector<4xi32>)
wave.func @kinds_of_f16(%v: f16, %m: vector<4xi32>) {
  // CHECK: wave.reduce add %[[v]] : f16
  %0 = wave.reduce add %v : f16
  // CHECK: wave.reduce mul %[[v]] : f16
  %1 = wave.reduce mul %v : f16
  // CHECK: wave.reduce minnumf %[[v]] : f16
  %2 = wave.reduce minnumf %v : f16
  // CHECK: wave.reduce maxnumf %[[v]] : f16
  %3 = wave.reduce maxnumf %v : f16
  // CHECK: wave.prefix add %[[v]] : f16
  %4 = wave.prefix add %v : f16
  // CHECK: wave.multi_prefix add %[[v]], %[[m]] : f16
  %5 = wave.multi_prefix add %v, %m : f16
  // CHECK: wave.prefix mul %[[v]] : f16
  %6 = wave.prefix mul %v : f16
  // CHECK: wave.multi_prefix mul %[[v]], %[[m]] : f16
  %7 = wave.multi_prefix mul %v, %m : f16
}

// CHECK-LABEL: wave.func @kinds_of_f64
// CHECK-SAME: (%[[v:.*]]: f64, %[[m:.*]]: vector<4xi32>)
wave.func @kinds_of_f64(%v: f64, %m: vector<4xi32>) {
  // CHECK: wave.reduce add %[[v]] : f64
  %0 = wave.reduce add %v : f64
  // CHECK: wave.reduce mul %[[v]] : f64
  %1 = wave.reduce mul %v : f64
  // CHECK: wave.reduce minnumf %[[v]] : f64
  %2 = wave.reduce minnumf %v : f64
  // CHECK: wave.reduce maxnumf %[[v]] : f64
  %3 = wave.reduce maxnumf %v : f64
  // CHECK: wave.prefix add %[[v]] : f64
  %4 = wave.prefix add %v : f64
  // CHECK: wave.multi_prefix add %[[v]], %[[m]] : f64
  %5 = wave.multi_prefix add %v, %m : f64
  // CHECK: wave.prefix mul %[[v]] : f64
  %6 = wave.prefix mul %v : f64
  // CHECK: wave.multi_prefix mul %[[v]], %[[m]] : f64
  %7 = wave.multi_prefix mul %v, %m : f64
}

// CHECK-LABEL: wave.func @kinds_of_vector_2xi32
// CHECK-SAME: (%[[v:.*]]: vector<2xi32>, %[[m:.*]]: vector<4xi32>)
wave.func @kinds_of_vector_2xi32(%v: vector<2xi32>, %m: vector<4xi32>) {
  // CHECK: wave.reduce add %[[v]] : vector<2xi32>
  %0 = wave.reduce add %v : vector<2xi32>
  // CHECK: wave.reduce mul %[[v]] : vector<2xi32>
  %1 = wave.reduce mul %v : vector<2xi32>
  // CHECK: wave.reduce minsi %[[v]] : vector<2xi32>
  %2 = wave.reduce minsi %v : vector<2xi32>
  // CHECK: wave.reduce minui %[[v]] : vector<2xi32>
  %3 = wave.reduce minui %v : vector<2xi32>
  // CHECK: wave.reduce maxsi %[[v]] : vector<2xi32>
  %4 = wave.reduce maxsi %v : vector<2xi32>
  // CHECK: wave.reduce maxui %[[v]] : vector<2xi32>
  %5 = wave.reduce maxui %v : vector<2xi32>
  // CHECK: wave.reduce and %[[v]] : vector<2xi32>
  %6 = wave.reduce and %v : vector<2xi32>
  // CHECK: wave.reduce or %[[v]] : vector<2xi32>
  %7 = wave.reduce or %v : vector<2xi32>
  // CHECK: wave.reduce xor %[[v]] : vector<2xi32>
  %8 = wave.reduce xor %v : vector<2xi32>
  // CHECK: wave.prefix add %[[v]] : vector<2xi32>
  %9 = wave.prefix add %v : vector<2xi32>
  // CHECK: wave.multi_prefix add %[[v]], %[[m]] : vector<2xi32>
  %10 = wave.multi_prefix add %v, %m : vector<2xi32>
  // CHECK: wave.prefix mul %[[v]] : vector<2xi32>
  %11 = wave.prefix mul %v : vector<2xi32>
  // CHECK: wave.multi_prefix mul %[[v]], %[[m]] : vector<2xi32>
  %12 = wave.multi_prefix mul %v, %m : vector<2xi32>
  // CHECK: wave.prefix and %[[v]] : vector<2xi32>
  %13 = wave.prefix and %v : vector<2xi32>
  // CHECK: wave.multi_prefix and %[[v]], %[[m]] : vector<2xi32>
  %14 = wave.multi_prefix and %v, %m : vector<2xi32>
  // CHECK: wave.prefix or %[[v]] : vector<2xi32>
  %15 = wave.prefix or %v : vector<2xi32>
  // CHECK: wave.multi_prefix or %[[v]], %[[m]] : vector<2xi32>
  %16 = wave.multi_prefix or %v, %m : vector<2xi32>
  // CHECK: wave.prefix xor %[[v]] : vector<2xi32>
  %17 = wave.prefix xor %v : vector<2xi32>
  // CHECK: wave.multi_prefix xor %[[v]], %[[m]] : vector<2xi32>
  %18 = wave.multi_prefix xor %v, %m : vector<2xi32>
}

// CHECK-LABEL: wave.func @kinds_of_vector_3xf32
// CHECK-SAME: (%[[v:.*]]: vector<3xf32>, %[[m:.*]]: vector<4xi32>)
wave.func @kinds_of_vector_3xf32(%v: vector<3xf32>, %m: vector<4xi32>) {
  // CHECK: wave.reduce add %[[v]] : vector<3xf32>
  %0 = wave.reduce add %v : vector<3xf32>
  // CHECK: wave.reduce mul %[[v]] : vector<3xf32>
  %1 = wave.reduce mul %v : vector<3xf32>
  // CHECK: wave.reduce minnumf %[[v]] : vector<3xf32>
  %2 = wave.reduce minnumf %v : vector<3xf32>
  // CHECK: wave.reduce maxnumf %[[v]] : vector<3xf32>
  %3 = wave.reduce maxnumf %v : vector<3xf32>
  // CHECK: wave.prefix add %[[v]] : vector<3xf32>
  %4 = wave.prefix add %v : vector<3xf32>
  // CHECK: wave.multi_prefix add %[[v]], %[[m]] : vector<3xf32>
  %5 = wave.multi_prefix add %v, %m : vector<3xf32>
  // CHECK: wave.prefix mul %[[v]] : vector<3xf32>
  %6 = wave.prefix mul %v : vector<3xf32>
  // CHECK: wave.multi_prefix mul %[[v]], %[[m]] : vector<3xf32>
  %7 = wave.multi_prefix mul %v, %m : vector<3xf32>
}

// CHECK-LABEL: wave.func @kinds_of_vector_4xi64
// CHECK-SAME: (%[[v:.*]]: vector<4xi64>, %[[m:.*]]: vector<4xi32>)
wave.func @kinds_of_vector_4xi64(%v: vector<4xi64>, %m: vector<4xi32>) {
  // CHECK: wave.reduce add %[[v]] : vector<4xi64>
  %0 = wave.reduce add %v : vector<4xi64>
  // CHECK: wave.reduce mul %[[v]] : vector<4xi64>
  %1 = wave.reduce mul %v : vector<4xi64>
  // CHECK: wave.reduce minsi %[[v]] : vector<4xi64>
  %2 = wave.reduce minsi %v : vector<4xi64>
  // CHECK: wave.reduce minui %[[v]] : vector<4xi64>
  %3 = wave.reduce minui %v : vector<4xi64>
  // CHECK: wave.reduce maxsi %[[v]] : vector<4xi64>
  %4 = wave.reduce maxsi %v : vector<4xi64>
  // CHECK: wave.reduce maxui %[[v]] : vector<4xi64>
  %5 = wave.reduce maxui %v : vector<4xi64>
  // CHECK: wave.reduce and %[[v]] : vector<4xi64>
  %6 = wave.reduce and %v : vector<4xi64>
  // CHECK: wave.reduce or %[[v]] : vector<4xi64>
  %7 = wave.reduce or %v : vector<4xi64>
  // CHECK: wave.reduce xor %[[v]] : vector<4xi64>
  %8 = wave.reduce xor %v : vector<4xi64>
  // CHECK: wave.prefix add %[[v]] : vector<4xi64>
  %9 = wave.prefix add %v : vector<4xi64>
  // CHECK: wave.multi_prefix add %[[v]], %[[m]] : vector<4xi64>
  %10 = wave.multi_prefix add %v, %m : vector<4xi64>
  // CHECK: wave.prefix mul %[[v]] : vector<4xi64>
  %11 = wave.prefix mul %v : vector<4xi64>
  // CHECK: wave.multi_prefix mul %[[v]], %[[m]] : vector<4xi64>
  %12 = wave.multi_prefix mul %v, %m : vector<4xi64>
  // CHECK: wave.prefix and %[[v]] : vector<4xi64>
  %13 = wave.prefix and %v : vector<4xi64>
  // CHECK: wave.multi_prefix and %[[v]], %[[m]] : vector<4xi64>
  %14 = wave.multi_prefix and %v, %m : vector<4xi64>
  // CHECK: wave.prefix or %[[v]] : vector<4xi64>
  %15 = wave.prefix or %v : vector<4xi64>
  // CHECK: wave.multi_prefix or %[[v]], %[[m]] : vector<4xi64>
  %16 = wave.multi_prefix or %v, %m : vector<4xi64>
  // CHECK: wave.prefix xor %[[v]] : vector<4xi64>
  %17 = wave.prefix xor %v : vector<4xi64>
  // CHECK: wave.multi_prefix xor %[[v]], %[[m]] : vector<4xi64>
  %18 = wave.multi_prefix xor %v, %m : vector<4xi64>
}

// CHECK-LABEL: wave.func @kinds_of_vector_2xf16
// CHECK-SAME: (%[[v:.*]]: vector<2xf16>, %[[m:.*]]: vector<4xi32>)
wave.func @kinds_of_vector_2xf16(%v: vector<2xf16>, %m: vector<4xi32>) {
  // CHECK: wave.reduce add %[[v]] : vector<2xf16>
  %0 = wave.reduce add %v : vector<2xf16>
  // CHECK: wave.reduce mul %[[v]] : vector<2xf16>
  %1 = wave.reduce mul %v : vector<2xf16>
  // CHECK: wave.reduce minnumf %[[v]] : vector<2xf16>
  %2 = wave.reduce minnumf %v : vector<2xf16>
  // CHECK: wave.reduce maxnumf %[[v]] : vector<2xf16>
  %3 = wave.reduce maxnumf %v : vector<2xf16>
  // CHECK: wave.prefix add %[[v]] : vector<2xf16>
  %4 = wave.prefix add %v : vector<2xf16>
  // CHECK: wave.multi_prefix add %[[v]], %[[m]] : vector<2xf16>
  %5 = wave.multi_prefix add %v, %m : vector<2xf16>
  // CHECK: wave.prefix mul %[[v]] : vector<2xf16>
  %6 = wave.prefix mul %v : vector<2xf16>
  // CHECK: wave.multi_prefix mul %[[v]], %[[m]] : vector<2xf16>
  %7 = wave.multi_prefix mul %v, %m : vector<2xf16>
}

// CHECK-LABEL: wave.func @kinds_of_vector_3xi1
// CHECK-SAME: (%[[v:.*]]: vector<3xi1>, %[[m:.*]]: vector<4xi32>)
wave.func @kinds_of_vector_3xi1(%v: vector<3xi1>, %m: vector<4xi32>) {
  // CHECK: wave.reduce and %[[v]] : vector<3xi1>
  %0 = wave.reduce and %v : vector<3xi1>
  // CHECK: wave.reduce or %[[v]] : vector<3xi1>
  %1 = wave.reduce or %v : vector<3xi1>
  // CHECK: wave.reduce xor %[[v]] : vector<3xi1>
  %2 = wave.reduce xor %v : vector<3xi1>
  // CHECK: wave.prefix and %[[v]] : vector<3xi1>
  %3 = wave.prefix and %v : vector<3xi1>
  // CHECK: wave.multi_prefix and %[[v]], %[[m]] : vector<3xi1>
  %4 = wave.multi_prefix and %v, %m : vector<3xi1>
  // CHECK: wave.prefix or %[[v]] : vector<3xi1>
  %5 = wave.prefix or %v : vector<3xi1>
  // CHECK: wave.multi_prefix or %[[v]], %[[m]] : vector<3xi1>
  %6 = wave.multi_prefix or %v, %m : vector<3xi1>
  // CHECK: wave.prefix xor %[[v]] : vector<3xi1>
  %7 = wave.prefix xor %v : vector<3xi1>
  // CHECK: wave.multi_prefix xor %[[v]], %[[m]] : vector<3xi1>
  %8 = wave.multi_prefix xor %v, %m : vector<3xi1>
}

// CHECK-LABEL: wave.func @kinds_of_i1
// CHECK-SAME: (%[[v:.*]]: i1, %[[m:.*]]: vector<4xi32>)
wave.func @kinds_of_i1(%v: i1, %m: vector<4xi32>) {
  // CHECK: wave.reduce and %[[v]] : i1
  %0 = wave.reduce and %v : i1
  // CHECK: wave.reduce or %[[v]] : i1
  %1 = wave.reduce or %v : i1
  // CHECK: wave.reduce xor %[[v]] : i1
  %2 = wave.reduce xor %v : i1
  // CHECK: wave.prefix and %[[v]] : i1
  %3 = wave.prefix and %v : i1
  // CHECK: wave.multi_prefix and %[[v]], %[[m]] : i1
  %4 = wave.multi_prefix and %v, %m : i1
  // CHECK: wave.prefix or %[[v]] : i1
  %5 = wave.prefix or %v : i1
  // CHECK: wave.multi_prefix or %[[v]], %[[m]] : i1
  %6 = wave.multi_prefix or %v, %m : i1
  // CHECK: wave.prefix xor %[[v]] : i1
  %7 = wave.prefix xor %v : i1
  // CHECK: wave.multi_prefix xor %[[v]], %[[m]] : i1
  %8 = wave.multi_prefix xor %v, %m : i1
}

// CHECK-LABEL: wave.func @kinds_of_i32
// CHECK-SAME: (%[[v:.*]]: i32, %[[m:.*]]: vector<4xi32>)
wave.func @kinds_of_i32(%v: i32, %m: vector<4xi32>) {
  // CHECK: wave.reduce add %[[v]] : i32
  %0 = wave.reduce add %v : i32
  // CHECK: wave.reduce mul %[[v]] : i32
  %1 = wave.reduce mul %v : i32
  // CHECK: wave.reduce minsi %[[v]] : i32
  %2 = wave.reduce minsi %v : i32
  // CHECK: wave.reduce minui %[[v]] : i32
  %3 = wave.reduce minui %v : i32
  // CHECK: wave.reduce maxsi %[[v]] : i32
  %4 = wave.reduce maxsi %v : i32
  // CHECK: wave.reduce maxui %[[v]] : i32
  %5 = wave.reduce maxui %v : i32
  // CHECK: wave.reduce and %[[v]] : i32
  %6 = wave.reduce and %v : i32
  // CHECK: wave.reduce or %[[v]] : i32
  %7 = wave.reduce or %v : i32
  // CHECK: wave.reduce xor %[[v]] : i32
  %8 = wave.reduce xor %v : i32
  // CHECK: wave.prefix add %[[v]] : i32
  %9 = wave.prefix add %v : i32
  // CHECK: wave.multi_prefix add %[[v]], %[[m]] : i32
  %10 = wave.multi_prefix add %v, %m : i32
  // CHECK: wave.prefix mul %[[v]] : i32
  %11 = wave.prefix mul %v : i32
  // CHECK: wave.multi_prefix mul %[[v]], %[[m]] : i32
  %12 = wave.multi_prefix mul %v, %m : i32
  // CHECK: wave.prefix and %[[v]] : i32
  %13 = wave.prefix and %v : i32
  // CHECK: wave.multi_prefix and %[[v]], %[[m]] : i32
  %14 = wave.multi_prefix and %v, %m : i32
  // CHECK: wave.prefix or %[[v]] : i32
  %15 = wave.prefix or %v : i32
  // CHECK: wave.multi_prefix or %[[v]], %[[m]] : i32
  %16 = wave.multi_prefix or %v, %m : i32
  // CHECK: wave.prefix xor %[[v]] : i32
  %17 = wave.prefix xor %v : i32
  // CHECK: wave.multi_prefix xor %[[v]], %[[m]] : i32
  %18 = wave.multi_prefix xor %v, %m : i32
}

// CHECK-LABEL: wave.func @multi_prefix_count_bits
// CHECK-SAME: (%[[p:.*]]: i1, %[[m:.*]]: vector<4xi32>)
wave.func @multi_prefix_count_bits(%p: i1, %m: vector<4xi32>) {
  // CHECK: wave.multi_prefix_count_bits %[[p]], %[[m]] : i32
  %0 = wave.multi_prefix_count_bits %p, %m : i32
}
