// RUN: wave-opt %s -wave-expand-bfloat16 | FileCheck %s
// RUN: wave-opt %s -wave-expand-bfloat16=native-rounding | FileCheck %s --check-prefix=NATIVE
// RUN: wave-opt %s -wave-expand-bfloat16 -canonicalize -cse -wave-verify | FileCheck %s --check-prefix=ACCEPTED

// The result is accepted, and has no values of bf16.
// ACCEPTED-NOT: {{: |x|-> |\(}}bf16

!shared = memref<8xbf16, #gpu.address_space<workgroup>>

// Memory holds the upper 16 bits of an f32; the binding tells the host what they
// are. The host passes a scalar as an f32, which the kernel rounds.
//
// CHECK-LABEL: wave.func @arguments
// CHECK-SAME: %[[buffer:.*]]: memref<?xi16> {wave.binding = #wave.binding<uav, 0, 0, bf16>}
// CHECK-SAME: %[[scalar:.*]]: f32 {wave.element = f32}
// CHECK: %[[bits:.*]] = arith.bitcast %[[scalar]] : f32 to i32
// CHECK: %[[magnitude:.*]] = arith.andi %[[bits]], %{{.*}} : i32
// CHECK: %[[nan:.*]] = arith.cmpi ugt, %[[magnitude]], %{{.*}} : i32
// CHECK: %[[shifted:.*]] = arith.shrui %[[bits]], %{{.*}} : i32
// CHECK: %[[odd:.*]] = arith.andi %[[shifted]], %{{.*}} : i32
// CHECK: %[[half:.*]] = arith.addi %[[bits]], %{{.*}} : i32
// CHECK: %[[raised:.*]] = arith.addi %[[half]], %[[odd]] : i32
// CHECK: %[[quiet:.*]] = arith.ori %[[bits]], %{{.*}} : i32
// CHECK: %[[chosen:.*]] = arith.select %[[nan]], %[[quiet]], %[[raised]] : i32
// CHECK: %[[upper:.*]] = arith.andi %[[chosen]], %{{.*}} : i32
// CHECK: %[[rounded:.*]] = arith.bitcast %[[upper]] : i32 to f32
// CHECK: %[[stored:.*]] = arith.bitcast %[[rounded]] : f32 to i32
// CHECK: %[[low:.*]] = arith.shrui %[[stored]], %{{.*}} : i32
// CHECK: %[[word:.*]] = arith.trunci %[[low]] : i32 to i16
// CHECK: memref.store %[[word]], %[[buffer]][%{{.*}}] : memref<?xi16>

