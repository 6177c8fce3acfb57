// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv | FileCheck %s

gpu.module @kernels {

// No flag: the product and the sum are rounded each.
// CHECK: spirv.module @contraction
// CHECK: spirv.FMul %{{.*}}, %{{.*}} {no_contraction} : f32
// CHECK: spirv.FAdd %{{.*}}, %{{.*}} {no_contraction} : f32
// CHECK: spirv.FSub %{{.*}}, %{{.*}} {no_contraction} : f32
// CHECK: spirv.FMul %{{.*}}, %{{[0-9]+}} : f32
// CHECK: spirv.FAdd %{{.*}}, %{{[0-9]+}} : f32
// CHECK: spirv.FSub %{{.*}}, %{{[0-9]+}} : f32
wave.func @contraction(%x: f32 {wave.element = f32}, %y: f32 {wave.element = f32}) kernel num_waves(1) {
  %0 = arith.mulf %x, %y : f32
  %1 = arith.addf %0, %y : f32
  %2 = arith.subf %1, %y : f32
  %3 = arith.mulf %x, %y fastmath<contract> : f32
  %4 = arith.addf %3, %y fastmath<contract> : f32
  %5 = arith.subf %3, %4 fastmath<contract> : f32
}

// The flag goes where there is nothing to contract: a driver would take it as leave to gather constants.
// CHECK: spirv.module @order
// CHECK: spirv.FSub %{{.*}}, %{{.*}} {no_contraction} : f32
// CHECK: spirv.FAdd %{{.*}}, %{{.*}} {no_contraction} : f32
// CHECK: spirv.FMul %{{.*}}, %{{.*}} {no_contraction} : f32
// CHECK: spirv.FMul %{{.*}}, {{%[a-z0-9_]+}} : f32
// CHECK: spirv.FNegate
// CHECK: spirv.FAdd %{{.*}}, {{%[a-z0-9_]+}} : f32
wave.func @order(%x: f32 {wave.element = f32}, %y: f32 {wave.element = f32}) kernel num_waves(1) {
  %half = arith.constant 0.5 : f32
  %0 = arith.subf %x, %y fastmath<contract> : f32
  %1 = arith.addf %0, %half fastmath<contract> : f32
  %2 = arith.mulf %x, %half fastmath<contract> : f32
  %3 = arith.mulf %2, %half fastmath<contract> : f32
  %4 = arith.negf %3 : f32
  %5 = arith.addf %1, %4 fastmath<contract> : f32
}

// A constant of a sum of sums stays where it is; so does one that is added to what a loop has summed.
// CHECK: spirv.module @constants
// CHECK: spirv.FMul %{{.*}}, %{{[a-z0-9_]+}} : f32
// CHECK: spirv.FAdd %{{.*}}, %cst_f32 {no_contraction} : f32
// CHECK: spirv.FMul %{{.*}}, %{{[a-z0-9_]+}} : f32
// CHECK: spirv.FAdd %{{.*}}, %{{[a-z0-9_]+}} : f32
// CHECK: spirv.FMul %{{.*}}, %{{[a-z0-9_]+}} : f32
// CHECK: spirv.FAdd %{{.*}}, %cst_f32{{[_0-9]*}} : f32
// CHECK: spirv.mlir.loop
// CHECK: spirv.FSub %{{.*}}, %{{.*}} {no_contraction} : f32
// CHECK: spirv.FAdd %{{.*}}, %{{.*}} {no_contraction} : f32
wave.func @constants(%x: f32 {wave.element = f32}, %y: f32 {wave.element = f32}, %n: i32 {wave.element = i32}) kernel num_waves(1) {
  %half = arith.constant 0.5 : f32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.mulf %x, %y fastmath<contract> : f32
  %1 = arith.addf %0, %half fastmath<contract> : f32
  %2 = arith.mulf %y, %y fastmath<contract> : f32
  %3 = arith.addf %1, %2 fastmath<contract> : f32
  %4 = arith.mulf %3, %y fastmath<contract> : f32
  %5 = arith.addf %4, %half fastmath<contract> : f32
  %6 = scf.for %i = %c0 to %n step %c1 iter_args(%total = %half) -> f32 : i32 {
    %next = arith.subf %total, %x fastmath<contract> : f32
    scf.yield %next : f32
  }
  %7 = arith.addf %6, %half fastmath<contract> : f32
}

// A NaN beside a number is ignored: what is marked becomes NMin.
// CHECK: spirv.module @minimum
// CHECK: spirv.GL.FMin %{{.*}}, %{{.*}} {no_contraction} : vector<2xf16>
// CHECK-NOT: spirv.IsNan
wave.func @minimum(%x: vector<2xf16> {wave.element = vector<2xf16>}, %y: vector<2xf16> {wave.element = vector<2xf16>}) kernel num_waves(1) {
  %0 = arith.minnumf %x, %y : vector<2xf16>
}

// CHECK: spirv.module @remainder
// CHECK: %[[quotient:.*]] = spirv.SDiv %[[x:.*]], %[[y:.*]] : vector<2xi32>
// CHECK: %[[product:.*]] = spirv.IMul %[[quotient]], %[[y]]
// CHECK: spirv.ISub %[[x]], %[[product]]
wave.func @remainder(%x: vector<2xi32> {wave.element = vector<2xsi32>}, %y: vector<2xi32> {wave.element = vector<2xsi32>}) kernel num_waves(1) {
  %0 = arith.remsi %x, %y : vector<2xi32>
}

// NVIDIA's compiler divides vectors of 64 bits incorrectly.
// CHECK: spirv.module @remainder_of_64_bits
// CHECK-COUNT-2: spirv.SDiv %{{.*}}, %{{.*}} : i64
// CHECK: spirv.CompositeConstruct %{{.*}}, %{{.*}} : (i64, i64) -> vector<2xi64>
wave.func @remainder_of_64_bits(%x: vector<2xi64> {wave.element = vector<2xsi64>}, %y: vector<2xi64> {wave.element = vector<2xsi64>}) kernel num_waves(1) {
  %0 = arith.remsi %x, %y : vector<2xi64>
}

// One condition for a vector is one a component: the other form is SPIR-V 1.4.
// CHECK: spirv.module @selection
// CHECK: %[[all:.*]] = spirv.CompositeConstruct %[[p:.*]], %[[p]], %[[p]] : (i1, i1, i1) -> vector<3xi1>
// CHECK: spirv.Select %[[all]], %{{.*}} : vector<3xi1>, vector<3xf32>
wave.func @selection(%p: i1 {wave.element = i1}, %x: vector<3xf32> {wave.element = vector<3xf32>}) kernel num_waves(1) {
  %0 = arith.negf %x : vector<3xf32>
  %1 = arith.select %p, %x, %0 : i1, vector<3xf32>
}

// CHECK: spirv.module @booleans
// CHECK: %[[one:.*]] = spirv.Constant dense<-1.0{{.*}}> : vector<2xf32>
// CHECK: %[[zero:.*]] = spirv.Constant dense<0.0{{.*}}> : vector<2xf32>
// CHECK: spirv.Select %{{.*}}, %[[one]], %[[zero]] : vector<2xi1>, vector<2xf32>
wave.func @booleans(%p: vector<2xi1> {wave.element = vector<2xi1>}) kernel num_waves(1) {
  %0 = arith.sitofp %p : vector<2xi1> to vector<2xf32>
}

// What was an integer before may have been rounded: without the flag drivers take both conversions for none.
// CHECK: spirv.module @rounded
// CHECK: spirv.ConvertFToU %{{.*}} {no_contraction} : f32 to i32
// CHECK: spirv.ConvertFToS %{{.*}} {no_contraction} : vector<2xf32> to vector<2xi32>
wave.func @rounded(%x: i32 {wave.element = ui32}, %y: vector<2xi32> {wave.element = vector<2xsi32>}) kernel num_waves(1) {
  %0 = arith.uitofp %x : i32 to f32
  %1 = arith.fptoui %0 : f32 to i32
  %2 = arith.sitofp %y : vector<2xi32> to vector<2xf32>
  %3 = arith.fptosi %2 : vector<2xf32> to vector<2xi32>
}

}
