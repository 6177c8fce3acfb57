// RUN: wave-opt %s -wave-to-simd=wave-size=16 -verify-diagnostics -split-input-file
// RUN: wave-opt %s -wave-to-simd="wave-size=16 opt-level=0" -verify-diagnostics -split-input-file

// What is refused, is refused with a rule's id, wherever on the way it is found.

gpu.module @m {
  // expected-error@+1 {{'wave.func' op is compiled for waves of 16 lanes, which is outside its range [wave-size-not-in-range]}}
  wave.func @size() kernel num_waves(2) wave_size(32, 64) {
  }
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
  // expected-error@+1 {{code for a CPU is made for compute and amplification kernels, not for mesh ones [stage-target]}}
  wave.func @mesh() kernel stage(mesh) num_threads(32, 1, 1) {
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{num_threads asks for 2048 threads; the limit of a group is 1024 [num-threads-limit]}}
  wave.func @threads() kernel num_threads(2048, 1, 1) {
  }
}

// -----

gpu.module @m {
  wave.func @one() kernel num_waves(1) {
  }
  // expected-error@+1 {{code for a CPU is made of one kernel, got 2: split the input [one-kernel]}}
  wave.func @two() kernel num_waves(1) {
  }
}
