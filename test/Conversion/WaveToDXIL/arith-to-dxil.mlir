// RUN: wave-opt %s -split-input-file --convert-wave-to-dxil=shader-model=6.6 | FileCheck %s

// CHECK-LABEL: llvm.func @extremes
// CHECK: dxil.i_min %[[n:.*]], %[[m:.*]] : (i32, i32) -> i32
// CHECK: dxil.i_max %[[n]], %[[m]]
// CHECK: dxil.u_min %[[n]], %[[m]]
// CHECK: dxil.u_max %[[n]], %[[m]]
// CHECK: dxil.u_max %{{.*}} : (i64, i64) -> i64
// CHECK: dxil.f_min %[[x:.*]], %[[x]] {dxil.precise} : (f32, f32) -> f32
// CHECK: dxil.f_max %{{.*}} {dxil.precise} : (f64, f64) -> f64
gpu.module @kernels {
wave.func @extremes(%n: i32 {wave.element = si32}, %m: i32 {wave.element = si32}, %l: i64 {wave.element = si64},
                    %x: f32 {wave.element = f32}, %d: f64 {wave.element = f64}) kernel num_threads(64, 1, 1) {
  %0 = arith.minsi %n, %m : i32
  %1 = arith.maxsi %n, %m : i32
  %2 = arith.minui %n, %m : i32
  %3 = arith.maxui %n, %m : i32
  %4 = arith.maxui %l, %l : i64
  %5 = arith.minnumf %x, %x : f32
  %6 = arith.maxnumf %d, %d : f64
}
}

// -----

// CHECK-LABEL: llvm.func @extreme_of_index
// CHECK: %[[i:.*]] = arith.index_castui %[[n:.*]] : i32 to index
// CHECK: %[[left:.*]] = arith.index_castui %[[i]] : index to i32
// CHECK: %[[right:.*]] = arith.index_castui %[[i]] : index to i32
// CHECK: %[[least:.*]] = dxil.u_min %[[left]], %[[right]] : (i32, i32) -> i32
// CHECK: arith.index_castui %[[least]] : i32 to index
gpu.module @kernels {
wave.func @extreme_of_index(%n: i32 {wave.element = ui32}) kernel num_threads(64, 1, 1) {
  %i = arith.index_castui %n : i32 to index
  %0 = arith.minui %i, %i : index
}
}

// -----

// CHECK-LABEL: llvm.func @negation
// CHECK: %[[zero:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: arith.subf %[[zero]], %{{.*}} : f32
gpu.module @kernels {
wave.func @negation(%x: f32 {wave.element = f32}) kernel num_threads(64, 1, 1) {
  %0 = arith.negf %x : f32
}
}

// -----

// The high word of a product comes first.
// CHECK-LABEL: llvm.func @products
// CHECK: %[[words:.*]] = dxil.u_mul %[[n:.*]], %[[n]] : (i32, i32) -> !dxil.struct<twoi32>
// CHECK: %[[low:.*]] = dxil.extract %[[words]][1]
// CHECK: %[[high:.*]] = dxil.extract %[[words]][0]
// CHECK: arith.subi %[[high]], %[[low]] : i32
// CHECK: dxil.i_mul %[[n]], %[[n]]
// CHECK: %[[product:.*]] = arith.muli %{{.*}} : i32
// CHECK: arith.trunci %[[product]] : i32 to i16
// CHECK: arith.shrui %[[product]], %c16_i32 : i32
// CHECK-COUNT-4: arith.muli %{{.*}} : i64
// CHECK: arith.cmpi slt
// CHECK: arith.cmpi slt
gpu.module @kernels {
wave.func @products(%n: i32 {wave.element = ui32}, %s: i16 {wave.element = si16}, %l: i64 {wave.element = si64}) kernel num_threads(64, 1, 1) {
  %low, %high = arith.mului_extended %n, %n : i32
  %0 = arith.subi %high, %low : i32
  %1:2 = arith.mulsi_extended %n, %n : i32
  %2:2 = arith.mulsi_extended %s, %s : i16
  %3:2 = arith.mulsi_extended %l, %l : i64
}
}

// -----

// CHECK-LABEL: llvm.func @contracted
// CHECK: dxil.f_mad %[[x:.*]], %[[y:.*]], %[[z:.*]] : (f32, f32, f32) -> f32
// CHECK: %[[negative:.*]] = arith.subf %{{.*}}, %[[z]] : f32
// CHECK: dxil.f_mad %[[x]], %[[y]], %[[negative]] : (f32, f32, f32) -> f32
// CHECK: %[[negative:.*]] = arith.subf %{{.*}}, %[[x]] : f32
// CHECK: dxil.f_mad %[[negative]], %[[y]], %[[z]] : (f32, f32, f32) -> f32
// CHECK-NOT: mulf
gpu.module @kernels {
wave.func @contracted(%x: f32 {wave.element = f32}, %y: f32 {wave.element = f32}, %z: f32 {wave.element = f32}) kernel num_threads(64, 1, 1) {
  %0 = arith.mulf %x, %y fastmath<contract> : f32
  %1 = arith.addf %z, %0 fastmath<contract> : f32
  %2 = arith.mulf %x, %y fastmath<contract> : f32
  %3 = arith.subf %2, %z fastmath<contract> : f32
  %4 = arith.mulf %x, %y fastmath<contract> : f32
  %5 = arith.subf %z, %4 fastmath<contract> : f32
}
}

// -----

// Not where one of them is precise, nor a product that is needed by itself.
// CHECK-LABEL: llvm.func @precise
// CHECK-NOT: f_mad
// CHECK-COUNT-3: arith.mulf
// CHECK-NOT: f_mad
gpu.module @kernels {
wave.func @precise(%x: f32 {wave.element = f32}, %y: f32 {wave.element = f32}) kernel num_threads(64, 1, 1) {
  %0 = arith.mulf %x, %y : f32
  %1 = arith.addf %y, %0 fastmath<contract> : f32
  %2 = arith.mulf %x, %y fastmath<contract> : f32
  %3 = arith.addf %2, %y : f32
  %4 = arith.mulf %x, %y fastmath<contract> : f32
  %5 = arith.addf %4, %4 fastmath<contract> : f32
}
}
