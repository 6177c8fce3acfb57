// RUN: wave-opt %s -split-input-file --convert-wave-to-nvvm=sm=sm_90 | FileCheck %s
// RUN: wave-opt %s -split-input-file --convert-wave-to-nvvm=sm=sm_80 | FileCheck %s --check-prefix=OLD

// One lane starts a copy for each 128 bytes of the rows, and the barrier of the stage waits
// for the bytes. The lines with the same number of all rows are adjacent: bits 6 of an index
// and 7 to 10 change places.

!tile = memref<4096xf16, #gpu.address_space<workgroup>>

// CHECK: wave.manifest = {
// CHECK-SAME: constants = {bytes = 196
// CHECK-SAME: tensor_maps = [{binding = 0 : i64, box = [64, 16], element_bytes = 2 : i64, made_offset = 192 : i64, offset = 64 : i64, pitches = [8], sizes = [4, 0]}]
// CHECK: llvm.mlir.global internal @tiles{{.*}} {addr_space = 3 : i32, alignment = 1024 : i64}
// CHECK-LABEL: llvm.func @tiles
// CHECK-SAME: %[[constants:arg1]]: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<196 x i8>, nvvm.grid_constant}
// CHECK: %[[place:.*]] = llvm.getelementptr inbounds %[[constants]][192]
// CHECK: %[[made:.*]] = llvm.load %[[place]]
// CHECK: %[[map:.*]] = llvm.getelementptr inbounds %[[constants]][64]
// CHECK: %[[isMade:.*]] = arith.cmpi ne, %[[made]], %c0_i32
// CHECK: scf.if %[[isMade]] {
// CHECK:   scf.if
// CHECK:     nvvm.mbarrier.expect_tx %[[barrier:.*]], %c4096_i32
// CHECK:     %[[x:.*]] = arith.addi %[[column:.*]], %c0_i32
// CHECK:     nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %[[map]], %[[barrier]], box[%[[x]], %[[y:.*]]]
// CHECK:     llvm.getelementptr %{{.*}}[%c1024_i64]
// CHECK:     %[[next:.*]] = arith.addi %[[column]], %c64_i32
// CHECK:     nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %[[map]], %[[barrier]], box[%[[next]], %[[y]]]
// CHECK: } else {
// CHECK:   nvvm.cp.async.shared.global
// CHECK: }
// CHECK: arith.andi %{{.*}}, %c64_i32
// CHECK: arith.shli %{{.*}}, %c4_i32
// CHECK: arith.andi %{{.*}}, %c1920_i32
// CHECK: arith.shrui %{{.*}}, %c1_i32
// CHECK: nvvm.ldmatrix

