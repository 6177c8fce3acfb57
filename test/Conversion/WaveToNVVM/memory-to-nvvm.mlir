// RUN: wave-opt %s -split-input-file --wave-guard-buffers --convert-wave-to-nvvm | FileCheck %s

// A guarded load selects its address, and reads zeros of the module out of bounds; a guarded store
// is under its condition.
// CHECK-LABEL: module @guarded
// CHECK: llvm.mlir.global internal constant @[[zeros:.*]](dense<0> : tensor<4xi64>) {addr_space = 1 : i32, alignment = 16 : i64}
// CHECK: llvm.func @guarded(%[[in:.*]]: !llvm.ptr<1> {llvm.align = 4 : i64}, %[[out:.*]]: !llvm.ptr<1> {llvm.align = 4 : i64},
// CHECK: %[[nowhere:.*]] = llvm.mlir.addressof @[[zeros]]
// CHECK: %[[inside:.*]] = arith.cmpi ult
// CHECK: %[[place:.*]] = llvm.getelementptr %[[in]]
// CHECK: %[[selected:.*]] = arith.select %[[inside]], %[[place]], %[[nowhere]] : !llvm.ptr<1>
// CHECK: %[[value:.*]] = llvm.load %[[selected]] invariant {alignment = 4 : i64} : !llvm.ptr<1> -> f32
// CHECK-NOT: arith.select
// CHECK: scf.if
// CHECK: llvm.store %[[value]], %{{.*}} {alignment = 4 : i64} : f32, !llvm.ptr<1>
wave.func @guarded(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>},
                   %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) {
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%i] : memref<?xf32>
  memref.store %x, %out[%i] : memref<?xf32>
  wave.return
}

// -----

// Nested conditions are both those of the load.
// CHECK-LABEL: llvm.func @nested
// CHECK-NOT: scf.if
// CHECK: %[[both:.*]] = arith.select %{{.*}}, %{{.*}}, %false
// CHECK: arith.select %[[both]]
// CHECK: llvm.load
// CHECK: scf.if
wave.func @nested(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>},
                  %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) {
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %c3 = arith.constant 3 : i32
  %few = arith.cmpi ult, %lane, %c3 : i32
  %one = arith.constant 1.0 : f32
  %x = scf.if %few -> f32 {
    %y = memref.load %in[%i] : memref<?xf32>
    scf.yield %y : f32
  } else {
    scf.yield %one : f32
  }
  memref.store %x, %out[%i] : memref<?xf32>
  wave.return
}

// -----

// A store in bounds under a condition has one branch, and all lanes compute its index and load its
// value. So has each of two stores.
// CHECK-LABEL: llvm.func @stores
// CHECK-DAG: %[[inside:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : index
// CHECK-NOT: scf.if
// CHECK: llvm.load
// CHECK: %[[condition:.*]] = arith.select %{{.*}}, %{{.*}}, %false
// CHECK-NEXT: scf.if %[[condition]] {
// CHECK-NOT: scf.if
// CHECK: llvm.store
// CHECK: }
// CHECK: %[[other:.*]] = arith.select %{{.*}}, %{{.*}}, %false
// CHECK-NEXT: scf.if %[[other]] {
// CHECK-NOT: scf.if
// CHECK: llvm.store
wave.func @stores(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>},
                  %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
                  %second: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %c3 = arith.constant 3 : i32
  %few = arith.cmpi ult, %lane, %c3 : i32
  scf.if %few {
    %x = memref.load %in[%i] : memref<?xi32>
    %next = arith.addi %x, %c3 : i32
    %k = arith.index_castui %next : i32 to index
    memref.store %x, %out[%k] : memref<?xi32>
    memref.store %next, %second[%i] : memref<?xi32>
  }
  wave.return
}

// -----

