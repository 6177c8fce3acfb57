// RUN: wave-opt %s --convert-wave-to-dxil=shader-model=6.6 | FileCheck %s

// CHECK-LABEL: dxil.module @images
// CHECK-SAME: resources = [#dxil.resource<resourceClass = srv, id = 0, name = "a", space = 0, lower = 0, kind = texture2d, component = 9, components = 4, bytes = 0, coherent = false, atomics64 = false>,
// CHECK-SAME: #dxil.resource<resourceClass = uav, id = 0, name = "b", space = 0, lower = 1, kind = texture2d, component = 9, components = 2,
// CHECK-SAME: #dxil.resource<resourceClass = uav, id = 1, name = "c", space = 0, lower = 2, kind = texture2d, component = 5, components = 1,
// CHECK-DAG: %[[none:.*]] = llvm.mlir.undef : i32
// CHECK-DAG: %[[c0:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[a:.*]] = dxil.annotate_handle %{{.*}} {resourceProperties = #dxil.resource_properties<2, 1033>}
// CHECK-DAG: %[[b:.*]] = dxil.annotate_handle %{{.*}} {resourceProperties = #dxil.resource_properties<4098, 521>}
// CHECK-DAG: %[[c:.*]] = dxil.annotate_handle %{{.*}} {resourceProperties = #dxil.resource_properties<4098, 261>}
// CHECK: %[[size:.*]] = dxil.get_dimensions %[[a]], %[[c0]]
// CHECK: %[[w:.*]] = dxil.extract %[[size]][0]
// CHECK: %[[size2:.*]] = dxil.get_dimensions %[[b]], %[[c0]]
// CHECK: %[[h:.*]] = dxil.extract %[[size2]][1]
// CHECK: %[[t:.*]] = dxil.texture_load %[[a]], %[[c0]], %[[w]], %[[h]], %[[none]], %[[none]], %[[none]], %[[none]] : {{.*}} -> !dxil.res_ret<f32>
// CHECK: %[[t0:.*]] = dxil.extract %[[t]][0]
// CHECK: %[[t3:.*]] = dxil.extract %[[t]][3]
// CHECK: dxil.texture_store %[[b]], %[[w]], %[[h]], %[[none]], %[[t3]], %[[t0]], %[[t0]], %[[t0]] {mask = 15 : i8}
// CHECK: %[[u:.*]] = dxil.texture_load %[[c]], %[[none]], %[[h]], %[[w]], %[[none]], %[[none]], %[[none]], %[[none]] : {{.*}} -> !dxil.res_ret<i32>
// CHECK: %[[x:.*]] = dxil.extract %[[u]][0]
// CHECK: dxil.texture_store %[[c]], %[[w]], %[[h]], %[[none]], %[[x]], %[[x]], %[[x]], %[[x]] {mask = 15 : i8}
wave.func @images(%a: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<srv, f32>, wave.name = "a"},
                  %b: !wave.image<2d, f32, 2> {wave.binding = #wave.binding<uav, f32>, wave.name = "b"},
                  %c: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, ui32>, wave.name = "c"}) kernel num_threads(32, 1, 1) {
  %w = wave.image_size x %a : !wave.image<2d, f32, 4>
  %h = wave.image_size y %b : !wave.image<2d, f32, 2>
  %t = wave.image_load %a[%w, %h] : !wave.image<2d, f32, 4> -> vector<4xf32>
  %t0 = vector.extract %t[0] : f32 from vector<4xf32>
  %t3 = vector.extract %t[3] : f32 from vector<4xf32>
  %v = vector.from_elements %t3, %t0 : vector<2xf32>
  wave.image_store %v, %b[%w, %h] : vector<2xf32>, !wave.image<2d, f32, 2>
  %u = wave.image_load %c[%h, %w] : !wave.image<2d, i32, 1> -> i32
  wave.image_store %u, %c[%w, %h] : i32, !wave.image<2d, i32, 1>
}

