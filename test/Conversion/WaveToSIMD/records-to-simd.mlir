// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=8 vector-bits=256" -canonicalize -cse | FileCheck %s
// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=32 vector-bits=512" -canonicalize -cse | FileCheck %s --check-prefix=WIDE

// The records of adjacent lanes are adjacent in memory: the wave loads and stores
// whole registers, and shuffles the components.

// CHECK-LABEL: func internal @wave_groups(
// CHECK-NOT: gather
// CHECK: %[[a:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK: %[[b:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK-DAG: vector.shuffle %[[a]], %[[b]] [0, 2, 4, 6, 8, 10, 12, 14]
// CHECK-DAG: vector.shuffle %[[a]], %[[b]] [1, 3, 5, 7, 9, 11, 13, 15]
// CHECK-COUNT-2: llvm.store %{{.*}} {alignment = 4 : i64} : vector<8xf32>, !llvm.ptr
// CHECK-NOT: scatter
// CHECK: llvm.return
// WIDE-LABEL: func internal @wave_groups(
// WIDE-COUNT-4: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
// WIDE-COUNT-4: llvm.store %{{.*}} {alignment = 4 : i64} : vector<16xf32>, !llvm.ptr
wave.func @pairs(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %k = arith.constant 2 : i32
  %b = arith.muli %l, %k : i32
  %i0 = arith.index_castui %b : i32 to index
  %c1 = arith.constant 1 : i32
  %b1 = arith.addi %b, %c1 : i32
  %i1 = arith.index_castui %b1 : i32 to index
  %x0 = memref.load %in[%i0] : memref<?xf32>
  %x1 = memref.load %in[%i1] : memref<?xf32>
  memref.store %x0, %out[%i0] : memref<?xf32>
  memref.store %x1, %out[%i1] : memref<?xf32>
}

// -----

// The operations may be in any order.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-COUNT-3: llvm.load %{{.*}} : !llvm.ptr -> vector<8xf32>
// CHECK-COUNT-3: llvm.store %{{.*}} : vector<8xf32>, !llvm.ptr
// CHECK-NOT: {{gather|scatter}}
// CHECK: llvm.return
wave.func @triples(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %k = arith.constant 3 : i32
  %b = arith.muli %l, %k : i32
  %i0 = arith.index_castui %b : i32 to index
  %c1 = arith.constant 1 : i32
  %b1 = arith.addi %b, %c1 : i32
  %i1 = arith.index_castui %b1 : i32 to index
  %c2 = arith.constant 2 : i32
  %b2 = arith.addi %b, %c2 : i32
  %i2 = arith.index_castui %b2 : i32 to index
  %x1 = memref.load %in[%i1] : memref<?xf32>
  %x0 = memref.load %in[%i0] : memref<?xf32>
  %x2 = memref.load %in[%i2] : memref<?xf32>
  memref.store %x2, %out[%i2] : memref<?xf32>
  memref.store %x0, %out[%i0] : memref<?xf32>
  memref.store %x1, %out[%i1] : memref<?xf32>
}

// -----

// CHECK-LABEL: func internal @wave_groups(
// CHECK-COUNT-4: llvm.load %{{.*}} : !llvm.ptr -> vector<8xf32>
// CHECK-COUNT-4: llvm.store %{{.*}} : vector<8xf32>, !llvm.ptr
// CHECK-NOT: {{gather|scatter}}
// CHECK: llvm.return
wave.func @quadruples(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %k = arith.constant 4 : i32
  %b = arith.muli %l, %k : i32
  %i0 = arith.index_castui %b : i32 to index
  %c1 = arith.constant 1 : i32
  %b1 = arith.addi %b, %c1 : i32
  %i1 = arith.index_castui %b1 : i32 to index
  %c2 = arith.constant 2 : i32
  %b2 = arith.addi %b, %c2 : i32
  %i2 = arith.index_castui %b2 : i32 to index
  %c3 = arith.constant 3 : i32
  %b3 = arith.addi %b, %c3 : i32
  %i3 = arith.index_castui %b3 : i32 to index
  %x0 = memref.load %in[%i0] : memref<?xf32>
  %x1 = memref.load %in[%i1] : memref<?xf32>
  %x2 = memref.load %in[%i2] : memref<?xf32>
  %x3 = memref.load %in[%i3] : memref<?xf32>
  memref.store %x0, %out[%i0] : memref<?xf32>
  memref.store %x1, %out[%i1] : memref<?xf32>
  memref.store %x2, %out[%i2] : memref<?xf32>
  memref.store %x3, %out[%i3] : memref<?xf32>
}

// -----

// The element behind the last component that is used may not exist. Components
// that are not stored keep their values.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: %[[exist:.*]] = arith.constant dense<[true, true, true, true, true, true, true, false]> : vector<8xi1>
// CHECK-COUNT-3: llvm.load %{{.*}} : !llvm.ptr -> vector<8xf32>
// CHECK: llvm.intr.masked.load %{{.*}}, %[[exist]],
// CHECK-COUNT-3: llvm.intr.masked.scatter
// CHECK: llvm.return
wave.func @some_components(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %k = arith.constant 4 : i32
  %b = arith.muli %l, %k : i32
  %i0 = arith.index_castui %b : i32 to index
  %c1 = arith.constant 1 : i32
  %b1 = arith.addi %b, %c1 : i32
  %i1 = arith.index_castui %b1 : i32 to index
  %c2 = arith.constant 2 : i32
  %b2 = arith.addi %b, %c2 : i32
  %i2 = arith.index_castui %b2 : i32 to index
  %x0 = memref.load %in[%i0] : memref<?xf32>
  %x1 = memref.load %in[%i1] : memref<?xf32>
  %x2 = memref.load %in[%i2] : memref<?xf32>
  memref.store %x0, %out[%i0] : memref<?xf32>
  memref.store %x1, %out[%i1] : memref<?xf32>
  memref.store %x2, %out[%i2] : memref<?xf32>
}

