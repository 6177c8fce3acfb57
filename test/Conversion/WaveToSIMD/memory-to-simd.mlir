// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="unroll-cost=0 wave-size=8 vector-bits=256" -canonicalize -cse | FileCheck %s
// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="unroll-cost=0 wave-size=8 vector-bits=512" -canonicalize -cse | FileCheck %s --check-prefix=REGISTER

// Loads and stores of a wave.

// One access where all lanes have one place, a vector's where they lie side by side, else
// a gather or a scatter. Addresses are aligned for an element, no more.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[in:arg0]]: !llvm.ptr {llvm.noalias, llvm.readonly}, %arg1: i32, %[[out:arg2]]: !llvm.ptr {llvm.noalias}, %arg3: i32, %[[n:arg4]]: i32
// CHECK: %[[a:.*]] = llvm.getelementptr %[[in]][%[[n]]] : (!llvm.ptr, i32) -> !llvm.ptr, f32
// CHECK: %[[x:.*]] = llvm.load %[[a]] {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK: %[[y:.*]] = llvm.load %[[a]] {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK: %[[b:.*]] = llvm.getelementptr %[[in]][%[[i:.*]]] : (!llvm.ptr, vector<8xi32>) -> vector<8x!llvm.ptr>, f32
// CHECK: %[[z:.*]] = llvm.intr.masked.gather %[[b]], %[[all:.*]], %{{.*}} {alignment = 4 : i32}
// CHECK: %[[a:.*]] = llvm.getelementptr %[[out]][%[[n]]] : (!llvm.ptr, i32) -> !llvm.ptr, f32
// CHECK: llvm.store %[[x]], %[[a]] {alignment = 4 : i64} : f32, !llvm.ptr
// CHECK: llvm.store %[[y]], %[[a]] {alignment = 4 : i64} : vector<8xf32>, !llvm.ptr
// CHECK: %[[b:.*]] = llvm.getelementptr %[[out]][%[[i]]] : (!llvm.ptr, vector<8xi32>) -> vector<8x!llvm.ptr>, f32
// CHECK: llvm.intr.masked.scatter %[[z]], %[[b]], %[[all]] {alignment = 4 : i32}
wave.func @places(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c2 = arith.constant 2 : i32
  %l = wave.lane_index : i32
  %i = arith.addi %l, %n : i32
  %j = arith.muli %i, %c2 : i32
  %ni = arith.index_castui %n : i32 to index
  %ii = arith.index_castui %i : i32 to index
  %ji = arith.index_castui %j : i32 to index
  %x = memref.load %in[%ni] : memref<?xf32>
  %y = memref.load %in[%ii] : memref<?xf32>
  %z = memref.load %in[%ji] : memref<?xf32>
  memref.store %x, %out[%ni] : memref<?xf32>
  memref.store %y, %out[%ii] : memref<?xf32>
  memref.store %z, %out[%ji] : memref<?xf32>
}

// -----

