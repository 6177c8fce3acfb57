// RUN: not wave-opt %s --pass-pipeline='builtin.module(wave.func(wave-to-spirv))' 2>&1 | FileCheck %s --check-prefix=SPIRV
// RUN: not wave-opt %s --pass-pipeline='builtin.module(gpu.module(wave-legalize))' 2>&1 | FileCheck %s --check-prefix=LEGALIZE
// RUN: wave-opt %s --pass-pipeline='any(wave-legalize)' | FileCheck %s

// SPIRV: error: wave-to-spirv runs on builtin.module, not on wave.func
// LEGALIZE: error: wave-legalize runs on builtin.module, not on gpu.module
// CHECK: wave.func @k
wave.func @k() kernel num_waves(1) {
}
