// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="unroll-cost=0 wave-size=8 vector-bits=256" -canonicalize -cse | FileCheck %s --implicit-check-not=ub.poison

// A group is split at barriers: between two of them a loop runs its waves. Each wave has
// memory of its own, behind the groupshared one, for what lives across.

// What is the same for the group is computed once; a wave keeps one number, a vector, and
// a boolean as bytes, each at a multiple of 64. What nobody needs later is not kept.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[out:arg0]]: {{[^,]*}}, %arg1: i32, %[[n:arg2]]: i32
// CHECK-SAME: %[[shared:arg10]]: !llvm.ptr {llvm.noalias}, %[[memory:arg11]]: !llvm.ptr {llvm.noalias}
// CHECK: %[[bytes:.*]] = llvm.mlir.constant(192 : i64) : i64
// CHECK: scf.if
// CHECK-NEXT: %[[m:.*]] = arith.muli %[[n]], %[[n]] : i32
// CHECK-NEXT: scf.for %[[w:.*]] = %c0_i32 to %c3_i32 step %c1_i32 : i32 {
// CHECK-NEXT: %[[wide:.*]] = arith.extui %[[w]] : i32 to i64
// CHECK-NEXT: %[[offset:.*]] = arith.muli %[[wide]], %[[bytes]] : i64
// CHECK-NEXT: %[[own:.*]] = llvm.getelementptr %[[memory]][%[[offset]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: %[[r:.*]] = vector.reduction <add>
// CHECK: %[[place:.*]] = llvm.getelementptr %[[shared]][%[[w]]]
// CHECK: llvm.store %[[r]], %[[place]]
// CHECK-NEXT: llvm.store %{{.*}}, %[[own]]{{.*}} : vector<8xi32>, !llvm.ptr
// CHECK: %[[b:.*]] = arith.extui %{{.*}} : vector<8xi1> to vector<8xi8>
// CHECK-NEXT: %[[place:.*]] = llvm.getelementptr %[[own]][64]
// CHECK-NEXT: llvm.store %[[b]], %[[place]]{{.*}} : vector<8xi8>, !llvm.ptr
// CHECK: %[[place:.*]] = llvm.getelementptr %[[own]][128]
// CHECK-NEXT: llvm.store %[[r]], %[[place]]{{.*}} : i32, !llvm.ptr
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[w:.*]] = %c0_i32 to %c3_i32 step %c1_i32 : i32 {
// CHECK: %[[own:.*]] = llvm.getelementptr %[[memory]]
// CHECK-DAG: %[[v:.*]] = llvm.load %[[own]]{{.*}} -> vector<8xi32>
// CHECK-DAG: %[[place:.*]] = llvm.getelementptr %[[own]][64]
// CHECK-DAG: %[[b:.*]] = llvm.load %[[place]]{{.*}} -> vector<8xi8>
// CHECK-DAG: %[[p:.*]] = arith.cmpi ne, %[[b]],
// CHECK-DAG: %[[at:.*]] = llvm.getelementptr %[[own]][128]
// CHECK-DAG: %[[r:.*]] = llvm.load %[[at]]{{.*}} -> i32
// CHECK: vector.broadcast %[[m]]
// CHECK: arith.select %[[p]],
// CHECK: @wave_kernel_info(dense<[1, 64, 192, 8]>
wave.func @barrier(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(3) {
  %s = wave.groupshared : memref<3xi32, #gpu.address_space<workgroup>>
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  %m = arith.muli %n, %n : i32
  %v = arith.muli %l, %n : i32
  %p = arith.cmpi ult, %v, %n : i32
  %r = wave.reduce add %v : i32
  memref.store %r, %s[%wi] : memref<3xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  %k = wave.lane_index : i32
  %i = arith.index_castui %k : i32 to index
  %x = arith.addi %v, %m : i32
  %y = arith.select %p, %x, %r : i32
  memref.store %y, %out[%i] : memref<?xi32>
}

// -----

// Loads of memory that nobody writes are made once for the group, too; those of what the
// kernel writes are not.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[in:arg0]]: {{[^,]*}}, llvm.readonly}, %[[length:arg1]]: i32, %[[out:arg2]]:
// CHECK: scf.for %{{.*}} iter_args(%[[g:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (i32, i32, i32) : i64 {
// CHECK: scf.if
// CHECK: %[[p:.*]] = arith.cmpi ult, %[[g]], %[[length]] : i32
// CHECK: %[[x:.*]] = llvm.load %{{.*}} -> i32
// CHECK: %[[v:.*]] = arith.select %[[p]], %[[x]],
// CHECK: scf.for
// CHECK: %[[place:.*]] = llvm.getelementptr %[[out]][%[[g]]]
// CHECK: %[[o:.*]] = llvm.load %[[place]] {{.*}} -> i32
// CHECK: %[[t:.*]] = arith.addi %[[v]], %[[o]] : i32
// CHECK: llvm.store %[[t]], %[[place]]
wave.func @values_of_the_group(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %g = wave.group_id x : i32
  %i = arith.index_castui %g : i32 to index
  %length = memref.dim %in, %c0 : memref<?xi32>
  %p = arith.cmpi ult, %i, %length : index
  %v = scf.if %p -> i32 {
    %x = memref.load %in[%i] : memref<?xi32>
    scf.yield %x : i32
  } else {
    scf.yield %zero : i32
  }
  %o = memref.load %out[%i] : memref<?xi32>
  %t = arith.addi %v, %o : i32
  memref.store %t, %out[%i] : memref<?xi32>
}

// -----

// One wave needs no loop.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[out:arg0]]: {{[^,]*}}, %arg1: i32, %[[n:arg2]]: i32
// CHECK-SAME: %[[memory:arg10]]: !llvm.ptr {llvm.noalias}
// CHECK: scf.if
// CHECK-NOT: scf.for
// CHECK: llvm.store %[[v:.*]], %[[memory]]{{.*}} : vector<8xi32>, !llvm.ptr
// CHECK-NEXT: llvm.fence acq_rel
// CHECK-NEXT: %[[v:.*]] = llvm.load %[[memory]]{{.*}} -> vector<8xi32>
// CHECK-NEXT: llvm.store %[[v]], %[[out]] {alignment = 4 : i64}
wave.func @one_wave(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %v = arith.muli %l, %n : i32
  wave.barrier all sync
  %k = wave.lane_index : i32
  %i = arith.index_castui %k : i32 to index
  memref.store %v, %out[%i] : memref<?xi32>
}

// -----

// A branch around a barrier stands outside of the loops over waves. It gives what is the
// same for the group; each wave keeps the rest, the first number for a stride.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[u:arg2]]: i1, %[[n:arg3]]: i32
// CHECK-SAME: %[[memory:arg11]]: !llvm.ptr {llvm.noalias}
// CHECK: scf.for %{{.*}} : i64 {
// CHECK: %[[group:.*]] = scf.if %[[u]] -> (i32) {
// CHECK-NEXT: %[[m:.*]] = arith.muli %[[n]], %[[n]] : i32
// CHECK-NEXT: scf.for
// CHECK: vector.reduction <add>
// CHECK: llvm.store %{{.*}} : i32, !llvm.ptr
// CHECK: scf.for
// CHECK-DAG: llvm.store %{{.*}} : i32, !llvm.ptr
// CHECK-DAG: llvm.store %{{.*}} : vector<8xi32>, !llvm.ptr
// CHECK: scf.yield %[[m]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.for
// CHECK-DAG: llvm.store %{{.*}} : i32, !llvm.ptr
// CHECK-DAG: llvm.store %{{.*}} : vector<8xi32>, !llvm.ptr
// CHECK: scf.yield %[[n]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.for
// CHECK-DAG: %[[next:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK-DAG: %[[v:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<8xi32>
// CHECK: arith.addi %[[group]], %[[next]] : i32
wave.func @if(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %u: i1 {wave.element = i1}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %l = wave.lane_index : i32
  %v = arith.muli %l, %n : i32
  %r:3 = scf.if %u -> (i32, i32, i32) {
    %m = arith.muli %n, %n : i32
    %s = wave.reduce add %v : i32
    wave.barrier group sync
    %k = arith.addi %l, %s : i32
    scf.yield %m, %k, %v : i32, i32, i32
  } else {
    %k = arith.addi %l, %n : i32
    scf.yield %n, %k, %l : i32, i32, i32
  }
  %own = wave.lane_index : i32
  %i = arith.index_castui %own : i32 to index
  %x = arith.addi %r#0, %r#1 : i32
  %y = arith.addi %x, %r#2 : i32
  memref.store %y, %out[%i] : memref<?xi32>
}

// -----

// A branch without a barrier stands inside of one, where the wave's number decides.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.for %[[w:.*]] = %c0_i32 to %c2_i32
// CHECK: %[[p:.*]] = arith.cmpi eq, %[[w]], %c0_i32 : i32
// CHECK-NEXT: scf.if %[[p]] {
// CHECK-NEXT: llvm.store
wave.func @if_of_a_wave(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %zero = arith.constant 0 : i32
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %w = wave.group_wave_index : i32
  %p = arith.cmpi eq, %w, %zero : i32
  scf.if %p {
    memref.store %l, %out[%i] : memref<?xi32>
  }
}

// -----

// A loop around a barrier carries what is the same for the group. What a wave keeps is
// read before any of it is written: the loop exchanges two of them.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[out:arg0]]: {{[^,]*}}, %arg1: i32, %[[n:arg2]]: i32
// CHECK: scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %[[n]],
// CHECK: %[[r:.*]] = scf.for unsigned %[[i:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[a:.*]] = %{{.*}}) -> (i32) : i32 {
// CHECK: scf.for
// CHECK: llvm.store %{{.*}}, %[[out]]
// CHECK: %[[b:.*]] = arith.muli %[[a]], %[[i]] : i32
// CHECK: scf.for
// CHECK: %[[x:.*]] = llvm.load %[[px:[0-9]+]]{{.*}} -> vector<8xi32>
// CHECK: %[[y:.*]] = llvm.load %[[py:[0-9]+]]{{.*}} -> vector<8xi32>
// CHECK: llvm.store %[[x]], %[[py]]{{.*}} : vector<8xi32>, !llvm.ptr
// CHECK: llvm.store %[[y]], %[[px]]{{.*}} : vector<8xi32>, !llvm.ptr
// CHECK: scf.yield %[[b]] : i32
wave.func @for(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %v = arith.muli %l, %n : i32
  %r:3 = scf.for unsigned %i = %c0 to %n step %c1 iter_args(%a = %n, %x = %l, %y = %v) -> (i32, i32, i32) : i32 {
    %k = wave.lane_index : i32
    %place = arith.index_castui %k : i32 to index
    memref.store %x, %out[%place] : memref<?xi32>
    wave.barrier group sync
    %b = arith.muli %a, %i : i32
    scf.yield %b, %y, %x : i32, i32, i32
  }
  %place = arith.index_castui %l : i32 to index
  %s = arith.addi %r#0, %r#1 : i32
  %t = arith.addi %s, %r#2 : i32
  memref.store %t, %out[%place] : memref<?xi32>
}

// -----

// A `while` too; it ends when the launch is stopped. The values that its condition passes on
// stay in their place, and the next ones are stored there.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[n:arg2]]: i32
// CHECK-SAME: %[[flag:arg9]]: !llvm.ptr
// CHECK: %[[r:.*]] = scf.while (%[[i:.*]] = %c0_i32) : (i32) -> i32 {
// CHECK: %[[more:.*]] = arith.cmpi ult, %[[i]], %[[n]] : i32
// CHECK: %[[stop:.*]] = llvm.load volatile %[[flag]]
// CHECK: %[[run:.*]] = arith.cmpi eq, %[[stop]],
// CHECK: %[[goes:.*]] = arith.andi %[[more]], %[[run]] : i1
// CHECK-NOT: scf.for
// CHECK: scf.condition(%[[goes]]) %[[i]] : i32
// CHECK: ^bb0(%[[i:.*]]: i32):
// CHECK: %[[next:.*]] = arith.addi %[[i]], %c1_i32 : i32
// CHECK: scf.for
// CHECK: %[[place:.*]] = llvm.getelementptr %{{.*}}[[[offset:[0-9]+]]]
// CHECK: %[[v:.*]] = llvm.load %[[place]]
// CHECK: %[[h:.*]] = arith.muli %[[v]], %[[v]] : vector<8xi32>
// CHECK: llvm.store %[[h]], %[[place]]
// CHECK-NOT: scf.for
// CHECK: scf.yield %[[next]] : i32
wave.func @while(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %place = arith.index_castui %l : i32 to index
  %r:2 = scf.while (%i = %c0, %v = %l) : (i32, i32) -> (i32, i32) {
    %more = arith.cmpi ult, %i, %n : i32
    scf.condition(%more) %i, %v : i32, i32
  } do {
  ^bb0(%i: i32, %v: i32):
    wave.barrier group sync
    %k = arith.addi %i, %c1 : i32
    %h = arith.muli %v, %v : i32
    scf.yield %k, %h : i32, i32
  }
  %s = arith.addi %r#0, %r#1 : i32
  memref.store %s, %out[%place] : memref<?xi32>
}

// -----

// Where memory decides, and the kernel's word is that it decides the same for all, the
// first lane of the first wave says what.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[memory:arg10]]: !llvm.ptr {llvm.noalias}
// CHECK: scf.for %[[w:.*]] = %c0_i32 to %c2_i32
// CHECK: llvm.store %{{.*}} : vector<8xi8>, !llvm.ptr
// CHECK: }
// CHECK: %[[b:.*]] = llvm.load %[[memory]]{{.*}} -> vector<8xi8>
// CHECK: %[[v:.*]] = arith.cmpi ne, %[[b]],
// CHECK: %[[p:.*]] = vector.extract %[[v]][0] : i1 from vector<8xi1>
// CHECK: scf.if %[[p]] {
// CHECK-NEXT: llvm.fence acq_rel
wave.func @memory_decides(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %v = memref.load %out[%i] : memref<?xi32>
  %p = arith.cmpi eq, %v, %n : i32
  scf.if %p {
    wave.barrier all sync
  }
}

// -----

// A local array lives across barriers: it stands in the memory of each wave.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[memory:arg9]]: !llvm.ptr {llvm.noalias}
// CHECK-NOT: llvm.alloca
// CHECK: scf.for
// CHECK: %[[own:.*]] = llvm.getelementptr %[[memory]]
// CHECK: %[[place:.*]] = llvm.getelementptr %[[own]][8] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK: llvm.store %{{.*}}, %[[place]]
// CHECK: scf.for
// CHECK: %[[own:.*]] = llvm.getelementptr %[[memory]]
// CHECK: %[[place:.*]] = llvm.getelementptr %[[own]][8] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK: llvm.load %[[place]] {{.*}} -> vector<8xf32>
// CHECK: @wave_kernel_info(dense<[1, 0, 128, 8]>
wave.func @local(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(2) {
  %a = memref.alloca() : memref<3xf32>
  %c1 = arith.constant 1 : index
  %l = wave.lane_index : i32
  %x = arith.uitofp %l : i32 to f32
  memref.store %x, %a[%c1] : memref<3xf32>
  wave.barrier group sync
  %k = wave.lane_index : i32
  %i = arith.index_castui %k : i32 to index
  %y = memref.load %a[%c1] : memref<3xf32>
  memref.store %y, %out[%i] : memref<?xf32>
}

// -----

// All components of a vector are kept.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.for
// CHECK-COUNT-3: llvm.store %{{.*}} : vector<8xf32>, !llvm.ptr
// CHECK: scf.for
// CHECK-COUNT-3: llvm.load %{{.*}} : !llvm.ptr -> vector<8xf32>
// CHECK: @wave_kernel_info(dense<[1, 0, 192, 8]>
wave.func @vector(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %f: f32 {wave.element = f32}) kernel num_waves(2) {
  %l = wave.lane_index : i32
  %x = arith.uitofp %l : i32 to f32
  %y = arith.mulf %x, %f : f32
  %z = arith.addf %x, %f : f32
  %v = vector.from_elements %x, %y, %z : vector<3xf32>
  wave.barrier group sync
  %k = wave.lane_index : i32
  %i = arith.index_castui %k : i32 to index
  %e = vector.extract %v[1] : f32 from vector<3xf32>
  %g = vector.extract %v[2] : f32 from vector<3xf32>
  %h = vector.extract %v[0] : f32 from vector<3xf32>
  %s = arith.addf %e, %g : f32
  %t = arith.addf %s, %h : f32
  memref.store %t, %out[%i] : memref<?xf32>
}
