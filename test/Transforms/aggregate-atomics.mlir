// RUN: wave-opt %s -wave-aggregate-atomics --remarks-filter=wave-aggregate-atomics 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// One atomic a wave. How many waves these kernels have is not known.

!words = memref<?xi32>
!longs = memref<?xi64>

// Nobody asks what memory held: no read, no prefix.
// REMARK: [Passed] wave-aggregate-atomics | {{.*}}Function=unused {{.*}}one atomic a wave, instead of one a lane
// CHECK-LABEL: wave.func @unused
// CHECK: %[[x:.*]] = memref.load
// CHECK-NEXT: %[[total:.*]] = wave.reduce add %[[x]] : i32
// CHECK-NEXT: %[[first:.*]] = wave.is_first_lane : i1
// CHECK-NEXT: scf.if %[[first]] {
// CHECK-NEXT:   wave.atomic_rmw add %[[total]], %{{.*}}[%{{.*}}] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: wave.return
wave.func @unused(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %c0 = arith.constant 0 : index
  %thread = wave.group_index : i32
  %i = arith.index_castui %thread : i32 to index
  %x = memref.load %in[%i] : !words
  %0 = wave.atomic_rmw add %x, %out[%c0] : !words
}

// The lanes come in their order.
// CHECK-LABEL: wave.func @used
// CHECK: %[[x:.*]] = memref.load
// CHECK-NEXT: %[[total:.*]] = wave.reduce add %[[x]] : i32
// CHECK-NEXT: %[[first:.*]] = wave.is_first_lane : i1
// CHECK-NEXT: %[[found:.*]] = scf.if %[[first]] -> (i32) {
// CHECK-NEXT:   %[[old:.*]] = wave.atomic_rmw add %[[total]]
// CHECK-NEXT:   scf.yield %[[old]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[zero:.*]] = arith.constant 0 : i32
// CHECK-NEXT:   scf.yield %[[zero]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[base:.*]] = wave.read_first_lane %[[found]] : i32
// CHECK-NEXT: %[[before:.*]] = wave.prefix add %[[x]] : i32
// CHECK-NEXT: %[[result:.*]] = arith.addi %[[base]], %[[before]] : i32
// CHECK-NEXT: memref.store %[[result]]
wave.func @used(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %c0 = arith.constant 0 : index
  %thread = wave.group_index : i32
  %i = arith.index_castui %thread : i32 to index
  %x = memref.load %in[%i] : !words
  %0 = wave.atomic_rmw add %x, %sum[%c0] : !words
  memref.store %0, %out[%i] : !words
}

