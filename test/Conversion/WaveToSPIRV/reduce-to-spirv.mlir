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
// CHECK: spirv.GroupNonUniformIAdd <Subgroup> <InclusiveScan> %{{.*}} : i32 -> i32
// CHECK: spirv.GroupNonUniformFMax <Subgroup> <InclusiveScan> %{{.*}} : f32 -> f32
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
  %20 = wave.inclusive_prefix add %n : i32
  %21 = wave.inclusive_prefix maxnumf %x : f32
}

// 16 bits are combined as 32, with the sign that the kind wants; 64 have instructions.
// CHECK: spirv.module @widths
// CHECK: %[[wide:.*]] = spirv.UConvert %[[h:.*]] : i16 to i32
// CHECK: %[[sum:.*]] = spirv.GroupNonUniformIAdd <Subgroup> <Reduce> %[[wide]] : i32 -> i32
// CHECK: spirv.UConvert %[[sum]] : i32 to i16
// CHECK: %[[wide:.*]] = spirv.SConvert %[[h]] : i16 to i32
// CHECK: spirv.GroupNonUniformSMin <Subgroup> <Reduce> %[[wide]] : i32 -> i32
// CHECK: %[[wide:.*]] = spirv.UConvert %[[h]] : i16 to i32
// CHECK: spirv.GroupNonUniformUMax <Subgroup> <Reduce> %[[wide]] : i32 -> i32
// CHECK: %[[wide:.*]] = spirv.FConvert %{{.*}} : f16 to f32
// A NaN goes into a minimum as the infinity that changes nothing.
// CHECK: %[[infinity:.*]] = spirv.Constant 0x7F800000 : f32
// CHECK: %[[number:.*]] = spirv.FOrdEqual %[[wide]], %[[wide]] : f32
// CHECK: %[[given:.*]] = spirv.Select %[[number]], %[[wide]], %[[infinity]] : i1, f32
// CHECK: %[[sum:.*]] = spirv.GroupNonUniformFMin <Subgroup> <Reduce> %[[given]] : f32 -> f32
// CHECK: spirv.FConvert %[[sum]] : f32 to f16
// CHECK: spirv.GroupNonUniformSMax <Subgroup> <Reduce> %{{.*}} : i64 -> i64
// CHECK: spirv.GroupNonUniformFAdd <Subgroup> <ExclusiveScan> %{{.*}} : f64 -> f64
// CHECK: spirv.Constant 0xFFF0000000000000 : f64
// CHECK: spirv.GroupNonUniformFMax <Subgroup> <Reduce> %{{.*}} : f64 -> f64
wave.func @widths(%h: i16 {wave.element = si16}, %x: f16 {wave.element = f16}, %l: i64 {wave.element = si64}, %d: f64 {wave.element = f64}) kernel num_waves(1) {
  %0 = wave.reduce add %h : i16
  %1 = wave.reduce minsi %h : i16
  %2 = wave.reduce maxui %h : i16
  %3 = wave.reduce minnumf %x : f16
  %4 = wave.reduce maxsi %l : i64
  %5 = wave.prefix add %d : f64
  %6 = wave.reduce maxnumf %d : f64
}

// CHECK: spirv.module @scans_of_bits
// CHECK: spirv.GroupNonUniformBitwiseAnd <Subgroup> <ExclusiveScan> %{{.*}} : i32 -> i32
// CHECK: spirv.GroupNonUniformBitwiseOr <Subgroup> <ExclusiveScan> %{{.*}} : i32 -> i32
// CHECK: spirv.GroupNonUniformBitwiseXor <Subgroup> <ExclusiveScan> %{{.*}} : i32 -> i32
// CHECK: spirv.GroupNonUniformLogicalAnd <Subgroup> <ExclusiveScan> %{{.*}} : i1 -> i1
wave.func @scans_of_bits(%n: i32 {wave.element = si32}, %flag: i1 {wave.element = i1}) kernel num_waves(1) {
  %0 = wave.prefix and %n : i32
  %1 = wave.prefix or %n : i32
  %2 = wave.prefix xor %n : i32
  %3 = wave.prefix and %flag : i1
}

}
