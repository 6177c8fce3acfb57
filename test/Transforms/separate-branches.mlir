// RUN: wave-opt %s -wave-separate-branches | FileCheck %s

!in = memref<?xi32>
!out = memref<?xi32>

// The second condition follows from the first, and the sum is between them.
// CHECK-LABEL: wave.func @same_condition
// CHECK: %[[dim:.*]] = memref.dim %{{.*}}, %{{.*}} : memref<?xi32>
// CHECK: %[[length:.*]] = arith.index_cast %[[dim]] : index to i32
// CHECK: %[[c:.*]] = arith.cmpi ult
// CHECK: scf.if %[[c]] {
// CHECK: %[[sum:.*]] = wave.reduce add
// CHECK: %[[number:.*]] = arith.constant -1 : i32
// CHECK: %[[never:.*]] = arith.cmpi eq, %[[length]], %[[number]] : i32
// CHECK: %[[disguised:.*]] = arith.xori %[[c]], %[[never]] : i1
// CHECK: scf.if %[[disguised]] {
wave.func @same_condition(%in: !in {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %half = arith.constant 2 : i32
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %c = arith.cmpi ult, %lane, %half : i32
  scf.if %c {
    memref.store %lane, %out[%i] : !out
  }
  %x = memref.load %in[%i] : !in
  %sum = wave.reduce add %x : i32
  scf.if %c {
    memref.store %sum, %out[%i] : !out
  }
  wave.return
}

// Only the guard of the load depends on the index, and only the other on the memory.
// CHECK-LABEL: wave.func @other_sources
// CHECK-NOT: arith.xori
wave.func @other_sources(%in: !in {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %inside = arith.cmpi ult, %lane, %n : i32
  scf.if %inside {
    memref.store %lane, %out[%i] : !out
  }
  %x = memref.load %in[%i] : !in
  %sum = wave.reduce add %x : i32
  %keep = arith.cmpi ne, %x, %zero : i32
  scf.if %keep {
    memref.store %sum, %out[%i] : !out
  }
  wave.return
}

// No lane operation is between the branches, and one is inside a condition of the wave.
// CHECK-LABEL: wave.func @nothing_between
// CHECK-NOT: arith.xori
wave.func @nothing_between(%in: !in {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %half = arith.constant 2 : i32
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%i] : !in
  %sum = wave.reduce add %x : i32
  %c = arith.cmpi ult, %lane, %half : i32
  scf.if %c {
    memref.store %lane, %out[%i] : !out
  }
  scf.if %c {
    memref.store %sum, %out[%i] : !out
  }
  %u = arith.cmpi ult, %n, %half : i32
  scf.if %u {
    %max = wave.reduce maxui %x : i32
    memref.store %max, %out[%i] : !out
  }
  wave.return
}

// A lane operation inside the second branch sees the lanes that reach it.
// CHECK-LABEL: wave.func @inside
// CHECK: %[[c:.*]] = arith.cmpi ult
// CHECK: scf.if %[[c]]
// CHECK: %[[disguised:.*]] = arith.xori %[[c]], %{{.*}} : i1
// CHECK-NEXT: scf.if %[[disguised]]
// CHECK: wave.reduce
wave.func @inside(%in: !in {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %half = arith.constant 2 : i32
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %c = arith.cmpi ult, %lane, %half : i32
  scf.if %c {
    memref.store %lane, %out[%i] : !out
  }
  scf.if %c {
    %x = memref.load %in[%i] : !in
    %sum = wave.reduce add %x : i32
    memref.store %sum, %out[%i] : !out
  }
  wave.return
}

// The condition does not change from one iteration to the next, and the loop's own
// bound is the same for the wave.
// CHECK-LABEL: wave.func @invariant
// CHECK: scf.for
// CHECK: %[[disguised:.*]] = arith.xori
// CHECK-NEXT: scf.if %[[disguised]]
wave.func @invariant(%in: !in {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}, %m: i32 {wave.element = ui32}) kernel num_waves(1) {
  %n = arith.index_castui %m : i32 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 2 : i32
  %lane = wave.lane_index : i32
  %c = arith.cmpi ult, %lane, %half : i32
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      memref.store %lane, %out[%i] : !out
    }
    %x = memref.load %in[%i] : !in
    %y = arith.xori %x, %lane : i32
    %sum = wave.reduce add %y : i32
    memref.store %sum, %out[%i] : !out
  }
  wave.return
}

// Loops are branches too: the bound, and the condition of a `while`.
// CHECK-LABEL: wave.func @loops
// CHECK: scf.if
// CHECK: wave.reduce
// CHECK: %[[narrow:.*]] = arith.index_cast %{{.*}} : index to i32
// CHECK: arith.constant -1 : i32
// CHECK: %[[never:.*]] = arith.extui %{{.*}} : i1 to i32
// CHECK: %[[disguised:.*]] = arith.xori %[[narrow]], %[[never]] : i32
// CHECK: %[[bound:.*]] = arith.index_cast %[[disguised]] : i32 to index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[bound]]
// CHECK: scf.while
// Each number is used once.
// CHECK: arith.constant -2 : i32
// CHECK: %[[going:.*]] = arith.xori
// CHECK-NEXT: scf.condition(%[[going]])
wave.func @loops(%in: !in {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %half = arith.constant 2 : i32
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %c = arith.cmpi ult, %lane, %half : i32
  scf.if %c {
    memref.store %lane, %out[%i] : !out
  }
  %x = memref.load %in[%i] : !in
  %sum = wave.reduce add %x : i32
  scf.for %j = %c0 to %i step %c1 {
    memref.store %sum, %out[%j] : !out
  }
  %last = scf.while (%v = %lane) : (i32) -> i32 {
    %going = arith.cmpi ugt, %v, %zero : i32
    scf.condition(%going) %v : i32
  } do {
  ^bb0(%v: i32):
    %less = arith.subi %v, %one : i32
    %any = wave.reduce maxui %less : i32
    memref.store %any, %out[%i] : !out
    scf.yield %less : i32
  }
  memref.store %last, %out[%i] : !out
  wave.return
}

// The result of an earlier branch may follow from its condition.
// CHECK-LABEL: wave.func @result
// CHECK: %[[flag:.*]] = scf.if
// CHECK: wave.reduce
// CHECK: %[[disguised:.*]] = arith.xori %[[flag]], %{{.*}} : i1
// CHECK-NEXT: scf.if %[[disguised]]
wave.func @result(%in: !in {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %true = arith.constant true
  %false = arith.constant false
  %zero = arith.constant 0 : i32
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%i] : !in
  %c = arith.cmpi ne, %x, %zero : i32
  %flag = scf.if %c -> i1 {
    memref.store %lane, %out[%i] : !out
    scf.yield %true : i1
  } else {
    scf.yield %false : i1
  }
  %sum = wave.reduce add %x : i32
  scf.if %flag {
    memref.store %sum, %out[%i] : !out
  }
  wave.return
}

// Without a buffer the number of groups is what no compiler knows.
// CHECK-LABEL: wave.func @without_buffers
// CHECK: %[[groups:.*]] = wave.group_count x : i32
// CHECK: arith.cmpi eq, %[[groups]]
wave.func @without_buffers(%image: !wave.image<2d, f32, 1> {wave.binding = #wave.binding<uav, f32>}, %x: f32 {wave.element = f32}) kernel num_waves(1) {
  %half = arith.constant 2 : i32
  %lane = wave.lane_index : i32
  %c = arith.cmpi ult, %lane, %half : i32
  scf.if %c {
    wave.image_store %x, %image[%lane, %lane] : f32, !wave.image<2d, f32, 1>
  }
  %sum = wave.reduce add %x : f32
  scf.if %c {
    wave.image_store %sum, %image[%lane, %half] : f32, !wave.image<2d, f32, 1>
  }
  wave.return
}
