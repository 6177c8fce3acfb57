// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="unroll-cost=0 wave-size=8 vector-bits=256" -canonicalize -cse | FileCheck %s --implicit-check-not=ub.poison
// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="unroll-cost=0 wave-size=64 vector-bits=256" -canonicalize -cse | FileCheck %s --check-prefix=LONG
// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="unroll-cost=0 wave-size=8 vector-bits=512" -canonicalize -cse | FileCheck %s --check-prefix=REGISTER

// Branches and loops of a wave. Constants are folded, to be read.

// A condition that is the same for the wave: a branch without masks. Results are what
// they are on both sides: one number, one with a stride, a vector.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[u:arg2]]: i1, %[[n:arg3]]: i32
// CHECK: %[[d:.*]] = arith.muli %{{.*}} : vector<8xi32>
// CHECK-NOT: llvm.bitcast
// CHECK: %[[r:.*]]:3 = scf.if %[[u]] -> (i32, i32, vector<8xi32>) {
// CHECK-NEXT: %[[s:.*]] = vector.reduction <add>, %[[d]]
// CHECK-NEXT: %[[k:.*]] = arith.addi %{{.*}} : i32
// CHECK-NEXT: %[[e:.*]] = arith.muli %[[d]], %[[d]] : vector<8xi32>
// CHECK-NEXT: scf.yield %[[s]], %[[k]], %[[e]] :
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[s:.*]] = vector.reduction <maxui>, %[[d]]
// CHECK-NEXT: %[[e:.*]] = arith.xori %[[d]], %{{.*}} : vector<8xi32>
// CHECK-NEXT: scf.yield %[[s]], %[[n]], %[[e]] :
// CHECK: arith.addi %[[r]]#0, %[[r]]#1 : i32
wave.func @uniform_if(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %u: i1 {wave.element = i1}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %next = arith.addi %l, %n : i32
  %d = arith.muli %l, %n : i32
  %r:3 = scf.if %u -> (i32, i32, i32) {
    %s = wave.reduce add %d : i32
    %k = arith.addi %next, %s : i32
    %e = arith.muli %d, %d : i32
    scf.yield %s, %k, %e : i32, i32, i32
  } else {
    %s = wave.reduce maxui %d : i32
    %e = arith.xori %d, %l : i32
    scf.yield %s, %next, %e : i32, i32, i32
  }
  %x = arith.addi %r#0, %r#1 : i32
  %y = arith.addi %x, %r#2 : i32
  memref.store %y, %out[%i] : memref<?xi32>
}

// -----

// Lanes that part: each side under its mask, if a lane takes it; operations across lanes
// see that mask. What merges is selected; booleans wait as the registers' masks do.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: %[[p:.*]] = arith.cmpi ugt, %{{.*}} : vector<8xi32>
// CHECK: %[[bits:.*]] = llvm.bitcast %[[p]] : vector<8xi1> to i8
// CHECK: %[[any:.*]] = arith.cmpi ne, %[[bits]], %{{.*}} : i8
// CHECK: %[[a:.*]]:2 = scf.if %[[any]] -> (vector<8xi32>, vector<8xi32>) {
// CHECK: %[[active:.*]] = arith.select %[[p]], %{{.*}} : vector<8xi1>, vector<8xi32>
// CHECK: vector.reduction <add>, %[[active]]
// CHECK: %[[q:.*]] = arith.extsi %{{.*}} : vector<8xi1> to vector<8xi32>
// CHECK: scf.yield %{{.*}}, %[[q]] : vector<8xi32>, vector<8xi32>
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[zero:.*]], %[[zero]] : vector<8xi32>, vector<8xi32>
// CHECK: %[[others:.*]] = arith.xori %[[p]],
// CHECK: %[[bits:.*]] = llvm.bitcast %[[others]] : vector<8xi1> to i8
// CHECK: %[[any:.*]] = arith.cmpi ne, %[[bits]], %{{.*}} : i8
// CHECK: %[[b:.*]]:2 = scf.if %[[any]] -> (vector<8xi32>, vector<8xi32>) {
// CHECK: %[[active:.*]] = arith.select %[[others]], %{{.*}} : vector<8xi1>, vector<8xi32>
// CHECK: vector.reduction <maxui>, %[[active]]
// CHECK: arith.select %[[p]], %[[a]]#0, %[[b]]#0 : vector<8xi1>, vector<8xi32>
// CHECK-DAG: %[[x:.*]] = arith.cmpi slt, %[[a]]#1,
// CHECK-DAG: %[[y:.*]] = arith.cmpi slt, %[[b]]#1,
// CHECK: arith.select %[[p]], %[[x]], %[[y]] : vector<8xi1>, vector<8xi1>
//
// LONG: scf.if %{{.*}} -> (vector<64xi32>, vector<64xi8>) {
//
// REGISTER: scf.if %{{.*}} -> (vector<8xi32>, vector<8xi1>) {
wave.func @divergent_if(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %p = arith.cmpi ult, %l, %n : i32
  %r:2 = scf.if %p -> (i32, i1) {
    %s = wave.reduce add %l : i32
    %q = arith.cmpi ne, %s, %l : i32
    scf.yield %s, %q : i32, i1
  } else {
    %s = wave.reduce maxui %l : i32
    %q = arith.cmpi eq, %s, %l : i32
    scf.yield %s, %q : i32, i1
  }
  %x = arith.select %r#1, %r#0, %l : i32
  memref.store %x, %out[%i] : memref<?xi32>
}

