// RUN: wave-opt %s -convert-wave-to-gpu -verify-diagnostics -split-input-file

// expected-error@+1 {{'wave.func' op is compiled inside a gpu.module: put it into one [kernel-place]}}
wave.func @outside() kernel num_waves(1) {
}
