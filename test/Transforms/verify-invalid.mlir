// RUN: wave-opt %s -wave-verify -verify-diagnostics -split-input-file

wave.func @dispatch_thread_id_v1() kernel num_waves(1) {
  // expected-error@+1 {{'wave.dispatch_thread_id' op has no meaning under num_waves: use 'wave.group_id', 'wave.group_wave_index' and 'wave.lane_index' [thread-id-under-num-waves]}}
  %0 = wave.dispatch_thread_id x : i32
}

// -----

wave.func @group_thread_id_v1() kernel num_waves(1) {
  // expected-error@+1 {{'wave.group_thread_id' op has no meaning under num_waves: use 'wave.group_id', 'wave.group_wave_index' and 'wave.lane_index' [thread-id-under-num-waves]}}
  %0 = wave.group_thread_id x : i32
}

// -----

wave.func @group_index_v1() kernel num_waves(1) {
  // expected-error@+1 {{'wave.group_index' op has no meaning under num_waves: use 'wave.group_id', 'wave.group_wave_index' and 'wave.lane_index' [thread-id-under-num-waves]}}
  %0 = wave.group_index : i32
}

// -----

wave.func @inner() -> i32 {
  // expected-error@+1 {{'wave.group_index' op has no meaning under num_waves}}
  %0 = wave.group_index : i32
  wave.return %0 : i32
}
wave.func @outer() -> i32 {
  // expected-note@+1 {{called from here}}
  %0 = wave.call @inner() : () -> i32
  wave.return %0 : i32
}
// The same helpers are right for the one and wrong for the other.
wave.func @fine() kernel num_threads(8, 1, 1) {
  %0 = wave.call @outer() : () -> i32
}
// expected-note@+1 {{in 'thread_id_in_helper_v1'}}
wave.func @thread_id_in_helper_v1(%c: i1 {wave.element = i1}) kernel num_waves(1) {
  scf.if %c {
    // expected-note@+1 {{called from here}}
    %0 = wave.call @outer() : () -> i32
  }
}

// -----

wave.func @pixel_v2() kernel stage(pixel) {
  // expected-error@+1 {{'wave.group_wave_index' op is only valid in compute, mesh, amplification and node kernels, not in pixel: this stage has no groups [group-wave-stage]}}
  %0 = wave.group_wave_index : i32
}

// -----

wave.func @vertex_v2() kernel stage(vertex) {
  // expected-error@+1 {{'wave.group_wave_count' op is only valid in compute, mesh, amplification and node kernels, not in vertex: this stage has no groups [group-wave-stage]}}
  %0 = wave.group_wave_count : i32
}

// -----

wave.func @vertex_v21(%x: f32 {wave.element = f32}) kernel stage(vertex) {
  // expected-error@+1 {{'wave.quad_read_across' op is only valid in pixel, compute, mesh, amplification and node kernels, not in vertex: the lanes of this stage form no quads [quad-stage]}}
  %0 = wave.quad_read_across x %x : f32
}

// -----

wave.func @votes(%x: i1) -> i1 {
  // expected-error@+1 {{not in raygeneration: the lanes of this stage form no quads [quad-stage]}}
  %0 = wave.quad_any %x
  wave.return %0 : i1
}
// expected-note@+1 {{in 'ray_v21'}}
wave.func @ray_v21(%x: i1 {wave.element = i1}) kernel stage(raygeneration) {
  // expected-note@+1 {{called from here}}
  %0 = wave.call @votes(%x) : (i1) -> i1
}

// -----

wave.func @hull_v2() kernel stage(hull) {
  // expected-error@+1 {{not in hull: this stage has no groups [group-wave-stage]}}
  %0 = wave.group_wave_count : i32
}

// -----

wave.func @domain_v2() kernel stage(domain) {
  // expected-error@+1 {{not in domain: this stage has no groups [group-wave-stage]}}
  %0 = wave.group_wave_count : i32
}

// -----

wave.func @geometry_v2() kernel stage(geometry) {
  // expected-error@+1 {{not in geometry: this stage has no groups [group-wave-stage]}}
  %0 = wave.group_wave_index : i32
}

