// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --emit-bytecode | wave-opt | FileCheck %s

// CHECK-LABEL: wave.func @pipes
wave.func @pipes() kernel num_waves(4) {
  // CHECK: %[[pipe:.*]] = wave.pipe stages 2 producers [0] consumers [1, 2, 3]
  %pipe = wave.pipe stages 2 producers [0] consumers [1, 2, 3]
  // CHECK: wave.pipe stages 16 producers [3, 1] consumers [0]
  %deep = wave.pipe stages 16 producers [3, 1] consumers [0]
  // CHECK: wave.pipe_acquire %[[pipe]] : i32
  %a = wave.pipe_acquire %pipe : i32
  // CHECK: wave.pipe_commit %[[pipe]]
  wave.pipe_commit %pipe
  // CHECK: wave.pipe_wait %[[pipe]] : i32
  %b = wave.pipe_wait %pipe : i32
  // CHECK: wave.pipe_release %[[pipe]]
  wave.pipe_release %pipe
  // CHECK: wave.call @helper(%[[pipe]]) : (!wave.pipe) -> ()
  wave.call @helper(%pipe) : (!wave.pipe) -> ()
}

// CHECK-LABEL: wave.func @helper
// CHECK-SAME: (%[[pipe:.*]]: !wave.pipe)
wave.func @helper(%pipe: !wave.pipe) {
  // CHECK: wave.pipe_wait %[[pipe]] : i32
  %stage = wave.pipe_wait %pipe : i32
  wave.pipe_release %pipe
}

// The waves became threads, and waves beyond the stated number retire.
// CHECK-LABEL: wave.func @threads
wave.func @threads() kernel num_threads(64, 1, 1) launch(surplus, num_waves = 2, wave_sizes = [16, 32], retires) {
  %pipe = wave.pipe stages 1 producers [0] consumers [1]
}
