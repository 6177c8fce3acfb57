// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv | FileCheck %s

// Only what is used.
gpu.module @kernels {

// CHECK: @i16 Logical GLSL450 requires #spirv.vce<v1.6, [Shader, Int16], []>
wave.func @i16(%x: i16 {wave.element = si16}) kernel num_waves(1) {
  %s = wave.groupshared : memref<4xi16, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  memref.store %x, %s[%c0] : memref<4xi16, #gpu.address_space<workgroup>>
}

// CHECK: @i16_buffer Logical GLSL450 requires #spirv.vce<v1.6, [Shader, Int16, StorageBuffer16BitAccess], []>
wave.func @i16_buffer(%x: i16 {wave.element = si16}, %out: memref<?xi16> {wave.binding = #wave.binding<uav, si16>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  memref.store %x, %out[%c0] : memref<?xi16>
}

// CHECK: @f16_vector Logical GLSL450 requires #spirv.vce<v1.6, [Shader, Float16], []>
wave.func @f16_vector(%x: vector<2xf16> {wave.element = vector<2xf16>}) kernel num_waves(1) {
  %y = arith.addf %x, %x : vector<2xf16>
}

// CHECK: @f64 Logical GLSL450 requires #spirv.vce<v1.6, [Shader, Float64], []>
wave.func @f64(%x: f64 {wave.element = f64}, %out: memref<?xf64> {wave.binding = #wave.binding<uav, f64>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  memref.store %x, %out[%c0] : memref<?xf64>
}

// CHECK: @i64 Logical GLSL450 requires #spirv.vce<v1.6, [Shader, Int64], []>
wave.func @i64(%x: i64 {wave.element = ui64}, %out: memref<?xi64> {wave.binding = #wave.binding<uav, ui64>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  memref.store %x, %out[%c0] : memref<?xi64>
}

// It implies Int64.
// CHECK: @i64_atomic Logical GLSL450 requires #spirv.vce<v1.6, [Shader, Int64Atomics], []>
wave.func @i64_atomic(%x: i64 {wave.element = ui64}, %out: memref<?xi64> {wave.binding = #wave.binding<uav, ui64>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %old = wave.atomic_exchange %x, %out[%c0] : memref<?xi64>
}

// CHECK: @image Logical GLSL450 requires #spirv.vce<v1.6, [Shader], []>
wave.func @image(%image: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<srv, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %t = wave.image_load %image[%n, %n] : !wave.image<2d, f32, 4> -> vector<4xf32>
}

// CHECK: @image_of_two Logical GLSL450 requires #spirv.vce<v1.6, [Shader, StorageImageExtendedFormats, ImageQuery], []>
wave.func @image_of_two(%image: !wave.image<2d, f32, 2> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) {
  %w = wave.image_size x %image : !wave.image<2d, f32, 2>
}

}
