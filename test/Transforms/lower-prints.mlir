// RUN: wave-opt %s -wave-lower-prints=records=true -split-input-file | FileCheck %s

// The description names each operation, and the calls that lead to it.
// CHECK: wave.records = "{\22failures\22:0,\22header_words\22:8,\22record_words\22:9,\22sites\22:[{\22format\22:\22{} {}\22,\22kind\22:\22print\22
// CHECK-SAME: \22types\22:{{\[\[}}\22u32\22,1],{{\[}}\22f64\22,1]{{\]}}
// CHECK-LABEL: wave.func @prints
// CHECK-SAME: %[[records:[^:]*]]: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "wave_records", wave.records}
gpu.module @kernels {
  wave.func @prints(%x: i32 {wave.element = ui32}, %d: f64 {wave.element = f64}) kernel num_waves(2) {
    // One atomic for the wave.
    // CHECK: %[[active:.*]] = wave.count_bits
    // CHECK: %[[rank:.*]] = wave.prefix_count_bits
    // CHECK: %[[first:.*]] = wave.is_first_lane
    // CHECK: %[[capacity:.*]] = memref.load %[[records]]
    // CHECK: %[[reserved:.*]] = scf.if %[[first]]
    // CHECK: wave.atomic_rmw add %[[active]], %[[records]]
    // CHECK: %[[start:.*]] = wave.read_first_lane %[[reserved]]
    // CHECK: %[[room:.*]] = arith.subi %[[capacity]], %[[start]]
    // CHECK: arith.cmpi uge, %[[room]], %[[active]]
    // CHECK: arith.addi %[[start]], %[[rank]]
    // CHECK: wave.group_id x
    // CHECK: wave.group_wave_index
    // CHECK: wave.lane_index
    // A double is two words.
    // CHECK: %[[bits:.*]] = arith.bitcast %{{.*}} : f64 to i64
    // CHECK: arith.trunci %[[bits]]
    // CHECK: arith.shrui %[[bits]]
    // CHECK-COUNT-9: memref.store %{{.*}}, %[[records]]
    // CHECK-NOT: memref.store
    // CHECK: } else {
    // Lines that are dropped are counted.
    // CHECK: wave.atomic_rmw add %[[active]], %[[records]]
    wave.print "{} {}"(%x, %d : i32, f64) as [ui32, f64]
  }
}

// -----

// Failures have space of their own: 1024 records of 8 words, before the space of prints.
// CHECK: \22failures\22:1024
// CHECK-SAME: \22condition\22:\22i < n\22
// CHECK-SAME: \22names\22:[\22i\22,\22n\22]
// CHECK-LABEL: wave.func @asserts
gpu.module @kernels {
  wave.func @asserts(%c: i1 {wave.element = i1}, %i: i32 {wave.element = ui32}) kernel num_waves(2) {
    // CHECK: %[[fails:.*]] = arith.xori %arg0
    // CHECK: scf.if %[[fails]]
    // CHECK: wave.atomic_rmw add
    wave.assert %c "i < n" ""(%i, %i : i32, i32) as [ui32, ui32] names ["i", "n"]
    // A line of the wave counts once.
    // CHECK: arith.constant 8200
    // CHECK: } else {
    // CHECK: %[[one:.*]] = arith.constant 1
    // CHECK: wave.atomic_rmw add %[[one]]
    wave.print wave "here" as []
  }
}

// -----

// Other kernels stay as they are.
// CHECK-LABEL: wave.func @silent
// CHECK-NOT: wave_records
gpu.module @kernels {
  wave.func @silent(%x: i32 {wave.element = ui32}) kernel num_waves(1) {
  }
}
