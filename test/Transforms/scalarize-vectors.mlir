// RUN: wave-opt %s -wave-scalarize-vectors | FileCheck %s
// RUN: wave-opt %s -wave-scalarize-vectors=arithmetic=true -canonicalize | FileCheck %s --check-prefix=ALL
// RUN: wave-opt %s "-wave-scalarize-vectors=arithmetic=true buffers=false" | FileCheck %s --check-prefix=WHOLE

// CHECK-LABEL: wave.func @lane_operations
// CHECK-SAME: (%[[v:.*]]: vector<2xf32>, %[[lane:.*]]: i32
wave.func @lane_operations(%v: vector<2xf32>, %lane: i32, %m: vector<4xi32>) -> (vector<2xf32>, vector<2xi1>) {
  // CHECK: %[[v0:.*]] = vector.extract %[[v]][0] : f32 from vector<2xf32>
  // CHECK-NEXT: %[[s0:.*]] = wave.reduce minnumf %[[v0]] : f32
  // CHECK-NEXT: %[[v1:.*]] = vector.extract %[[v]][1] : f32 from vector<2xf32>
  // CHECK-NEXT: %[[s1:.*]] = wave.reduce minnumf %[[v1]] : f32
  // CHECK-NEXT: %[[s:.*]] = vector.from_elements %[[s0]], %[[s1]] : vector<2xf32>
  %0 = wave.reduce minnumf %v : vector<2xf32>
  // CHECK: vector.extract %[[s]][0]
  // CHECK: wave.prefix add %{{.*}} : f32
  // CHECK: wave.prefix add %{{.*}} : f32
  %1 = wave.prefix add %0 : vector<2xf32>
  // CHECK-COUNT-2: wave.read_first_lane %{{.*}} : f32
  %2 = wave.read_first_lane %1 : vector<2xf32>
  // CHECK-COUNT-2: wave.read_lane %{{.*}}, %[[lane]] : f32
  %3 = wave.read_lane %2, %lane : vector<2xf32>
  // CHECK-COUNT-2: wave.assume_uniform %{{.*}} : f32
  %4 = wave.assume_uniform %3 : vector<2xf32>
  // CHECK-COUNT-2: wave.quad_read_across diagonal %{{.*}} : f32
  %5 = wave.quad_read_across diagonal %4 : vector<2xf32>
  // CHECK-COUNT-2: wave.quad_read_lane %{{.*}}, %[[lane]] : f32
  %6 = wave.quad_read_lane %5, %lane : vector<2xf32>
  // CHECK-COUNT-2: wave.multi_prefix mul %{{.*}} : f32
  %7 = wave.multi_prefix mul %6, %m : vector<2xf32>
  // CHECK: %[[e0:.*]] = wave.all_equal %{{.*}} : f32
  // CHECK: %[[e1:.*]] = wave.all_equal %{{.*}} : f32
  // CHECK: vector.from_elements %[[e0]], %[[e1]] : vector<2xi1>
  %8 = wave.all_equal %7 : vector<2xf32>
  // Arithmetic stays as it is.
  // CHECK: arith.addf %{{.*}}, %{{.*}} : vector<2xf32>
  %9 = arith.addf %7, %7 : vector<2xf32>
  wave.return %9, %8 : vector<2xf32>, vector<2xi1>
}

