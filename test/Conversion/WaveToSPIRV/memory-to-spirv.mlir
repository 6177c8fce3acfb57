// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv | FileCheck %s

gpu.module @kernels {

// Scalars in argument order, then one length a buffer; booleans are four bytes.
// CHECK: spirv.module @layout
// CHECK-SAME: constants = {bytes = 24 : i64, fields = [{components = 1 : i64, element = "bool", name = "flag", offset = 0 : i64, role = "argument"}, {components = 1 : i64, element = "i32", name = "n", offset = 4 : i64, role = "argument"}, {components = 1 : i64, element = "u32", name = "arg4", offset = 8 : i64, role = "argument"}, {components = 1 : i64, element = "f32", name = "x", offset = 12 : i64, role = "argument"}, {components = 1 : i64, element = "u32", name = "src", offset = 16 : i64, role = "length"}, {components = 1 : i64, element = "u32", name = "out", offset = 20 : i64, role = "length"}]}
// CHECK: spirv.GlobalVariable @constants : !spirv.ptr<!spirv.struct<(i32 [0], i32 [4], i32 [8], f32 [12], i32 [16], i32 [20])>, PushConstant>
wave.func @layout(%src: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>, wave.name = "src"}, %flag: i1 {wave.element = i1, wave.name = "flag"},
                     %n: i32 {wave.element = si32, wave.name = "n"}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>, wave.name = "out"},
                     %m: i32 {wave.element = ui32}, %x: f32 {wave.element = f32, wave.name = "x"}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %length = memref.dim %out, %c0 : memref<?xf32>
  scf.if %flag {
    memref.store %x, %out[%length] : memref<?xf32>
  }
}

// Read-only buffers say so in their type, which no written buffer shares: NVIDIA's driver (580.159) applies `NonWritable` of a
// variable to every variable of its type. Others are coherent where a barrier orders them.
// CHECK: spirv.module @buffers
// CHECK-DAG: spirv.GlobalVariable @buffer_a bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0, NonWritable])>, StorageBuffer>
// CHECK-DAG: spirv.GlobalVariable @buffer_b bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
// CHECK-DAG: spirv.GlobalVariable @buffer_c bind(2, 7) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>
// CHECK-NOT: coherent
// CHECK: spirv.func @buffers
wave.func @buffers(%a: memref<?xi32> {wave.binding = #wave.binding<srv, i1>, wave.name = "a"}, %b: memref<?xf32> {wave.binding = #wave.binding<uav, f32>, wave.name = "b"},
                   %c: memref<?xi32> {wave.binding = #wave.binding<uav, 2, 7, ui32>, wave.name = "c"}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %a[%c0] : memref<?xi32>
  %1 = arith.bitcast %0 : i32 to f32
  // A barrier of the group orders groupshared memory alone.
  wave.barrier group sync
  memref.store %0, %c[%c0] : memref<?xi32>
  memref.store %1, %b[%c0] : memref<?xf32>
}

// CHECK: spirv.module @coherent
// CHECK-DAG: spirv.GlobalVariable @buffer_a bind(0, 0) : {{.*}}NonWritable
// CHECK-DAG: spirv.GlobalVariable @buffer_b bind(0, 1) {coherent} :
wave.func @coherent(%a: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>, wave.name = "a"}, %b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "b"}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %a[%c0] : memref<?xi32>
  memref.store %0, %b[%c0] : memref<?xi32>
  wave.barrier device
}

// Groupshared and local arrays.
// CHECK: spirv.module @arrays
// CHECK-SAME: groupshared_bytes = 20 : i64
// CHECK-DAG: spirv.GlobalVariable @groupshared_0 : !spirv.ptr<!spirv.array<4 x i32>, Workgroup>
// CHECK-DAG: spirv.GlobalVariable @groupshared_1 : !spirv.ptr<!spirv.array<1 x f32>, Workgroup>
// CHECK: spirv.Variable : !spirv.ptr<!spirv.array<3 x f32>, Function>
// CHECK: spirv.Load "Workgroup" %{{.*}} : i32
// CHECK: spirv.Load "Function" %{{.*}} : f32
// CHECK: spirv.Store "Workgroup" %{{.*}}, %{{.*}} : f32
wave.func @arrays(%i: i32 {wave.element = ui32}) kernel num_waves(1) {
  %a = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %b = wave.groupshared : memref<1xf32, #gpu.address_space<workgroup>>
  %c = memref.alloca() : memref<3xf32>
  %k = arith.index_castui %i : i32 to index
  %0 = memref.load %a[%k] : memref<4xi32, #gpu.address_space<workgroup>>
  %1 = memref.load %c[%k] : memref<3xf32>
  memref.store %1, %b[%k] : memref<1xf32, #gpu.address_space<workgroup>>
}

