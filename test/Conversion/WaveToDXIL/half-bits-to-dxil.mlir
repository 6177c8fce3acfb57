// RUN: wave-opt %s -split-input-file --convert-wave-to-dxil=shader-model=6.1 | FileCheck %s

// The bits of a half float have no half float behind them before Shader Model 6.2.

// CHECK-LABEL: llvm.func @to_bits
// CHECK: %[[bits:.*]] = arith.bitcast %[[x:.*]] : f32 to i32
// CHECK: %[[sign:.*]] = arith.andi %[[bits]], %c-2147483648_i32 : i32
// CHECK: %[[magnitude:.*]] = arith.xori %[[bits]], %[[sign]] : i32
// CHECK: %[[shifted:.*]] = arith.shrui %[[magnitude]], %c13_i32 : i32
// CHECK: %[[last:.*]] = arith.andi %[[shifted]], %c1_i32 : i32
// CHECK: %[[rounded:.*]] = arith.addi %[[magnitude]], %c-939520001_i32 : i32
// CHECK: %[[even:.*]] = arith.addi %[[rounded]], %[[last]] : i32
// CHECK: %[[normal:.*]] = arith.shrui %[[even]], %c13_i32 : i32
// CHECK: %[[float:.*]] = arith.bitcast %[[magnitude]] : i32 to f32
// CHECK: %[[sum:.*]] = arith.addf %[[float]], %{{.*}} : f32
// CHECK: %[[sum_bits:.*]] = arith.bitcast %[[sum]] : f32 to i32
// CHECK: %[[subnormal:.*]] = arith.subi %[[sum_bits]], %c1056964608_i32 : i32
// CHECK: %[[small:.*]] = arith.cmpi ult, %[[magnitude]], %c947912704_i32 : i32
// CHECK: %[[finite:.*]] = arith.select %[[small]], %[[subnormal]], %[[normal]] : i32
// CHECK: %[[large:.*]] = arith.cmpi uge, %[[magnitude]], %c1199566848_i32 : i32
// CHECK: %[[number:.*]] = arith.select %[[large]], %c31744_i32, %[[finite]] : i32
// CHECK: %[[nan:.*]] = arith.cmpi ugt, %[[magnitude]], %c2139095040_i32 : i32
// CHECK: %[[half:.*]] = arith.select %[[nan]], %c32256_i32, %[[number]] : i32
// CHECK: %[[top:.*]] = arith.shrui %[[sign]], %c16_i32 : i32
// CHECK: %[[result:.*]] = arith.ori %[[half]], %[[top]] : i32
// CHECK: dxil.countbits %[[result]]
// CHECK-NOT: f16
gpu.module @kernels {
wave.func @to_bits(%x: f32 {wave.element = f32}) kernel num_threads(64, 1, 1) {
  %0 = arith.truncf %x : f32 to f16
  %1 = arith.bitcast %0 : f16 to i16
  %2 = arith.extui %1 : i16 to i32
  %3 = math.ctpop %2 : i32
}
}

// -----

// CHECK-LABEL: llvm.func @from_bits
// CHECK: %[[x:.*]] = dxil.legacy_f16_to_f32 %{{.*}} : (i32) -> f32
// CHECK: dxil.sqrt %[[x]]
gpu.module @kernels {
wave.func @from_bits(%n: i32 {wave.element = ui32}) kernel num_threads(64, 1, 1) {
  %0 = arith.trunci %n : i32 to i16
  %1 = arith.bitcast %0 : i16 to f16
  %2 = arith.extf %1 : f16 to f32
  %3 = math.sqrt %2 : f32
}
}

// -----

// CHECK-LABEL: llvm.func @there_and_back
// CHECK: %[[bits:.*]] = arith.ori
// CHECK: %[[x:.*]] = dxil.legacy_f16_to_f32 %[[bits]]
// CHECK: dxil.sqrt %[[x]]
gpu.module @kernels {
wave.func @there_and_back(%x: f32 {wave.element = f32}) kernel num_threads(64, 1, 1) {
  %0 = arith.truncf %x : f32 to f16
  %1 = arith.extf %0 : f16 to f32
  %2 = math.sqrt %1 : f32
}
}