// A mask is no vector of values: `multi_prefix` takes it whole.
// CHECK-LABEL: wave.func @masks
// CHECK-SAME: (%[[v:.*]]: vector<3xi64>
// CHECK: %[[m0:.*]] = wave.match %{{.*}} : i64
// CHECK: %[[m1:.*]] = wave.match %{{.*}} : i64
// CHECK: %[[m2:.*]] = wave.match %{{.*}} : i64
// CHECK: %[[m01:.*]] = arith.andi %[[m0]], %[[m1]] : vector<4xi32>
// CHECK: %[[m:.*]] = arith.andi %[[m01]], %[[m2]] : vector<4xi32>
// CHECK: vector.extract %[[m]][0]
// CHECK: wave.multi_prefix add %{{.*}}, %[[m]] : i32
// CHECK: wave.multi_prefix add %{{.*}}, %[[m]] : i32
// CHECK: wave.multi_prefix add %{{.*}}, %[[m]] : i32
// CHECK: wave.multi_prefix add %{{.*}}, %[[m]] : i32
// CHECK: wave.multi_prefix_count_bits %{{.*}}, %[[m]]
wave.func @masks(%v: vector<3xi64>, %p: i1) -> (vector<4xi32>, i32) {
  %m = wave.match %v : vector<3xi64>
  %0 = wave.multi_prefix add %m, %m : vector<4xi32>
  %1 = wave.multi_prefix_count_bits %p, %m : i32
  wave.return %0, %1 : vector<4xi32>, i32
}

// CHECK-LABEL: wave.func @scalars
// CHECK-NOT: vector.
// CHECK: wave.ballot
wave.func @scalars(%x: i32, %p: i1) -> vector<4xi32> {
  %0 = wave.reduce add %x : i32
  %1 = wave.match %0 : i32
  %2 = wave.ballot %p : vector<4xi32>
  wave.return %2 : vector<4xi32>
}

// With `arithmetic` no operation on vectors is left, but what makes or takes whole ones.

