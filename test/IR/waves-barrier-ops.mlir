// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --emit-bytecode | wave-opt | FileCheck %s

// CHECK-LABEL: wave.func @sets
wave.func @sets() kernel num_waves(4) {
  // CHECK: wave.waves_barrier [1, 2, 3]
  wave.waves_barrier [1, 2, 3]
  // The order of the indices does not matter, and stays.
  // CHECK: wave.waves_barrier [3, 0]
  wave.waves_barrier [3, 0]
  // CHECK: wave.waves_barrier [2] {note}
  wave.waves_barrier [2] {note}
  // CHECK: wave.waves_barrier [0, 1, 2, 3]
  wave.waves_barrier [0, 1, 2, 3]
}

// A helper does not know the waves of its kernel.
// CHECK-LABEL: wave.func @helper
wave.func @helper() {
  // CHECK: wave.waves_barrier [7]
  wave.waves_barrier [7]
}

// The waves became threads, and waves beyond the stated number retire.
// CHECK-LABEL: wave.func @threads
wave.func @threads() kernel num_threads(64, 1, 1) launch(surplus, num_waves = 2, wave_sizes = [16, 32], retires) {
  wave.waves_barrier [1]
}
