// RUN: wave-opt %s --split-input-file --verify-diagnostics

wave.func @no_index(%memory: memref<?xf32>) {
  // expected-error @+1 {{'wave.check' op has operands that its kind does not take: see the operation's table [check-operands]}}
  wave.check access site(0)(%memory : memref<?xf32>)
  wave.return
}

// -----

wave.func @matrix_without_stride(%memory: memref<?xf32>, %x: i32) {
  // expected-error @+1 {{[check-operands]}}
  wave.check access site(0)(%memory, %x : memref<?xf32>, i32)
  wave.return
}

// -----

wave.func @matrix_with_an_element(%memory: memref<?xf32>, %x: i32, %v: f32) {
  // expected-error @+1 {{[check-operands]}}
  wave.check access site(0)(%memory, %x, %v : memref<?xf32>, i32, f32)
  wave.return
}

// -----

wave.func @no_memory(%x: i32) {
  // expected-error @+1 {{[check-operands]}}
  wave.check access site(0)(%x, %x : i32, i32)
  wave.return
}

// -----

wave.func @image_without_y(%image: !wave.image<2d, f32, 1>, %x: i32) {
  // expected-error @+1 {{[check-operands]}}
  wave.check access site(0)(%image, %x : !wave.image<2d, f32, 1>, i32)
  wave.return
}

// -----

wave.func @lane_that_is_no_number(%c: i1) {
  // expected-error @+1 {{[check-operands]}}
  wave.check undefined site(0)(%c, %c : i1, i1)
  wave.return
}

// -----

wave.func @number(%x: i32) {
  // expected-error @+1 {{[check-operands]}}
  wave.check undefined site(0)(%x : i32)
  wave.return
}

// -----

wave.func @vector(%x: vector<2xi32>) {
  // expected-error @+1 {{[check-operands]}}
  wave.check uniform site(0)(%x : vector<2xi32>)
  wave.return
}

// -----

wave.func @barrier(%x: i32) {
  // expected-error @+1 {{[check-operands]}}
  wave.check barrier site(0)(%x : i32)
  wave.return
}
