// RUN: wave-opt %s -verify-diagnostics -split-input-file

// expected-error@+1 {{'wave.func' op states both num_waves and num_threads: keep num_waves to fix the number of waves, or num_threads to fix the number of threads [num-waves-with-num-threads]}}
wave.func @num_waves_with_num_threads_c1() kernel num_waves(2) num_threads(8, 1, 1) {
}

// -----

// expected-error@+1 {{'wave.func' op num_waves must be greater than zero, got 0 [num-waves-zero]}}
wave.func @num_waves_zero_c2() kernel num_waves(0) {
}

// -----

// expected-error@+1 {{'wave.func' op num_waves must be greater than zero, got -4 [num-waves-zero]}}
wave.func @num_waves_negative_c2() kernel num_waves(-4) {
}

// -----

// expected-error@+1 {{'wave.func' op num_waves must be greater than zero, got 0 [num-waves-zero]}}
wave.func @num_waves_of_helper_zero_c2() num_waves(0) {
}

// -----

// expected-error@+1 {{'wave.func' op num_waves is for compute and amplification kernels, not for mesh ones: use num_threads [num-waves-stage]}}
wave.func @num_waves_on_mesh_c3() kernel stage(mesh) num_waves(2) {
}

// -----

// expected-error@+1 {{'wave.func' op num_waves is for compute and amplification kernels, not for node ones: use num_threads [num-waves-stage]}}
wave.func @num_waves_on_node_c3() kernel stage(node) node_launch(broadcasting) num_waves(2) {
}

// -----

// expected-error@+1 {{'wave.func' op num_waves is for compute and amplification kernels, not for pixel ones: leave it out [num-waves-stage]}}
wave.func @num_waves_on_pixel_c3() kernel stage(pixel) num_waves(2) {
}

// -----

// expected-error@+1 {{'wave.func' op num_waves is for compute and amplification kernels, not for raygeneration ones: leave it out [num-waves-stage]}}
wave.func @num_waves_on_raygeneration_c3() kernel stage(raygeneration) num_waves(2) {
}

// -----

// expected-error@+1 {{'wave.func' op states neither num_waves nor num_threads: a compute kernel needs one of them [no-group-size]}}
wave.func @no_group_size_c4() kernel {
}

// -----

// expected-error@+1 {{'wave.func' op states neither num_waves nor num_threads: a mesh kernel needs one of them [no-group-size]}}
wave.func @no_group_size_of_mesh_c4() kernel stage(mesh) {
}

// -----

// expected-error@+1 {{'wave.func' op states neither num_waves nor num_threads: a node kernel needs one of them [no-group-size]}}
wave.func @no_group_size_of_coalescing_node_c4() kernel stage(node) node_launch(coalescing) {
}

// -----

// expected-error@+1 {{'wave.func' op num_threads must be three numbers greater than zero [num-threads-zero]}}
wave.func @num_threads_zero_c5() kernel num_threads(8, 0, 1) {
}

// -----

// expected-error@+1 {{'wave.func' op num_threads asks for more than 2147483647 threads [num-threads-limit]}}
wave.func @product_c28() kernel num_threads(2147483647, 2, 1) {
}

// -----

// Three such numbers exceed 64 bits.
// expected-error@+1 {{'wave.func' op num_threads asks for more than 2147483647 threads [num-threads-limit]}}
wave.func @long_product_c28() num_threads(2147483647, 2147483647, 2147483647) {
}

// -----

// expected-error@+1 {{'wave.func' op has a name that is not UTF-8 [name-encoding]}}
wave.func @"\FF_c27"() kernel num_waves(1) {
}

// -----

// expected-error@+1 {{an argument has a name that is not UTF-8 [name-encoding]}}
wave.func @argument_c27(%x: i32 {wave.element = ui32, wave.name = "gr\F6"}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{'wave.func' op num_threads must be three numbers greater than zero [num-threads-zero]}}
wave.func @two_numbers_of_threads_c5() kernel num_threads(8, 8) {
}

// -----

