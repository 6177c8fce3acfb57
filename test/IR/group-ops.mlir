// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --emit-bytecode | wave-opt | FileCheck %s

// CHECK-LABEL: wave.func @numbers
wave.func @numbers() kernel num_threads(8, 4, 2) {
  // CHECK: wave.group_wave_index : i32
  %0 = wave.group_wave_index : i32
  // CHECK: wave.group_wave_count : i32
  %1 = wave.group_wave_count : i32
  // CHECK: wave.group_id x : i32
  %2 = wave.group_id x : i32
  // CHECK: wave.group_id y : i32
  %3 = wave.group_id y : i32
  // CHECK: wave.group_id z : i32
  %4 = wave.group_id z : i32
  // CHECK: wave.group_count y : i32
  %5 = wave.group_count y : i32
  // CHECK: wave.dispatch_thread_id z : i32
  %6 = wave.dispatch_thread_id z : i32
  // CHECK: wave.group_thread_id x : i32
  %7 = wave.group_thread_id x : i32
  // CHECK: wave.group_index : i32
  %8 = wave.group_index : i32
  // CHECK: wave.group_index {note = "kept"} : i32
  %9 = wave.group_index {note = "kept"} : i32
}
