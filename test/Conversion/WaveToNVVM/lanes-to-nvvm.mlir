// RUN: wave-opt %s -split-input-file --convert-wave-to-nvvm | FileCheck %s

// CHECK-LABEL: llvm.func @votes
// CHECK-DAG: %[[all:.*]] = arith.constant -1 : i32
// CHECK-DAG: %[[lane:.*]] = nvvm.read.ptx.sreg.tid.x : i32
// CHECK-DAG: %[[earlier:.*]] = nvvm.read.ptx.sreg.lanemask.lt : i32
// CHECK: %[[p:.*]] = arith.cmpi ult
// CHECK: nvvm.vote.sync any %[[all]], %[[p]] -> i1
// CHECK: nvvm.vote.sync all %[[all]], %[[p]] -> i1
// CHECK: %[[votes:.*]] = nvvm.vote.sync ballot %[[all]], %[[p]] -> i32
// CHECK: vector.from_elements %[[votes]], %[[zero:.*]], %[[zero]], %[[zero]] : vector<4xi32>
// The same lanes vote once.
// CHECK-NOT: nvvm.vote.sync ballot
// CHECK: math.ctpop %[[votes]]
// CHECK: %[[before:.*]] = arith.andi %[[votes]], %[[earlier]]
// CHECK: math.ctpop %[[before]]
// The first lane of a whole wave is lane 0.
// CHECK: arith.cmpi eq, %[[lane]], %{{.*}} : i32
gpu.module @kernels {
wave.func @votes(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %p = arith.cmpi ult, %l, %n : i32
  %any = wave.any %p
  %all = wave.all %p
  %ballot = wave.ballot %p : vector<4xi32>
  %count = wave.count_bits %p : i32
  %prefix = wave.prefix_count_bits %p : i32
  %first = wave.is_first_lane : i1
  %b = vector.extract %ballot[0] : i32 from vector<4xi32>
  memref.store %b, %out[%i] : memref<?xi32>
}
}

// -----

