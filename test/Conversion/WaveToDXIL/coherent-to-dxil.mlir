// RUN: wave-opt %s --convert-wave-to-dxil=shader-model=6.6 | FileCheck %s
// RUN: wave-translate --wave-to-dxil --shader-model 6.6 %s -o %t.dxil
// RUN: llvm-objcopy --dump-section=DXIL=%t.bc %t.dxil /dev/null
// RUN: llvm-dis %t.bc -o - | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: dxil.module @waits
// CHECK-SAME: name = "flags"{{.*}} coherent = true, atomics64 = false>,
// CHECK-SAME: name = "out"{{.*}} coherent = false, atomics64 = false>,
// CHECK-SAME: name = "texels"{{.*}} coherent = true, atomics64 = false>]
// CHECK-DAG: %[[flags:.*]] = dxil.annotate_handle %{{.*}} {resourceProperties = #dxil.resource_properties<20492, 4>}
// CHECK-DAG: %[[texels:.*]] = dxil.annotate_handle %{{.*}} {resourceProperties = #dxil.resource_properties<20482, 261>}
// CHECK: scf.while
// CHECK: dxil.raw_buffer_load %[[flags]]
// CHECK: dxil.texture_load %[[texels]]
// CHECK: dxil.raw_buffer_store %[[flags]]

// The container's passes keep the loop.
// LLVM: br label %[[loop:.*]]
// LLVM: [[loop]]:
// LLVM: call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32
// LLVM: %[[unset:.*]] = icmp eq i32
// LLVM: br i1 %[[unset]], label %[[again:.*]], label
// LLVM: [[again]]:
// LLVM-NEXT: br label %[[loop]]
wave.func @waits(%flags: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "flags", wave.coherent},
                 %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "out"},
                 %texels: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, ui32>, wave.name = "texels", wave.coherent}) kernel num_threads(32, 1, 1) {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  scf.while : () -> () {
    %flag = wave.coherent_load %flags[%i0] : memref<?xi32>
    %isUnset = arith.cmpi eq, %flag, %c0 : i32
    scf.condition(%isUnset)
  } do {
    scf.yield
  }
  %texel = wave.image_load %texels[%c0, %c0] : !wave.image<2d, i32, 1> -> i32
  wave.coherent_store %texel, %flags[%i0] : memref<?xi32>
  memref.store %texel, %out[%i0] : memref<?xi32>
}
