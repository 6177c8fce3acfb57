// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv | FileCheck %s

gpu.module @kernels {

// The first lane's value goes through a function that the binary's last stage replaces:
// MLIR has no such operation. Floats go as their bits.
// CHECK: spirv.module @first_lane Logical GLSL450 requires #spirv.vce<v1.6, [Shader, GroupNonUniformBallot], []>
// CHECK-DAG: spirv.func @wave_broadcast_first_i32(i32) -> i32 "None" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "wave_broadcast_first_i32", linkage_type = <Import>>
// CHECK-DAG: spirv.func @wave_broadcast_first_i1(i1) -> i1
// CHECK: spirv.FunctionCall @wave_broadcast_first_i32(%{{.*}}) : (i32) -> i32
// CHECK: %[[bits:.*]] = spirv.Bitcast %{{.*}} : f32 to i32
// CHECK: spirv.FunctionCall @wave_broadcast_first_i32(%{{.*}}) : (i32) -> i32
// CHECK: spirv.Bitcast %{{.*}} : i32 to f32
// CHECK: spirv.FunctionCall @wave_broadcast_first_i1(%{{.*}}) : (i1) -> i1
wave.func @first_lane(%n: i32 {wave.element = si32}, %x: f32 {wave.element = f32}, %flag: i1 {wave.element = i1}) kernel num_waves(1) {
  %0 = wave.read_first_lane %n : i32
  %1 = wave.read_first_lane %x : f32
  %2 = wave.read_first_lane %flag : i1
}

// The lane may differ from lane to lane, so this is a shuffle and no broadcast.
// CHECK: spirv.module @lane Logical GLSL450 requires #spirv.vce<v1.6, [Shader, GroupNonUniformShuffle], []>
// CHECK: spirv.GroupNonUniformShuffle <Subgroup> %{{.*}}, %{{.*}} : i32, i32
// CHECK: spirv.GroupNonUniformShuffle <Subgroup> %{{.*}}, %{{.*}} : f32, i32
// CHECK: spirv.GroupNonUniformShuffle <Subgroup> %{{.*}}, %{{.*}} : i1, i32
wave.func @lane(%n: i32 {wave.element = si32}, %x: f32 {wave.element = f32}, %flag: i1 {wave.element = i1}) kernel num_waves(1) {
  %0 = wave.read_lane %n, %n : i32
  %1 = wave.read_lane %x, %n : f32
  %2 = wave.read_lane %flag, %n : i1
}

// The programmer's word costs nothing.
// CHECK: spirv.module @stated Logical GLSL450 requires #spirv.vce<v1.6, [Shader], []>
// CHECK: %[[n:.*]] = spirv.Load "PushConstant"
// CHECK: spirv.Store "StorageBuffer" %{{.*}}, %[[n]]
wave.func @stated(%n: i32 {wave.element = si32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, si32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %0 = wave.assume_uniform %n : i32
  memref.store %0, %out[%c0] : memref<?xi32>
}

}
