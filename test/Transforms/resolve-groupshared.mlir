// RUN: wave-opt %s -wave-fold-counts -wave-resolve-groupshared | FileCheck %s
// RUN: wave-opt %s -wave-resolve-groupshared | FileCheck %s

// The two-wave example of HLSL proposal 0054: one minimum and one maximum of the other wave, 8 bytes.
// CHECK-LABEL: wave.func @two_waves
// CHECK-COUNT-2: wave.groupshared : memref<1xf32, #gpu.address_space<workgroup>>
wave.func @two_waves(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(2) wave_size(8, 32) group_shared_limit(8) {
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %n = wave.group_wave_count : i32
  %others = arith.subi %n, %c1 : i32
  %low = wave.groupshared(%others) : memref<?xf32, #gpu.address_space<workgroup>>
  %high = wave.groupshared(%others) : memref<?xf32, #gpu.address_space<workgroup>>
  %a = memref.load %low[%i0] : memref<?xf32, #gpu.address_space<workgroup>>
  %b = memref.load %high[%i0] : memref<?xf32, #gpu.address_space<workgroup>>
  memref.store %a, %out[%i0] : memref<?xf32>
  memref.store %b, %out[%i0] : memref<?xf32>
}

// Its four-wave example: a count for each of the other waves, 12 bytes.
// CHECK-LABEL: wave.func @four_waves
// CHECK: wave.groupshared : memref<3xi32, #gpu.address_space<workgroup>>
// CHECK: memref.load %{{.*}} : memref<3xi32, #gpu.address_space<workgroup>>
wave.func @four_waves(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) group_shared_limit(12) {
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %n = wave.group_wave_count : i32
  %others = arith.subi %n, %c1 : i32
  %store = wave.groupshared(%others) : memref<?xi32, #gpu.address_space<workgroup>>
  %a = memref.load %store[%i0] : memref<?xi32, #gpu.address_space<workgroup>>
  memref.store %a, %out[%i0] : memref<?xi32>
}

// One binary for all sizes: the largest. One size: that one.
// CHECK-LABEL: wave.func @lanes_in_a_range
// CHECK: wave.groupshared : memref<128xi32, #gpu.address_space<workgroup>>
wave.func @lanes_in_a_range(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) wave_size(16, 64) {
  %w = wave.group_wave_count : i32
  %l = wave.lane_count : i32
  %n = arith.muli %w, %l : i32
  %store = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}
// CHECK-LABEL: wave.func @lanes_of_one_size
// CHECK: wave.groupshared : memref<32xi32, #gpu.address_space<workgroup>>
wave.func @lanes_of_one_size() kernel num_threads(64, 1, 1) wave_size(32) {
  %l = wave.lane_count : i32
  %store = wave.groupshared(%l) : memref<?xi32, #gpu.address_space<workgroup>>
}
// CHECK-LABEL: wave.func @lanes_of_every_size
// CHECK: wave.groupshared : memref<128xi32, #gpu.address_space<workgroup>>
wave.func @lanes_of_every_size() kernel num_waves(1) {
  %l = wave.lane_count : i32
  %store = wave.groupshared(%l) : memref<?xi32, #gpu.address_space<workgroup>>
}

// Local arrays alike, where they stand.
// CHECK-LABEL: wave.func @local_arrays
// CHECK: scf.if
// CHECK: memref.alloca() : memref<2xf32>
wave.func @local_arrays(%p: i1 {wave.element = i1}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(4) {
  %c2 = arith.constant 2 : i32
  %i0 = arith.constant 0 : index
  scf.if %p {
    %w = wave.group_wave_count : i32
    %n = arith.divui %w, %c2 : i32
    %i = arith.index_castui %n : i32 to index
    %a = memref.alloca(%i) : memref<?xf32>
    %x = memref.load %a[%i0] : memref<?xf32>
    memref.store %x, %out[%i0] : memref<?xf32>
  }
}

// Exactly the limits.
// CHECK-LABEL: wave.func @full
wave.func @full() kernel num_waves(1) {
  %store = wave.groupshared : memref<8192xi32, #gpu.address_space<workgroup>>
}
// CHECK-LABEL: wave.func @full_mesh
wave.func @full_mesh() kernel stage(mesh) num_threads(32, 1, 1) {
  %store = wave.groupshared : memref<7168xi32, #gpu.address_space<workgroup>>
}
// CHECK-LABEL: wave.func @more_on_purpose
wave.func @more_on_purpose() kernel num_waves(1) group_shared_limit(65536) {
  %store = wave.groupshared : memref<16384xi32, #gpu.address_space<workgroup>>
}

// A length that falls with the size of a wave: the largest is that of the smallest waves.
// CHECK-LABEL: wave.func @falls_with_lanes
// CHECK: wave.groupshared : memref<8xi32, #gpu.address_space<workgroup>>
wave.func @falls_with_lanes() kernel num_waves(2) wave_size(8, 64) {
  %c64 = arith.constant 64 : i32
  %l = wave.lane_count : i32
  %n = arith.divui %c64, %l : i32
  %store = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}

// Bytes by the element's width, each array aligned to its element: 2 + 2 of padding + 4.
// CHECK-LABEL: wave.func @full_of_other_widths
wave.func @full_of_other_widths() kernel num_waves(1) group_shared_limit(24) {
  %0 = wave.groupshared : memref<1xi16, #gpu.address_space<workgroup>>
  %1 = wave.groupshared : memref<1xf32, #gpu.address_space<workgroup>>
  %2 = wave.groupshared : memref<1xf64, #gpu.address_space<workgroup>>
  %3 = wave.groupshared : memref<4xf16, #gpu.address_space<workgroup>>
}

// A size may come out of a vector.
// CHECK-LABEL: wave.func @size_in_a_vector
// CHECK: wave.groupshared : memref<8xi64, #gpu.address_space<workgroup>>
wave.func @size_in_a_vector() kernel num_waves(4) {
  %c2 = arith.constant 2 : i32
  %w = wave.group_wave_count : i32
  %v = vector.from_elements %w, %c2 : vector<2xi32>
  %d = arith.addi %v, %v : vector<2xi32>
  %n = vector.extract %d[0] : i32 from vector<2xi32>
  %store = wave.groupshared(%n) : memref<?xi64, #gpu.address_space<workgroup>>
}
