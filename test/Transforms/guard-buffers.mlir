// RUN: wave-opt %s -wave-guard-buffers | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: wave-opt %s -wave-guard-buffers=hardware=true | FileCheck %s --check-prefixes=CHECK,HARD

// CHECK-LABEL: wave.func @accesses
// CHECK-SAME: (%[[in:[^:]*]]: memref<?xi32> {{.*}}, %[[out:[^:]*]]: memref<?xi32> {{.*}}, %[[n:[^:]*]]: i32
// HARD: %[[robust:.*]] = wave.setting robust_buffers : i1
// CHECK-DAG: %[[inLength:.*]] = memref.dim %[[in]],
// CHECK-DAG: %[[outLength:.*]] = memref.dim %[[out]],
wave.func @accesses(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %i = arith.index_castui %n : i32 to index
  // CHECK: %[[i:.*]] = arith.index_castui %[[n]]
  // A load out of bounds gives 0.
  // CHECK: %[[may:.*]] = arith.cmpi ult, %[[i]], %[[inLength]]
  // PLAIN: %[[x:.*]] = scf.if %[[may]] -> (i32) {
  // HARD: %[[let:.*]] = arith.ori %[[may]], %[[robust]]
  // HARD: %[[x:.*]] = scf.if %[[let]] -> (i32) {
  // An address of 32 bits must not wrap around on its way to the API's own check.
  // HARD-NEXT: %[[near:.*]] = arith.minui %[[i]], %[[inLength]]
  // HARD-NEXT: %[[loaded:.*]] = memref.load %[[in]][%[[near]]]
  // PLAIN-NEXT: %[[loaded:.*]] = memref.load %[[in]][%[[i]]]
  // CHECK-NEXT: scf.yield %[[loaded]]
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[zero:.*]] = arith.constant 0 : i32
  // CHECK-NEXT: scf.yield %[[zero]]
  %x = memref.load %in[%i] : memref<?xi32>
  // A store there does nothing.
  // CHECK: arith.cmpi ult, %[[i]], %[[outLength]]
  // CHECK: scf.if %{{.*}} {
  // HARD-NEXT: %[[near:.*]] = arith.minui %[[i]], %[[outLength]]
  // HARD-NEXT: memref.store %[[x]], %[[out]][%[[near]]]
  // PLAIN-NEXT: memref.store %[[x]], %[[out]][%[[i]]]
  // CHECK-NEXT: }
  memref.store %x, %out[%i] : memref<?xi32>
  // Neither does an atomic.
  // CHECK: scf.if %{{.*}} {
  // HARD-NEXT: arith.minui
  // CHECK-NEXT: wave.atomic_rmw add
  // CHECK-NEXT: }
  %unused = wave.atomic_rmw add %x, %out[%i] : memref<?xi32>
  // CHECK: scf.if %{{.*}} -> (i32) {
  // HARD-NEXT: arith.minui
  // CHECK-NEXT: wave.atomic_rmw add
  // CHECK-NEXT: scf.yield
  // CHECK: else
  %old = wave.atomic_rmw add %x, %out[%i] : memref<?xi32>
  memref.store %old, %out[%i] : memref<?xi32>
}

// Memory of the group and of a lane is undefined there.
// CHECK-LABEL: wave.func @other_memory
// CHECK-NOT: scf.if
// CHECK: wave.return
wave.func @other_memory(%n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %i = arith.index_castui %n : i32 to index
  %shared = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %local = memref.alloca() : memref<4xi32>
  memref.store %n, %shared[%i] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %n, %local[%i] : memref<4xi32>
}

// CHECK-LABEL: wave.func @nothing_to_guard
// CHECK-NEXT: wave.return
wave.func @nothing_to_guard(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) {
}

