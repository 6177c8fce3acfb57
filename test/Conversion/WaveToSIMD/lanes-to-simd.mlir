// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=8 vector-bits=256" -canonicalize -cse | FileCheck %s --implicit-check-not=ub.poison
// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=64 vector-bits=256" -canonicalize -cse | FileCheck %s --check-prefix=LONG

// Operations across lanes: each sees the active lanes where it stands, and no others.

// CHECK-LABEL: func internal @wave_groups(
// CHECK: %[[x:.*]] = llvm.load %{{.*}} -> vector<8xi32>
// CHECK-DAG: %[[p:.*]] = arith.cmpi ult, %[[x]],
// CHECK-DAG: %[[mask:.*]] = arith.cmpi eq, %[[x]],
// CHECK: %[[active:.*]] = llvm.bitcast %[[mask]] : vector<8xi1> to i8
// CHECK: scf.if
// CHECK: %[[both:.*]] = arith.andi %[[p]], %[[mask]] : vector<8xi1>
// CHECK: %[[bits:.*]] = llvm.bitcast %[[both]] : vector<8xi1> to i8
// CHECK: %[[any:.*]] = arith.cmpi ne, %[[bits]], %[[none:.*]] : i8
// All: no active lane has it not.
// CHECK: %[[not:.*]] = arith.xori %[[p]],
// CHECK: %[[those:.*]] = arith.andi %[[mask]], %[[not]] : vector<8xi1>
// CHECK: %[[bits1:.*]] = llvm.bitcast %[[those]]
// CHECK: arith.cmpi eq, %[[bits1]], %[[none]] : i8
// All equal: no active lane differs from the first of them.
// CHECK: %[[zeros:.*]] = "llvm.intr.cttz"(%[[active]]) <{is_zero_poison = false}>
// CHECK: %[[first:.*]] = arith.extui %[[zeros]] : i8 to i32
// CHECK: %[[lane:.*]] = arith.andi %[[first]], %{{.*}} : i32
// CHECK: llvm.extractelement %[[x]][%[[lane]] : i32]
// CHECK: %[[same:.*]] = arith.cmpi eq, %[[x]],
// CHECK: %[[not:.*]] = arith.xori %[[same]],
// CHECK: arith.andi %[[mask]], %[[not]] : vector<8xi1>
// A ballot's bits, their number, and the number of those before a lane.
// CHECK: arith.extui %[[bits]] : i8 to i32
// CHECK: llvm.intr.ctpop(%[[bits]])
// CHECK: %[[ones:.*]] = arith.extui %[[both]] : vector<8xi1> to vector<8xi8>
// CHECK: %[[s0:.*]] = vector.shuffle %[[ones]], %[[zero:.*]] [8, 0, 1, 2, 3, 4, 5, 6]
// CHECK: %[[s1:.*]] = vector.shuffle %[[s0]], %[[zero]] [8, 0, 1, 2, 3, 4, 5, 6]
// CHECK: %[[s2:.*]] = arith.addi %[[s1]], %[[s0]]
// CHECK: %[[s3:.*]] = vector.shuffle %[[s2]], %[[zero]] [8, 8, 0, 1, 2, 3, 4, 5]
// CHECK: %[[s4:.*]] = arith.addi %[[s3]], %[[s2]]
// CHECK: %[[s5:.*]] = vector.shuffle %[[s4]], %[[zero]] [8, 8, 8, 8, 0, 1, 2, 3]
// CHECK: %[[s6:.*]] = arith.addi %[[s5]], %[[s4]]
// CHECK: arith.extui %[[s6]] : vector<8xi8> to vector<8xi32>
// The first active lane.
// CHECK: %[[leader:.*]] = vector.broadcast %[[first]]
// CHECK: arith.cmpi eq, %[[leader]], %{{.*}} : vector<8xi32>
//
// LONG: %[[both:.*]] = arith.andi %{{.*}} : vector<64xi1>
// LONG: %[[bits:.*]] = llvm.bitcast %[[both]] : vector<64xi1> to i64
// LONG: arith.trunci %[[bits]] : i64 to i32
// LONG: %[[upper:.*]] = arith.shrui %[[bits]], %{{.*}} : i64
// LONG: arith.trunci %[[upper]] : i64 to i32
wave.func @votes(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %x = memref.load %in[%i] : memref<?xi32>
  %p = arith.cmpi ult, %x, %n : i32
  %q = arith.cmpi eq, %x, %l : i32
  scf.if %q {
    %any = wave.any %p
    %all = wave.all %p
    %equal = wave.all_equal %x : i32
    %ballot = wave.ballot %p : vector<4xi32>
    %b0 = vector.extract %ballot[0] : i32 from vector<4xi32>
    %b1 = vector.extract %ballot[1] : i32 from vector<4xi32>
    %count = wave.count_bits %p : i32
    %before = wave.prefix_count_bits %p : i32
    %first = wave.is_first_lane : i1
    %a = arith.andi %any, %all : i1
    %b = arith.andi %a, %equal : i1
    %c = arith.andi %b, %first : i1
    %d = arith.addi %b0, %b1 : i32
    %e = arith.addi %count, %before : i32
    %f = arith.select %c, %d, %e : i32
    memref.store %f, %out[%i] : memref<?xi32>
  }
}

