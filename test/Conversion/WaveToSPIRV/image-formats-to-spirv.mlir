// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv | FileCheck %s

gpu.module @kernels {

// A stated format replaces the one that follows from the texels.
// CHECK: spirv.module @stated Logical GLSL450 requires #spirv.vce<v1.6, [Shader], []>
// CHECK-SAME: descriptor = "VK_DESCRIPTOR_TYPE_STORAGE_IMAGE", element = "f32", format = "VK_FORMAT_R16G16B16A16_SFLOAT"
// CHECK-SAME: element = "u32", format = "VK_FORMAT_R32_UINT"
// CHECK-DAG: @image_a {{.*}}!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba16f>
// CHECK-DAG: @image_b {{.*}}!spirv.image<i32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, R32ui>
wave.func @stated(%a: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, f32>, wave.image_format = "rgba16f", wave.name = "a"},
                  %b: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, ui32>, wave.image_format = "r32ui", wave.name = "b"},
                  %x: i32 {wave.element = ui32}) kernel num_waves(1) {
  %t = wave.image_load %a[%x, %x] : !wave.image<2d, f32, 4> -> vector<4xf32>
  wave.image_store %t, %a[%x, %x] : vector<4xf32>, !wave.image<2d, f32, 4>
  %old = wave.image_atomic_rmw add %x, %b[%x, %x] : !wave.image<2d, i32, 1>
}

// CHECK: spirv.module @extended Logical GLSL450 requires #spirv.vce<v1.6, [Shader, StorageImageExtendedFormats], []>
// CHECK-SAME: format = "VK_FORMAT_B10G11R11_UFLOAT_PACK32"
// CHECK: NoSampler, R11fG11fB10f>
wave.func @extended(%a: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, f32>, wave.image_format = "r11g11b10f"},
                    %x: i32 {wave.element = ui32}) kernel num_waves(1) {
  %t = wave.image_load %a[%x, %x] : !wave.image<2d, f32, 4> -> vector<4xf32>
}

// The host chooses the format: loads and stores need a capability each.
// CHECK: spirv.module @loads_unknown Logical GLSL450 requires #spirv.vce<v1.6, [Shader, StorageImageReadWithoutFormat], []>
// CHECK-SAME: format = "VK_FORMAT_UNDEFINED"
// CHECK: NoSampler, Unknown>
wave.func @loads_unknown(%a: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, f32>, wave.image_format = "unknown"},
                         %x: i32 {wave.element = ui32}) kernel num_waves(1) {
  %t = wave.image_load %a[%x, %x] : !wave.image<2d, f32, 4> -> vector<4xf32>
}

// CHECK: spirv.module @stores_unknown Logical GLSL450 requires #spirv.vce<v1.6, [Shader, StorageImageWriteWithoutFormat], []>
wave.func @stores_unknown(%a: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, si32>, wave.image_format = "unknown"},
                          %x: i32 {wave.element = ui32}) kernel num_waves(1) {
  wave.image_store %x, %a[%x, %x] : i32, !wave.image<2d, i32, 1>
}

// Normalized channels are floats; only a format says more.
// CHECK: spirv.module @normalized
// CHECK-DAG: @image_a {{.*}}NoSampler, Rgba32f>
// CHECK-DAG: @image_b {{.*}}NeedSampler, Unknown>
wave.func @normalized(%a: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, f32>, wave.normalized = "unorm", wave.name = "a"},
                      %b: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<srv, f32>, wave.normalized = "snorm", wave.name = "b"},
                      %x: i32 {wave.element = ui32}) kernel num_waves(1) {
  %t = wave.image_load %b[%x, %x] : !wave.image<2d, f32, 4> -> vector<4xf32>
  wave.image_store %t, %a[%x, %x] : vector<4xf32>, !wave.image<2d, f32, 4>
}

}