// Of a vector all components are in bounds, or none is taken.
// CHECK-LABEL: wave.func @vectors
// CHECK-SAME: (%[[in:[^:]*]]: memref<?xf32> {{.*}}, %[[out:[^:]*]]: memref<?xf32> {{.*}}, %[[n:[^:]*]]: i32
// CHECK: %[[length:.*]] = memref.dim %[[in]],
// HARD: %[[outside:.*]] = arith.addi %[[length]], %c2
// CHECK: %[[short:.*]] = arith.cmpi ult, %[[length]], %c3
// CHECK: %[[rest:.*]] = arith.subi %[[length]], %c2
// CHECK: %[[bound:.*]] = arith.select %[[short]], %{{.*}}, %[[rest]]
wave.func @vectors(%in: memref<?xf32> {wave.binding = #wave.binding<srv, vector<3xf32>>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, vector<3xf32>>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  // CHECK: %[[i:.*]] = arith.index_castui %[[n]]
  %i = arith.index_castui %n : i32 to index
  // CHECK: %[[may:.*]] = arith.cmpi ult, %[[i]], %[[bound]]
  // CHECK: %[[x:.*]] = scf.if %{{.*}} -> (vector<3xf32>) {
  // Not one that ends behind the buffer, and not with a multiple of 3 below it.
  // HARD-NEXT: %[[near:.*]] = arith.select %[[may]], %[[i]], %[[outside]]
  // HARD-NEXT: %[[loaded:.*]] = vector.load %[[in]][%[[near]]]
  // PLAIN-NEXT: %[[loaded:.*]] = vector.load %[[in]][%[[i]]]
  // CHECK-NEXT: scf.yield %[[loaded]]
  // CHECK: arith.constant dense<0.000000e+00> : vector<3xf32>
  // CHECK-NEXT: scf.yield
  %x = vector.load %in[%i] : memref<?xf32>, vector<3xf32>
  // CHECK: scf.if %{{.*}} {
  // HARD-NEXT: arith.select
  // CHECK-NEXT: vector.store %[[x]], %[[out]]
  // CHECK-NEXT: }
  vector.store %x, %out[%i] : memref<?xf32>, vector<3xf32>
  // CHECK: scf.if %{{.*}} {
  // HARD-NEXT: arith.minui
  // CHECK-NEXT: wave.atomic_exchange
  // CHECK-NEXT: }
  %c = vector.extract %x[0] : f32 from vector<3xf32>
  %old = wave.atomic_exchange %c, %out[%i] : memref<?xf32>
}

// The API may count the bytes of a buffer in fours.
// CHECK-LABEL: wave.func @widths
wave.func @widths(%a: memref<?xi16> {wave.binding = #wave.binding<uav, ui16>}, %b: memref<?xi64> {wave.binding = #wave.binding<uav, ui64>}, %n: i32 {wave.element = ui32}, %v: i64 {wave.element = ui64}) kernel num_waves(1) {
  // HARD: %[[lengthA:.*]] = memref.dim
  // HARD: %[[outside:.*]] = arith.addi %[[lengthA]], %
  // HARD: %[[lengthB:.*]] = memref.dim
  %i = arith.index_castui %n : i32 to index
  // HARD: arith.select %{{.*}}, %{{.*}}, %[[outside]]
  // CHECK: memref.load
  %x = memref.load %a[%i] : memref<?xi16>
  // CHECK: scf.if
  // HARD-NEXT: arith.select %{{.*}}, %{{.*}}, %[[outside]]
  // CHECK-NEXT: memref.store
  memref.store %x, %a[%i] : memref<?xi16>
  // CHECK: scf.if %{{.*}} {
  // HARD-NEXT: arith.minui %{{.*}}, %[[lengthB]]
  // CHECK-NEXT: wave.atomic_cas
  // CHECK-NEXT: }
  %old = wave.atomic_cas %v, %v, %b[%i] : memref<?xi64>
}

// Nothing but the kernel tests coordinates, whatever the host's setting is.
// CHECK-LABEL: wave.func @images
// CHECK-SAME: (%[[in:[^:]*]]: !wave.image<2d, f32, 4> {{.*}}, %[[out:[^:]*]]: !wave.image<2d, f32, 4> {{.*}}, %[[x:[^:]*]]: i32 {{.*}}, %[[y:[^:]*]]: i32
// CHECK-NOT: robust_buffers
// CHECK: %[[width:.*]] = wave.image_size x %[[in]]
// CHECK: %[[height:.*]] = wave.image_size y %[[in]]
wave.func @images(%in: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<srv, f32>}, %out: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, f32>}, %x: i32 {wave.element = ui32}, %y: i32 {wave.element = ui32}) kernel num_waves(1) {
  // CHECK: %[[inRow:.*]] = arith.cmpi ult, %[[x]], %[[width]] : i32
  // CHECK: %[[inColumn:.*]] = arith.cmpi ult, %[[y]], %[[height]] : i32
  // CHECK: %[[may:.*]] = arith.andi %[[inRow]], %[[inColumn]]
  // CHECK: %[[t:.*]] = scf.if %[[may]] -> (vector<4xf32>) {
  // CHECK-NEXT: wave.image_load %[[in]][%[[x]], %[[y]]]
  // CHECK: arith.constant dense<0.000000e+00> : vector<4xf32>
  %t = wave.image_load %in[%x, %y] : !wave.image<2d, f32, 4> -> vector<4xf32>
  // CHECK: scf.if %{{.*}} {
  // CHECK-NEXT: wave.image_store %[[t]], %[[out]][%[[x]], %[[y]]]
  // CHECK-NEXT: }
  wave.image_store %t, %out[%x, %y] : vector<4xf32>, !wave.image<2d, f32, 4>
}

