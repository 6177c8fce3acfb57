// RUN: wave-opt %s --convert-wave-to-gpu --convert-wave-to-spirv | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: spirv.module {{.*}}@greatest
  // CHECK-NOT: spirv.GL.SMax
  // CHECK: %[[c:.*]] = spirv.SGreaterThan %[[x:.*]], %[[y:.*]] : i32
  // CHECK: spirv.Select %[[c]], %[[x]], %[[y]] : i1, i32
  // CHECK: %[[c:.*]] = spirv.ULessThan %[[x:.*]], %[[y:.*]] : vector<2xi16>
  // CHECK: spirv.Select %[[c]], %[[x]], %[[y]] : vector<2xi1>, vector<2xi16>
  wave.func @greatest(%x: i32 {wave.element = si32}, %y: i32 {wave.element = si32}, %v: vector<2xi16> {wave.element = vector<2xui16>}, %w: vector<2xi16> {wave.element = vector<2xui16>}) kernel num_waves(1) {
    %0 = arith.maxsi %x, %y : i32
    %1 = arith.minui %v, %w : vector<2xi16>
  }

  // CHECK-LABEL: spirv.module {{.*}}@reciprocals
  // CHECK-NOT: spirv.SDiv
  // CHECK: %[[one:.*]] = spirv.IEqual %[[y:.*]], %[[c1:.*]] : i64
  // CHECK: %[[unsigned:.*]] = spirv.Select %[[one]], %[[c1]], %{{.*}} : i1, i64
  // CHECK: %[[minus:.*]] = spirv.IEqual %[[y]], %[[c2:.*]] : i64
  // CHECK: spirv.Select %[[minus]], %[[c2]], %[[unsigned]] : i1, i64
  // CHECK-NOT: spirv.UDiv
  // CHECK: %[[one:.*]] = spirv.IEqual %[[w:.*]], %[[c1:.*]] : vector<2xi16>
  // CHECK: spirv.Select %[[one]], %[[c1]], %{{.*}} : vector<2xi1>, vector<2xi16>
  // CHECK: spirv.UDiv
  wave.func @reciprocals(%y: i64 {wave.element = si64}, %w: vector<2xi16> {wave.element = vector<2xui16>}) kernel num_waves(1) {
    %c1 = arith.constant 1 : i64
    %0 = arith.divsi %c1, %y : i64
    %s1 = arith.constant 1 : i16
    %v1 = vector.broadcast %s1 : i16 to vector<2xi16>
    %1 = arith.divui %v1, %w : vector<2xi16>
    %v2 = arith.constant dense<[1, 2]> : vector<2xi16>
    %2 = arith.divui %v2, %w : vector<2xi16>
  }

  // The minimum of a bounds check stays.
  // CHECK-LABEL: spirv.module {{.*}}@guarded
  // CHECK: spirv.GL.UMin
  wave.func @guarded(%n: i32 {wave.element = ui32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
    %c0 = arith.constant 0 : index
    %length = memref.dim %out, %c0 : memref<?xi32>
    %i = arith.index_castui %n : i32 to index
    %0 = arith.minui %i, %length : index
    memref.store %n, %out[%0] : memref<?xi32>
  }

  // CHECK-LABEL: spirv.module {{.*}}@negated
  // CHECK: %[[wide:.*]] = spirv.UConvert %{{.*}} : i16 to i32
  // CHECK: %[[upper:.*]] = spirv.ShiftLeftLogical %[[wide]], %{{.*}}
  // CHECK: %[[negated:.*]] = spirv.ISub %{{.*}}, %[[upper]] : i32
  // CHECK: %[[lower:.*]] = spirv.ShiftRightArithmetic %[[negated]], %{{.*}}
  // CHECK: spirv.SConvert %[[lower]] : i32 to i16
  // 32 bits wrap around.
  // CHECK: spirv.ISub %{{.*}}, %{{.*}} : i32
  // CHECK: spirv.ISub %{{.*}}, %{{.*}} : vector<2xi32>
  // CHECK: spirv.Return
  wave.func @negated(%x: i16 {wave.element = si16}, %y: i32 {wave.element = si32}) kernel num_waves(1) {
    %z16 = arith.constant 0 : i16
    %v = vector.broadcast %z16 : i16 to vector<2xi16>
    %w = vector.broadcast %x : i16 to vector<2xi16>
    %z32 = arith.constant 0 : i32
    %0 = arith.subi %z16, %x : i16
    %1 = arith.subi %z32, %y : i32
    %2 = arith.subi %v, %w : vector<2xi16>
  }

  // CHECK-LABEL: spirv.module {{.*}}@counted
  // CHECK: %[[upper:.*]] = spirv.ShiftLeftLogical
  // CHECK: spirv.BitCount %[[upper]] : i32
  wave.func @counted(%x: i16 {wave.element = si16}) kernel num_waves(1) {
    %0 = math.ctpop %x : i16
  }

  // CHECK-LABEL: spirv.module {{.*}}@halves
  // CHECK-NOT: f32 to i64
  // CHECK: %[[whole:.*]] = spirv.GL.Floor
  // CHECK: %[[upper:.*]] = spirv.GL.Floor
  // CHECK: %[[lower:.*]] = spirv.FSub %[[whole]], %{{.*}} : f32
  // CHECK: spirv.ConvertFToU %[[upper]] {{.*}}: f32 to i32
  // CHECK: spirv.ShiftLeftLogical
  // CHECK: spirv.ConvertFToU %[[lower]] {{.*}}: f32 to i32
  // CHECK: spirv.BitwiseOr %{{.*}}, %{{.*}} : i64
  // CHECK-NOT: f32 to i64
  // CHECK: spirv.Return
  wave.func @halves(%f: f32 {wave.element = f32}) kernel num_waves(1) {
    %0 = arith.fptoui %f : f32 to i64
  }

  // CHECK-LABEL: spirv.module {{.*}}@compared
  // CHECK: %[[wide:.*]] = spirv.SConvert %{{.*}} : i32 to i64
  // CHECK: %[[flipped:.*]] = spirv.BitwiseXor %[[wide]], %{{.*}} : i64
  // CHECK: spirv.ULessThan %[[flipped]], %{{.*}} : i64
  // Only the sign is ambiguous.
  // CHECK: spirv.ULessThan %[[wide]]
  // CHECK-NOT: spirv.BitwiseXor
  // CHECK: spirv.Return
  wave.func @compared(%x: i32 {wave.element = si32}) kernel num_waves(1) {
    %c5 = arith.constant 5 : i64
    %0 = arith.extsi %x : i32 to i64
    %1 = arith.cmpi slt, %0, %c5 : i64
    %2 = arith.cmpi ult, %0, %c5 : i64
  }
}
