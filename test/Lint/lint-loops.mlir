// RUN: wave-opt --wave-lint=only=loop-of-each-lane --verify-diagnostics %s

!out = memref<?xi32>

wave.func @steps_by_a_constant(%out: !out {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %lanes = wave.lane_count : i32
  %before = arith.muli %wave, %lanes : i32
  %start = arith.addi %before, %lane : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  // expected-remark @below {{the lanes of a wave leave this loop at different trips, and its body has a loop: the CPU masks every trip [loop-of-each-lane]}}
  // expected-note @below {{help: count for the whole wave: start at the element of lane 0, add 'wave.lane_index' in the body, and compare the sum with the end there}}
  scf.for unsigned %i = %start to %n step %c64 : i32 {
    %place = arith.index_castui %i : i32 to index
    // The lanes that are left run it together.
    scf.for unsigned %k = %c0 to %n step %c1 : i32 {
      memref.store %k, %out[%place] : !out
    }
    // Not reported again.
    scf.for unsigned %k = %lane to %n step %c1 : i32 {
      memref.store %k, %out[%place] : !out
    }
  }
  // Its trips have no mask.
  scf.for unsigned %i = %start to %n step %c64 : i32 {
    %place = arith.index_castui %i : i32 to index
    memref.store %i, %out[%place] : !out
  }
  %some = arith.cmpi slt, %lane, %n : i32
  scf.if %some {
    // expected-remark @below {{and some lanes may not enter it}}
    // expected-note @below {{add 'wave.lane_index' as i32 in the body}}
    scf.for %i = %lane to %n step %c64 : i32 {
      %place = arith.index_castui %i : i32 to index
      memref.store %i, %out[%place] : !out
    }
  }
  %all = arith.cmpi slt, %c64, %n : i32
  scf.if %all {
    scf.for %i = %lane to %n step %c64 : i32 {
      %place = arith.index_castui %i : i32 to index
      memref.store %i, %out[%place] : !out
    }
  }
  wave.return
}

wave.func @counted_trips(%out: !out {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}, %step: i32 {wave.element = ui32}, %other: i32 {wave.element = ui32}) kernel num_threads(64, 1, 1) {
  %start = wave.group_index : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %retires = arith.cmpi ugt, %start, %other : i32
  wave.retire_if %retires
  %has = arith.cmpi ult, %start, %n : i32
  %length = arith.subi %n, %start : i32
  %last = arith.subi %length, %c1 : i32
  %steps = arith.divui %last, %step : i32
  %more = arith.addi %steps, %c1 : i32
  %trips = arith.select %has, %more, %c0 : i32
  // expected-remark @below {{and some lanes may not enter it: the CPU masks every trip}}
  // expected-note @below {{help: count for the whole group: start at 0, add the start of the thread in the body}}
  scf.for unsigned %t = %c0 to %trips step %c1 : i32 {
    %after = arith.muli %t, %step : i32
    %i = arith.addi %start, %after : i32
    %place = arith.index_castui %i : i32 to index
    memref.store %i, %out[%place] : !out
  }
  // The number of trips of another loop.
  %others = arith.subi %other, %start : i32
  %before_others = arith.subi %others, %c1 : i32
  %other_steps = arith.divui %before_others, %step : i32
  %other_more = arith.addi %other_steps, %c1 : i32
  %other_trips = arith.select %has, %other_more, %c0 : i32
  scf.for unsigned %t = %c0 to %other_trips step %c1 : i32 {
    %place = arith.index_castui %t : i32 to index
    memref.store %t, %out[%place] : !out
  }
  wave.return
}