// -----

wave.func @raygeneration_v2() kernel stage(raygeneration) {
  // expected-error@+1 {{not in raygeneration: ray tracing has no groups [group-wave-stage]}}
  %0 = wave.group_wave_index : i32
}

// -----

wave.func @intersection_v2() kernel stage(intersection) {
  // expected-error@+1 {{not in intersection: ray tracing has no groups [group-wave-stage]}}
  %0 = wave.group_wave_index : i32
}

// -----

wave.func @anyhit_v2() kernel stage(anyhit) {
  // expected-error@+1 {{not in anyhit: ray tracing has no groups [group-wave-stage]}}
  %0 = wave.group_wave_index : i32
}

// -----

wave.func @closesthit_v2() kernel stage(closesthit) {
  // expected-error@+1 {{not in closesthit: ray tracing has no groups [group-wave-stage]}}
  %0 = wave.group_wave_count : i32
}

// -----

wave.func @miss_v2() kernel stage(miss) {
  // expected-error@+1 {{not in miss: ray tracing has no groups [group-wave-stage]}}
  %0 = wave.group_wave_count : i32
}

// -----

wave.func @callable_v2() kernel stage(callable) {
  // expected-error@+1 {{not in callable: ray tracing has no groups [group-wave-stage]}}
  %0 = wave.group_wave_count : i32
}

// -----

wave.func @helper() -> i32 {
  // expected-error@+1 {{'wave.group_wave_index' op is only valid in compute, mesh, amplification and node kernels, not in pixel}}
  %0 = wave.group_wave_index : i32
  wave.return %0 : i32
}
// expected-note@+1 {{in 'stage_through_helper_v2'}}
wave.func @stage_through_helper_v2() kernel stage(pixel) {
  // expected-note@+1 {{called from here}}
  %0 = wave.call @helper() : () -> i32
}

// -----

wave.func @library_v3() -> i32 exported {
  // expected-error@+1 {{'wave.group_wave_index' op is not valid in an exported function of a library: pass the number in as an argument [group-wave-exported]}}
  %0 = wave.group_wave_index : i32
  wave.return %0 : i32
}

// -----

wave.func @helper() -> i32 {
  // expected-error@+1 {{'wave.group_wave_count' op is not valid in an exported function of a library: pass the number in as an argument [group-wave-exported]}}
  %0 = wave.group_wave_count : i32
  wave.return %0 : i32
}
// expected-note@+1 {{in 'library_through_helper_v3'}}
wave.func @library_through_helper_v3() -> i32 exported {
  // expected-note@+1 {{called from here}}
  %0 = wave.call @helper() : () -> i32
  wave.return %0 : i32
}

// -----

wave.func @thread_launch_v4() kernel stage(node) node_launch(thread) {
  // expected-error@+1 {{'wave.group_wave_count' op is not valid in a node that is launched by thread: such a node has no group, launch it broadcasting or coalescing [group-wave-thread-launch]}}
  %0 = wave.group_wave_count : i32
}

// -----

wave.func @of_four() num_waves(4) {
}
// expected-note@+1 {{in 'helper_wave_count_v6'}}
wave.func @helper_wave_count_v6() kernel num_waves(2) {
  // expected-error@+2 {{'wave.call' op calls 'of_four', which is for 4 waves, from a kernel of 2: change one of them [helper-wave-count]}}
  // expected-note@+1 {{called from here}}
  wave.call @of_four() : () -> ()
}

// -----

wave.func @of_four() num_waves(4) {
}
// expected-note@+1 {{in 'helper_wave_count_of_threads_v6'}}
wave.func @helper_wave_count_of_threads_v6() kernel num_threads(32, 1, 1) {
  // expected-error@+2 {{'wave.call' op calls 'of_four', which is for 4 waves, from a kernel without num_waves: change one of them [helper-wave-count]}}
  // expected-note@+1 {{called from here}}
  wave.call @of_four() : () -> ()
}

// -----

