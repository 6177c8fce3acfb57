// RUN: wave-opt %s --convert-wave-to-dxil=shader-model=6.6 | FileCheck %s
// RUN: wave-opt %s --convert-wave-to-dxil=shader-model=6.0 | FileCheck %s --check-prefix=OLD

// The root constants get the first register that no constant buffer has, and are the first constant buffer. Loads at a
// constant index share rows, which are loaded at entry.

// CHECK-LABEL: dxil.module @rows
// CHECK-SAME: resources = [#dxil.resource<resourceClass = cbv, id = 0, name = "constants", space = 0, lower = 1, kind = cbuffer, component = 0, components = 0, bytes = 8,
// CHECK-SAME: #dxil.resource<resourceClass = cbv, id = 1, name = "c", space = 0, lower = 0, kind = cbuffer, component = 0, components = 0, bytes = 36,
// CHECK-SAME: #dxil.resource<resourceClass = uav, id = 0, name = "out", space = 0, lower = 0,
// CHECK: llvm.func @rows()
// CHECK-DAG: %[[c0:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[c1:.*]] = arith.constant 1 : i32
// CHECK-DAG: %[[h:.*]] = dxil.create_handle_from_binding %[[c0]] {binding = #dxil.res_bind<lower = 0, upper = 0, space = 0, resourceClass = cbv>, nonUniform = false}
// CHECK-DAG: %[[c:.*]] = dxil.annotate_handle %[[h]] {resourceProperties = #dxil.resource_properties<13, 36>}
// CHECK-DAG: %[[first:.*]] = dxil.cbuffer_load_legacy %[[c]], %[[c0]] : {{.*}} -> !dxil.cbuf_ret<i32>
// CHECK-DAG: dxil.extract %[[first]][1]
// CHECK-DAG: dxil.extract %[[first]][3]
// CHECK-DAG: %[[second:.*]] = dxil.cbuffer_load_legacy %[[c]], %[[c1]]
// CHECK-DAG: dxil.extract %[[second]][0]
// CHECK-NOT: dxil.cbuffer_load_legacy %[[c]]
// CHECK: llvm.return

