// RUN: wave-opt %s -wave-verify | wave-opt | FileCheck %s
// RUN: wave-opt %s -wave-to-spirv | FileCheck %s --check-prefix=SPIRV
// RUN: wave-opt %s -wave-to-dxil="shader-model=6.10 wave-size=32" | FileCheck %s --check-prefix=DXIL

// scripts/dialect-reference prints these kernels into docs/dialect.md.

// CHECK: gpu.module @kernels
// SPIRV: spirv.module
// SPIRV: spirv.module
// DXIL: dxil.module @sum_of_group
// DXIL: dxil.module @families
gpu.module @kernels {
  // Each group of four waves adds up one number per lane.
  wave.func @sum_of_group(%x: memref<?xf32> {wave.binding = #wave.binding<srv, 0, 0, f32>},
                          %out: memref<?xf32> {wave.binding = #wave.binding<uav, 0, 1, f32>})
      kernel stage(compute) num_waves(4) wave_size(16, 64) {
    // Numbers of groups, waves and lanes.
    %group = wave.group_id x : i32
    %wave = wave.group_wave_index : i32
    %waves = wave.group_wave_count : i32
    %lane = wave.lane_index : i32
    %lanes = wave.lane_count : i32
    %first_wave = arith.muli %group, %waves : i32
    %wave_of_all = arith.addi %first_wave, %wave : i32
    %first = arith.muli %wave_of_all, %lanes : i32
    %place = arith.addi %first, %lane : i32
    %i = arith.index_castui %place : i32 to index
    %value = memref.load %x[%i] : memref<?xf32>
    // A reduction, and one lane that stores its result.
    %sum = wave.reduce add %value : f32
    %sums = wave.groupshared : memref<4xf32, #gpu.address_space<workgroup>>
    %w = arith.index_castui %wave : i32 to index
    %is_first = wave.is_first_lane : i1
    scf.if %is_first {
      memref.store %sum, %sums[%w] : memref<4xf32, #gpu.address_space<workgroup>>
    }
    wave.barrier group sync
    // All waves but the first return.
    %c0 = arith.constant 0 : i32
    %is_other = arith.cmpi ne, %wave, %c0 : i32
    wave.retire_if %is_other
    %c4 = arith.constant 4 : i32
    %zero = arith.constant 0.0 : f32
    %c1 = arith.constant 1 : i32
    %total = scf.for %n = %c0 to %c4 step %c1 iter_args(%t = %zero) -> (f32) : i32 {
      %j = arith.index_castui %n : i32 to index
      %part = memref.load %sums[%j] : memref<4xf32, #gpu.address_space<workgroup>>
      %next = arith.addf %t, %part : f32
      scf.yield %next : f32
    }
    %g = arith.index_castui %group : i32 to index
    memref.store %total, %out[%g] : memref<?xf32>
    wave.return
  }

  // One operation of each family.
  wave.func @families(%image: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<srv, 0, 0, f32>},
                      %out: memref<?xi32> {wave.binding = #wave.binding<uav, 0, 1, ui32>},
                      %limit: i32 {wave.element = ui32})
      kernel stage(compute) num_waves(2) {
    %lane = wave.lane_index : i32
    %c1 = arith.constant 1 : i32
    %keep = arith.cmpi ult, %lane, %limit : i32
    // Votes, and masks of lanes.
    %any = wave.any %keep
    %kept = wave.ballot %keep : vector<4xi32>
    %count = wave.count_bits %keep : i32
    // Scans: over the lanes before this one.
    %place = wave.prefix_count_bits %keep : i32
    %before = wave.prefix add %lane : i32
    // Partitions: over the lanes before this one with the same mask.
    %class = wave.match %place : i32
    %in_class = wave.multi_prefix add %c1, %class : i32
    // Reads of lanes.
    %same = wave.read_first_lane %before : i32
    %other = arith.xori %lane, %c1 : i32
    %neighbor = wave.read_lane %in_class, %other : i32
    // Quads.
    %across = wave.quad_read_across x %neighbor : i32
    %row = wave.quad_any %keep
    // Images.
    %texel = wave.image_load %image[%lane, %c1] : !wave.image<2d, f32, 4> -> vector<4xf32>
    // Atomics return the old value.
    %i0 = arith.constant 0 : index
    %start = wave.atomic_rmw add %count, %out[%i0] : memref<?xi32>
    %sum = arith.addi %across, %same : i32
    %at = arith.addi %start, %place : i32
    %i = arith.index_castui %at : i32 to index
    %stores = arith.andi %any, %row : i1
    scf.if %stores {
      memref.store %sum, %out[%i] : memref<?xi32>
    }
    wave.return
  }
}
