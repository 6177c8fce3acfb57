// RUN: wave-opt %s --wave-coarsen-groups="factor=4" --canonicalize --cse --remarks-filter=wave-coarsen-groups 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: wave-opt %s --wave-coarsen-groups="factor=4 cluster=128" --remarks-filter=wave-coarsen-groups 2>&1 >/dev/null | FileCheck %s --check-prefix=APART

// Merged groups share waves where their rows are short.

// APART-NOT: lanes run each

!floats = memref<?xf32>
!shared = memref<2xf32, #gpu.address_space<workgroup>>

// Tiles of 8 x 4 elements. A lane loads a row of each tile; the tiles of the wave are one reduction.
// REMARK: one group does the work of 4 along x; 8 of 32 lanes run each
// CHECK-LABEL: wave.func @tile
// CHECK-SAME: wave.coarsening = array<i32: 4, 1, 1>
// CHECK: scf.for
// CHECK: wave.reduce minnumf
// CHECK: scf.if
// CHECK: %[[LANE:.*]] = wave.lane_index
// CHECK-DAG: %[[CLUSTER:.*]] = arith.divui %[[LANE]], %c8
// CHECK-DAG: %[[IN:.*]] = arith.remui %[[LANE]], %c8
// CHECK-DAG: arith.addi %{{.*}}, %[[CLUSTER]]
// CHECK-DAG: %[[LEADER:.*]] = arith.cmpi eq, %[[IN]], %c0
// CHECK: %[[A:.*]] = memref.load
// CHECK-NEXT: %[[B:.*]] = memref.load
// CHECK-NEXT: %[[C:.*]] = memref.load
// CHECK-NEXT: %[[D:.*]] = memref.load
// CHECK-NEXT: %[[AB:.*]] = arith.minnumf %[[A]], %[[B]]
// CHECK-NEXT: %[[ABC:.*]] = arith.minnumf %[[AB]], %[[C]]
// CHECK-NEXT: %[[ABCD:.*]] = arith.minnumf %[[ABC]], %[[D]]
// CHECK-NEXT: %[[LEAST:.*]] = wave.cluster_reduce minnumf 8 %[[ABCD]]
// CHECK-NOT: wave.cluster_reduce
// CHECK: scf.if %[[LEADER]]
// CHECK: memref.store %[[LEAST]]
// CHECK-NOT: memref.store
// CHECK: wave.return
wave.func @tile(%in: !floats {wave.binding = #wave.binding<srv, f32>}, %out: !floats {wave.binding = #wave.binding<uav, f32>}, %width: i32 {wave.element = ui32}) kernel num_waves(1) wave_size(32) {
  %c8 = arith.constant 8 : i32
  %g = wave.group_id x : i32
  %l = wave.lane_index : i32
  %left = arith.muli %g, %c8 : i32
  %column = arith.remui %l, %c8 : i32
  %row = arith.divui %l, %c8 : i32
  %above = arith.muli %row, %width : i32
  %x = arith.addi %left, %column : i32
  %n = arith.addi %above, %x : i32
  %i = arith.index_castui %n : i32 to index
  %v = memref.load %in[%i] : !floats
  %least = wave.reduce minnumf %v : f32
  %first = wave.is_first_lane : i1
  scf.if %first {
    %j = arith.index_castui %g : i32 to index
    memref.store %least, %out[%j] : !floats
  }
  wave.return
}

// The groups of a wave have parts of one array. A wave of another size runs one group: the code for both is there.
// REMARK: one group does the work of 4 along x; 8 of 32 lanes run each
// CHECK-LABEL: wave.func @array
// CHECK: %[[ARRAY:.*]] = wave.groupshared : memref<8xf32
// CHECK-NOT: wave.groupshared
// CHECK: arith.cmpi eq, %{{.*}}, %c32
// CHECK: scf.if
// CHECK: memref.store %{{.*}}, %[[ARRAY]]
// CHECK: scf.if
// CHECK: %[[LANE:.*]] = wave.lane_index
// CHECK: %[[CLUSTER:.*]] = arith.divui %[[LANE]], %c8
// CHECK: %[[PART:.*]] = arith.index_castui %[[CLUSTER]]
// CHECK: %[[START:.*]] = arith.muli %[[PART]], %c2
// CHECK: %[[PLACE:.*]] = arith.addi %[[START]], %{{.*}}
// CHECK: memref.store %{{.*}}, %[[ARRAY]][%[[PLACE]]]
// CHECK: wave.barrier group sync
// CHECK-NOT: wave.barrier
// CHECK: wave.return
wave.func @array(%in: !floats {wave.binding = #wave.binding<srv, f32>}, %out: !floats {wave.binding = #wave.binding<uav, f32>}, %width: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(8, 64) {
  %c8 = arith.constant 8 : i32
  %rows = wave.groupshared : !shared
  %g = wave.group_id x : i32
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32
  %left = arith.muli %g, %c8 : i32
  %column = arith.remui %l, %c8 : i32
  %row = arith.divui %l, %c8 : i32
  %above = arith.muli %row, %width : i32
  %x = arith.addi %left, %column : i32
  %n = arith.addi %above, %x : i32
  %i = arith.index_castui %n : i32 to index
  %v = memref.load %in[%i] : !floats
  %least = wave.reduce minnumf %v : f32
  %own = arith.index_castui %w : i32 to index
  memref.store %least, %rows[%own] : !shared
  wave.barrier group sync
  %c0 = arith.constant 0 : index
  %other = memref.load %rows[%c0] : !shared
  %j = arith.index_castui %g : i32 to index
  memref.store %other, %out[%j] : !floats
  wave.return
}

// The lanes of a group are whole rows of 128 bytes.
// REMARK: one group does the work of 4 along x
// REMARK-NOT: run each
// CHECK-LABEL: wave.func @long_rows
// CHECK-NOT: arith.divui
wave.func @long_rows(%in: !floats {wave.binding = #wave.binding<srv, f32>}, %out: !floats {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) wave_size(32) {
  %c32 = arith.constant 32 : i32
  %g = wave.group_id x : i32
  %l = wave.lane_index : i32
  %left = arith.muli %g, %c32 : i32
  %n = arith.addi %left, %l : i32
  %i = arith.index_castui %n : i32 to index
  %v = memref.load %in[%i] : !floats
  memref.store %v, %out[%i] : !floats
  wave.return
}
