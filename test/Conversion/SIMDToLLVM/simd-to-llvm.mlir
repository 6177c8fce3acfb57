// RUN: wave-opt %s -convert-simd-to-llvm | FileCheck %s --implicit-check-not=unrealized_conversion_cast

// Nothing but the LLVM dialect is left; index has 64 bits.
// CHECK-LABEL: llvm.func @loops(
// CHECK-SAME: %[[COUNT:.*]]: i32, %[[V:.*]]: vector<4xi32>, %[[P:.*]]: !llvm.ptr)
// CHECK-DAG: %[[ZERO:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-DAG: %[[ONE:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK: %[[END:.*]] = llvm.zext %[[COUNT]] : i32 to i64
// CHECK: llvm.br ^[[HEAD:.*]](%[[ZERO]], %[[V]] : i64, vector<4xi32>)
// CHECK: ^[[HEAD]](%[[I:.*]]: i64, %[[SUM:.*]]: vector<4xi32>):
// CHECK: llvm.icmp "slt" %[[I]], %[[END]] : i64
// CHECK: llvm.trunc %[[I]] : i64 to i32
// CHECK: llvm.add %[[SUM]], %{{.*}} : vector<4xi32>
// CHECK: llvm.store %{{.*}}, %[[P]] : vector<4xi32>, !llvm.ptr
// CHECK: llvm.add %[[I]], %[[ONE]] : i64
// CHECK: llvm.br ^[[HEAD]](
// CHECK: ^{{.*}}(%[[X:.*]]: vector<4xi32>):
// CHECK: %[[LESS:.*]] = llvm.icmp "slt" %[[X]], %[[V]] : vector<4xi32>
// CHECK: %[[ANY:.*]] = "llvm.intr.vector.reduce.or"(%[[LESS]]) : (vector<4xi1>) -> i1
// CHECK: llvm.cond_br %[[ANY]], ^{{.*}}(%[[X]] : vector<4xi32>), ^
// CHECK: llvm.return
llvm.func @loops(%count: i32, %v: vector<4xi32>, %p: !llvm.ptr) -> vector<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.index_castui %count : i32 to index
  %sum = scf.for %i = %c0 to %end step %c1 iter_args(%s = %v) -> vector<4xi32> {
    %k = arith.index_cast %i : index to i32
    %ks = vector.broadcast %k : i32 to vector<4xi32>
    %t = arith.addi %s, %ks : vector<4xi32>
    llvm.store %t, %p : vector<4xi32>, !llvm.ptr
    scf.yield %t : vector<4xi32>
  }
  %r = scf.while (%x = %sum) : (vector<4xi32>) -> vector<4xi32> {
    %less = arith.cmpi slt, %x, %v : vector<4xi32>
    %any = vector.reduction <or>, %less : vector<4xi1> into i1
    scf.condition(%any) %x : vector<4xi32>
  } do {
  ^bb0(%x: vector<4xi32>):
    %y = arith.addi %x, %v : vector<4xi32>
    scf.yield %y : vector<4xi32>
  }
  llvm.return %r : vector<4xi32>
}

// A loop's values may be numbers of lanes.
// CHECK-LABEL: llvm.func @index_of_a_branch(
// CHECK-SAME: %[[CONDITION:.*]]: i1, %[[V:.*]]: vector<4xf32>, %[[I:.*]]: i32)
// CHECK: llvm.cond_br %[[CONDITION]], ^
// CHECK: ^{{.*}}(%[[LANE:.*]]: i64):
// CHECK: llvm.extractelement %[[V]][%[[LANE]] : i64] : vector<4xf32>
llvm.func @index_of_a_branch(%condition: i1, %v: vector<4xf32>, %i: i32) -> f32 {
  %lane = scf.if %condition -> index {
    %k = arith.index_castui %i : i32 to index
    scf.yield %k : index
  } else {
    %c2 = arith.constant 2 : index
    scf.yield %c2 : index
  }
  %e = vector.extract %v[%lane] : f32 from vector<4xf32>
  llvm.return %e : f32
}

