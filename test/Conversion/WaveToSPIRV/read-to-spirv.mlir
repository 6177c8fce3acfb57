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

// 16 bits go as 32, 64 as two halves.
// CHECK: spirv.module @widths
// CHECK: %[[wide:.*]] = spirv.UConvert %{{.*}} : i16 to i32
// CHECK: %[[moved:.*]] = spirv.GroupNonUniformShuffle <Subgroup> %[[wide]], %{{.*}} : i32, i32
// CHECK: spirv.UConvert %[[moved]] : i32 to i16
// CHECK: %[[bits:.*]] = spirv.Bitcast %{{.*}} : f16 to i16
// CHECK: %[[wide:.*]] = spirv.UConvert %[[bits]] : i16 to i32
// CHECK: spirv.GroupNonUniformShuffle <Subgroup> %[[wide]], %{{.*}} : i32, i32
// CHECK: spirv.Bitcast %{{.*}} : i16 to f16
// CHECK: %[[halves:.*]] = spirv.Bitcast %{{.*}} : f64 to vector<2xi32>
// CHECK: %[[low:.*]] = spirv.CompositeExtract %[[halves]][0 : i32]
// CHECK: %[[a:.*]] = spirv.FunctionCall @wave_broadcast_first_i32
// CHECK: %[[high:.*]] = spirv.CompositeExtract %[[halves]][1 : i32]
// CHECK: %[[b:.*]] = spirv.FunctionCall @wave_broadcast_first_i32
// CHECK: %[[both:.*]] = spirv.CompositeConstruct
// CHECK: spirv.Bitcast %[[both]] : vector<2xi32> to f64
wave.func @widths(%h: i16 {wave.element = si16}, %x: f16 {wave.element = f16}, %d: f64 {wave.element = f64}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %0 = wave.read_lane %h, %n : i16
  %1 = wave.read_lane %x, %n : f16
  %2 = wave.read_first_lane %d : f64
}

// CHECK: spirv.module @quads Logical GLSL450 requires #spirv.vce<v1.6, [Shader, GroupNonUniformShuffle, GroupNonUniformQuad], []>
// CHECK: spirv.GroupNonUniformQuadSwap <Subgroup> %{{.*}} %cst0_i32{{.*}} : i32, i32
// CHECK: spirv.GroupNonUniformQuadSwap <Subgroup> %{{.*}} %cst1_i32{{.*}} : i32, i32
// CHECK: spirv.GroupNonUniformQuadSwap <Subgroup> %{{.*}} %cst2_i32{{.*}} : i32, i32
// CHECK: %[[lane:.*]] = spirv.Load "Input"
// CHECK: %[[mask:.*]] = spirv.Constant -4 : i32
// CHECK: %[[first:.*]] = spirv.BitwiseAnd %[[lane]], %[[mask]] : i32
// CHECK: %[[read:.*]] = spirv.BitwiseOr %[[first]], %{{.*}} : i32
// CHECK: spirv.GroupNonUniformShuffle <Subgroup> %{{.*}}, %[[read]] : i32, i32
wave.func @quads(%n: i32 {wave.element = ui32}, %x: f32 {wave.element = f32}) kernel num_waves(1) {
  %0 = wave.quad_read_across x %n : i32
  %1 = wave.quad_read_across y %n : i32
  %2 = wave.quad_read_across diagonal %x : f32
  %3 = wave.quad_read_lane %n, %n : i32
}

// Each lane asks its neighbors in the row and in the column.
// CHECK: spirv.module @quad_votes
// CHECK: %[[own:.*]] = spirv.Select %{{.*}} : i1, i32
// CHECK: %[[other:.*]] = spirv.GroupNonUniformQuadSwap <Subgroup> %[[own]]
// CHECK: %[[row:.*]] = spirv.BitwiseOr %[[own]], %[[other]] : i32
// CHECK: %[[other:.*]] = spirv.GroupNonUniformQuadSwap <Subgroup> %[[row]]
// CHECK: %[[quad:.*]] = spirv.BitwiseOr %[[row]], %[[other]] : i32
// CHECK: spirv.INotEqual %[[quad]]
// CHECK: spirv.BitwiseAnd
// CHECK: spirv.BitwiseAnd
wave.func @quad_votes(%flag: i1 {wave.element = i1}) kernel num_waves(1) {
  %0 = wave.quad_any %flag
  %1 = wave.quad_all %flag
}

}
