// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s -mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s -wave-verify -o /dev/null

// Accesses that other groups see while they run.

gpu.module @kernels {

// CHECK-LABEL: wave.func @flags
// CHECK-SAME: wave.coherent
// CHECK: %[[flag:.*]] = wave.coherent_load %[[flags:.*]][%[[i:.*]]] : memref<?xi32>
// CHECK: wave.coherent_store %[[flag]], %[[flags]][%[[i]]] : memref<?xi32>
// CHECK: wave.atomic_exchange %[[flag]], %[[flags]][%[[i]]] : memref<?xi32>
// CHECK: wave.coherent_load %{{.*}} : memref<?xf64>
// CHECK: wave.byte_load %{{.*}} : memref<?xi8>
// CHECK: wave.image_store %{{.*}} : i32, !wave.image<2d, i32, 1>
wave.func @flags(%flags: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.coherent},
                 %numbers: memref<?xf64> {wave.binding = #wave.binding<uav, f64>, wave.coherent},
                 %bytes: memref<?xi8> {wave.binding = #wave.binding<uav, ui8>, wave.coherent},
                 %image: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, ui32>, wave.coherent}) kernel num_waves(1) {
  %i = arith.constant 0 : index
  %flag = wave.coherent_load %flags[%i] : memref<?xi32>
  wave.coherent_store %flag, %flags[%i] : memref<?xi32>
  %old = wave.atomic_exchange %flag, %flags[%i] : memref<?xi32>
  %number = wave.coherent_load %numbers[%i] : memref<?xf64>
  %byte = wave.byte_load %bytes[%i] : memref<?xi8>
  wave.image_store %byte, %image[%old, %old] : i32, !wave.image<2d, i32, 1>
}

// A helper's argument states it as well.
// CHECK-LABEL: wave.func @helper(%{{.*}}: memref<?xi32> {wave.coherent})
wave.func @helper(%flags: memref<?xi32> {wave.coherent}) -> i32 {
  %i = arith.constant 0 : index
  %flag = wave.coherent_load %flags[%i] : memref<?xi32>
  wave.return %flag : i32
}
}
