// RUN: wave-opt %s --wave-to-spirv | FileCheck %s

// A kernel's name is the entry point's, whatever the module's own symbols are called.

gpu.module @kernels {
  // CHECK: spirv.GlobalVariable @constants_
  // CHECK: spirv.func @constants()
  // CHECK: spirv.EntryPoint "GLCompute" @constants,
  wave.func @constants(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
    %c0 = arith.constant 0 : index
    memref.store %n, %out[%c0] : memref<?xi32>
  }
  // CHECK: spirv.SpecConstant @wave_size_ spec_id(0)
  // CHECK: spirv.EntryPoint "GLCompute" @wave_size
  wave.func @wave_size(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
    %c0 = arith.constant 0 : index
    %n = wave.lane_count : i32
    memref.store %n, %out[%c0] : memref<?xi32>
  }
}

gpu.module @buffers {
  // Two buffers are two variables, whatever their names and the kernel's are.
  // CHECK: spirv.GlobalVariable @buffer_a_0 bind(0, 0)
  // CHECK: spirv.GlobalVariable @buffer_a_ bind(0, 1)
  // CHECK: spirv.func @buffer_a()
  wave.func @buffer_a(%a: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "a"},
                      %b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "a_"}) kernel num_waves(2) {
    %c0 = arith.constant 0 : index
    %n = wave.lane_count : i32
    memref.store %n, %a[%c0] : memref<?xi32>
    memref.store %n, %b[%c0] : memref<?xi32>
  }
}
