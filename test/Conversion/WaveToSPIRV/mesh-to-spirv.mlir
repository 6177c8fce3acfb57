// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv -split-input-file | FileCheck %s

// An array that is only stored to is the payload.

// CHECK-LABEL: spirv.module @stored
// CHECK-SAME: requires #spirv.vce<v1.6, [Shader, MeshShadingEXT], [SPV_EXT_mesh_shader]>
// CHECK: spirv.GlobalVariable @payload : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32>)>, TaskPayloadWorkgroupEXT>
// CHECK-NOT: Workgroup>
// CHECK: spirv.func @stored
// CHECK: %[[P:.*]] = spirv.mlir.addressof @payload
// CHECK: %[[E:.*]] = spirv.AccessChain %[[P]][%{{.*}}, %{{.*}}]
// CHECK: spirv.Store "TaskPayloadWorkgroupEXT" %[[E]]
// CHECK-NOT: spirv.ControlBarrier
// CHECK: spirv.EXT.EmitMeshTasks %[[C1:.*]], %[[C1]], %[[C1]], %[[P]] : i32, i32, i32
// CHECK-NEXT: }
// CHECK: spirv.EntryPoint "TaskEXT" @stored, @payload
gpu.module @m {
wave.func @stored() kernel stage(amplification) num_threads(32, 1, 1) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : index
  %p = wave.groupshared : memref<64xi32, #gpu.address_space<workgroup>>
  memref.store %c1, %p[%c2] : memref<64xi32, #gpu.address_space<workgroup>>
  wave.dispatch_mesh %c1, %c1, %c1 payload(%p : memref<64xi32, #gpu.address_space<workgroup>>)
  wave.return
}
}

// -----

// One that is read as well, or by atomics, is copied by all threads after a barrier.

// CHECK-LABEL: spirv.module @copied
// CHECK-DAG: spirv.GlobalVariable @payload : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32>)>, TaskPayloadWorkgroupEXT>
// CHECK-DAG: spirv.GlobalVariable @groupshared_0 : !spirv.ptr<!spirv.array<64 x i32>, Workgroup>
// CHECK: spirv.func @copied
// CHECK: spirv.AtomicIAdd <Workgroup>
// CHECK: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
// CHECK: %[[WAVE:.*]] = spirv.mlir.referenceof @wave_size
// CHECK: spirv.IMul %[[WAVE]], %cst2
// CHECK: spirv.mlir.loop
// CHECK: spirv.Load "Workgroup"
// CHECK: spirv.Store "TaskPayloadWorkgroupEXT"
// CHECK: spirv.EXT.EmitMeshTasks
gpu.module @m {
wave.func @copied() kernel stage(amplification) num_waves(2) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : index
  %p = wave.groupshared : memref<64xi32, #gpu.address_space<workgroup>>
  %old = wave.atomic_rmw add %c1, %p[%c2] : memref<64xi32, #gpu.address_space<workgroup>>
  wave.dispatch_mesh %c1, %c1, %c1 payload(%p : memref<64xi32, #gpu.address_space<workgroup>>)
  wave.return
}
}

// -----

// A barrier behind the last access serves as well.

// CHECK-LABEL: spirv.module @complete
// CHECK: spirv.func @complete
// CHECK: spirv.ControlBarrier
// CHECK-NOT: spirv.ControlBarrier
// CHECK: spirv.EXT.EmitMeshTasks
gpu.module @m {
wave.func @complete() kernel stage(amplification) num_threads(8, 4, 2) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : index
  %p = wave.groupshared : memref<100xf16, #gpu.address_space<workgroup>>
  %v = memref.load %p[%c2] : memref<100xf16, #gpu.address_space<workgroup>>
  memref.store %v, %p[%c2] : memref<100xf16, #gpu.address_space<workgroup>>
  wave.barrier group sync
  wave.dispatch_mesh %c1, %c1, %c1 payload(%p : memref<100xf16, #gpu.address_space<workgroup>>)
  wave.return
}
}

// -----

// CHECK-LABEL: spirv.module @without_payload
// CHECK: spirv.EXT.EmitMeshTasks %{{.*}}, %{{.*}}, %{{.*}} : i32, i32, i32
gpu.module @m {
wave.func @without_payload(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(1) {
  wave.dispatch_mesh %n, %n, %n
  wave.return
}
}
