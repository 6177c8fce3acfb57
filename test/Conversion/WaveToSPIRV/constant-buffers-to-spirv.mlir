// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv | FileCheck %s

gpu.module @kernels {

// A uniform block of rows of four words, which need a whole last row; its length is no push constant.
// CHECK: spirv.module @loads
// CHECK-SAME: bindings = [{binding = 3 : i64, bytes = 20 : i64, components = 1 : i64, descriptor = "VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER", element = "u32", fields = [{components = 1 : i64, count = 1 : i64, element = "f32", name = "scale", offset = 0 : i64, stride = 0 : i64}, {components = 3 : i64, count = 1 : i64, element = "i32", name = "place", offset = 4 : i64, stride = 0 : i64}], kind = "cbv", name = "c", resource = "constant_buffer", set = 1 : i64}
// CHECK-SAME: constants = {bytes = 8 : i64, fields = [{components = 1 : i64, element = "u32", name = "n", offset = 0 : i64, role = "argument"}, {components = 1 : i64, element = "u32", name = "out", offset = 4 : i64, role = "length"}]}
// CHECK-DAG: spirv.GlobalVariable @constants_c bind(1, 3) : !spirv.ptr<!spirv.struct<(!spirv.array<2 x vector<4xi32>, stride=16> [0])>, Uniform>
// CHECK: spirv.func @loads
// CHECK-DAG: %[[c:.*]] = spirv.mlir.addressof @constants_c
// CHECK-DAG: %[[n:.*]] = spirv.Load "PushConstant"
// A constant index has a constant row and component.
// CHECK: %[[one:.*]] = spirv.Constant 1 : i32
// CHECK: %[[zero:.*]] = spirv.Constant 0 : i32
// CHECK: spirv.AccessChain %[[c]][%{{.*}}, %[[one]], %[[zero]]]
// CHECK: spirv.Load "Uniform" %{{.*}} : i32
// CHECK: %[[row:.*]] = spirv.ShiftRightLogical %[[n]], %
// CHECK: %[[component:.*]] = spirv.BitwiseAnd %[[n]], %
// CHECK: spirv.AccessChain %[[c]][%{{.*}}, %[[row]], %[[component]]]
// CHECK: spirv.Load "Uniform" %{{.*}} : i32
// CHECK-COUNT-2: spirv.Load "Uniform" %{{.*}} : i32
// CHECK: spirv.CompositeConstruct %{{.*}}, %{{.*}} : (i32, i32) -> vector<2xi32>
wave.func @loads(%c: memref<5xi32> {wave.binding = #wave.binding<cbv, 1, 3, ui32>, wave.name = "c",
                                    wave.fields = [{name = "scale", type = f32, offset = 0}, {name = "place", type = vector<3xsi32>, offset = 4}]},
                 %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "out"}, %n: i32 {wave.element = ui32, wave.name = "n"}) kernel num_waves(1) {
  %c4 = arith.constant 4 : index
  %i = arith.index_castui %n : i32 to index
  %0 = memref.load %c[%c4] : memref<5xi32>
  %1 = memref.load %c[%i] : memref<5xi32>
  %2 = vector.load %c[%i] : memref<5xi32>, vector<2xi32>
  %3 = vector.extract %2[0] : i32 from vector<2xi32>
  %4 = arith.addi %0, %1 : i32
  %5 = arith.addi %4, %3 : i32
  memref.store %5, %out[%c4] : memref<?xi32>
}

// Without a statement the numbering continues; the length is known.
// CHECK: spirv.module @numbered
// CHECK-DAG: spirv.GlobalVariable @buffer_a bind(0, 0)
// CHECK-DAG: spirv.GlobalVariable @constants_b bind(0, 1)
// CHECK-DAG: spirv.GlobalVariable @buffer_c bind(0, 2)
// CHECK: spirv.Constant 6 : i32
wave.func @numbered(%a: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>, wave.name = "a"}, %b: memref<6xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.name = "b"},
                    %c: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "c"}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %length = memref.dim %b, %c0 : memref<6xi32>
  %n = arith.index_castui %length : index to i32
  %0 = memref.load %a[%c0] : memref<?xi32>
  %1 = memref.load %b[%c0] : memref<6xi32>
  %2 = arith.addi %0, %1 : i32
  %3 = arith.addi %2, %n : i32
  memref.store %3, %c[%c0] : memref<?xi32>
}

