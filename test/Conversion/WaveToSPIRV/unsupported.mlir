// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv -verify-diagnostics -split-input-file

gpu.module @m {
  // expected-error@+1 {{SPIR-V code is made for compute and amplification kernels, not for mesh ones [stage-target]}}
  wave.func @mesh() kernel stage(mesh) num_threads(32, 1, 1) {
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{SPIR-V code is made for compute and amplification kernels, not for pixel ones [stage-target]}}
  wave.func @pixel() kernel stage(pixel) {
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{num_threads asks for 2048 threads; the limit of a group is 1024 [num-threads-limit]}}
  wave.func @too_many_threads() kernel num_threads(64, 8, 4) {
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{num_threads asks for 256 threads; the limit of a group is 128 [num-threads-limit]}}
  wave.func @too_many_of_amplification() kernel stage(amplification) num_threads(64, 4, 1) {
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{an amplification kernel ends by the launch of mesh groups: run wave-verify first [dispatch-mesh-count]}}
  wave.func @no_launch() kernel stage(amplification) num_threads(64, 1, 1) {
  }
}

// -----

// 25 scalars and 8 buffers are 132 bytes.
gpu.module @m {
  // expected-error@+1 {{the scalar arguments and the lengths of buffers take 132 bytes; the limit is 128: pass some of them in a Buffer [constants-limit]}}
  wave.func @too_many_constants(
      %s0: i32 {wave.element = ui32}, %s1: i32 {wave.element = ui32}, %s2: i32 {wave.element = ui32}, %s3: i32 {wave.element = ui32}, %s4: i32 {wave.element = ui32},
      %s5: i32 {wave.element = ui32}, %s6: i32 {wave.element = ui32}, %s7: i32 {wave.element = ui32}, %s8: i32 {wave.element = ui32}, %s9: i32 {wave.element = ui32},
      %s10: i32 {wave.element = ui32}, %s11: i32 {wave.element = ui32}, %s12: i32 {wave.element = ui32}, %s13: i32 {wave.element = ui32}, %s14: i32 {wave.element = ui32},
      %s15: i32 {wave.element = ui32}, %s16: i32 {wave.element = ui32}, %s17: i32 {wave.element = ui32}, %s18: i32 {wave.element = ui32}, %s19: i32 {wave.element = ui32},
      %s20: i32 {wave.element = ui32}, %s21: i32 {wave.element = ui32}, %s22: i32 {wave.element = ui32}, %s23: i32 {wave.element = ui32}, %s24: i32 {wave.element = ui32},
      %b0: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>},
      %b1: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>},
      %b2: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>},
      %b3: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>},
      %b4: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>},
      %b5: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>},
      %b6: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>},
      %b7: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(1) {
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{buffers 'a' and 'b' are both bound at set 0, binding 1: give one another place [binding-taken]}}
  wave.func @taken(%a: memref<?xi32> {wave.binding = #wave.binding<srv, 0, 1, ui32>, wave.name = "a"},
                   %b: memref<?xi32> {wave.binding = #wave.binding<srv, 0, 1, ui32>, wave.name = "b"}) kernel num_waves(1) {
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{is not a result of convert-wave-to-gpu [kernel-origin]}}
  gpu.func @foreign() kernel {
    gpu.return
  }
}

// -----

// Each kernel's module stands in the outermost one.
module {
  gpu.module @first {
    // expected-note@+1 {{it is here}}
    wave.func @same() kernel num_waves(1) {
    }
  }
  gpu.module @second {
    // expected-error@+1 {{another symbol is called 'same': rename one of them [kernel-name-taken]}}
    wave.func @same() kernel num_waves(1) {
    }
  }
}

// -----

gpu.module @m {
  wave.func @atomic(%b: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %x: f32 {wave.element = f32}) kernel num_waves(1) {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{'wave.atomic_rmw' op on floats has no form in SPIR-V: run wave-expand-atomics first [atomic-not-expanded]}}
    %old = wave.atomic_rmw add %x, %b[%c0] : memref<?xf32>
  }
}

// -----

gpu.module @m {
  wave.func @match(%x: f32 {wave.element = f32}) kernel num_waves(1) {
    // expected-error@+1 {{has no form in SPIR-V: run wave-expand-partitions first [partition-not-expanded]}}
    %m = wave.match %x : f32
  }
}

// -----

gpu.module @m {
  wave.func @multi_prefix(%x: f32 {wave.element = f32}, %m: vector<4xi32> {wave.element = vector<4xui32>}) kernel num_waves(1) {
    // expected-error@+1 {{has no form in SPIR-V: run wave-expand-partitions first [partition-not-expanded]}}
    %p = wave.multi_prefix add %x, %m : f32
  }
}

// -----

gpu.module @m {
  wave.func @clusters(%x: f32 {wave.element = f32}) kernel num_waves(1) {
    // expected-error@+1 {{has no form in SPIR-V: run wave-expand-combinations first [combination-not-expanded]}}
    %p = wave.cluster_reduce add 4 %x : f32
  }
}

