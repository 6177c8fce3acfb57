// RUN: wave-opt %s -wave-promote-groupshared --remarks-filter=wave-promote-groupshared 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// What is left of barriers:
// RUN: wave-opt %s -wave-promote-groupshared -wave-elide-barriers | FileCheck %s --check-prefix=BARRIER

#buffer = #wave.binding<uav, ui32>
!buffer = memref<?xi32>
!shared = memref<64xi32, #gpu.address_space<workgroup>>

gpu.module @kernels {

//===----------------------------------------------------------------------===//
// Elements of lanes
//===----------------------------------------------------------------------===//

// CHECK-LABEL: wave.func @own_element
// CHECK-NOT: wave.groupshared
// CHECK: %[[l:.*]] = wave.lane_index
// CHECK: wave.barrier group sync
// CHECK: memref.store %[[l]], %{{.*}}[%{{.*}}] : memref<?xi32>
// REMARK: Passed
// REMARK-SAME: Function=own_element | Remark="kept in registers"
// BARRIER-LABEL: wave.func @own_element
// BARRIER-NOT: wave.barrier
// BARRIER: wave.return
wave.func @own_element(%out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  memref.store %l, %s[%x] : !shared
  wave.barrier group sync
  %v = memref.load %s[%x] : !shared
  memref.store %v, %out[%x] : !buffer
}

// Of several waves too, where each lane of the group has its own.
// CHECK-LABEL: wave.func @own_element_of_two_waves
// CHECK-NOT: wave.groupshared
// CHECK: wave.return
wave.func @own_element_of_two_waves(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) wave_size(32) {
  %s = wave.groupshared : !shared
  %c32 = arith.constant 32 : i32
  %w = wave.group_wave_index : i32
  %l = wave.lane_index : i32
  %start = arith.muli %w, %c32 : i32
  %i = arith.addi %start, %l : i32
  %x = arith.index_castui %i : i32 to index
  memref.store %l, %s[%x] : !shared
  %v = memref.load %s[%x] : !shared
  memref.store %v, %out[%x] : !buffer
}

// Each wave has a lane of that number.
// CHECK-LABEL: wave.func @lane_of_two_waves
// CHECK: wave.groupshared
// CHECK: memref.load %{{.*}} : memref<64xi32
// CHECK: wave.return
wave.func @lane_of_two_waves(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  memref.store %l, %s[%x] : !shared
  wave.barrier group sync
  %v = memref.load %s[%x] : !shared
  memref.store %v, %out[%x] : !buffer
}

// CHECK-LABEL: wave.func @other_lane
// CHECK-NOT: wave.groupshared
// CHECK: %[[l:.*]] = wave.lane_index
// CHECK: %[[other:.*]] = arith.subi
// CHECK: %[[size:.*]] = wave.lane_count
// CHECK: %[[mask:.*]] = arith.subi %[[size]]
// CHECK: %[[lane:.*]] = arith.andi %[[other]], %[[mask]]
// CHECK: %[[v:.*]] = wave.read_lane %[[l]], %[[lane]]
// CHECK: memref.store %[[v]]
// BARRIER-LABEL: wave.func @other_lane
// BARRIER-NOT: wave.barrier
// BARRIER: wave.return
wave.func @other_lane(%out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  memref.store %l, %s[%x] : !shared
  wave.barrier group sync
  %other = arith.subi %c1, %l : i32
  %y = arith.index_castui %other : i32 to index
  %v = memref.load %s[%y] : !shared
  memref.store %v, %out[%x] : !buffer
}

// Numbers that are in range need no mask.
// CHECK-LABEL: wave.func @lanes_in_range
// CHECK-NOT: wave.groupshared
// CHECK-NOT: arith.andi
// CHECK: wave.read_lane %{{.*}}, %{{.*}} : f16
// CHECK-NOT: arith.andi
// CHECK: %[[three:.*]] = arith.constant 3 : i32
// CHECK: wave.read_lane %{{.*}}, %[[three]] : f16
// CHECK: wave.return
wave.func @lanes_in_range(%out: memref<?xf16> {wave.binding = #wave.binding<uav, f16>}, %a: f16 {wave.element = f16}) kernel num_waves(1) {
  %s = wave.groupshared : memref<64xf16, #gpu.address_space<workgroup>>
  %c1 = arith.constant 1 : i32
  %i3 = arith.constant 3 : index
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  %other = arith.xori %l, %c1 : i32
  %y = arith.index_castui %other : i32 to index
  memref.store %a, %s[%x] : memref<64xf16, #gpu.address_space<workgroup>>
  wave.barrier group sync
  %v = memref.load %s[%y] : memref<64xf16, #gpu.address_space<workgroup>>
  %w = memref.load %s[%i3] : memref<64xf16, #gpu.address_space<workgroup>>
  memref.store %v, %out[%x] : memref<?xf16>
  memref.store %w, %out[%y] : memref<?xf16>
}

// A wave of 4 lanes has no lane 5.
// CHECK-LABEL: wave.func @lane_out_of_range
// CHECK-NOT: wave.groupshared
// CHECK: arith.andi
// CHECK: wave.read_lane
// CHECK: wave.return
wave.func @lane_out_of_range(%out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %i5 = arith.constant 5 : index
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  memref.store %l, %s[%x] : !shared
  wave.barrier group sync
  %v = memref.load %s[%i5] : !shared
  memref.store %v, %out[%x] : !buffer
}

// A sum as a tree: what half of the lanes load is read by all, before they part.
// CHECK-LABEL: wave.func @tree
// CHECK-NOT: wave.groupshared
// CHECK: %[[end:.*]]:2 = scf.while (%[[h:.*]] = %{{.*}}, %[[before:.*]] = %{{.*}}) : (i32, i32) -> (i32, i32) {
// CHECK: scf.condition(%{{.*}}) %[[h]], %[[before]]
// CHECK: ^bb0(%[[half:.*]]: i32, %[[own:.*]]: i32):
// CHECK: %[[in:.*]] = arith.cmpi ult
// CHECK: %[[far:.*]] = arith.addi %{{.*}}, %[[half]]
// CHECK: %[[other:.*]] = wave.read_lane %[[own]]
// CHECK: %[[next:.*]] = scf.if %[[in]] -> (i32) {
// CHECK: %[[sum:.*]] = arith.addi %[[own]], %[[other]]
// CHECK: scf.yield %[[sum]]
// CHECK: } else {
// CHECK: scf.yield %[[own]]
// CHECK: scf.yield %{{.*}}, %[[next]]
// CHECK: wave.read_lane %[[end]]#1
// CHECK: wave.return
// BARRIER-LABEL: wave.func @tree
// BARRIER-NOT: wave.barrier
// BARRIER: wave.return
wave.func @tree(%in: !buffer {wave.binding = #buffer}, %out: !buffer {wave.binding = #buffer}) kernel num_waves(1) wave_size(32) {
  %s = wave.groupshared : !shared
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  %a = memref.load %in[%x] : !buffer
  memref.store %a, %s[%x] : !shared
  wave.barrier group sync
  %r = scf.while (%h = %c16) : (i32) -> i32 {
    %more = arith.cmpi ne, %h, %c0 : i32
    scf.condition(%more) %h : i32
  } do {
  ^bb0(%half: i32):
    %in_half = arith.cmpi ult, %l, %half : i32
    scf.if %in_half {
      %far = arith.addi %l, %half : i32
      %y = arith.index_castui %far : i32 to index
      %0 = memref.load %s[%x] : !shared
      %1 = memref.load %s[%y] : !shared
      %2 = arith.addi %0, %1 : i32
      memref.store %2, %s[%x] : !shared
    }
    wave.barrier group sync
    %next = arith.shrui %half, %c1 : i32
    scf.yield %next : i32
  }
  %v = memref.load %s[%i0] : !shared
  memref.store %v, %out[%x] : !buffer
}

// What is stored before the load may be the other lane's.
// CHECK-LABEL: wave.func @stored_in_branch
// CHECK: wave.groupshared
// CHECK: wave.return
// REMARK: Function=stored_in_branch | Remark="stays in memory, because not all lanes of the wave are active at the load at line [[@LINE+13]]"
wave.func @stored_in_branch(%out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  %other = arith.xori %l, %c1 : i32
  %y = arith.index_castui %other : i32 to index
  %p = arith.cmpi ne, %l, %c0 : i32
  scf.if %p {
    memref.store %l, %s[%x] : !shared
    wave.barrier wave sync
    %v = memref.load %s[%y] : !shared
    memref.store %v, %out[%x] : !buffer
  }
}

// Lanes run the loop for different times.
// CHECK-LABEL: wave.func @divergent_loop
// CHECK: wave.groupshared
// CHECK: wave.return
wave.func @divergent_loop(%out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  memref.store %l, %s[%x] : !shared
  wave.barrier group sync
  scf.for %k = %c0 to %l step %c1 : i32 {
    %y = arith.index_castui %k : i32 to index
    %v = memref.load %s[%y] : !shared
    memref.store %v, %out[%x] : !buffer
  }
}

// Behind the loop the lanes are together again.
// CHECK-LABEL: wave.func @behind_divergent_loop
// CHECK-NOT: wave.groupshared
// CHECK: %[[last:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (i32)
// CHECK: scf.yield
// CHECK: wave.read_lane %[[last]]
// CHECK: wave.return
wave.func @behind_divergent_loop(%out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  memref.store %l, %s[%x] : !shared
  scf.for %k = %c0 to %l step %c1 : i32 {
    %v = memref.load %s[%x] : !shared
    %u = arith.muli %v, %k : i32
    memref.store %u, %s[%x] : !shared
  }
  wave.barrier group sync
  %other = arith.xori %l, %c1 : i32
  %y = arith.index_castui %other : i32 to index
  %v = memref.load %s[%y] : !shared
  memref.store %v, %out[%x] : !buffer
}

// The lane that is read may be gone.
// CHECK-LABEL: wave.func @returned
// CHECK: wave.groupshared
// CHECK: wave.return
wave.func @returned(%out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  memref.store %l, %s[%x] : !shared
  %gone = arith.cmpi eq, %l, %c1 : i32
  wave.retire_if %gone
  wave.barrier group sync
  %other = arith.xori %l, %c1 : i32
  %y = arith.index_castui %other : i32 to index
  %v = memref.load %s[%y] : !shared
  memref.store %v, %out[%x] : !buffer
}

// A lane of its own is always there.
// CHECK-LABEL: wave.func @own_element_behind_return
// CHECK-NOT: wave.groupshared
// CHECK: wave.return
wave.func @own_element_behind_return(%out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  memref.store %l, %s[%x] : !shared
  %gone = arith.cmpi eq, %l, %c1 : i32
  wave.retire_if %gone
  wave.barrier group sync
  %v = memref.load %s[%x] : !shared
  memref.store %v, %out[%x] : !buffer
}

// CHECK-LABEL: wave.func @two_indices
// CHECK: wave.groupshared
// CHECK: wave.return
// REMARK: Function=two_indices | Remark="stays in memory, because a lane stores an element that is not its own at line
wave.func @two_indices(%out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  %next = arith.addi %l, %c1 : i32
  %y = arith.index_castui %next : i32 to index
  memref.store %l, %s[%x] : !shared
  wave.barrier group sync
  memref.store %l, %s[%y] : !shared
  wave.barrier group sync
  %v = memref.load %s[%x] : !shared
  memref.store %v, %out[%x] : !buffer
}

//===----------------------------------------------------------------------===//
// Elements of the wave
//===----------------------------------------------------------------------===//

// The first lane tells the others.
// CHECK-LABEL: wave.func @first_lane
// CHECK-NOT: wave.groupshared
// CHECK: %[[found:.*]] = scf.if %{{.*}} -> (i32) {
// CHECK: %[[old:.*]] = wave.atomic_rmw
// CHECK: scf.yield %[[old]]
// CHECK: } else {
// CHECK: %[[all:.*]] = wave.read_first_lane %[[found]]
// CHECK: arith.addi %[[all]]
// CHECK: wave.return
// BARRIER-LABEL: wave.func @first_lane
// BARRIER-NOT: wave.barrier
// BARRIER: wave.return
wave.func @first_lane(%counter: !buffer {wave.binding = #buffer}, %out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %s = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %first = wave.is_first_lane : i1
  scf.if %first {
    %old = wave.atomic_rmw add %c1, %counter[%i0] : memref<?xi32>
    memref.store %old, %s[%i0] : memref<1xi32, #gpu.address_space<workgroup>>
  }
  wave.barrier group sync
  %v = memref.load %s[%i0] : memref<1xi32, #gpu.address_space<workgroup>>
  %i = arith.addi %v, %l : i32
  %x = arith.index_castui %i : i32 to index
  memref.store %l, %out[%x] : !buffer
}

// What all lanes know nobody has to tell them.
// CHECK-LABEL: wave.func @known_value
// CHECK-NOT: wave.groupshared
// CHECK-NOT: wave.read
// CHECK: %[[sum:.*]] = wave.reduce add
// CHECK-NOT: wave.read
// CHECK: memref.store %[[sum]], %{{.*}} : memref<?xi32>
// CHECK: wave.return
wave.func @known_value(%out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %c2 = arith.constant 2 : i32
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  %sum = wave.reduce add %l : i32
  %third = arith.cmpi eq, %l, %c2 : i32
  scf.if %third {
    memref.store %sum, %s[%i0] : !shared
  }
  wave.barrier group sync
  %v = memref.load %s[%i0] : !shared
  memref.store %v, %out[%x] : !buffer
}

// CHECK-LABEL: wave.func @third_lane
// CHECK-NOT: wave.groupshared
// CHECK: %[[found:.*]] = scf.if
// CHECK: %[[two:.*]] = arith.constant 2 : i32
// CHECK: wave.read_lane %[[found]], %[[two]]
// CHECK: wave.return
wave.func @third_lane(%in: !buffer {wave.binding = #buffer}, %out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %c2 = arith.constant 2 : i32
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  %third = arith.cmpi eq, %l, %c2 : i32
  scf.if %third {
    %a = memref.load %in[%x] : !buffer
    memref.store %a, %s[%i0] : !shared
  }
  wave.barrier group sync
  %v = memref.load %s[%i0] : !shared
  memref.store %v, %out[%x] : !buffer
}

// In a wave of 4 lanes nobody is chosen.
// CHECK-LABEL: wave.func @sixth_lane
// CHECK: wave.groupshared
// CHECK: wave.return
// REMARK: Function=sixth_lane | Remark="stays in memory, because neither all lanes of the wave nor one chosen by its number are active at the store at line
wave.func @sixth_lane(%out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %c5 = arith.constant 5 : i32
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  memref.store %c5, %s[%i0] : !shared
  wave.barrier group sync
  %sixth = arith.cmpi eq, %l, %c5 : i32
  scf.if %sixth {
    memref.store %l, %s[%i0] : !shared
  }
  wave.barrier group sync
  %v = memref.load %s[%i0] : !shared
  memref.store %v, %out[%x] : !buffer
}

// The first one of some lanes may be any.
// CHECK-LABEL: wave.func @first_of_some
// CHECK: wave.groupshared
// CHECK: wave.return
wave.func @first_of_some(%out: !buffer {wave.binding = #buffer}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  %p = arith.cmpi ugt, %l, %n : i32
  scf.if %p {
    %first = wave.is_first_lane : i1
    scf.if %first {
      memref.store %l, %s[%i0] : !shared
    }
    wave.barrier wave sync
    %v = memref.load %s[%i0] : !shared
    memref.store %v, %out[%x] : !buffer
  }
}

// All lanes may store what is the same.
// CHECK-LABEL: wave.func @whole_wave
// CHECK-NOT: wave.groupshared
// CHECK: %[[same:.*]] = wave.read_first_lane
// CHECK: memref.store %[[same]]
// CHECK: wave.return
wave.func @whole_wave(%in: !buffer {wave.binding = #buffer}, %out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  %a = memref.load %in[%x] : !buffer
  memref.store %a, %s[%i0] : !shared
  wave.barrier group sync
  %v = memref.load %s[%i0] : !shared
  memref.store %v, %out[%x] : !buffer
}

// A loop carries what is stored in it, and each element alone.
// CHECK-LABEL: wave.func @two_elements
// CHECK-NOT: wave.groupshared
// CHECK: %[[end:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (i32)
// CHECK: wave.read_first_lane
// CHECK: scf.yield
// CHECK: memref.store %[[end]], %{{.*}} : memref<?xi32>
// CHECK: memref.store %{{.*}}, %{{.*}} : memref<?xi32>
// CHECK: wave.return
wave.func @two_elements(%in: !buffer {wave.binding = #buffer}, %out: !buffer {wave.binding = #buffer}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  memref.store %n, %s[%i1] : !shared
  scf.for %k = %c0 to %n step %c1 : i32 {
    %first = wave.is_first_lane : i1
    scf.if %first {
      %ki = arith.index_castui %k : i32 to index
      %a = memref.load %in[%ki] : !buffer
      memref.store %a, %s[%i0] : !shared
    }
    wave.barrier group sync
  }
  %v = memref.load %s[%i0] : !shared
  %w = memref.load %s[%i1] : !shared
  memref.store %v, %out[%x] : !buffer
  memref.store %w, %out[%i0] : !buffer
}

//===----------------------------------------------------------------------===//
// What stays
//===----------------------------------------------------------------------===//

// CHECK-LABEL: wave.func @atomic
// CHECK: wave.groupshared
// CHECK: wave.return
// REMARK: Function=atomic | Remark="stays in memory, because it is not only loaded and stored by elements at line
wave.func @atomic(%out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  memref.store %l, %s[%i0] : !shared
  %old = wave.atomic_rmw add %l, %s[%i0] : memref<64xi32, #gpu.address_space<workgroup>>
}

// CHECK-LABEL: wave.func @payload
// CHECK: wave.groupshared
// CHECK: wave.dispatch_mesh
// REMARK: Function=payload | Remark="stays in memory, because mesh groups read it at line
wave.func @payload(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(1) {
  %s = wave.groupshared : !shared
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  memref.store %n, %s[%i0] : !shared
  wave.dispatch_mesh %c1, %c1, %c1 payload(%s : !shared)
}

// CHECK-LABEL: wave.func @any_index
// CHECK: wave.groupshared
// CHECK: wave.return
// REMARK: Function=any_index | Remark="stays in memory, because the index is neither a constant nor the lane's own at line
wave.func @any_index(%in: !buffer {wave.binding = #buffer}, %out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  %a = memref.load %in[%x] : !buffer
  %y = arith.index_castui %a : i32 to index
  memref.store %l, %s[%y] : !shared
}

}
