// RUN: wave-opt %s -wave-specialize -split-input-file | FileCheck %s

// Sets of more waves than a machine word has bits.

// CHECK-LABEL: @the_last_of_many
// CHECK-DAG: %[[INDEX:.*]] = wave.group_wave_index
// CHECK-DAG: %[[FIRST:.*]] = arith.constant 0 : i32
// CHECK: scf.if
// CHECK: memref.store
wave.func @the_last_of_many(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(127) {
  %zero = arith.constant 0 : i32
  %last = arith.constant 126 : i32
  %place = arith.constant 0 : index
  %sums = wave.groupshared : memref<127xi32, #gpu.address_space<workgroup>>
  %w = wave.group_wave_index : i32
  %first = arith.cmpi eq, %w, %zero : i32
  %end = arith.cmpi eq, %w, %last : i32
  scf.if %first {
    %x = memref.load %in[%place] : memref<?xi32>
    memref.store %x, %sums[%place] : memref<127xi32, #gpu.address_space<workgroup>>
  }
  scf.if %end {
    %x = memref.load %sums[%place] : memref<127xi32, #gpu.address_space<workgroup>>
    memref.store %x, %out[%place] : memref<?xi32>
  }
}

// -----

// No target has so many waves; the pass leaves them to the one that refuses them.
// CHECK-LABEL: @more_waves_than_any_target_has
// CHECK: arith.cmpi eq
wave.func @more_waves_than_any_target_has(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2147483647) {
  %zero = arith.constant 0 : i32
  %place = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %first = arith.cmpi eq, %w, %zero : i32
  %0 = scf.if %first -> i32 {
    scf.yield %zero : i32
  } else {
    scf.yield %w : i32
  }
  memref.store %0, %out[%place] : memref<?xi32>
}