// NATIVE-LABEL: wave.func @arguments
// NATIVE: %[[narrow:.*]] = arith.truncf %{{.*}} : f32 to bf16
// NATIVE: arith.extf %[[narrow]] : bf16 to f32
wave.func @arguments(
    %buffer: memref<?xbf16> {wave.binding = #wave.binding<uav, 0, 0, bf16>},
    %scalar: bf16 {wave.element = bf16}) kernel stage(compute) num_waves(1) {
  %c0 = arith.constant 0 : index
  memref.store %scalar, %buffer[%c0] : memref<?xbf16>
  wave.return
}

// The sum is rounded; what moves and selects values is not.
//
// CHECK-LABEL: wave.func @arithmetic
// CHECK: %[[word:.*]] = memref.load %{{.*}} : memref<?xi16>
// CHECK: %[[wide:.*]] = arith.extui %[[word]] : i16 to i32
// CHECK: %[[upper:.*]] = arith.shli %[[wide]], %{{.*}} : i32
// CHECK: %[[x:.*]] = arith.bitcast %[[upper]] : i32 to f32
// CHECK: %[[one:.*]] = arith.constant 1.500000e+00 : f32
// CHECK: %[[sum:.*]] = arith.addf %[[x]], %[[one]] : f32
// CHECK: arith.bitcast %[[sum]] : f32 to i32
// CHECK: %[[rounded:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK: %[[less:.*]] = arith.cmpf olt, %[[rounded]], %[[x]] : f32
// CHECK-NEXT: %[[chosen:.*]] = arith.select %[[less]], %[[rounded]], %[[x]] : f32
// CHECK-NEXT: %[[read:.*]] = wave.read_first_lane %[[chosen]] : f32
// CHECK-NEXT: %[[negative:.*]] = arith.negf %[[read]] : f32
// CHECK-NEXT: %[[greatest:.*]] = wave.reduce maxnumf %[[negative]] : f32
// CHECK-NEXT: %[[whole:.*]] = math.floor %[[greatest]] : f32
// CHECK-NEXT: %[[total:.*]] = wave.reduce add %[[whole]] : f32
// CHECK-NEXT: arith.bitcast %[[total]] : f32 to i32
// CHECK: %[[sumOfAll:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK: %[[integer:.*]] = arith.fptosi %[[sumOfAll]] : f32 to i32
// CHECK-NEXT: %[[double:.*]] = arith.extf %[[sumOfAll]] : f32 to f64
wave.func @arithmetic(
    %buffer: memref<?xbf16> {wave.binding = #wave.binding<uav, 0, 0, bf16>},
    %out: memref<?xf32> {wave.binding = #wave.binding<uav, 0, 1, f32>},
    %doubles: memref<?xf64> {wave.binding = #wave.binding<uav, 0, 2, f64>},
    %integers: memref<?xi32> {wave.binding = #wave.binding<uav, 0, 3, si32>})
    kernel stage(compute) num_waves(1) {
  %c0 = arith.constant 0 : index
  %x = memref.load %buffer[%c0] : memref<?xbf16>
  %one = arith.constant 1.5 : bf16
  %sum = arith.addf %x, %one : bf16
  %less = arith.cmpf olt, %sum, %x : bf16
  %chosen = arith.select %less, %sum, %x : bf16
  %read = wave.read_first_lane %chosen : bf16
  %negative = arith.negf %read : bf16
  %greatest = wave.reduce maxnumf %negative : bf16
  %whole = math.floor %greatest : bf16
  %total = wave.reduce add %whole : bf16
  %integer = arith.fptosi %total : bf16 to i32
  %double = arith.extf %total : bf16 to f64
  %float = arith.extf %total : bf16 to f32
  memref.store %float, %out[%c0] : memref<?xf32>
  memref.store %double, %doubles[%c0] : memref<?xf64>
  memref.store %integer, %integers[%c0] : memref<?xi32>
  wave.return
}

// Conversions keep in the last bit whether the one to f32 is exact: of integers
// from 2^24 on, and of f64.
//
// CHECK-LABEL: wave.func @conversions
// CHECK: %[[low:.*]] = arith.andi %[[integer:.*]], %{{.*}} : i32
// CHECK: %[[carried:.*]] = arith.addi %[[low]], %{{.*}} : i32
// CHECK: %[[high:.*]] = arith.andi %[[integer]], %{{.*}} : i32
// CHECK: %[[bit:.*]] = arith.andi %[[carried]], %{{.*}} : i32
// CHECK: %[[kept:.*]] = arith.ori %[[high]], %[[bit]] : i32
// CHECK: %[[large:.*]] = arith.cmpi ugt, %{{.*}}, %{{.*}} : i32
// CHECK: %[[exact:.*]] = arith.select %[[large]], %[[kept]], %[[integer]] : i32
// CHECK: arith.sitofp %[[exact]] : i32 to f32
// CHECK: %[[float:.*]] = arith.truncf %[[double:.*]] : f64 to f32
// CHECK: %[[back:.*]] = arith.extf %[[float]] : f32 to f64
// CHECK: arith.cmpf ogt
// CHECK: %[[inexact:.*]] = arith.cmpf one, %[[back]], %[[double]] : f64
// CHECK: %[[last:.*]] = arith.extui %[[inexact]] : i1 to i32
// CHECK: arith.ori %{{.*}}, %[[last]] : i32
wave.func @conversions(
    %buffer: memref<?xbf16> {wave.binding = #wave.binding<uav, 0, 0, bf16>},
    %integer: i32 {wave.element = si32}, %double: f64 {wave.element = f64})
    kernel stage(compute) num_waves(1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = arith.sitofp %integer : i32 to bf16
  memref.store %a, %buffer[%c0] : memref<?xbf16>
  %b = arith.truncf %double : f64 to bf16
  memref.store %b, %buffer[%c1] : memref<?xbf16>
  wave.return
}

// Bits, and vectors, arrays and control flow.
//
// CHECK-LABEL: wave.func @shapes
// CHECK: wave.groupshared : memref<8xi16, #gpu.address_space<workgroup>>
// CHECK: %[[words:.*]] = vector.load %{{.*}} : memref<?xi16>, vector<2xi16>
// CHECK: arith.extui %[[words]] : vector<2xi16> to vector<2xi32>
// CHECK: %[[product:.*]] = arith.mulf %{{.*}}, %{{.*}} : vector<2xf32>
// CHECK: arith.bitcast %[[product]] : vector<2xf32> to vector<2xi32>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (f32)
// CHECK: wave.lookup %{{.*}}, dense<[16256, 16384]> : tensor<2xi16> -> i16
// CHECK: arith.trunci %{{.*}} : i32 to i16
// CHECK: memref.store %{{.*}} : memref<8xi16, #gpu.address_space<workgroup>>
wave.func @shapes(
    %buffer: memref<?xbf16> {wave.binding = #wave.binding<uav, 0, 0, bf16>},
    %words: memref<?xi16> {wave.binding = #wave.binding<uav, 0, 1, ui16>})
    kernel stage(compute) num_waves(1) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %lane = wave.lane_index : i32
  %shared = wave.groupshared : !shared
  %v = vector.load %buffer[%c0] : memref<?xbf16>, vector<2xbf16>
  %twice = arith.constant dense<2.0> : vector<2xbf16>
  %product = arith.mulf %v, %twice : vector<2xbf16>
  %x = vector.extract %product[0] : bf16 from vector<2xbf16>
  %last = scf.for %i = %c0 to %c4 step %c1 iter_args(%y = %x) -> (bf16) {
    %next = arith.negf %y : bf16
    scf.yield %next : bf16
  }
  %weight = wave.lookup %lane, dense<[1.0, 2.0]> : tensor<2xbf16> -> bf16
  %bits = arith.bitcast %weight : bf16 to i16
  memref.store %bits, %words[%c0] : memref<?xi16>
  memref.store %last, %shared[%c0] : !shared
  wave.return
}