// -----

// A mask inside of a mask: both conditions hold, or the outer and not the inner one.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-DAG: %[[p:.*]] = arith.cmpi ugt, %{{.*}} : vector<8xi32>
// CHECK-DAG: %[[q:.*]] = arith.cmpi eq, %{{.*}} : vector<8xi32>
// CHECK: scf.if %{{.*}} {
// CHECK: %[[both:.*]] = arith.andi %[[p]], %[[q]] : vector<8xi1>
// CHECK: scf.if %{{.*}} {
// CHECK: %[[active:.*]] = arith.select %[[both]],
// CHECK: vector.reduction <add>, %[[active]]
// CHECK: %[[not:.*]] = arith.xori %[[q]],
// CHECK: %[[rest:.*]] = arith.andi %[[p]], %[[not]] : vector<8xi1>
// CHECK: scf.if %{{.*}} {
// CHECK: %[[active:.*]] = arith.select %[[rest]],
// CHECK: vector.reduction <maxui>, %[[active]]
wave.func @nested_if(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %m: i32 {wave.element = ui32}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %p = arith.cmpi ult, %l, %n : i32
  %q = arith.cmpi eq, %l, %m : i32
  scf.if %p {
    scf.if %q {
      %s = wave.reduce add %l : i32
      memref.store %s, %out[%i] : memref<?xi32>
    } else {
      %s = wave.reduce maxui %l : i32
      memref.store %s, %out[%i] : memref<?xi32>
    }
  }
}

// -----

// Both sides are short: no branch, and no mask but in the selection.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.if
// CHECK-NOT: scf.if
// CHECK-NOT: llvm.bitcast
// CHECK: %[[p:.*]] = arith.cmpi ugt, %{{.*}} : vector<8xi32>
// CHECK: %[[a:.*]] = arith.muli %{{.*}} : vector<8xi32>
// CHECK: %[[b:.*]] = arith.addi %{{.*}} : vector<8xi32>
// CHECK: %[[r:.*]] = arith.select %[[p]], %[[a]], %[[b]] : vector<8xi1>, vector<8xi32>
// CHECK: llvm.store %[[r]],
// CHECK: scf.yield
wave.func @flat_if(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %p = arith.cmpi ult, %l, %n : i32
  %r = scf.if %p -> i32 {
    %a = arith.muli %l, %n : i32
    scf.yield %a : i32
  } else {
    %b = arith.addi %l, %n : i32
    scf.yield %b : i32
  }
  memref.store %r, %out[%i] : memref<?xi32>
}

// -----