// Under a mask lanes without a part touch nothing, or read element 0. Of those that store
// to one place one wins: the first.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[in:arg0]]: !llvm.ptr {llvm.noalias, llvm.readonly}, %arg1: i32, %[[out:arg2]]: !llvm.ptr {llvm.noalias}, %arg3: i32, %[[n:arg4]]: i32
// CHECK: %[[zero:.*]] = arith.constant dense<0> : vector<8xi32>
// CHECK: %[[p:.*]] = arith.cmpi ugt, %{{.*}} : vector<8xi32>
// CHECK: %[[bits:.*]] = llvm.bitcast %[[p]]
// CHECK: scf.if
// CHECK: %[[a:.*]] = llvm.getelementptr %[[in]][%[[n]]] : (!llvm.ptr, i32)
// CHECK: %[[y:.*]] = llvm.intr.masked.load %[[a]], %[[p]], %{{.*}} {alignment = 4 : i32}
// CHECK: %[[i:.*]] = arith.select %[[p]], %[[j:.*]], %[[zero]] : vector<8xi1>, vector<8xi32>
// CHECK: %[[b:.*]] = llvm.getelementptr %[[in]][%[[i]]] : (!llvm.ptr, vector<8xi32>)
// CHECK: %[[z:.*]] = llvm.intr.masked.gather %[[b]],
// CHECK: %[[a:.*]] = llvm.getelementptr %[[out]][%[[n]]] : (!llvm.ptr, i32)
// CHECK: scf.if
// CHECK-NEXT: llvm.store %[[y]], %[[a]]
// CHECK-NEXT: } else {
// CHECK-NEXT: llvm.intr.masked.store %[[y]], %[[a]], %[[p]] {alignment = 4 : i32}
// CHECK: %[[b:.*]] = llvm.getelementptr %[[out]][%[[j]]] : (!llvm.ptr, vector<8xi32>)
// CHECK: llvm.intr.masked.scatter %[[z]], %[[b]], %[[p]]
// CHECK: %[[first:.*]] = "llvm.intr.cttz"(%[[bits]])
// CHECK: %[[z0:.*]] = llvm.extractelement %[[z]][%{{.*}} : i32] : vector<8xf32>
// CHECK: llvm.store %[[z0]], %[[a]] {{.*}} : f32, !llvm.ptr
//
// Masks in registers cost nothing.
// REGISTER: %[[p:.*]] = arith.cmpi ugt, %{{.*}} : vector<8xi32>
// REGISTER: scf.if
// REGISTER-NOT: arith.select
// REGISTER: llvm.intr.masked.load %{{.*}}, %[[p]], %{{.*}} {alignment = 4 : i32}
// REGISTER: llvm.intr.masked.gather %{{.*}}, %[[p]], %{{.*}} {alignment = 4 : i32}
// REGISTER-NOT: scf.if
// REGISTER: llvm.intr.masked.store %{{.*}}, %{{.*}}, %[[p]] {alignment = 4 : i32}
// REGISTER: llvm.intr.masked.scatter %{{.*}}, %{{.*}}, %[[p]] {alignment = 4 : i32}
wave.func @under_a_mask(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c2 = arith.constant 2 : i32
  %l = wave.lane_index : i32
  %i = arith.addi %l, %n : i32
  %j = arith.muli %i, %c2 : i32
  %ni = arith.index_castui %n : i32 to index
  %ii = arith.index_castui %i : i32 to index
  %ji = arith.index_castui %j : i32 to index
  %p = arith.cmpi ult, %l, %n : i32
  scf.if %p {
    %s = wave.reduce add %l : i32
    %y = memref.load %in[%ii] : memref<?xf32>
    %z = memref.load %in[%ji] : memref<?xf32>
    memref.store %y, %out[%ii] : memref<?xf32>
    memref.store %z, %out[%ji] : memref<?xf32>
    memref.store %z, %out[%ni] : memref<?xf32>
  }
}

// -----

// LLVM 22 would move the load behind the store, to a select by the same mask
// (llvm/llvm-project#215453). It may do so where nothing writes.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: %[[x:.*]] = llvm.intr.masked.load
// CHECK-NEXT: llvm.freeze %[[x]] : vector<8xi32>
// CHECK: %[[y:.*]] = llvm.intr.masked.load
// CHECK-NOT: llvm.freeze
// CHECK: llvm.return
wave.func @written_memory_under_a_mask(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c7 = arith.constant 7 : i32
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %p = arith.cmpi ult, %l, %n : i32
  scf.if %p {
    %x = memref.load %out[%i] : memref<?xi32>
    memref.store %c7, %out[%i] : memref<?xi32>
    %y = memref.load %in[%i] : memref<?xi32>
    %z = arith.addi %x, %y : i32
    %s = wave.reduce minui %z : i32
    memref.store %s, %out[%i] : memref<?xi32>
  }
}

// -----

