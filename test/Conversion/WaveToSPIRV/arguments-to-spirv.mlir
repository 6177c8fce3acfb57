// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv | FileCheck %s

gpu.module @kernels {

// Constants are naturally aligned. 16 bits and booleans take four bytes, a vector is its
// components one after the other; lengths follow, counted in scalars.
// CHECK: spirv.module @constants
// CHECK-SAME: constants = {bytes = 96 : i64, fields = [
// CHECK-SAME: {components = 1 : i64, element = "i16", name = "h", offset = 0 : i64, role = "argument"}
// CHECK-SAME: {components = 1 : i64, element = "u64", name = "l", offset = 8 : i64, role = "argument"}
// CHECK-SAME: {components = 1 : i64, element = "f16", name = "x", offset = 16 : i64, role = "argument"}
// CHECK-SAME: {components = 3 : i64, element = "f32", name = "v", offset = 20 : i64, role = "argument"}
// CHECK-SAME: {components = 2 : i64, element = "f64", name = "d", offset = 32 : i64, role = "argument"}
// CHECK-SAME: {components = 4 : i64, element = "bool", name = "b", offset = 48 : i64, role = "argument"}
// CHECK-SAME: {components = 3 : i64, element = "u16", name = "w", offset = 64 : i64, role = "argument"}
// CHECK-SAME: {components = 1 : i64, element = "i64", name = "k", offset = 80 : i64, role = "argument"}
// CHECK-SAME: {components = 1 : i64, element = "u32", name = "in", offset = 88 : i64, role = "length"}
// CHECK-SAME: {components = 1 : i64, element = "u32", name = "out", offset = 92 : i64, role = "length"}]}
// CHECK: spirv.GlobalVariable @{{.*}} : !spirv.ptr<!spirv.struct<(i32 [0], i64 [8], f32 [16], f32 [20], f32 [24], f32 [28], f64 [32], f64 [40], i32 [48], i32 [52], i32 [56], i32 [60], i32 [64], i32 [68], i32 [72], i64 [80], i32 [88], i32 [92])>, PushConstant>
// CHECK: spirv.SConvert %{{.*}} : i32 to i16
// CHECK: spirv.FConvert %{{.*}} : f32 to f16
// CHECK: %[[fourth:.*]] = spirv.Constant 3 : i32
// CHECK: spirv.AccessChain %{{.*}}[%[[fourth]]]
// CHECK: spirv.CompositeConstruct %{{.*}} : (f32, f32, f32) -> vector<3xf32>
// CHECK: spirv.INotEqual %{{.*}} : i32
// CHECK: spirv.CompositeConstruct %{{.*}} : (i1, i1, i1, i1) -> vector<4xi1>
wave.func @constants(
    %h: i16 {wave.element = si16, wave.name = "h"}, %l: i64 {wave.element = ui64, wave.name = "l"},
    %x: f16 {wave.element = f16, wave.name = "x"}, %v: vector<3xf32> {wave.element = vector<3xf32>, wave.name = "v"},
    %d: vector<2xf64> {wave.element = vector<2xf64>, wave.name = "d"}, %b: vector<4xi1> {wave.element = vector<4xi1>, wave.name = "b"},
    %w: vector<3xi16> {wave.element = vector<3xui16>, wave.name = "w"}, %k: i64 {wave.element = si64, wave.name = "k"},
    %in: memref<?xf16> {wave.binding = #wave.binding<srv, vector<3xf16>>, wave.name = "in"},
    %out: memref<?xi64> {wave.binding = #wave.binding<uav, ui64>, wave.name = "out"}) kernel num_waves(1) {
  %0 = arith.addi %h, %h : i16
  %1 = arith.addf %x, %x : f16
  %2 = arith.addf %v, %v : vector<3xf32>
  %3 = arith.select %b, %b, %b : vector<4xi1>, vector<4xi1>
  %4 = arith.addi %l, %k : i64
  %5 = arith.addf %d, %d : vector<2xf64>
  %6 = arith.addi %w, %w : vector<3xi16>
}

// Elements stand behind each other, as in NumPy.
// CHECK: spirv.module @buffers
// CHECK-SAME: bindings = [{binding = 0 : i64, components = 3 : i64, descriptor = "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER", element = "f16", kind = "srv", name = "in", resource = "buffer", set = 0 : i64}
// CHECK-SAME: {binding = 2 : i64, components = 1 : i64, descriptor = "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER", element = "f64", kind = "uav", name = "d", resource = "buffer", set = 0 : i64}
// CHECK-SAME: {binding = 1 : i64, components = 1 : i64, descriptor = "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER", element = "i16", kind = "uav", name = "out", resource = "buffer", set = 0 : i64}]
// CHECK-DAG: @buffer_in bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f16, stride=2> [0, NonWritable])>, StorageBuffer>
// CHECK-DAG: @buffer_d bind(0, 2) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f64, stride=8> [0])>, StorageBuffer>
// CHECK-DAG: @buffer_out bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i16, stride=2> [0])>, StorageBuffer>
wave.func @buffers(%in: memref<?xf16> {wave.binding = #wave.binding<srv, vector<3xf16>>, wave.name = "in"},
                   %d: memref<?xf64> {wave.binding = #wave.binding<uav, 0, 2, f64>, wave.name = "d"},
                   %out: memref<?xi16> {wave.binding = #wave.binding<uav, si16>, wave.name = "out"}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %x = memref.load %in[%c0] : memref<?xf16>
  %wide = arith.extf %x : f16 to f64
  memref.store %wide, %d[%c0] : memref<?xf64>
  %n = arith.bitcast %x : f16 to i16
  memref.store %n, %out[%c0] : memref<?xi16>
}

}