// A side that costs more than a branch.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.if
// CHECK: scf.if %{{.*}} -> (vector<8xf32>) {
// CHECK-COUNT-2: math.sqrt
// CHECK: } else {
wave.func @costly_if(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %x: f32 {wave.element = f32}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %f = arith.uitofp %l : i32 to f32
  %p = arith.cmpi ult, %l, %n : i32
  %r = scf.if %p -> f32 {
    %g = arith.addf %f, %x : f32
    %a = math.sqrt %g : f32
    %b = math.sqrt %a : f32
    scf.yield %b : f32
  } else {
    scf.yield %f : f32
  }
  memref.store %r, %out[%i] : memref<?xf32>
}

// -----

// What both sides hand on does not depend on the side: it stays one number.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[out:arg0]]: {{[^,]*}}, %arg1: i32, %[[n:arg2]]: i32
// CHECK: scf.if %{{.*}} {
// CHECK: scf.if %{{.*}} {
// CHECK: vector.reduction <add>
// CHECK: %[[place:.*]] = llvm.getelementptr %[[out]][%[[n]]] : (!llvm.ptr, i32) -> !llvm.ptr, i32
// CHECK: llvm.store %[[n]], %[[place]] {{.*}} : i32, !llvm.ptr
wave.func @same_on_both_sides(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %p = arith.cmpi ult, %l, %n : i32
  %r = scf.if %p -> i32 {
    %s = wave.reduce add %l : i32
    memref.store %s, %out[%i] : memref<?xi32>
    scf.yield %n : i32
  } else {
    scf.yield %n : i32
  }
  %k = arith.index_castui %r : i32 to index
  memref.store %r, %out[%k] : memref<?xi32>
}

// -----

// A load under the test of its own index, the same for the wave: no branch, but element 0.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[in:arg0]]: {{[^,]*, llvm.readonly[^,]*}}, %[[length:arg1]]: i32
// CHECK: scf.if
// CHECK: scf.for %[[w:.*]] = %{{.*}} {
// CHECK-NOT: scf.if
// CHECK: %[[p:.*]] = arith.cmpi ult, %[[w]], %[[length]] : i32
// CHECK: %[[i:.*]] = arith.select %[[p]], %[[w]], %[[zero:.*]] : i32
// CHECK: %[[place:.*]] = llvm.getelementptr %[[in]][%[[i]]]
// CHECK: %[[x:.*]] = llvm.load %[[place]] {{.*}} -> i32
// CHECK: arith.select %[[p]], %[[x]], %[[zero]] : i32
// CHECK-NOT: scf.if
// CHECK: }
wave.func @guarded_load(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %w = wave.group_wave_index : i32
  %i = arith.index_castui %w : i32 to index
  %length = memref.dim %in, %c0 : memref<?xi32>
  %p = arith.cmpi ult, %i, %length : index
  %v = scf.if %p -> i32 {
    %x = memref.load %in[%i] : memref<?xi32>
    scf.yield %x : i32
  } else {
    scf.yield %zero : i32
  }
  memref.store %v, %out[%i] : memref<?xi32>
}

// -----

// Not so where lanes have values of their own otherwise, or where the array is the kernel's:
// it has no length to be tested, and a local one has an element for each lane.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[b:arg0]]: {{[^,]*}}, %arg1: i32, %[[u:arg2]]: i1, %[[n:arg3]]: i32
// CHECK: %[[k:.*]] = arith.minui %[[n]], %{{.*}} : i32
// CHECK: scf.if %[[u]] -> (vector<8xi32>, vector<8xi32>, i32) {
// CHECK-DAG: %[[place:.*]] = llvm.getelementptr %[[b]][%[[n]]]
// CHECK-DAG: %[[x:.*]] = llvm.load %[[place]] {{.*}} -> i32
// CHECK-DAG: %[[y:.*]] = llvm.load %{{.*}} -> vector<8xi32>
// CHECK-DAG: %[[z:.*]] = llvm.load %{{.*}} -> i32
// CHECK: scf.yield
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %{{.*}} : vector<8xi32>, vector<8xi32>, i32
wave.func @other_guarded_loads(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %u: i1 {wave.element = i1}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %k = arith.index_castui %n : i32 to index
  %local = memref.alloca() : memref<4xi32>
  %shared = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %l, %local[%k] : memref<4xi32>
  %x = scf.if %u -> i32 {
    %v = memref.load %b[%k] : memref<?xi32>
    scf.yield %v : i32
  } else {
    scf.yield %l : i32
  }
  %y = scf.if %u -> i32 {
    %v = memref.load %local[%k] : memref<4xi32>
    scf.yield %v : i32
  } else {
    scf.yield %zero : i32
  }
  %z = scf.if %u -> i32 {
    %v = memref.load %shared[%k] : memref<4xi32, #gpu.address_space<workgroup>>
    scf.yield %v : i32
  } else {
    scf.yield %zero : i32
  }
  %0 = arith.addi %x, %y : i32
  %1 = arith.addi %0, %z : i32
  memref.store %1, %b[%i] : memref<?xi32>
}