// OLD: alignment = 128
// OLD-LABEL: llvm.func @tiles
// OLD-NOT: bulk
// OLD: nvvm.cp.async.shared.global
gpu.module @kernels {
wave.func @tiles(%a: memref<?xf16> {wave.binding = #wave.binding<srv, f16>}, %height: i32 {wave.element = ui32}, %width: i32 {wave.element = ui32}, %pitch: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c16 = arith.constant 16 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %c2048 = arith.constant 2048 : i32
  %tile = wave.groupshared : !tile
  %pipe = wave.pipe stages 2 producers [0] consumers [1]
  %wave = wave.group_wave_index : i32
  %is_first = arith.cmpi eq, %wave, %c0 : i32
  scf.if %is_first {
    %stage = wave.pipe_acquire %pipe : i32
    %start = arith.muli %stage, %c2048 : i32
    wave.async_copy %tile[%start, %c128], %a[%c0, %pitch] at [%height, %width] of [%height, %width] size [%c16, %c128] : !tile, memref<?xf16>
    wave.pipe_commit %pipe
  } else {
    %stage = wave.pipe_wait %pipe : i32
    %lane = wave.lane_index : i32
    %first = arith.muli %lane, %c128 : i32
    %index = arith.index_castui %first : i32 to index
    %parts:2 = wave.matrix_load_blocks %tile[%index] : !tile -> (f16, f16)
    wave.pipe_release %pipe
  }
}
}

// -----

// A layer of a buffer of three dimensions, whose number is the third coordinate.

!tile = memref<1024xf16, #gpu.address_space<workgroup>>

// CHECK: tensor_maps = [{binding = 0 : i64, box = [64, 16, 1], element_bytes = 2 : i64, made_offset = 192 : i64, offset = 64 : i64, pitches = [16, 12], sizes = [8, 4, 0]}]
// CHECK-LABEL: llvm.func @layer
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} box[%{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}]
gpu.module @kernels {
wave.func @layer(%a: memref<?xf16> {wave.binding = #wave.binding<srv, f16>}, %layers: i32 {wave.element = ui32}, %height: i32 {wave.element = ui32}, %width: i32 {wave.element = ui32}, %layer_pitch: i32 {wave.element = ui32}, %pitch: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c16 = arith.constant 16 : i32
  %c64 = arith.constant 64 : i32
  %index = arith.constant 0 : index
  %tile = wave.groupshared : !tile
  %pipe = wave.pipe stages 1 producers [0] consumers [1]
  %wave = wave.group_wave_index : i32
  %is_first = arith.cmpi eq, %wave, %c0 : i32
  %layer = wave.group_id x : i32
  scf.if %is_first {
    %stage = wave.pipe_acquire %pipe : i32
    %base = arith.muli %layer, %layer_pitch : i32
    %exists = arith.cmpi ult, %layer, %layers : i32
    %rows = arith.select %exists, %height, %c0 : i32
    wave.async_copy %tile[%c0, %c64], %a[%base, %pitch] at [%c0, %c0] of [%rows, %width] size [%c16, %c64] : !tile, memref<?xf16>
    wave.pipe_commit %pipe
  } else {
    %stage = wave.pipe_wait %pipe : i32
    %parts:2 = wave.matrix_load_blocks %tile[%index] : !tile -> (f16, f16)
    wave.pipe_release %pipe
  }
}
}

// -----

// What the machine cannot copy as a whole: an array that a lane writes, a copy that no step
// of a pipe commits, and a tile that may begin between two blocks of rows.

!tile = memref<2048xf16, #gpu.address_space<workgroup>>

// CHECK-LABEL: llvm.func @others
// CHECK-NOT: bulk
gpu.module @kernels {
wave.func @others(%a: memref<?xf16> {wave.binding = #wave.binding<srv, f16>}, %height: i32 {wave.element = ui32}, %width: i32 {wave.element = ui32}, %pitch: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c16 = arith.constant 16 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant 0.0 : f16
  %index = arith.constant 0 : index
  %written = wave.groupshared : !tile
  %uncommitted = wave.groupshared : !tile
  %unaligned = wave.groupshared : !tile
  %pipe = wave.pipe stages 1 producers [0] consumers [1]
  %wave = wave.group_wave_index : i32
  %is_first = arith.cmpi eq, %wave, %c0 : i32
  scf.if %is_first {
    wave.async_copy %uncommitted[%c0, %c64], %a[%c0, %pitch] at [%c0, %c0] of [%height, %width] size [%c16, %c64] : !tile, memref<?xf16>
    %stage = wave.pipe_acquire %pipe : i32
    memref.store %zero, %written[%index] : !tile
    %row = arith.muli %width, %c64 : i32
    wave.async_copy %written[%c0, %c64], %a[%c0, %pitch] at [%c0, %c0] of [%height, %width] size [%c16, %c64] : !tile, memref<?xf16>
    wave.async_copy %unaligned[%row, %c64], %a[%c0, %pitch] at [%c0, %c0] of [%height, %width] size [%c16, %c64] : !tile, memref<?xf16>
    wave.pipe_commit %pipe
  } else {
    %stage = wave.pipe_wait %pipe : i32
    %x:2 = wave.matrix_load_blocks %written[%index] : !tile -> (f16, f16)
    %y:2 = wave.matrix_load_blocks %uncommitted[%index] : !tile -> (f16, f16)
    %z:2 = wave.matrix_load_blocks %unaligned[%index] : !tile -> (f16, f16)
    wave.pipe_release %pipe
  }
}
}