// Each kind, with its own order of the lanes.
// CHECK-LABEL: wave.func @kinds
// CHECK: %[[x:.*]] = memref.load
// CHECK: wave.reduce and %[[x]] : i64
// CHECK: wave.atomic_rmw and
// CHECK: wave.prefix and %[[x]] : i64
// CHECK: arith.andi
// CHECK: wave.reduce or %[[x]] : i64
// CHECK: wave.atomic_rmw or
// CHECK: wave.prefix or %[[x]] : i64
// CHECK: arith.ori
// CHECK: wave.reduce xor %[[x]] : i64
// CHECK: wave.atomic_rmw xor
// CHECK: wave.prefix xor %[[x]] : i64
// CHECK: arith.xori
//
// One lane that brings the extreme comes first, whichever; no operand is combined twice.
// CHECK: %[[least:.*]] = wave.reduce minsi %[[x]] : i64
// CHECK: %[[old:.*]] = wave.atomic_rmw minsi %[[least]]
// CHECK: %[[base:.*]] = wave.read_first_lane
// CHECK-NEXT: %[[decides:.*]] = arith.cmpi eq, %[[x]], %[[least]] : i64
// CHECK-NEXT: %[[before:.*]] = wave.prefix_count_bits %[[decides]] : i32
// CHECK-NEXT: %[[zero:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[none:.*]] = arith.cmpi eq, %[[before]], %[[zero]] : i32
// CHECK-NEXT: %[[wins:.*]] = arith.andi %[[decides]], %[[none]] : i1
// CHECK-NEXT: %[[other:.*]] = arith.minsi %[[base]], %[[least]] : i64
// CHECK-NEXT: arith.select %[[wins]], %[[base]], %[[other]] : i64
// CHECK: wave.atomic_rmw minui
// CHECK: arith.minui
// CHECK: wave.atomic_rmw maxsi
// CHECK: arith.maxsi
// CHECK: wave.atomic_rmw maxui
// CHECK: arith.maxui
// CHECK: wave.return
wave.func @kinds(%in: !longs {wave.binding = #wave.binding<srv, ui64>}, %sum: !longs {wave.binding = #wave.binding<uav, ui64>}, %out: !longs {wave.binding = #wave.binding<uav, ui64>}) kernel num_threads(64, 1, 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %thread = wave.group_index : i32
  %i = arith.index_castui %thread : i32 to index
  %x = memref.load %in[%i] : !longs
  %0 = wave.atomic_rmw and %x, %sum[%c0] : !longs
  memref.store %0, %out[%i] : !longs
  %1 = wave.atomic_rmw or %x, %sum[%c1] : !longs
  memref.store %1, %out[%i] : !longs
  %2 = wave.atomic_rmw xor %x, %sum[%c2] : !longs
  memref.store %2, %out[%i] : !longs
  %3 = wave.atomic_rmw minsi %x, %sum[%c3] : !longs
  memref.store %3, %out[%i] : !longs
  %4 = wave.atomic_rmw minui %x, %sum[%c4] : !longs
  memref.store %4, %out[%i] : !longs
  %5 = wave.atomic_rmw maxsi %x, %sum[%c5] : !longs
  memref.store %5, %out[%i] : !longs
  %6 = wave.atomic_rmw maxui %x, %sum[%c6] : !longs
  memref.store %6, %out[%i] : !longs
}

// What all lanes bring alike is not reduced. Lanes are counted, in 32 bits.
// CHECK-LABEL: wave.func @uniform
// CHECK-SAME: %[[c:[^:]*]]: i64
// CHECK-NOT: wave.reduce
// CHECK: %[[lanes:.*]] = wave.count_bits %true{{.*}} : i32
// CHECK-NEXT: %[[wide:.*]] = arith.extui %[[lanes]] : i32 to i64
// CHECK-NEXT: %[[total:.*]] = arith.muli %[[wide]], %[[c]] : i64
// CHECK: wave.atomic_rmw add %[[total]]
// CHECK: %[[before:.*]] = wave.prefix_count_bits %true{{.*}} : i32
// CHECK-NEXT: %[[wideBefore:.*]] = arith.extui %[[before]] : i32 to i64
// CHECK-NEXT: %[[share:.*]] = arith.muli %[[wideBefore]], %[[c]] : i64
// CHECK-NEXT: arith.addi %{{.*}}, %[[share]] : i64
//
// An odd number of lanes.
// CHECK: %[[count:.*]] = wave.count_bits %true{{.*}} : i32
// CHECK-NEXT: %[[odd:.*]] = arith.trunci %[[count]] : i32 to i1
// CHECK-NEXT: %[[none:.*]] = arith.constant 0 : i64
// CHECK-NEXT: %[[flip:.*]] = arith.select %[[odd]], %[[c]], %[[none]] : i64
// CHECK: wave.atomic_rmw xor %[[flip]]
// CHECK: %[[before:.*]] = wave.prefix_count_bits
// CHECK-NEXT: arith.trunci %[[before]]
//
// Once is as good as often: all but the first lane find what it left.
// CHECK: wave.atomic_rmw or %[[c]]
// CHECK: %[[first:.*]] = wave.is_first_lane : i1
// CHECK-NEXT: %[[zero:.*]] = arith.constant 0 : i64
// CHECK-NEXT: %[[left:.*]] = arith.select %[[first]], %[[zero]], %[[c]] : i64
// CHECK-NEXT: arith.ori %{{.*}}, %[[left]] : i64
// CHECK: wave.atomic_rmw maxui %[[c]]
// CHECK: %[[base:.*]] = wave.read_first_lane
// CHECK-NEXT: %[[first:.*]] = wave.is_first_lane : i1
// CHECK-NEXT: %[[left:.*]] = arith.maxui %[[base]], %[[c]] : i64
// CHECK-NEXT: arith.select %[[first]], %[[base]], %[[left]] : i64
// CHECK-NOT: wave.reduce
// CHECK: wave.return
wave.func @uniform(%c: i64 {wave.element = ui64}, %sum: !longs {wave.binding = #wave.binding<uav, ui64>}, %out: !longs {wave.binding = #wave.binding<uav, ui64>}) kernel num_threads(64, 1, 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %thread = wave.group_index : i32
  %i = arith.index_castui %thread : i32 to index
  %0 = wave.atomic_rmw add %c, %sum[%c0] : !longs
  memref.store %0, %out[%i] : !longs
  %1 = wave.atomic_rmw xor %c, %sum[%c1] : !longs
  memref.store %1, %out[%i] : !longs
  %2 = wave.atomic_rmw or %c, %sum[%c2] : !longs
  memref.store %2, %out[%i] : !longs
  %3 = wave.atomic_rmw maxui %c, %sum[%c3] : !longs
  memref.store %3, %out[%i] : !longs
}

// The same in some lanes, what changes nothing in the others. 1 is nothing to multiply by.
// CHECK-LABEL: wave.func @in_some_lanes
// CHECK-SAME: %[[c:[^:]*]]: i32
// CHECK: %[[p:.*]] = arith.cmpi ult
// CHECK: %[[count:.*]] = wave.count_bits %[[p]] : i32
// CHECK-NEXT: wave.is_first_lane
// CHECK: wave.atomic_rmw add %[[count]]
// CHECK: %[[before:.*]] = wave.prefix_count_bits %[[p]] : i32
// CHECK-NEXT: arith.addi %{{.*}}, %[[before]] : i32
//
// CHECK: %[[count:.*]] = wave.count_bits %[[p]] : i32
// CHECK-NEXT: %[[total:.*]] = arith.muli %[[count]], %[[c]] : i32
// CHECK: wave.atomic_rmw add %[[total]]
//
// CHECK: %[[not:.*]] = arith.xori %[[p]], %true
// CHECK-NEXT: %[[any:.*]] = wave.any %[[not]]
// CHECK-NEXT: %[[all:.*]] = arith.constant -1 : i32
// CHECK-NEXT: %[[total:.*]] = arith.select %[[any]], %[[c]], %[[all]] : i32
// CHECK: wave.atomic_rmw and %[[total]]
// CHECK: %[[before:.*]] = wave.prefix_count_bits %[[not]]
//
// The identity of this kind is another number: nothing is known of the operand.
// CHECK: wave.reduce minui
// CHECK: wave.atomic_rmw minui
wave.func @in_some_lanes(%c: i32 {wave.element = ui32}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %c0 = arith.constant 0 : i32
  %all = arith.constant -1 : i32
  %thread = wave.group_index : i32
  %i = arith.index_castui %thread : i32 to index
  %p = arith.cmpi ult, %thread, %c : i32
  %one = arith.extui %p : i1 to i32
  %0 = wave.atomic_rmw add %one, %sum[%i0] : !words
  memref.store %0, %out[%i] : !words
  %some = arith.select %p, %c, %c0 : i32
  %1 = wave.atomic_rmw add %some, %sum[%i1] : !words
  memref.store %1, %out[%i] : !words
  %others = arith.select %p, %all, %c : i32
  %2 = wave.atomic_rmw and %others, %sum[%i2] : !words
  memref.store %2, %out[%i] : !words
  %3 = wave.atomic_rmw minui %some, %sum[%i3] : !words
  memref.store %3, %out[%i] : !words
}

// Groupshared memory, where two kinds that nobody reads follow each other behind a barrier.
// CHECK-LABEL: wave.func @groupshared
// CHECK: %[[x:.*]] = memref.load
// CHECK: wave.reduce maxui %[[x]] : i32
// CHECK: scf.if
// CHECK-NEXT: wave.atomic_rmw maxui
// CHECK: wave.barrier group sync
// CHECK: wave.reduce minui %[[x]] : i32
// CHECK: scf.if
// CHECK-NEXT: wave.atomic_rmw minui
// CHECK: wave.return
wave.func @groupshared(%in: !words {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %shared = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%i] : !words
  %0 = wave.atomic_rmw maxui %x, %shared[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  %1 = wave.atomic_rmw minui %x, %shared[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
}

// The waves of a group at addresses of their own; in a loop that lanes leave one after the other; behind a
// return. In each of them the lanes that are there are combined.
// CHECK-LABEL: wave.func @anywhere
// CHECK: wave.retire_if
// CHECK: scf.for
// CHECK: wave.count_bits
// CHECK: wave.is_first_lane
// CHECK: scf.if
// CHECK-NEXT: wave.atomic_rmw add
wave.func @anywhere(%n: i32 {wave.element = ui32}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %wave : i32 to index
  %out = arith.cmpi uge, %lane, %n : i32
  wave.retire_if %out
  scf.for %j = %c0 to %lane step %c1 : i32 {
    wave.barrier device
    %0 = wave.atomic_rmw add %c1, %sum[%place] : !words
  }
}

// Floats are compared by integers with their order, because a reduction may return either
// zero; of the lanes with the least one, the first gets what memory held.
// CHECK-LABEL: wave.func @least_float
// CHECK: %[[key:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : i32
// CHECK-NEXT: %[[least:.*]] = wave.reduce minsi %[[key]] : i32
// CHECK: %[[total:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK: scf.if
// CHECK: wave.atomic_rmw minnumf %[[total]], %{{.*}}[%{{.*}}] : memref<?xf32>
wave.func @least_float(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_threads(64, 1, 1) {
  %c0 = arith.constant 0 : index
  %thread = wave.group_index : i32
  %i = arith.index_castui %thread : i32 to index
  %x = memref.load %in[%i] : memref<?xf32>
  %old = wave.atomic_rmw minnumf %x, %out[%c0] : memref<?xf32>
  memref.store %old, %out[%i] : memref<?xf32>
}