// Under a mask what all lanes load from one place is one load: at least one lane does it.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.if
// CHECK: scf.if
// CHECK: %[[x:.*]] = llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr -> f64
// CHECK: llvm.store %[[x]], %{{.*}} {alignment = 8 : i64} : f64, !llvm.ptr
wave.func @one_place_under_a_mask(%out: memref<?xf64> {wave.binding = #wave.binding<uav, f64>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = wave.lane_index : i32
  %p = arith.cmpi ult, %l, %n : i32
  scf.if %p {
    %x = memref.load %out[%c1] : memref<?xf64>
    memref.store %x, %out[%c0] : memref<?xf64>
  }
}

// -----

// Halves have no loads with masks before AVX-512: a branch on the whole wave.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.if
// CHECK: %[[bits:.*]] = llvm.bitcast %[[p:.*]] : vector<8xi1> to i8
// CHECK: scf.if
// CHECK: %[[all:.*]] = arith.cmpi eq, %[[bits]], %{{.*}} : i8
// CHECK: scf.if %[[all]] -> (vector<8xf16>) {
// CHECK-NEXT: llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr -> vector<8xf16>
// CHECK: } else {
// CHECK-NEXT: llvm.intr.masked.load %{{.*}}, %[[p]], %{{.*}} {alignment = 2 : i32}
//
// REGISTER: llvm.intr.masked.load {{.*}} -> vector<8xf16>
wave.func @halves(%in: memref<?xf16> {wave.binding = #wave.binding<srv, f16>}, %out: memref<?xf16> {wave.binding = #wave.binding<uav, f16>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %p = arith.cmpi ult, %l, %n : i32
  scf.if %p {
    %x = memref.load %in[%i] : memref<?xf16>
    %s = wave.reduce add %x : f16
    memref.store %s, %out[%i] : memref<?xf16>
  }
}

// -----

// The test of a buffer's length: no mask where it holds for all lanes. What is out of
// bounds loads 0 and stores nothing.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.if
// CHECK: %[[r:.*]] = scf.if %{{.*}} -> (vector<8xi32>) {
// CHECK: %[[x:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<8xi32>
// CHECK: scf.yield %[[x]]
// CHECK: } else {
// CHECK: %[[x:.*]] = llvm.intr.masked.load %{{.*}}, %[[p:.*]], %[[zero:.*]] {alignment = 4 : i32}
// CHECK: %[[y:.*]] = arith.select %[[p]], %[[x]], %[[zero]] : vector<8xi1>, vector<8xi32>
// CHECK: scf.yield %[[y]]
// CHECK: scf.if %{{.*}} {
// CHECK: llvm.store %[[r]], %{{.*}} {alignment = 4 : i64}
// CHECK: } else {
// CHECK: llvm.intr.masked.store %[[r]], %{{.*}} {alignment = 4 : i32}
wave.func @tests_of_lengths(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %l = wave.lane_index : i32
  %j = arith.addi %l, %n : i32
  %i = arith.index_castui %j : i32 to index
  %length = memref.dim %in, %c0 : memref<?xi32>
  %space = memref.dim %out, %c0 : memref<?xi32>
  %p = arith.cmpi ult, %i, %length : index
  %r = scf.if %p -> i32 {
    %x = memref.load %in[%i] : memref<?xi32>
    scf.yield %x : i32
  } else {
    scf.yield %zero : i32
  }
  %q = arith.cmpi ult, %i, %space : index
  scf.if %q {
    memref.store %r, %out[%i] : memref<?xi32>
  }
}

// -----

// Groupshared arrays are never left: lanes outside have no part in a vector's access, and
// an element inside elsewhere. Indices that are proved to be inside are taken as they are.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[n:arg2]]: i32
// CHECK-SAME: %[[a:arg10]]: !llvm.ptr {llvm.noalias}, %[[b:arg11]]: !llvm.ptr {llvm.noalias}
// CHECK: %[[m:.*]] = arith.andi %[[n]], %{{.*}} : i32
// CHECK: %[[inside:.*]] = arith.cmpi ule, %{{.*}} : vector<8xi32>
// CHECK: llvm.intr.masked.store %{{.*}}, %[[inside]] {alignment = 4 : i32}
// CHECK: %[[j:.*]] = arith.minui %{{.*}} : vector<8xi32>
// CHECK: %[[place:.*]] = llvm.getelementptr %[[b]][%[[j]]]
// CHECK: llvm.intr.masked.scatter %{{.*}}, %[[place]],
// CHECK: %[[k:.*]] = arith.minui %[[n]], %{{.*}} : i32
// CHECK: %[[place:.*]] = llvm.getelementptr %[[a]][%[[k]]]
// CHECK: llvm.load %[[place]] {{.*}} -> i32
// CHECK-NOT: arith.minui
// CHECK: %[[place:.*]] = llvm.getelementptr %[[a]][%[[m]]]
// CHECK: llvm.load %[[place]] {{.*}} -> i32
// Each begins at a multiple of 64 bytes.
// CHECK: llvm.getelementptr %{{.*}}[64] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK: @wave_kernel_info(dense<[1, 128, 0, 8]>
wave.func @groupshared(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c3 = arith.constant 3 : i32
  %c7 = arith.constant 7 : i32
  %a = wave.groupshared : memref<9xi32, #gpu.address_space<workgroup>>
  %b = wave.groupshared : memref<20xi16, #gpu.address_space<workgroup>>
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %ni = arith.index_castui %n : i32 to index
  %i = arith.addi %l, %n : i32
  %ii = arith.index_castui %i : i32 to index
  %j = arith.muli %i, %c3 : i32
  %ji = arith.index_castui %j : i32 to index
  %m = arith.andi %n, %c7 : i32
  %mi = arith.index_castui %m : i32 to index
  %h = arith.trunci %l : i32 to i16
  memref.store %l, %a[%ii] : memref<9xi32, #gpu.address_space<workgroup>>
  memref.store %h, %b[%ji] : memref<20xi16, #gpu.address_space<workgroup>>
  %x = memref.load %a[%ni] : memref<9xi32, #gpu.address_space<workgroup>>
  %y = memref.load %a[%mi] : memref<9xi32, #gpu.address_space<workgroup>>
  %z = arith.addi %x, %y : i32
  memref.store %z, %out[%li] : memref<?xi32>
}

// -----

// A local array has one element for all lanes behind the other: where all lanes have one
// index they lie side by side. It is never left either, and nobody sees what was never
// written as poison.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[n:arg2]]: i32
// CHECK: %[[size:.*]] = llvm.mlir.constant(32 : i64) : i64
// CHECK: %[[array:.*]] = llvm.alloca %[[size]] x f32 {alignment = 64 : i64}
// CHECK: %[[a:.*]] = llvm.getelementptr %[[array]][8] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK: %[[x:.*]] = llvm.load %[[a]] {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK: %[[y:.*]] = llvm.freeze %[[x]]
// CHECK: %[[k:.*]] = arith.minui %[[n]], %{{.*}} : i32
// CHECK: %[[row:.*]] = arith.muli %[[k]], %{{.*}} : i32
// CHECK: %[[a:.*]] = llvm.getelementptr %[[array]][%[[row]]] : (!llvm.ptr, i32)
// CHECK: llvm.store %[[y]], %[[a]] {alignment = 4 : i64} : vector<8xf32>
// CHECK: %[[z:.*]] = llvm.intr.masked.gather
// CHECK: llvm.freeze %[[z]]
wave.func @local(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %a = memref.alloca() : memref<4xf32>
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %c1 = arith.constant 1 : index
  %ni = arith.index_castui %n : i32 to index
  %x = memref.load %a[%c1] : memref<4xf32>
  memref.store %x, %a[%ni] : memref<4xf32>
  %y = memref.load %a[%li] : memref<4xf32>
  memref.store %y, %out[%li] : memref<?xf32>
}

// -----

// What is too large for the stack stands in the memory of each wave.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-NOT: llvm.alloca
// CHECK: %[[bytes:.*]] = llvm.mlir.constant(32000 : i64) : i64
// CHECK: scf.for %[[w:.*]] = %{{.*}} {
// CHECK: arith.muli %{{.*}}, %[[bytes]] : i64
// CHECK: llvm.load
// CHECK: @wave_kernel_info(dense<[1, 0, 32000, 8]>
wave.func @large_local(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(2) {
  %a = memref.alloca() : memref<1000xf32>
  %c1 = arith.constant 1 : index
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %x = memref.load %a[%c1] : memref<1000xf32>
  memref.store %x, %out[%li] : memref<?xf32>
}

// -----

// Rows of texels, and the channels of one side by side.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[src:arg0]]: !llvm.ptr {llvm.noalias, llvm.readonly}, %[[width:arg1]]: i32, %arg2: i32, %[[dst:arg3]]: !llvm.ptr {llvm.noalias}, %[[columns:arg4]]: i32, %arg5: i32, %[[y:arg6]]: i32
// CHECK: %[[row:.*]] = arith.muli %[[y]], %[[width]] : i32
// CHECK: %[[first:.*]] = arith.muli %[[row]], %{{.*}} : i32
// CHECK: %[[place:.*]] = llvm.getelementptr %[[src]][%[[first]]]
// CHECK: llvm.load %[[place]] {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK: %[[row:.*]] = arith.muli %[[y]], %[[columns]] : i32
// CHECK: %[[texel:.*]] = arith.addi %[[row]], %{{.*}} : i32
// CHECK: %[[place:.*]] = llvm.getelementptr %[[dst]][%[[texel]]]
// CHECK: llvm.store %{{.*}}, %[[place]] {alignment = 4 : i64} : vector<8xi32>
wave.func @image(%src: !wave.image<2d, f32, 2> {wave.binding = #wave.binding<srv, f32>},
                 %dst: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, si32>}, %y: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %t = wave.image_load %src[%l, %y] : !wave.image<2d, f32, 2> -> vector<2xf32>
  %a = vector.extract %t[0] : f32 from vector<2xf32>
  %b = vector.extract %t[1] : f32 from vector<2xf32>
  %c = arith.addf %a, %b : f32
  %d = arith.bitcast %c : f32 to i32
  %w = wave.image_size x %dst : !wave.image<2d, i32, 1>
  %x = arith.subi %l, %w : i32
  wave.image_store %d, %dst[%x, %y] : i32, !wave.image<2d, i32, 1>
}

// -----

// A wave is in order with itself and its group: only other groups need a fence.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.if
// CHECK-NEXT: llvm.fence acq_rel
// CHECK-NEXT: llvm.fence acq_rel
// CHECK-NEXT: }
wave.func @fences() kernel num_waves(1) {
  wave.barrier wave
  wave.barrier wave sync
  wave.barrier group
  wave.barrier device
  wave.barrier all
}
