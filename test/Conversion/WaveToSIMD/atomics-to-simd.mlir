// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=8 vector-bits=256" -canonicalize -cse | FileCheck %s --implicit-check-not=ub.poison
// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=128 vector-bits=256" -canonicalize -cse | FileCheck %s --check-prefix=LONG

// Lanes go one after the other, the lowest first.

// Of the active lanes, whose bits are taken one by one. What differs from lane to lane
// stands in memory meanwhile; lanes that did nothing get some number, not poison.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[b:arg0]]: {{[^,]*}}, %arg1: i32, %arg2: {{[^,]*}}, %arg3: i32, %[[n:arg4]]: i32
// CHECK-COUNT-3: llvm.alloca %{{.*}} x i32 {alignment = 64 : i64}
// CHECK: %[[v:.*]] = arith.muli %{{.*}} : vector<8xi32>
// CHECK: %[[bits:.*]] = llvm.bitcast %{{.*}} : vector<8xi1> to i8
// CHECK: scf.if
// CHECK: llvm.store %[[v]], %[[indices:[0-9]+]]{{.*}} : vector<8xi32>, !llvm.ptr
// CHECK: llvm.store %[[v]], %[[values:[0-9]+]]{{.*}} : vector<8xi32>, !llvm.ptr
// CHECK: %[[wide:.*]] = arith.extui %[[bits]] : i8 to i32
// CHECK: scf.while (%[[left:.*]] = %[[wide]]) : (i32) -> i32 {
// CHECK: %[[more:.*]] = arith.cmpi ne, %[[left]], %c0_i32
// CHECK: scf.condition(%[[more]]) %[[left]]
// CHECK: ^bb0(%[[left:.*]]: i32):
// CHECK: %[[zeros:.*]] = "llvm.intr.cttz"(%[[left]])
// CHECK: %[[lane:.*]] = arith.extui %[[zeros]] : i32 to i64
// CHECK: %[[place:.*]] = llvm.getelementptr %[[indices]][%[[lane]]]
// CHECK: %[[i:.*]] = llvm.load %[[place]]
// CHECK: %[[place:.*]] = llvm.getelementptr %[[values]][%[[lane]]]
// CHECK: %[[x:.*]] = llvm.load %[[place]]
// CHECK: %[[place:.*]] = llvm.getelementptr %[[b]][%[[i]]]
// CHECK: %[[old:.*]] = llvm.atomicrmw max %[[place]], %[[x]] monotonic : !llvm.ptr, i32
// CHECK: %[[place:.*]] = llvm.getelementptr %[[results:[0-9]+]][%[[lane]]]
// CHECK: llvm.store %[[old]], %[[place]]
// CHECK: %[[less:.*]] = arith.subi %[[left]], %c1_i32
// CHECK: %[[rest:.*]] = arith.andi %[[left]], %[[less]]
// CHECK: scf.yield %[[rest]]
// CHECK: %[[r:.*]] = llvm.load %[[results]]{{.*}} -> vector<8xi32>
// CHECK: llvm.freeze %[[r]]
//
// LONG: %[[bits:.*]] = llvm.bitcast %{{.*}} : vector<128xi1> to i128
// LONG: scf.while (%{{.*}} = %[[bits]]) : (i128) -> i128 {
// LONG: %[[zeros:.*]] = "llvm.intr.cttz"(%{{.*}}) {{.*}} : (i128) -> i128
// LONG: arith.trunci %[[zeros]] : i128 to i64
wave.func @active_lanes(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %v = arith.muli %l, %n : i32
  %k = arith.index_castui %v : i32 to index
  %p = arith.cmpi ult, %l, %n : i32
  scf.if %p {
    %old = wave.atomic_rmw maxsi %v, %b[%k] : memref<?xi32>
    memref.store %old, %out[%i] : memref<?xi32>
  }
}

// -----