// expected-error@+1 {{'wave.func' op num_threads is for stages that run in groups, not for pixel: leave it out [num-threads-stage]}}
wave.func @num_threads_on_pixel_c6() kernel stage(pixel) num_threads(8, 1, 1) {
}

// -----

// expected-error@+1 {{'wave.func' op num_threads is for stages that run in groups, not for node: leave it out [num-threads-stage]}}
wave.func @num_threads_on_thread_launch_c6() kernel stage(node) node_launch(thread) num_threads(8, 1, 1) {
}

// -----

// expected-error@+1 {{'wave.func' op a wave must have from 4 to 128 lanes, got 2 [wave-size-range]}}
wave.func @wave_size_below_c7() kernel num_waves(1) wave_size(2) {
}

// -----

// expected-error@+1 {{'wave.func' op a wave must have from 4 to 128 lanes, got 256 [wave-size-range]}}
wave.func @wave_size_above_c7() kernel num_waves(1) wave_size(4, 256) {
}

// -----

// expected-error@+1 {{'wave.func' op a wave must have from 4 to 128 lanes, got 0 [wave-size-range]}}
wave.func @wave_size_zero_c7() kernel num_waves(1) wave_size(0) {
}

// -----

// expected-error@+1 {{'wave.func' op a wave size must be a power of two, got 24: use 32 [wave-size-power-of-two]}}
wave.func @wave_size_power_of_two_c8() kernel num_waves(1) wave_size(24) {
}

// -----

// expected-error@+1 {{'wave.func' op a wave size must be a power of two, got 100: use 128 [wave-size-power-of-two]}}
wave.func @preferred_power_of_two_c8() kernel num_waves(1) wave_size(4, 128, 100) {
}

// -----

// expected-error@+1 {{'wave.func' op the smallest wave size must be less than the largest, got 32 and 32: for one size write wave_size(32) [wave-size-order]}}
wave.func @wave_size_equal_c9() kernel num_waves(1) wave_size(32, 32) {
}

// -----

// expected-error@+1 {{'wave.func' op the smallest wave size must be less than the largest, got 64 and 16: for one size write wave_size(64) [wave-size-order]}}
wave.func @wave_size_order_c9() kernel num_waves(1) wave_size(64, 16) {
}

// -----

// expected-error@+1 {{'wave.func' op wave_size must be a size, a smallest and a largest size, or these and a preferred one [wave-size-order]}}
wave.func @wave_size_without_numbers_c9() kernel num_waves(1) wave_size() {
}

// -----

// expected-error@+1 {{'wave.func' op wave_size must be a size, a smallest and a largest size, or these and a preferred one [wave-size-order]}}
wave.func @wave_size_of_four_numbers_c9() kernel num_waves(1) wave_size(4, 64, 8, 16) {
}

// -----

// expected-error@+1 {{'wave.func' op the preferred wave size must be within the range 16..32, got 64 [wave-size-preferred]}}
wave.func @wave_size_preferred_above_c10() kernel num_waves(1) wave_size(16, 32, 64) {
}

// -----

// expected-error@+1 {{'wave.func' op the preferred wave size must be within the range 16..32, got 8 [wave-size-preferred]}}
wave.func @wave_size_preferred_below_c10() kernel num_waves(1) wave_size(16, 32, 8) {
}

// -----

// expected-error@+1 {{'wave.func' op a kernel cannot return values: write results to a buffer [kernel-result]}}
wave.func @kernel_result_c11() -> i32 kernel num_waves(1) {
  %c = arith.constant 1 : i32
  wave.return %c : i32
}

// -----

