// RUN: wave-opt %s --convert-wave-to-dxil=shader-model=6.6 | FileCheck %s

// On buffers an element and a byte in it, on groupshared memory an instruction.

// CHECK-LABEL: dxil.module @atomics
// CHECK: llvm.mlir.global external @groupshared_0() {addr_space = 3 : i32, alignment = 4 : i64} : !llvm.array<8 x i32>
// CHECK-DAG: %[[none:.*]] = llvm.mlir.undef : i32
// CHECK-DAG: %[[c0:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[x:.*]] = dxil.extract %{{.*}}[0] : !dxil.cbuf_ret<i32> -> i32
// CHECK: dxil.atomic_bin_op %[[b:.*]], %[[x]], %[[c0]], %[[none]], %[[x]] {kind = #dxil<atomic_kind add>}
// CHECK: dxil.atomic_bin_op {{.*}} {kind = #dxil<atomic_kind and>}
// CHECK: dxil.atomic_bin_op {{.*}} {kind = #dxil<atomic_kind or>}
// CHECK: dxil.atomic_bin_op {{.*}} {kind = #dxil<atomic_kind xor>}
// CHECK: dxil.atomic_bin_op {{.*}} {kind = #dxil<atomic_kind imin>}
// CHECK: dxil.atomic_bin_op {{.*}} {kind = #dxil<atomic_kind umin>}
// CHECK: dxil.atomic_bin_op {{.*}} {kind = #dxil<atomic_kind imax>}
// CHECK: dxil.atomic_bin_op {{.*}} {kind = #dxil<atomic_kind umax>}
// CHECK: %[[y:.*]] = dxil.atomic_bin_op {{.*}} {kind = #dxil<atomic_kind exchange>}
// CHECK: dxil.atomic_compare_exchange %[[b]], %[[x]], %[[c0]], %[[none]], %[[x]], %[[y]] :
// CHECK: %[[p:.*]] = llvm.getelementptr inbounds %{{.*}}[0, %[[x]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<8 x i32>
// CHECK: llvm.atomicrmw add %[[p]], %[[x]] seq_cst : !llvm.ptr<3>, i32
// CHECK: llvm.atomicrmw min
// CHECK: llvm.atomicrmw umin
// CHECK: llvm.atomicrmw max
// CHECK: llvm.atomicrmw umax
// CHECK: llvm.atomicrmw xchg
// CHECK: %[[both:.*]] = llvm.cmpxchg %{{.*}}, %[[x]], %{{.*}} seq_cst seq_cst : !llvm.ptr<3>, i32
// CHECK: llvm.extractvalue %[[both]][0] : !llvm.struct<(i32, i1)>
wave.func @atomics(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %x: i32 {wave.element = ui32}) kernel num_threads(32, 1, 1) {
  %g = wave.groupshared : memref<8xi32, #gpu.address_space<workgroup>>
  %i = arith.index_castui %x : i32 to index
  %0 = wave.atomic_rmw add %x, %b[%i] : memref<?xi32>
  %1 = wave.atomic_rmw and %x, %b[%i] : memref<?xi32>
  %2 = wave.atomic_rmw or %x, %b[%i] : memref<?xi32>
  %3 = wave.atomic_rmw xor %x, %b[%i] : memref<?xi32>
  %4 = wave.atomic_rmw minsi %x, %b[%i] : memref<?xi32>
  %5 = wave.atomic_rmw minui %x, %b[%i] : memref<?xi32>
  %6 = wave.atomic_rmw maxsi %x, %b[%i] : memref<?xi32>
  %7 = wave.atomic_rmw maxui %x, %b[%i] : memref<?xi32>
  %8 = wave.atomic_exchange %x, %b[%i] : memref<?xi32>
  %9 = wave.atomic_cas %x, %8, %b[%i] : memref<?xi32>
  %10 = wave.atomic_rmw add %x, %g[%i] : memref<8xi32, #gpu.address_space<workgroup>>
  %11 = wave.atomic_rmw minsi %x, %g[%i] : memref<8xi32, #gpu.address_space<workgroup>>
  %12 = wave.atomic_rmw minui %x, %g[%i] : memref<8xi32, #gpu.address_space<workgroup>>
  %13 = wave.atomic_rmw maxsi %x, %g[%i] : memref<8xi32, #gpu.address_space<workgroup>>
  %14 = wave.atomic_rmw maxui %x, %g[%i] : memref<8xi32, #gpu.address_space<workgroup>>
  %15 = wave.atomic_exchange %x, %g[%i] : memref<8xi32, #gpu.address_space<workgroup>>
  %16 = wave.atomic_cas %x, %15, %g[%i] : memref<8xi32, #gpu.address_space<workgroup>>
}

// An element of a vector; from Shader Model 6.6 on 64 bits.

