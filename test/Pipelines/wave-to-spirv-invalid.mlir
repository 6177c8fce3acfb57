// RUN: wave-opt %s -wave-to-spirv -verify-diagnostics -split-input-file
// RUN: wave-opt %s -wave-to-spirv=opt-level=0 -verify-diagnostics -split-input-file

// Every error has a rule's id, whichever pass finds it.

// The first pass finds it.
// expected-error@+1 {{'wave.func' op is a kernel outside of a gpu.module: put it inside one, gpu.module @kernels { ... } [kernel-place]}}
wave.func @outside(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  memref.store %c1, %out[%c0] : memref<?xi32>
}

// -----

gpu.module @m {
  wave.func @helper(%b: memref<?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : i32
    // Found once the helper stands in its caller.
    // expected-error@+1 {{writes memory that is bound read-only: bind it as uav [store-to-read-only]}}
    memref.store %c1, %b[%c0] : memref<?xi32>
  }
  wave.func @store_through_helper(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(1) {
    wave.call @helper(%in) : (memref<?xi32>) -> ()
  }
}

// -----

gpu.module @m {
  wave.func @divergent() kernel num_waves(2) {
    %c0 = arith.constant 0 : i32
    // expected-note@+1 {{because of 'wave.group_wave_index' here}}
    %w = wave.group_wave_index : i32
    %p = arith.cmpi eq, %w, %c0 : i32
    // expected-note@+1 {{this condition may differ between the waves of a group}}
    scf.if %p {
      // expected-error@+1 {{[barrier-divergent]}}
      wave.barrier group sync
    }
  }
}

// -----

gpu.module @m {
  wave.func @empty() kernel num_waves(1) {
    %c1 = arith.constant 1 : i32
    %n = wave.group_wave_count : i32
    %others = arith.subi %n, %c1 : i32
    // expected-error@+1 {{groupshared memory must have at least one element, got 0 (the kernel runs with num_waves(1)) [groupshared-empty]}}
    %s = wave.groupshared(%others) : memref<?xi32, #gpu.address_space<workgroup>>
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{SPIR-V code is made for compute and amplification kernels, not for mesh ones [stage-target]}}
  wave.func @mesh() kernel stage(mesh) num_threads(32, 1, 1) {
  }
}
