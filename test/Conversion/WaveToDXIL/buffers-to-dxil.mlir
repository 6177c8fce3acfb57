// RUN: wave-opt %s --convert-wave-to-dxil=shader-model=6.6 | FileCheck %s
// RUN: wave-opt %s --convert-wave-to-dxil=shader-model=6.2 | FileCheck %s --check-prefix=RAW
// RUN: wave-opt %s --convert-wave-to-dxil=shader-model=6.1 | FileCheck %s --check-prefix=OLD

// A buffer of scalars: element and byte 0. A handle a buffer, made at entry.

// CHECK-LABEL: dxil.module @scalars
// CHECK-SAME: resources = [#dxil.resource<resourceClass = srv, id = 0, name = "in", space = 0, lower = 0, kind = structured_buffer, component = 0, components = 0, bytes = 4, coherent = false, atomics64 = false>,
// CHECK-SAME: #dxil.resource<resourceClass = uav, id = 0, name = "out", space = 2, lower = 7, kind = structured_buffer, component = 0, components = 0, bytes = 4, coherent = false, atomics64 = false>]
// CHECK: llvm.func @scalars()
// CHECK-DAG: %[[c0:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[c3:.*]] = arith.constant 3 : i32
// CHECK-DAG: %[[c7:.*]] = arith.constant 7 : i32
// CHECK-DAG: %[[undef:.*]] = llvm.mlir.undef : f32
// CHECK-DAG: %[[h0:.*]] = dxil.create_handle_from_binding %[[c0]] {binding = #dxil.res_bind<lower = 0, upper = 0, space = 0, resourceClass = srv>, nonUniform = false}
// CHECK-DAG: %[[in:.*]] = dxil.annotate_handle %[[h0]] {resourceProperties = #dxil.resource_properties<12, 4>}
// CHECK-DAG: %[[h1:.*]] = dxil.create_handle_from_binding %[[c7]] {binding = #dxil.res_bind<lower = 7, upper = 7, space = 2, resourceClass = uav>, nonUniform = false}
// CHECK-DAG: %[[out:.*]] = dxil.annotate_handle %[[h1]] {resourceProperties = #dxil.resource_properties<4108, 4>}
// CHECK: %[[loaded:.*]] = dxil.raw_buffer_load %[[in]], %[[c3]], %[[c0]] {alignment = 4 : i32, mask = 1 : i8} : {{.*}} -> !dxil.res_ret<f32>
// CHECK: %[[x:.*]] = dxil.extract %[[loaded]][0]
// CHECK-NOT: dxil.create_handle
// CHECK: dxil.raw_buffer_store %[[out]], %[[c3]], %[[c0]], %[[x]], %[[undef]], %[[undef]], %[[undef]] {alignment = 4 : i32, mask = 1 : i8}
// CHECK: dxil.raw_buffer_store %[[out]]
// CHECK: llvm.return

// Before Shader Model 6.6 a handle has a register and the number of its record, before
// 6.2 a load neither mask nor alignment.

// RAW-LABEL: dxil.module @scalars
// RAW-DAG: dxil.create_handle %{{.*}} {nonUniform = false, rangeId = 0 : i32, resourceClass = #dxil<resource_class srv>}
// RAW-DAG: dxil.create_handle %{{.*}} {nonUniform = false, rangeId = 0 : i32, resourceClass = #dxil<resource_class uav>}
// RAW: dxil.raw_buffer_load