// Operations that not all lanes may execute keep the branch around them: those across lanes, and
// divisions.
// CHECK-LABEL: llvm.func @kept
// CHECK: scf.if
// CHECK: nvvm.redux.sync
// CHECK: scf.if
// CHECK: llvm.store
// CHECK: scf.if
// CHECK: arith.divui
// CHECK: scf.if
// CHECK: llvm.store
wave.func @kept(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %c3 = arith.constant 3 : i32
  %few = arith.cmpi ult, %lane, %c3 : i32
  scf.if %few {
    %sum = wave.reduce add %lane : i32
    memref.store %sum, %out[%i] : memref<?xi32>
  }
  scf.if %few {
    %q = arith.divui %c3, %n : i32
    memref.store %q, %out[%i] : memref<?xi32>
  }
  wave.return
}

// -----

// In shaders an index that overflows is -1: nothing is there, so that the alignment is that of the
// other indices.
// CHECK-LABEL: llvm.func @overflow
// CHECK-SAME: !llvm.ptr<1> {llvm.align = 16 : i64}
// CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
wave.func @overflow(%out: memref<?xf32> {wave.binding = #wave.binding<uav, vector<4xf32>>}, %x: vector<4xf32> {wave.element = vector<4xf32>}) kernel num_waves(1) {
  %lane = wave.lane_index : i32
  %c4 = arith.constant 4 : i32
  %nowhere = arith.constant -1 : i32
  %limit = arith.constant 1073741823 : i32
  %small = arith.cmpi ult, %lane, %limit : i32
  %i4 = arith.muli %lane, %c4 : i32
  %i = arith.select %small, %i4, %nowhere : i32
  %p = arith.index_castui %i : i32 to index
  vector.store %x, %out[%p] : memref<?xf32>, vector<4xf32>
  wave.return
}

// -----

// Atomics of 64 bits on elements of 32 need 8 bytes, which the manifest states.
// CHECK-LABEL: module @wide
// CHECK-SAME: alignment = 8 : i64
// CHECK: llvm.func @wide(%{{.*}}: !llvm.ptr<1> {llvm.align = 8 : i64}
// CHECK: llvm.atomicrmw add %{{.*}} syncscope("device") monotonic {alignment = 8 : i64} : !llvm.ptr<1>, i64
wave.func @wide(%u: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %x: i64 {wave.element = ui64}) kernel num_waves(1) {
  %c2 = arith.constant 2 : index
  %old = wave.atomic_rmw add %x, %u[%c2] : i64, memref<?xi32>
  wave.return
}

// -----

// The alignment of a vector is that which the index and the binding guarantee: 16 bytes of an
// element of four, 4 of an element of three, 8 of every second word of a struct of 24 bytes. A
// written buffer is not read through the cache.
// CHECK-LABEL: llvm.func @vectors
// CHECK: llvm.load %{{.*}} invariant {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> vector<3xf32>
// CHECK: llvm.load %{{.*}} invariant {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xi32>
wave.func @vectors(%a: memref<?xf32> {wave.binding = #wave.binding<srv, vector<4xf32>>},
                   %b: memref<?xf32> {wave.binding = #wave.binding<uav, vector<3xf32>>},
                   %s: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>,
                                      wave.struct = {bytes = 24 : i64, fields = [], name = "S"}},
                   %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %lane = wave.lane_index : i32
  %c4 = arith.constant 4 : i32
  %c3 = arith.constant 3 : i32
  %c6 = arith.constant 6 : i32
  %c2 = arith.constant 2 : i32
  %i4 = arith.muli %lane, %c4 : i32
  %i3 = arith.muli %lane, %c3 : i32
  %i6 = arith.muli %lane, %c6 : i32
  %k6 = arith.addi %i6, %c2 : i32
  %p4 = arith.index_castui %i4 : i32 to index
  %p3 = arith.index_castui %i3 : i32 to index
  %p6 = arith.index_castui %k6 : i32 to index
  %x = vector.load %a[%p4] : memref<?xf32>, vector<4xf32>
  %y = vector.load %b[%p3] : memref<?xf32>, vector<3xf32>
  %z = vector.load %s[%p6] : memref<?xi32>, vector<2xi32>
  %x0 = vector.extract %x[0] : f32 from vector<4xf32>
  %y0 = vector.extract %y[0] : f32 from vector<3xf32>
  %z0 = vector.extract %z[0] : i32 from vector<2xi32>
  %sum = arith.addf %x0, %y0 : f32
  %bits = arith.bitcast %sum : f32 to i32
  %r = arith.addi %bits, %z0 : i32
  memref.store %r, %out[%p3] : memref<?xi32>
  wave.return
}

// -----

// Bytes, a table, local memory and shared memory. Contents that nothing wrote become some number.
// CHECK-LABEL: module @others
// CHECK-DAG: llvm.mlir.global internal @{{.*}}() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<32 x i32>
// CHECK-DAG: llvm.mlir.global internal constant @{{.*}} : !llvm.array<9 x i32>
// CHECK: llvm.alloca %{{.*}} x !llvm.array<5 x i32>
// CHECK: llvm.load %{{.*}} invariant {alignment = 1 : i64} : !llvm.ptr<1> -> i8
// CHECK: arith.extsi %{{.*}} : i8 to i32
// CHECK: arith.minui
// CHECK: llvm.load %{{.*}} invariant {alignment = 4 : i64} : !llvm.ptr<1> -> i32
// CHECK: llvm.store %{{.*}} {alignment = 4 : i64} : i32, !llvm.ptr
// CHECK: %[[loaded:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> i32
// CHECK: llvm.freeze %[[loaded]]
// CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<3> -> i32
// CHECK: arith.trunci %{{.*}} : i32 to i8
// CHECK: llvm.store %{{.*}} {alignment = 1 : i64} : i8, !llvm.ptr<1>
wave.func @others(%in: memref<?xi8> {wave.binding = #wave.binding<srv, si8>},
                  %out: memref<?xi8> {wave.binding = #wave.binding<uav, ui8>}) kernel num_waves(1) {
  %shared = wave.groupshared : memref<32xi32, #gpu.address_space<workgroup>>
  %local = memref.alloca() : memref<5xi32>
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %x = wave.byte_load signed %in[%i] : memref<?xi8>
  %t = wave.lookup %x, dense<[1, 4, 9, 16, 25, 36, 49, 64, 81]> : tensor<9xi32> -> i32
  %c5 = arith.constant 5 : i32
  %m = arith.remui %t, %c5 : i32
  %k = arith.index_castui %m : i32 to index
  memref.store %t, %local[%k] : memref<5xi32>
  %l = memref.load %local[%k] : memref<5xi32>
  memref.store %l, %shared[%i] : memref<32xi32, #gpu.address_space<workgroup>>
  %s = memref.load %shared[%i] : memref<32xi32, #gpu.address_space<workgroup>>
  wave.byte_store %s, %out[%i] : memref<?xi8>
  wave.return
}

// -----

// CHECK-LABEL: llvm.func @atomics
// CHECK: llvm.atomicrmw add %{{.*}} syncscope("device") monotonic {alignment = 4 : i64} : !llvm.ptr<1>, i32
// CHECK: llvm.atomicrmw fadd %{{.*}} syncscope("device") monotonic {alignment = 8 : i64} : !llvm.ptr<1>, f64
// CHECK: llvm.atomicrmw umax %{{.*}} syncscope("block") monotonic {alignment = 8 : i64} : !llvm.ptr<3>, i64
// CHECK: llvm.atomicrmw xchg %{{.*}} syncscope("device") monotonic {alignment = 8 : i64} : !llvm.ptr<1>, i64
// CHECK: llvm.cmpxchg %{{.*}} syncscope("device") monotonic monotonic {alignment = 8 : i64} : !llvm.ptr<1>, i64
wave.func @atomics(%u: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
                   %f: memref<?xf64> {wave.binding = #wave.binding<uav, f64>}) kernel num_waves(1) {
  %shared = wave.groupshared : memref<32xi64, #gpu.address_space<workgroup>>
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %wide = arith.extui %lane : i32 to i64
  %x = arith.uitofp %lane : i32 to f64
  %a = wave.atomic_rmw add %lane, %u[%i] : memref<?xi32>
  %b = wave.atomic_rmw add %x, %f[%i] : memref<?xf64>
  %c = wave.atomic_rmw maxui %wide, %shared[%i] : memref<32xi64, #gpu.address_space<workgroup>>
  %d = wave.atomic_exchange %x, %f[%i] : memref<?xf64>
  %e = wave.atomic_cas %d, %x, %f[%i] : memref<?xf64>
  wave.return
}

// -----

// An image is linear memory; its extents are among the constants.
// CHECK-LABEL: llvm.func @images
// CHECK: %[[row:.*]] = arith.muli %{{.*}}, %{{.*}} : i64
// CHECK: %[[texel:.*]] = arith.addi %[[row]], %{{.*}} : i64
// CHECK: arith.muli %[[texel]], %{{.*}} : i64
// CHECK: llvm.load %{{.*}} invariant {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK: llvm.store %{{.*}} {alignment = 2 : i64} : vector<2xi8>, !llvm.ptr<1>
wave.func @images(%in: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<srv, f32>},
                  %out: !wave.image<2d, i32, 2> {wave.binding = #wave.binding<uav, ui8>}) kernel num_waves(1) {
  %lane = wave.lane_index : i32
  %x = wave.image_load %in[%lane, %lane] : !wave.image<2d, f32, 4> -> vector<4xf32>
  %x0 = vector.extract %x[1] : f32 from vector<4xf32>
  %y = arith.fptoui %x0 : f32 to i32
  %t = vector.from_elements %y, %lane : vector<2xi32>
  wave.image_store %t, %out[%lane, %lane] : vector<2xi32>, !wave.image<2d, i32, 2>
  wave.return
}

// -----

// The index of a texel goes from the layer over y to x; an atomic is on the texel's address.
// CHECK-LABEL: llvm.func @layers
// CHECK: scf.if
// CHECK: %[[layer:.*]] = arith.muli %{{.*}}, %{{.*}} : i64
// CHECK: %[[row:.*]] = arith.addi %[[layer]]
// CHECK: %[[start:.*]] = arith.muli %[[row]], %{{.*}} : i64
// CHECK: arith.addi %[[start]]
// CHECK: llvm.atomicrmw add {{.*}} syncscope("device") monotonic
wave.func @layers(%image: !wave.image<2d_array, i32, 1> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %lane = wave.lane_index : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %old = wave.image_atomic_rmw add %c1, %image[%lane, %c1, %c2] : !wave.image<2d_array, i32, 1>
  wave.return
}

// -----

// More than 48 KiB are memory that the launch states; arrays and barriers are aligned parts of it.
// CHECK-LABEL: module @much
// CHECK-SAME: dynamic_groupshared_bytes = 50048 : i64
// CHECK: llvm.mlir.global external @much$shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
// CHECK-DAG: %[[all:.*]] = llvm.mlir.addressof @much$shared
// CHECK-DAG: llvm.getelementptr inbounds %[[all]][0]
// CHECK-DAG: llvm.getelementptr inbounds %[[all]][32]
// CHECK-DAG: llvm.getelementptr inbounds %[[all]][48]
wave.func @much() kernel num_waves(2) group_shared_limit(65536) {
  %few = wave.groupshared : memref<3xi32, #gpu.address_space<workgroup>>
  %many = wave.groupshared : memref<12500xi32, #gpu.address_space<workgroup>>
  %pipe = wave.pipe stages 2 producers [0] consumers [1]
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  memref.store %lane, %few[%i] : memref<3xi32, #gpu.address_space<workgroup>>
  memref.store %lane, %many[%i] : memref<12500xi32, #gpu.address_space<workgroup>>
  wave.return
}
