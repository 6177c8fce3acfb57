// The order of a matrix in memory is stated at its declaration, and nowhere else.
// RUN: not wave-hlsl %s -DPRAGMA 2>&1 | FileCheck %s --check-prefix=PRAGMA
// RUN: not wave-hlsl %s -DARGUMENT 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: not wave-hlsl %s -DNAME 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: wave-hlsl %s 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=warning

#ifdef PRAGMA
// PRAGMA: :[[@LINE+1]]:9: error: this pragma is not supported: matrices are column_major unless their declarations are row_major [hlsl-unsupported]
#pragma pack_matrix(row_major)
#else
#pragma pack_matrix(column_major)
#endif

#ifdef ARGUMENT
// ARGUMENT: :[[@LINE+1]]:18: error: row_major is not supported within a type: put the matrix into a struct, with a row_major field [hlsl-unsupported]
StructuredBuffer<row_major float2x2> matrices;
#elif defined NAME
// NAME: :[[@LINE+1]]:28: error: row_major is not supported within a type: put the matrix into a struct, with a row_major field [hlsl-unsupported]
typedef row_major float2x2 Matrix;
StructuredBuffer<Matrix> matrices;
#else
StructuredBuffer<column_major float2x2> matrices;
#endif
RWStructuredBuffer<float> result;

// GOOD: wave.func @main
[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) { result[i] = matrices[i][0][1]; }