// OLD-LABEL: dxil.module @scalars
// OLD: dxil.buffer_load %{{.*}}, %{{.*}}, %{{.*}} : (!dxil.handle, i32, i32) -> !dxil.res_ret<f32>
// OLD: dxil.buffer_store %{{.*}} {mask = 1 : i8}
wave.func @scalars(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>, wave.name = "in"},
                   %unused: memref<?xf32> {wave.binding = #wave.binding<uav, f32>, wave.name = "unused"},
                   %out: memref<?xf32> {wave.binding = #wave.binding<uav, 2, 7, f32>, wave.name = "out"}) kernel num_threads(32, 1, 1) {
  %i = arith.constant 3 : index
  %j = arith.constant 4 : index
  %x = memref.load %in[%i] : memref<?xf32>
  memref.store %x, %out[%i] : memref<?xf32>
  memref.store %x, %out[%j] : memref<?xf32>
}

// The element of a vector is what the front end multiplied.

// CHECK-LABEL: dxil.module @elements
// CHECK-SAME: bytes = 12,
// CHECK: %[[i:.*]] = dxil.extract %{{.*}}[0] : !dxil.cbuf_ret<i32> -> i32
// CHECK: %[[v:.*]] = dxil.raw_buffer_load %[[h:.*]], %[[i]], %[[c0:.*]] {alignment = 4 : i32, mask = 7 : i8} : {{.*}} -> !dxil.res_ret<f32>
// CHECK: %[[x:.*]] = dxil.extract %[[v]][0]
// CHECK: %[[y:.*]] = dxil.extract %[[v]][1]
// CHECK: %[[z:.*]] = dxil.extract %[[v]][2]
// CHECK: %[[w:.*]] = dxil.raw_buffer_load %[[h]], %[[i]], %[[c8:.*]] {alignment = 4 : i32, mask = 1 : i8}
// CHECK-NOT: arith.divui
// CHECK: dxil.raw_buffer_store %[[h]], %[[i]], %[[c0]], %[[z]], %[[y]], %[[x]], %[[undef:.*]] {alignment = 4 : i32, mask = 7 : i8}
// CHECK: llvm.return
wave.func @elements(%b: memref<?xf32> {wave.binding = #wave.binding<uav, vector<3xf32>>}, %i: i32 {wave.element = ui32}) kernel num_threads(32, 1, 1) {
  %c3 = arith.constant 3 : i32
  %c2 = arith.constant 2 : i32
  %limit = arith.constant 1431655765 : i32
  %last = arith.constant -1 : i32
  %fits = arith.cmpi ult, %i, %limit : i32
  %product = arith.muli %i, %c3 : i32
  %vector = arith.select %fits, %product, %last : i32
  %at = arith.index_castui %vector : i32 to index
  %v = vector.load %b[%at] : memref<?xf32>, vector<3xf32>
  %x = vector.extract %v[0] : f32 from vector<3xf32>
  %y = vector.extract %v[1] : f32 from vector<3xf32>
  %z = vector.extract %v[2] : f32 from vector<3xf32>
  %sum = arith.addi %product, %c2 : i32
  %component = arith.select %fits, %sum, %last : i32
  %place = arith.index_castui %component : i32 to index
  %w = memref.load %b[%place] : memref<?xf32>
  %r = vector.from_elements %z, %y, %x : vector<3xf32>
  vector.store %r, %b[%at] : memref<?xf32>, vector<3xf32>
}

// So it is where simplifications joined two products, and where ranges made the limit
// superfluous.

// CHECK-LABEL: dxil.module @simplified
// CHECK: %[[four:.*]] = arith.muli %{{.*}}, %{{.*}} : i32
// CHECK: dxil.raw_buffer_load %{{.*}}, %[[four]], %{{.*}} {alignment = 4 : i32, mask = 7 : i8}
// CHECK: %[[lane:.*]] = dxil.wave_get_lane_index
// CHECK-NOT: arith.divui
// CHECK: dxil.raw_buffer_load %{{.*}}, %[[lane]], %{{.*}} {alignment = 4 : i32, mask = 1 : i8}
// CHECK: dxil.raw_buffer_load %{{.*}}, %[[lane]], %{{.*}} {alignment = 4 : i32, mask = 7 : i8}
// CHECK: llvm.return
wave.func @simplified(%b: memref<?xf32> {wave.binding = #wave.binding<uav, vector<3xf32>>}, %i: i32 {wave.element = ui32}) kernel num_threads(32, 1, 1) {
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %c12 = arith.constant 12 : i32
  %limit = arith.constant 1431655765 : i32
  %last = arith.constant -1 : i32
  %element = arith.muli %i, %c4 : i32
  %fits = arith.cmpi ult, %element, %limit : i32
  %product = arith.muli %i, %c12 : i32
  %vector = arith.select %fits, %product, %last : i32
  %at = arith.index_castui %vector : i32 to index
  %v = vector.load %b[%at] : memref<?xf32>, vector<3xf32>
  %lane = wave.lane_index : i32
  %of = arith.muli %lane, %c3 : i32
  %y = arith.addi %of, %c1 : i32
  %place = arith.index_castui %y : i32 to index
  %w = memref.load %b[%place] : memref<?xf32>
  %first = arith.index_castui %of : i32 to index
  %u = vector.load %b[%first] : memref<?xf32>, vector<3xf32>
}

// Any other index is divided: a product may wrap around, and a vector may stand in two
// elements.

// CHECK-LABEL: dxil.module @unknown_place
// CHECK: %[[i:.*]] = dxil.extract %{{.*}}[0] : !dxil.cbuf_ret<i32> -> i32
// CHECK-DAG: %[[c1:.*]] = arith.constant 1 : i32
// CHECK-DAG: %[[c4:.*]] = arith.constant 4 : i32
// CHECK-DAG: %[[c3:.*]] = arith.constant 3 : i32
// CHECK: %[[e0:.*]] = arith.divui %[[i]], %[[c3]] : i32
// CHECK: %[[o0:.*]] = arith.remui %[[i]], %[[c3]] : i32
// CHECK: %[[b0:.*]] = arith.muli %[[o0]], %[[c4]] : i32
// CHECK: %[[i1:.*]] = arith.addi %[[i]], %[[c1]] : i32
// CHECK: %[[e1:.*]] = arith.divui %[[i1]], %[[c3]] : i32
// CHECK: %[[o1:.*]] = arith.remui %[[i1]], %[[c3]] : i32
// CHECK: %[[b1:.*]] = arith.muli %[[o1]], %[[c4]] : i32
// CHECK: dxil.raw_buffer_load %{{.*}}, %[[e0]], %[[b0]] {alignment = 4 : i32, mask = 1 : i8}
// CHECK: dxil.raw_buffer_load %{{.*}}, %[[e1]], %[[b1]] {alignment = 4 : i32, mask = 1 : i8}
// CHECK: %[[product:.*]] = arith.muli %[[i]],
// CHECK: arith.divui %[[product]], %[[c3]] : i32
// CHECK: llvm.return
wave.func @unknown_place(%b: memref<?xf32> {wave.binding = #wave.binding<uav, vector<3xf32>>}, %i: i32 {wave.element = ui32}) kernel num_threads(32, 1, 1) {
  %c3 = arith.constant 3 : i32
  %at = arith.index_castui %i : i32 to index
  %v = vector.load %b[%at] : memref<?xf32>, vector<2xf32>
  %product = arith.muli %i, %c3 : i32
  %place = arith.index_castui %product : i32 to index
  %w = memref.load %b[%place] : memref<?xf32>
}

// Constant places; one vector that ends in the next element.

// CHECK-LABEL: dxil.module @constant_places
// CHECK-DAG: %[[c0:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[c1:.*]] = arith.constant 1 : i32
// CHECK-DAG: %[[c2:.*]] = arith.constant 2 : i32
// CHECK-DAG: %[[c4:.*]] = arith.constant 4 : i32
// CHECK: dxil.raw_buffer_load %[[b:.*]], %[[c1]], %[[c4]] {alignment = 4 : i32, mask = 1 : i8}
// CHECK: dxil.raw_buffer_load %[[b]], %[[c2]], %[[c0]] {alignment = 4 : i32, mask = 1 : i8}
// CHECK: dxil.raw_buffer_load %[[b]], %[[c1]], %[[c0]] {alignment = 4 : i32, mask = 3 : i8}
wave.func @constant_places(%b: memref<?xi32> {wave.binding = #wave.binding<uav, vector<2xui32>>}) kernel num_threads(32, 1, 1) {
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %v = vector.load %b[%c3] : memref<?xi32>, vector<2xi32>
  %w = vector.load %b[%c2] : memref<?xi32>, vector<2xi32>
}

// Doubles: their own from Shader Model 6.3 on, before it two words each.

// CHECK-LABEL: dxil.module @doubles
// CHECK-SAME: bytes = 24,
// CHECK: dxil.raw_buffer_load %{{.*}} {alignment = 8 : i32, mask = 7 : i8} : {{.*}} -> !dxil.res_ret<f64>
// CHECK: dxil.raw_buffer_store %{{.*}} {alignment = 8 : i32, mask = 7 : i8} : (!dxil.handle, i32, i32, f64, f64, f64, f64) -> ()

// RAW-LABEL: dxil.module @doubles
// RAW-DAG: %[[c0:.*]] = arith.constant 0 : i32
// RAW-DAG: %[[c16:.*]] = arith.constant 16 : i32
// RAW: %[[first:.*]] = dxil.raw_buffer_load %[[b:.*]], %[[c0]], %[[c0]] {alignment = 8 : i32, mask = 15 : i8} : {{.*}} -> !dxil.res_ret<i32>
// RAW: %[[x0:.*]] = dxil.extract %[[first]][0]
// RAW: %[[x1:.*]] = dxil.extract %[[first]][1]
// RAW: %[[second:.*]] = dxil.raw_buffer_load %[[b]], %[[c0]], %[[c16]] {alignment = 8 : i32, mask = 3 : i8} : {{.*}} -> !dxil.res_ret<i32>
// RAW: %[[z0:.*]] = dxil.extract %[[second]][0]
// RAW: %[[z1:.*]] = dxil.extract %[[second]][1]
// RAW: %[[x:.*]] = dxil.make_double %[[x0]], %[[x1]]
// RAW: dxil.make_double
// RAW: dxil.make_double %[[z0]], %[[z1]]
// RAW: %[[halves:.*]] = dxil.split_double %[[x]]
// RAW: %[[low:.*]] = dxil.extract %[[halves]][0]
// RAW: %[[high:.*]] = dxil.extract %[[halves]][1]
// RAW: dxil.raw_buffer_store %[[b]], %{{.*}}, %[[c0]], %[[low]], %[[high]], %{{.*}}, %{{.*}} {alignment = 8 : i32, mask = 15 : i8}
// RAW: dxil.raw_buffer_store %[[b]], %{{.*}}, %[[c16]], %{{.*}} {alignment = 8 : i32, mask = 3 : i8}

// OLD-LABEL: dxil.module @doubles
// OLD: dxil.buffer_load
// OLD: dxil.buffer_load
// OLD: dxil.make_double
// OLD: dxil.split_double
// OLD: dxil.buffer_store {{.*}} {mask = 15 : i8}
// OLD: dxil.buffer_store {{.*}} {mask = 3 : i8}
wave.func @doubles(%b: memref<?xf64> {wave.binding = #wave.binding<uav, vector<3xf64>>}) kernel num_threads(32, 1, 1) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %v = vector.load %b[%c0] : memref<?xf64>, vector<3xf64>
  vector.store %v, %b[%c3] : memref<?xf64>, vector<3xf64>
}

// CHECK-LABEL: dxil.module @long
// CHECK: dxil.raw_buffer_load %{{.*}} {alignment = 8 : i32, mask = 1 : i8} : {{.*}} -> !dxil.res_ret<i64>

// RAW-LABEL: dxil.module @long
// RAW: %[[c32:.*]] = arith.constant 32 : i64
// RAW: dxil.raw_buffer_load %{{.*}} {alignment = 8 : i32, mask = 3 : i8} : {{.*}} -> !dxil.res_ret<i32>
// RAW: %[[low:.*]] = arith.extui %{{.*}} : i32 to i64
// RAW: %[[high:.*]] = arith.extui %{{.*}} : i32 to i64
// RAW: %[[upper:.*]] = arith.shli %[[high]], %[[c32]] : i64
// RAW: %[[x:.*]] = arith.ori %[[low]], %[[upper]] : i64
// RAW: %[[first:.*]] = arith.trunci %[[x]] : i64 to i32
// RAW: %[[rest:.*]] = arith.shrui %[[x]], %[[c32]] : i64
// RAW: %[[second:.*]] = arith.trunci %[[rest]] : i64 to i32
// RAW: dxil.raw_buffer_store %{{.*}}, %[[first]], %[[second]], %{{.*}}, %{{.*}} {alignment = 8 : i32, mask = 3 : i8}
wave.func @long(%b: memref<?xi64> {wave.binding = #wave.binding<uav, si64>}) kernel num_threads(32, 1, 1) {
  %c0 = arith.constant 0 : index
  %x = memref.load %b[%c0] : memref<?xi64>
  memref.store %x, %b[%c0] : memref<?xi64>
}