wave.func @of_four() num_waves(4) {
}
wave.func @between() {
  // expected-error@+2 {{'wave.call' op calls 'of_four', which is for 4 waves, from a kernel of 2: change one of them [helper-wave-count]}}
  // expected-note@+1 {{called from here}}
  wave.call @of_four() : () -> ()
}
// expected-note@+1 {{in 'helper_of_helper_v6'}}
wave.func @helper_of_helper_v6() kernel num_waves(2) {
  // expected-note@+1 {{called from here}}
  wave.call @between() : () -> ()
}

// -----

// expected-note@+1 {{'again' is here}}
wave.func @again(%c: i1) {
  scf.if %c {
    // expected-error@+1 {{'wave.call' op calls 'again' recursively: helpers are inlined and cannot call themselves, write a loop [recursion]}}
    wave.call @again(%c) : (i1) -> ()
  }
}
wave.func @recursion_v7(%c: i1 {wave.element = i1}) kernel num_waves(1) {
  wave.call @again(%c) : (i1) -> ()
}

// -----

func.func private @plain()
wave.func @func_call_v8() kernel num_waves(1) {
  // expected-error@+1 {{'func.call' is not supported in a wave.func: use wave.func and wave.call [operation-not-supported]}}
  func.call @plain() : () -> ()
}

// -----

wave.func @gpu_shuffle_v8(%x: i32 {wave.element = ui32}) kernel num_waves(1) {
  // expected-error@+1 {{'gpu.shuffle' is not supported in a wave.func: use the wave dialect's operation, which sees the active lanes only [operation-not-supported]}}
  %0, %1 = gpu.shuffle xor %x, %x, %x : i32
}

// -----

wave.func @scf_parallel_v8() kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'scf.parallel' is not supported in a wave.func: use scf.if, scf.for or scf.while [operation-not-supported]}}
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) {
    // expected-error@+1 {{'scf.reduce' is not supported in a wave.func}}
    scf.reduce
  }
}

// -----

wave.func @math_v8(%x: f32 {wave.element = f32}) kernel num_waves(1) {
  // expected-error@+1 {{'math.erf' is not supported in a wave.func [operation-not-supported]}}
  %0 = math.erf %x : f32
}

// -----

wave.func @memref_alloc_v8() kernel num_waves(1) {
  // expected-error@+1 {{'memref.alloc' is not supported in a wave.func: buffers are arguments, local arrays memref.alloca, groupshared memory wave.groupshared [operation-not-supported]}}
  %0 = memref.alloc() : memref<4xf32>
}

// -----

wave.func @buffer_cast_v9(%b: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(1) {
  // expected-error@+2 {{'memref.cast' is not supported in a wave.func}}
  // expected-error@+1 {{'memref.cast' cannot take a buffer: use it in loads, stores, atomics and calls directly [buffer-not-argument]}}
  %0 = memref.cast %b : memref<?xi32> to memref<4xi32>
}

// -----

wave.func @buffer_selected_v9(%a: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %b: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %c: i1 {wave.element = i1}) kernel num_waves(1) {
  // The same for either buffer.
  // expected-error@+1 {{'arith.select' cannot take a buffer: use it in loads, stores, atomics and calls directly [buffer-not-argument]}}
  %0 = arith.select %c, %a, %b : memref<?xi32>
}

// -----

wave.func @buffer_carried_v9(%a: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-error@+1 {{'scf.for' cannot take a buffer: use it in loads, stores, atomics and calls directly [buffer-not-argument]}}
  %0 = scf.for %i = %c0 to %c0 step %c1 iter_args(%x = %a) -> memref<?xi32> : i32 {
    scf.yield %x : memref<?xi32>
  }
}

// -----

wave.func @groupshared_yielded_v9(%c: i1 {wave.element = i1}) kernel num_waves(1) {
  %a = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %b = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %0 = scf.if %c -> memref<4xi32, #gpu.address_space<workgroup>> {
    // expected-error@+1 {{'scf.yield' cannot take groupshared or local memory: use it in loads, stores, atomics and calls directly [buffer-not-argument]}}
    scf.yield %a : memref<4xi32, #gpu.address_space<workgroup>>
  } else {
    // expected-error@+1 {{'scf.yield' cannot take groupshared or local memory: use it in loads, stores, atomics and calls directly [buffer-not-argument]}}
    scf.yield %b : memref<4xi32, #gpu.address_space<workgroup>>
  }
}

