// RUN: wave-translate --wave-to-spirv %s -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s
// RUN: wave-translate --wave-to-spirv --maximal-reconvergence %s -o %t.max.spv
// RUN: od -An -v -w4 -tu4 %t.max.spv | FileCheck %s --check-prefix=MAX
// RUN: wave-opt %s -wave-to-spirv | wave-translate --wave-to-spirv -o %t.two.spv
// RUN: cmp %t.spv %t.two.spv

// The group is four waves, whatever their size: one module serves all.

// CHECK: ; Version: 1.6
// CHECK-DAG: OpCapability Shader
// CHECK-DAG: OpCapability GroupNonUniformArithmetic
// CHECK-DAG: OpCapability GroupNonUniformBallot
// CHECK-NOT: OpCapability
// CHECK-NOT: OpExtension
// CHECK: OpMemoryModel Logical GLSL450
// CHECK: OpEntryPoint GLCompute %[[kernel:.*]] "kernel"
// CHECK: OpExecutionModeId %[[kernel]] LocalSizeId %[[threads:.*]] %[[one:.*]] %[[one]]
// CHECK-DAG: OpDecorate %[[size:.*]] SpecId 0
// CHECK-NOT: LinkageAttributes
// CHECK-DAG: %[[scope:.*]] = OpConstant %[[uint:.*]] 3
// CHECK: %[[size]] = OpSpecConstant %[[uint]] 8
// CHECK: %[[waves:.*]] = OpConstant %[[uint]] 4
// CHECK: %[[one]] = OpConstant %[[uint]] 1
// CHECK: %[[threads]] = OpSpecConstantOp %[[uint]] IMul %[[size]] %[[waves]]
// CHECK: OpGroupNonUniformIAdd %[[uint]] %{{.*}} Reduce
// CHECK: OpGroupNonUniformBroadcastFirst %[[uint]] %[[scope]]
// CHECK-NOT: OpFunctionCall
// CHECK: OpControlBarrier

// The extension and the mode come after validation, because validators before 2024 do not
// know them; neither does a disassembler, so these are the words: OpExtension of nine words,
// "SPV_...", then OpEntryPoint, OpExecutionMode of three words and 6023.
// MAX: {{^ *}}589834{{$}}
// MAX-NEXT: {{^ *}}1599492179{{$}}
// MAX: {{^ *}}196624{{$}}
// MAX-NEXT: {{^ *[0-9]+$}}
// MAX-NEXT: {{^ *}}6023{{$}}

gpu.module @kernels {
wave.func @kernel(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "out"}) kernel num_waves(4) wave_size(8, 64) {
  %l = wave.lane_index : i32
  %n = wave.lane_count : i32
  %w = wave.group_wave_index : i32
  %base = arith.muli %w, %n : i32
  %at = arith.addi %base, %l : i32
  %i = arith.index_castui %at : i32 to index
  %s = wave.reduce add %l : i32
  %g = wave.read_first_lane %at : i32
  %f = arith.addi %s, %g : i32
  %zero = arith.constant 0 : index
  %old = memref.load %out[%zero] : memref<?xi32>
  %sum = arith.addi %f, %old : i32
  wave.barrier device sync
  memref.store %sum, %out[%i] : memref<?xi32>
}
}