// OLD-LABEL: dxil.module @rows
// OLD: dxil.create_handle %{{.*}} {nonUniform = false, rangeId = 1 : i32, resourceClass = #dxil<resource_class cbv>}
wave.func @rows(%c: memref<9xi32> {wave.binding = #wave.binding<cbv, 0, 0, ui32>, wave.name = "c"}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, 0, 0, ui32>, wave.name = "out"},
                %n: i32 {wave.element = ui32, wave.name = "n"}) kernel num_threads(32, 1, 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = memref.load %c[%c1] : memref<9xi32>
  %1 = vector.load %c[%c3] : memref<9xi32>, vector<2xi32>
  %2 = vector.extract %1[0] : i32 from vector<2xi32>
  %3 = vector.extract %1[1] : i32 from vector<2xi32>
  %4 = arith.addi %0, %2 : i32
  %5 = arith.addi %4, %3 : i32
  %6 = arith.addi %5, %n : i32
  memref.store %6, %out[%c0] : memref<?xi32>
}

// The row may be dynamic. Where the index is not known to have a certain component, selects choose it.

// CHECK-LABEL: dxil.module @dynamic
// CHECK: llvm.func @dynamic()
// CHECK-DAG: %[[c1:.*]] = arith.constant 1 : i32
// CHECK-DAG: %[[c2:.*]] = arith.constant 2 : i32
// CHECK-DAG: %[[c:.*]] = dxil.annotate_handle %{{.*}} {resourceProperties = #dxil.resource_properties<13, 64>}
// CHECK: %[[word:.*]] = arith.index_castui %{{.*}} : index to i32
// CHECK: %[[place:.*]] = arith.shrui %[[word]], %[[c2]]
// CHECK: %[[row:.*]] = dxil.cbuffer_load_legacy %[[c]], %[[place]]
// CHECK-DAG: %[[odd:.*]] = arith.andi %[[word]], %[[c1]]
// CHECK-DAG: %[[upper:.*]] = arith.andi %[[word]], %[[c2]]
// CHECK-COUNT-3: arith.select
// A multiple of four begins a row.
// CHECK: %[[place:.*]] = arith.shrui
// CHECK: %[[row:.*]] = dxil.cbuffer_load_legacy %[[c]], %[[place]]
// CHECK: dxil.extract %[[row]][0]
// CHECK: dxil.extract %[[row]][1]
// CHECK: dxil.extract %[[row]][2]
// CHECK: dxil.extract %[[row]][3]
// A vector that begins at component 3 needs two rows.
// CHECK: %[[row:.*]] = dxil.cbuffer_load_legacy %[[c]]
// CHECK: dxil.extract %[[row]][3]
// CHECK: %[[next:.*]] = dxil.cbuffer_load_legacy %[[c]]
// CHECK: dxil.extract %[[next]][0]
// CHECK-NOT: dxil.cbuffer_load_legacy %[[c]]
// CHECK: llvm.return
wave.func @dynamic(%c: memref<16xi32> {wave.binding = #wave.binding<cbv, 2, 5, ui32>, wave.name = "c"}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "out"},
                   %n: i32 {wave.element = ui32, wave.name = "n"}) kernel num_threads(32, 1, 1) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : i32
  %c7 = arith.constant 7 : i32
  %i = arith.index_castui %n : i32 to index
  %0 = memref.load %c[%i] : memref<16xi32>
  %n4 = arith.muli %n, %c4 : i32
  %j = arith.index_castui %n4 : i32 to index
  %1 = vector.load %c[%j] : memref<16xi32>, vector<4xi32>
  %n7 = arith.addi %n4, %c7 : i32
  %k = arith.index_castui %n7 : i32 to index
  %2 = vector.load %c[%k] : memref<16xi32>, vector<2xi32>
  %3 = vector.extract %1[3] : i32 from vector<4xi32>
  %4 = vector.extract %2[1] : i32 from vector<2xi32>
  %5 = arith.addi %0, %3 : i32
  %6 = arith.addi %5, %4 : i32
  memref.store %6, %out[%c0] : memref<?xi32>
}

// The length is known. Without checks of bounds, a constant index beyond the end gives 0 and loads no row.

// CHECK-LABEL: dxil.module @beyond
// CHECK-NOT: dxil.cbuffer_load_legacy
// CHECK: llvm.return
wave.func @beyond(%c: memref<4xi32> {wave.binding = #wave.binding<cbv, ui32>, wave.name = "c"}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "out"}) kernel num_threads(32, 1, 1) {
  %c0 = arith.constant 0 : index
  %length = memref.dim %c, %c0 : memref<4xi32>
  %n = arith.index_castui %length : index to i32
  %c4 = arith.constant 4 : index
  %1 = memref.load %c[%c4] : memref<4xi32>
  %2 = arith.addi %n, %1 : i32
  memref.store %2, %out[%c0] : memref<?xi32>
}

// Each kind has registers of its own.

// CHECK-LABEL: dxil.module @registers
// CHECK-SAME: resourceClass = cbv, id = 0, name = "b0", space = 0, lower = 0
// CHECK-SAME: resourceClass = srv, id = 0, name = "t0", space = 0, lower = 0
// CHECK-SAME: resourceClass = uav, id = 0, name = "u0", space = 0, lower = 0
wave.func @registers(%t0: memref<?xi32> {wave.binding = #wave.binding<srv, 0, 0, ui32>, wave.name = "t0"}, %u0: memref<?xi32> {wave.binding = #wave.binding<uav, 0, 0, ui32>, wave.name = "u0"},
                     %b0: memref<4xi32> {wave.binding = #wave.binding<cbv, 0, 0, ui32>, wave.name = "b0"}) kernel num_threads(32, 1, 1) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %t0[%c0] : memref<?xi32>
  %1 = memref.load %b0[%c0] : memref<4xi32>
  %2 = arith.addi %0, %1 : i32
  memref.store %2, %u0[%c0] : memref<?xi32>
}