// Registers of Direct3D count by kind. Where kinds have the same number, the first keeps it.
// CHECK: spirv.module @registers
// CHECK-DAG: spirv.GlobalVariable @buffer_t0 bind(0, 0)
// CHECK-DAG: spirv.GlobalVariable @buffer_u0 bind(0, 3)
// CHECK-DAG: spirv.GlobalVariable @buffer_u1 bind(0, 1)
// CHECK-DAG: spirv.GlobalVariable @constants_b0 bind(0, 4)
// CHECK-DAG: spirv.GlobalVariable @constants_b2 bind(0, 2)
// CHECK-DAG: spirv.GlobalVariable @constants_other bind(1, 0)
wave.func @registers(%t0: memref<?xi32> {wave.binding = #wave.binding<srv, 0, 0, ui32>, wave.name = "t0"}, %u0: memref<?xi32> {wave.binding = #wave.binding<uav, 0, 0, ui32>, wave.name = "u0"},
                     %u1: memref<?xi32> {wave.binding = #wave.binding<uav, 0, 1, ui32>, wave.name = "u1"}, %b0: memref<4xi32> {wave.binding = #wave.binding<cbv, 0, 0, ui32>, wave.name = "b0"},
                     %b2: memref<4xi32> {wave.binding = #wave.binding<cbv, 0, 2, ui32>, wave.name = "b2"}, %other: memref<4xi32> {wave.binding = #wave.binding<cbv, 1, 0, ui32>, wave.name = "other"}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %t0[%c0] : memref<?xi32>
  %1 = memref.load %b0[%c0] : memref<4xi32>
  %2 = memref.load %b2[%c0] : memref<4xi32>
  %3 = memref.load %other[%c0] : memref<4xi32>
  %4 = arith.addi %0, %1 : i32
  %5 = arith.addi %2, %3 : i32
  memref.store %4, %u0[%c0] : memref<?xi32>
  memref.store %5, %u1[%c0] : memref<?xi32>
}

// Push constants begin with the words of the constant buffer; the scalars and the lengths follow it.
// CHECK: spirv.module @pushed
// CHECK-SAME: bindings = [{binding = 0 : i64, components = 1 : i64, descriptor = "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER", element = "u32", kind = "uav", name = "out", resource = "buffer", set = 0 : i64}]
// CHECK-SAME: constants = {block = {bytes = 20 : i64, fields = [{components = 1 : i64, count = 1 : i64, element = "f32", name = "scale", offset = 0 : i64, stride = 0 : i64}], name = "c"}, bytes = 28 : i64, fields = [{components = 1 : i64, element = "u32", name = "n", offset = 20 : i64, role = "argument"}, {components = 1 : i64, element = "u32", name = "out", offset = 24 : i64, role = "length"}]}
// CHECK-DAG: spirv.GlobalVariable @constants : !spirv.ptr<!spirv.struct<(!spirv.array<5 x i32, stride=4> [0], i32 [20], i32 [24])>, PushConstant>
// CHECK: spirv.func @pushed
// CHECK-DAG: %[[words:.*]] = spirv.AccessChain %{{.*}}[%{{.*}}] : !spirv.ptr<!spirv.struct<{{.*}}>, PushConstant>, i32 -> !spirv.ptr<!spirv.array<5 x i32, stride=4>, PushConstant>
// CHECK: spirv.AccessChain %[[words]][%{{.*}}]
// CHECK: spirv.Load "PushConstant" %{{.*}} : i32
wave.func @pushed(%c: memref<5xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.name = "c", wave.push_constants, wave.fields = [{name = "scale", type = f32, offset = 0}]},
                  %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "out"}, %n: i32 {wave.element = ui32, wave.name = "n"}) kernel num_waves(1) {
  %i = arith.index_castui %n : i32 to index
  %0 = memref.load %c[%i] : memref<5xi32>
  memref.store %0, %out[%i] : memref<?xi32>
}

// A statement for Vulkan comes first. A register whose place it has, or another kind, gets a free binding; so does a set alone.
// CHECK: spirv.module @of_vulkan
// CHECK-DAG: spirv.GlobalVariable @buffer_a bind(0, 1)
// CHECK-DAG: spirv.GlobalVariable @buffer_b bind(0, 0)
// CHECK-DAG: spirv.GlobalVariable @buffer_c bind(0, 2)
// CHECK-DAG: spirv.GlobalVariable @buffer_d bind(3, 0)
wave.func @of_vulkan(%a: memref<?xi32> {wave.binding = #wave.binding<srv, 0, 0, ui32>, wave.name = "a"}, %b: memref<?xi32> {wave.binding = #wave.binding<uav, 1, 5, ui32>, wave.vulkan_binding = array<i32: 0, 0>, wave.name = "b"},
                     %c: memref<?xi32> {wave.binding = #wave.binding<uav, 0, 7, ui32>, wave.vulkan_binding = array<i32: 0>, wave.name = "c"}, %d: memref<?xi32> {wave.binding = #wave.binding<srv, 0, 1, ui32>, wave.vulkan_binding = array<i32: 3>, wave.name = "d"}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %a[%c0] : memref<?xi32>
  %1 = memref.load %d[%c0] : memref<?xi32>
  memref.store %0, %b[%c0] : memref<?xi32>
  memref.store %1, %c[%c0] : memref<?xi32>
}
}
