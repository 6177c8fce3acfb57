// RUN: wave-opt %s -convert-wave-to-simd="wave-size=8 vector-bits=256" -canonicalize -cse | FileCheck %s

// Each lane accesses each scalar of coherent memory by a relaxed atomic.

// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.while
// CHECK: scf.while
// CHECK: llvm.load %{{.*}} atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
// CHECK: scf.condition
// CHECK: llvm.load %{{.*}} atomic monotonic {alignment = 1 : i64} : !llvm.ptr -> i8
// CHECK: arith.extsi %{{.*}} : vector<8xi8> to vector<8xi32>
// CHECK: llvm.load %{{.*}} atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK: llvm.load %{{.*}} atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK: llvm.store %{{.*}} atomic monotonic {alignment = 4 : i64} : i32, !llvm.ptr
// CHECK: llvm.store %{{.*}} atomic monotonic {alignment = 4 : i64} : f32, !llvm.ptr
// CHECK: llvm.store %{{.*}} atomic monotonic {alignment = 4 : i64} : f32, !llvm.ptr
wave.func @waits(%flags: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.coherent},
                 %bytes: memref<?xi8> {wave.binding = #wave.binding<uav, si8>, wave.coherent},
                 %texels: !wave.image<2d, f32, 2> {wave.binding = #wave.binding<uav, f32>, wave.coherent}) kernel num_threads(8, 1, 1) {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  scf.while : () -> () {
    %flag = wave.coherent_load %flags[%i0] : memref<?xi32>
    %isUnset = arith.cmpi eq, %flag, %c0 : i32
    scf.condition(%isUnset)
  } do {
    scf.yield
  }
  %byte = wave.byte_load signed %bytes[%i0] : memref<?xi8>
  %texel = wave.image_load %texels[%c0, %c0] : !wave.image<2d, f32, 2> -> vector<2xf32>
  %a = vector.extract %texel[0] : f32 from vector<2xf32>
  %b = vector.extract %texel[1] : f32 from vector<2xf32>
  %swapped = vector.from_elements %b, %a : vector<2xf32>
  wave.coherent_store %byte, %flags[%i0] : memref<?xi32>
  wave.image_store %swapped, %texels[%c0, %c0] : vector<2xf32>, !wave.image<2d, f32, 2>
}