// -----

// Nobody may see poison: it is some number here.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: %[[none:.*]] = arith.constant dense<0> : vector<8xi32>
// CHECK: llvm.store %[[none]],
wave.func @poison(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %p = ub.poison : i32
  memref.store %p, %out[%i] : memref<?xi32>
}

// -----

// A loop of the wave carries one number, a stride's first number, a vector, and a mask.
// Where it may run long, an outer loop stops when the launch is stopped.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[n:arg2]]: i32, {{.*}}%[[cancel:arg9]]: !llvm.ptr
// CHECK: %[[most:.*]] = arith.constant 65536 : i32
// CHECK: scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %[[n]],
// CHECK: %[[asked:.*]] = llvm.load volatile %[[cancel]]
// CHECK: %[[goes:.*]] = arith.cmpi eq, %[[asked]],
// CHECK: %[[on:.*]] = arith.andi %{{.*}}, %[[goes]] : i1
// CHECK: scf.condition(%[[on]])
// CHECK: ^bb0(%[[first:[a-z0-9]+]]: i32, %[[total:[a-z0-9]+]]: i32,
// CHECK: %[[left:.*]] = arith.subi %[[n]], %[[first]] : i32
// CHECK: %[[taken:.*]] = arith.minui %[[left]], %[[most]] : i32
// CHECK: %[[end:.*]] = arith.addi %[[first]], %[[taken]] : i32
// CHECK: scf.for unsigned %[[k:.*]] = %[[first]] to %[[end]] step %{{.*}} iter_args(%[[sum:.*]] = %[[total]], %[[next:.*]] = %{{.*}}, %[[own:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) -> (i32, i32, vector<8xi32>, vector<8xi32>) : i32 {
// CHECK: %[[s:.*]] = arith.addi %[[sum]], %[[k]] : i32
// CHECK: %[[t:.*]] = arith.addi %[[next]], %[[n]] : i32
// CHECK: %[[o:.*]] = arith.muli %[[own]], %{{.*}} : vector<8xi32>
// CHECK: %[[g:.*]] = arith.extsi %{{.*}} : vector<8xi1> to vector<8xi32>
// CHECK: scf.yield %[[s]], %[[t]], %[[o]], %[[g]] :
//
// LONG: scf.for unsigned {{.*}} -> (i32, i32, vector<64xi32>, vector<64xi8>)
//
// REGISTER: scf.for unsigned {{.*}} -> (i32, i32, vector<8xi32>, vector<8xi1>)
wave.func @for(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %f = wave.is_first_lane : i1
  %r:4 = scf.for unsigned %k = %c0 to %n step %c1 iter_args(%sum = %n, %next = %l, %own = %l, %flag = %f) -> (i32, i32, i32, i1) : i32 {
    %s = arith.addi %sum, %k : i32
    %t = arith.addi %next, %n : i32
    %o = arith.muli %own, %k : i32
    %g = arith.cmpi ult, %own, %n : i32
    scf.yield %s, %t, %o, %g : i32, i32, i32, i1
  }
  %a = arith.select %r#3, %r#2, %r#0 : i32
  %b = arith.addi %r#1, %a : i32
  memref.store %b, %out[%i] : memref<?xi32>
}

// -----

// Loops of few trips in all run to their end.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-NOT: scf.while
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args
// CHECK-NOT: scf.while
// CHECK: return
wave.func @few_trips(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c256 = arith.constant 256 : i32
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %r = scf.for %k = %c0 to %c256 step %c1 iter_args(%a = %l) -> (i32) : i32 {
    %s = scf.for %m = %c0 to %c256 step %c1 iter_args(%b = %a) -> (i32) : i32 {
      %t = arith.muli %b, %m : i32
      scf.yield %t : i32
    }
    scf.yield %s : i32
  }
  memref.store %r, %out[%i] : memref<?xi32>
}

