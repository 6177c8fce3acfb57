// RUN: wave-opt %s -split-input-file --convert-wave-to-dxil=shader-model=6.7 | FileCheck %s --check-prefixes=CHECK,NEW
// RUN: wave-opt %s -split-input-file --convert-wave-to-dxil=shader-model=6.5 | FileCheck %s --check-prefixes=CHECK,OLD

// CHECK-LABEL: llvm.func @across
// CHECK: dxil.quad_op %{{.*}} {kind = #dxil<quad_kind x>} : (f32) -> f32
// CHECK: dxil.quad_op %{{.*}} {kind = #dxil<quad_kind y>} : (f16) -> f16
// CHECK: dxil.quad_op %{{.*}} {kind = #dxil<quad_kind diagonal>} : (i64) -> i64
// CHECK: %[[wide:.*]] = arith.extui %{{.*}} : i1 to i32
// CHECK: %[[read:.*]] = dxil.quad_op %[[wide]] {kind = #dxil<quad_kind x>} : (i32) -> i32
// CHECK: arith.cmpi ne, %[[read]], %c0_i32 : i32
gpu.module @kernels {
wave.func @across(%x: f32 {wave.element = f32}, %h: f16 {wave.element = f16}, %l: i64 {wave.element = si64}, %flag: i1 {wave.element = i1}) kernel num_threads(64, 1, 1) {
  %0 = wave.quad_read_across x %x : f32
  %1 = wave.quad_read_across y %h : f16
  %2 = wave.quad_read_across diagonal %l : i64
  %3 = wave.quad_read_across x %flag : i1
}
}

// -----

// A lane that may differ from lane to lane is one of the wave.
// CHECK-LABEL: llvm.func @lane_of_quad
// CHECK: dxil.quad_read_lane_at %[[x:.*]], %{{c2_i32.*}} : (f32, i32) -> f32
// CHECK: %[[own:.*]] = dxil.wave_get_lane_index
// CHECK: %[[first:.*]] = arith.andi %[[own]], %c-4_i32 : i32
// CHECK: %[[lane:.*]] = arith.ori %[[first]], %{{.*}} : i32
// CHECK: dxil.wave_read_lane_at %[[x]], %[[lane]] : (f32, i32) -> f32
gpu.module @kernels {
wave.func @lane_of_quad(%x: f32 {wave.element = f32}, %n: i32 {wave.element = ui32}) kernel num_threads(64, 1, 1) {
  %two = arith.constant 2 : i32
  %0 = wave.quad_read_lane %x, %two : f32
  %1 = wave.quad_read_lane %x, %n : f32
}
}

// -----

// CHECK-LABEL: llvm.func @votes_of_quads
// NEW: dxil.quad_vote %[[flag:.*]] {kind = #dxil<quad_vote_kind any>} : (i1) -> i1
// NEW: dxil.quad_vote %[[flag]] {kind = #dxil<quad_vote_kind all>} : (i1) -> i1
// OLD: %[[own:.*]] = arith.extui %[[flag:.*]] : i1 to i32
// OLD: %[[row:.*]] = dxil.quad_op %[[own]] {kind = #dxil<quad_kind x>}
// OLD: %[[both:.*]] = arith.ori %[[own]], %[[row]] : i32
// OLD: %[[column:.*]] = dxil.quad_op %[[both]] {kind = #dxil<quad_kind y>}
// OLD: %[[all:.*]] = arith.ori %[[both]], %[[column]] : i32
// OLD: arith.cmpi ne, %[[all]], %c0_i32 : i32
// OLD: arith.andi
// OLD: arith.andi
// OLD: arith.cmpi ne
gpu.module @kernels {
wave.func @votes_of_quads(%flag: i1 {wave.element = i1}) kernel num_threads(64, 1, 1) {
  %0 = wave.quad_any %flag
  %1 = wave.quad_all %flag
}
}

// -----

// Shader Model 6.6 is the first with quads in amplification.
// CHECK-LABEL: llvm.func @amplification
// NEW: dxil.quad_op %{{.*}} {kind = #dxil<quad_kind diagonal>}
// NEW: dxil.quad_read_lane_at
// OLD: %[[own:.*]] = dxil.wave_get_lane_index
// OLD: %[[lane:.*]] = arith.xori %[[own]], %c3_i32 : i32
// OLD: dxil.wave_read_lane_at %{{.*}}, %[[lane]] : (f32, i32) -> f32
// OLD: dxil.wave_read_lane_at
gpu.module @kernels {
wave.func @amplification(%x: f32 {wave.element = f32}) kernel stage(amplification) num_threads(32, 1, 1) {
  %one = arith.constant 1 : i32
  %0 = wave.quad_read_across diagonal %x : f32
  %1 = wave.quad_read_lane %x, %one : f32
}
}