// -----

gpu.module @m {
  wave.func @whole_matrix(%x: f32 {wave.element = f32}) kernel num_waves(1) {
    %c = wave.matrix_fill %x : f32 -> !wave.matrix<16x16xf32, acc>
    // expected-error@+1 {{has no form in SPIR-V: run wave-tile-matrices first [matrix-not-tiled]}}
    %r = wave.matrix_row_reduce add %c : !wave.matrix<16x16xf32, acc>
  }
}

// -----

gpu.module @m {
  wave.func @retire(%p: i1 {wave.element = i1}) kernel num_waves(1) {
    // expected-error@+1 {{has no form in SPIR-V: run wave-verify and the pipeline wave-to-spirv [operation-not-supported]}}
    wave.retire_if %p
  }
}

// -----

gpu.module @m {
  wave.func @check(%p: i1 {wave.element = i1}) kernel num_waves(1) {
    // expected-error@+1 {{has no form in SPIR-V: run wave-verify and the pipeline wave-to-spirv [operation-not-supported]}}
    wave.check retire site(0)(%p : i1)
  }
}

// -----

gpu.module @m {
  wave.func @vector(%x: vector<2xf32> {wave.element = vector<2xf32>}) kernel num_waves(1) {
    // expected-error@+1 {{is taken on scalars here: run wave-scalarize-vectors first [vector-not-scalarized]}}
    %p = wave.reduce add %x : vector<2xf32>
  }
}

// -----

// Five vectors of doubles are 160 bytes.
gpu.module @m {
  // expected-error@+1 {{the scalar arguments and the lengths of buffers take 160 bytes; the limit is 128: pass some of them in a Buffer [constants-limit]}}
  wave.func @too_many_vectors(%a: vector<4xf64> {wave.element = vector<4xf64>}, %b: vector<4xf64> {wave.element = vector<4xf64>}, %c: vector<4xf64> {wave.element = vector<4xf64>}, %d: vector<4xf64> {wave.element = vector<4xf64>}, %e: vector<4xf64> {wave.element = vector<4xf64>}) kernel num_waves(1) {
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{arguments 'a' and 'b' are both bound at set 0, binding 1: give one another place [binding-taken]}}
  wave.func @image_taken(%a: memref<?xi32> {wave.binding = #wave.binding<uav, 0, 1, ui32>, wave.name = "a"},
                         %b: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, 0, 1, f32>, wave.name = "b"}) kernel num_waves(1) {
  }
}

// -----

// A function that has been changed, or never was a kernel's.
gpu.module @m {
  // expected-error@+1 {{a buffer of a kernel must have a wave.binding whose element fits 'memref<?xi32>' [buffer-binding]}}
  gpu.func @without_a_binding(%b: memref<?xi32>) kernel attributes {wave.kernel = {num_waves = 1 : i64, stage = #wave<stage compute>, wave_sizes = array<i32: 4, 8>}} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{is not a result of convert-wave-to-gpu [kernel-origin]}}
  gpu.func @several_blocks() kernel attributes {wave.kernel = {num_waves = 1 : i64, stage = #wave<stage compute>, wave_sizes = array<i32: 4, 8>}} {
    cf.br ^bb1
  ^bb1:
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{is not a result of convert-wave-to-gpu [kernel-origin]}}
  gpu.func @attribution() workgroup(%s: memref<4xi32, #gpu.address_space<workgroup>>) kernel attributes {wave.kernel = {num_waves = 1 : i64, stage = #wave<stage compute>, wave_sizes = array<i32: 4, 8>}} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{is not a result of convert-wave-to-gpu [kernel-origin]}}
  gpu.func @impossible_sizes() kernel attributes {wave.kernel = {num_waves = 1 : i64, stage = #wave<stage compute>, wave_sizes = array<i32: 0, -8>}} {
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @another_dimension(%b: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}) kernel attributes {wave.kernel = {num_waves = 1 : i64, stage = #wave<stage compute>, wave_sizes = array<i32: 4, 8>}} {
    %c = arith.constant 1 : index
    // expected-error@+1 {{a buffer has one dimension: use the constant 0 as the index of memref.dim [value-type]}}
    %0 = memref.dim %b, %c : memref<?xi32>
    gpu.return
  }
}

// -----

// Operations that an earlier pass of the pipeline removes.
gpu.module @m {
  wave.func @printed() kernel num_threads(32, 1, 1) {
    // expected-error@+1 {{'wave.print' op has no form in SPIR-V [operation-not-supported]}}
    wave.print "here" as []
  }
}

// -----

gpu.module @m {
  wave.func @asserted() kernel num_threads(32, 1, 1) {
    %true = arith.constant true
    // expected-error@+1 {{'wave.assert' op has no form in SPIR-V [operation-not-supported]}}
    wave.assert %true "flag" "" as [] names []
  }
}
