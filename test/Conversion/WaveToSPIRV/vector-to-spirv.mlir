// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv | FileCheck %s

gpu.module @kernels {

// CHECK: spirv.module @components
// CHECK: %[[b:.*]] = spirv.CompositeExtract %[[v:.*]][1 : i32] : vector<3xi16>
// CHECK: spirv.CompositeConstruct %[[b]], %[[b]] : (i16, i16) -> vector<2xi16>
// CHECK: spirv.CompositeConstruct %[[b]], %{{.*}}, %[[b]], %[[b]] : (i16, i16, i16, i16) -> vector<4xi16>
// CHECK: spirv.CompositeInsert %[[b]], %[[v]][2 : i32] : i16 into vector<3xi16>
// CHECK: spirv.VectorShuffle [2 : i32, 0 : i32, 4 : i32] %[[v]], %[[v]] : vector<3xi16>, vector<3xi16> -> vector<3xi16>
wave.func @components(%v: vector<3xi16> {wave.element = vector<3xui16>}) kernel num_waves(1) {
  %a = vector.extract %v[0] : i16 from vector<3xi16>
  %b = vector.extract %v[1] : i16 from vector<3xi16>
  %0 = vector.broadcast %b : i16 to vector<2xi16>
  %1 = vector.from_elements %b, %a, %b, %b : vector<4xi16>
  %2 = vector.insert %b, %v[2] : i16 into vector<3xi16>
  %3 = vector.shuffle %v, %v [2, 0, 4] : vector<3xi16>, vector<3xi16>
}

// Memory holds scalars: a vector is read and written one by one.
// CHECK: spirv.module @memory
// CHECK: %[[x:.*]] = spirv.Load "StorageBuffer" %{{.*}} : f32
// CHECK: spirv.IAdd %[[i:.*]], %{{.*}} : i32
// CHECK: %[[y:.*]] = spirv.Load "StorageBuffer" %{{.*}} : f32
// CHECK: %[[v:.*]] = spirv.CompositeConstruct %[[x]], %[[y]] : (f32, f32) -> vector<2xf32>
// CHECK: spirv.CompositeExtract %[[v]][0 : i32]
// CHECK: spirv.Store "Workgroup"
// CHECK: spirv.CompositeExtract %[[v]][1 : i32]
// CHECK: spirv.Store "Workgroup"
// CHECK: spirv.Store "Function"
// CHECK: spirv.Store "Function"
wave.func @memory(%in: memref<?xf32> {wave.binding = #wave.binding<srv, vector<2xf32>>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %i = arith.index_castui %n : i32 to index
  %s = wave.groupshared : memref<8xf32, #gpu.address_space<workgroup>>
  %a = memref.alloca() : memref<8xf32>
  %v = vector.load %in[%i] : memref<?xf32>, vector<2xf32>
  vector.store %v, %s[%i] : memref<8xf32, #gpu.address_space<workgroup>>, vector<2xf32>
  vector.store %v, %a[%i] : memref<8xf32>, vector<2xf32>
}

// CHECK: spirv.module @results
// CHECK: spirv.Variable : !spirv.ptr<vector<3xf32>, Function>
wave.func @results(%p: i1 {wave.element = i1}, %v: vector<3xf32> {wave.element = vector<3xf32>}) kernel num_waves(1) {
  %0 = scf.if %p -> vector<3xf32> {
    %1 = arith.negf %v : vector<3xf32>
    scf.yield %1 : vector<3xf32>
  } else {
    scf.yield %v : vector<3xf32>
  }
  %2 = arith.negf %0 : vector<3xf32>
}

}
