// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=8 vector-bits=256" -canonicalize -cse | FileCheck %s --implicit-check-not=ub.poison

// Each lane loads its own value from the read-only buffer, if all are in bounds; else
// they come from the stack.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[in:arg0]]: {{[^,]*}}, llvm.readonly}, %[[length:arg1]]: i32
// CHECK-SAME: %[[bins:arg[0-9]+]]: !llvm.ptr {llvm.noalias}, %{{.*}}: i64, %{{.*}}: i64)
// CHECK: %[[last:.*]] = arith.addi %{{.*}}, %c7_i64 : i64
// CHECK: %[[inside:.*]] = arith.cmpi ult, %[[last]], %{{.*}} : i64
// CHECK: scf.if %[[inside]] {
// CHECK: scf.for %[[lane:.*]] = %c0_i64 to %c8_i64 step %c4_i64
// CHECK: %[[place:.*]] = llvm.getelementptr %{{.*}}[%[[lane]]] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK: %[[v:.*]] = llvm.load %[[place]] {alignment = 4 : i64} : !llvm.ptr -> i32
// CHECK: %[[bin:.*]] = arith.andi %[[v]], %c255_i32 : i32
// CHECK: %[[place:.*]] = llvm.getelementptr %{{.*}}[%[[bin]]]
// CHECK: %[[old:.*]] = llvm.load %[[place]]
// CHECK: %[[new:.*]] = arith.addi %[[old]], %c1_i32
// CHECK: llvm.store %[[new]], %[[place]]
// CHECK-COUNT-3: arith.andi
// CHECK: } else {
// Two adjacent lanes are read at once.
// CHECK: llvm.store %{{.*}}, %[[slot:[0-9]+]] {{.*}} : vector<8xi32>, !llvm.ptr
// CHECK: scf.for %[[lane:.*]] = %c0_i64 to %c8_i64 step %c4_i64
// CHECK: %[[place:.*]] = llvm.getelementptr %[[slot]][%[[lane]]]
// CHECK: %[[both:.*]] = llvm.load %[[place]] {alignment = 4 : i64} : !llvm.ptr -> i64
// CHECK: arith.shrui %[[both]], %c32_i64 : i64
wave.func @histogram(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(1) {
  %s = wave.groupshared : memref<256xi32, #gpu.address_space<workgroup>>
  %zero = arith.constant 0 : index
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c255 = arith.constant 255 : i32
  %l = wave.lane_index : i32
  %g = wave.group_id x : i32
  %at = arith.addi %g, %l : i32
  %k = arith.index_castui %at : i32 to index
  %length = memref.dim %in, %zero : memref<?xi32>
  %p = arith.cmpi ult, %k, %length : index
  %v = scf.if %p -> i32 {
    %x = memref.load %in[%k] : memref<?xi32>
    scf.yield %x : i32
  } else {
    scf.yield %c0 : i32
  }
  %bin = arith.andi %v, %c255 : i32
  %bi = arith.index_castui %bin : i32 to index
  %old = wave.atomic_rmw add %c1, %s[%bi] : memref<256xi32, #gpu.address_space<workgroup>>
}

// -----

// Not from a buffer that the kernel writes: it may have been written since.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.if
// CHECK-NOT: scf.if
// CHECK: llvm.store %{{.*}}, %[[slot:[0-9]+]] {{.*}} : vector<8xi32>, !llvm.ptr
// CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> i64
// CHECK-COUNT-4: arith.addi %{{.*}}, %c1_i32 : i32
// CHECK-NOT: llvm.atomicrmw
wave.func @written(%in: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %s = wave.groupshared : memref<256xi32, #gpu.address_space<workgroup>>
  %c1 = arith.constant 1 : i32
  %c255 = arith.constant 255 : i32
  %l = wave.lane_index : i32
  %k = arith.index_castui %l : i32 to index
  %v = memref.load %in[%k] : memref<?xi32>
  %bin = arith.andi %v, %c255 : i32
  %bi = arith.index_castui %bin : i32 to index
  memref.store %c1, %in[%k] : memref<?xi32>
  %old = wave.atomic_rmw add %c1, %s[%bi] : memref<256xi32, #gpu.address_space<workgroup>>
}

// -----

// A result that is used, and an index that may be out of bounds, come from the stack.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: %[[both:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> i64
// CHECK: %[[both:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> i64
// CHECK: arith.minui
// CHECK: %[[both:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> i64
// CHECK: %[[both:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> i64
wave.func @refused(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %s = wave.groupshared : memref<256xi32, #gpu.address_space<workgroup>>
  %c1 = arith.constant 1 : i32
  %c255 = arith.constant 255 : i32
  %l = wave.lane_index : i32
  %k = arith.index_castui %l : i32 to index
  %v = memref.load %in[%k] : memref<?xi32>
  %bin = arith.andi %v, %c255 : i32
  %bi = arith.index_castui %bin : i32 to index
  %old = wave.atomic_rmw add %c1, %s[%bi] : memref<256xi32, #gpu.address_space<workgroup>>
  memref.store %old, %out[%k] : memref<?xi32>
  %vi = arith.index_castui %v : i32 to index
  %unused = wave.atomic_rmw add %c1, %s[%vi] : memref<256xi32, #gpu.address_space<workgroup>>
}
