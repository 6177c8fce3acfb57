// RUN: wave-opt %s -split-input-file --convert-wave-to-nvvm --convert-ptx-to-llvm | FileCheck %s

// The machine's approximations of f32; angles are brought between -pi and pi first.
// CHECK-LABEL: llvm.func @functions
// CHECK: llvm.intr.roundeven
// CHECK: llvm.intr.fma
// CHECK: llvm.intr.fma
// CHECK: llvm.call_intrinsic "llvm.nvvm.sin.approx.f"
// CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"
// CHECK: llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"
// CHECK: llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"
// CHECK: llvm.intr.sqrt
gpu.module @kernels {
wave.func @functions(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %x: f32 {wave.element = f32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %a = math.sin %x : f32
  %b = math.exp %a : f32
  %c = math.log %b : f32
  %d = math.rsqrt %c : f32
  %e = math.sqrt %d : f32
  memref.store %e, %out[%i] : memref<?xf32>
}
}

// -----

// Half floats are computed in f32, and vectors by component; LLVM has the bits of
// integers and the square root of f64.
// CHECK-LABEL: llvm.func @types
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"
// CHECK-NOT: llvm.call_intrinsic
// CHECK: llvm.fpext %{{.*}} : f16 to f32
// CHECK: llvm.call_intrinsic "llvm.nvvm.cos.approx.f"
// CHECK: llvm.fptrunc %{{.*}} : f32 to f16
// CHECK: llvm.intr.sqrt(%{{.*}}) : (f64) -> f64
// CHECK: llvm.fdiv
// CHECK: llvm.intr.bitreverse
gpu.module @kernels {
wave.func @types(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %x: f32 {wave.element = f32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %v = vector.from_elements %x, %x : vector<2xf32>
  %a = math.exp2 %v : vector<2xf32>
  %h = arith.truncf %x : f32 to f16
  %b = math.cos %h : f16
  %d = arith.extf %x : f32 to f64
  %c = math.rsqrt %d : f64
  %r = wave.reverse_bits %l : i32
  %e = arith.truncf %c : f64 to f32
  %f = arith.uitofp %r : i32 to f32
  %g = arith.addf %e, %f : f32
  %k = arith.extf %b : f16 to f32
  %m = arith.addf %g, %k : f32
  memref.store %m, %out[%i] : memref<?xf32>
  vector.store %a, %out[%i] : memref<?xf32>, vector<2xf32>
}
}

// -----

// Four terms of the sine: the next is 0.2 ulp at 1, where the exponential begins.
// CHECK-LABEL: llvm.func @hyperbolic_sine
// CHECK-DAG: %[[t3:.*]] = llvm.mlir.constant(0.166666672 : f32)
// CHECK-DAG: %[[t5:.*]] = llvm.mlir.constant(0.00833333377 : f32)
// CHECK-DAG: %[[t7:.*]] = llvm.mlir.constant(1.98412701E-4 : f32)
// CHECK-DAG: %[[t9:.*]] = llvm.mlir.constant(2.75573188E-6 : f32)
// CHECK: %[[a:.*]] = llvm.intr.fma(%[[t9]], %[[square:.*]], %[[t7]])
// CHECK: %[[b:.*]] = llvm.intr.fma(%[[a]], %[[square]], %[[t5]])
// CHECK: %[[c:.*]] = llvm.intr.fma(%[[b]], %[[square]], %[[t3]])
// CHECK: %[[small:.*]] = llvm.intr.fma(%{{.*}}, %[[c]], %[[x:.*]]) : (f32, f32, f32) -> f32
// CHECK: llvm.select %{{.*}}, %[[small]], %{{.*}}
gpu.module @kernels {
wave.func @hyperbolic_sine(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %x: f32 {wave.element = f32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %0 = math.sinh %x : f32
  memref.store %0, %out[%i] : memref<?xf32>
}
}

// -----

// CHECK-LABEL: llvm.func @all
// CHECK-NOT: math.
gpu.module @kernels {
wave.func @all(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %x: f32 {wave.element = f32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %0 = math.tan %x : f32
  %1 = math.powf %0, %x : f32
  %2 = math.sinh %1 : f32
  %3 = math.cosh %2 : f32
  %4 = math.tanh %3 : f32
  %5 = math.asin %4 : f32
  %6 = math.acos %5 : f32
  %7 = math.atan %6 : f32
  %8 = math.atan2 %7, %x : f32
  %9 = math.log10 %8 : f32
  %10 = math.log2 %9 : f32
  %11 = math.floor %10 : f32
  %12 = math.ceil %11 : f32
  %13 = math.roundeven %12 : f32
  %14 = math.trunc %13 : f32
  %15 = math.absf %14 : f32
  %16 = math.fma %15, %14, %13 : f32
  %17 = arith.remf %16, %x : f32
  %18 = arith.minnumf %17, %x : f32
  memref.store %18, %out[%i] : memref<?xf32>
}
}
