// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --emit-bytecode | wave-opt | FileCheck %s

// CHECK-LABEL: wave.func @votes
// CHECK-SAME: (%[[p:.*]]: i1, %[[i:.*]]: i32, %[[f:.*]]: f32)
wave.func @votes(%p: i1, %i: i32, %f: f32) {
  // CHECK: wave.any %[[p]]{{$}}
  %0 = wave.any %p
  // CHECK: wave.all %[[p]]{{$}}
  %1 = wave.all %p
  // CHECK: wave.ballot %[[p]] : vector<4xi32>
  %2 = wave.ballot %p : vector<4xi32>
  // CHECK: wave.count_bits %[[p]] : i32
  %3 = wave.count_bits %p : i32
  // CHECK: wave.prefix_count_bits %[[p]] : i32
  %4 = wave.prefix_count_bits %p : i32
  // CHECK: wave.all_equal %[[i]] : i32
  %5 = wave.all_equal %i : i32
  // CHECK: wave.all_equal %[[f]] : f32
  %6 = wave.all_equal %f : f32
  // CHECK: wave.all_equal %[[p]] : i1
  %7 = wave.all_equal %p : i1
  // CHECK: %[[mask:.*]] = wave.match %[[f]] : f32
  %8 = wave.match %f : f32
  // CHECK: arith.andi %[[mask]], %{{.*}} : vector<4xi32>
  %9 = arith.andi %8, %2 : vector<4xi32>
}

// CHECK-LABEL: wave.func @all_equal_of_vector
// CHECK-SAME: (%[[v:.*]]: vector<3xf32>) -> vector<3xi1>
wave.func @all_equal_of_vector(%v: vector<3xf32>) -> vector<3xi1> {
  // CHECK: wave.all_equal %[[v]] : vector<3xf32>
  %0 = wave.all_equal %v : vector<3xf32>
  wave.return %0 : vector<3xi1>
}
