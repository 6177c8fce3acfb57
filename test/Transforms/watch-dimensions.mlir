// RUN: wave-opt %s -wave-watch-dimensions | FileCheck %s

!shared = memref<32xi32, #gpu.address_space<workgroup>>

// `t[x][y + 1]`: the dimension 1 has 4 elements. -2^31 + 2^27 is dimension 1 of part 0.
// CHECK-LABEL: wave.func @both
// CHECK-SAME: (%[[X:.*]]: i32, %[[Y:.*]]: i32)
// CHECK: %[[SUM:.*]] = arith.addi %{{.*}}, %[[Y]] : i32
// CHECK-NEXT: %[[SIZE:.*]] = arith.constant 4 : i32
// CHECK-NEXT: %[[IN:.*]] = arith.cmpi ult, %[[Y]], %[[SIZE]] : i32
// CHECK: %[[TAG:.*]] = arith.constant -2013265920 : i32
// CHECK: %[[TOLD:.*]] = arith.ori %{{.*}}, %[[TAG]] : i32
// CHECK: %[[WATCHED:.*]] = arith.select %[[IN]], %[[SUM]], %[[TOLD]] : i32
// CHECK: %[[ROWS:.*]] = arith.constant 8 : i32
// CHECK-NEXT: arith.cmpi ult, %[[X]], %[[ROWS]] : i32
// CHECK: arith.constant -2147483648 : i32
// CHECK: %[[PLACE:.*]] = arith.select %{{.*}}, %[[WATCHED]], %{{.*}} : i32
// CHECK-NEXT: %[[INDEX:.*]] = arith.index_castui %[[PLACE]] : i32 to index
// CHECK-NEXT: memref.load %{{.*}}[%[[INDEX]]]
wave.func @both(%x: i32, %y: i32) -> i32 {
  %t = wave.groupshared {wave.parts = ["0 [8*4][4*1]"]} : !shared
  %c4 = arith.constant 4 : i32
  %row = arith.muli %x, %c4 : i32
  %sum = arith.addi %row, %y : i32
  %i = arith.index_castui %sum : i32 to index
  %v = memref.load %t[%i] : !shared
  wave.return %v : i32
}

// `t[2][y]`: the constant row is within its dimension.
// CHECK-LABEL: wave.func @constant_row
// CHECK: arith.cmpi ult, %arg0
// CHECK-NOT: arith.cmpi
wave.func @constant_row(%y: i32) -> i32 {
  %t = wave.groupshared {wave.parts = ["0 [8*4][4*1]"]} : !shared
  %c8 = arith.constant 8 : i32
  %sum = arith.addi %y, %c8 : i32
  %i = arith.index_castui %sum : i32 to index
  %v = memref.load %t[%i] : !shared
  wave.return %v : i32
}

// `t[x][4]` is outside whatever x is.
// CHECK-LABEL: wave.func @constant_beyond
// CHECK: arith.cmpi ult, %c4{{.*}}, %c4{{.*}} : i32
// CHECK: arith.constant -2013265920 : i32
wave.func @constant_beyond(%x: i32) -> i32 {
  %t = wave.groupshared {wave.parts = ["0 [8*4][4*1]"]} : !shared
  %c4 = arith.constant 4 : i32
  %row = arith.muli %x, %c4 : i32
  %index = arith.constant 4 : i32
  %sum = arith.addi %row, %index : i32
  %i = arith.index_castui %sum : i32 to index
  %v = memref.load %t[%i] : !shared
  wave.return %v : i32
}

// An array of one dimension needs no test, nor does one without parts.
// CHECK-LABEL: wave.func @one_dimension
// CHECK-NOT: arith.cmpi
wave.func @one_dimension(%x: i32) -> (i32, i32) {
  %t = wave.groupshared {wave.parts = ["0 [8*4].x", "1 [8*4].y", "2 [8*4].z", "3 [8*4].w"]} : !shared
  %u = wave.groupshared : !shared
  %c4 = arith.constant 4 : i32
  %row = arith.muli %x, %c4 : i32
  %i = arith.index_castui %row : i32 to index
  %v = memref.load %t[%i] : !shared
  %w = memref.load %u[%i] : !shared
  wave.return %v, %w : i32, i32
}

// `t.v[y]` is no index of `t.a`, although the sum could be one.
// CHECK-LABEL: wave.func @component
// CHECK-NOT: arith.cmpi
wave.func @component(%y: i32) -> i32 {
  %t = wave.groupshared {wave.parts = ["0 .a[3*1]", "3 .v.x", "4 .v.y", "5 .v.z", "6 .v.w"]} : !shared
  %c3 = arith.constant 3 : i32
  %sum = arith.addi %y, %c3 : i32
  %i = arith.index_castui %sum {wave.watched} : i32 to index
  %v = memref.load %t[%i] : !shared
  wave.return %v : i32
}
