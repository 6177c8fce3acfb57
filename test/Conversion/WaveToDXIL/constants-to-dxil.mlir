// RUN: wave-opt %s --convert-wave-to-dxil=shader-model=6.6 | FileCheck %s
// RUN: wave-opt %s --convert-wave-to-dxil=shader-model=6.5 | FileCheck %s --check-prefix=OLD

// Scalars stand in one constant buffer, each row of which is loaded once for each type;
// a length of a buffer and the numbers of groups come behind.

// CHECK-LABEL: dxil.module @constants
// CHECK-SAME: resources = [#dxil.resource<resourceClass = cbv, id = 0, name = "constants", space = 0, lower = 0, kind = cbuffer, component = 0, components = 0, bytes = 52, coherent = false, atomics64 = false>, #dxil.resource<resourceClass = uav, id = 0,
// CHECK: llvm.func @constants()
// CHECK: %[[h:.*]] = dxil.create_handle_from_binding %{{.*}} {binding = #dxil.res_bind<lower = 0, upper = 0, space = 0, resourceClass = cbv>, nonUniform = false}
// CHECK: %[[constants:.*]] = dxil.annotate_handle %[[h]] {resourceProperties = #dxil.resource_properties<13, 52>}
// CHECK: %[[row0:.*]] = dxil.cbuffer_load_legacy %[[constants]], %[[c0:.*]] : {{.*}} -> !dxil.cbuf_ret<i32>
// CHECK: %[[a:.*]] = dxil.extract %[[row0]][0] : !dxil.cbuf_ret<i32> -> i32
// CHECK: %[[p:.*]] = dxil.extract %[[row0]][1] : !dxil.cbuf_ret<i32> -> i32
// CHECK: %[[bool:.*]] = arith.cmpi ne, %[[p]], %{{.*}} : i32
// CHECK: %[[floats:.*]] = dxil.cbuffer_load_legacy %[[constants]], %[[c0]] : {{.*}} -> !dxil.cbuf_ret<f32>
// CHECK: %[[half:.*]] = dxil.extract %[[floats]][2] : !dxil.cbuf_ret<f32> -> f32
// CHECK: arith.truncf %[[half]] : f32 to f16
// CHECK: %[[doubles:.*]] = dxil.cbuffer_load_legacy %[[constants]], %[[c1:.*]] : {{.*}} -> !dxil.cbuf_ret<f64>
// CHECK: dxil.extract %[[doubles]][0] : !dxil.cbuf_ret<f64> -> f64
// CHECK: %[[rest:.*]] = dxil.cbuffer_load_legacy %[[constants]], %[[c1]] : {{.*}} -> !dxil.cbuf_ret<f32>
// CHECK: %[[x:.*]] = dxil.extract %[[rest]][2] : !dxil.cbuf_ret<f32> -> f32
// CHECK: %[[y:.*]] = dxil.extract %[[rest]][3] : !dxil.cbuf_ret<f32> -> f32
// CHECK: %[[row2:.*]] = dxil.cbuffer_load_legacy %[[constants]], %[[c2:.*]] : {{.*}} -> !dxil.cbuf_ret<i32>
// CHECK: %[[s:.*]] = dxil.extract %[[row2]][0] : !dxil.cbuf_ret<i32> -> i32
// CHECK: arith.trunci %[[s]] : i32 to i16
// CHECK: %[[length:.*]] = dxil.extract %[[row2]][1] : !dxil.cbuf_ret<i32> -> i32
// CHECK: dxil.cbuffer_load_legacy %[[constants]], %[[c3:.*]] : {{.*}} -> !dxil.cbuf_ret<i32>
// CHECK-NOT: dxil.cbuffer_load_legacy
// CHECK: llvm.return

// OLD-LABEL: dxil.module @constants
// OLD: dxil.create_handle %{{.*}} {nonUniform = false, rangeId = 0 : i32, resourceClass = #dxil<resource_class cbv>}
wave.func @constants(%a: i32 {wave.element = ui32}, %p: i1 {wave.element = i1}, %h: f16 {wave.element = f16},
                     %d: f64 {wave.element = f64}, %v: vector<2xf32> {wave.element = vector<2xf32>}, %s: i16 {wave.element = si16},
                     %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(32, 1, 1) {
  %i0 = arith.constant 0 : index
  %0 = arith.extui %p : i1 to i32
  %1 = arith.addi %a, %0 : i32
  %2 = arith.extf %h : f16 to f32
  %x = vector.extract %v[0] : f32 from vector<2xf32>
  %y = vector.extract %v[1] : f32 from vector<2xf32>
  %3 = arith.addf %2, %x : f32
  %4 = arith.addf %3, %y : f32
  %5 = arith.truncf %d : f64 to f32
  %6 = arith.addf %4, %5 : f32
  %7 = arith.bitcast %6 : f32 to i32
  %8 = arith.extsi %s : i16 to i32
  %9 = memref.dim %out, %i0 : memref<?xi32>
  %10 = arith.index_castui %9 : index to i32
  %11 = wave.group_count x : i32
  %12 = wave.group_count z : i32
  %13 = arith.addi %1, %7 : i32
  %14 = arith.addi %13, %8 : i32
  %15 = arith.addi %14, %10 : i32
  %16 = arith.addi %15, %11 : i32
  %17 = arith.addi %16, %12 : i32
  memref.store %17, %out[%i0] : memref<?xi32>
}

// A kernel that reads none has none.
// CHECK-LABEL: dxil.module @none
// CHECK-SAME: resources = []
wave.func @none(%a: i32 {wave.element = ui32}, %b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(32, 1, 1) {
}
