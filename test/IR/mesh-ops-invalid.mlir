// RUN: wave-opt %s -verify-diagnostics -split-input-file

wave.func @stage_c1() kernel num_waves(1) {
  %c1 = arith.constant 1 : i32
  // expected-error@+1 {{'wave.dispatch_mesh' op launches mesh groups, which only amplification kernels can, not compute ones: state stage(amplification) [dispatch-mesh-stage]}}
  wave.dispatch_mesh %c1, %c1, %c1
}

// -----

wave.func @place_c2(%p: i1 {wave.element = i1}) kernel stage(amplification) num_waves(1) {
  %c1 = arith.constant 1 : i32
  scf.if %p {
    // expected-error@+1 {{'wave.dispatch_mesh' op must be in the kernel's own block, outside of control flow and helpers: compute the counts before it, and launch nothing by a count of 0 [dispatch-mesh-place]}}
    wave.dispatch_mesh %c1, %c1, %c1
  }
}

// -----

wave.func @helper_c2() {
  %c1 = arith.constant 1 : i32
  // expected-error@+1 {{[dispatch-mesh-place]}}
  wave.dispatch_mesh %c1, %c1, %c1
  wave.return
}

// -----

wave.func @store_c3(%out: memref<?xi32> {wave.binding = #wave.binding<uav, i32>})
    kernel stage(amplification) num_waves(1) {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  // expected-note@+1 {{the launch is here}}
  wave.dispatch_mesh %c1, %c1, %c1
  // expected-error@+1 {{'memref.store' op follows the launch of mesh groups, which must end the kernel: move it before the launch [dispatch-mesh-last]}}
  memref.store %c1, %out[%c0] : memref<?xi32>
}

// -----

wave.func @retire_c3(%p: i1 {wave.element = i1}) kernel stage(amplification) num_waves(1) {
  %c1 = arith.constant 1 : i32
  // expected-note@+1 {{the launch is here}}
  wave.dispatch_mesh %c1, %c1, %c1
  // expected-error@+1 {{'wave.retire_if' op follows the launch of mesh groups}}
  wave.retire_if %p
}

// -----

wave.func @buffer_c4(%out: memref<?xi32> {wave.binding = #wave.binding<uav, i32>})
    kernel stage(amplification) num_waves(1) {
  %c1 = arith.constant 1 : i32
  // expected-error@+1 {{'wave.dispatch_mesh' op takes a groupshared array as its payload, got 'memref<?xi32>': make it by wave.groupshared [dispatch-mesh-payload]}}
  wave.dispatch_mesh %c1, %c1, %c1 payload(%out : memref<?xi32>)
}

// -----

wave.func @local_c4() kernel stage(amplification) num_waves(1) {
  %c1 = arith.constant 1 : i32
  %local = memref.alloca() : memref<4xi32>
  // expected-error@+1 {{[dispatch-mesh-payload]}}
  wave.dispatch_mesh %c1, %c1, %c1 payload(%local : memref<4xi32>)
}

// -----

wave.func @limit_c5() kernel stage(amplification) num_waves(1) {
  %c1 = arith.constant 1 : i32
  %p = wave.groupshared : memref<2049xf64, #gpu.address_space<workgroup>>
  // expected-error@+1 {{'wave.dispatch_mesh' op has a payload of 16392 bytes, mesh groups take at most 16384: pass less, and the rest in a buffer [dispatch-mesh-payload-limit]}}
  wave.dispatch_mesh %c1, %c1, %c1 payload(%p : memref<2049xf64, #gpu.address_space<workgroup>>)
}

// -----

// The verifier rejects the operation first: its effects exist only if it has all operands.
wave.func @invalid_next_c3() kernel stage(amplification) num_waves(1) {
  %c1 = arith.constant 1 : i32
  wave.dispatch_mesh %c1, %c1, %c1
  // expected-error@+1 {{'wave.image_store' op expected 2 or more operands, but found 0}}
  "wave.image_store"() : () -> ()
}
