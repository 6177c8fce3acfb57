// RUN: wave-hlsl %s -nologo -Tcs_6_8 -Emain -Zi -O3 -WX -Qstrip_debug -Qembed_debug -Qstrip_reflect -Fo %t.dxil
// RUN: wave-hlsl %s /nologo /T cs_6_8 /E main /O3 /Fo %t.slash.dxil
// RUN: cmp %t.dxil %t.slash.dxil
// RUN: wave-hlsl %s -Od -Fo %t.plain.dxil
// RUN: not cmp %t.dxil %t.plain.dxil
// RUN: wave-hlsl %s -spirv -fspv-target-env=vulkan1.3 -fvk-use-scalar-layout -fvk-use-dx-layout -Fo %t.spv
// RUN: spirv-val %t.spv
// RUN: not wave-hlsl /missing.hlsl 2>&1 | FileCheck %s --check-prefix=MISSING

// RUN: not wave-hlsl %s -fvk-t-shift 16 -spirv 2>&1 | FileCheck %s --check-prefix=SHIFT
// RUN: not wave-hlsl %s -Fh x.h 2>&1 | FileCheck %s --check-prefix=HEADER
// RUN: not wave-hlsl %s -Fc x.txt 2>&1 | FileCheck %s --check-prefix=LISTING
// RUN: not wave-hlsl %s -P 2>&1 | FileCheck %s --check-prefix=PREPROCESS
// RUN: not wave-hlsl %s -O7 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not wave-hlsl %s -DWARN -WX 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: wave-hlsl %s -DWARN

// MISSING: /missing.hlsl: error: cannot read the file
// SHIFT: error: -fvk-t-shift takes a number and a space, got '16' and '-spirv': write for example -fvk-t-shift 16 0
// HEADER: error: not supported: -Fh: write a binary with -Fo
// LISTING: error: not supported: -Fc
// PREPROCESS: error: not supported: -P
// LEVEL: error: unknown level -O7: use -O0 to -O3 or -Od
// WARNING: error: a warning is an error with -WX

RWStructuredBuffer<uint> kept : register(u0);

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint sum = 0;
  for (uint i = 0; i < id.x; ++i) {
    sum += kept[i & 3] * 3;
    if (sum > 10 && kept[0] == 1)
      break;
  }
  kept[id.x] = sum;
#ifdef WARN
#warning text
#endif
}
