// RUN: wave-opt %s -wave-instrument -verify-diagnostics -split-input-file

wave.func @groupshared_of_an_unknown_size(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) wave_size(4) {
  %n = arith.constant 7 : i32
  // expected-error@+1 {{the array has no static size within the limits yet: run wave-resolve-groupshared first [array-not-sized]}}
  %shared = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}
