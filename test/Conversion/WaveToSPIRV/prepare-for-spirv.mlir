// RUN: wave-opt %s --convert-wave-to-gpu --convert-wave-to-spirv | FileCheck %s

gpu.module @kernels {
  // A barrier without sync is one that the host may switch off.
  // CHECK-LABEL: spirv.module {{.*}}@memory_barrier {{.*}}memory_barriers = {
  // CHECK: spirv.SpecConstant @memory_barriers spec_id(2) = true
  // CHECK: %[[wanted:.*]] = spirv.mlir.referenceof @memory_barriers : i1
  // CHECK: spirv.BranchConditional %[[wanted]]
  // CHECK: spirv.MemoryBarrier <Workgroup>
  wave.func @memory_barrier() kernel num_waves(2) {
    wave.barrier group
  }

  // A boolean that a loop carries is an integer.
  // CHECK-LABEL: spirv.module {{.*}}@carried_boolean
  // CHECK: spirv.mlir.loop
  // CHECK-NOT: ^bb1(%{{.*}}: i1
  // CHECK: ^bb1(%{{.*}}: i32
  wave.func @carried_boolean(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %flag: i1 {wave.element = i1}) kernel num_waves(2) {
    %c0 = arith.constant 0 : index
    %end = scf.while (%a = %flag) : (i1) -> i1 {
      %b = wave.any %a
      scf.condition(%b) %a : i1
    } do {
    ^bb0(%a: i1):
      %v = memref.load %out[%c0] : memref<?xi32>
      %zero = arith.constant 0 : i32
      %next = arith.cmpi eq, %v, %zero : i32
      scf.yield %next : i1
    }
    %r = arith.extui %end : i1 to i32
    memref.store %r, %out[%c0] : memref<?xi32>
  }

  // And so are those of a vector.
  // CHECK-LABEL: spirv.module {{.*}}@carried_booleans
  // CHECK: spirv.mlir.loop
  // CHECK-NOT: ^bb1(%{{.*}}: vector<2xi1>
  // CHECK: ^bb1(%{{.*}}: vector<2xi32>
  wave.func @carried_booleans(%p: vector<2xi1> {wave.element = vector<2xi1>}) kernel num_waves(2) {
    %end = scf.while (%a = %p) : (vector<2xi1>) -> vector<2xi1> {
      %first = vector.extract %a[0] : i1 from vector<2xi1>
      scf.condition(%first) %a : vector<2xi1>
    } do {
    ^bb0(%a: vector<2xi1>):
      %next = arith.xori %a, %p : vector<2xi1>
      scf.yield %next : vector<2xi1>
    }
  }

  // A number that starts as the largest one, here in the loop around, is carried
  // flipped in both loops.
  // CHECK-LABEL: spirv.module {{.*}}@carried_maximum
  // CHECK: %[[largest:.*]] = spirv.Constant 2147483647 : i32
  // CHECK: %[[zero:.*]] = spirv.Constant 0 : i32
  // CHECK: spirv.mlir.loop
  // CHECK: spirv.Branch ^bb1(%[[zero]] : i32)
  // CHECK: ^bb2(%[[number:[^ :]+]]: i32):
  // CHECK: %[[start:.*]] = spirv.BitwiseXor %[[number]], %[[largest]]
  // CHECK: spirv.mlir.loop
  // CHECK: spirv.Branch ^bb1(%[[start]] : i32)
  wave.func @carried_maximum(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %flag: i1 {wave.element = i1}) kernel num_waves(2) {
    %c0 = arith.constant 0 : index
    %minus_one = arith.constant -1 : i32
    %largest = arith.constant 2147483647 : i32
    %end = scf.while (%a = %largest) : (i32) -> i32 {
      scf.condition(%flag) %a : i32
    } do {
    ^bb0(%a: i32):
      %inner = scf.while (%b = %a) : (i32) -> i32 {
        %more = wave.any %flag
        scf.condition(%more) %b : i32
      } do {
      ^bb0(%b: i32):
        %inverted = arith.xori %b, %minus_one : i32
        scf.yield %inverted : i32
      }
      scf.yield %inner : i32
    }
    memref.store %end, %out[%c0] : memref<?xi32>
  }

  // An exchange of floats is one of their bits; all accesses of that memory follow.
  // CHECK-LABEL: spirv.module {{.*}}@exchange
  // CHECK-SAME: element = "f32"
  // CHECK-DAG: @buffer_arg0 {{.*}}!spirv.rtarray<i32, stride=4>
  // CHECK-DAG: @buffer_arg1 {{.*}}!spirv.rtarray<vector<2xf32>, stride=8>
  // CHECK-DAG: @groupshared_0 : !spirv.ptr<!spirv.array<4 x i32>, Workgroup>
  // CHECK: %[[bits:.*]] = spirv.Bitcast %{{.*}} : f32 to i32
  // CHECK: %[[old:.*]] = spirv.AtomicExchange <Device> <None> %{{.*}}, %[[bits]] : !spirv.ptr<i32, StorageBuffer>
  // CHECK: spirv.Bitcast %[[old]] : i32 to f32
  // CHECK: spirv.AtomicExchange <Workgroup> <None>
  // CHECK: %[[pair:.*]] = spirv.CompositeConstruct %{{.*}} : (i32, i32) -> vector<2xi32>
  // CHECK: spirv.Bitcast %[[pair]] : vector<2xi32> to vector<2xf32>
  // CHECK: spirv.Store "StorageBuffer" %{{.*}}, %{{.*}} : i32
  wave.func @exchange(%memory: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %other: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %x: f32 {wave.element = f32}) kernel num_waves(2) {
    %c0 = arith.constant 0 : index
    %shared = wave.groupshared : memref<4xf32, #gpu.address_space<workgroup>>
    %old = wave.atomic_exchange %x, %memory[%c0] : memref<?xf32>
    %older = wave.atomic_exchange %old, %shared[%c0] : memref<4xf32, #gpu.address_space<workgroup>>
    %pair = vector.load %shared[%c0] : memref<4xf32, #gpu.address_space<workgroup>>, vector<2xf32>
    memref.store %older, %memory[%c0] : memref<?xf32>
    vector.store %pair, %other[%c0] : memref<?xf32>, vector<2xf32>
  }

  // The results of a loop without a trip are its initial values.
  // CHECK-LABEL: spirv.module {{.*}}@loop_without_a_trip
  // CHECK: spirv.mlir.loop
  // CHECK: ^bb1(%[[i:.*]]: i32, %[[sum:.*]]: i32)
  // CHECK: spirv.Store "Function" %{{.*}}, %[[sum]] : i32
  // CHECK: spirv.BranchConditional
  wave.func @loop_without_a_trip(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %sum = scf.for %i = %zero to %n step %one iter_args(%s = %n) -> (i32) : i32 {
      %t = arith.addi %s, %i : i32
      scf.yield %t : i32
    }
    memref.store %sum, %out[%c0] : memref<?xi32>
  }
}