// What is the same for all lanes needs no memory, and a result that nobody uses none.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[b:arg0]]: {{[^,]*}}, %arg1: i32, %[[n:arg2]]: i64
// CHECK-NOT: llvm.alloca
// CHECK: scf.if
// CHECK: scf.for %{{.*}} = %c0_i64 to %c8_i64 step %c1_i64 : i64 {
// CHECK-NEXT: llvm.atomicrmw add %[[b]], %[[n]] monotonic : !llvm.ptr, i64
// CHECK-NEXT: }
wave.func @all_lanes(%b: memref<?xi64> {wave.binding = #wave.binding<uav, ui64>}, %n: i64 {wave.element = ui64}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %0 = wave.atomic_rmw add %n, %b[%c0] : memref<?xi64>
}

// -----

// CHECK-LABEL: func internal @wave_groups(
// CHECK: llvm.atomicrmw _and
// CHECK: llvm.atomicrmw _or
// CHECK: llvm.atomicrmw _xor
// CHECK: llvm.atomicrmw min
// CHECK: llvm.atomicrmw umin
// CHECK: llvm.atomicrmw umax
// CHECK: llvm.atomicrmw xchg %{{.*}} : !llvm.ptr, f32
// CHECK: llvm.cmpxchg %{{.*}}, %[[n:.*]], %[[n]] monotonic monotonic : !llvm.ptr, i32
wave.func @on_buffers(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %f: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}, %x: f32 {wave.element = f32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %0 = wave.atomic_rmw and %n, %b[%c0] : memref<?xi32>
  %1 = wave.atomic_rmw or %n, %b[%c0] : memref<?xi32>
  %2 = wave.atomic_rmw xor %n, %b[%c0] : memref<?xi32>
  %3 = wave.atomic_rmw minsi %n, %b[%c0] : memref<?xi32>
  %4 = wave.atomic_rmw minui %n, %b[%c0] : memref<?xi32>
  %5 = wave.atomic_rmw maxui %n, %b[%c0] : memref<?xi32>
  %6 = wave.atomic_exchange %x, %f[%c0] : memref<?xf32>
  %7 = wave.atomic_cas %n, %n, %b[%c0] : memref<?xi32>
}

// -----

// Groupshared memory belongs to the thread that runs the group: it loads and stores.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[m:arg0]]: i32, %[[n:arg1]]: i32
// CHECK-SAME: %[[s:arg9]]: !llvm.ptr {llvm.noalias}
// CHECK-NOT: llvm.atomicrmw
// CHECK-NOT: llvm.cmpxchg
// CHECK: scf.for
// CHECK: %[[old:.*]] = llvm.load %[[s]]{{.*}} -> i32
// CHECK: %[[new:.*]] = arith.minui %[[old]], %[[n]] : i32
// CHECK: llvm.store %[[new]], %[[s]]
// CHECK: scf.for
// CHECK: %[[old:.*]] = llvm.load %[[s]]{{.*}} -> i32
// CHECK: %[[p:.*]] = arith.cmpi eq, %[[old]], %[[m]] : i32
// CHECK: %[[new:.*]] = arith.select %[[p]], %[[n]], %[[old]] : i32
// CHECK: llvm.store %[[new]], %[[s]]
// CHECK: scf.for
// CHECK: llvm.store %[[n]], %[[s]]
// CHECK-NOT: llvm.atomicrmw
// CHECK-NOT: llvm.cmpxchg
// CHECK: llvm.return
wave.func @on_groupshared(%m: i32 {wave.element = ui32}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %s = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %0 = wave.atomic_rmw minui %n, %s[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  %1 = wave.atomic_cas %m, %n, %s[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  %2 = wave.atomic_exchange %n, %s[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
}

// -----

// An array of the kernel is not left here either.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[n:arg0]]: i32
// CHECK: %[[v:.*]] = arith.muli %{{.*}} : vector<8xi32>
// CHECK: %[[i:.*]] = arith.minui %[[v]], %{{.*}} : vector<8xi32>
// CHECK: llvm.store %[[i]], %{{.*}} : vector<8xi32>, !llvm.ptr
wave.func @outside(%n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %s = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %l = wave.lane_index : i32
  %v = arith.muli %l, %n : i32
  %k = arith.index_castui %v : i32 to index
  %0 = wave.atomic_rmw add %n, %s[%k] : memref<4xi32, #gpu.address_space<workgroup>>
}

// -----

// Machines add floats; a minimum is a loop for each lane, and on groupshared memory the
// plain operations.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: llvm.atomicrmw fadd %{{.*}}, %{{.*}} monotonic : !llvm.ptr, f32
// CHECK: %[[first:.*]] = llvm.load %{{.*}} atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
// CHECK: scf.while (%[[guess:.*]] = %[[first]]) : (i32) -> i32 {
// CHECK: %[[both:.*]] = llvm.cmpxchg %{{.*}}, %[[guess]], %{{.*}} monotonic monotonic : !llvm.ptr, i32
// CHECK: llvm.extractvalue %[[both]][1]
// CHECK: llvm.cmpxchg %{{.*}} monotonic monotonic : !llvm.ptr, i32
// CHECK: %[[held:.*]] = llvm.load %{{.*}} : !llvm.ptr -> f32
// CHECK-NEXT: %[[sum:.*]] = arith.addf %[[held]], %{{.*}} : f32
// CHECK-NEXT: llvm.store %[[sum]]
wave.func @floats(%b: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %x: f32 {wave.element = f32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %g = wave.groupshared : memref<8xf32, #gpu.address_space<workgroup>>
  %0 = wave.atomic_rmw add %x, %b[%c0] : memref<?xf32>
  %1 = wave.atomic_rmw minnumf %x, %b[%c0] : memref<?xf32>
  %2 = wave.atomic_cas %x, %x, %b[%c0] : memref<?xf32>
  memref.store %x, %g[%c0] : memref<8xf32, #gpu.address_space<workgroup>>
  %3 = wave.atomic_rmw add %x, %g[%c0] : memref<8xf32, #gpu.address_space<workgroup>>
}

// -----

// On groupshared memory each trip executes four lanes, in order.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.for %[[lane:.*]] = %c0_i64 to %c8_i64 step %c4_i64 : i64 {
// CHECK-COUNT-4: arith.addi %{{.*}}, %c1_i32 : i32
// CHECK: }
wave.func @groupshared_of_all_lanes(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(1) {
  %a = wave.groupshared : memref<16xi32, #gpu.address_space<workgroup>>
  %c1 = arith.constant 1 : i32
  %c15 = arith.constant 15 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %x = memref.load %in[%li] : memref<?xi32>
  %y = arith.andi %x, %c15 : i32
  %i = arith.index_castui %y : i32 to index
  %0 = wave.atomic_rmw add %c1, %a[%i] : memref<16xi32, #gpu.address_space<workgroup>>
}