// -----

wave.func @buffer_returned_v9(%a: memref<?xi32>) -> memref<?xi32> {
  // expected-error@+1 {{'wave.return' cannot take a buffer: use it in loads, stores, atomics and calls directly [buffer-not-argument]}}
  wave.return %a : memref<?xi32>
}

// -----

wave.func @store_to_read_only_v10(%a: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  // expected-error@+1 {{writes memory that is bound read-only: bind it as uav [store-to-read-only]}}
  memref.store %c1, %a[%c0] : memref<?xi32>
}

// -----

wave.func @atomic_to_read_only_v10(%a: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  // expected-error@+1 {{writes memory that is bound read-only: bind it as uav [store-to-read-only]}}
  %0 = wave.atomic_rmw add %c1, %a[%c0] : memref<?xi32>
}

// -----

wave.func @store_to_constant_buffer_v10(%a: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>}, %x: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{writes a constant buffer: write to a memref<?xi32> that is bound as uav [store-to-read-only]}}
  memref.store %x, %a[%c0] : memref<4xi32>
}

// -----

wave.func @atomic_to_constant_buffer_v10(%a: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>}, %x: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{writes a constant buffer: write to a memref<?xi32> that is bound as uav [store-to-read-only]}}
  %0 = wave.atomic_rmw add %x, %a[%c0] : memref<4xi32>
}

// -----

wave.func @vector_store_to_constant_buffer_v10(%a: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>}, %v: vector<4xi32> {wave.element = vector<4xui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{writes a constant buffer: write to a memref<?xi32> that is bound as uav [store-to-read-only]}}
  vector.store %v, %a[%c0] : memref<4xi32>, vector<4xi32>
}

// -----

wave.func @value_type_v11(%x: i32 {wave.element = ui32}) kernel num_waves(1) {
  // expected-error@+1 {{values are i1, i16, i32, i64, f16, bf16, f32, f64, vectors of 2 to 4 of one, or index, got 'i8' [value-type]}}
  %0 = arith.trunci %x : i32 to i8
}

// -----

wave.func @value_type_of_float_v11(%x: i32 {wave.element = ui32}) kernel num_waves(1) {
  // expected-error@+1 {{values are i1, i16, i32, i64, f16, bf16, f32, f64, vectors of 2 to 4 of one, or index, got 'tf32' [value-type]}}
  %0 = arith.sitofp %x : i32 to tf32
}

// -----

wave.func @value_type_of_loop_v11(%x: i32 {wave.element = ui32}) kernel num_waves(1) {
  // expected-error@+1 {{values are i1, i16, i32, i64, f16, bf16, f32, f64, vectors of 2 to 4 of one, or index, got 'i8' [value-type]}}
  %c = arith.constant 1 : i8
  // expected-error@+1 {{values are i1, i16, i32, i64, f16, bf16, f32, f64, vectors of 2 to 4 of one, or index, got 'i8' [value-type]}}
  %0 = scf.for %i = %x to %x step %x iter_args(%y = %c) -> i8 : i32 {
    scf.yield %y : i8
  }
}

// -----

wave.func @local_array_of_rank_two_v11() kernel num_waves(1) {
  // expected-error@+1 {{a local array is a memref of rank 1 of i16, i32, i64, f16, bf16, f32 or f64, got 'memref<4x4xi32>' [value-type]}}
  %0 = memref.alloca() : memref<4x4xi32>
}

// -----

wave.func @local_array_of_booleans_v11() kernel num_waves(1) {
  // expected-error@+1 {{a local array is a memref of rank 1 of i16, i32, i64, f16, bf16, f32 or f64, got 'memref<4xi1>' [value-type]}}
  %0 = memref.alloca() : memref<4xi1>
}

// -----

wave.func @local_array_in_groupshared_v11() kernel num_waves(1) {
  // expected-error@+1 {{a local array is a memref of rank 1 of i16, i32, i64, f16, bf16, f32 or f64, got 'memref<4xi32, #gpu.address_space<workgroup>>' [value-type]}}
  %0 = memref.alloca() : memref<4xi32, #gpu.address_space<workgroup>>
}