// Tests of the indices of a buffer of two dimensions prove that the access is in
// bounds. An atomic may be executed elsewhere.
// CHECK-LABEL: wave.func @rows
// CHECK: scf.if %{{.*}} -> (i32) {
// CHECK-NOT: scf.if
// CHECK-NOT: arith.minui
// CHECK: memref.load
// CHECK: scf.if %{{.*}} {
// CHECK-NOT: scf.if
// CHECK-NOT: arith.minui
// CHECK: vector.store
// CHECK: scf.if %{{.*}} {
// CHECK: scf.if %{{.*}} {
// CHECK: wave.atomic_rmw
// CHECK: wave.return
wave.func @rows(%a: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %height: i32 {wave.element = ui32}, %width: i32 {wave.element = ui32}, %stride: i32 {wave.element = ui32}) kernel num_threads(16, 16, 1) {
  %y = wave.dispatch_thread_id y : i32
  %x = wave.dispatch_thread_id x : i32
  %in_rows = arith.cmpi ult, %y, %height : i32
  %in_row = arith.cmpi ult, %x, %width : i32
  %in = arith.andi %in_rows, %in_row : i1
  %row = arith.muli %y, %stride : i32
  %place = arith.addi %row, %x : i32
  %i = arith.index_castui %place : i32 to index
  %zero = arith.constant 0 : i32
  %v = scf.if %in -> (i32) {
    %loaded = memref.load %a[%i] {wave.in_bounds} : memref<?xi32>
    scf.yield %loaded : i32
  } else {
    scf.yield %zero : i32
  }
  %pair = vector.broadcast %v : i32 to vector<2xi32>
  scf.if %in {
    vector.store %pair, %a[%i] {wave.in_bounds} : memref<?xi32>, vector<2xi32>
  }
  scf.if %in {
    %old = wave.atomic_rmw add %v, %a[%i] : memref<?xi32>
  }
  wave.return
}

// Without a condition around it, the access has lost its proof.
// CHECK-LABEL: wave.func @moved
// CHECK: scf.if
// CHECK: memref.store
wave.func @moved(%a: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %i = arith.index_castui %n : i32 to index
  memref.store %n, %a[%i] {wave.in_bounds} : memref<?xi32>
  wave.return
}

// The index -1 of a vector whose index wrapped around is out of bounds, so an
// access that executes has the index itself. The API gets an index that is out of
// bounds.
// CHECK-LABEL: wave.func @vector_index
wave.func @vector_index(%in: memref<?xf32> {wave.binding = #wave.binding<srv, vector<4xf32>>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, vector<4xf32>>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c4 = arith.constant 4 : i32
  %most = arith.constant 1073741823 : i32
  %none = arith.constant -1 : i32
  // CHECK: %[[scaled:.*]] = arith.muli
  %scaled = arith.muli %n, %c4 : i32
  %fits = arith.cmpi ult, %n, %most : i32
  // CHECK: %[[chosen:.*]] = arith.select
  %chosen = arith.select %fits, %scaled, %none : i32
  // CHECK: %[[index:.*]] = arith.index_castui %[[chosen]]
  %i = arith.index_castui %chosen : i32 to index
  // CHECK: arith.cmpi ult, %[[index]],
  // PLAIN: %[[own:.*]] = arith.index_castui %[[scaled]]
  // PLAIN-NEXT: vector.load %{{.*}}[%[[own]]]
  // HARD: %[[clamped:.*]] = arith.select %{{.*}}, %[[index]],
  // HARD-NEXT: vector.load %{{.*}}[%[[clamped]]]
  %x = vector.load %in[%i] : memref<?xf32>, vector<4xf32>
  // CHECK: arith.cmpi ult, %[[index]],
  // PLAIN: %[[own:.*]] = arith.index_castui %[[scaled]]
  // PLAIN-NEXT: vector.store %{{.*}}[%[[own]]]
  vector.store %x, %out[%i] : memref<?xf32>, vector<4xf32>
}
