// RUN: wave-opt %s -split-input-file -verify-diagnostics --convert-wave-to-nvvm

gpu.module @kernels {
// expected-error @below {{'wave.func' op is of stage amplification, and PTX is made for compute [stage-target]}}
wave.func @mesh() kernel stage(amplification) num_waves(1) {
}
}

// -----

gpu.module @kernels {
// expected-error @below {{'wave.func' op is compiled for waves of 32 lanes, which is outside its range [wave-size-not-in-range]}}
wave.func @small() kernel num_waves(1) wave_size(4, 16) {
}
}

// -----

gpu.module @kernels {
// expected-error @below {{'wave.func' op has 1056 threads a group; the limit is 1024 [num-threads-limit]}}
wave.func @large() kernel num_threads(33, 32, 1) {
}
}

// -----

gpu.module @kernels {
wave.func @vector(%x: vector<2xi32> {wave.element = vector<2xui32>}) kernel num_waves(1) {
  // expected-error @below {{[vector-not-scalarized]}}
  %s = wave.reduce add %x : vector<2xi32>
}
}

// -----

gpu.module @kernels {
wave.func @printed() kernel num_waves(1) {
  // expected-error @below {{'wave.print' op has no form in PTX [operation-not-supported]}}
  wave.print "here" as []
}
}

// -----

gpu.module @kernels {
// expected-error @below {{'wave.func' op has a name that PTX cannot hold: use letters, digits, _ and $, and begin with a letter [kernel-name]}}
wave.func @"min.max"() kernel num_waves(1) {
}
}

// -----

gpu.module @kernels {
// expected-error @below {{[kernel-name]}}
wave.func @WARP_SZ() kernel num_waves(1) {
}
}

// -----

// The barriers of pipes are groupshared memory, too.
gpu.module @kernels {
// expected-error @below {{'wave.func' op uses 166944 bytes of groupshared memory; the limit of sm_80 is 166912 [groupshared-limit]}}
wave.func @full() kernel num_waves(2) {
  %rows = wave.groupshared : memref<41728xi32, #gpu.address_space<workgroup>>
  %pipe = wave.pipe stages 2 producers [0] consumers [1]
}
}