// Scope and semantics of each barrier. Those without a meeting stand under a setting of
// the host's: see wave.setting memory_barriers.
// CHECK: spirv.module @barriers
// CHECK: spirv.func @barriers
// CHECK: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
// CHECK: spirv.MemoryBarrier <Workgroup>, <AcquireRelease|WorkgroupMemory>
// CHECK: spirv.ControlBarrier <Workgroup>, <Device>, <AcquireRelease|UniformMemory>
// CHECK: spirv.MemoryBarrier <Device>, <AcquireRelease|UniformMemory>
// CHECK: spirv.ControlBarrier <Workgroup>, <Device>, <AcquireRelease|UniformMemory|WorkgroupMemory>
// CHECK: spirv.MemoryBarrier <Device>, <AcquireRelease|UniformMemory|WorkgroupMemory>
// CHECK: spirv.ControlBarrier <Subgroup>, <Subgroup>, <AcquireRelease|WorkgroupMemory>
// CHECK: spirv.MemoryBarrier <Subgroup>, <AcquireRelease|WorkgroupMemory>
// CHECK: spirv.Return
wave.func @barriers() kernel num_waves(1) {
  wave.barrier group sync
  wave.barrier group
  wave.barrier device sync
  wave.barrier device
  wave.barrier all sync
  wave.barrier all
  wave.barrier wave sync
  wave.barrier wave
}

// Atomics order nothing but themselves; other groups see those of buffers.
// CHECK: spirv.module @atomics
// CHECK: spirv.AtomicIAdd <Device> <None> %{{.*}}, %{{.*}} : !spirv.ptr<i32, StorageBuffer>
// CHECK: spirv.AtomicAnd <Device> <None>
// CHECK: spirv.AtomicOr <Device> <None>
// CHECK: spirv.AtomicXor <Device> <None>
// CHECK: spirv.AtomicSMin <Workgroup> <None> %{{.*}}, %{{.*}} : !spirv.ptr<i32, Workgroup>
// CHECK: spirv.AtomicUMin <Workgroup> <None>
// CHECK: spirv.AtomicSMax <Workgroup> <None>
// CHECK: spirv.AtomicUMax <Workgroup> <None>
wave.func @atomics(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %v: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %s = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %0 = wave.atomic_rmw add %v, %b[%c0] : memref<?xi32>
  %1 = wave.atomic_rmw and %v, %b[%c0] : memref<?xi32>
  %2 = wave.atomic_rmw or %v, %b[%c0] : memref<?xi32>
  %3 = wave.atomic_rmw xor %v, %b[%c0] : memref<?xi32>
  %4 = wave.atomic_rmw minsi %v, %s[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  %5 = wave.atomic_rmw minui %v, %s[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  %6 = wave.atomic_rmw maxsi %v, %s[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  %7 = wave.atomic_rmw maxui %v, %s[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
}

// CHECK: spirv.module @atomics_of_64
// CHECK: spirv.AtomicUMax <Device> <None> %{{.*}}, %{{.*}} : !spirv.ptr<i64, StorageBuffer>
// CHECK: spirv.AtomicExchange <Workgroup> <None> %{{.*}}, %{{.*}} : !spirv.ptr<i64, Workgroup>
// CHECK: %[[zero:.*]] = spirv.Constant 0 : i64
// CHECK: spirv.AtomicCompareExchange <Device> <None> <None> %{{.*}}, %[[v:.*]], %[[zero]] : !spirv.ptr<i64, StorageBuffer>
wave.func @atomics_of_64(%b: memref<?xi64> {wave.binding = #wave.binding<uav, ui64>}, %v: i64 {wave.element = ui64}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %s = wave.groupshared : memref<4xi64, #gpu.address_space<workgroup>>
  %0 = wave.atomic_rmw maxui %v, %b[%c0] : memref<?xi64>
  %1 = wave.atomic_exchange %v, %s[%c0] : memref<4xi64, #gpu.address_space<workgroup>>
  %zero = arith.constant 0 : i64
  %2 = wave.atomic_cas %zero, %v, %b[%c0] : memref<?xi64>
}

// Floats are compared as bits: their memory holds integers.
// CHECK: spirv.module @atomics_of_floats
// CHECK: %[[y:.*]] = spirv.Bitcast %{{.*}} : f32 to i32
// CHECK: %[[x:.*]] = spirv.Bitcast %{{.*}} : f32 to i32
// CHECK: spirv.AtomicCompareExchange <Device> <None> <None> %{{.*}}, %{{.*}}, %{{.*}} : !spirv.ptr<i32, StorageBuffer>
wave.func @atomics_of_floats(%b: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %x: f32 {wave.element = f32}, %y: f32 {wave.element = f32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %0 = wave.atomic_cas %x, %y, %b[%c0] : memref<?xf32>
}

// Two names that are the same are two buffers all the same.
// CHECK: spirv.module @names
// CHECK-DAG: spirv.GlobalVariable @[[a:.*]] bind(0, 0)
// CHECK-DAG: spirv.GlobalVariable @[[b:.*]] bind(0, 1)
// CHECK: spirv.func @names
// CHECK-DAG: spirv.mlir.addressof @[[a]] :
// CHECK-DAG: spirv.mlir.addressof @[[b]] :
wave.func @names(%a: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "arg1"}, %b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  memref.store %n, %a[%c0] : memref<?xi32>
  memref.store %n, %b[%c0] : memref<?xi32>
}

}