// expected-error@+1 {{a buffer must hold i8, i16, i32, i64, f16, bf16, f32 or f64, got 'memref<?xi1>': store a boolean as i8 or i32, and a vector as its components one after the other [buffer-element]}}
wave.func @buffer_of_booleans_c12(%a: memref<?xi1> {wave.binding = #wave.binding<srv, i1>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a buffer must hold i8, i16, i32, i64, f16, bf16, f32 or f64, got 'memref<?xvector<3xf32>>': store a boolean as i8 or i32, and a vector as its components one after the other [buffer-element]}}
wave.func @buffer_of_vectors_c12(%a: memref<?xvector<3xf32>> {wave.binding = #wave.binding<srv, f32>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a buffer must hold i8, i16, i32, i64, f16, bf16, f32 or f64, got 'memref<?xi1>': store a boolean as i8 or i32}}
wave.func @buffer_of_helper_c12(%a: memref<?xi1>) {
}

// -----

// expected-error@+1 {{a buffer must be a memref<?xT> of rank 1, got 'memref<?x?xf32>': compute the index from the coordinates [buffer-rank]}}
wave.func @buffer_of_rank_two_c13(%a: memref<?x?xf32> {wave.binding = #wave.binding<srv, f32>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a buffer must be a memref<?xT> of rank 1, got 'memref<16xf32>': compute the index from the coordinates [buffer-rank]}}
wave.func @buffer_of_static_length_c13(%a: memref<16xf32> {wave.binding = #wave.binding<srv, f32>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a buffer must be a memref<?xT> of rank 1, got 'memref<f32>': compute the index from the coordinates [buffer-rank]}}
wave.func @buffer_of_rank_zero_c13(%a: memref<f32> {wave.binding = #wave.binding<srv, f32>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a buffer must be a memref<?xT> of rank 1, got 'memref<?xf32, #gpu.address_space<workgroup>>'}}
wave.func @buffer_in_groupshared_c13(%a: memref<?xf32, #gpu.address_space<workgroup>> {wave.binding = #wave.binding<srv, f32>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a buffer must be a memref<?xT> of rank 1, got 'memref<?xf32, strided<[2]>>'}}
wave.func @buffer_with_layout_c13(%a: memref<?xf32, strided<[2]>> {wave.binding = #wave.binding<srv, f32>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a buffer of a kernel must have a wave.binding whose element fits 'memref<?xf32>' [buffer-binding]}}
wave.func @no_binding_c14(%a: memref<?xf32>) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a buffer of a kernel must have a wave.binding whose element fits 'memref<?xf32>' [buffer-binding]}}
wave.func @binding_of_other_element_c14(%a: memref<?xf32> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{an argument must be a buffer, an image, i1, i16, i32, i64, f16, bf16, f32, f64 or a vector of 2 to 4 of one, got 'i8' [argument-type]}}
wave.func @argument_type_c15(%a: i8 {wave.element = si8}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{an argument must be a buffer, an image, i1, i16, i32, i64, f16, bf16, f32, f64 or a vector of 2 to 4 of one, got 'index' [argument-type]}}
wave.func @argument_of_helper_c15(%a: index) {
}

// -----

// expected-error@+1 {{a scalar or vector argument of a kernel must have a wave.element that states its sign (si32, ui32, f32, vector<3xui16> or i1) [argument-type]}}
wave.func @no_element_c15(%a: i32) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a scalar or vector argument of a kernel must have a wave.element that states its sign (si32, ui32, f32, vector<3xui16> or i1) [argument-type]}}
wave.func @other_element_c15(%a: i32 {wave.element = f32}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{got 'vector<5xi32>' [argument-type]}}
wave.func @argument_of_five_c15(%a: vector<5xi32> {wave.element = vector<5xsi32>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a scalar or vector argument of a kernel must have a wave.element that states its sign (si32, ui32, f32, vector<3xui16> or i1) [argument-type]}}
wave.func @element_of_other_size_c15(%a: vector<3xi32> {wave.element = vector<2xsi32>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a scalar or vector argument of a kernel must have a wave.element that states its sign (si32, ui32, f32, vector<3xui16> or i1) [argument-type]}}
wave.func @scalar_element_of_vector_c15(%a: vector<3xi32> {wave.element = si32}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a buffer of a kernel must have a wave.binding whose element fits 'memref<?xi16>' [buffer-binding]}}
wave.func @binding_of_other_width_c14(%a: memref<?xi16> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{a buffer of a kernel must have a wave.binding whose element fits 'memref<?xf32>' [buffer-binding]}}
wave.func @binding_of_five_c14(%a: memref<?xf32> {wave.binding = #wave.binding<srv, vector<5xf32>>}) kernel num_waves(1) {
}

// -----

// expected-error@+1 {{'wave.func' op a node must state how it is launched, and no other stage may: use stage(node) node_launch(broadcasting | coalescing | thread) [node-launch]}}
wave.func @node_without_launch_c16() kernel stage(node) num_threads(8, 1, 1) {
}

// -----

// expected-error@+1 {{'wave.func' op a node must state how it is launched, and no other stage may: use stage(node) node_launch(broadcasting | coalescing | thread) [node-launch]}}
wave.func @launch_of_compute_c16() kernel node_launch(thread) num_threads(8, 1, 1) {
}

// -----

// expected-error@+1 {{'wave.func' op a helper may state num_waves only: its kernel decides the rest [helper-attribute]}}
wave.func @helper_with_threads_c17() num_threads(8, 1, 1) {
}

// -----

// expected-error@+1 {{'wave.func' op a helper may state num_waves only: its kernel decides the rest [helper-attribute]}}
wave.func @helper_with_stage_c17() stage(compute) {
}

// -----

// expected-error@+1 {{'wave.func' op a helper may state num_waves only: its kernel decides the rest [helper-attribute]}}
wave.func @helper_with_wave_size_c17() wave_size(32) {
}

// -----

// expected-error@+1 {{'wave.func' op a helper may state num_waves only: its kernel decides the rest [helper-attribute]}}
wave.func @helper_with_shader_model_c17() shader_model("6.10") {
}

// -----

// expected-error@+1 {{'wave.func' op a helper may state num_waves only: its kernel decides the rest [helper-attribute]}}
wave.func @helper_with_limit_c17() group_shared_limit(64) {
}

// -----

// expected-error@+1 {{'wave.func' op the limit of groupshared memory must be greater than zero bytes [groupshared-limit-zero]}}
wave.func @groupshared_limit_zero_c18() kernel num_waves(1) group_shared_limit(0) {
}

// -----

// expected-error@+1 {{'wave.func' op the limit of groupshared memory must be greater than zero bytes [groupshared-limit-zero]}}
wave.func @groupshared_limit_negative_c18() kernel num_waves(1) group_shared_limit(-4) {
}

// -----

// expected-error@+1 {{'wave.func' op num_waves must be an integer of 32 bits, got 2.500000e+00}}
wave.func @num_waves_of_float_c19() kernel num_waves(2.5) {
}

// -----

// expected-error@+1 {{'wave.func' op num_waves must be an integer of 32 bits, got "four" [num-waves-not-integer]}}
wave.func @num_waves_of_text_c19() kernel num_waves("four") {
}

// -----

// expected-error@+1 {{'wave.func' op num_waves must be an integer of 32 bits, got true [num-waves-not-integer]}}
wave.func @num_waves_of_boolean_c19() kernel num_waves(true) {
}

// -----

// expected-error@+1 {{'wave.func' op num_waves must be an integer of 32 bits, got "four" [num-waves-not-integer]}}
wave.func @num_waves_of_helper_text_c19() num_waves("four") {
}

// -----

// expected-error@+1 {{'wave.func' op a shader model is text like "6.10", got "six" [shader-model-text]}}
wave.func @shader_model_text_c20() kernel num_waves(1) shader_model("six") {
}

// -----

// expected-error@+1 {{'wave.func' op a shader model is text like "6.10", got "6" [shader-model-text]}}
wave.func @shader_model_without_minor_c20() kernel num_waves(1) shader_model("6") {
}

// -----

// expected-error@+1 {{unknown stage 'computer'}}
wave.func @unknown_stage() kernel stage(computer) num_waves(1) {
}

// -----

// expected-error@+1 {{unknown node launch 'thrown'}}
wave.func @unknown_launch() kernel stage(node) node_launch(thrown) {
}

// -----

// expected-error@+1 {{expects 'srv', 'uav' or 'cbv', got 'sampler'}}
wave.func @unknown_binding_kind(%a: memref<?xf32> {wave.binding = #wave.binding<sampler, f32>}) kernel num_waves(1) {
}

// -----

wave.func @return_type(%a: i32) -> i32 {
  // expected-error@+1 {{'wave.return' op must return the function's results, expected 1 values of its result types [return-type]}}
  wave.return
}

// -----

wave.func @return_type_of_kernel(%a: i32 {wave.element = si32}) kernel num_waves(1) {
  // expected-error@+1 {{'wave.return' op must return the function's results, expected 0 values of its result types [return-type]}}
  wave.return %a : i32
}

// -----

wave.func @call_of_nothing() {
  // expected-error@+1 {{'wave.call' op calls 'nobody', which is not a wave.func [unknown-function]}}
  wave.call @nobody() : () -> ()
}

// -----

func.func private @plain()

wave.func @call_of_another_function() {
  // expected-error@+1 {{'wave.call' op calls 'plain', which is not a wave.func [unknown-function]}}
  wave.call @plain() : () -> ()
}

// -----

wave.func @kernel() kernel num_waves(1) {
}

wave.func @call_of_kernel() kernel num_waves(1) {
  // expected-error@+1 {{'wave.call' op calls the kernel 'kernel': kernels are launched, move the shared part into a helper [call-of-kernel]}}
  wave.call @kernel() : () -> ()
}

// -----

wave.func @helper(%a: i32) -> i32 {
  wave.return %a : i32
}

wave.func @call_type(%a: f32) {
  // expected-error@+1 {{'wave.call' op has type '(f32) -> i32' but 'helper' has '(i32) -> i32' [call-type]}}
  %r = wave.call @helper(%a) : (f32) -> i32
}

// -----

wave.func @retire_in_helper(%a: i1) {
  // expected-error@+1 {{'wave.retire_if' op retires lanes in a helper: return a flag and retire in the kernel [retire-in-helper]}}
  wave.retire_if %a
}

// -----

wave.func @retire_deep_in_helper(%a: i1) {
  scf.if %a {
    // expected-error@+1 {{'wave.retire_if' op retires lanes in a helper: return a flag and retire in the kernel [retire-in-helper]}}
    wave.retire_if %a
  }
}

// -----

// expected-error@+1 {{'wave.func' op num_waves must be an integer of 32 bits, got 4294967298 : i64 [num-waves-not-integer]}}
wave.func @num_waves_of_more_bits_c19() kernel num_waves(4294967298) {
}

// -----

// expected-error@+1 {{`num_waves` is written before `attributes`, not in it}}
wave.func @num_waves_twice() kernel num_waves(2) attributes {num_waves = 3 : i32} {
}

// -----

// expected-error@+1 {{unknown part 'waves' of a launch}}
wave.func @launch_of_other_parts() kernel num_threads(32, 1, 1) launch(exact, waves = 2) {
}

// -----

// expected-error@+1 {{the number of waves of a launch must be greater than zero, got 0}}
wave.func @launch_of_no_waves() kernel num_threads(32, 1, 1) launch(exact, wave_sizes = [8]) {
}

// -----

// expected-error@+1 {{the wave sizes of a launch must be powers of two from 4 to 128, in ascending order}}
wave.func @launch_of_other_sizes() kernel num_threads(32, 1, 1) launch(exact, num_waves = 2, wave_sizes = [16, 8]) {
}

// -----

// expected-error@+1 {{a launch must state exact or surplus, or nothing but dropped wave sizes}}
wave.func @launch_without_a_form() kernel num_threads(32, 1, 1) launch(num_waves = 2, wave_sizes = [8]) {
}

// -----

// expected-error@+1 {{dropped wave sizes must be dictionaries of size and reason, got [128 : i32]}}
wave.func @launch_that_drops_numbers() kernel num_waves(2) launch(dropped = [128 : i32]) {
}

// -----

// expected-error@+1 {{'wave.func' op a helper may state num_waves only: its kernel decides the rest [helper-attribute]}}
wave.func @launch_of_a_helper_c17() launch(exact, num_waves = 2, wave_sizes = [8]) {
}

// -----

// expected-error@+1 {{`launch` is written before `attributes`, not in it}}
wave.func @launch_in_the_dictionary() kernel num_waves(2) attributes {launch = 5 : i32} {
}
