// RUN: wave-opt %s -wave-elide-barriers | FileCheck %s --check-prefix=ELIDE
// RUN: wave-opt %s -wave-pack-groupshared | FileCheck %s --check-prefix=PACK

// A store of a matrix conflicts with loads of all elements behind its first one.
// Arrays with matrices keep their memory.

// ELIDE-LABEL: wave.func @exchange
// ELIDE: wave.matrix_store
// ELIDE: wave.barrier group sync
// ELIDE: memref.load
// PACK-LABEL: wave.func @exchange
// PACK-COUNT-2: wave.groupshared
wave.func @exchange(%out: memref<?xf32> {wave.binding = #wave.binding<uav, 0, 0, f32>}) kernel num_waves(2) {
  %tile = wave.groupshared : memref<64xf32, #gpu.address_space<workgroup>>
  %other = wave.groupshared : memref<64xf32, #gpu.address_space<workgroup>>
  %zero = arith.constant 0 : i32
  %x = arith.constant 0.0 : f32
  %c7 = arith.constant 7 : index
  %a = wave.matrix_fill %x : f32 -> !wave.matrix<4x4xf32, acc>
  wave.matrix_store row_major %a, %tile[%zero, %zero] : !wave.matrix<4x4xf32, acc>, memref<64xf32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  %y = memref.load %tile[%c7] : memref<64xf32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  memref.store %y, %other[%c7] : memref<64xf32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  %b = wave.matrix_load row_major %other[%zero, %zero] : memref<64xf32, #gpu.address_space<workgroup>> -> !wave.matrix<4x4xf32, acc>
  wave.matrix_store row_major %b, %out[%zero, %zero] : !wave.matrix<4x4xf32, acc>, memref<?xf32>
}
