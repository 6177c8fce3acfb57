// RUN: wave-opt %s -wave-to-spirv | FileCheck %s

// The difference of the bounds does not fit a number of 32 bits, or becomes known late.
// CHECK-LABEL: spirv.func @far
// CHECK-COUNT-3: spirv.mlir.loop
gpu.module @kernels {
wave.func @far(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %place = arith.constant 0 : index
  %c0 = arith.constant 0 : i32
  %from = arith.constant -2000000000 : i32
  %to = arith.constant 2000000000 : i32
  %step = arith.constant 1000000000 : i32
  scf.for %i = %from to %to step %step : i32 {
    memref.store %i, %out[%place] : memref<?xi32>
  }
  %late = arith.subi %c0, %from : i32
  scf.for %i = %from to %late step %step : i32 {
    memref.store %i, %out[%place] : memref<?xi32>
  }
  scf.for unsigned %i = %n to %from step %step : i32 {
    memref.store %i, %out[%place] : memref<?xi32>
  }
}
}
