// RUN: wave-opt %s -wave-inline -verify-diagnostics -split-input-file

// expected-note@+1 {{'itself' is here}}
wave.func @itself() {
  // expected-error@+1 {{'wave.call' op calls 'itself' recursively: helpers are inlined and cannot call themselves, write a loop [recursion]}}
  wave.call @itself() : () -> ()
}

// -----

// expected-note@+1 {{'even' is here}}
wave.func @even(%n: i32) -> i32 {
  %r = wave.call @odd(%n) : (i32) -> i32
  wave.return %r : i32
}
wave.func @odd(%n: i32) -> i32 {
  // expected-error@+1 {{'wave.call' op calls 'even' recursively: helpers are inlined and cannot call themselves, write a loop [recursion]}}
  %r = wave.call @even(%n) : (i32) -> i32
  wave.return %r : i32
}

// -----

// A helper's array would stand inside of control flow.
wave.func @with_array(%x: i32) {
  // expected-error@+1 {{'wave.groupshared' op must be in the kernel's own block, outside of control flow: move it up [groupshared-place]}}
  %a = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
}
wave.func @kernel(%c: i1 {wave.element = i1}, %x: i32 {wave.element = ui32}) kernel num_waves(1) {
  scf.if %c {
    wave.call @with_array(%x) : (i32) -> ()
  }
}
