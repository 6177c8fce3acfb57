// RUN: wave-opt %s -split-input-file --convert-wave-to-dxil=shader-model=6.6 | FileCheck %s

// CHECK-LABEL: llvm.func @votes
// CHECK: %[[flag:.*]] = arith.cmpi ne
// CHECK: dxil.wave_any_true %[[flag]] : (i1) -> i1
// CHECK: dxil.wave_all_true %[[flag]] : (i1) -> i1
// CHECK: dxil.wave_all_bit_count %[[flag]] : (i1) -> i32
// CHECK: dxil.wave_prefix_bit_count %[[flag]] : (i1) -> i32
gpu.module @kernels {
wave.func @votes(%flag: i1 {wave.element = i1}) kernel num_threads(64, 1, 1) {
  %0 = wave.any %flag
  %1 = wave.all %flag
  %2 = wave.count_bits %flag : i32
  %3 = wave.prefix_count_bits %flag : i32
}
}

// -----

// CHECK-LABEL: llvm.func @ballot
// CHECK: %[[lanes:.*]] = dxil.wave_active_ballot %{{.*}} : (i1) -> !dxil.struct<fouri32>
// CHECK: dxil.extract %[[lanes]][0] : !dxil.struct<fouri32> -> i32
// CHECK: %[[word:.*]] = dxil.extract %[[lanes]][1] : !dxil.struct<fouri32> -> i32
// CHECK: dxil.countbits %[[word]]
// CHECK-NOT: vector
gpu.module @kernels {
wave.func @ballot(%flag: i1 {wave.element = i1}) kernel num_threads(64, 1, 1) {
  %0 = wave.ballot %flag : vector<4xi32>
  %1 = vector.extract %0[1] : i32 from vector<4xi32>
  %2 = math.ctpop %1 : i32
}
}

// -----

// A NaN equals nothing, and the zeros of both signs are one.
// CHECK-LABEL: llvm.func @all_equal
// CHECK: dxil.wave_active_all_equal %{{.*}} : (i1) -> i1
// CHECK: dxil.wave_active_all_equal %{{.*}} : (i16) -> i1
// CHECK: dxil.wave_active_all_equal %{{.*}} : (i64) -> i1
// CHECK: %[[first:.*]] = dxil.wave_read_lane_first %[[x:.*]] : (f32) -> f32
// CHECK: %[[equal:.*]] = arith.cmpf oeq, %[[x]], %[[first]] : f32
// CHECK: dxil.wave_all_true %[[equal]] : (i1) -> i1
// CHECK: dxil.wave_read_lane_first %{{.*}} : (f64) -> f64
gpu.module @kernels {
wave.func @all_equal(%flag: i1 {wave.element = i1}, %s: i16 {wave.element = si16}, %l: i64 {wave.element = si64},
                     %x: f32 {wave.element = f32}, %d: f64 {wave.element = f64}) kernel num_threads(64, 1, 1) {
  %0 = wave.all_equal %flag : i1
  %1 = wave.all_equal %s : i16
  %2 = wave.all_equal %l : i64
  %3 = wave.all_equal %x : f32
  %4 = wave.all_equal %d : f64
}
}

// -----

// CHECK-LABEL: llvm.func @match
// CHECK: %[[lanes:.*]] = dxil.wave_match %{{.*}} : (i64) -> !dxil.struct<fouri32>
// CHECK: %[[word:.*]] = dxil.extract %[[lanes]][3]
// CHECK: dxil.countbits %[[word]]
gpu.module @kernels {
wave.func @match(%l: i64 {wave.element = si64}) kernel num_threads(64, 1, 1) {
  %0 = wave.match %l : i64
  %1 = vector.extract %0[3] : i32 from vector<4xi32>
  %2 = math.ctpop %1 : i32
}
}

// -----

// Lanes with the same boolean are those of a ballot or of the opposite one.
// CHECK-LABEL: llvm.func @match_bool
// CHECK: %[[yes:.*]] = dxil.wave_active_ballot %[[flag:.*]] :
// CHECK: %[[first_yes:.*]] = dxil.extract %[[yes]][0]
// CHECK: %[[opposite:.*]] = arith.xori %[[flag]], %{{.*}} : i1
// CHECK: %[[no:.*]] = dxil.wave_active_ballot %[[opposite]]
// CHECK: %[[first_no:.*]] = dxil.extract %[[no]][0]
// CHECK: %[[word:.*]] = arith.select %[[flag]], %[[first_yes]], %[[first_no]] : i32
// CHECK: dxil.countbits %[[word]]
gpu.module @kernels {
wave.func @match_bool(%flag: i1 {wave.element = i1}) kernel num_threads(64, 1, 1) {
  %0 = wave.match %flag : i1
  %1 = vector.extract %0[0] : i32 from vector<4xi32>
  %2 = math.ctpop %1 : i32
}
}

// -----

// Of a float by its bits, where -0 is 0, and a NaN is alone.
// CHECK-LABEL: llvm.func @match_float
// CHECK: %[[is_zero:.*]] = arith.cmpf oeq, %[[x:.*]], %[[zero:.*]] : f16
// CHECK: %[[one_zero:.*]] = arith.select %[[is_zero]], %[[zero]], %[[x]] : f16
// CHECK: %[[bits:.*]] = arith.bitcast %[[one_zero]] : f16 to i16
// CHECK: %[[is_number:.*]] = arith.cmpf oeq, %[[x]], %[[x]] : f16
// CHECK: %[[lanes:.*]] = dxil.wave_match %[[bits]] : (i16) -> !dxil.struct<fouri32>
// CHECK: %[[last:.*]] = dxil.extract %[[lanes]][3]
// CHECK: %[[lane:.*]] = dxil.wave_get_lane_index
// CHECK: %[[place:.*]] = arith.andi %[[lane]], %c31_i32 : i32
// CHECK: %[[bit:.*]] = arith.shli %c1_i32, %[[place]] : i32
// CHECK: %[[own_word:.*]] = arith.shrui %[[lane]], %c5_i32 : i32
// CHECK: %[[is_last:.*]] = arith.cmpi eq, %[[own_word]], %c3_i32 : i32
// CHECK: %[[own:.*]] = arith.select %[[is_last]], %[[bit]], %c0_i32 : i32
// CHECK: %[[word:.*]] = arith.select %[[is_number]], %[[last]], %[[own]] : i32
// CHECK: dxil.countbits %[[word]]
gpu.module @kernels {
wave.func @match_float(%x: f16 {wave.element = f16}) kernel num_threads(64, 1, 1) {
  %0 = wave.match %x : f16
  %1 = vector.extract %0[3] : i32 from vector<4xi32>
  %2 = math.ctpop %1 : i32
}
}
