// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv | FileCheck %s

gpu.module @kernels {

// CHECK: spirv.module @votes Logical GLSL450 requires #spirv.vce<v1.6, [Shader, GroupNonUniformVote, GroupNonUniformBallot], []>
// CHECK: %[[flag:.*]] = spirv.INotEqual
// CHECK: spirv.GroupNonUniformElect <Subgroup> : i1
// CHECK: spirv.GroupNonUniformAny <Subgroup> %[[flag]] : i1
// CHECK: spirv.GroupNonUniformAll <Subgroup> %[[flag]] : i1
// CHECK: spirv.GroupNonUniformAllEqual <Subgroup> %{{.*}} : f32, i1
// CHECK: spirv.GroupNonUniformAllEqual <Subgroup> %[[flag]] : i1, i1
// CHECK: spirv.GroupNonUniformBallot <Subgroup> %[[flag]] : vector<4xi32>
// CHECK: %[[a:.*]] = spirv.GroupNonUniformBallot <Subgroup> %[[flag]] : vector<4xi32>
// CHECK: spirv.GroupNonUniformBallotBitCount <Subgroup> <Reduce> %[[a]] : vector<4xi32> -> i32
// CHECK: %[[b:.*]] = spirv.GroupNonUniformBallot <Subgroup> %[[flag]] : vector<4xi32>
// CHECK: spirv.GroupNonUniformBallotBitCount <Subgroup> <ExclusiveScan> %[[b]] : vector<4xi32> -> i32
wave.func @votes(%flag: i1 {wave.element = i1}, %x: f32 {wave.element = f32}) kernel num_waves(1) {
  %0 = wave.is_first_lane : i1
  %1 = wave.any %flag
  %2 = wave.all %flag
  %3 = wave.all_equal %x : f32
  %4 = wave.all_equal %flag : i1
  %5 = wave.ballot %flag : vector<4xi32>
  %6 = wave.count_bits %flag : i32
  %7 = wave.prefix_count_bits %flag : i32
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
