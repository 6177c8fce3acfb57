// Names of types, and the types of functions' results. An assertion that does not hold is an error.
// RUN: wave-hlsl -emit-wave -enable-16bit-types %s | FileCheck %s
// RUN: wave-hlsl -emit-wave -DWIDE %s | FileCheck %s

// CHECK: wave.func @main

#define SAME(a, ...) _Static_assert(__is_same(a, __VA_ARGS__), "types differ");
#define RESULT(call, type) SAME(decltype(call), type)

#define SCALAR(name, type)                                                     \
  SAME(name, type)                                                             \
  SAME(name##1, vector<type, 1>)                                               \
  SAME(name##2, vector<type, 2>)                                               \
  SAME(name##3, vector<type, 3>)                                               \
  SAME(name##4, vector<type, 4>)                                               \
  ROWS(name, type, 1) ROWS(name, type, 2) ROWS(name, type, 3) ROWS(name, type, 4)
#define ROWS(name, type, rows)                                                 \
  SAME(name##rows##x1, matrix<type, rows, 1>)                                  \
  SAME(name##rows##x2, matrix<type, rows, 2>)                                  \
  SAME(name##rows##x3, matrix<type, rows, 3>)                                  \
  SAME(name##rows##x4, matrix<type, rows, 4>)

SCALAR(bool, bool)
SCALAR(int, int)
SCALAR(int32_t, int)
SCALAR(uint, unsigned int)
SCALAR(uint32_t, unsigned int)
SCALAR(dword, unsigned int)
SCALAR(int64_t, long)
SCALAR(uint64_t, unsigned long)
SCALAR(half, half)
SCALAR(min16float, half)
SCALAR(min10float, half)
SCALAR(float, float)
SCALAR(float32_t, float)
SCALAR(double, double)
SCALAR(float64_t, double)
#ifdef WIDE
SCALAR(min16int, int)
SCALAR(min12int, int)
SCALAR(min16uint, unsigned int)
_Static_assert(sizeof(half) == 4, "32 bits");
#else
SCALAR(int16_t, short)
SCALAR(uint16_t, unsigned short)
SCALAR(float16_t, half)
SCALAR(min16int, short)
SCALAR(min12int, short)
SCALAR(min16uint, unsigned short)
_Static_assert(sizeof(half) == 2, "16 bits");
#endif

// Arguments of several types.
static int i;
static uint u;
static bool b;
static float f;
static double d;
static half h;
static int2 i2;
static float2 f2;
static bool2 b2;
static uint4 u4;
static float2x3 m;
RESULT(min(i, f), float)
RESULT(max(f, d), double)
RESULT(min(i, u), uint)
RESULT(max(b, b), int)
RESULT(min(f2, f), float2)
RESULT(max(i, f2), float2)
RESULT(clamp(f2, i, 1), float2)
RESULT(lerp(f, f2, h), float2)
RESULT(mad(i, f, d), double)
RESULT(pow(i, 2), float)
RESULT(atan2(i2, f), float2)
RESULT(step(0, i2), float2)
RESULT(smoothstep(0, 1, f2), float2)
RESULT(fmod(i, 2), float)
RESULT(ldexp(f2, i), float2)

// Arguments of a type that a function does not have.
RESULT(sin(i), float)
RESULT(sqrt(u), float)
RESULT(exp(d), float)
RESULT(log10(d), double)
RESULT(abs(b2), int2)
RESULT(any(f2), bool)
RESULT(all(i), bool)
RESULT(length(i2), float)
RESULT(f16tof32(i), float)
RESULT(WaveActiveSum(b), int)
RESULT(WaveActiveAnyTrue(i), bool)

// Results of another type than the arguments.
RESULT(sign(f2), int2)
RESULT(isnan(f2), bool2)
RESULT(countbits(i2), uint2)
RESULT(firstbithigh((int64_t)i), uint)
RESULT(dot(i2, i2), int)
RESULT(dot(f2, i2), float)
RESULT(asuint(f2), uint2)
RESULT(asdouble(u, u), double)
RESULT(WaveMatch(f2), uint4)
RESULT(WaveActiveAllEqual(f2), bool2)
RESULT(WaveActiveBallot(true), uint4)
RESULT(select(b, f2, f2), float2)
RESULT(select(b2, f, i), float2)
RESULT(select(b2, f2, 1), float2)
RESULT(and(b2, true), bool2)
RESULT(or(i, f), bool)

// Matrices.
RESULT(abs(m), float2x3)
RESULT(max(m, 0), float2x3)
RESULT(isinf(m), bool2x3)
RESULT(lerp(m, m, f), float2x3)
RESULT(WaveReadLaneFirst(m), float2x3)
RESULT(transpose(m), float3x2)
RESULT(mul(m, (float3)1), float2)
RESULT(mul(f2, m), float3)
RESULT(mul(m, transpose(m)), float2x2)
RESULT(mul(f, m), float2x3)
RESULT(determinant((float3x3)0), float)

[numWaves(1)]
void main() {}
