// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=16 vector-bits=256" -canonicalize -cse | FileCheck %s --implicit-check-not=ub.poison
// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=16 vector-bits=256 vector-math=false" -canonicalize -cse | FileCheck %s --check-prefix=PLAIN

// Arithmetic on all lanes, active or not: nothing traps, and nothing is poison that
// spreads.

// Vectors of integers are divided as floats that hold them exactly, scalars after the
// divisors that trap have become 1; constants that do not trap stay.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[n:arg5]]: i32
// CHECK: %[[safe:.*]] = arith.select %{{.*}}, %c1_i32, %[[n]] : i32
// CHECK: %[[d:.*]] = arith.remsi %[[n]], %[[safe]] : i32
// CHECK: %[[x:.*]] = llvm.load %{{.*}} -> vector<16xi32>
// CHECK: %[[fx:.*]] = arith.sitofp %[[x]] : vector<16xi32> to vector<16xf64>
// CHECK: %[[fy:.*]] = arith.sitofp %{{.*}} : vector<16xi32> to vector<16xf64>
// CHECK: %[[q:.*]] = arith.divf %[[fx]], %[[fy]] : vector<16xf64>
// CHECK: %[[a:.*]] = arith.fptosi %[[q]] : vector<16xf64> to vector<16xi32>
// CHECK: llvm.freeze %[[a]]
// CHECK: arith.remui %[[x]], %{{.*}} : vector<16xi32>
wave.func @divisions(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %m: i32 {wave.element = ui32}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c3 = arith.constant 3 : i32
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %x = memref.load %in[%i] : memref<?xi32>
  %y = arith.addi %l, %m : i32
  %a = arith.divsi %x, %y : i32
  %b = arith.remui %x, %c3 : i32
  %d = arith.remsi %n, %n : i32
  %s = arith.addi %a, %b : i32
  %t = arith.addi %s, %d : i32
  memref.store %t, %out[%i] : memref<?xi32>
}

// -----

// By a number that is the same for all lanes: times its reciprocal. A remainder is what
// the quotient leaves.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[n:arg4]]: i32
// CHECK: %[[x:.*]] = llvm.load %{{.*}} -> vector<16xi32>
// CHECK-DAG: %[[ns:.*]] = vector.broadcast %[[n]] : i32 to vector<16xi32>
// CHECK-DAG: %[[f:.*]] = arith.uitofp %[[n]] : i32 to f64
// CHECK: %[[r:.*]] = arith.divf %{{.*}}, %[[f]] : f64
// CHECK: %[[rs:.*]] = vector.broadcast %[[r]] : f64 to vector<16xf64>
// CHECK: %[[q:.*]] = arith.mulf %{{.*}}, %[[rs]] : vector<16xf64>
// CHECK: %[[w:.*]] = arith.fptosi %[[q]]
// CHECK: %[[z:.*]] = llvm.freeze
// CHECK: %[[p:.*]] = arith.muli %[[z]], %[[ns]]
// CHECK: arith.subi %[[x]], %[[p]]
wave.func @division_by_one_number(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %x = memref.load %in[%i] : memref<?xi32>
  %r = arith.remui %x, %n : i32
  memref.store %r, %out[%i] : memref<?xi32>
}

// -----