// -----

// Without a mask all lanes are active, and lane 0 is the first.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: %[[x:.*]] = llvm.load %{{.*}} -> vector<8xf32>
// CHECK: %[[p:.*]] = arith.cmpf olt, %[[x]],
// CHECK: %[[bits:.*]] = llvm.bitcast %[[p]] : vector<8xi1> to i8
// CHECK: arith.cmpi ne, %[[bits]], %c0_i8 : i8
// CHECK: arith.cmpi eq, %[[bits]], %c-1_i8 : i8
// CHECK: %[[first:.*]] = llvm.extractelement %[[x]][%c0_i32 : i32]
// CHECK: %[[firsts:.*]] = vector.broadcast %[[first]]
// A NaN equals nothing.
// CHECK: %[[same:.*]] = arith.cmpf oeq, %[[x]], %[[firsts]]
// CHECK: %[[bits:.*]] = llvm.bitcast %[[same]]
// CHECK: arith.cmpi eq, %[[bits]], %c-1_i8 : i8
// CHECK-NOT: llvm.intr.cttz
// CHECK: llvm.return
wave.func @votes_of_all_lanes(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: f32 {wave.element = f32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %x = memref.load %in[%i] : memref<?xf32>
  %p = arith.cmpf olt, %x, %n : f32
  %any = wave.any %p
  %all = wave.all %p
  %equal = wave.all_equal %x : f32
  %first = wave.is_first_lane : i1
  %a = arith.andi %any, %all : i1
  %b = arith.andi %a, %equal : i1
  %c = arith.andi %b, %first : i1
  %f = arith.select %c, %x, %n : f32
  memref.store %f, %out[%i] : memref<?xf32>
}

// -----

// Lanes without a part are what changes nothing. Of floats the order is free; a NaN has no
// part in a minimum; halves are reduced as floats.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-DAG: %[[infinity:.*]] = arith.constant dense<0x7F800000> : vector<8xf32>
// CHECK-DAG: %[[lowest:.*]] = arith.constant dense<0xFF800000> : vector<8xf32>
// CHECK-DAG: %[[nothing:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-DAG: %[[one:.*]] = arith.constant dense<1> : vector<8xi32>
// CHECK-DAG: %[[most:.*]] = arith.constant dense<2147483647> : vector<8xi32>
// CHECK-DAG: %[[least:.*]] = arith.constant dense<-2147483648> : vector<8xi32>
// CHECK-DAG: %[[ones:.*]] = arith.constant dense<-1> : vector<8xi32>
// CHECK-DAG: %[[zero:.*]] = arith.constant dense<0> : vector<8xi32>
// CHECK: %[[mask:.*]] = arith.cmpi ult
// CHECK: scf.if
// CHECK: %[[x:.*]] = arith.select %[[mask]], %[[v:.*]], %[[one]]
// CHECK: vector.reduction <mul>, %[[x]]
// CHECK: %[[x:.*]] = arith.select %[[mask]], %[[v]], %[[most]]
// CHECK: vector.reduction <minsi>, %[[x]]
// CHECK: %[[x:.*]] = arith.select %[[mask]], %[[v]], %[[least]]
// CHECK: vector.reduction <maxsi>, %[[x]]
// CHECK: %[[x:.*]] = arith.select %[[mask]], %[[v]], %[[ones]]
// CHECK: vector.reduction <minui>, %[[x]]
// CHECK: vector.reduction <and>, %[[x]]
// CHECK: %[[x:.*]] = arith.select %[[mask]], %[[v]], %[[zero]]
// CHECK: vector.reduction <or>, %[[x]]
// CHECK: vector.reduction <xor>, %[[x]]
// CHECK: %[[x:.*]] = arith.select %[[mask]], %[[f:.*]], %[[nothing]]
// CHECK: vector.reduction <add>, %[[x]] fastmath<reassoc,nsz>
// CHECK: %[[number:.*]] = arith.cmpf ord, %[[f]], %[[f]]
// CHECK: %[[both:.*]] = arith.andi %[[mask]], %[[number]]
// CHECK: %[[x:.*]] = arith.select %[[both]], %[[f]], %[[infinity]]
// CHECK: vector.reduction <minnumf>, %[[x]] fastmath<nnan>
// CHECK: %[[f:.*]] = arith.extf %{{.*}} : vector<8xf16> to vector<8xf32>
// CHECK: %[[number:.*]] = arith.cmpf ord, %[[f]], %[[f]]
// CHECK: %[[both:.*]] = arith.andi %[[mask]], %[[number]]
// CHECK: %[[x:.*]] = arith.select %[[both]], %[[f]], %[[lowest]]
// CHECK: %[[r:.*]] = vector.reduction <maxnumf>, %[[x]] fastmath<nnan>
// CHECK: arith.truncf %[[r]] : f32 to f16
wave.func @reductions(%in: memref<?xf16> {wave.binding = #wave.binding<srv, f16>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %h = memref.load %in[%i] : memref<?xf16>
  %x = arith.muli %l, %n : i32
  %f = arith.uitofp %x : i32 to f32
  %p = arith.cmpi ult, %x, %n : i32
  scf.if %p {
    %r0 = wave.reduce mul %x : i32
    %r1 = wave.reduce minsi %x : i32
    %r2 = wave.reduce maxsi %x : i32
    %r3 = wave.reduce minui %x : i32
    %r4 = wave.reduce and %x : i32
    %r5 = wave.reduce or %x : i32
    %r6 = wave.reduce xor %x : i32
    %r7 = wave.reduce add %f : f32
    %r8 = wave.reduce minnumf %f : f32
    %r9 = wave.reduce maxnumf %h : f16
    %0 = arith.addi %r0, %r1 : i32
    %1 = arith.addi %0, %r2 : i32
    %2 = arith.addi %1, %r3 : i32
    %3 = arith.addi %2, %r4 : i32
    %4 = arith.addi %3, %r5 : i32
    %5 = arith.addi %4, %r6 : i32
    %6 = arith.addf %r7, %r8 : f32
    %7 = arith.extf %r9 : f16 to f32
    %8 = arith.addf %6, %7 : f32
    %9 = arith.bitcast %8 : f32 to i32
    %10 = arith.addi %5, %9 : i32
    memref.store %10, %out[%i] : memref<?xi32>
  }
}

// -----

// Scans are exclusive, in steps that double. Of booleans the first lane that changes the
// result changes it for all after it.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-DAG: %[[one:.*]] = arith.constant dense<1> : vector<8xi32>
// CHECK-DAG: %[[lanes:.*]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>
// CHECK: %[[mask:.*]] = arith.cmpi ugt
// CHECK: scf.if
// CHECK: %[[x:.*]] = arith.select %[[mask]], %{{.*}}, %[[one]]
// CHECK: %[[s0:.*]] = vector.shuffle %[[x]], %[[one]] [8, 0, 1, 2, 3, 4, 5, 6]
// CHECK: %[[s1:.*]] = vector.shuffle %[[s0]], %[[one]] [8, 0, 1, 2, 3, 4, 5, 6]
// CHECK: %[[s2:.*]] = arith.muli %[[s1]], %[[s0]]
// CHECK: %[[s3:.*]] = vector.shuffle %[[s2]], %[[one]] [8, 8, 0, 1, 2, 3, 4, 5]
// CHECK: %[[s4:.*]] = arith.muli %[[s3]], %[[s2]]
// CHECK: %[[s5:.*]] = vector.shuffle %[[s4]], %[[one]] [8, 8, 8, 8, 0, 1, 2, 3]
// CHECK: arith.muli %[[s5]], %[[s4]]
// CHECK: %[[those:.*]] = arith.andi %[[mask]], %{{.*}} : vector<8xi1>
// CHECK: %[[bits:.*]] = llvm.bitcast %[[those]]
// CHECK: %[[first:.*]] = "llvm.intr.cttz"(%[[bits]]) <{is_zero_poison = false}>
// CHECK: arith.cmpi {{sgt|slt}}, %{{.*}} : vector<8xi32>
wave.func @scans(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %x = memref.load %in[%i] : memref<?xi32>
  %p = arith.cmpi ult, %l, %n : i32
  %q = arith.cmpi eq, %x, %n : i32
  scf.if %p {
    %s = wave.prefix mul %x : i32
    %t = wave.prefix or %q : i1
    %r = arith.select %t, %s, %l : i32
    memref.store %r, %out[%i] : memref<?xi32>
  }
}

// -----

// A lane's number counts modulo the wave's size; one shuffle where it is a constant for
// each lane.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[n:arg4]]: i32
// CHECK: %[[x:.*]] = llvm.load %{{.*}} -> vector<8xf32>
// CHECK: %[[k:.*]] = arith.muli %{{.*}} : vector<8xi32>
// CHECK: %[[active:.*]] = llvm.bitcast %{{.*}} : vector<8xi1> to i8
// CHECK: scf.if
// CHECK: %[[zeros:.*]] = "llvm.intr.cttz"(%[[active]]) <{is_zero_poison = false}>
// CHECK: llvm.extractelement %[[x]]
// CHECK: %[[lane:.*]] = arith.andi %[[n]], %c7_i32 : i32
// CHECK: llvm.extractelement %[[x]][%[[lane]] : i32]
// CHECK: vector.shuffle %[[x]], %[[x]] [1, 0, 3, 2, 5, 4, 7, 6]
// CHECK: %[[from:.*]] = arith.andi %[[k]], %{{.*}} : vector<8xi32>
// CHECK: %[[from0:.*]] = vector.extract %[[from]][0]
// CHECK: %[[x0:.*]] = llvm.extractelement %[[x]][%[[from0]] : i32]
// CHECK: vector.from_elements %[[x0]],
//
// What takes more than two registers is read from memory.
// LONG: %[[slot:.*]] = llvm.alloca %{{.*}} x vector<64xf32> {alignment = 64 : i64}
// LONG: %[[from:.*]] = arith.andi %{{.*}} : vector<64xi32>
// LONG: llvm.intr.lifetime.start %[[slot]]
// LONG: %[[places:.*]] = llvm.getelementptr inbounds %[[slot]][%[[from]]]
// LONG: llvm.intr.masked.gather %[[places]]
// LONG: llvm.intr.lifetime.end %[[slot]]
wave.func @reads(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %x = memref.load %in[%i] : memref<?xf32>
  %p = arith.cmpi ult, %l, %n : i32
  %k = arith.muli %l, %n : i32
  %j = arith.xori %l, %c1 : i32
  scf.if %p {
    %r0 = wave.read_first_lane %x : f32
    %r1 = wave.read_lane %x, %n : f32
    %r2 = wave.read_lane %x, %j : f32
    %r3 = wave.read_lane %x, %k : f32
    %0 = arith.addf %r0, %r1 : f32
    %1 = arith.addf %0, %r2 : f32
    %2 = arith.addf %1, %r3 : f32
    memref.store %2, %out[%i] : memref<?xf32>
  }
}

// -----

// Booleans are shuffled as signs.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: %[[x:.*]] = llvm.load %{{.*}} -> vector<8xf32>
// CHECK: vector.shuffle %[[x]], %[[x]] [2, 3, 0, 1, 6, 7, 4, 5]
// CHECK: vector.shuffle %[[x]], %[[x]] [1, 1, 1, 1, 5, 5, 5, 5]
// CHECK: %[[b0:.*]] = arith.extsi %{{.*}} : vector<8xi1> to vector<8xi32>
// CHECK: %[[b1:.*]] = vector.shuffle %[[b0]], %[[b0]] [1, 0, 3, 2, 5, 4, 7, 6]
// CHECK: %[[b2:.*]] = arith.ori %[[b0]], %[[b1]]
// CHECK: %[[b3:.*]] = vector.shuffle %[[b2]], %[[b2]] [2, 3, 0, 1, 6, 7, 4, 5]
// CHECK: %[[b4:.*]] = arith.ori %[[b2]], %[[b3]]
// CHECK: arith.cmpi slt, %[[b4]], %{{.*}} : vector<8xi32>
wave.func @quads(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %f: f32 {wave.element = f32}) kernel num_waves(1) {
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %x = memref.load %in[%i] : memref<?xf32>
  %p = arith.cmpf olt, %x, %f : f32
  %y = wave.quad_read_across y %x : f32
  %z = wave.quad_read_lane %x, %c1 : f32
  %q = wave.quad_any %p
  %r = arith.select %q, %y, %z : f32
  memref.store %r, %out[%i] : memref<?xf32>
}

// -----

// Of what is the same for the wave there is nothing to ask the lanes.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[u:arg2]]: i1, %[[n:arg3]]: i32
// CHECK: scf.if
// CHECK-NOT: vector
// CHECK: %[[r:.*]] = arith.select %[[u]],
// CHECK: llvm.store %[[r]], %{{.*}} : i32, !llvm.ptr
// CHECK-NOT: vector<8
// CHECK: llvm.return
wave.func @uniform(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %u: i1 {wave.element = i1}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %0 = wave.any %u
  %1 = wave.all %u
  %2 = wave.reduce minui %n : i32
  %3 = wave.read_first_lane %n : i32
  %4 = wave.read_lane %n, %l : i32
  %5 = wave.quad_read_across x %n : i32
  %6 = wave.quad_any %u
  %a = arith.andi %0, %1 : i1
  %b = arith.andi %a, %6 : i1
  %c = arith.muli %2, %3 : i32
  %d = arith.addi %4, %5 : i32
  %e = arith.select %b, %c, %d : i32
  memref.store %e, %out[%c0] : memref<?xi32>
}
