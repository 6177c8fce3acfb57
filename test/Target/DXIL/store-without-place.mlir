// A store whose index is the quotient by zero has no place: LLVM makes it unreachable, and the kernel compiles.
// RUN: wave-translate --wave-to-dxil --opt-level=0 %s -o %t.0.dxil
// RUN: wave-translate --wave-to-dxil --opt-level=1 %s -o %t.1.dxil
// RUN: wave-translate --wave-to-dxil --opt-level=2 %s -o %t.2.dxil
// RUN: wave-opt -wave-to-dxil %s | FileCheck %s
// CHECK: arith.divui
// CHECK: llvm.store
gpu.module @kernels {
  wave.func @store(%values: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(32, 1, 1) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : index
    %words = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
    %value = memref.load %values[%one] : memref<?xi32>
    %quotient = arith.divui %value, %zero : i32
    %place = arith.index_castui %quotient : i32 to index
    memref.store %value, %words[%place] : memref<4xi32, #gpu.address_space<workgroup>>
    %word = memref.load %words[%one] : memref<4xi32, #gpu.address_space<workgroup>>
    memref.store %word, %out[%one] : memref<?xi32>
  }
}
