// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=32 vector-bits=256" -canonicalize -cse | FileCheck %s

// Waves that are longer than a register, and access memory a register's lanes at a time.

// Rows of 8 lanes: a load and a store a row. What is behind the rows is fetched early.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: %[[i:.*]] = arith.addi %{{.*}} : vector<32xi32>
// CHECK-NOT: llvm.intr.masked.gather
// CHECK: %[[i0:.*]] = vector.extract %[[i]][0] : i32 from vector<32xi32>
// CHECK: %[[a:.*]] = llvm.getelementptr %[[in:.*]][%[[i0]]] : (!llvm.ptr, i32) -> !llvm.ptr, f32
// CHECK: %[[behind:.*]] = llvm.getelementptr %[[a]][512]
// CHECK: "llvm.intr.prefetch"(%[[behind]]) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}>
// CHECK: %[[x0:.*]] = llvm.load %[[a]] {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK: %[[i1:.*]] = vector.extract %[[i]][8] : i32 from vector<32xi32>
// CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK: %[[i2:.*]] = vector.extract %[[i]][16] : i32 from vector<32xi32>
// CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK: %[[i3:.*]] = vector.extract %[[i]][24] : i32 from vector<32xi32>
// CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK-NOT: llvm.load
// CHECK: %[[a:.*]] = llvm.getelementptr %{{.*}}[%[[i0]]]
// CHECK: llvm.store %[[x0]], %[[a]] {alignment = 4 : i64} : vector<8xf32>, !llvm.ptr
// CHECK-COUNT-3: llvm.store %{{.*}} {alignment = 4 : i64} : vector<8xf32>, !llvm.ptr
// CHECK-NOT: llvm.intr.masked.scatter
// CHECK: llvm.return
wave.func @rows(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %width: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c8 = arith.constant 8 : i32
  %l = wave.lane_index : i32
  %x = arith.remui %l, %c8 : i32
  %y = arith.divui %l, %c8 : i32
  %row = arith.muli %y, %width : i32
  %n = arith.addi %row, %x : i32
  %i = arith.index_castui %n : i32 to index
  %v = memref.load %in[%i] : memref<?xf32>
  memref.store %v, %out[%i] : memref<?xf32>
}

// -----

// Each row under its own part of the mask.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: %[[p:.*]] = arith.cmpi ugt, %{{.*}} : vector<32xi32>
// CHECK: scf.if
// CHECK: %[[p0:.*]] = vector.extract_strided_slice %[[p]] {offsets = [0], sizes = [8], strides = [1]} : vector<32xi1> to vector<8xi1>
// CHECK: llvm.intr.masked.load %{{.*}}, %[[p0]], %{{.*}} {alignment = 4 : i32}
// CHECK: %[[p1:.*]] = vector.extract_strided_slice %[[p]] {offsets = [8], sizes = [8], strides = [1]}
// CHECK: llvm.intr.masked.load %{{.*}}, %[[p1]], %{{.*}} {alignment = 4 : i32}
// CHECK: %[[p2:.*]] = vector.extract_strided_slice %[[p]] {offsets = [16], sizes = [8], strides = [1]}
// CHECK: llvm.intr.masked.load %{{.*}}, %[[p2]], %{{.*}} {alignment = 4 : i32}
// CHECK: %[[p3:.*]] = vector.extract_strided_slice %[[p]] {offsets = [24], sizes = [8], strides = [1]}
// CHECK: llvm.intr.masked.load %{{.*}}, %[[p3]], %{{.*}} {alignment = 4 : i32}
// CHECK: llvm.intr.masked.store %{{.*}}, %{{.*}}, %[[p0]]
// CHECK: llvm.intr.masked.store %{{.*}}, %{{.*}}, %[[p3]]
wave.func @rows_under_a_mask(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %width: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c7 = arith.constant 7 : i32
  %c3 = arith.constant 3 : i32
  %l = wave.lane_index : i32
  %x = arith.andi %l, %c7 : i32
  %y = arith.shrui %l, %c3 : i32
  %row = arith.muli %y, %width : i32
  %n = arith.addi %row, %x : i32
  %i = arith.index_castui %n : i32 to index
  %p = arith.cmpi ult, %x, %width : i32
  scf.if %p {
    %s = wave.count_bits %p : i32
    %v = memref.load %in[%i] : memref<?xf32>
    memref.store %v, %out[%i] : memref<?xf32>
  }
}

// -----

// Where a row begins comes from memory: its lanes need not have one row.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: llvm.load
// CHECK: llvm.intr.masked.gather
// CHECK: llvm.intr.masked.scatter
wave.func @rows_by_lane(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c8 = arith.constant 8 : i32
  %l = wave.lane_index : i32
  %x = arith.remui %l, %c8 : i32
  %li = arith.index_castui %l : i32 to index
  %row = memref.load %in[%li] : memref<?xi32>
  %n = arith.addi %row, %x : i32
  %i = arith.index_castui %n : i32 to index
  %v = memref.load %in[%i] : memref<?xi32>
  memref.store %v, %out[%i] : memref<?xi32>
}
