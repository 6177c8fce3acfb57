// RUN: wave-opt %s --convert-wave-to-dxil=shader-model=6.6 | FileCheck %s

// A buffer with atomics on two elements is a raw buffer: its addresses are in bytes.
// CHECK-LABEL: dxil.module @wide
// CHECK-SAME: resources = [{{.*}}#dxil.resource<resourceClass = uav, id = 0, name = "a", space = 0, lower = 0, kind = raw_buffer, component = 0, components = 0, bytes = 0, coherent = false, atomics64 = true>
// CHECK-SAME: stride = 0
// CHECK-DAG: %[[none:.*]] = llvm.mlir.undef : i32
// CHECK-DAG: %[[a:.*]] = dxil.annotate_handle %{{.*}} {resourceProperties = #dxil.resource_properties<4107, 0>}
// CHECK: %[[byte:.*]] = arith.muli %{{.*}}, %{{.*}} : i32
// CHECK: %[[old:.*]] = dxil.atomic_bin_op %[[a]], %[[byte]], %[[none]], %[[none]], %{{.*}} {kind = #dxil<atomic_kind umin>}
// CHECK: dxil.raw_buffer_store %[[a]], %{{.*}}, %[[none]],
wave.func @wide(%a: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "a"},
                %v: i64 {wave.element = ui64}, %i: i32 {wave.element = ui32}) kernel num_threads(32, 1, 1) {
  %index = arith.index_castui %i : i32 to index
  %0 = wave.atomic_rmw minui %v, %a[%index] : i64, memref<?xi32>
  %low = arith.trunci %0 : i64 to i32
  memref.store %low, %a[%index] : memref<?xi32>
}