// -----

// Upstream reads a step as signed, whatever the loop is.
wave.func @step_read_as_signed_v14(%n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %step = arith.constant 0x80000000 : i32
  // expected-error@+1 {{the step of a loop must be from 1 to 2147483647: write an scf.while for any other [loop-step]}}
  scf.for unsigned %i = %c0 to %n step %step : i32 {
  }
}

// -----

wave.func @arithmetic_of_bool_v11(%a: i1 {wave.element = i1}, %b: i1 {wave.element = i1}) kernel num_waves(1) {
  // expected-error@+1 {{'arith.addi' is not for i1: convert it to i32 first, or use andi, ori and xori [value-type]}}
  %0 = arith.addi %a, %b : i1
}

// -----

wave.func @value_type_of_long_vector_v11(%x: f32 {wave.element = f32}) kernel num_waves(1) {
  // expected-error@+1 {{values are i1, i16, i32, i64, f16, bf16, f32, f64, vectors of 2 to 4 of one, or index, got 'vector<8xf32>' [value-type]}}
  %0 = vector.broadcast %x : f32 to vector<8xf32>
}

// -----

wave.func @value_type_of_matrix_v11(%x: f32 {wave.element = f32}) kernel num_waves(1) {
  // expected-error@+1 {{values are i1, i16, i32, i64, f16, bf16, f32, f64, vectors of 2 to 4 of one, or index, got 'vector<2x2xf32>' [value-type]}}
  %0 = vector.broadcast %x : f32 to vector<2x2xf32>
}

// -----

wave.func @other_vector_operation_v8(%v: vector<4xf32> {wave.element = vector<4xf32>}) kernel num_waves(1) {
  // expected-error@+1 {{'vector.reduction' is not supported in a wave.func: vectors have 2 to 4 components: use vector.extract, insert, from_elements, broadcast, shuffle, load and store [operation-not-supported]}}
  %0 = vector.reduction <add>, %v : vector<4xf32> into f32
}

// -----

