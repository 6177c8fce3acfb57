// RUN: wave-opt %s -wave-verify-matrices -verify-diagnostics -split-input-file
// RUN: not wave-opt %s -split-input-file -wave-verify-matrices=has-matrices=false 2>&1 | FileCheck %s

// RUN: not wave-opt %s -split-input-file "-wave-verify-matrices=has-matrices=false shader-model=6.9" 2>&1 | FileCheck %s --check-prefix=MODEL

// CHECK: error: the target does not support wave matrices: run the kernel on the CPU, on CUDA, on Vulkan or in the interpreter [matrix-target]
// MODEL: error: wave matrices need Shader Model 6.10, and the kernel is compiled for 6.9: compile for 6.10, or run the kernel on the CPU, on CUDA, on Vulkan or in the interpreter [matrix-target]

wave.func @divergent_m2(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %x = arith.constant 0.0 : f32
  %a = wave.matrix_fill %x : f32 -> !wave.matrix<4x4xf32, acc>
  // expected-note@+1 {{because of 'wave.lane_index' here}}
  %lane = wave.lane_index : i32
  %first = arith.cmpi eq, %lane, %zero : i32
  // expected-note@+1 {{this condition may differ between the lanes of a wave}}
  scf.if %first {
    // expected-error@+1 {{not all lanes of a wave reach this operation on a matrix: move it out of divergent control flow [matrix-divergent]}}
    wave.matrix_store row_major %a, %out[%zero, %zero] : !wave.matrix<4x4xf32, acc>, memref<?xf32>
  }
}

// -----

wave.func @chosen_m2(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %x = arith.constant 0.0 : f32
  %y = arith.constant 1.0 : f32
  %a = wave.matrix_fill %x : f32 -> !wave.matrix<4x4xf32, acc>
  %b = wave.matrix_fill %y : f32 -> !wave.matrix<4x4xf32, acc>
  %lane = wave.lane_index : i32
  %first = arith.cmpi eq, %lane, %zero : i32
  %c = arith.select %first, %a, %b : !wave.matrix<4x4xf32, acc>
  // expected-error@+1 {{the lanes of a wave may have chosen different matrices for this operation [matrix-divergent]}}
  wave.matrix_store row_major %c, %out[%zero, %zero] : !wave.matrix<4x4xf32, acc>, memref<?xf32>
}

// -----

wave.func @operand_m3(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %x = arith.constant 0.0 : f32
  %a = wave.matrix_fill %x : f32 -> !wave.matrix<4x4xf32, acc>
  // expected-note@+1 {{because of 'wave.lane_index' here}}
  %lane = wave.lane_index : i32
  // expected-error@+1 {{a scalar operand of an operation on a matrix may differ between the lanes of a wave [matrix-operand]}}
  wave.matrix_store row_major %a, %out[%lane, %zero] : !wave.matrix<4x4xf32, acc>, memref<?xf32>
}
