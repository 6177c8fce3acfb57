// RUN: wave-opt %s -split-input-file --convert-wave-to-dxil=shader-model=6.6 | FileCheck %s

// CHECK-LABEL: llvm.func @one_function
// CHECK: dxil.f_abs %[[x:.*]] {dxil.precise} : (f32) -> f32
// CHECK: dxil.round_pi %[[x]]
// CHECK: dxil.round_ni %[[x]]
// CHECK: dxil.round_ne %[[x]]
// CHECK: dxil.round_z %[[x]]
// CHECK: dxil.sqrt %[[x]]
// CHECK: dxil.rsqrt %[[x]]
// CHECK: dxil.exp %[[x]]
// CHECK: dxil.log %[[x]]
// CHECK: dxil.sin %[[x]]
// CHECK: dxil.cos %[[x]]
// CHECK: dxil.tan %[[x]] : (f32) -> f32
// CHECK: dxil.asin %[[x]]
// CHECK: dxil.acos %[[x]]
// CHECK: dxil.atan %[[x]]
// CHECK: dxil.hsin %[[x]]
// CHECK: dxil.hcos %[[x]]
// CHECK: dxil.htan %[[x]]
// CHECK: dxil.sin %{{.*}} {dxil.precise} : (f16) -> f16
// CHECK: dxil.f_abs %{{.*}} {dxil.precise} : (f64) -> f64
// CHECK: dxil.fma %[[d:.*]], %[[d]], %[[d]] {dxil.precise} : (f64, f64, f64) -> f64
gpu.module @kernels {
wave.func @one_function(%x: f32 {wave.element = f32}, %h: f16 {wave.element = f16}, %d: f64 {wave.element = f64}) kernel num_threads(64, 1, 1) {
  %0 = math.absf %x : f32
  %1 = math.ceil %x : f32
  %2 = math.floor %x : f32
  %3 = math.roundeven %x : f32
  %4 = math.trunc %x : f32
  %5 = math.sqrt %x : f32
  %6 = math.rsqrt %x : f32
  %7 = math.exp2 %x : f32
  %8 = math.log2 %x : f32
  %9 = math.sin %x : f32
  %10 = math.cos %x : f32
  %11 = math.tan %x fastmath<contract> : f32
  %15 = math.asin %x : f32
  %16 = math.acos %x : f32
  %17 = math.atan %x : f32
  %18 = math.sinh %x : f32
  %19 = math.cosh %x : f32
  %20 = math.tanh %x : f32
  %12 = math.sin %h : f16
  %13 = math.absf %d : f64
  %14 = math.fma %d, %d, %d : f64
}
}

// -----

// Functions that DXIL lacks.
// CHECK-LABEL: llvm.func @expanded
// CHECK: %[[quotient:.*]] = arith.divf
// CHECK: %[[defined:.*]] = arith.select %{{.*}}, %{{.*}}, %[[quotient]] : f32
// CHECK: dxil.atan %[[defined]]
// CHECK: %[[log:.*]] = dxil.log %{{.*}}
// CHECK: arith.mulf %[[log]], %{{.*}} : f32
gpu.module @kernels {
wave.func @expanded(%x: f32 {wave.element = f32}, %y: f32 {wave.element = f32}) kernel num_threads(64, 1, 1) {
  %0 = math.atan2 %y, %x : f32
  %1 = math.log10 %x : f32
}
}

// -----

// DXIL's exponents and logarithms are those of 2.
// CHECK-LABEL: llvm.func @exponents
// CHECK-DAG: %[[log2e:.*]] = arith.constant 1.44269502 : f32
// CHECK-DAG: %[[ln2:.*]] = arith.constant 0.693147182 : f32
// CHECK-DAG: %[[zero:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[one:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: %[[scaled:.*]] = arith.mulf %[[x:.*]], %[[log2e]] : f32
// CHECK: dxil.exp %[[scaled]]
// CHECK: %[[logarithm:.*]] = dxil.log %[[x]]
// CHECK: arith.mulf %[[logarithm]], %[[ln2]] : f32
// CHECK: %[[logarithm:.*]] = dxil.log %[[x]]
// CHECK: %[[product:.*]] = arith.mulf %[[logarithm]], %[[y:.*]] : f32
// CHECK: %[[power:.*]] = dxil.exp %[[product]]
// CHECK: %[[to_zero:.*]] = arith.cmpf oeq, %[[y]], %[[zero]] : f32
// CHECK: %[[of_positive:.*]] = arith.cmpf oge, %[[x]], %[[zero]] : f32
// CHECK: %[[is_one:.*]] = arith.andi %[[to_zero]], %[[of_positive]] : i1
// CHECK: arith.select %[[is_one]], %[[one]], %[[power]] : f32
gpu.module @kernels {
wave.func @exponents(%x: f32 {wave.element = f32}, %y: f32 {wave.element = f32}) kernel num_threads(64, 1, 1) {
  %0 = math.exp %x : f32
  %1 = math.log %x : f32
  %2 = math.powf %x, %y : f32
}
}

