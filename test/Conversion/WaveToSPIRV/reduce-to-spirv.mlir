// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv | FileCheck %s

gpu.module @kernels {

// The sign is in the kind; integers, floats and booleans have operations of their own.
// CHECK: spirv.module @kinds Logical GLSL450 requires #spirv.vce<v1.6, [Shader, GroupNonUniformArithmetic], []>
// CHECK: spirv.GroupNonUniformIAdd <Subgroup> <Reduce> %{{.*}} : i32 -> i32
// CHECK: spirv.GroupNonUniformIMul <Subgroup> <Reduce> %{{.*}} : i32 -> i32
// CHECK: spirv.GroupNonUniformSMin <Subgroup> <Reduce> %{{.*}} : i32 -> i32
// CHECK: spirv.GroupNonUniformUMin <Subgroup> <Reduce> %{{.*}} : i32 -> i32
// CHECK: spirv.GroupNonUniformSMax <Subgroup> <Reduce> %{{.*}} : i32 -> i32
// CHECK: spirv.GroupNonUniformUMax <Subgroup> <Reduce> %{{.*}} : i32 -> i32
// CHECK: spirv.GroupNonUniformBitwiseAnd <Subgroup> <Reduce> %{{.*}} : i32 -> i32
// CHECK: spirv.GroupNonUniformBitwiseOr <Subgroup> <Reduce> %{{.*}} : i32 -> i32
// CHECK: spirv.GroupNonUniformBitwiseXor <Subgroup> <Reduce> %{{.*}} : i32 -> i32
// CHECK: spirv.GroupNonUniformFAdd <Subgroup> <Reduce> %{{.*}} : f32 -> f32
// CHECK: spirv.GroupNonUniformFMul <Subgroup> <Reduce> %{{.*}} : f32 -> f32
// CHECK: spirv.GroupNonUniformFMin <Subgroup> <Reduce> %{{.*}} : f32 -> f32
// CHECK: spirv.GroupNonUniformFMax <Subgroup> <Reduce> %{{.*}} : f32 -> f32
// CHECK: spirv.GroupNonUniformLogicalAnd <Subgroup> <Reduce> %{{.*}} : i1 -> i1
// CHECK: spirv.GroupNonUniformLogicalOr <Subgroup> <Reduce> %{{.*}} : i1 -> i1
// CHECK: spirv.GroupNonUniformLogicalXor <Subgroup> <Reduce> %{{.*}} : i1 -> i1
// CHECK: spirv.GroupNonUniformIAdd <Subgroup> <ExclusiveScan> %{{.*}} : i32 -> i32
// CHECK: spirv.GroupNonUniformIMul <Subgroup> <ExclusiveScan> %{{.*}} : i32 -> i32
// CHECK: spirv.GroupNonUniformFAdd <Subgroup> <ExclusiveScan> %{{.*}} : f32 -> f32
// CHECK: spirv.GroupNonUniformFMul <Subgroup> <ExclusiveScan> %{{.*}} : f32 -> f32
wave.func @kinds(%n: i32 {wave.element = si32}, %x: f32 {wave.element = f32}, %flag: i1 {wave.element = i1}) kernel num_waves(1) {
  %0 = wave.reduce add %n : i32
  %1 = wave.reduce mul %n : i32
  %2 = wave.reduce minsi %n : i32
  %3 = wave.reduce minui %n : i32
  %4 = wave.reduce maxsi %n : i32
  %5 = wave.reduce maxui %n : i32
  %6 = wave.reduce and %n : i32
  %7 = wave.reduce or %n : i32
  %8 = wave.reduce xor %n : i32
  %9 = wave.reduce add %x : f32
  %10 = wave.reduce mul %x : f32
  %11 = wave.reduce minnumf %x : f32
  %12 = wave.reduce maxnumf %x : f32
  %13 = wave.reduce and %flag : i1
  %14 = wave.reduce or %flag : i1
  %15 = wave.reduce xor %flag : i1
  %16 = wave.prefix add %n : i32
  %17 = wave.prefix mul %n : i32
  %18 = wave.prefix add %x : f32
  %19 = wave.prefix mul %x : f32
}

}
