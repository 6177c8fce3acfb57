// RUN: wave-opt %s --canonicalize | FileCheck %s

// What nobody uses goes, wherever it stands; barriers, atomics and retires stay.

// CHECK-LABEL: wave.func @unused
// CHECK-NOT: wave.{{(is|any|all|ballot|count|prefix|reduce|read|assume|lane|group|match|multi|quad|reverse|image_(load|size))}}
// CHECK: wave.barrier group sync
// CHECK-NEXT: wave.atomic_rmw
// CHECK-NEXT: wave.atomic_exchange
// CHECK-NEXT: wave.atomic_cas
// CHECK-NEXT: wave.image_store
// CHECK-NEXT: wave.retire_if
// CHECK-NEXT: wave.return
wave.func @unused(%b: memref<?xi32> {wave.binding = #wave.binding<uav, si32>},
                  %image: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, si32>},
                  %p: i1 {wave.element = i1}, %x: i32 {wave.element = si32}) kernel num_threads(8, 1, 1) {
  %c0 = arith.constant 0 : index
  %0 = wave.is_first_lane : i1
  %1 = wave.any %p
  %2 = wave.all %p
  %3 = wave.ballot %p : vector<4xi32>
  %4 = wave.count_bits %p : i32
  %5 = wave.prefix_count_bits %p : i32
  %6 = wave.all_equal %x : i32
  %7 = wave.reduce add %x : i32
  %8 = wave.prefix add %x : i32
  %9 = wave.read_first_lane %x : i32
  %10 = wave.read_lane %x, %x : i32
  %11 = wave.assume_uniform %x : i32
  %n0 = wave.lane_index : i32
  %n1 = wave.lane_count : i32
  %n2 = wave.group_wave_index : i32
  %n3 = wave.group_wave_count : i32
  %n4 = wave.group_id x : i32
  %n5 = wave.group_count y : i32
  %n6 = wave.dispatch_thread_id x : i32
  %n7 = wave.group_thread_id z : i32
  %n8 = wave.group_index : i32
  %12 = wave.match %x : i32
  %13 = wave.multi_prefix add %x, %12 : i32
  %14 = wave.multi_prefix_count_bits %p, %12 : i32
  %15 = wave.quad_read_across y %x : i32
  %16 = wave.quad_read_lane %x, %x : i32
  %17 = wave.quad_any %p
  %18 = wave.quad_all %p
  %19 = wave.reverse_bits %x : i32
  %20 = wave.image_load %image[%x, %x] : !wave.image<2d, i32, 1> -> i32
  %21 = wave.image_size x %image : !wave.image<2d, i32, 1>
  wave.barrier group sync
  %old = wave.atomic_rmw add %x, %b[%c0] : memref<?xi32>
  %old2 = wave.atomic_exchange %x, %b[%c0] : memref<?xi32>
  %old3 = wave.atomic_cas %x, %x, %b[%c0] : memref<?xi32>
  wave.image_store %x, %image[%x, %x] : i32, !wave.image<2d, i32, 1>
  wave.retire_if %p
}

// CHECK-LABEL: wave.func @unused_in_a_branch
// CHECK-NEXT: wave.return
wave.func @unused_in_a_branch(%p: i1, %x: i32) {
  scf.if %p {
    %0 = wave.reduce add %x : i32
  }
}
