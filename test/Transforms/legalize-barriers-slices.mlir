// RUN: wave-opt %s --wave-legalize-barriers --wave-verify=barriers -verify-diagnostics | FileCheck %s

// What lanes that have retired can compute, to follow the others to a barrier.

// A division is executed where its operands are the same for the group.
// CHECK-LABEL: wave.func @division_of_scalars
// CHECK: %[[n:.*]] = arith.divui
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[n]]
// CHECK-NEXT: wave.barrier group sync
wave.func @division_of_scalars(%a: i32 {wave.element = ui32}, %b: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %l = wave.lane_index : i32
  %p = arith.cmpi ult, %l, %c3 : i32
  wave.retire_if %p
  %n = arith.divui %a, %b : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    wave.barrier group sync
  }
}

// With one wave, what is the same for the wave is the same for the group.
// CHECK-LABEL: wave.func @one_wave_agrees_with_itself
// CHECK: scf.if
// CHECK-NEXT: wave.barrier group sync
wave.func @one_wave_agrees_with_itself() kernel num_waves(1) {
  %f = wave.is_first_lane : i1
  %any = wave.any %f
  scf.if %any {
    wave.barrier group sync
  }
}

// A size that is computed before a return that memory decides; the array stands before all conditions.
// CHECK-LABEL: wave.func @local_array_after_a_return
// CHECK: %[[array:.*]] = memref.alloca
// CHECK: scf.if
// CHECK-NEXT: memref.store {{.*}}, %[[array]]
// CHECK: wave.barrier group sync
wave.func @local_array_after_a_return() kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %c3 = arith.constant 3 : i32
  %n = arith.constant 3 : index
  %l = wave.lane_index : i32
  %p = arith.cmpi ult, %l, %c3 : i32
  wave.retire_if %p
  %a = memref.alloca(%n) : memref<?xi32>
  memref.store %l, %a[%i0] : memref<?xi32>
  wave.barrier group sync
  %v = memref.load %a[%i0] : memref<?xi32>
  memref.store %v, %a[%i0] : memref<?xi32>
}

// A vector and a texel that are the same for the group are loaded by retired lanes too.
// CHECK-LABEL: wave.func @vectors_and_images
// CHECK: vector.load
// CHECK: wave.image_load
// CHECK: scf.for
// CHECK-NEXT: wave.barrier group sync
wave.func @vectors_and_images(%b: memref<?xi32> {wave.binding = #wave.binding<srv, vector<2xui32>>},
                              %image: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %l = wave.lane_index : i32
  %p = arith.cmpi ult, %l, %c3 : i32
  wave.retire_if %p
  %v = vector.load %b[%i0] : memref<?xi32>, vector<2xi32>
  %x = vector.extract %v[1] : i32 from vector<2xi32>
  %t = wave.image_load %image[%c0, %x] : !wave.image<2d, i32, 1> -> i32
  %n = math.ctpop %t : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    wave.barrier group sync
  }
}

// Vectors of every kind leave what only live lanes run; retired lanes have zeros.
// CHECK-LABEL: wave.func @vectors_across_a_barrier
// CHECK: %[[kept:.*]]:2 = scf.if %{{.*}} -> (vector<3xf16>, vector<2xi1>) {
// CHECK: arith.constant dense<0.000000e+00> : vector<3xf16>
// CHECK: arith.constant dense<false> : vector<2xi1>
// CHECK: wave.barrier group sync
wave.func @vectors_across_a_barrier(%v: vector<3xf16> {wave.element = vector<3xf16>}, %b: memref<?xf16> {wave.binding = #wave.binding<uav, vector<3xf16>>},
                                    %q: vector<2xi1> {wave.element = vector<2xi1>}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %c3 = arith.constant 3 : i32
  %l = wave.lane_index : i32
  %p = arith.cmpi ult, %l, %c3 : i32
  wave.retire_if %p
  %s = wave.reduce add %v : vector<3xf16>
  %e = wave.reduce or %q : vector<2xi1>
  wave.barrier group sync
  vector.store %s, %b[%i0] : memref<?xf16>, vector<3xf16>
  %r = vector.extract %e[0] : i1 from vector<2xi1>
  scf.if %r {
    vector.store %s, %b[%i0] : memref<?xf16>, vector<3xf16>
  }
}
