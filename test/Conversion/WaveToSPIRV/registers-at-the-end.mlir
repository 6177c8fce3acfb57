// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv | FileCheck %s

// The largest numbers are bindings like any other; MLIR prints them with a sign.

// CHECK: spirv.GlobalVariable {{.*}}bind(-1, -1)
// CHECK: spirv.GlobalVariable {{.*}}bind(0, -1)
// CHECK: spirv.GlobalVariable {{.*}}bind(0, -2)
// CHECK: spirv.GlobalVariable {{.*}}bind(0, 0)
gpu.module @kernels {
  wave.func @last(%a: memref<?xi32> {wave.binding = #wave.binding<uav, 4294967295, 4294967295, ui32>},
                  %b: memref<?xi32> {wave.binding = #wave.binding<uav, 0, 4294967295, ui32>},
                  %c: memref<?xi32> {wave.binding = #wave.binding<uav, 0, 4294967294, ui32>},
                  %d: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
    %i = arith.constant 0 : index
    %x = arith.constant 1 : i32
    memref.store %x, %a[%i] : memref<?xi32>
    memref.store %x, %b[%i] : memref<?xi32>
    memref.store %x, %c[%i] : memref<?xi32>
    memref.store %x, %d[%i] : memref<?xi32>
  }
}
