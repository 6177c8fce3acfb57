// RUN: wave-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{an image with 4 channels of f32 cannot have the format r8 [image-format]}}
wave.func @k(%a: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, f32>, wave.image_format = "r8"}) kernel num_waves(1) {
}

// -----

// expected-error @+1 {{an image with 4 channels of f32 cannot have the format rgba8ui [image-format]}}
wave.func @k(%a: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, f32>, wave.image_format = "rgba8ui"}) kernel num_waves(1) {
}

// -----

// expected-error @+1 {{an image with 4 channels of u32 cannot have the format rgba16i [image-format]}}
wave.func @k(%a: !wave.image<2d, i32, 4> {wave.binding = #wave.binding<uav, ui32>, wave.image_format = "rgba16i"}) kernel num_waves(1) {
}

// -----

// expected-error @+1 {{wave.image_format must be the name of a format like "rgba16f", or "unknown" [image-format]}}
wave.func @k(%a: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, f32>, wave.image_format = "r64ui"}) kernel num_waves(1) {
}

// -----

// expected-error @+1 {{wave.image_format must be the name of a format like "rgba16f", or "unknown" [image-format]}}
wave.func @k(%a: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, f32>, wave.image_format = 3 : i32}) kernel num_waves(1) {
}

// -----

// expected-error @+1 {{only a read-write image has wave.image_format: bind it as uav [image-format]}}
wave.func @k(%a: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<srv, f32>, wave.image_format = "rgba8"}) kernel num_waves(1) {
}

// -----

// expected-error @+1 {{wave.normalized of an image of f32 is "unorm" or "snorm" [image-format]}}
wave.func @k(%a: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, f32>, wave.normalized = "srgb"}) kernel num_waves(1) {
}

// -----

// expected-error @+1 {{wave.normalized of an image of f32 is "unorm" or "snorm" [image-format]}}
wave.func @k(%a: !wave.image<2d, i32, 4> {wave.binding = #wave.binding<uav, ui32>, wave.normalized = "unorm"}) kernel num_waves(1) {
}

// -----

// expected-error @+1 {{only a read-write image has wave.image_format: bind it as uav [image-format]}}
wave.func @k(%a: memref<?xf32> {wave.binding = #wave.binding<uav, f32>, wave.image_format = "r32f"}) kernel num_waves(1) {
}

// -----

wave.func @k(%a: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, ui32>, wave.image_format = "r8ui"},
             %x: i32 {wave.element = ui32}) kernel num_waves(1) {
  // expected-error @+1 {{needs an image of the format r32i or r32ui, got r8ui [atomic-element]}}
  %old = wave.image_atomic_rmw add %x, %a[%x, %x] : !wave.image<2d, i32, 1>
}