// Values of 16 and 64 bits and booleans are read as words; floats compare in order.
// CHECK-LABEL: llvm.func @reads
// CHECK-DAG: %[[all:.*]] = arith.constant -1 : i32
// CHECK: %[[h:.*]] = arith.truncf
// CHECK: %[[bits:.*]] = arith.bitcast %[[h]] : f16 to i16
// CHECK: %[[word:.*]] = arith.extui %[[bits]] : i16 to i32
// CHECK: %[[read:.*]] = nvvm.shfl.sync idx %[[all]], %[[word]], %{{.*}}, %{{.*}} : i32 -> i32
// CHECK: %[[narrow:.*]] = arith.trunci %[[read]] : i32 to i16
// CHECK: arith.bitcast %[[narrow]] : i16 to f16
// CHECK: nvvm.shfl.sync idx %[[all]], %{{.*}} : i32 -> i32
// CHECK: nvvm.shfl.sync idx %[[all]], %{{.*}} : i32 -> i32
// CHECK: arith.bitcast %{{.*}} : i64 to f64
// CHECK: %[[first:.*]] = nvvm.shfl.sync idx %[[all]], %[[x:[^,]*]], %{{.*}} : f32 -> f32
// CHECK: %[[same:.*]] = arith.cmpf oeq, %[[x]], %[[first]]
// CHECK: nvvm.vote.sync all %[[all]], %[[same]]
// CHECK: nvvm.vote.sync uni %[[all]]
gpu.module @kernels {
wave.func @reads(%out: memref<?xf64> {wave.binding = #wave.binding<uav, f64>}, %x: f32 {wave.element = f32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %h = arith.truncf %x : f32 to f16
  %d = arith.extf %x : f32 to f64
  %a = wave.read_lane %h, %l : f16
  %b = wave.read_first_lane %d : f64
  %e = wave.all_equal %x : f32
  %f = wave.all_equal %e : i1
  memref.store %b, %out[%i] : memref<?xf64>
}
}

// -----

// The first of some lanes is found in their mask.
// CHECK-LABEL: llvm.func @first_of_some
// CHECK-DAG: %[[earlier:.*]] = nvvm.read.ptx.sreg.lanemask.lt : i32
// CHECK: %[[some:.*]] = nvvm.vote.sync ballot
// CHECK: scf.if
// CHECK: %[[before:.*]] = arith.andi %[[some]], %[[earlier]]
// CHECK: arith.cmpi eq, %[[before]],
// CHECK: %[[first:.*]] = "llvm.intr.cttz"(%[[some]]) <{is_zero_poison = true}> : (i32) -> i32
// CHECK: nvvm.shfl.sync idx %[[some]], %{{.*}}, %[[first]],
gpu.module @kernels {
wave.func @first_of_some(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %p = arith.cmpi ugt, %l, %n : i32
  scf.if %p {
    %is = wave.is_first_lane : i1
    %first = wave.read_first_lane %l : i32
    memref.store %first, %out[%i] : memref<?xi32>
  }
}
}

// -----

// x, y and diagonal flip bits of the lane; an index in the quad has a segment of four.
// CHECK-LABEL: llvm.func @quads
// CHECK-DAG: %[[all:.*]] = arith.constant -1 : i32
// CHECK-DAG: %[[c1:.*]] = arith.constant 1 : i32
// CHECK-DAG: %[[c2:.*]] = arith.constant 2 : i32
// CHECK-DAG: %[[c3:.*]] = arith.constant 3 : i32
// CHECK-DAG: %[[quad:.*]] = arith.constant 7199 : i32
// CHECK: nvvm.shfl.sync bfly %[[all]], %{{.*}}, %[[c1]],
// CHECK: nvvm.shfl.sync bfly %[[all]], %{{.*}}, %[[c2]],
// CHECK: nvvm.shfl.sync bfly %[[all]], %{{.*}}, %[[c3]],
// CHECK: nvvm.shfl.sync idx %[[all]], %{{.*}}, %[[quad]]
// CHECK: %[[votes:.*]] = nvvm.vote.sync ballot
// CHECK: arith.shrui %[[votes]]
// CHECK: arith.cmpi ne
// CHECK: arith.xori
// CHECK: nvvm.vote.sync ballot
// CHECK: arith.cmpi eq
gpu.module @kernels {
wave.func @quads(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %p = arith.cmpi ult, %l, %n : i32
  %x = wave.quad_read_across x %l : i32
  %y = wave.quad_read_across y %x : i32
  %d = wave.quad_read_across diagonal %y : i32
  %q = wave.quad_read_lane %d, %n : i32
  %any = wave.quad_any %p
  %all = wave.quad_all %p
  memref.store %q, %out[%i] : memref<?xi32>
}
}

// -----

// Zeros of both signs match, and a NaN matches only its own lane.
// CHECK-LABEL: llvm.func @matches
// CHECK-DAG: %[[all:.*]] = arith.constant -1 : i32
// CHECK: nvvm.match.sync any %[[all]], %{{.*}} : i32 -> i32
// CHECK: nvvm.match.sync any %[[all]], %{{.*}} : i64 -> i32
// CHECK: %[[zero:.*]] = arith.cmpf oeq, %[[x:.*]],
// CHECK: %[[bits:.*]] = arith.bitcast %[[x]] : f32 to i32
// CHECK: %[[key:.*]] = arith.select %[[zero]], %{{.*}}, %[[bits]]
// CHECK: %[[lanes:.*]] = nvvm.match.sync any %[[all]], %[[key]] : i32 -> i32
// CHECK: %[[nan:.*]] = arith.cmpf uno, %[[x]], %[[x]]
// CHECK: arith.select %[[nan]], %{{.*}}, %[[lanes]]
// CHECK: %[[yes:.*]] = nvvm.vote.sync ballot %[[all]], %[[p:.*]] -> i32
// CHECK: %[[no:.*]] = arith.xori %[[all]], %[[yes]]
// CHECK: arith.select %[[p]], %[[yes]], %[[no]]
gpu.module @kernels {
wave.func @matches(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %x: f32 {wave.element = f32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %wide = arith.extui %l : i32 to i64
  %f = arith.uitofp %l : i32 to f32
  %p = arith.cmpf olt, %f, %x : f32
  %a = wave.match %l : i32
  %b = wave.match %wide : i64
  %c = wave.match %f : f32
  %d = wave.match %p : i1
  %v = vector.extract %d[0] : i32 from vector<4xi32>
  memref.store %v, %out[%i] : memref<?xi32>
}
}
