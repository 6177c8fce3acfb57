// Functions that Python lacks, of constants: every comparison is folded to true.
// RUN: wave-hlsl -emit-wave -enable-16bit-types %s | wave-opt --canonicalize | FileCheck %s

RWStructuredBuffer<uint> results;
#define EXPECT(number, comparison) results[number] = (comparison) ? 1 : 0;

[numWaves(1)]
void main() {
  // CHECK-LABEL: wave.func @main
  // CHECK-COUNT-32: memref.store %c1_i32, %arg0
  // CHECK-NOT: memref.store
  uint low, high;
  asuint(1.5l, low, high);
  EXPECT(0, high == 0x3ff80000)
  EXPECT(1, low == 0)
  EXPECT(2, asdouble(0u, 0x40040000u) == 2.5l)
  EXPECT(3, AddUint64(uint2(0xffffffff, 1), uint2(1, 0)).x == 0)
  EXPECT(4, AddUint64(uint2(0xffffffff, 1), uint2(1, 0)).y == 2)
  EXPECT(5, msad4(0x01020304, uint2(0x05060708, 0x090a0b0c), uint4(1, 2, 3, 4)).x == 17)
  EXPECT(6, msad4(0x01000000, uint2(0x05060708, 0x090a0b0c), uint4(1, 2, 3, 4)).y == 13)
  EXPECT(7, pack_u8(uint4(1, 2, 3, 0x1ff)) == 0xff030201)
  EXPECT(8, pack_clamp_u8(int4(-5, 300, 7, 8)) == 0x0807ff00)
  EXPECT(9, pack_clamp_s8(int4(-200, 200, -1, 1)) == 0x01ff7f80)
  EXPECT(10, unpack_s8s32(0x00ff8001).y == -128)
  EXPECT(11, unpack_s8s16(0x00ff8001).z == -1)
  EXPECT(12, unpack_u8u32(0x00ff8001).z == 255)
  EXPECT(13, dot4add_u8packed(0x01020304, 0x01010101, 5) == 15)
  EXPECT(14, dot4add_i8packed(0xff02ff04, 0x01010101, 5) == 9)
  EXPECT(15, dot2add(half2(1.0, 2.0), half2(3.0, 4.0), 0.5) == 11.5)
  float sine, cosine;
  sincos(0.0, sine, cosine);
  EXPECT(16, sine == 0.0)
  EXPECT(17, cosine == 1.0)
  EXPECT(18, ldexp(1.5, 3) == 12.0)
  EXPECT(19, lit(0.5, -1, 2).z == 0.0)
  EXPECT(20, lit(0.5, 0.5, 2).z == 0.25)
  EXPECT(21, dst(float4(1, 2, 3, 4), float4(5, 6, 7, 8)).y == 12.0)
  EXPECT(22, determinant(float4x4(2, 0, 0, 1, 0, 3, 0, 0, 0, 0, 4, 0, 1, 0, 0, 5)) == 108.0)
  EXPECT(23, determinant(float3x3(1, 2, 3, 4, 5, 6, 7, 8, 10)) == -3.0)
  EXPECT(24, D3DCOLORtoUBYTE4(float4(0, 0.5, 1, 0)).x == 255)
  EXPECT(25, select(bool2(true, false), int2(1, 2), 3).y == 3)
  EXPECT(26, and(3, true))
  EXPECT(27, !or(0, false))
  EXPECT(28, mul(float2(1, 2), float2x2(1, 2, 3, 4)).y == 10.0)
  EXPECT(29, max(float2x2(1, 2, 3, 4), 2.5)[0].y == 2.5)
  EXPECT(30, frac((float2x2)1.25)[1].x == 0.25)
  EXPECT(31, !IsHelperLane())
}