// -----

// Doubles are rounded by sums, the magnitude up where floor grows it.
// CHECK-LABEL: llvm.func @floor_f64
// CHECK: %[[whole:.*]] = arith.constant 0x4330000000000000 : f64
// CHECK: %[[magnitude:.*]] = dxil.f_abs %[[x:.*]] {dxil.precise} : (f64) -> f64
// CHECK: %[[sum:.*]] = arith.addf %[[magnitude]], %[[whole]] : f64
// CHECK: %[[rounded:.*]] = arith.subf %[[sum]], %[[whole]] : f64
// CHECK: %[[negative:.*]] = arith.cmpf olt, %[[x]], %{{.*}} : f64
// CHECK: %[[above:.*]] = arith.cmpf ogt, %[[rounded]], %[[magnitude]] : f64
// CHECK: %[[less:.*]] = arith.subf %[[rounded]], %{{.*}} : f64
// CHECK: %[[down:.*]] = arith.select %[[above]], %[[less]], %[[rounded]] : f64
// CHECK: %[[below:.*]] = arith.cmpf olt, %[[rounded]], %[[magnitude]] : f64
// CHECK: %[[more:.*]] = arith.addf %[[rounded]], %{{.*}} : f64
// CHECK: %[[up:.*]] = arith.select %[[below]], %[[more]], %[[rounded]] : f64
// CHECK: %[[floor:.*]] = arith.select %[[negative]], %[[up]], %[[down]] : f64
// CHECK: %[[negated:.*]] = arith.subf %{{.*}}, %[[floor]] : f64
// CHECK: %[[signed:.*]] = arith.select %[[negative]], %[[negated]], %[[floor]] : f64
// CHECK: %[[not_zero:.*]] = arith.cmpf ogt, %[[magnitude]], %{{.*}} : f64
// CHECK: %[[not_whole:.*]] = arith.cmpf olt, %[[magnitude]], %[[whole]] : f64
// CHECK: %[[changes:.*]] = arith.andi %[[not_zero]], %[[not_whole]] : i1
// CHECK: arith.select %[[changes]], %[[signed]], %[[x]] : f64
gpu.module @kernels {
wave.func @floor_f64(%x: f64 {wave.element = f64}) kernel num_threads(64, 1, 1) {
  %0 = math.floor %x : f64
}
}

// -----

// CHECK-LABEL: llvm.func @round_f64
// CHECK-NOT: dxil.round
// CHECK: arith.select %[[negative:.*]], %[[down:.*]], %[[up:.*]] : f64
// CHECK-NOT: dxil.round
gpu.module @kernels {
wave.func @round_f64(%x: f64 {wave.element = f64}) kernel num_threads(64, 1, 1) {
  %0 = math.ceil %x : f64
  %1 = math.roundeven %x : f64
  %2 = math.trunc %x : f64
}
}

// -----

// From an estimate of a number from 1 to 4, whose exponent goes another way.
// CHECK-LABEL: llvm.func @sqrt_f64
// CHECK: %[[tiny:.*]] = arith.cmpf olt, %[[x:.*]], %{{.*}} : f64
// CHECK: %[[large:.*]] = arith.mulf %[[x]], %{{.*}} : f64
// CHECK: %[[scaled:.*]] = arith.select %[[tiny]], %[[large]], %[[x]] : f64
// CHECK: %[[words:.*]] = dxil.split_double %[[scaled]] : (f64) -> !dxil.struct<splitdouble>
// CHECK: %[[high:.*]] = dxil.extract %[[words]][1]
// CHECK: %[[biased:.*]] = arith.shrui %[[high]], %c20_i32 : i32
// CHECK: %[[even:.*]] = arith.subi %[[biased]], %c1023_i32 : i32
// CHECK: %[[half:.*]] = arith.shrsi %[[even]], %c1_i32 : i32
// CHECK: %[[reduced:.*]] = dxil.make_double
// CHECK: %[[narrow:.*]] = arith.truncf %[[reduced]] : f64 to f32
// CHECK: dxil.rsqrt %[[narrow]] {dxil.precise} : (f32) -> f32
// CHECK-COUNT-8: dxil.fma
// CHECK: dxil.split_double
// CHECK: %[[root:.*]] = dxil.make_double
// CHECK: arith.select %{{.*}}, %[[root]], %{{.*}} : f64
// CHECK: dxil.rsqrt
// CHECK: %[[root:.*]] = arith.select %{{.*}} : f64
// CHECK: arith.divf %{{.*}}, %{{.*}} : f64
gpu.module @kernels {
wave.func @sqrt_f64(%x: f64 {wave.element = f64}) kernel num_threads(64, 1, 1) {
  %0 = math.sqrt %x : f64
  %1 = math.rsqrt %x : f64
}
}

// -----

