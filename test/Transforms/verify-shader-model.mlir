// RUN: wave-opt %s -wave-verify="shader-model=6.8 emulate-group-index=false" | FileCheck %s

wave.func @helper() -> i32 {
  // CHECK: wave.group_wave_count
  %0 = wave.group_wave_count : i32
  wave.return %0 : i32
}
// CHECK-LABEL: @count_that_is_stated
wave.func @count_that_is_stated() kernel num_waves(2) {
  %0 = wave.call @helper() : () -> i32
  // CHECK: wave.group_wave_count
  %1 = wave.group_wave_count : i32
}
