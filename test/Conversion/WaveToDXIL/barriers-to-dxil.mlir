// RUN: wave-opt %s --convert-wave-to-dxil=shader-model=6.0 | FileCheck %s
// RUN: wave-opt %s --convert-wave-to-dxil=shader-model=6.8 | FileCheck %s --check-prefix=NEW

// With a barrier of device memory other groups see what is stored.

// CHECK-LABEL: dxil.module @barriers
// CHECK-SAME: resourceClass = srv, {{[^>]*}} coherent = false
// CHECK-SAME: resourceClass = uav, {{[^>]*}} coherent = true
// CHECK: dxil.barrier {mode = #dxil<barrier_mode group>}
// CHECK: dxil.barrier {mode = #dxil<barrier_mode group_sync>}
// CHECK: dxil.barrier {mode = #dxil<barrier_mode device>}
// CHECK: dxil.barrier {mode = #dxil<barrier_mode device_sync>}
// CHECK: dxil.barrier {mode = #dxil<barrier_mode all>}
// CHECK: dxil.barrier {mode = #dxil<barrier_mode all_sync>}
// CHECK: dxil.barrier {mode = #dxil<barrier_mode group>}
// CHECK: dxil.barrier {mode = #dxil<barrier_mode group>}

// NEW-LABEL: dxil.module @barriers
// NEW-DAG: dxil.annotate_handle %{{.*}} {resourceProperties = #dxil.resource_properties<12, 4>}
// NEW-DAG: dxil.annotate_handle %{{.*}} {resourceProperties = #dxil.resource_properties<20492, 4>}
wave.func @barriers(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>},
                    %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(32, 1, 1) {
  %i = arith.constant 0 : index
  %x = memref.load %in[%i] : memref<?xi32>
  memref.store %x, %out[%i] : memref<?xi32>
  wave.barrier group
  wave.barrier group sync
  wave.barrier device
  wave.barrier device sync
  wave.barrier all
  wave.barrier all sync
  wave.barrier wave
  wave.barrier wave sync
}

// CHECK-LABEL: dxil.module @of_the_group
// CHECK-SAME: resourceClass = uav, {{[^>]*}} coherent = false
// NEW-LABEL: dxil.module @of_the_group
// NEW: dxil.annotate_handle %{{.*}} {resourceProperties = #dxil.resource_properties<4108, 4>}
wave.func @of_the_group(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(32, 1, 1) {
  %i = arith.constant 0 : index
  %x = memref.load %out[%i] : memref<?xi32>
  wave.barrier group sync
  memref.store %x, %out[%i] : memref<?xi32>
}
