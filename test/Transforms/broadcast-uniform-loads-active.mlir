// RUN: wave-opt %s -wave-broadcast-uniform-loads | FileCheck %s
// RUN: wave-opt %s -wave-broadcast-uniform-loads --remarks-filter=wave-broadcast-uniform-loads -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// In kernels of waves lanes may be missing, too: then the loop has two forms.

// CHECK-LABEL: wave.func @divergent_condition
wave.func @divergent_condition(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %place = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %some = arith.cmpi ult, %lane, %n : i32
  // CHECK: scf.if
  scf.if %some {
    // CHECK: wave.count_bits
    // CHECK: scf.if
    // CHECK: wave.read_lane
    // CHECK: else
    // CHECK-NOT: wave.read_lane
    // CHECK: wave.return
    %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
      %index = arith.index_castui %i : i32 to index
      %x = memref.load %in[%index] : memref<?xi32>
      %next = arith.addi %s, %x : i32
      scf.yield %next : i32
    }
    memref.store %sum, %out[%place] : memref<?xi32>
  }
}

// CHECK-LABEL: wave.func @returned_before
wave.func @returned_before(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %place = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %some = arith.cmpi ult, %n, %lane : i32
  // CHECK: wave.retire_if
  wave.retire_if %some
  // CHECK: wave.count_bits
  // CHECK: scf.if
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %index = arith.index_castui %i : i32 to index
    %x = memref.load %in[%index] : memref<?xi32>
    %next = arith.addi %s, %x : i32
    scf.yield %next : i32
  }
  memref.store %sum, %out[%place] : memref<?xi32>
}

// In the second trip of the loop around lanes are missing that the first had.

// CHECK-LABEL: wave.func @returns_around
wave.func @returns_around(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %place = arith.constant 0 : index
  %lane = wave.lane_index : i32
  // CHECK: scf.for
  scf.for unsigned %j = %zero to %n step %one : i32 {
    // CHECK: wave.count_bits
    // CHECK: scf.if
    %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
      %index = arith.index_castui %i : i32 to index
      %x = memref.load %in[%index] : memref<?xi32>
      %next = arith.addi %s, %x : i32
      scf.yield %next : i32
    }
    memref.store %sum, %out[%place] : memref<?xi32>
    %some = arith.cmpi ult, %j, %lane : i32
    wave.retire_if %some
  }
}

// A loop without results.

// CHECK-LABEL: wave.func @no_results
wave.func @no_results(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_threads(64, 1, 1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // CHECK: scf.if %{{.*}} {
  // CHECK: scf.for unsigned
  // CHECK: wave.read_lane
  // CHECK: memref.store
  // CHECK: } else {
  // CHECK-NEXT: scf.for unsigned
  // CHECK: memref.store
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  // CHECK-NEXT: wave.return
  scf.for unsigned %i = %zero to %n step %one : i32 {
    %index = arith.index_castui %i : i32 to index
    %x = memref.load %in[%index] : memref<?xi32>
    %place = arith.index_castui %x : i32 to index
    memref.store %i, %out[%place] : memref<?xi32>
  }
}

// Waves that return whole leave none with fewer lanes.

// CHECK-LABEL: wave.func @waves_return
// CHECK-NOT: wave.count_bits
wave.func @waves_return(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %place = arith.constant 0 : index
  %wave = wave.group_wave_index : i32
  %some = arith.cmpi ult, %wave, %n : i32
  // CHECK: wave.retire_if
  wave.retire_if %some
  // CHECK: wave.read_lane
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %index = arith.index_castui %i : i32 to index
    %x = memref.load %in[%index] : memref<?xi32>
    %next = arith.addi %s, %x : i32
    scf.yield %next : i32
  }
  memref.store %sum, %out[%place] : memref<?xi32>
}

// Of loops in loops the innermost alone has two forms: there would be four of it.

// CHECK-LABEL: wave.func @two_forms_once
// REMARK: Function=two_forms_once
// REMARK-SAME: one by one, where all lanes are active"
// REMARK: Function=two_forms_once | Remark="each lane loads for itself: a loop in this one has two forms already"
wave.func @two_forms_once(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_threads(64, 1, 1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %place = arith.constant 0 : index
  // CHECK: scf.for unsigned
  // CHECK: memref.load
  // CHECK: scf.if
  // CHECK: wave.read_lane
  // CHECK: else
  // CHECK-NOT: wave.read_lane
  // CHECK: wave.return
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %row = arith.index_castui %i : i32 to index
    %x = memref.load %in[%row] : memref<?xi32>
    %part = scf.for unsigned %j = %zero to %n step %one iter_args(%t = %s) -> (i32) : i32 {
      %column = arith.index_castui %j : i32 to index
      %y = memref.load %in[%column] : memref<?xi32>
      %product = arith.muli %x, %y : i32
      %next = arith.addi %t, %product : i32
      scf.yield %next : i32
    }
    scf.yield %part : i32
  }
  memref.store %sum, %out[%place] : memref<?xi32>
}

// A quotient may not be computed where the loop has no trip: what it is made of is tested.

// CHECK-LABEL: wave.func @quotient
wave.func @quotient(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %place = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %own = arith.index_castui %lane : i32 to index
  // CHECK: %[[divisor:.*]] = memref.load
  %divisor = memref.load %in[%own] : memref<?xi32>
  // CHECK-NOT: arith.divui
  // CHECK: wave.all_equal %[[divisor]] : i32
  // CHECK-NOT: wave.all_equal
  // CHECK: scf.if
  // CHECK: scf.for
  // CHECK: arith.divui
  // CHECK: memref.load
  // CHECK: wave.read_lane
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %start = arith.divui %n, %divisor : i32
    %row = arith.addi %start, %i : i32
    %index = arith.index_castui %row : i32 to index
    %x = memref.load %in[%index] : memref<?xi32>
    %next = arith.addi %s, %x : i32
    scf.yield %next : i32
  }
  memref.store %sum, %out[%place] : memref<?xi32>
}
