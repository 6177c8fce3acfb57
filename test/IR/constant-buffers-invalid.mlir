// RUN: wave-opt %s -verify-diagnostics -split-input-file

// expected-error@+1 {{a constant buffer must be a memref<Nxi32> of 1 to 16384 words, bound as cbv of ui32, got 'memref<?xi32>' and #wave.binding<cbv, ui32> [constant-buffer]}}
wave.func @dynamic_size_c22(%c: memref<?xi32> {wave.binding = #wave.binding<cbv, ui32>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a constant buffer must be a memref<Nxi32> of 1 to 16384 words, bound as cbv of ui32, got 'memref<0xi32>' and #wave.binding<cbv, ui32> [constant-buffer]}}
wave.func @no_words_c22(%c: memref<0xi32> {wave.binding = #wave.binding<cbv, ui32>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a constant buffer must be a memref<Nxi32> of 1 to 16384 words, bound as cbv of ui32, got 'memref<16385xi32>' and #wave.binding<cbv, ui32> [constant-buffer]}}
wave.func @too_many_words_c22(%c: memref<16385xi32> {wave.binding = #wave.binding<cbv, ui32>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a constant buffer must be a memref<Nxi32> of 1 to 16384 words, bound as cbv of ui32, got 'memref<4xf32>' and #wave.binding<cbv, ui32> [constant-buffer]}}
wave.func @floats_c22(%c: memref<4xf32> {wave.binding = #wave.binding<cbv, ui32>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a constant buffer must be a memref<Nxi32> of 1 to 16384 words, bound as cbv of ui32, got 'memref<4xi32>' and #wave.binding<cbv, si32> [constant-buffer]}}
wave.func @signed_element_c22(%c: memref<4xi32> {wave.binding = #wave.binding<cbv, si32>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a constant buffer must be a memref<Nxi32> of 1 to 16384 words, bound as cbv of ui32, got 'memref<4x4xi32>' and #wave.binding<cbv, ui32> [constant-buffer]}}
wave.func @two_dimensions_c22(%c: memref<4x4xi32> {wave.binding = #wave.binding<cbv, ui32>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a constant buffer must be a memref<Nxi32> of 1 to 16384 words, bound as cbv of ui32, got 'memref<4xi32, #gpu.address_space<workgroup>>' and #wave.binding<cbv, ui32> [constant-buffer]}}
wave.func @groupshared_c22(%c: memref<4xi32, #gpu.address_space<workgroup>> {wave.binding = #wave.binding<cbv, ui32>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a constant buffer must be a memref<Nxi32> of 1 to 16384 words, bound as cbv of ui32, got '!wave.image<2d, f32, 4>' and #wave.binding<cbv, ui32> [constant-buffer]}}
wave.func @image_c22(%c: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<cbv, ui32>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a constant buffer must be a memref<Nxi32> of 1 to 16384 words, bound as cbv of ui32, got 'i32' and #wave.binding<cbv, ui32> [constant-buffer]}}
wave.func @scalar_c22(%c: i32 {wave.binding = #wave.binding<cbv, ui32>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{wave.fields must be an array of dictionaries [constant-buffer-fields]}}
wave.func @no_list_c23(%c: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.fields = "a"}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{wave.fields must be an array of dictionaries [constant-buffer-fields]}}
wave.func @no_dictionary_c23(%c: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.fields = ["a"]}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a field needs a name, a string of UTF-8 [constant-buffer-fields]}}
wave.func @no_name_c23(%c: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.fields = [{type = f32, offset = 0}]}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a field needs a type, the element of a binding: f16, bf16, f32, f64, si16, ui16, si32, ui32, si64, ui64, i1, or a vector of 2 to 4 [constant-buffer-fields]}}
wave.func @no_sign_c23(%c: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.fields = [{name = "a", type = tensor<4xi32>, offset = 0}]}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a field needs an offset, a number of bytes [constant-buffer-fields]}}
wave.func @no_offset_c23(%c: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.fields = [{name = "a", type = f32}]}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{an array needs both count and stride [constant-buffer-fields]}}
wave.func @count_alone_c23(%c: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.fields = [{name = "a", type = f32, offset = 0, count = 2}]}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{count and stride are numbers [constant-buffer-fields]}}
wave.func @count_of_text_c23(%c: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.fields = [{name = "a", type = f32, offset = 0, count = "2", stride = 4}]}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a field has name, type, offset, count and stride only [constant-buffer-fields]}}
wave.func @unknown_attribute_c23(%c: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.fields = [{name = "a", type = f32, offset = 0, size = 4}]}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{two fields have the name 'a' [constant-buffer-fields]}}
wave.func @same_name_c23(%c: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.fields = [{name = "a", type = f32, offset = 0}, {name = "a", type = f32, offset = 4}]}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{field 'a': an array has at least one element [constant-buffer-fields]}}
wave.func @empty_array_c23(%c: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.fields = [{name = "a", type = f32, offset = 0, count = 0, stride = 16}]}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{field 'a': the stride of an array is at least the size of its elements [constant-buffer-fields]}}
wave.func @short_stride_c23(%c: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.fields = [{name = "a", type = vector<2xf32>, offset = 0, count = 2, stride = 4}]}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{field 'a': the field is not within the buffer [constant-buffer-fields]}}
wave.func @beyond_the_end_c23(%c: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.fields = [{name = "a", type = vector<2xf32>, offset = 12}]}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{field 'a': the field is not within the buffer [constant-buffer-fields]}}
wave.func @array_beyond_the_end_c23(%c: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.fields = [{name = "a", type = f32, offset = 0, count = 2, stride = 16}]}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{field 'a': the field is not within the buffer [constant-buffer-fields]}}
wave.func @negative_offset_c23(%c: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.fields = [{name = "a", type = f32, offset = -4}]}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{field 'a': the field is not within the buffer [constant-buffer-fields]}}
wave.func @huge_numbers_c23(%c: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.fields = [{name = "a", type = f32, offset = 0, count = 9223372036854775807, stride = 9223372036854775807}]}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{field 'a': the offset and the stride must be multiples of the size of a scalar, or of 4 if that is less [constant-buffer-fields]}}
wave.func @not_aligned_c23(%c: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.fields = [{name = "a", type = f32, offset = 2}]}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{only a constant buffer has wave.fields: bind it as cbv [constant-buffer-fields]}}
wave.func @fields_of_a_buffer_c23(%c: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>, wave.fields = []}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{field 'a': the field is not within the buffer [constant-buffer-fields]}}
wave.func @wide_number_c23(%c: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.fields = [{name = "a", type = f32, offset = 170141183460469231731687303715884105727 : i128}]}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{field 'a': an array has at least one element [constant-buffer-fields]}}
wave.func @wide_count_c23(%c: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.fields = [{name = "a", type = f32, offset = 0 : ui8, count = 170141183460469231731687303715884105727 : i128, stride = 4 : si8}]}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{only a constant buffer has wave.push_constants: bind it as cbv [push-constants]}}
wave.func @pushed_buffer_c24(%b: memref<?xf32> {wave.binding = #wave.binding<srv, f32>, wave.push_constants}) kernel num_waves(1) {
}

// -----

wave.func @two_blocks_c24(%a: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.push_constants},
                          // expected-error@+1 {{a kernel has one block of push constants at most: put the fields into one struct [push-constants]}}
                          %b: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.push_constants}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{wave.vulkan_binding is the set and the binding of a buffer or an image, array<i32: 0, 2>, or only the set [vulkan-binding]}}
wave.func @no_number_c25(%b: memref<?xf32> {wave.binding = #wave.binding<srv, f32>, wave.vulkan_binding = 2 : i32}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{wave.vulkan_binding is the set and the binding of a buffer or an image, array<i32: 0, 2>, or only the set [vulkan-binding]}}
wave.func @scalar_c25(%n: i32 {wave.element = ui32, wave.vulkan_binding = array<i32: 0, 2>}) kernel num_waves(1) {
}
