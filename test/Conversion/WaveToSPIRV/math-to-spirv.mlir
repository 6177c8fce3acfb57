// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv | FileCheck %s

gpu.module @kernels {

// CHECK: spirv.module @one_instruction
// CHECK: spirv.GL.FAbs %[[v:.*]] : vector<3xf32>
// CHECK: spirv.GL.SAbs %{{.*}} : i64
// CHECK: spirv.GL.Ceil %[[v]]
// CHECK: spirv.GL.Floor %[[v]]
// CHECK-NOT: RoundEven
// CHECK: spirv.GL.Sqrt %[[v]]
// CHECK: spirv.GL.InverseSqrt %[[v]]
// CHECK: spirv.GL.Exp %[[v]]
// CHECK: spirv.GL.Exp2 %[[v]]
// CHECK: spirv.GL.Log %[[v]]
// CHECK: spirv.GL.Log2 %[[v]]
// CHECK: spirv.GL.Sin %[[v]]
// CHECK: spirv.GL.Cos %[[v]]
// CHECK: spirv.GL.Tan %[[v]]
// CHECK: spirv.GL.Asin %[[v]]
// CHECK: spirv.GL.Acos %[[v]]
// CHECK: spirv.GL.Atan %[[v]]
// CHECK: spirv.GL.Sinh %[[v]]
// CHECK: spirv.GL.Cosh %[[v]]
// CHECK: spirv.GL.Tanh %[[v]]
// CHECK: spirv.GL.Fma %[[v]], %[[v]], %[[v]]
// CHECK-NEXT: spirv.Return
wave.func @one_instruction(%v: vector<3xf32> {wave.element = vector<3xf32>}, %n: i64 {wave.element = si64}) kernel num_waves(1) {
  %0 = math.absf %v : vector<3xf32>
  %1 = math.absi %n : i64
  %2 = math.ceil %v : vector<3xf32>
  %3 = math.floor %v : vector<3xf32>
  %4 = math.roundeven %v : vector<3xf32>
  %5 = math.sqrt %v : vector<3xf32>
  %6 = math.rsqrt %v : vector<3xf32>
  %7 = math.exp %v : vector<3xf32>
  %8 = math.exp2 %v : vector<3xf32>
  %9 = math.log %v : vector<3xf32>
  %10 = math.log2 %v : vector<3xf32>
  %11 = math.sin %v : vector<3xf32>
  %12 = math.cos %v : vector<3xf32>
  %13 = math.tan %v : vector<3xf32>
  %15 = math.asin %v : vector<3xf32>
  %16 = math.acos %v : vector<3xf32>
  %17 = math.atan %v : vector<3xf32>
  %18 = math.sinh %v : vector<3xf32>
  %19 = math.cosh %v : vector<3xf32>
  %20 = math.tanh %v : vector<3xf32>
  %14 = math.fma %v, %v, %v : vector<3xf32>
}

// CHECK: spirv.module @log10
// CHECK: %[[log2:.*]] = spirv.GL.Log2 %{{.*}} : f16
// CHECK: spirv.FMul %[[log2]], %{{.*}} : f16
wave.func @log10(%x: f16 {wave.element = f16}) kernel num_waves(1) {
  %0 = math.log10 %x : f16
}

// CHECK: spirv.module @atan2
// CHECK: %[[width:.*]] = spirv.GL.FAbs %[[x:.*]] : vector<2xf32>
// CHECK: %[[height:.*]] = spirv.GL.FAbs %[[y:.*]] : vector<2xf32>
// CHECK: %[[steep:.*]] = spirv.FOrdGreaterThan %[[height]], %[[width]]
// CHECK: %[[shorter:.*]] = spirv.Select %[[steep]], %[[width]], %[[height]]
// CHECK: %[[longer:.*]] = spirv.Select %[[steep]], %[[height]], %[[width]]
// CHECK: %[[quotient:.*]] = spirv.FDiv %[[shorter]], %[[longer]]
// CHECK: %[[defined:.*]] = spirv.Select %{{.*}}, %{{.*}}, %[[quotient]]
// CHECK: spirv.GL.Atan %[[defined]]
// CHECK: spirv.Bitcast %[[x]] : vector<2xf32> to vector<2xi32>
// CHECK: spirv.Bitcast %[[y]] : vector<2xf32> to vector<2xi32>
// CHECK: spirv.BitwiseOr
wave.func @atan2(%y: vector<2xf32> {wave.element = vector<2xf32>}, %x: vector<2xf32> {wave.element = vector<2xf32>}) kernel num_waves(1) {
  %0 = math.atan2 %y, %x : vector<2xf32>
}

// CHECK: spirv.module @atan2_of_halves
// CHECK: spirv.GL.Atan %{{.*}} : f32
// CHECK: spirv.FConvert %{{.*}} : f32 to f16
wave.func @atan2_of_halves(%y: f16 {wave.element = f16}, %x: f16 {wave.element = f16}) kernel num_waves(1) {
  %0 = math.atan2 %y, %x : f16
}

// CHECK: spirv.module @trunc
// CHECK: %[[negative:.*]] = spirv.FOrdLessThan %[[x:.*]], %{{.*}} : f64
// CHECK: %[[ceil:.*]] = spirv.GL.Ceil %[[x]]
// CHECK: %[[floor:.*]] = spirv.GL.Floor %[[x]]
// CHECK: spirv.Select %[[negative]], %[[ceil]], %[[floor]]
wave.func @trunc(%x: f64 {wave.element = f64}) kernel num_waves(1) {
  %0 = math.trunc %x : f64
}

// Halves of f64, which a driver rounds wrong, by the rounding of a sum that stays one.
// CHECK: spirv.module @round_f64
// CHECK-NOT: RoundEven
// CHECK: %[[whole:.*]] = spirv.Constant 0x4330000000000000 : f64
// CHECK: %[[magnitude:.*]] = spirv.GL.FAbs %[[x:.*]] : f64
// CHECK: %[[sum:.*]] = spirv.FAdd %[[magnitude]], %[[whole]] {no_contraction}
// CHECK: %[[rounded:.*]] = spirv.FSub %[[sum]], %[[whole]] {no_contraction}
// CHECK: %[[small:.*]] = spirv.FOrdLessThan %[[magnitude]], %[[whole]]
// CHECK: spirv.Select %[[small]], %[[rounded]], %[[magnitude]]
// CHECK: spirv.BitwiseOr %{{.*}} : i64
wave.func @round_f64(%x: f64 {wave.element = f64}) kernel num_waves(1) {
  %0 = math.roundeven %x : f64
}

// CHECK: spirv.module @round_f32
// CHECK: %[[whole:.*]] = spirv.Constant 0x4B000000 : f32
// CHECK: spirv.FAdd %{{.*}}, %[[whole]] {no_contraction}
// CHECK: spirv.BitwiseOr %{{.*}} : i32
wave.func @round_f32(%x: f32 {wave.element = f32}) kernel num_waves(1) {
  %0 = math.roundeven %x : f32
}

// CHECK: spirv.module @round_f16
// CHECK: spirv.GL.RoundEven %{{.*}} : f16
wave.func @round_f16(%x: f16 {wave.element = f16}) kernel num_waves(1) {
  %0 = math.roundeven %x : f16
}

// Of a negative base a NaN, of 0 what the exponent says.
// CHECK: spirv.module @pow
// CHECK: %[[zero:.*]] = spirv.Constant 0.0
// CHECK: %[[one:.*]] = spirv.Constant 1.0
// CHECK: %[[infinity:.*]] = spirv.Constant 0x7F800000 : f32
// CHECK: %[[nan:.*]] = spirv.Constant 0x7FC00000 : f32
// CHECK: %[[power:.*]] = spirv.GL.Pow %[[x:.*]], %[[y:.*]] : f32
// CHECK: %[[isZero:.*]] = spirv.FOrdEqual %[[x]], %[[zero]]
// CHECK: %[[isNegative:.*]] = spirv.FOrdLessThan %[[x]], %[[zero]]
// CHECK: %[[rest:.*]] = spirv.Select %[[isZero]], %{{.*}}, %[[power]]
// CHECK: spirv.Select %[[isNegative]], %[[nan]], %[[rest]]
wave.func @pow(%x: f32 {wave.element = f32}, %y: f32 {wave.element = f32}) kernel num_waves(1) {
  %0 = math.powf %x, %y : f32
}

// Bits are counted, found and reversed in 32; 0 has as many zeros as it has bits.
// CHECK: spirv.module @bits_of_32
// CHECK: spirv.BitCount %[[n:.*]] : i32
// CHECK: %[[highest:.*]] = spirv.GL.FindUMsb %[[n]] : i32
// CHECK: %[[leading:.*]] = spirv.ISub %{{.*}}, %[[highest]]
// CHECK: %[[zero:.*]] = spirv.IEqual %[[n]], %{{.*}}
// CHECK: spirv.Select %[[zero]], %{{.*}}, %[[leading]]
// CHECK: %[[lowest:.*]] = spirv.GL.FindILsb %[[n]] : i32
// CHECK: %[[zero:.*]] = spirv.IEqual %[[n]], %{{.*}}
// CHECK: spirv.Select %[[zero]], %{{.*}}, %[[lowest]]
// CHECK: spirv.BitReverse %[[n]] : i32
wave.func @bits_of_32(%n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %0 = math.ctpop %n : i32
  %1 = math.ctlz %n : i32
  %2 = math.cttz %n : i32
  %3 = wave.reverse_bits %n : i32
}

// CHECK: spirv.module @bits_of_16
// CHECK: %[[wide:.*]] = spirv.UConvert %{{.*}} : vector<2xi16> to vector<2xi32>
// CHECK: %[[upper:.*]] = spirv.ShiftLeftLogical %[[wide]]
// CHECK: %[[count:.*]] = spirv.BitCount %[[upper]]
// CHECK: spirv.SConvert %[[count]] : vector<2xi32> to vector<2xi16>
// CHECK: %[[end:.*]] = spirv.Constant dense<65536> : vector<2xi32>
// CHECK: spirv.BitwiseOr %{{.*}}, %[[end]]
// CHECK: spirv.GL.FindILsb
wave.func @bits_of_16(%n: vector<2xi16> {wave.element = vector<2xui16>}) kernel num_waves(1) {
  %0 = math.ctpop %n : vector<2xi16>
  %1 = math.cttz %n : vector<2xi16>
}

// CHECK: spirv.module @bits_of_64
// CHECK: %[[up:.*]] = spirv.ShiftRightLogical %[[n:.*]], %{{.*}} : i64, i64
// CHECK: %[[low:.*]] = spirv.UConvert %[[n]] : i64 to i32
// CHECK: %[[high:.*]] = spirv.UConvert %[[up]] : i64 to i32
// CHECK: %[[a:.*]] = spirv.BitCount %[[low]] : i32
// CHECK: %[[b:.*]] = spirv.BitCount %[[high]] : i32
// CHECK: %[[sum:.*]] = spirv.IAdd %[[a]], %[[b]] : i32
// CHECK: spirv.UConvert %[[sum]] : i32 to i64
wave.func @bits_of_64(%n: i64 {wave.element = ui64}) kernel num_waves(1) {
  %0 = math.ctpop %n : i64
}

}
