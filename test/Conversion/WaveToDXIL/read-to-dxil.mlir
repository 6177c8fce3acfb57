// RUN: wave-opt %s -split-input-file --convert-wave-to-dxil=shader-model=6.6 | FileCheck %s

// CHECK-LABEL: llvm.func @reads
// CHECK: dxil.wave_read_lane_first %{{.*}} : (i1) -> i1
// CHECK: dxil.wave_read_lane_first %{{.*}} : (f64) -> f64
// CHECK: dxil.wave_read_lane_at %{{.*}}, %[[lane:.*]] : (i1, i32) -> i1
// CHECK: dxil.wave_read_lane_at %{{.*}}, %[[lane]] : (i16, i32) -> i16
// CHECK: dxil.wave_read_lane_at %{{.*}}, %[[lane]] : (i64, i32) -> i64
// CHECK: dxil.wave_read_lane_at %{{.*}}, %[[lane]] : (f16, i32) -> f16
gpu.module @kernels {
wave.func @reads(%flag: i1 {wave.element = i1}, %s: i16 {wave.element = si16}, %l: i64 {wave.element = si64},
                 %h: f16 {wave.element = f16}, %d: f64 {wave.element = f64}, %lane: i32 {wave.element = ui32}) kernel num_threads(64, 1, 1) {
  %0 = wave.read_first_lane %flag : i1
  %1 = wave.read_first_lane %d : f64
  %2 = wave.read_lane %flag, %lane : i1
  %3 = wave.read_lane %s, %lane : i16
  %4 = wave.read_lane %l, %lane : i64
  %5 = wave.read_lane %h, %lane : f16
}
}