// -----

// The trips of loops inside count: of this one 255 are taken at a time.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.while
// CHECK: arith.minui %{{.*}}, %c255{{.*}} : i32
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: scf.while
// CHECK: return
wave.func @many_trips(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c257 = arith.constant 257 : i32
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %r = scf.for %k = %c0 to %c257 step %c1 iter_args(%a = %l) -> (i32) : i32 {
    %s = scf.for %m = %c0 to %c257 step %c1 iter_args(%b = %a) -> (i32) : i32 {
      %t = arith.muli %b, %m : i32
      scf.yield %t : i32
    }
    scf.yield %s : i32
  }
  memref.store %r, %out[%i] : memref<?xi32>
}

// -----

// A loop whose bound differs from lane to lane goes on while a lane is in it; its number
// stays one number, what it gives is what each lane left with.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[flag:arg9]]: !llvm.ptr
// CHECK-NOT: scf.for %{{.*}} : i32
// CHECK: %[[r:.*]]:4 = scf.while (%[[mask:.*]] = %{{.*}}, %[[k:.*]] = %{{.*}}, %[[sum:.*]] = %{{.*}}, %[[left:.*]] = %{{.*}}) : (vector<8xi32>, i32, i32, vector<8xi32>)
// CHECK: %[[in:.*]] = arith.cmpi slt, %[[mask]],
// CHECK: %[[stays:.*]] = arith.andi %[[in]], %{{.*}} : vector<8xi1>
// CHECK: %[[packed:.*]] = arith.extsi %[[stays]] : vector<8xi1> to vector<8xi32>
// CHECK: %[[now:.*]] = vector.broadcast %[[sum]] : i32 to vector<8xi32>
// CHECK: %[[kept:.*]] = arith.select %[[in]], %[[now]], %[[left]] : vector<8xi1>, vector<8xi32>
// CHECK: %[[bits:.*]] = llvm.bitcast %[[stays]] : vector<8xi1> to i8
// CHECK: %[[any:.*]] = arith.cmpi ne, %[[bits]],
// CHECK: %[[stop:.*]] = llvm.load volatile %[[flag]] {{.*}} -> i32
// CHECK: %[[run:.*]] = arith.cmpi eq, %[[stop]],
// CHECK: %[[goes:.*]] = arith.andi %[[any]], %[[run]] : i1
// CHECK: scf.condition(%[[goes]]) %[[packed]], %[[k]], %[[sum]], %[[kept]] :
// CHECK: ^bb0(%[[mask:.*]]: vector<8xi32>, %[[k:.*]]: i32, %[[sum:.*]]: i32, %[[left:.*]]: vector<8xi32>):
// CHECK: %[[in:.*]] = arith.cmpi slt, %[[mask]],
// CHECK: %[[active:.*]] = arith.select %[[in]], %{{.*}} : vector<8xi1>, vector<8xi32>
// CHECK: %[[s:.*]] = vector.reduction <add>, %[[active]]
// CHECK: scf.yield %[[mask]], %{{.*}}, %[[s]], %[[left]] :
// CHECK: llvm.store %[[r]]#3,
//
// LONG: scf.while {{.*}} : (vector<64xi8>, i32, i32, vector<64xi32>)
// LONG: llvm.bitcast %{{.*}} : vector<64xi1> to i64
//
// REGISTER: scf.while {{.*}} : (vector<8xi1>, i32, i32, vector<8xi32>)
wave.func @for_of_lanes(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %r = scf.for %k = %c0 to %l step %c1 iter_args(%sum = %n) -> i32 : i32 {
    %s = wave.reduce add %sum : i32
    scf.yield %s : i32
  }
  memref.store %r, %out[%i] : memref<?xi32>
}

// -----