// -----

// Inactive lanes access nothing: only if all lanes are active is it one range.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: %[[p:.*]] = arith.cmpi ugt, %{{.*}} : vector<8xi32>
// CHECK: %[[bits:.*]] = llvm.bitcast %[[p]] : vector<8xi1> to i8
// CHECK: scf.if
// CHECK: %[[whole:.*]] = arith.cmpi eq, %[[bits]], %{{.*}} : i8
// CHECK: scf.if %[[whole]] -> (vector<8xf32>, vector<8xf32>) {
// CHECK-COUNT-2: llvm.load %{{.*}} : !llvm.ptr -> vector<8xf32>
// CHECK: } else {
// CHECK-COUNT-2: llvm.intr.masked.gather
// CHECK: scf.if %[[whole]] {
// CHECK-COUNT-2: llvm.store %{{.*}} : vector<8xf32>, !llvm.ptr
// CHECK: } else {
// CHECK-COUNT-2: llvm.intr.masked.scatter %{{.*}}, %[[p]]
wave.func @under_a_mask(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %k = arith.constant 2 : i32
  %b = arith.muli %l, %k : i32
  %i0 = arith.index_castui %b : i32 to index
  %c1 = arith.constant 1 : i32
  %b1 = arith.addi %b, %c1 : i32
  %i1 = arith.index_castui %b1 : i32 to index
  %p = arith.cmpi ult, %l, %n : i32
  scf.if %p {
    %x0 = memref.load %in[%i0] : memref<?xf32>
    %x1 = memref.load %in[%i1] : memref<?xf32>
    memref.store %x0, %out[%i0] : memref<?xf32>
    memref.store %x1, %out[%i1] : memref<?xf32>
  }
}

// -----

// A store between the loads may change what the second one loads.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-COUNT-2: llvm.intr.masked.gather
// CHECK: llvm.return
wave.func @store_between(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %k = arith.constant 2 : i32
  %b = arith.muli %l, %k : i32
  %i0 = arith.index_castui %b : i32 to index
  %c1 = arith.constant 1 : i32
  %b1 = arith.addi %b, %c1 : i32
  %i1 = arith.index_castui %b1 : i32 to index
  %x0 = memref.load %out[%i0] : memref<?xf32>
  memref.store %x0, %out[%i1] : memref<?xf32>
  %x1 = memref.load %out[%i1] : memref<?xf32>
  %y = arith.addf %x0, %x1 : f32
  memref.store %y, %out[%i0] : memref<?xf32>
}

// -----

// Between records of five elements there is more that the wave does not need.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-COUNT-2: llvm.intr.masked.gather
// CHECK: llvm.return
wave.func @large_stride(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %k = arith.constant 5 : i32
  %b = arith.muli %l, %k : i32
  %i0 = arith.index_castui %b : i32 to index
  %c1 = arith.constant 1 : i32
  %b1 = arith.addi %b, %c1 : i32
  %i1 = arith.index_castui %b1 : i32 to index
  %x0 = memref.load %in[%i0] : memref<?xf32>
  %x1 = memref.load %in[%i1] : memref<?xf32>
  memref.store %x0, %out[%i0] : memref<?xf32>
  memref.store %x1, %out[%i1] : memref<?xf32>
}

// -----

// Two loads of one component are no record.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-COUNT-2: llvm.intr.masked.gather
// CHECK: llvm.return
wave.func @one_component(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %k = arith.constant 2 : i32
  %b = arith.muli %l, %k : i32
  %i0 = arith.index_castui %b : i32 to index
  %c1 = arith.constant 1 : i32
  %b1 = arith.addi %b, %c1 : i32
  %i1 = arith.index_castui %b1 : i32 to index
  %x0 = memref.load %in[%i0] : memref<?xf32>
  %x1 = memref.load %in[%i0] : memref<?xf32>
  %x2 = memref.load %in[%i1] : memref<?xf32>
  %y = arith.addf %x0, %x1 : f32
  %z = arith.addf %y, %x2 : f32
  memref.store %z, %out[%i0] : memref<?xf32>
}

// -----

// The distance between the components is not less than the stride.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-COUNT-2: llvm.intr.masked.gather
// CHECK: llvm.return
wave.func @overlap(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %k = arith.constant 2 : i32
  %b = arith.muli %l, %k : i32
  %i0 = arith.index_castui %b : i32 to index
  %c2 = arith.constant 2 : i32
  %b2 = arith.addi %b, %c2 : i32
  %i2 = arith.index_castui %b2 : i32 to index
  %x0 = memref.load %in[%i0] : memref<?xf32>
  %x2 = memref.load %in[%i2] : memref<?xf32>
  memref.store %x0, %out[%i0] : memref<?xf32>
  memref.store %x2, %out[%i2] : memref<?xf32>
}

// -----

// Elements of a local array are adjacent from lane to lane, so each access of one
// element is a vector already.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-NOT: vector.shuffle
// CHECK: llvm.return
wave.func @local(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %a = memref.alloca() : memref<64xf32>
  %l = wave.lane_index : i32
  %k = arith.constant 2 : i32
  %b = arith.muli %l, %k : i32
  %i0 = arith.index_castui %b : i32 to index
  %c1 = arith.constant 1 : i32
  %b1 = arith.addi %b, %c1 : i32
  %i1 = arith.index_castui %b1 : i32 to index
  %x = arith.constant 1.0 : f32
  memref.store %x, %a[%i0] : memref<64xf32>
  memref.store %x, %a[%i1] : memref<64xf32>
}
