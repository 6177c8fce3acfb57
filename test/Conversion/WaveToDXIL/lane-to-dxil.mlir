// RUN: wave-opt %s -split-input-file --convert-wave-to-dxil=shader-model=6.10 | FileCheck %s

// CHECK-LABEL: llvm.func @numbers
// CHECK: %[[true:.*]] = arith.constant true
// CHECK: %[[lane:.*]] = dxil.wave_get_lane_index : () -> i32
// CHECK: dxil.wave_get_lane_count : () -> i32
// CHECK: dxil.wave_is_first_lane : () -> i1
// CHECK: dxil.get_group_wave_index : () -> i32
// CHECK: dxil.get_group_wave_count : () -> i32
// CHECK: dxil.group_id {component = 1 : i32} : () -> i32
// CHECK: dxil.thread_id {component = 0 : i32} : () -> i32
// CHECK: dxil.thread_id_in_group {component = 2 : i32} : () -> i32
// CHECK: dxil.flattened_thread_id_in_group : () -> i32
// CHECK: dxil.wave_any_true %[[true]]
gpu.module @kernels {
wave.func @numbers() kernel num_threads(64, 1, 1) {
  %0 = wave.lane_index : i32
  %1 = wave.lane_count : i32
  %2 = wave.is_first_lane : i1
  %3 = wave.group_wave_index : i32
  %4 = wave.group_wave_count : i32
  %5 = wave.group_id y : i32
  %6 = wave.dispatch_thread_id x : i32
  %7 = wave.group_thread_id z : i32
  %8 = wave.group_index : i32
  %9 = wave.setting robust_buffers : i1
  %10 = wave.assume_uniform %9 : i1
  %11 = wave.any %10
}
}

// -----

// The dispatch's groups are a root constant.
// CHECK-LABEL: llvm.func @groups
// CHECK: %[[row:.*]] = dxil.cbuffer_load_legacy
// CHECK: dxil.extract %[[row]][2] : !dxil.cbuf_ret<i32> -> i32
gpu.module @kernels {
wave.func @groups() kernel num_threads(64, 1, 1) {
  %0 = wave.group_count z : i32
}
}

// -----

// What the machine says is of index.
// CHECK-LABEL: llvm.func @machine
// CHECK: %[[count:.*]] = dxil.wave_get_lane_count
// CHECK-NEXT: arith.index_castui %[[count]] : i32 to index
// CHECK: %[[wave:.*]] = dxil.get_group_wave_index
// CHECK-NEXT: arith.index_castui %[[wave]] : i32 to index
gpu.module @kernels {
wave.func @machine() kernel num_threads(64, 1, 1) {
  %0 = gpu.subgroup_size : index
  %1 = gpu.subgroup_id : index
}
}
