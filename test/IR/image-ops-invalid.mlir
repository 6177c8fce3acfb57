// RUN: wave-opt %s -verify-diagnostics -split-input-file

// expected-error@+1 {{an image holds i32 or f32, got 'f16' [image-type]}}
wave.func @image_of_halves_c1(%image: !wave.image<2d, f16, 4>) {
}

// -----

// expected-error@+1 {{an image holds i32 or f32, got 'ui32' [image-type]}}
wave.func @image_with_sign_c1(%image: !wave.image<2d, ui32, 4>) {
}

// -----

// expected-error@+1 {{an image has 1, 2 or 4 channels, got 3: for three use 4 and leave one unused [image-channels]}}
wave.func @image_of_three_channels_c2(%image: !wave.image<2d, f32, 3>) {
}

// -----

// expected-error@+1 {{an image has 1, 2 or 4 channels, got 5: for three use 4 and leave one unused [image-channels]}}
wave.func @image_of_five_channels_c2(%image: !wave.image<2d, f32, 5>) {
}

// -----

// expected-error@+1 {{expects '2d' or '2d_array', got '3d'}}
wave.func @image_of_three_dimensions(%image: !wave.image<3d, f32, 4>) {
}

// -----

wave.func @load_of_scalar_c1(%image: !wave.image<2d, f32, 4>, %x: i32) {
  // expected-error@+1 {{'wave.image_load' op a texel of '!wave.image<2d, f32, 4>' is a 'vector<4xf32>', got 'f32' [image-value]}}
  %0 = wave.image_load %image[%x, %x] : !wave.image<2d, f32, 4> -> f32
}

// -----

wave.func @load_of_vector_c1(%image: !wave.image<2d, i32, 1>, %x: i32) {
  // expected-error@+1 {{'wave.image_load' op a texel of '!wave.image<2d, i32, 1>' is a 'i32', got 'vector<2xi32>' [image-value]}}
  %0 = wave.image_load %image[%x, %x] : !wave.image<2d, i32, 1> -> vector<2xi32>
}

// -----

wave.func @store_of_other_element_c1(%image: !wave.image<2d, f32, 1>, %x: i32) {
  // expected-error@+1 {{'wave.image_store' op a texel of '!wave.image<2d, f32, 1>' is a 'f32', got 'i32' [image-value]}}
  wave.image_store %x, %image[%x, %x] : i32, !wave.image<2d, f32, 1>
}

// -----

wave.func @depth_of_image_c1(%image: !wave.image<2d, f32, 1>) {
  // expected-error@+1 {{'wave.image_size' op an image of two dimensions has a size in x and y, got z [image-dimension]}}
  %0 = wave.image_size z %image : !wave.image<2d, f32, 1>
}

// -----

// expected-error@+1 {{an image of a kernel must have a wave.binding whose element fits '!wave.image<2d, f32, 1>' (si8, ui8, si32, ui32 or f32) [image-binding]}}
wave.func @image_without_binding_c21(%image: !wave.image<2d, f32, 1>) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{an image of a kernel must have a wave.binding whose element fits '!wave.image<2d, f32, 1>' (si8, ui8, si32, ui32 or f32) [image-binding]}}
wave.func @image_of_other_element_c21(%image: !wave.image<2d, f32, 1> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{an image of a kernel must have a wave.binding whose element fits '!wave.image<2d, f32, 4>' (si8, ui8, si32, ui32 or f32) [image-binding]}}
wave.func @image_of_vectors_c21(%image: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<srv, vector<4xf32>>}) kernel num_waves(1) {
}

// -----

wave.func @load_of_two_coordinates_c2(%image: !wave.image<2d_array, f32, 1>, %x: i32) {
  // expected-error@+1 {{'wave.image_load' op takes 3 coordinates of '!wave.image<2d_array, f32, 1>', got 2 [image-coordinate]}}
  %0 = wave.image_load %image[%x, %x] : !wave.image<2d_array, f32, 1> -> f32
}

// -----

wave.func @store_of_three_coordinates_c2(%image: !wave.image<2d, i32, 1>, %x: i32) {
  // expected-error@+1 {{'wave.image_store' op takes 2 coordinates of '!wave.image<2d, i32, 1>', got 3 [image-coordinate]}}
  wave.image_store %x, %image[%x, %x, %x] : i32, !wave.image<2d, i32, 1>
}

// -----

wave.func @atomic_kind_c1(%image: !wave.image<2d, i32, 1>, %x: i32) {
  // expected-error@+1 {{'wave.image_atomic_rmw' op cannot combine i32 by 'mul': atomics of integers are add, and, or, xor, minsi, minui, maxsi and maxui [atomic-kind]}}
  %0 = wave.image_atomic_rmw mul %x, %image[%x, %x] : !wave.image<2d, i32, 1>
}

// -----

wave.func @atomic_of_two_channels_c2(%image: !wave.image<2d, i32, 2>, %x: i32) {
  // expected-error@+1 {{'wave.image_atomic_rmw' op an atomic on a texel needs an image of one channel of 32-bit integers, got '!wave.image<2d, i32, 2>' [atomic-element]}}
  %0 = wave.image_atomic_rmw add %x, %image[%x, %x] : !wave.image<2d, i32, 2>
}

// -----

wave.func @exchange_of_float_c1(%image: !wave.image<2d, f32, 1>, %x: i32) {
  // expected-error@+1 {{'wave.image_atomic_exchange' op an atomic on a texel needs an image of one channel of 32-bit integers, got '!wave.image<2d, f32, 1>' [atomic-element]}}
  %0 = wave.image_atomic_exchange %x, %image[%x, %x] : !wave.image<2d, f32, 1>
}

// -----

wave.func @cas_of_bytes_c1(%image: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, ui8>}, %x: i32 {wave.element = ui32}) kernel num_waves(1) {
  // expected-error@+1 {{'wave.image_atomic_cas' op an atomic on a texel needs an image of one channel of 32-bit integers, got '!wave.image<2d, i32, 1>' of bytes [atomic-element]}}
  %0 = wave.image_atomic_cas %x, %x, %image[%x, %x] : !wave.image<2d, i32, 1>
}

// -----

wave.func @atomic_of_two_coordinates_c3(%image: !wave.image<2d_array, i32, 1>, %x: i32) {
  // expected-error@+1 {{'wave.image_atomic_rmw' op takes 3 coordinates of '!wave.image<2d_array, i32, 1>', got 2 [image-coordinate]}}
  %0 = wave.image_atomic_rmw add %x, %image[%x, %x] : !wave.image<2d_array, i32, 1>
}
