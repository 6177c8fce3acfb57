// RUN: wave-opt %s --split-input-file --wave-instrument --mlir-print-local-scope | FileCheck %s

// The description: sites in program order, memories with the arguments first.
// CHECK: module attributes {wave.checks = "{\22atomic_results_reach\22:[],
// CHECK-SAME: \22memories\22:[{\22argument\22:0,\22channels\22:1,\22element\22:\22i32\22,\22elements\22:0,\22kind\22:\22buffer\22
// CHECK-SAME: {\22argument\22:-1,\22channels\22:1,\22element\22:\22i32\22,\22elements\22:4,\22kind\22:\22groupshared\22
// CHECK-SAME: \22kind\22:\22load\22
// CHECK-SAME: \22memory\22:0,\22operation\22:\22memref.load\22
// CHECK-SAME: \22kind\22:\22store\22
// CHECK-SAME: \22kind\22:\22retire\22
// CHECK-SAME: \22operation\22:\22barrier.group.sync\22,\22orders_buffers\22:false,\22orders_groupshared\22:true
// CHECK-SAME: \22synchronizes\22:true
// CHECK-SAME: \22operation\22:\22atomic_rmw.add\22
// CHECK-LABEL: wave.func @accesses
wave.func @accesses(%in: memref<?xi32> {wave.binding = #wave.binding<uav, 0, 0, i32>}, %n: i32 {wave.element = si32})
    kernel stage(compute) num_waves(2) wave_size(32) {
  %store = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %wave = wave.group_wave_index : i32
  %i = arith.index_castui %wave : i32 to index
  // CHECK: wave.check access site(0)(%{{.*}}, %[[I:.*]] : memref<?xi32>, index)
  // CHECK-NEXT: %[[V:.*]] = memref.load
  %v = memref.load %in[%i] : memref<?xi32>
  // CHECK-NEXT: wave.check access site(1)(%{{.*}}, %[[I]], %[[V]] : memref<4xi32, #gpu.address_space<workgroup>>, index, i32)
  // CHECK-NEXT: memref.store
  memref.store %v, %store[%i] : memref<4xi32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : i32
  %done = arith.cmpi eq, %v, %c0 : i32
  // CHECK: wave.check retire site(2)(%[[DONE:.*]] : i1)
  // CHECK-NEXT: wave.retire_if %[[DONE]]
  wave.retire_if %done
  // CHECK-NEXT: wave.check barrier site(3){{$}}
  // CHECK-NEXT: wave.barrier group sync
  wave.barrier group sync
  // CHECK-NEXT: wave.check access site(4)(%{{.*}}, %[[I]] : memref<?xi32>, index)
  // CHECK-NEXT: wave.atomic_rmw
  %old = wave.atomic_rmw add %v, %in[%i] : memref<?xi32>
  wave.return
}

// -----

// Each scalar of a vector is accessed at a place of its own.
// CHECK-LABEL: wave.func @vectors
wave.func @vectors(%in: memref<?xf32> {wave.binding = #wave.binding<uav, 0, 0, f32>})
    kernel stage(compute) num_waves(1) wave_size(8) {
  // CHECK: %[[C3:.*]] = arith.constant 3 : index
  %c3 = arith.constant 3 : index
  // CHECK-NEXT: wave.check access site(0)(%{{.*}}, %[[C3]] : memref<?xf32>, index)
  // CHECK: %[[NEXT:.*]] = arith.addi %[[C3]], %{{.*}} : index
  // CHECK-NEXT: wave.check access site(0)(%{{.*}}, %[[NEXT]] : memref<?xf32>, index)
  // CHECK-NEXT: %[[V:.*]] = vector.load
  %v = vector.load %in[%c3] : memref<?xf32>, vector<2xf32>
  // CHECK: %[[X:.*]] = vector.extract %[[V]][0]
  // CHECK-NEXT: wave.check access site(1)(%{{.*}}, %[[C3]], %[[X]] : memref<?xf32>, index, f32)
  // CHECK: %[[Y:.*]] = vector.extract %[[V]][1]
  // CHECK-NEXT: wave.check access site(1)(%{{.*}}, %{{.*}}, %[[Y]] : memref<?xf32>, index, f32)
  // CHECK-NEXT: vector.store
  vector.store %v, %in[%c3] : memref<?xf32>, vector<2xf32>
  wave.return
}

// -----

// What is undefined is a condition; of constants that are no reason there is none.
// CHECK-LABEL: wave.func @undefined
wave.func @undefined(%a: i32 {wave.element = si32}, %b: i32 {wave.element = si32}, %x: f32 {wave.element = f32})
    kernel stage(compute) num_waves(1) wave_size(64) {
  // CHECK: %[[ZERO:.*]] = arith.cmpi eq, %arg1, %{{.*}} : i32
  // CHECK: %[[LOWEST:.*]] = arith.cmpi eq, %arg0, %{{.*}} : i32
  // CHECK: %[[MINUS:.*]] = arith.cmpi eq, %arg1, %{{.*}} : i32
  // CHECK: %[[BOTH:.*]] = arith.andi %[[LOWEST]], %[[MINUS]]
  // CHECK: %[[C:.*]] = arith.ori %[[ZERO]], %[[BOTH]]
  // CHECK: wave.check undefined site(0)(%[[C]] : i1)
  // CHECK-NEXT: arith.divsi
  %q = arith.divsi %a, %b : i32
  // CHECK-NOT: wave.check
  // CHECK: arith.remui
  %c7 = arith.constant 7 : i32
  %r = arith.remui %a, %c7 : i32
  // CHECK: %[[WIDE:.*]] = arith.extf %arg2 : f32 to f64
  // CHECK: arith.constant 0xC1E0000000200000
  // CHECK: arith.cmpf ogt, %[[WIDE]]
  // CHECK: arith.constant 0x41E0000000000000
  // CHECK: arith.cmpf olt, %[[WIDE]]
  // CHECK: wave.check undefined site(1)
  // CHECK-NEXT: arith.fptosi
  %i = arith.fptosi %x : f32 to i32
  %c31 = arith.constant 31 : i32
  %amount = arith.andi %b, %c31 : i32
  // CHECK: arith.cmpi uge, %arg1
  // CHECK: wave.check undefined site(2)
  // CHECK-NEXT: arith.shli
  %s = arith.shli %a, %amount : i32
  // A wave of 64 lanes has its mask in two words.
  // CHECK: wave.ballot
  // CHECK: arith.select
  // CHECK: arith.cmpi uge, %arg1
  // CHECK: wave.check undefined site(3)(%{{.*}}, %arg1 : i1, i32)
  // CHECK-NEXT: wave.check event site(4){{$}}
  // CHECK-NEXT: wave.read_lane
  %l = wave.read_lane %a, %b : i32
  // CHECK: wave.check undefined site(5)
  // CHECK-NEXT: wave.check event site(6){{$}}
  // CHECK-NEXT: wave.quad_read_across
  %d = wave.quad_read_across x %a : i32
  // CHECK: wave.check uniform site(7)(%arg0 : i32)
  // CHECK-NEXT: wave.assume_uniform
  %u = wave.assume_uniform %a : i32
  wave.return
}

// -----

// Each round of a loop that may not end is told, and keeps it.
// CHECK-LABEL: wave.func @endless
wave.func @endless() kernel stage(compute) num_waves(1) wave_size(4) {
  %true = arith.constant true
  // CHECK: } do {
  // CHECK-NEXT: wave.check event site(0){{$}}
  scf.while : () -> () {
    scf.condition(%true)
  } do {
    scf.yield
  }
  wave.return
}

// -----

// Each iteration of a long `for` is an event, because its other checks may not be executed.
// CHECK-LABEL: wave.func @long_for
wave.func @long_for(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = si32}, %c: i1 {wave.element = i1})
    kernel stage(compute) num_waves(1) wave_size(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %c64 = arith.constant 64 : i32
  %index = arith.constant 0 : index
  // CHECK: scf.for %{{.*}} = %c0_i32 to %arg1
  // CHECK-NEXT: wave.check event
  // CHECK-NEXT: scf.if
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.if %c {
      memref.store %i, %out[%index] : memref<?xi32>
    }
  }
  // A nest of short loops is long.
  // CHECK: scf.for %{{.*}} = %c0_i32 to %c64_i32
  // CHECK-NEXT: wave.check event
  // CHECK-NEXT: scf.for %{{.*}} = %c0_i32 to %c8_i32
  // CHECK-NEXT: arith.addi
  %sum = scf.for %i = %c0 to %c64 step %c1 iter_args(%a = %c0) -> (i32) : i32 {
    %inner = scf.for %j = %c0 to %c8 step %c1 iter_args(%b = %a) -> (i32) : i32 {
      %next = arith.addi %b, %j : i32
      scf.yield %next : i32
    }
    scf.yield %inner : i32
  }
  // CHECK: scf.for %{{.*}} = %c0_i32 to %c64_i32
  // CHECK-NEXT: arith.addi
  %short = scf.for %i = %c0 to %c64 step %c1 iter_args(%a = %sum) -> (i32) : i32 {
    %next = arith.addi %a, %i : i32
    scf.yield %next : i32
  }
  memref.store %short, %out[%index] : memref<?xi32>
  wave.return
}

// -----

// The branches around a barrier are told, others not.
// CHECK-LABEL: wave.func @branches
wave.func @branches(%n: i32 {wave.element = si32}, %c: i1 {wave.element = i1})
    kernel stage(compute) num_waves(2) wave_size(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: wave.check branch site(0)(%arg1 : i1)
  // CHECK-NEXT: scf.if
  scf.if %c {
    // CHECK: scf.for
    scf.for %i = %c0 to %n step %c1 : i32 {
      // CHECK: %[[YES:.*]] = arith.constant true
      // CHECK-NEXT: wave.check branch site(1)(%[[YES]] : i1)
      // CHECK: wave.check barrier site(2){{$}}
      wave.barrier all sync
    }
    // The end of the loop is told as well.
    // CHECK: %[[NO:.*]] = arith.constant false
    // CHECK-NEXT: wave.check branch site(1)(%[[NO]] : i1)
  }
  // CHECK-NOT: wave.check branch
  scf.if %c {
    wave.barrier device
  }
  wave.return
}

// -----

// An index has 32 bits.
// CHECK-LABEL: wave.func @divided_index
// CHECK: arith.cmpi eq, %{{.*}}, %c0{{.*}} : index
// CHECK: wave.check
wave.func @divided_index(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(8, 1, 1) wave_size(4) {
  %t = wave.group_index : i32
  %i = arith.index_castui %t : i32 to index
  %c31 = arith.constant 31 : index
  %c0 = arith.constant 0 : index
  %x = arith.constant 0 : i32
  %n = memref.dim %out, %c0 : memref<?xi32>
  %q = arith.divui %i, %n : index
  %amount = arith.andi %i, %c31 : index
  %r = arith.shli %q, %amount : index
  memref.store %x, %out[%r] : memref<?xi32>
}

// -----

// A failed assertion is a finding. A checked run neither prints nor stops.
// CHECK: \22rule\22:\22check-failed\22,\22text\22:\22c\22
// CHECK-LABEL: wave.func @assertion
// CHECK: %[[fails:.*]] = arith.xori %arg0
// CHECK-NEXT: wave.check undefined site(0)(%[[fails]] : i1)
// CHECK-NOT: wave.assert
// CHECK-NOT: wave.print
wave.func @assertion(%c: i1 {wave.element = i1}) kernel num_waves(1) wave_size(4) {
  wave.print "begin" as []
  wave.assert %c "c" "" as [] names []
}

// -----

// A table has a memory of its own, so that a finding has its length.
// CHECK: {\22argument\22:-1,\22channels\22:1,\22element\22:\22i32\22,\22elements\22:3,\22kind\22:\22table\22
// CHECK: \22memory\22:1,\22operation\22:\22lookup\22,\22rule\22:\22out-of-bounds\22
// CHECK-LABEL: wave.func @lookups
wave.func @lookups(%out: memref<?xi32> {wave.binding = #wave.binding<uav, si32>}, %i: i32 {wave.element = ui32})
    kernel stage(compute) num_waves(1) wave_size(8) {
  // CHECK: %[[LENGTH:.*]] = arith.constant 3 : i32
  // CHECK: %[[OUTSIDE:.*]] = arith.cmpi uge, %[[I:.*]], %[[LENGTH]] : i32
  // CHECK-NEXT: wave.check undefined site(0)(%[[OUTSIDE]], %[[I]] : i1, i32)
  // CHECK-NEXT: wave.lookup
  %a = wave.lookup %i, dense<[1, 4, 9]> : tensor<3xi32> -> i32
  %first = arith.constant 0 : index
  memref.store %a, %out[%first] : memref<?xi32>
  wave.return
}

// -----

// A pipe has a site for its place, and each step a check. No argument decides
// which steps a wave executes.
// CHECK: \22consumers\22:[1],\22kind\22:\22pipe\22
// CHECK: \22kind\22:\22step\22,{{.*}}\22operation\22:\22pipe_acquire\22,\22pipe\22:0
// CHECK-SAME: \22steps_are_fixed\22:true
// CHECK-LABEL: wave.func @pipes
wave.func @pipes() kernel num_waves(2) wave_size(8) {
  // CHECK: %[[PIPE:.*]] = wave.pipe
  // CHECK-NOT: wave.check event
  %pipe = wave.pipe stages 2 producers [0] consumers [1]
  %zero = arith.constant 0 : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %zero : i32
  // CHECK: wave.check branch
  scf.if %first {
    // CHECK: wave.check barrier site({{[0-9]+}}){{$}}
    // CHECK-NEXT: wave.pipe_acquire %[[PIPE]]
    // CHECK-NEXT: wave.check barrier site({{[0-9]+}}){{$}}
    // CHECK-NEXT: wave.pipe_commit %[[PIPE]]
    %stage = wave.pipe_acquire %pipe : i32
    wave.pipe_commit %pipe
  }
}

// -----

// CHECK: \22steps_are_fixed\22:false
// CHECK-LABEL: wave.func @steps_of_an_argument
wave.func @steps_of_an_argument(%uses: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(8) {
  %pipe = wave.pipe stages 2 producers [0] consumers [1]
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %zero : i32
  scf.if %first {
    scf.for %use = %zero to %uses step %one : i32 {
      %stage = wave.pipe_acquire %pipe : i32
      wave.pipe_commit %pipe
    }
  }
}

// -----

// A wave accesses a matrix as a whole; the site describes the runs of elements. Elements
// of a function have no checks.
// CHECK: \22kind\22:\22load\22
// CHECK-SAME: \22operation\22:\22matrix_load\22,{{.*}}\22run_length\22:4,\22runs\22:8
// CHECK-SAME: \22kind\22:\22matrix\22
// CHECK-SAME: \22multiply_adds\22:512
// CHECK-LABEL: wave.func @matrices
wave.func @matrices(%in: memref<?xf32> {wave.binding = #wave.binding<srv, 0, 0, f32>},
                    %out: memref<?xf32> {wave.binding = #wave.binding<uav, 0, 0, f32>}, %n: i32 {wave.element = ui32})
    kernel num_waves(1) wave_size(8) {
  // CHECK: wave.check access site(0)(%[[IN:.*]], %[[N:.*]], %[[N]] : memref<?xf32>, i32, i32)
  // CHECK-NEXT: wave.matrix_load column_major %[[IN]][%[[N]], %[[N]]]
  %a = wave.matrix_load column_major %in[%n, %n] : memref<?xf32> -> !wave.matrix<4x8xf32, a>
  %b = wave.matrix_load row_major %in[%n, %n] : memref<?xf32> -> !wave.matrix<8x16xf32, b>
  %zero = arith.constant 0.0 : f32
  // CHECK: wave.check event site(2){{$}}
  // CHECK-NEXT: wave.matrix_fill
  %c = wave.matrix_fill %zero : f32 -> !wave.matrix<4x16xf32, acc>
  // CHECK: wave.check event site(3){{$}}
  // CHECK-NEXT: wave.matrix_multiply_add
  %d = wave.matrix_multiply_add %a, %b, %c : !wave.matrix<4x8xf32, a>, !wave.matrix<8x16xf32, b>, !wave.matrix<4x16xf32, acc>
  // CHECK: wave.check event site(4){{$}}
  // CHECK-NEXT: wave.matrix_map
  // CHECK-NOT: wave.check
  // CHECK: wave.matrix_yield
  %e = wave.matrix_map %d : !wave.matrix<4x16xf32, acc> -> !wave.matrix<4x16xi32, acc> {
  ^bb0(%x: f32):
    %y = arith.fptosi %x : f32 to i32
    wave.matrix_yield %y : i32
  }
  // CHECK: wave.check access site(5)(%{{.*}}, %[[N]], %[[N]] : memref<?xf32>, i32, i32)
  // CHECK-NEXT: wave.matrix_store
  wave.matrix_store row_major %d, %out[%n, %n] : !wave.matrix<4x16xf32, acc>, memref<?xf32>
  wave.return
}