// ALL-LABEL: wave.func @arithmetic
// ALL-SAME: (%[[v:.*]]: vector<2xf32> {{.*}}, %[[x:.*]]: f32 {{.*}}, %[[p:[^:]*]]: i1
// ALL: %[[v0:.*]] = vector.extract %[[v]][0]
// ALL: %[[v1:.*]] = vector.extract %[[v]][1] : f32 from vector<2xf32>
// ALL-NOT: vector<
// ALL: %[[a0:.*]] = arith.addf %[[v0]], %[[x]] : f32
// ALL: %[[a1:.*]] = arith.addf %[[v1]], %[[x]] : f32
// ALL: %[[r0:.*]] = math.sqrt %[[a0]] : f32
// ALL: %[[r1:.*]] = math.sqrt %[[a1]] : f32
// ALL: %[[s0:.*]] = arith.select %[[p]], %[[r0]], %[[v0]] : f32
// ALL: %[[s1:.*]] = arith.select %[[p]], %[[r1]], %[[v1]] : f32
// ALL: %[[c:.*]] = arith.cmpf olt, %[[s1]], %{{.*}} : f32
// ALL: memref.store %[[s1]]
// ALL: memref.store %[[s0]]
// ALL: memref.store
wave.func @arithmetic(%v: vector<2xf32> {wave.element = vector<2xf32>}, %x: f32 {wave.element = f32}, %p: i1 {wave.element = i1},
                      %out: memref<?xf32> {wave.binding = #wave.binding<uav, vector<3xf32>>}) kernel num_waves(1) {
  %i0 = arith.constant 0 : index
  %k = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %b = vector.broadcast %x : f32 to vector<2xf32>
  %a = arith.addf %v, %b : vector<2xf32>
  %r = math.sqrt %a : vector<2xf32>
  %s = arith.select %p, %r, %v : vector<2xf32>
  %c = arith.cmpf olt, %s, %k : vector<2xf32>
  %t = arith.select %c, %s, %k : vector<2xi1>, vector<2xf32>
  %n = vector.shuffle %s, %t [1, 0, 3] : vector<2xf32>, vector<2xf32>
  vector.store %n, %out[%i0] : memref<?xf32>, vector<3xf32>
}

// ALL-LABEL: wave.func @taken_apart
// ALL-NOT: vector<
// ALL: wave.return
wave.func @taken_apart(%a: f32, %b: f32) -> (f32, f32, f32) {
  %0 = vector.from_elements %a, %b : vector<2xf32>
  %1 = vector.insert %b, %0[0] : f32 into vector<2xf32>
  %2 = vector.interleave %0, %1 : vector<2xf32> -> vector<4xf32>
  %3 = arith.mulf %2, %2 : vector<4xf32>
  %4 = wave.reduce add %3 : vector<4xf32>
  %5 = vector.extract %4[0] : f32 from vector<4xf32>
  %6 = vector.extract %4[2] : f32 from vector<4xf32>
  %7 = vector.extract %4[3] : f32 from vector<4xf32>
  wave.return %5, %6, %7 : f32, f32, f32
}

// ALL-LABEL: wave.func @extended_product
// ALL: arith.mului_extended %{{.*}}, %{{.*}} : i32
// ALL: arith.mului_extended %{{.*}}, %{{.*}} : i32
// ALL: vector.from_elements %{{.*}}, %{{.*}} : vector<2xi32>
wave.func @extended_product(%a: vector<2xi32>) -> vector<2xi32> {
  %low, %high = arith.mului_extended %a, %a : vector<2xi32>
  %0 = arith.xori %low, %high : vector<2xi32>
  wave.return %0 : vector<2xi32>
}

// Control flow carries the components.
// ALL-LABEL: wave.func @carried
// ALL: %[[if:.*]]:2 = scf.if %{{.*}} -> (f32, f32)
// ALL: scf.yield %{{.*}}, %{{.*}} : f32, f32
// ALL: %[[for:.*]]:3 = scf.for {{.*}} iter_args({{.*}}) -> (f32, f32, i32)
// ALL: arith.mulf %{{.*}}, %{{.*}} : f32
// ALL: arith.mulf %{{.*}}, %{{.*}} : f32
// ALL: arith.addi
// ALL: scf.yield %{{.*}}, %{{.*}}, %{{.*}} : f32, f32, i32
// ALL: %[[while:.*]]:2 = scf.while
// ALL: scf.condition(%{{.*}}) %{{.*}}, %{{.*}} : f32, f32
// ALL: ^bb0(%{{.*}}: f32, %{{.*}}: f32):
// ALL: memref.store %[[while]]#0
// ALL: memref.store %[[while]]#1
wave.func @carried(%v: vector<2xf32> {wave.element = vector<2xf32>}, %p: i1 {wave.element = i1}, %n: i32 {wave.element = ui32},
                   %in: memref<?xf32> {wave.binding = #wave.binding<srv, vector<2xf32>>},
                   %out: memref<?xf32> {wave.binding = #wave.binding<uav, vector<2xf32>>}) kernel num_waves(1) {
  %i0 = arith.constant 0 : index
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.if %p -> vector<2xf32> {
    %1 = vector.load %in[%i0] : memref<?xf32>, vector<2xf32>
    scf.yield %1 : vector<2xf32>
  } else {
    scf.yield %v : vector<2xf32>
  }
  %2:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0, %count = %c0) -> (vector<2xf32>, i32) : i32 {
    %3 = arith.mulf %a, %v : vector<2xf32>
    %4 = arith.addi %count, %i : i32
    scf.yield %3, %4 : vector<2xf32>, i32
  }
  %5 = scf.while (%a = %2#0) : (vector<2xf32>) -> vector<2xf32> {
    %6 = vector.extract %a[0] : f32 from vector<2xf32>
    %7 = vector.extract %v[0] : f32 from vector<2xf32>
    %8 = arith.cmpf olt, %6, %7 : f32
    scf.condition(%8) %a : vector<2xf32>
  } do {
  ^bb0(%a: vector<2xf32>):
    %9 = arith.addf %a, %v : vector<2xf32>
    scf.yield %9 : vector<2xf32>
  }
  %i = arith.index_castui %2#1 : i32 to index
  vector.store %5, %out[%i] : memref<?xf32>, vector<2xf32>
}

// Texels, ballots and masks are whole; their components go on.
// ALL-LABEL: wave.func @whole
// ALL: %[[t:.*]] = wave.image_load {{.*}} -> vector<4xf32>
// ALL: vector.extract %[[t]][0]
// ALL: arith.addf %{{.*}} : f32
// ALL: arith.addf %{{.*}} : f32
// ALL: arith.addf %{{.*}} : f32
// ALL: arith.addf %{{.*}} : f32
// ALL: %[[u:.*]] = vector.from_elements %{{.*}} : vector<4xf32>
// ALL: wave.image_store %[[u]]
// ALL: %[[m:.*]] = wave.ballot
// ALL: arith.andi %{{.*}} : i32
wave.func @whole(%image: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, f32>}, %x: i32 {wave.element = ui32}, %p: i1 {wave.element = i1},
                 %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %i0 = arith.constant 0 : index
  %t = wave.image_load %image[%x, %x] : !wave.image<2d, f32, 4> -> vector<4xf32>
  %u = arith.addf %t, %t : vector<4xf32>
  wave.image_store %u, %image[%x, %x] : vector<4xf32>, !wave.image<2d, f32, 4>
  %m = wave.ballot %p : vector<4xi32>
  %k = vector.broadcast %x : i32 to vector<4xi32>
  %a = arith.andi %m, %k : vector<4xi32>
  vector.store %a, %out[%i0] : memref<?xi32>, vector<4xi32>
}

// Upstream's forms without a component, and with none.
// ALL-LABEL: wave.func @no_component
// ALL-NOT: vector.
// ALL: %[[poison:.*]] = ub.poison : i32
// ALL: memref.store %[[poison]]
wave.func @no_component(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %v = vector.load %b[%c0] : memref<?xi32>, vector<3xi32>
  %w = vector.extract %v[] : vector<3xi32> from vector<3xi32>
  %y = vector.broadcast %w : vector<3xi32> to vector<3xi32>
  %p = vector.extract %y[-1] : i32 from vector<3xi32>
  %z = vector.insert %p, %y[-1] : i32 into vector<3xi32>
  %q = vector.insert %p, %z[1] : i32 into vector<3xi32>
  vector.store %q, %b[%c0] : memref<?xi32>, vector<3xi32>
}

// Without `buffers` vectors in buffers are whole, those in arrays are not.
// WHOLE-LABEL: wave.func @vectors_in_memory
// WHOLE-SAME: (%[[in:.*]]: memref<?xf32> {{.*}}, %[[out:.*]]: memref<?xf32>
// WHOLE: %[[i:.*]] = arith.constant 0 : index
// WHOLE: %[[v:.*]] = vector.load %[[in]][%[[i]]] : memref<?xf32>, vector<2xf32>
// WHOLE-NEXT: %[[v0:.*]] = vector.extract %[[v]][0]
// WHOLE-NEXT: %[[v1:.*]] = vector.extract %[[v]][1]
// WHOLE: %[[a0:.*]] = arith.addf %[[v0]], %[[v0]] : f32
// WHOLE: %[[a1:.*]] = arith.addf %[[v1]], %[[v1]] : f32
// WHOLE: memref.store %[[a0]], %[[array:.*]][
// WHOLE: memref.store %[[a1]], %[[array]][
// WHOLE: memref.load %[[array]][
// WHOLE: memref.load %[[array]][
// WHOLE: %[[w:.*]] = vector.from_elements %{{.*}}, %{{.*}} : vector<2xf32>
// WHOLE-NEXT: vector.store %[[w]], %[[out]][%[[i]]] : memref<?xf32>, vector<2xf32>
// WHOLE-NOT: vector.
wave.func @vectors_in_memory(%in: memref<?xf32> {wave.binding = #wave.binding<srv, vector<2xf32>>},
                             %out: memref<?xf32> {wave.binding = #wave.binding<uav, vector<2xf32>>}) kernel num_waves(1) {
  %i = arith.constant 0 : index
  %array = memref.alloca() : memref<2xf32>
  %v = vector.load %in[%i] : memref<?xf32>, vector<2xf32>
  %a = arith.addf %v, %v : vector<2xf32>
  vector.store %a, %array[%i] : memref<2xf32>, vector<2xf32>
  %w = vector.load %array[%i] : memref<2xf32>, vector<2xf32>
  vector.store %w, %out[%i] : memref<?xf32>, vector<2xf32>
}