// Sums and products of floats are trees.
// CHECK-LABEL: llvm.func @reductions(
// CHECK: "llvm.intr.vector.reduce.fadd"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<8xf32>) -> f32
// CHECK: "llvm.intr.vector.reduce.fmul"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<8xf32>) -> f32
// CHECK: llvm.intr.vector.reduce.fmin(
// CHECK: "llvm.intr.vector.reduce.umax"(
// CHECK: "llvm.intr.vector.reduce.add"(
llvm.func @reductions(%v: vector<8xf32>, %n: vector<8xi32>, %p: !llvm.ptr) {
  %sum = vector.reduction <add>, %v : vector<8xf32> into f32
  %product = vector.reduction <mul>, %v : vector<8xf32> into f32
  %min = vector.reduction <minnumf>, %v : vector<8xf32> into f32
  %max = vector.reduction <maxui>, %n : vector<8xi32> into i32
  %count = vector.reduction <add>, %n : vector<8xi32> into i32
  %all = vector.from_elements %sum, %product, %min : vector<3xf32>
  %both = vector.from_elements %max, %count : vector<2xi32>
  llvm.store %all, %p : vector<3xf32>, !llvm.ptr
  llvm.store %both, %p : vector<2xi32>, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @lanes(
// CHECK-SAME: %[[V:.*]]: vector<4xf32>, %[[X:.*]]: f32, %[[MASK:.*]]: vector<8xi1>, %[[P:.*]]: !llvm.ptr)
// CHECK: llvm.insertelement %[[X]], %{{.*}} : vector<8xf32>
// CHECK: llvm.shufflevector %{{.*}} [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xf32>
// CHECK: %[[WIDE:.*]] = llvm.shufflevector %[[V]], %[[V]] [0, 1, 2, 3
// CHECK: llvm.shufflevector %[[WIDE]], %{{.*}} [8, 9, 0, 1, 2, 3, 14, 15] : vector<8xf32>
// CHECK: llvm.shufflevector %{{.*}} [4, 5, 6, 7] : vector<8xf32>
// CHECK: llvm.shufflevector %{{.*}} [3, 2, 1, 0, 7, 6, 5, 4] : vector<4xf32>
// CHECK: llvm.bitcast %{{.*}} : vector<8xf32> to vector<8xi32>
// CHECK: llvm.mlir.constant(dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xindex>) : vector<8xi64>
// CHECK: llvm.trunc %{{.*}} : vector<8xi64> to vector<8xi32>
// CHECK: %[[NONE:.*]] = llvm.mlir.poison : vector<8xi32>
// CHECK: llvm.store %[[NONE]], %[[P]] : vector<8xi32>, !llvm.ptr
// CHECK: llvm.select %[[MASK]], %{{.*}} : vector<8xi1>, vector<8xi32>
llvm.func @lanes(%v: vector<4xf32>, %x: f32, %mask: vector<8xi1>, %p: !llvm.ptr) -> vector<8xi32> {
  %all = vector.broadcast %x : f32 to vector<8xf32>
  %in = vector.insert_strided_slice %v, %all {offsets = [2], strides = [1]} : vector<4xf32> into vector<8xf32>
  %upper = vector.extract_strided_slice %in {offsets = [4], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  %turned = vector.shuffle %v, %upper [3, 2, 1, 0, 7, 6, 5, 4] : vector<4xf32>, vector<4xf32>
  %bits = vector.bitcast %turned : vector<8xf32> to vector<8xi32>
  %step = vector.step : vector<8xindex>
  %numbers = arith.index_cast %step : vector<8xindex> to vector<8xi32>
  %sum = arith.addi %bits, %numbers : vector<8xi32>
  %none = ub.poison : vector<8xi32>
  llvm.store %none, %p : vector<8xi32>, !llvm.ptr
  %r = arith.select %mask, %sum, %bits : vector<8xi1>, vector<8xi32>
  llvm.return %r : vector<8xi32>
}

// CHECK-LABEL: llvm.func @functions(
// CHECK: llvm.intr.exp(%{{.*}}) : (vector<4xf32>) -> vector<4xf32>
// CHECK: %[[ROOT:.*]] = llvm.intr.sqrt(
// CHECK: llvm.fdiv %{{.*}}, %[[ROOT]] : vector<4xf32>
// CHECK: llvm.intr.minnum(
// CHECK: %[[WHOLE:.*]] = llvm.fptosi %{{.*}} : vector<4xf32> to vector<4xi32>
// CHECK: llvm.freeze %[[WHOLE]] : vector<4xi32>
// CHECK: "llvm.intr.abs"(%{{.*}}) <{is_int_min_poison = false}>
// CHECK: "llvm.intr.ctlz"(%{{.*}}) <{is_zero_poison = false}>
llvm.func @functions(%v: vector<4xf32>) -> vector<4xi32> {
  %e = math.exp %v : vector<4xf32>
  %r = math.rsqrt %e : vector<4xf32>
  %m = arith.minnumf %r, %v : vector<4xf32>
  %i = arith.fptosi %m : vector<4xf32> to vector<4xi32>
  %f = llvm.freeze %i : vector<4xi32>
  %a = math.absi %f : vector<4xi32>
  %z = math.ctlz %a : vector<4xi32>
  llvm.return %z : vector<4xi32>
}
