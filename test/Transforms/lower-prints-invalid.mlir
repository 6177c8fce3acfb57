// RUN: wave-opt %s -wave-lower-prints=records=true -verify-diagnostics

gpu.module @kernels {
  wave.func @a() kernel num_waves(1) {
    // expected-error @+1 {{the records of one kernel are described, got 2 kernels: split the input [one-kernel]}}
    wave.print "a" as []
  }
  wave.func @b() kernel num_waves(1) {
  }
}
