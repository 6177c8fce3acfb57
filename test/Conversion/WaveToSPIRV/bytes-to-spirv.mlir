// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv | FileCheck %s
// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv=fixed-wave-size=8 | FileCheck %s --check-prefix=FIXED

gpu.module @kernels {

// Bytes are loaded, stored and converted, so the module needs no Int8.
// CHECK: spirv.module @bytes Logical GLSL450 requires #spirv.vce<v1.6, [{{[^]]*}}StorageBuffer8BitAccess{{[^]]*}}], []>
// CHECK-NOT: Int8
// CHECK-DAG: spirv.GlobalVariable @buffer_in bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i8, stride=1> [0, NonWritable])>, StorageBuffer>
// CHECK-DAG: spirv.GlobalVariable @buffer_out bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i8, stride=1> [0])>, StorageBuffer>
// CHECK: spirv.func @bytes
// CHECK: %[[byte:.*]] = spirv.Load "StorageBuffer" %{{.*}} : i8
// CHECK: %[[a:.*]] = spirv.UConvert %[[byte]] : i8 to i32
// CHECK: %[[byte:.*]] = spirv.Load "StorageBuffer" %{{.*}} : i8
// CHECK: %[[b:.*]] = spirv.SConvert %[[byte]] : i8 to i32
// CHECK: %[[sum:.*]] = spirv.IAdd %[[a]], %[[b]] : i32
// CHECK: %[[byte:.*]] = spirv.UConvert %[[sum]] : i32 to i8
// CHECK: spirv.Store "StorageBuffer" %{{.*}}, %[[byte]] : i8

// Before SPIR-V 1.5 it is an extension.
// FIXED: spirv.module @bytes Logical GLSL450 requires #spirv.vce<v1.3, [{{[^]]*}}StorageBuffer8BitAccess{{[^]]*}}], [SPV_KHR_8bit_storage]>
wave.func @bytes(%in: memref<?xi8> {wave.binding = #wave.binding<srv, ui8>, wave.name = "in"},
                 %out: memref<?xi8> {wave.binding = #wave.binding<uav, si8>, wave.name = "out"},
                 %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %i = arith.index_castui %n : i32 to index
  %a = wave.byte_load %in[%i] : memref<?xi8>
  %b = wave.byte_load signed %in[%i] : memref<?xi8>
  %sum = arith.addi %a, %b : i32
  wave.byte_store %sum, %out[%i] : memref<?xi8>
}

// CHECK: spirv.module @texels
// CHECK-DAG: @image_a {{.*}}!spirv.image<i32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>
// CHECK-DAG: @image_b {{.*}}!spirv.image<si32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba8i>
wave.func @texels(%a: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<srv, ui8>, wave.name = "a"},
                  %b: !wave.image<2d, i32, 4> {wave.binding = #wave.binding<uav, si8>, wave.name = "b"},
                  %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %t = wave.image_load %a[%n, %n] : !wave.image<2d, i32, 1> -> i32
  %v = vector.broadcast %t : i32 to vector<4xi32>
  wave.image_store %v, %b[%n, %n] : vector<4xi32>, !wave.image<2d, i32, 4>
}
}
