// RUN: wave-hlsl %s -nologo -Tcs_6_8 -Emain -Zi -O3 -WX -Qstrip_debug -Qembed_debug -Qstrip_reflect -Fo %t.dxil
// RUN: wave-hlsl %s /nologo /T cs_6_8 /E main /O3 /Fo %t.slash.dxil
// RUN: cmp %t.dxil %t.slash.dxil
// RUN: wave-hlsl %s -Od -Fo%t.plain.dxil
// RUN: not cmp %t.dxil %t.plain.dxil
// RUN: wave-hlsl %s -spirv -fspv-target-env=vulkan1.3 -fvk-use-dx-layout -Fo %t.spv
// RUN: spirv-val %t.spv
// RUN: wave-hlsl %s -all-resources-bound -no-warnings -Wno-unused -Wall -Ges -Gis -Zss -Zsb -Vd -validator-version 1.8 -Zs -Fd x.pdb -flegacy-macro-expansion -O3 -Fo %t.ignored.dxil 2>&1 | FileCheck %s --check-prefix=PDB
// RUN: cmp %t.dxil %t.ignored.dxil
// RUN: wave-hlsl %s -spirv -fspv-debug=vulkan-with-source -fspv-extension=KHR -fspv-reflect -fvk-s-shift 32 0 -Fo %t.ignored.spv
// RUN: cmp %t.spv %t.ignored.spv
// RUN: wave-hlsl %s -Gec -encoding utf8 -ffp-contract=fast -w -opt-select a b -O3 -Fo %t.ignored.dxil
// RUN: cmp %t.dxil %t.ignored.dxil
// RUN: wave-hlsl %s -spirv -fspv-enable-maximal-reconvergence -Fo %t.reconvergence.spv
// RUN: grep -q SPV_KHR_maximal_reconvergence %t.reconvergence.spv
// RUN: not wave-hlsl %s -encoding utf16 2>&1 | FileCheck %s --check-prefix=ENCODING
// RUN: not wave-hlsl %s -ffp-contract=off 2>&1 | FileCheck %s --check-prefix=CONTRACT
// RUN: wave-hlsl --version | FileCheck %s --check-prefix=VERSION
// RUN: not wave-hlsl %s -spirvv 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not wave-hlsl %s -adce-remove 1.8 2>&1 | FileCheck %s --check-prefix=UNKNOWN --implicit-check-not=positional
// RUN: not wave-hlsl %s other.hlsl 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not wave-hlsl %s -fvk-use-gl-layout 2>&1 | FileCheck %s --check-prefix=LAYOUT
// RUN: not wave-hlsl %s -fvk-use-scalar-layout 2>&1 | FileCheck %s --check-prefix=SCALAR
// RUN: not wave-hlsl %s -rootsig-define RS 2>&1 | FileCheck %s --check-prefix=SIGNATURE
// RUN: not wave-hlsl %s -M 2>&1 | FileCheck %s --check-prefix=DEPENDENCIES
// RUN: not wave-hlsl %s -Fre x.bin 2>&1 | FileCheck %s --check-prefix=REFLECTION
// RUN: not wave-hlsl /missing.hlsl 2>&1 | FileCheck %s --check-prefix=MISSING

// RUN: not wave-hlsl %s -fvk-t-shift 16 -spirv 2>&1 | FileCheck %s --check-prefix=SHIFT
// RUN: not wave-hlsl %s -Fh x.h 2>&1 | FileCheck %s --check-prefix=HEADER
// RUN: not wave-hlsl %s -Fc x.txt 2>&1 | FileCheck %s --check-prefix=LISTING
// RUN: not wave-hlsl %s -P 2>&1 | FileCheck %s --check-prefix=PREPROCESS
// RUN: not wave-hlsl %s -O7 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not wave-hlsl %s -DWARN -WX 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: wave-hlsl %s -DWARN

// VERSION: wave-hlsl of WaveDialect {{[0-9]+\.[0-9]+\.[0-9]+}}, with LLVM {{[0-9]+}}
// PDB: note: -Fd writes no file, because no output has a PDB
// ENCODING: error: not supported: -encoding: files and messages are UTF-8
// CONTRACT: error: not supported: -ffp-contract: write `precise`
// NEAR: error: unknown option '-spirvv'; did you mean '-spirv'?
// UNKNOWN: error: unknown option '-adce-remove'; wave-hlsl --help lists the options
// TWO: error: only one shader can be compiled, got '{{.*}}' and 'other.hlsl'
// LAYOUT: error: not supported: -fvk-use-gl-layout: constant buffers have the layout of Direct3D
// SCALAR: error: not supported: -fvk-use-scalar-layout: constant buffers have the layout of Direct3D
// SIGNATURE: error: not supported: -rootsig-define: hosts make the root signature
// DEPENDENCIES: error: not supported: -M:
// REFLECTION: error: not supported: -Fre:
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

// A binary is not written to a terminal, and a folder that does not exist has a warning.
// RUN: %python -c "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)" wave-hlsl %s -spirv > %t.terminal; FileCheck %s --check-prefix=TERMINAL < %t.terminal
// TERMINAL: the output is binary, and the standard output is a terminal: write a file with -Fo FILE
// RUN: wave-hlsl %s -I %t.missing -Fo %t.dxil 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: warning: the folder '{{.*}}.missing' of -I does not exist
