// RUN: wave-test-opt %s -split-input-file --convert-wave-to-nvvm | FileCheck %s
// RUN: wave-test-opt %s -split-input-file --convert-wave-to-nvvm --test-active-masks | not FileCheck %s

// NVIDIA's `activemask` gives the lanes that the machine happens to run together, not
// those that the program leads to an operation. On an H100, a ballot before the exit of a
// loop that lanes leave one by one had 32 lanes instead of 1, with nvcc too, and one on
// both sides of a condition 32 instead of 16, because the two were merged.

// A lane counts those that leave the loop with it.
// CHECK-LABEL: llvm.func @count_before_break
// CHECK: ^bb0(%{{.*}}: i32, %{{.*}}: i1, %[[in:.*]]: i32):
// CHECK: %[[mine:.*]] = arith.cmpi eq
// CHECK: %[[leave:.*]] = nvvm.vote.sync ballot %[[in]], %[[mine]] -> i32
// CHECK: scf.if %[[mine]]
// CHECK-NEXT: math.ctpop %[[leave]]
gpu.module @kernels {
wave.func @count_before_break(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %true = arith.constant true
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %r:2 = scf.while (%i = %c0, %go = %true) : (i32, i1) -> (i32, i1) {
    %in = arith.cmpi ult, %i, %c64 : i32
    %more = arith.andi %in, %go : i1
    scf.condition(%more) %i, %go : i32, i1
  } do {
  ^bb0(%i: i32, %go: i1):
    %mine = arith.cmpi eq, %i, %l : i32
    scf.if %mine {
      %n = wave.count_bits %true : i32
      memref.store %n, %out[%li] : memref<?xi32>
    }
    %stay = arith.xori %mine, %true : i1
    %next = arith.addi %i, %c1 : i32
    scf.yield %next, %stay : i32, i1
  }
}
}

// -----

// The sides of a condition have different lanes.
// CHECK-LABEL: llvm.func @sums
// CHECK: %[[then:.*]] = nvvm.vote.sync ballot %[[all:.*]], %[[p:.*]] -> i32
// CHECK: %[[else:.*]] = arith.xori %[[all]], %[[then]]
// CHECK: scf.if %[[p]]
// CHECK-NEXT: nvvm.redux.sync add %{{.*}}, %[[then]]
// CHECK: else
// CHECK-NEXT: nvvm.redux.sync add %{{.*}}, %[[else]]
gpu.module @kernels {
wave.func @sums(%p: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %z = arith.constant 0 : index
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %x = memref.load %p[%li] : memref<?xi32>
  %odd = arith.cmpi ne, %x, %c0 : i32
  scf.if %odd {
    %s = wave.reduce add %x : i32
    memref.store %s, %out[%z] : memref<?xi32>
  } else {
    %s = wave.reduce add %x : i32
    memref.store %s, %out[%z] : memref<?xi32>
  }
}
}

// -----

// Each turn of a waterfall has the lanes that no turn before has handled.
// CHECK-LABEL: llvm.func @waterfall
// CHECK: scf.while (%[[go:.*]] = %{{.*}}, %[[in:.*]] = %{{.*}})
// CHECK: %[[stay:.*]] = nvvm.vote.sync ballot %[[in]], %[[go]] -> i32
// CHECK: scf.condition(%[[go]]) %{{.*}}, %[[stay]]
// CHECK: ^bb0(%{{.*}}: i1, %[[turn:.*]]: i32):
// CHECK: %[[leader:.*]] = "llvm.intr.cttz"(%[[turn]]) <{is_zero_poison = true}>
// CHECK: nvvm.shfl.sync idx %[[turn]], %{{.*}}, %[[leader]],
gpu.module @kernels {
wave.func @waterfall(%keys: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %true = arith.constant true
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %key = memref.load %keys[%li] : memref<?xi32>
  %r = scf.while (%go = %true) : (i1) -> i1 {
    scf.condition(%go) %go : i1
  } do {
  ^bb0(%go: i1):
    %first = wave.read_first_lane %key : i32
    %same = arith.cmpi eq, %key, %first : i32
    scf.if %same {
      memref.store %first, %out[%li] : memref<?xi32>
    }
    %stay = arith.xori %same, %true : i1
    scf.yield %stay : i1
  }
}
}

// -----

// Behind a loop that lanes leave at different times all are back.
// CHECK-LABEL: llvm.func @behind
// CHECK: scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %[[all:.*]]) :
// CHECK: ^bb0
// CHECK: scf.if
// CHECK: nvvm.redux.sync add
// CHECK: scf.yield
// CHECK: scf.yield
// CHECK: nvvm.redux.sync add %{{.*}}, %[[all]]
gpu.module @kernels {
wave.func @behind(%n: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %true = arith.constant true
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %x = memref.load %n[%li] : memref<?xi32>
  %r:2 = scf.while (%go = %true, %seen = %c0) : (i1, i32) -> (i1, i32) {
    scf.condition(%go) %go, %seen : i1, i32
  } do {
  ^bb0(%go: i1, %seen: i32):
    %leaves = arith.cmpi ult, %l, %x : i32
    %now = scf.if %leaves -> i32 {
      %s = wave.reduce add %x : i32
      scf.yield %s : i32
    } else {
      scf.yield %seen : i32
    }
    %stay = arith.xori %leaves, %true : i1
    scf.yield %stay, %now : i1, i32
  }
  %after = wave.reduce add %x : i32
  %both = arith.addi %r#1, %after : i32
  memref.store %both, %out[%li] : memref<?xi32>
}
}
