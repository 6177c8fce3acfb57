// RUN: wave-translate --wave-to-spirv %s -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s
// RUN: wave-translate --wave-to-spirv --maximal-reconvergence %s | od -An -v -w4 -tu4 | FileCheck %s --check-prefix=MAX

// CHECK: OpCapability Shader
// CHECK: OpEntryPoint GLCompute %[[kernel:.*]] "kernel"
// CHECK-NEXT: OpExecutionMode %[[kernel]] LocalSize 8 8 1
// CHECK-NOT: OpExecutionModeId
// CHECK-NOT: SpecId 0

// Two execution modes, the new one first: see kernel-of-waves.mlir for the numbers.
// MAX: {{^ *}}589834{{$}}
// MAX-NEXT: {{^ *}}1599492179{{$}}
// MAX: {{^ *}}196624{{$}}
// MAX-NEXT: {{^ *[0-9]+$}}
// MAX-NEXT: {{^ *}}6023{{$}}
// OpExecutionMode of six words, LocalSize, 8, 8, 1.
// MAX-NEXT: {{^ *}}393232{{$}}
// MAX-NEXT: {{^ *[0-9]+$}}
// MAX-NEXT: {{^ *}}17{{$}}
// MAX-NEXT: {{^ *}}8{{$}}
// MAX-NEXT: {{^ *}}8{{$}}
// MAX-NEXT: {{^ *}}1{{$}}

gpu.module @kernels {
wave.func @kernel(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %x: f32 {wave.element = f32}) kernel num_threads(8, 8, 1) {
  %d = wave.dispatch_thread_id x : i32
  %i = arith.index_castui %d : i32 to index
  %y = arith.addf %x, %x : f32
  memref.store %y, %out[%i] : memref<?xf32>
}
}
