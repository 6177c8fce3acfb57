// RUN: wave-translate --wave-to-spirv %s -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s
// RUN: wave-translate --wave-to-spirv --fixed-wave-size=16 %s -o %t.w16.spv
// RUN: spirv-val %t.w16.spv
// RUN: spirv-dis %t.w16.spv | FileCheck %s --check-prefix=FIXED
// RUN: wave-translate --wave-to-manifest %s | FileCheck %s --check-prefix=MANIFEST

// The validator is Khronos's, which knows where the launch may stand and what the
// payload may be.

// CHECK: Version: 1.6
// CHECK: OpCapability MeshShadingEXT
// CHECK: OpExtension "SPV_EXT_mesh_shader"
// CHECK: OpEntryPoint TaskEXT %[[MAIN:[0-9]+]] "cull"
// CHECK: OpExecutionModeId %[[MAIN]] LocalSizeId %[[THREADS:[0-9]+]]
// CHECK-DAG: %[[THREADS]] = OpSpecConstantOp %uint IMul
// CHECK-DAG: %[[PAYLOAD:[0-9]+]] = OpVariable %{{.*}} TaskPayloadWorkgroupEXT
// CHECK: OpEmitMeshTasksEXT %{{.*}} %{{.*}} %{{.*}} %[[PAYLOAD]]
// CHECK-NEXT: OpFunctionEnd

// FIXED: Version: 1.4
// FIXED: OpExecutionMode %{{.*}} LocalSize 32 1 1

// MANIFEST: "groupshared_bytes": 8
// MANIFEST: "payload": {
// MANIFEST-NEXT: "bytes": 256,
// MANIFEST-NEXT: "element": "i32",
// MANIFEST-NEXT: "elements": 64
// MANIFEST: "stage": "amplification"
// MANIFEST: "wave_sizes": [
// MANIFEST-NEXT: 4,
// MANIFEST-NEXT: 8,
// MANIFEST-NEXT: 16,
// MANIFEST-NEXT: 32,
// MANIFEST-NEXT: 64
// MANIFEST-NEXT: ]

gpu.module @kernels {
wave.func @cull(%radii: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}) kernel stage(amplification) num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %count = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
  %kept = wave.groupshared : memref<64xi32, #gpu.address_space<workgroup>>
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %lanes = wave.lane_count : i32
  %before = arith.muli %wave, %lanes : i32
  %thread = arith.addi %before, %lane : i32
  %i = arith.index_castui %thread : i32 to index
  %first = arith.cmpi eq, %thread, %c0 : i32
  scf.if %first {
    memref.store %c0, %count[%i0] : memref<1xi32, #gpu.address_space<workgroup>>
  }
  wave.barrier group sync
  %radius = memref.load %radii[%i] : memref<?xf32>
  %hidden = arith.cmpf ole, %radius, %zero : f32
  wave.retire_if %hidden
  %slot = wave.atomic_rmw add %c1, %count[%i0] : memref<1xi32, #gpu.address_space<workgroup>>
  %place = arith.index_castui %slot : i32 to index
  memref.store %thread, %kept[%place] : memref<64xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  %total = memref.load %count[%i0] : memref<1xi32, #gpu.address_space<workgroup>>
  wave.dispatch_mesh %total, %c1, %c1 payload(%kept : memref<64xi32, #gpu.address_space<workgroup>>)
}
}