// Rounded once: the sum in a wider type is rounded to odd, and then to the nearest.
// CHECK-LABEL: llvm.func @fma_f32
// CHECK: %[[a:.*]] = arith.extf %[[x:.*]] : f32 to f64
// CHECK: %[[product:.*]] = arith.mulf %[[a]], %{{.*}} : f64
// CHECK: %[[sum:.*]] = arith.addf %[[product]], %[[c:.*]] : f64
// CHECK: %[[part:.*]] = arith.subf %[[sum]], %[[product]] : f64
// CHECK: %[[error:.*]] = arith.addf
// CHECK: %[[inexact:.*]] = arith.cmpf one, %[[error]], %{{.*}} : f64
// CHECK: dxil.split_double %[[sum]]
// CHECK: %[[odd:.*]] = dxil.make_double
// CHECK: arith.truncf %[[odd]] : f64 to f32
gpu.module @kernels {
wave.func @fma_f32(%x: f32 {wave.element = f32}, %y: f32 {wave.element = f32}, %z: f32 {wave.element = f32}) kernel num_threads(64, 1, 1) {
  %0 = math.fma %x, %y, %z : f32
}
}

// -----

// CHECK-LABEL: llvm.func @fma_f16
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: %[[bits:.*]] = arith.bitcast %[[sum:.*]] : f32 to i32
// CHECK: %[[odd:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK: arith.truncf %[[odd]] : f32 to f16
gpu.module @kernels {
wave.func @fma_f16(%x: f16 {wave.element = f16}) kernel num_threads(64, 1, 1) {
  %0 = math.fma %x, %x, %x : f16
}
}

// -----

// Counts are i32 whatever is counted, and 0 has as many zeros as bits.
// CHECK-LABEL: llvm.func @bits
// CHECK: %[[count:.*]] = dxil.countbits %[[n:.*]] : (i32) -> i32
// CHECK: %[[count:.*]] = dxil.countbits %[[s:.*]] : (i16) -> i32
// CHECK: arith.trunci %[[count]] : i32 to i16
// CHECK: %[[count:.*]] = dxil.countbits %[[l:.*]] : (i64) -> i32
// CHECK: arith.extui %[[count]] : i32 to i64
// CHECK: %[[place:.*]] = dxil.firstbit_lo %[[l]] : (i64) -> i32
// CHECK: %[[is_zero:.*]] = arith.cmpi eq, %[[l]], %c0_i64 : i64
// CHECK: %[[zeros:.*]] = arith.select %[[is_zero]], %c64_i32, %[[place]] : i32
// CHECK: arith.extui %[[zeros]] : i32 to i64
// CHECK: %[[place:.*]] = dxil.firstbit_hi %[[n]] : (i32) -> i32
// CHECK: %[[is_zero:.*]] = arith.cmpi eq, %[[n]], %c0_i32 : i32
// CHECK: arith.select %[[is_zero]], %c32_i32, %[[place]] : i32
// CHECK: dxil.bfrev %[[s]] : (i16) -> i16
// CHECK: dxil.bfrev %[[l]] : (i64) -> i64
// CHECK: %[[negative:.*]] = arith.subi %c0_i64, %[[l]] : i64
// CHECK: dxil.i_max %[[l]], %[[negative]] : (i64, i64) -> i64
gpu.module @kernels {
wave.func @bits(%n: i32 {wave.element = si32}, %s: i16 {wave.element = si16}, %l: i64 {wave.element = si64}) kernel num_threads(64, 1, 1) {
  %0 = math.ctpop %n : i32
  %1 = math.ctpop %s : i16
  %2 = math.ctpop %l : i64
  %3 = math.cttz %l : i64
  %4 = math.ctlz %n : i32
  %5 = wave.reverse_bits %s : i16
  %6 = wave.reverse_bits %l : i64
  %7 = math.absi %l : i64
}
}

// -----

// DXIL describes FirstbitHi for 32 bits only.
// CHECK-LABEL: llvm.func @leading_zeros
// CHECK: %[[wide:.*]] = arith.extui %{{.*}} : i16 to i32
// CHECK: dxil.firstbit_hi %[[wide]] : (i32) -> i32
// CHECK: arith.subi %{{.*}}, %c16_i32 : i32
// CHECK: %[[below:.*]] = arith.addi %{{.*}}, %c32_i32 : i32
// CHECK: %[[place:.*]] = dxil.firstbit_hi %[[high:.*]] : (i32) -> i32
// CHECK: %[[is_zero:.*]] = arith.cmpi eq, %[[high]], %c0_i32 : i32
// CHECK: arith.select %[[is_zero]], %[[below]], %[[place]] : i32
gpu.module @kernels {
wave.func @leading_zeros(%s: i16 {wave.element = si16}, %l: i64 {wave.element = si64}) kernel num_threads(64, 1, 1) {
  %0 = math.ctlz %s : i16
  %1 = math.ctlz %l : i64
}
}
