// RUN: wave-opt %s -convert-wave-to-gpu -verify-diagnostics -split-input-file

// expected-error@+1 {{'wave.func' op is a kernel outside of a gpu.module: put it inside one, gpu.module @kernels { ... } [kernel-place]}}
wave.func @outside() kernel num_waves(1) {
}

// -----

gpu.module @kernels {
  wave.func @payload_of_an_unknown_size(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(2) {
    %waves = wave.group_wave_count : i32
    // expected-error@+1 {{the array has no static size within the limits yet: run wave-resolve-groupshared first [array-not-sized]}}
    %payload = wave.groupshared(%waves) : memref<?xi32, #gpu.address_space<workgroup>>
    wave.dispatch_mesh %n, %n, %n payload(%payload : memref<?xi32, #gpu.address_space<workgroup>>)
  }
}

// -----

gpu.module @kernels {
  wave.func @region_of_another_dialect() kernel num_waves(2) {
    // expected-error@+1 {{'scf.execute_region' is not supported in a wave.func: use scf.if, scf.for or scf.while [operation-not-supported]}}
    scf.execute_region {
      scf.yield
    }
  }
}

// -----

gpu.module @kernels {
  wave.func @helper() {
  }
  wave.func @call() kernel num_waves(2) {
    // expected-error@+1 {{'wave.call' op is not inlined yet: run wave-inline first [operation-not-supported]}}
    wave.call @helper() : () -> ()
  }
}
