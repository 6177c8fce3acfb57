// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv | FileCheck %s

gpu.module @kernels {

// CHECK: spirv.module @copy
// CHECK-SAME: bindings = [{binding = 0 : i64, components = 4 : i64, descriptor = "VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE", element = "f32", kind = "srv", name = "src", resource = "image", set = 0 : i64}, {binding = 1 : i64, components = 4 : i64, descriptor = "VK_DESCRIPTOR_TYPE_STORAGE_IMAGE", element = "f32", format = "VK_FORMAT_R32G32B32A32_SFLOAT", kind = "uav", name = "dst", resource = "image", set = 0 : i64}]
// CHECK-SAME: constants = {bytes = 8 : i64
// CHECK-DAG: @image_src bind(0, 0) : !spirv.ptr<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>, UniformConstant>
// CHECK-DAG: @image_dst bind(0, 1) : !spirv.ptr<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba32f>, UniformConstant>
// CHECK: %[[at:.*]] = spirv.CompositeConstruct %[[x:.*]], %[[y:.*]] : (i32, i32) -> vector<2xi32>
// CHECK: %[[level:.*]] = spirv.Constant 0 : i32
// CHECK: %[[texel:.*]] = spirv.FunctionCall @wave_image_fetch_0(%{{.*}}, %[[at]], %[[level]]) : (!spirv.image<{{.*}}>, vector<2xi32>, i32) -> vector<4xf32>
// CHECK: spirv.ImageWrite %{{.*}}, %{{.*}}, %[[texel]] : !spirv.image<{{.*}}>, vector<2xi32>, vector<4xf32>
wave.func @copy(%src: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<srv, f32>, wave.name = "src"},
                %dst: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, f32>, wave.name = "dst"},
                %x: i32 {wave.element = ui32}, %y: i32 {wave.element = ui32}) kernel num_waves(1) {
  %t = wave.image_load %src[%x, %y] : !wave.image<2d, f32, 4> -> vector<4xf32>
  wave.image_store %t, %dst[%x, %y] : vector<4xf32>, !wave.image<2d, f32, 4>
}

// The format has the sign of the binding; a load of one channel is the first of four.
// CHECK: spirv.module @channels
// CHECK-DAG: @image_a {{.*}}NoSampler, R32ui>
// CHECK-DAG: @image_b {{.*}}!spirv.image<si32, {{.*}}NoSampler, Rg32i>
// CHECK: %[[texel:.*]] = spirv.ImageRead %{{.*}} -> vector<4xi32>
// CHECK: %[[first:.*]] = spirv.CompositeExtract %[[texel]][0 : i32] : vector<4xi32>
// CHECK: %[[texel:.*]] = spirv.ImageRead %{{.*}} -> vector<4xsi32>
// CHECK: %[[bits:.*]] = spirv.Bitcast %[[texel]] : vector<4xsi32> to vector<4xi32>
// CHECK: %[[pair:.*]] = spirv.VectorShuffle [0 : i32, 1 : i32] %[[bits]]
// CHECK: spirv.ImageWrite %{{.*}}, %{{.*}}, %[[first]] : !spirv.image<{{.*}}>, vector<2xi32>, i32
// CHECK: %[[signed:.*]] = spirv.Bitcast %[[pair]] : vector<2xi32> to vector<2xsi32>
// CHECK: spirv.ImageWrite %{{.*}}, %{{.*}}, %[[signed]]
wave.func @channels(%a: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, ui32>, wave.name = "a"},
                    %b: !wave.image<2d, i32, 2> {wave.binding = #wave.binding<uav, si32>, wave.name = "b"},
                    %x: i32 {wave.element = ui32}) kernel num_waves(1) {
  %t = wave.image_load %a[%x, %x] : !wave.image<2d, i32, 1> -> i32
  %u = wave.image_load %b[%x, %x] : !wave.image<2d, i32, 2> -> vector<2xi32>
  wave.image_store %t, %a[%x, %x] : i32, !wave.image<2d, i32, 1>
  wave.image_store %u, %b[%x, %x] : vector<2xi32>, !wave.image<2d, i32, 2>
}