// CHECK-LABEL: dxil.module @long
// CHECK-SAME: bytes = 16, coherent = false, atomics64 = true>
// CHECK-DAG: %[[c8:.*]] = arith.constant 8 : i32
// CHECK-DAG: %[[c2:.*]] = arith.constant 2 : i32
// CHECK: dxil.atomic_bin_op %{{.*}}, %[[c2]], %[[c8]], %{{.*}}, %{{.*}} {kind = #dxil<atomic_kind umax>} : (!dxil.handle, i32, i32, i32, i64) -> i64
// CHECK: llvm.atomicrmw add %{{.*}} seq_cst : !llvm.ptr<3>, i64
wave.func @long(%b: memref<?xi64> {wave.binding = #wave.binding<uav, vector<2xui64>>}, %x: i64 {wave.element = ui64}) kernel num_threads(32, 1, 1) {
  %g = wave.groupshared : memref<8xi64, #gpu.address_space<workgroup>>
  %i = arith.constant 5 : index
  %0 = wave.atomic_rmw maxui %x, %b[%i] : memref<?xi64>
  %1 = wave.atomic_rmw add %0, %g[%i] : memref<8xi64, #gpu.address_space<workgroup>>
}

// Floats are exchanged as their bits; a groupshared array of such floats holds bits.

// CHECK-LABEL: dxil.module @floats
// CHECK: llvm.mlir.global external @groupshared_0() {{.*}} : !llvm.array<8 x i32>
// CHECK: %[[x:.*]] = arith.bitcast %{{.*}} : f32 to i32
// CHECK: %[[old:.*]] = dxil.atomic_bin_op %{{.*}}, %[[x]] {kind = #dxil<atomic_kind exchange>} : (!dxil.handle, i32, i32, i32, i32) -> i32
// CHECK: %[[y:.*]] = arith.bitcast %[[old]] : i32 to f32
// CHECK: %[[bits:.*]] = arith.bitcast %[[y]] : f32 to i32
// CHECK: llvm.store %[[bits]], %{{.*}} {alignment = 4 : i64} : i32, !llvm.ptr<3>
// CHECK: llvm.atomicrmw xchg %{{.*}} seq_cst : !llvm.ptr<3>, i32
// CHECK: %[[loaded:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<3> -> i32
// CHECK: arith.bitcast %[[loaded]] : i32 to f32
wave.func @floats(%b: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %x: f32 {wave.element = f32}) kernel num_threads(32, 1, 1) {
  %g = wave.groupshared : memref<8xf32, #gpu.address_space<workgroup>>
  %i = arith.constant 5 : index
  %0 = wave.atomic_exchange %x, %b[%i] : memref<?xf32>
  memref.store %0, %g[%i] : memref<8xf32, #gpu.address_space<workgroup>>
  %1 = wave.atomic_exchange %x, %g[%i] : memref<8xf32, #gpu.address_space<workgroup>>
  %2 = memref.load %g[%i] : memref<8xf32, #gpu.address_space<workgroup>>
  %3 = arith.addf %1, %2 : f32
  memref.store %3, %b[%i] : memref<?xf32>
}

// Floats are compared and swapped as their bits.

// CHECK-LABEL: dxil.module @compare_floats
// CHECK: llvm.mlir.global external @groupshared_0() {addr_space = 3 : i32, alignment = 4 : i64} : !llvm.array<8 x i32>
// CHECK: %[[x:.*]] = arith.bitcast %{{.*}} : f32 to i32
// CHECK: %[[y:.*]] = arith.bitcast %{{.*}} : f32 to i32
// CHECK: %[[old:.*]] = dxil.atomic_compare_exchange %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[x]], %[[y]] : {{.*}} -> i32
// CHECK: arith.bitcast %[[old]] : i32 to f32
// CHECK: %[[both:.*]] = llvm.cmpxchg %{{.*}}, %{{.*}}, %{{.*}} seq_cst seq_cst : !llvm.ptr<3>, i32
// CHECK: %[[old:.*]] = llvm.extractvalue %[[both]][0] : !llvm.struct<(i32, i1)>
// CHECK: arith.bitcast %[[old]] : i32 to f32
wave.func @compare_floats(%b: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %x: f32 {wave.element = f32}, %y: f32 {wave.element = f32}) kernel num_threads(32, 1, 1) {
  %c0 = arith.constant 0 : index
  %g = wave.groupshared : memref<8xf32, #gpu.address_space<workgroup>>
  %0 = wave.atomic_cas %x, %y, %b[%c0] : memref<?xf32>
  %1 = wave.atomic_cas %0, %y, %g[%c0] : memref<8xf32, #gpu.address_space<workgroup>>
  memref.store %1, %b[%c0] : memref<?xf32>
}
