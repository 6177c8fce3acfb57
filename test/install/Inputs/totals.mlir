// CHECK-LABEL: wave.func @sum_up
// CHECK: scf.if %{{.*}} {
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %arg0
// CHECK-NEXT: memref.store %{{.*}}, %arg0
// CHECK-NEXT: } else {
// CHECK-NEXT: memref.store %{{.*}}, %arg0
// CHECK-NEXT: }
// CHECK-NOT: scf.if
// CHECK: wave.return
// LEAD-LABEL: wave.func @sum_up
// LEAD-COUNT-2: scf.if
gpu.module @kernels {
  wave.func @sum_up(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) {
    %totals = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
    %c0 = arith.constant 0 : i32
    %i0 = arith.constant 0 : index
    %i1 = arith.constant 1 : index
    %i4 = arith.constant 4 : index
    %wave = wave.group_wave_index : i32
    %at = arith.index_castui %wave : i32 to index
    %lane = wave.lane_index : i32
    %sum = wave.reduce add %lane : i32
    memref.store %sum, %totals[%at] : memref<4xi32, #gpu.address_space<workgroup>>
    wave.barrier group sync
    %zero = arith.cmpi eq, %wave, %c0 : i32
    %all = scf.if %zero -> (i32) {
      %r = scf.for %i = %i0 to %i4 step %i1 iter_args(%s = %c0) -> (i32) {
        %t = memref.load %totals[%i] : memref<4xi32, #gpu.address_space<workgroup>>
        %n = arith.addi %s, %t : i32
        scf.yield %n : i32
      }
      scf.yield %r : i32
    } else {
      scf.yield %c0 : i32
    }
    memref.store %lane, %out[%at] : memref<?xi32>
    scf.if %zero {
      memref.store %all, %out[%i0] : memref<?xi32>
    }
  }
}