// CHECK: spirv.module @size
// CHECK: %[[size:.*]] = spirv.ImageQuerySize %{{.*}} -> vector<2xi32>
// CHECK: spirv.CompositeExtract %[[size]][0 : i32]
// CHECK: spirv.CompositeExtract %{{.*}}[1 : i32]
wave.func @size(%a: !wave.image<2d, f32, 1> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) {
  %w = wave.image_size x %a : !wave.image<2d, f32, 1>
  %h = wave.image_size y %a : !wave.image<2d, f32, 1>
}

// The size of a sampled image is that of its first level.
// CHECK: spirv.module @size_of_sampled Logical GLSL450 requires #spirv.vce<v1.6, [Shader, ImageQuery], []>
// CHECK: @wave_image_size_0(!spirv.image<i32, Dim2D, NoDepth, Arrayed, SingleSampled, NeedSampler, Unknown>, i32) -> vector<3xi32>
// CHECK: %[[level:.*]] = spirv.Constant 0 : i32
// CHECK: %[[size:.*]] = spirv.FunctionCall @wave_image_size_0(%{{.*}}, %[[level]])
// CHECK: spirv.CompositeExtract %[[size]][2 : i32]
wave.func @size_of_sampled(%a: !wave.image<2d_array, i32, 2> {wave.binding = #wave.binding<srv, ui8>}) kernel num_waves(1) {
  %n = wave.image_size z %a : !wave.image<2d_array, i32, 2>
}

// A barrier that orders buffers orders images too, which are then coherent.
// CHECK: spirv.module @coherent
// CHECK: @image_a {{.*}}{coherent}
// CHECK: spirv.ControlBarrier <Workgroup>, <Device>, <AcquireRelease|UniformMemory|ImageMemory>
wave.func @coherent(%a: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, ui32>, wave.name = "a"}, %x: i32 {wave.element = ui32}) kernel num_waves(1) {
  wave.image_store %x, %a[%x, %x] : i32, !wave.image<2d, i32, 1>
  wave.barrier device sync
}

// Atomics take the address of a texel, and its values have the sign of the format.
// CHECK: spirv.module @atomics
// CHECK: spirv.func @wave_texel_pointer_0(!spirv.ptr<!spirv.image<si32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, R32i>, UniformConstant>, vector<2xi32>, i32) -> !spirv.ptr<si32, Image>
// CHECK: %[[at:.*]] = spirv.CompositeConstruct %[[x:.*]], %[[x]] : (i32, i32) -> vector<2xi32>
// CHECK: %[[texel:.*]] = spirv.FunctionCall @wave_texel_pointer_0(%{{.*}}, %[[at]], %{{.*}})
// CHECK: %[[value:.*]] = spirv.Bitcast %[[x]] : i32 to si32
// CHECK: %[[old:.*]] = spirv.AtomicIAdd <Device> <None> %[[texel]], %[[value]] : !spirv.ptr<si32, Image>
// CHECK: %[[bits:.*]] = spirv.Bitcast %[[old]] : si32 to i32
// CHECK: spirv.FunctionCall @wave_texel_pointer_1
// CHECK: spirv.AtomicUMax <Device> <None> %{{.*}}, %[[bits]] : !spirv.ptr<i32, Image>
// CHECK: spirv.AtomicExchange <Device> <None> %{{.*}} : !spirv.ptr<i32, Image>
// CHECK: spirv.AtomicCompareExchange <Device> <None> <None> %{{.*}} : !spirv.ptr<i32, Image>
wave.func @atomics(%a: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, si32>, wave.name = "a"},
                   %b: !wave.image<2d_array, i32, 1> {wave.binding = #wave.binding<uav, ui32>, wave.name = "b"},
                   %x: i32 {wave.element = ui32}) kernel num_waves(1) {
  %0 = wave.image_atomic_rmw add %x, %a[%x, %x] : !wave.image<2d, i32, 1>
  %1 = wave.image_atomic_rmw maxui %0, %b[%x, %x, %x] : !wave.image<2d_array, i32, 1>
  %2 = wave.image_atomic_exchange %1, %b[%x, %x, %x] : !wave.image<2d_array, i32, 1>
  %3 = wave.image_atomic_cas %2, %x, %b[%x, %x, %x] : !wave.image<2d_array, i32, 1>
  wave.image_store %3, %b[%x, %x, %x] : i32, !wave.image<2d_array, i32, 1>
}

}
