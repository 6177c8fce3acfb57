// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv | FileCheck %s

gpu.module @kernels {

// CHECK: spirv.module @votes Logical GLSL450 requires #spirv.vce<v1.6, [Shader, GroupNonUniformVote, GroupNonUniformBallot], []>
// CHECK: %[[flag:.*]] = spirv.INotEqual
// CHECK: spirv.GroupNonUniformElect <Subgroup> : i1
// CHECK: spirv.GroupNonUniformAny <Subgroup> %[[flag]] : i1
// CHECK: spirv.GroupNonUniformAll <Subgroup> %[[flag]] : i1
// CHECK: spirv.GroupNonUniformAllEqual <Subgroup> %[[n:.*]] : i32, i1
// CHECK: spirv.GroupNonUniformAllEqual <Subgroup> %[[flag]] : i1, i1
// CHECK: spirv.GroupNonUniformBallot <Subgroup> %[[flag]] : vector<4xi32>
// CHECK: %[[a:.*]] = spirv.GroupNonUniformBallot <Subgroup> %[[flag]] : vector<4xi32>
// CHECK: spirv.GroupNonUniformBallotBitCount <Subgroup> <Reduce> %[[a]] : vector<4xi32> -> i32
// CHECK: %[[b:.*]] = spirv.GroupNonUniformBallot <Subgroup> %[[flag]] : vector<4xi32>
// CHECK: spirv.GroupNonUniformBallotBitCount <Subgroup> <ExclusiveScan> %[[b]] : vector<4xi32> -> i32
wave.func @votes(%flag: i1 {wave.element = i1}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %0 = wave.is_first_lane : i1
  %1 = wave.any %flag
  %2 = wave.all %flag
  %3 = wave.all_equal %n : i32
  %4 = wave.all_equal %flag : i1
  %5 = wave.ballot %flag : vector<4xi32>
  %6 = wave.count_bits %flag : i32
  %7 = wave.prefix_count_bits %flag : i32
}

// Other values are compared with the first active lane's: a float in order, so that a NaN
// equals nothing.
// CHECK: spirv.module @equal
// CHECK: %[[x:.*]] = spirv.Load "PushConstant" %{{.*}} : f32
// CHECK: spirv.FunctionCall @wave_broadcast_first_i32
// CHECK: %[[first:.*]] = spirv.Bitcast %{{.*}} : i32 to f32
// CHECK: %[[equal:.*]] = spirv.FOrdEqual %[[x]], %[[first]] : f32
// CHECK: spirv.GroupNonUniformAll <Subgroup> %[[equal]] : i1
// CHECK: %[[equal:.*]] = spirv.IEqual %{{.*}} : i64
// CHECK: spirv.GroupNonUniformAll <Subgroup> %[[equal]] : i1
// CHECK: %[[equal:.*]] = spirv.FOrdEqual %{{.*}} : f16
// CHECK: spirv.GroupNonUniformAll <Subgroup> %[[equal]] : i1
wave.func @equal(%x: f32 {wave.element = f32}, %l: i64 {wave.element = si64}, %h: f16 {wave.element = f16}) kernel num_waves(1) {
  %0 = wave.all_equal %x : f32
  %1 = wave.all_equal %l : i64
  %2 = wave.all_equal %h : f16
}

// One capability each.
// CHECK: spirv.module @elect_alone Logical GLSL450 requires #spirv.vce<v1.6, [Shader, GroupNonUniform], []>
wave.func @elect_alone() kernel num_waves(1) {
  %0 = wave.is_first_lane : i1
}
// CHECK: spirv.module @vote_alone Logical GLSL450 requires #spirv.vce<v1.6, [Shader, GroupNonUniformVote], []>
wave.func @vote_alone(%flag: i1 {wave.element = i1}) kernel num_waves(1) {
  %0 = wave.any %flag
}
// CHECK: spirv.module @ballot_alone Logical GLSL450 requires #spirv.vce<v1.6, [Shader, GroupNonUniformBallot], []>
wave.func @ballot_alone(%flag: i1 {wave.element = i1}) kernel num_waves(1) {
  %0 = wave.ballot %flag : vector<4xi32>
}
// CHECK: spirv.module @nothing Logical GLSL450 requires #spirv.vce<v1.6, [Shader], []>
wave.func @nothing() kernel num_threads(1, 1, 1) {
}

}