// A texel of which nothing was written.
// CHECK-LABEL: llvm.func @poison
// CHECK: dxil.texture_store %{{.*}}, %[[undef:.*]], %[[undef]], %[[undef]], %[[undef]] {
wave.func @poison(%image: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, f32>}, %x: i32 {wave.element = i32}) kernel num_threads(64, 1, 1) {
  %texel = ub.poison : vector<4xf32>
  wave.image_store %texel, %image[%x, %x] : vector<4xf32>, !wave.image<2d, f32, 4>
}

// The third coordinate of an array is the layer; atomics have three coordinates.
// CHECK-LABEL: dxil.module @atomics
// CHECK-SAME: kind = texture2d_array, component = 5, components = 1,
// CHECK-DAG: %[[none:.*]] = llvm.mlir.undef : i32
// CHECK-DAG: %[[a:.*]] = dxil.annotate_handle %{{.*}} {resourceProperties = #dxil.resource_properties<4098, 260>}
// CHECK-DAG: %[[b:.*]] = dxil.annotate_handle %{{.*}} {resourceProperties = #dxil.resource_properties<4103, 261>}
// CHECK: %[[size:.*]] = dxil.get_dimensions %[[b]]
// CHECK: %[[n:.*]] = dxil.extract %[[size]][2]
// CHECK: %[[old:.*]] = dxil.atomic_bin_op %[[a]], %[[n]], %[[n]], %[[none]], %[[n]] {kind = #dxil<atomic_kind add>}
// CHECK: dxil.atomic_bin_op %[[b]], %[[n]], %[[n]], %[[n]], %[[old]] {kind = #dxil<atomic_kind exchange>}
// CHECK: dxil.atomic_compare_exchange %[[b]], %[[n]], %[[n]], %[[n]], %[[old]], %[[n]]
// CHECK: dxil.texture_load %[[b]], %[[none]], %[[n]], %[[n]], %[[n]]
wave.func @atomics(%a: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, si32>, wave.name = "a"},
                   %b: !wave.image<2d_array, i32, 1> {wave.binding = #wave.binding<uav, ui32>, wave.name = "b"}) kernel num_threads(32, 1, 1) {
  %n = wave.image_size z %b : !wave.image<2d_array, i32, 1>
  %old = wave.image_atomic_rmw add %n, %a[%n, %n] : !wave.image<2d, i32, 1>
  %0 = wave.image_atomic_exchange %old, %b[%n, %n, %n] : !wave.image<2d_array, i32, 1>
  %1 = wave.image_atomic_cas %old, %n, %b[%n, %n, %n] : !wave.image<2d_array, i32, 1>
  %2 = wave.image_load %b[%n, %n, %n] : !wave.image<2d_array, i32, 1> -> i32
  wave.image_store %2, %b[%n, %n, %n] : i32, !wave.image<2d_array, i32, 1>
}

// Normalized channels have their own types.
// CHECK-LABEL: dxil.module @normalized
// CHECK-SAME: name = "b", space = 0, lower = 1, kind = texture2d, component = 13, components = 1,
// CHECK-SAME: name = "a", space = 0, lower = 0, kind = texture2d, component = 14, components = 4,
// CHECK-DAG: dxil.annotate_handle %{{.*}} {resourceProperties = #dxil.resource_properties<4098, 1038>}
// CHECK-DAG: dxil.annotate_handle %{{.*}} {resourceProperties = #dxil.resource_properties<2, 269>}
wave.func @normalized(%a: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, f32>, wave.normalized = "unorm", wave.name = "a"},
                      %b: !wave.image<2d, f32, 1> {wave.binding = #wave.binding<srv, f32>, wave.normalized = "snorm", wave.name = "b"},
                      %x: i32 {wave.element = i32}) kernel num_threads(32, 1, 1) {
  %t = wave.image_load %b[%x, %x] : !wave.image<2d, f32, 1> -> f32
  %v = vector.from_elements %t, %t, %t, %t : vector<4xf32>
  wave.image_store %v, %a[%x, %x] : vector<4xf32>, !wave.image<2d, f32, 4>
}
