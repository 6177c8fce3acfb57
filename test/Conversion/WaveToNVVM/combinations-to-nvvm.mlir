// RUN: wave-opt %s -split-input-file --convert-wave-to-nvvm | FileCheck %s
// RUN: wave-opt %s -split-input-file --convert-wave-to-nvvm=sm=sm_100a | FileCheck %s --check-prefix=NEW

// Words are reduced by one instruction, of any mask.
// CHECK-LABEL: llvm.func @words
// CHECK-DAG: %[[all:.*]] = arith.constant -1 : i32
// CHECK: nvvm.redux.sync add %{{.*}}, %[[all]] : i32 -> i32
// CHECK: nvvm.redux.sync min %{{.*}}, %[[all]] : i32 -> i32
// CHECK: nvvm.redux.sync umax %{{.*}}, %[[all]] : i32 -> i32
// CHECK: nvvm.redux.sync xor %{{.*}}, %[[all]] : i32 -> i32
// CHECK: %[[wide:.*]] = arith.extsi %{{.*}} : i16 to i32
// CHECK: %[[max:.*]] = nvvm.redux.sync max %[[wide]]
// CHECK: arith.trunci %[[max]] : i32 to i16
gpu.module @kernels {
wave.func @words(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %h = arith.trunci %l : i32 to i16
  %a = wave.reduce add %l : i32
  %b = wave.reduce minsi %l : i32
  %c = wave.reduce maxui %l : i32
  %d = wave.reduce xor %l : i32
  %e = wave.reduce maxsi %h : i16
  memref.store %a, %out[%i] : memref<?xi32>
}
}

// -----

// 64 bits: a sum of three parts, bits of two words, a minimum of the high words and of
// the low words that go with it.
// CHECK-LABEL: llvm.func @wide
// CHECK-COUNT-3: nvvm.redux.sync add
// CHECK-NOT: nvvm.redux.sync add
// CHECK-COUNT-2: nvvm.redux.sync or
// CHECK: %[[high:.*]] = nvvm.redux.sync min %[[own:.*]], %
// CHECK: %[[is:.*]] = arith.cmpi eq, %[[own]], %[[high]]
// CHECK: %[[rest:.*]] = arith.select %[[is]]
// CHECK: nvvm.redux.sync umin %[[rest]]
// CHECK-NOT: shfl
gpu.module @kernels {
wave.func @wide(%out: memref<?xi64> {wave.binding = #wave.binding<uav, ui64>}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %x = arith.extui %l : i32 to i64
  %a = wave.reduce add %x : i64
  %b = wave.reduce or %x : i64
  %c = wave.reduce minsi %x : i64
  memref.store %a, %out[%i] : memref<?xi64>
}
}

// -----

// Minima of floats are those of integers in the same order; a NaN is the largest.
// CHECK-LABEL: llvm.func @floats
// CHECK: %[[nan:.*]] = arith.cmpf uno
// CHECK: %[[key:.*]] = arith.select %[[nan]]
// CHECK: nvvm.redux.sync umin %[[key]]
// One GPU reduces them itself, with the same order and the same NaNs.
// NEW-LABEL: llvm.func @floats
// NEW-NOT: arith.cmpf
// NEW: nvvm.redux.sync fmin %{{.*}}, %{{.*}} : f32 -> f32
// A sum exchanges values five times.
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK-NOT: shfl
gpu.module @kernels {
wave.func @floats(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %x = arith.uitofp %l : i32 to f32
  %a = wave.reduce minnumf %x : f32
  %b = wave.reduce add %x : f32
  memref.store %b, %out[%i] : memref<?xf32>
}
}

// -----

// Some lanes form a chain, which the shuffles name as their mask: five steps, four for
// the places of the next lanes, and one for the result.
// CHECK-LABEL: llvm.func @some
// CHECK: %[[some:.*]] = nvvm.vote.sync ballot
// CHECK: scf.if
// CHECK-COUNT-10: nvvm.shfl.sync idx %[[some]]
// CHECK-NOT: shfl
// CHECK: llvm.store
gpu.module @kernels {
wave.func @some(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %x = arith.uitofp %l : i32 to f32
  %p = arith.cmpi ult, %l, %n : i32
  scf.if %p {
    %a = wave.reduce add %x : f32
    memref.store %a, %out[%i] : memref<?xf32>
  }
}
}

// -----

// Scans of a whole wave read upwards; scans of booleans count votes.
// CHECK-LABEL: llvm.func @scans
// CHECK-COUNT-6: nvvm.shfl.sync up
// CHECK: arith.select
// CHECK-COUNT-5: nvvm.shfl.sync up
// CHECK-NOT: shfl
// CHECK: nvvm.vote.sync ballot
gpu.module @kernels {
wave.func @scans(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %p = arith.cmpi ult, %l, %n : i32
  %a = wave.prefix add %l : i32
  %b = wave.inclusive_prefix maxui %l : i32
  %c = wave.prefix or %p : i1
  memref.store %a, %out[%i] : memref<?xi32>
}
}

// -----

// Clusters of a whole wave exchange values; classes of lanes are chains, for which all
// active lanes execute the same shuffles.
// CHECK-LABEL: llvm.func @classes
// CHECK-DAG: %[[all:.*]] = arith.constant -1 : i32
// CHECK-COUNT-3: nvvm.shfl.sync bfly %[[all]]
// CHECK: %[[match:.*]] = nvvm.match.sync any %[[all]]
// CHECK: %[[mask:.*]] = vector.from_elements %[[match]]
// CHECK: %[[word:.*]] = vector.extract %[[mask]][0]
// CHECK: %[[members:.*]] = arith.andi %[[word]], %[[all]]
// CHECK-COUNT-10: nvvm.shfl.sync idx %[[all]]
// CHECK-NOT: shfl
gpu.module @kernels {
wave.func @classes(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %a = wave.cluster_reduce add 8 %l : i32
  %key = arith.remui %l, %n : i32
  %mask = wave.match %key : i32
  %s = wave.multi_prefix add %a, %mask : i32
  memref.store %s, %out[%i] : memref<?xi32>
}
}
