// RUN: wave-opt %s --convert-wave-to-dxil=shader-model=6.9 -verify-diagnostics -split-input-file

// What the validator or Direct3D would refuse, at the kernel's own lines.

// expected-error@+1 {{has a name that DXIL cannot hold: use one that is not empty, contains no zero byte, and does not begin with llvm. or dx. [kernel-name]}}
wave.func @dx.op.threadId.i32() kernel num_threads(32, 1, 1) {
}

// -----

// expected-error@+1 {{[kernel-name]}}
wave.func @llvm.sqrt.f32() kernel num_threads(32, 1, 1) {
}

// -----

// expected-error@+1 {{[kernel-name]}}
wave.func @"a\00b"() kernel num_threads(32, 1, 1) {
}

// -----

// expected-error@+1 {{[kernel-name]}}
wave.func @""() kernel num_threads(32, 1, 1) {
}

// -----

wave.func @"größe of dx.op"() kernel num_threads(32, 1, 1) {
}

// -----

// expected-error@+1 {{uses 32772 bytes of groupshared memory; the limit is 32768: group_shared_limit needs Shader Model 6.10 [groupshared-limit]}}
wave.func @too_much() kernel num_threads(32, 1, 1) group_shared_limit(65536) {
  %a = wave.groupshared : memref<8193xi32, #gpu.address_space<workgroup>>
}

// -----

// The kernel's own limit counts below it, too.
// expected-error@+1 {{uses 128 bytes of groupshared memory; the limit is 100 [groupshared-limit]}}
wave.func @more_than_stated() kernel num_threads(32, 1, 1) group_shared_limit(100) {
  %a = wave.groupshared : memref<16xf64, #gpu.address_space<workgroup>>
}

// -----

wave.func @just_enough() kernel num_threads(32, 1, 1) {
  %a = wave.groupshared : memref<8192xi32, #gpu.address_space<workgroup>>
}

// -----

// expected-error@+1 {{binds 'b' to register 4294967295 of space 0; the greatest register is 4294967294, the greatest space 4294967279 [binding-range]}}
wave.func @no_register(%b: memref<?xi32> {wave.binding = #wave.binding<uav, 0, 4294967295, ui32>, wave.name = "b"}) kernel num_threads(32, 1, 1) {
}

// -----

// expected-error@+1 {{binds 'b' to register 0 of space 4294967280;}}
wave.func @reserved_space(%b: memref<?xi32> {wave.binding = #wave.binding<uav, 4294967280, 0, ui32>, wave.name = "b"}) kernel num_threads(32, 1, 1) {
}

// -----

wave.func @last_register(%b: memref<?xi32> {wave.binding = #wave.binding<uav, 4294967279, 4294967294, ui32>, wave.name = "b"}) kernel num_threads(32, 1, 1) {
}

// -----

wave.func @endless(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(32, 1, 1) {
  %i = arith.constant 0 : index
  %x = arith.constant 0 : i32
  %true = arith.constant true
  // expected-error@+1 {{this loop never ends, which DXIL does not allow: leave it by a condition [endless-loop]}}
  scf.while : () -> () {
    scf.condition(%true)
  } do {
    memref.store %x, %b[%i] : memref<?xi32>
    scf.yield
  }
}

// -----

// expected-error@+1 {{has 129 threads along x; the limit is 128 [num-threads-limit]}}
wave.func @amplification() kernel stage(amplification) num_threads(129, 1, 1) {
}

// -----

// expected-error@+1 {{has 65 threads along z; the limit is 64 [num-threads-limit]}}
wave.func @deep() kernel num_threads(1, 1, 65) {
}

// -----

// expected-error@+1 {{has 1056 threads a group; the limit is 1024 [num-threads-limit]}}
wave.func @product() kernel num_threads(32, 33, 1) {
}

// -----

// expected-error@+1 {{buffers 'a' and 'b' are both bound at set 0, binding 3: give one another place [binding-taken]}}
wave.func @colliding(%a: memref<?xi32> {wave.binding = #wave.binding<srv, 0, 3, ui32>, wave.name = "a"}, %b: memref<?xi32> {wave.binding = #wave.binding<srv, 0, 3, ui32>, wave.name = "b"}) kernel num_threads(32, 1, 1) {
}

// -----

wave.func @nobody_computed_the_index(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %x: i32 {wave.element = i32}) kernel num_threads(32, 1, 1) {
  %i = ub.poison : index
  memref.store %x, %b[%i] : memref<?xi32>
}

// -----

// Each kernel's module is in the outermost one.
module {
  gpu.module @first {
    // expected-note@+1 {{it is here}}
    wave.func @same() kernel num_threads(32, 1, 1) {
    }
  }
  gpu.module @second {
    // expected-error@+1 {{another symbol is called 'same': rename one of them [kernel-name-taken]}}
    wave.func @same() kernel num_threads(32, 1, 1) {
    }
  }
}