// A loop whose last step might pass the largest number is a `while`; one with a known end
// is not.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.for unsigned %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} : i32 {
// CHECK: scf.while
// CHECK-NOT: scf.for
// CHECK: llvm.return
wave.func @for_that_may_wrap_around(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %c100 = arith.constant 100 : i32
  scf.for unsigned %k = %c0 to %c100 step %c2 : i32 {
    %i = arith.index_castui %k : i32 to index
    memref.store %k, %out[%i] : memref<?xi32>
  }
  scf.for unsigned %k = %c0 to %n step %c2 : i32 {
    %i = arith.index_castui %k : i32 to index
    memref.store %k, %out[%i] : memref<?xi32>
  }
}

// -----

// A loop that the wave leaves as one carries no mask, and ends when the launch is stopped.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[n:arg2]]: i32
// CHECK-SAME: %[[flag:arg9]]: !llvm.ptr
// CHECK: scf.while (%[[x:.*]] = %[[n]], %[[v:.*]] = %{{.*}}) : (i32, vector<8xi32>) -> (i32, vector<8xi32>) {
// CHECK: %[[p:.*]] = arith.cmpi ne, %[[v]],
// CHECK: %[[bits:.*]] = llvm.bitcast %[[p]] : vector<8xi1> to i8
// CHECK: %[[any:.*]] = arith.cmpi ne, %[[bits]],
// CHECK: %[[stop:.*]] = llvm.load volatile %[[flag]]
// CHECK: %[[run:.*]] = arith.cmpi eq, %[[stop]],
// CHECK: %[[goes:.*]] = arith.andi %[[any]], %[[run]] : i1
// CHECK: scf.condition(%[[goes]]) %[[x]], %[[v]] : i32, vector<8xi32>
// CHECK: ^bb0(%[[x:.*]]: i32, %[[v:.*]]: vector<8xi32>):
// CHECK-NEXT: %[[s:.*]] = arith.muli %[[v]], %[[v]]
// CHECK-NEXT: %[[k:.*]] = arith.muli %[[x]], %[[n]] : i32
// CHECK-NEXT: scf.yield %[[k]], %[[s]] :
wave.func @while(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %r:2 = scf.while (%x = %n, %v = %l) : (i32, i32) -> (i32, i32) {
    %p = arith.cmpi ne, %v, %n : i32
    %any = wave.any %p
    scf.condition(%any) %x, %v : i32, i32
  } do {
  ^bb0(%x: i32, %v: i32):
    %s = arith.muli %v, %v : i32
    %k = arith.muli %x, %n : i32
    scf.yield %k, %s : i32, i32
  }
  %a = arith.addi %r#0, %r#1 : i32
  memref.store %a, %out[%i] : memref<?xi32>
}

// -----

// A loop under a mask begins with it. Of its results those that were there before the loop
// are not carried, and those that nobody uses neither.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: %[[p:.*]] = arith.cmpi ugt, %{{.*}} : vector<8xi32>
// CHECK: scf.if
// CHECK: %[[entry:.*]] = arith.extsi %[[p]] : vector<8xi1> to vector<8xi32>
// CHECK: %[[r:.*]]:3 = scf.while (%{{.*}} = %[[entry]], %[[x:.*]] = %{{.*}}, %[[left:.*]] = %{{.*}}) : (vector<8xi32>, vector<8xi32>, vector<8xi32>) ->
// CHECK: scf.condition
// CHECK: %[[y:.*]] = arith.addi %[[r]]#2, %{{.*}} : vector<8xi32>
// CHECK: llvm.intr.masked.store %[[y]], %{{.*}}, %[[p]]
wave.func @while_under_a_mask(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %c1 = arith.constant 1 : i32
  %i = arith.index_castui %l : i32 to index
  %p = arith.cmpi ult, %l, %n : i32
  scf.if %p {
    %r:3 = scf.while (%x = %l) : (i32) -> (i32, i32, i1) {
      %odd = arith.trunci %x : i32 to i1
      scf.condition(%odd) %x, %n, %odd : i32, i32, i1
    } do {
    ^bb0(%x: i32, %same: i32, %odd: i1):
      %h = arith.shrui %x, %c1 : i32
      scf.yield %h : i32
    }
    %y = arith.addi %r#0, %r#1 : i32
    memref.store %y, %out[%i] : memref<?xi32>
  }
}
