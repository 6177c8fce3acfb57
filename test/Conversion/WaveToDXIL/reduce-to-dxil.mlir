// RUN: wave-opt %s -split-input-file --convert-wave-to-dxil=shader-model=6.6 | FileCheck %s

// Sums and products of integers are the same for both signs.
// CHECK-LABEL: llvm.func @integers
// CHECK: dxil.wave_active_op %{{.*}} {kind = #dxil<wave_op_kind sum>, signedness = #dxil<signedness unsigned>} : (i32) -> i32
// CHECK: dxil.wave_active_op %{{.*}} {kind = #dxil<wave_op_kind product>, signedness = #dxil<signedness unsigned>} : (i64) -> i64
// CHECK: dxil.wave_active_op %{{.*}} {kind = #dxil<wave_op_kind min>, signedness = #dxil<signedness signed>} : (i32) -> i32
// CHECK: dxil.wave_active_op %{{.*}} {kind = #dxil<wave_op_kind min>, signedness = #dxil<signedness unsigned>} : (i32) -> i32
// CHECK: dxil.wave_active_op %{{.*}} {kind = #dxil<wave_op_kind max>, signedness = #dxil<signedness signed>} : (i16) -> i16
// CHECK: dxil.wave_active_op %{{.*}} {kind = #dxil<wave_op_kind max>, signedness = #dxil<signedness unsigned>} : (i64) -> i64
// CHECK: dxil.wave_active_bit %{{.*}} {kind = #dxil<wave_bit_kind and>} : (i32) -> i32
// CHECK: dxil.wave_active_bit %{{.*}} {kind = #dxil<wave_bit_kind or>} : (i16) -> i16
// CHECK: dxil.wave_active_bit %{{.*}} {kind = #dxil<wave_bit_kind xor>} : (i64) -> i64
gpu.module @kernels {
wave.func @integers(%n: i32 {wave.element = ui32}, %l: i64 {wave.element = si64}, %s: i16 {wave.element = si16}) kernel num_threads(64, 1, 1) {
  %0 = wave.reduce add %n : i32
  %1 = wave.reduce mul %l : i64
  %2 = wave.reduce minsi %n : i32
  %3 = wave.reduce minui %n : i32
  %4 = wave.reduce maxsi %s : i16
  %5 = wave.reduce maxui %l : i64
  %6 = wave.reduce and %n : i32
  %7 = wave.reduce or %s : i16
  %8 = wave.reduce xor %l : i64
}
}

// -----

// CHECK-LABEL: llvm.func @booleans
// CHECK: dxil.wave_all_true %[[flag:.*]] : (i1) -> i1
// CHECK: dxil.wave_any_true %[[flag]] : (i1) -> i1
// CHECK: %[[count:.*]] = dxil.wave_all_bit_count %[[flag]] : (i1) -> i32
// CHECK: %[[odd:.*]] = arith.andi %[[count]], %c1_i32 : i32
// CHECK: arith.cmpi ne, %[[odd]], %c0_i32 : i32
gpu.module @kernels {
wave.func @booleans(%flag: i1 {wave.element = i1}) kernel num_threads(64, 1, 1) {
  %0 = wave.reduce and %flag : i1
  %1 = wave.reduce or %flag : i1
  %2 = wave.reduce xor %flag : i1
}
}

// -----

// A NaN goes into a minimum as the infinity that changes nothing.
// CHECK-LABEL: llvm.func @floats
// CHECK-DAG: %[[infinity:.*]] = arith.constant 0x7F800000 : f32
// CHECK-DAG: %[[less:.*]] = arith.constant 0xFFF0000000000000 : f64
// CHECK: dxil.wave_active_op %{{.*}} {kind = #dxil<wave_op_kind sum>, signedness = #dxil<signedness signed>} : (f16) -> f16
// CHECK: %[[value:.*]] = dxil.f_min %{{.*}}, %[[infinity]] {dxil.precise} : (f32, f32) -> f32
// CHECK: dxil.wave_active_op %[[value]] {kind = #dxil<wave_op_kind min>, signedness = #dxil<signedness signed>} : (f32) -> f32
// CHECK: %[[value:.*]] = dxil.f_max %{{.*}}, %[[less]] {dxil.precise} : (f64, f64) -> f64
// CHECK: dxil.wave_active_op %[[value]] {kind = #dxil<wave_op_kind max>, signedness = #dxil<signedness signed>} : (f64) -> f64
gpu.module @kernels {
wave.func @floats(%h: f16 {wave.element = f16}, %x: f32 {wave.element = f32}, %d: f64 {wave.element = f64}) kernel num_threads(64, 1, 1) {
  %0 = wave.reduce add %h : f16
  %1 = wave.reduce minnumf %x : f32
  %2 = wave.reduce maxnumf %d : f64
}
}
