// RUN: wave-opt %s -wave-pack-groupshared --remarks-filter=wave-pack-groupshared 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

#buffer = #wave.binding<uav, ui32>
!buffer = memref<?xi32>
!a = memref<64xi32, #gpu.address_space<workgroup>>
!b = memref<32xi32, #gpu.address_space<workgroup>>
!f = memref<32xf32, #gpu.address_space<workgroup>>
!long = memref<32xi64, #gpu.address_space<workgroup>>

gpu.module @kernels {

// CHECK-LABEL: wave.func @in_turn
// CHECK: %[[a:.*]] = wave.groupshared : memref<64xi32
// CHECK-NOT: wave.groupshared
// CHECK-COUNT-2: wave.barrier
// CHECK: memref.store %{{.*}}, %[[a]][%{{.*}}]
// CHECK: memref.load %[[a]]
// CHECK: wave.return
// REMARK: Function=in_turn | Remark="takes the memory of an array of 64 elements, from element 0 on"
wave.func @in_turn(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %b = wave.groupshared : !b
  %a = wave.groupshared : !a
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  memref.store %w, %a[%wi] : !a
  wave.barrier group sync
  %0 = memref.load %a[%i0] : !a
  wave.barrier group sync
  memref.store %0, %b[%wi] : !b
  %1 = memref.load %b[%wi] : !b
  memref.store %1, %out[%wi] : !buffer
}

// Another wave may still load from the first one.
// CHECK-LABEL: wave.func @no_barrier
// CHECK-COUNT-2: wave.groupshared
// CHECK: wave.return
wave.func @no_barrier(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %a = wave.groupshared : !a
  %b = wave.groupshared : !b
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  memref.store %w, %a[%wi] : !a
  wave.barrier group sync
  %0 = memref.load %a[%i0] : !a
  wave.barrier device sync
  wave.barrier group
  wave.barrier wave sync
  memref.store %0, %b[%wi] : !b
  %1 = memref.load %b[%wi] : !b
  memref.store %1, %out[%wi] : !buffer
}

// Lanes of the only wave have met.
// CHECK-LABEL: wave.func @one_wave
// CHECK-COUNT-1: wave.groupshared
// CHECK-NOT: wave.groupshared
// CHECK: wave.return
wave.func @one_wave(%out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %a = wave.groupshared : !a
  %b = wave.groupshared : !b
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  memref.store %l, %a[%li] : !a
  wave.barrier wave sync
  %0 = memref.load %a[%i0] : !a
  wave.barrier wave sync
  memref.store %0, %b[%li] : !b
}

// The first one is loaded once more.
// CHECK-LABEL: wave.func @alive
// CHECK-COUNT-2: wave.groupshared
// CHECK: wave.return
wave.func @alive(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %a = wave.groupshared : !a
  %b = wave.groupshared : !b
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  memref.store %w, %a[%wi] : !a
  wave.barrier group sync
  memref.store %w, %b[%wi] : !b
  wave.barrier group sync
  %0 = memref.load %a[%i0] : !a
  memref.store %0, %out[%wi] : !buffer
}

// What one trip stores the next one may load.
// CHECK-LABEL: wave.func @loop
// CHECK-COUNT-2: wave.groupshared
// CHECK: wave.return
wave.func @loop(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %a = wave.groupshared : !a
  %b = wave.groupshared : !b
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  scf.for %k = %c0 to %n step %c1 : i32 {
    %0 = memref.load %a[%i0] : !a
    wave.barrier group sync
    memref.store %0, %b[%wi] : !b
    wave.barrier group sync
    memref.store %0, %a[%wi] : !a
    wave.barrier group sync
  }
}

// The barrier at the end of the last trip is enough.
// CHECK-LABEL: wave.func @behind_loop
// CHECK-COUNT-1: wave.groupshared
// CHECK-NOT: wave.groupshared
// CHECK: wave.return
wave.func @behind_loop(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %a = wave.groupshared : !a
  %b = wave.groupshared : !b
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  scf.for %k = %c0 to %n step %c1 : i32 {
    memref.store %k, %a[%wi] : !a
    wave.barrier group sync
    %0 = memref.load %a[%i0] : !a
    wave.barrier group sync
  }
  memref.store %n, %b[%wi] : !b
}

// One in its middle is not.
// CHECK-LABEL: wave.func @behind_middle_of_loop
// CHECK-COUNT-2: wave.groupshared
// CHECK: wave.return
wave.func @behind_middle_of_loop(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %a = wave.groupshared : !a
  %b = wave.groupshared : !b
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  scf.for %k = %c0 to %n step %c1 : i32 {
    wave.barrier group sync
    %0 = memref.load %a[%i0] : !a
  }
  memref.store %n, %b[%wi] : !b
}

// A while ends behind its first region.
// CHECK-LABEL: wave.func @behind_while
// CHECK-COUNT-2: wave.groupshared
// CHECK: wave.return
wave.func @behind_while(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %a = wave.groupshared : !a
  %b = wave.groupshared : !b
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  %r = scf.while (%k = %c0) : (i32) -> i32 {
    %0 = memref.load %a[%i0] : !a
    %more = arith.cmpi ult, %k, %n : i32
    scf.condition(%more) %k : i32
  } do {
  ^bb0(%k: i32):
    wave.barrier group sync
    %next = arith.addi %k, %c1 : i32
    scf.yield %next : i32
  }
  memref.store %n, %b[%wi] : !b
}

// The whole group takes one side.
// CHECK-LABEL: wave.func @sides
// CHECK-COUNT-1: wave.groupshared
// CHECK-NOT: wave.groupshared
// CHECK: wave.return
wave.func @sides(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %a = wave.groupshared : !a
  %b = wave.groupshared : !b
  %c0 = arith.constant 0 : i32
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  %p = arith.cmpi eq, %n, %c0 : i32
  scf.if %p {
    memref.store %n, %a[%wi] : !a
  } else {
    memref.store %n, %b[%wi] : !b
  }
}

// One wave is here, another one there.
// CHECK-LABEL: wave.func @sides_of_waves
// CHECK-COUNT-2: wave.groupshared
// CHECK: wave.return
wave.func @sides_of_waves(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %a = wave.groupshared : !a
  %b = wave.groupshared : !b
  %c0 = arith.constant 0 : i32
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  %p = arith.cmpi eq, %w, %c0 : i32
  scf.if %p {
    memref.store %n, %a[%wi] : !a
  } else {
    memref.store %n, %b[%wi] : !b
  }
}

// A barrier that not all waves may reach parts nothing.
// CHECK-LABEL: wave.func @unknown_barrier
// CHECK-COUNT-2: wave.groupshared
// CHECK: wave.return
wave.func @unknown_barrier(%flags: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %a = wave.groupshared : !a
  %b = wave.groupshared : !b
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  memref.store %w, %flags[%i0] : !buffer
  %flag = memref.load %flags[%i0] : !buffer
  %p = arith.cmpi eq, %flag, %c0 : i32
  scf.if %p {
    memref.store %w, %a[%wi] : !a
    wave.barrier group sync
    memref.store %w, %b[%wi] : !b
  }
}

// Two that are alive together lie side by side in the third.
// CHECK-LABEL: wave.func @side_by_side
// CHECK: %[[a:.*]] = wave.groupshared : memref<64xi32
// CHECK-NOT: wave.groupshared
// CHECK: wave.barrier group sync
// CHECK: memref.store %[[w:.*]], %[[a]][%[[wi:.*]]]
// CHECK: %[[c32:.*]] = arith.constant 32 : i32
// CHECK: %[[j:.*]] = arith.addi %[[w]], %[[c32]]
// CHECK: %[[ji:.*]] = arith.index_castui %[[j]]
// CHECK: memref.store %[[w]], %[[a]][%[[ji]]]
// CHECK: memref.load %[[a]][%[[wi]]]
// CHECK: %[[i35:.*]] = arith.constant 35 : index
// CHECK: memref.load %[[a]][%[[i35]]]
// CHECK: wave.return
// REMARK: Function=side_by_side | Remark="takes the memory of an array of 64 elements, from element 0 on"
// REMARK: Function=side_by_side | Remark="takes the memory of an array of 64 elements, from element 32 on"
wave.func @side_by_side(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %a = wave.groupshared : !a
  %b = wave.groupshared : !b
  %c = wave.groupshared : !b
  %i3 = arith.constant 3 : index
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  memref.store %w, %a[%wi] : !a
  wave.barrier group sync
  memref.store %w, %b[%wi] : !b
  memref.store %w, %c[%wi] : !b
  %0 = memref.load %b[%wi] : !b
  %1 = memref.load %c[%i3] : !b
  memref.store %0, %out[%wi] : !buffer
  memref.store %1, %out[%wi] : !buffer
}

// CHECK-LABEL: wave.func @float_in_int
// CHECK: %[[a:.*]] = wave.groupshared : memref<64xi32
// CHECK-NOT: wave.groupshared
// CHECK: wave.barrier group sync
// CHECK: %[[bits:.*]] = arith.bitcast %{{.*}} : vector<2xf32> to vector<2xi32>
// CHECK: vector.store %[[bits]], %[[a]]
// CHECK: %[[loaded:.*]] = memref.load %[[a]]
// CHECK: %[[float:.*]] = arith.bitcast %[[loaded]] : i32 to f32
// CHECK: memref.store %[[float]], %{{.*}} : memref<?xf32>
// CHECK: wave.return
wave.func @float_in_int(%v: vector<2xf32> {wave.element = vector<2xf32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(2) {
  %a = wave.groupshared : !a
  %f = wave.groupshared : !f
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %old = wave.atomic_rmw add %w, %a[%i0] : memref<64xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  vector.store %v, %f[%i0] : !f, vector<2xf32>
  %0 = memref.load %f[%i0] : !f
  memref.store %0, %out[%i0] : memref<?xf32>
}

// An atomic of integers needs some, and 64 bits have no place in 32.
// CHECK-LABEL: wave.func @types
// CHECK-COUNT-3: wave.groupshared
// CHECK: wave.return
wave.func @types(%x: f32 {wave.element = f32}, %y: i64 {wave.element = ui64}) kernel num_waves(2) {
  %f = wave.groupshared : memref<64xf32, #gpu.address_space<workgroup>>
  %b = wave.groupshared : !b
  %long = wave.groupshared : !long
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  memref.store %x, %f[%i0] : memref<64xf32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  %old = wave.atomic_rmw add %w, %b[%i0] : memref<32xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  memref.store %y, %long[%i0] : !long
}

// CHECK-LABEL: wave.func @payload
// CHECK-COUNT-2: wave.groupshared
// CHECK: wave.dispatch_mesh
wave.func @payload(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(2) {
  %a = wave.groupshared : !a
  %b = wave.groupshared : !b
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  memref.store %n, %a[%i0] : !a
  wave.barrier group sync
  memref.store %n, %b[%i0] : !b
  wave.dispatch_mesh %c1, %c1, %c1 payload(%a : !a)
}

}
