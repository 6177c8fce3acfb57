// RUN: split-file %s %t
// RUN: wave-translate --wave-to-ptx %t/loads.mlir | FileCheck %s --check-prefix=LOADS
// RUN: wave-translate --wave-to-ptx %t/vectors.mlir | FileCheck %s --check-prefix=VECTORS
// RUN: wave-translate --wave-to-ptx %t/atomics.mlir | FileCheck %s --check-prefix=ATOMICS

// A lane out of bounds reads zeros of the module: no branch, and read-only memory through its
// cache. The store has a condition.
// LOADS: .global .align 16 .b8 {{.*}}[32]
// LOADS: .entry loads
// LOADS-NOT: bra
// LOADS: selp.b64
// LOADS-NEXT: ld.global.nc.b32
// LOADS: redux.sync
// LOADS: @%p{{[0-9]+}} bra
// LOADS: st.global.b32

// An element of four floats is one access, whose zeros need no select.
// VECTORS: .entry vectors
// VECTORS: ld.global.nc.v4.b32
// VECTORS-NOT: selp
// VECTORS: st.global.v4.b32

// ATOMICS: .entry atomics
// ATOMICS: atom.{{(relaxed.)?(gpu.)?}}global.{{(gpu.)?}}add.u32
// ATOMICS: atom.{{(relaxed.)?(gpu.)?}}global.{{(gpu.)?}}add.f32
// ATOMICS: atom.{{(relaxed.)?(cta.)?}}shared.{{(cta.)?}}max.s32
// ATOMICS: atom.{{(relaxed.)?(gpu.)?}}global.{{(gpu.)?}}cas.b32

//--- loads.mlir
gpu.module @kernels {
  wave.func @loads(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>},
                   %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
    %lane = wave.lane_index : i32
    %i = arith.index_castui %lane : i32 to index
    %x = memref.load %in[%i] : memref<?xi32>
    %sum = wave.reduce add %x : i32
    memref.store %sum, %out[%i] : memref<?xi32>
  }
}
//--- vectors.mlir
gpu.module @kernels {
  wave.func @vectors(%in: memref<?xf32> {wave.binding = #wave.binding<srv, vector<4xf32>>},
                     %out: memref<?xf32> {wave.binding = #wave.binding<uav, vector<4xf32>>}) kernel num_waves(1) {
    %lane = wave.lane_index : i32
    %k = arith.index_castui %lane : i32 to index
    %c4 = arith.constant 4 : index
    %i = arith.muli %k, %c4 : index
    %x = vector.load %in[%i] : memref<?xf32>, vector<4xf32>
    vector.store %x, %out[%i] : memref<?xf32>, vector<4xf32>
  }
}
//--- atomics.mlir
gpu.module @kernels {
  wave.func @atomics(%u: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
                     %f: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(2) {
    %lane = wave.lane_index : i32
    %i = arith.index_castui %lane : i32 to index
    %shared = wave.groupshared : memref<64xi32, #gpu.address_space<workgroup>>
    %x = memref.load %f[%i] : memref<?xf32>
    memref.store %lane, %shared[%i] : memref<64xi32, #gpu.address_space<workgroup>>
    wave.barrier group sync
    %a = wave.atomic_rmw add %lane, %u[%i] : memref<?xi32>
    %b = wave.atomic_rmw add %x, %f[%i] : memref<?xf32>
    %c = wave.atomic_rmw maxsi %a, %shared[%i] : memref<64xi32, #gpu.address_space<workgroup>>
    %d = wave.atomic_cas %c, %lane, %u[%i] : memref<?xi32>
    memref.store %d, %u[%i] : memref<?xi32>
    memref.store %b, %f[%i] : memref<?xf32>
  }
}