// No float holds 64 bits.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: %[[y:.*]] = arith.extui %{{.*}} : vector<16xi32> to vector<16xi64>
// CHECK: %[[zero:.*]] = arith.cmpi eq, %[[y]],
// CHECK: %[[traps:.*]] = arith.ori %[[zero]], %{{.*}} : vector<16xi1>
// CHECK: %[[safe:.*]] = arith.select %[[traps]], %{{.*}}, %[[y]]
// CHECK: arith.divsi %{{.*}}, %[[safe]] : vector<16xi64>
wave.func @division_of_64_bits(%in: memref<?xi64> {wave.binding = #wave.binding<srv, ui64>}, %out: memref<?xi64> {wave.binding = #wave.binding<uav, ui64>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %x = memref.load %in[%i] : memref<?xi64>
  %k = arith.addi %l, %n : i32
  %y = arith.extui %k : i32 to i64
  %a = arith.divsi %x, %y : i64
  memref.store %a, %out[%i] : memref<?xi64>
}

// -----

// A float out of range gives some integer, shifts count modulo the width, and promises
// that nothing wraps are not kept: lanes without a part may break them.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[n:arg4]]: i32
// CHECK-DAG: %[[k:.*]] = arith.andi %[[n]], %c31_i32 : i32
// CHECK-DAG: arith.shrsi %[[n]], %[[k]] : i32
// CHECK: %[[a:.*]] = arith.fptosi %{{.*}} : vector<16xf32> to vector<16xi32>
// CHECK: %[[b:.*]] = llvm.freeze %[[a]]
// CHECK: %[[k:.*]] = arith.andi %{{.*}} : vector<16xi32>
// CHECK: %[[c:.*]] = arith.shli %[[b]], %[[k]] : vector<16xi32>
// CHECK-NEXT: %[[d:.*]] = arith.shrui %[[c]], %{{.*}} : vector<16xi32>
// CHECK-NEXT: %[[e:.*]] = arith.addi %[[d]], %[[b]] : vector<16xi32>
// CHECK-NEXT: llvm.intr.bitreverse(%[[e]])
wave.func @promises(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c3 = arith.constant 3 : i32
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %x = memref.load %in[%i] : memref<?xf32>
  %a = arith.fptosi %x : f32 to i32
  %b = arith.shli %a, %n overflow<nsw> : i32
  %c = arith.shrui %b, %c3 exact : i32
  %d = arith.addi %c, %a overflow<nsw, nuw> : i32
  %e = wave.reverse_bits %d : i32
  %f = arith.shrsi %n, %n : i32
  %g = arith.addi %e, %f : i32
  memref.store %g, %out[%i] : memref<?xi32>
}

// -----

// Functions of vectors are calls of the machine's library, a register at a time; those of
// one number are not.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[n:arg4]]: f32
// CHECK: math.exp %[[n]] : f32
// CHECK: %[[x0:.*]] = vector.shuffle %[[x:.*]], %[[x]] [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK: llvm.call @_ZGVdN8v_expf(%[[x0]]) : (vector<8xf32>) -> vector<8xf32>
// CHECK: %[[x1:.*]] = vector.shuffle %[[x]], %[[x]] [8, 9, 10, 11, 12, 13, 14, 15]
// CHECK: llvm.call @_ZGVdN8v_expf(%[[x1]])
// CHECK: llvm.call @_ZGVdN8vv_powf(%{{.*}}, %[[x0]])
// CHECK: llvm.call @_ZGVdN8vv_powf(%{{.*}}, %[[x1]])
// CHECK: llvm.call @_ZGVdN8v_acosf
// CHECK: llvm.call @_ZGVdN8v_asinf
// CHECK: llvm.call @_ZGVdN8v_atanf
// CHECK: llvm.call @_ZGVdN8vv_atan2f
// CHECK: llvm.call @_ZGVdN8v_sinhf
// CHECK: llvm.call @_ZGVdN8v_coshf
// CHECK: llvm.call @_ZGVdN8v_tanhf
// CHECK: llvm.call @_ZGVdN8v_log10f
// CHECK: math.sqrt %{{.*}} : vector<16xf32>
//
// PLAIN-NOT: _ZGV
// PLAIN: math.exp %{{.*}} : f32
// PLAIN: math.exp %{{.*}} : vector<16xf32>
// PLAIN: math.powf %{{.*}} : vector<16xf32>
wave.func @functions(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: f32 {wave.element = f32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %x = memref.load %in[%i] : memref<?xf32>
  %a = math.exp %x : f32
  %b = math.powf %a, %x : f32
  %c = math.exp %n : f32
  %f0 = math.acos %b : f32
  %f1 = math.asin %f0 : f32
  %f2 = math.atan %f1 : f32
  %f3 = math.atan2 %f2, %f1 : f32
  %f4 = math.sinh %f3 : f32
  %f5 = math.cosh %f4 : f32
  %f6 = math.tanh %f5 : f32
  %f7 = math.log10 %f6 : f32
  %d = math.sqrt %f7 : f32
  %e = arith.addf %c, %d : f32
  memref.store %e, %out[%i] : memref<?xf32>
}

// -----

// Halves are added as halves; what LLVM would take apart lane by lane is done on floats,
// and a fused multiplication rounded once.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: arith.addf %{{.*}} : vector<16xf16>
// CHECK: math.sqrt %{{.*}} : vector<16xf32>
// CHECK: %[[b:.*]] = arith.truncf %{{.*}} : vector<16xf32> to vector<16xf16>
// CHECK: %[[less:.*]] = arith.cmpf olt, %[[b]], %[[x:.*]] : vector<16xf16>
// CHECK: %[[nan:.*]] = arith.cmpf uno, %[[x]], %[[x]]
// CHECK: %[[p:.*]] = arith.ori %[[less]], %[[nan]]
// CHECK: arith.select %[[p]], %[[b]], %[[x]]
// CHECK: arith.mulf %{{.*}} : vector<16xf64>
// CHECK: arith.addf %{{.*}} : vector<16xf64>
// CHECK: arith.truncf %{{.*}} : vector<16xf64> to vector<16xf32>
// CHECK: arith.truncf %{{.*}} : vector<16xf32> to vector<16xf16>
wave.func @halves(%in: memref<?xf16> {wave.binding = #wave.binding<srv, f16>}, %out: memref<?xf16> {wave.binding = #wave.binding<uav, f16>}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %x = memref.load %in[%i] : memref<?xf16>
  %a = arith.addf %x, %x : f16
  %b = math.sqrt %a : f16
  %c = arith.minnumf %b, %x : f16
  %d = math.fma %a, %b, %c : f16
  memref.store %d, %out[%i] : memref<?xf16>
}