wave.func @dynamic_component_v11(%v: vector<4xf32> {wave.element = vector<4xf32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %i = arith.index_castui %n : i32 to index
  // expected-error@+1 {{the index of a component must be a constant: use arith.select, or a local array [value-type]}}
  %0 = vector.extract %v[%i] : f32 from vector<4xf32>
}

// -----

wave.func @dynamic_insert_v11(%v: vector<4xf32> {wave.element = vector<4xf32>}, %x: f32 {wave.element = f32}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %i = arith.index_castui %n : i32 to index
  // expected-error@+1 {{the index of a component must be a constant: use arith.select, or a local array [value-type]}}
  %0 = vector.insert %x, %v[%i] : f32 into vector<4xf32>
}

// -----

wave.func @whole_vector_inserted(%a: vector<3xi32>, %b: vector<3xi32>) -> vector<3xi32> {
  // expected-error@+1 {{an insertion without the index of a component: use the inserted vector itself [value-type]}}
  %0 = vector.insert %a, %b [] : vector<3xi32> into vector<3xi32>
  wave.return %0 : vector<3xi32>
}

// -----

wave.func @arithmetic_of_bool_vector_v11(%a: vector<2xi1> {wave.element = vector<2xi1>}) kernel num_waves(1) {
  // expected-error@+1 {{'arith.muli' is not for i1: convert it to i32 first, or use andi, ori and xori [value-type]}}
  %0 = arith.muli %a, %a : vector<2xi1>
}

// -----

wave.func @function_of_bool_v11(%a: i1 {wave.element = i1}) kernel num_waves(1) {
  // expected-error@+1 {{'math.ctpop' is not for 'i1': convert it first [value-type]}}
  %0 = math.ctpop %a : i1
}

// -----

wave.func @function_of_index_v11(%a: i32 {wave.element = ui32}) kernel num_waves(1) {
  %i = arith.index_castui %a : i32 to index
  // expected-error@+1 {{'math.absi' is not for 'index': convert it first [value-type]}}
  %0 = math.absi %i : index
}

// -----

wave.func @other_function_v8(%a: f32 {wave.element = f32}) kernel num_waves(1) {
  // expected-error@+1 {{'math.erf' is not supported in a wave.func [operation-not-supported]}}
  %0 = math.erf %a : f32
}

// -----

wave.func @exp_of_double_v15(%a: f64 {wave.element = f64}) kernel num_waves(1) {
  // expected-error@+1 {{'math.exp' is not for f64: no GPU has it, convert to f32 [function-type]}}
  %0 = math.exp %a : f64
}

// -----

wave.func @exp2_of_double_v15(%a: f64 {wave.element = f64}) kernel num_waves(1) {
  // expected-error@+1 {{'math.exp2' is not for f64: no GPU has it, convert to f32 [function-type]}}
  %0 = math.exp2 %a : f64
}

// -----

wave.func @log_of_double_v15(%a: f64 {wave.element = f64}) kernel num_waves(1) {
  // expected-error@+1 {{'math.log' is not for f64: no GPU has it, convert to f32 [function-type]}}
  %0 = math.log %a : f64
}

// -----

wave.func @log2_of_double_v15(%a: f64 {wave.element = f64}) kernel num_waves(1) {
  // expected-error@+1 {{'math.log2' is not for f64: no GPU has it, convert to f32 [function-type]}}
  %0 = math.log2 %a : f64
}

// -----

wave.func @sin_of_double_v15(%a: f64 {wave.element = f64}) kernel num_waves(1) {
  // expected-error@+1 {{'math.sin' is not for f64: no GPU has it, convert to f32 [function-type]}}
  %0 = math.sin %a : f64
}

// -----

wave.func @atan2_of_double_v15(%a: f64 {wave.element = f64}) kernel num_waves(1) {
  // expected-error@+1 {{'math.atan2' is not for f64: no GPU has it, convert to f32 [function-type]}}
  %0 = math.atan2 %a, %a : f64
}

// -----

wave.func @tanh_of_double_v15(%a: f64 {wave.element = f64}) kernel num_waves(1) {
  // expected-error@+1 {{'math.tanh' is not for f64: no GPU has it, convert to f32 [function-type]}}
  %0 = math.tanh %a : f64
}

// -----

wave.func @cos_of_double_v15(%a: f64 {wave.element = f64}) kernel num_waves(1) {
  // expected-error@+1 {{'math.cos' is not for f64: no GPU has it, convert to f32 [function-type]}}
  %0 = math.cos %a : f64
}

// -----

wave.func @tan_of_double_v15(%a: f64 {wave.element = f64}) kernel num_waves(1) {
  // expected-error@+1 {{'math.tan' is not for f64: no GPU has it, convert to f32 [function-type]}}
  %0 = math.tan %a : f64
}

// -----

wave.func @powf_of_doubles_v15(%a: vector<2xf64> {wave.element = vector<2xf64>}) kernel num_waves(1) {
  // expected-error@+1 {{'math.powf' is not for f64: no GPU has it, convert to f32 [function-type]}}
  %0 = math.powf %a, %a : vector<2xf64>
}

// -----

wave.func @vector_of_one_in_memory_v11(%b: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) {
  %i = arith.constant 0 : index
  // expected-error@+1 {{values are i1, i16, i32, i64, f16, bf16, f32, f64, vectors of 2 to 4 of one, or index, got 'vector<1xf32>' [value-type]}}
  %0 = vector.load %b[%i] : memref<?xf32>, vector<1xf32>
}

// -----

// Nobody made a vector of eight, but a store names its type.
wave.func @vector_of_eight_stored_v11(%b: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) {
  %i = arith.constant 0 : index
  // expected-error@+1 {{values are i1, i16, i32, i64, f16, bf16, f32, f64, vectors of 2 to 4 of one, or index, got 'vector<8xf32>' [value-type]}}
  %v = arith.constant dense<0.0> : vector<8xf32>
  // expected-error@+1 {{a vector in memory is 2 to 4 elements of a memref of rank 1, got 8 of 'memref<?xf32>' [value-type]}}
  vector.store %v, %b[%i] : memref<?xf32>, vector<8xf32>
}

// -----

wave.func @vector_store_to_read_only_v10(%b: memref<?xf32> {wave.binding = #wave.binding<srv, vector<3xf32>>}, %v: vector<3xf32> {wave.element = vector<3xf32>}) kernel num_waves(1) {
  %i = arith.constant 0 : index
  // expected-error@+1 {{writes memory that is bound read-only: bind it as uav [store-to-read-only]}}
  vector.store %v, %b[%i] : memref<?xf32>, vector<3xf32>
}

// -----

wave.func @exchange_to_read_only_v10(%b: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %v: f32 {wave.element = f32}) kernel num_waves(1) {
  %i = arith.constant 0 : index
  // expected-error@+1 {{writes memory that is bound read-only: bind it as uav [store-to-read-only]}}
  %0 = wave.atomic_exchange %v, %b[%i] : memref<?xf32>
}

// -----

wave.func @cas_to_read_only_v10(%b: memref<?xi64> {wave.binding = #wave.binding<srv, ui64>}, %v: i64 {wave.element = ui64}) kernel num_waves(1) {
  %i = arith.constant 0 : index
  // expected-error@+1 {{writes memory that is bound read-only: bind it as uav [store-to-read-only]}}
  %0 = wave.atomic_cas %v, %v, %b[%i] : memref<?xi64>
}

// -----

wave.func @image_store_to_read_only_v10(%image: !wave.image<2d, f32, 1> {wave.binding = #wave.binding<srv, f32>}, %x: i32 {wave.element = ui32}, %v: f32 {wave.element = f32}) kernel num_waves(1) {
  // expected-error@+1 {{writes memory that is bound read-only: bind it as uav [store-to-read-only]}}
  wave.image_store %v, %image[%x, %x] : f32, !wave.image<2d, f32, 1>
}

// -----

wave.func @selected_image_v9(%a: !wave.image<2d, f32, 1> {wave.binding = #wave.binding<srv, f32>}, %p: i1 {wave.element = i1}, %x: i32 {wave.element = ui32}) kernel num_waves(1) {
  // expected-error@+2 {{'arith.select' cannot take an image: use it in loads, stores, atomics and calls directly [buffer-not-argument]}}
  // expected-error@+1 {{values are i1, i16, i32, i64, f16, bf16, f32, f64, vectors of 2 to 4 of one, or index, got '!wave.image<2d, f32, 1>' [value-type]}}
  %0 = arith.select %p, %a, %a : !wave.image<2d, f32, 1>
}

// -----

wave.func @carried_image_v9(%a: !wave.image<2d, f32, 1> {wave.binding = #wave.binding<srv, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  // expected-error@+2 {{'scf.for' cannot take an image: use it in loads, stores, atomics and calls directly [buffer-not-argument]}}
  // expected-error@+1 {{values are i1, i16, i32, i64, f16, bf16, f32, f64, vectors of 2 to 4 of one, or index, got '!wave.image<2d, f32, 1>' [value-type]}}
  %0 = scf.for %i = %n to %n step %n iter_args(%b = %a) -> !wave.image<2d, f32, 1> : i32 {
    scf.yield %b : !wave.image<2d, f32, 1>
  }
}

// -----

// A cast is for calls of helpers alone, and forgets nothing but a length.
wave.func @takes(%array: memref<?xi32>) {
  wave.return
}
wave.func @casts(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %i = arith.constant 0 : index
  %array = memref.alloca() : memref<4xi32>
  // expected-error@+2 {{'memref.cast' is not supported in a wave.func}}
  // expected-error@+1 {{'memref.cast' cannot take groupshared or local memory: use it in loads, stores, atomics and calls directly [buffer-not-argument]}}
  %0 = memref.cast %array : memref<4xi32> to memref<?xi32>
  %x = memref.load %0[%i] : memref<?xi32>
  memref.store %x, %b[%i] : memref<?xi32>
  wave.call @takes(%0) : (memref<?xi32>) -> ()
}
