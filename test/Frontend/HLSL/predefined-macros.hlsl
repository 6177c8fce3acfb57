// The macros of dxc.

// RUN: wave-hlsl %s -Fo %t.dxil
// RUN: wave-hlsl %s -spirv -DSPIRV -Fo %t.spv
// RUN: wave-hlsl %s -T as_6_5 -enable-16bit-types -DAMPLIFICATION -Fo %t.as.dxil

#if !defined(__hlsl_dx_compiler) || __DXC_VERSION_MAJOR != 1 || __DXC_VERSION_MINOR < 8
#error the compiler is dxc's
#endif
#if !defined(__DXC_VERSION_RELEASE) || !defined(__DXC_VERSION_COMMITS) || __HLSL_VERSION != 2021
#error versions
#endif
#ifdef AMPLIFICATION
#if __SHADER_TARGET_STAGE != __SHADER_STAGE_AMPLIFICATION || __SHADER_TARGET_MINOR != 5 || !__HLSL_ENABLE_16_BIT
#error stage
#endif
#elif __SHADER_TARGET_STAGE != __SHADER_STAGE_COMPUTE || __SHADER_TARGET_MAJOR != 6 || __SHADER_TARGET_MINOR != 8
#error stage
#elif __SHADER_STAGE_COMPUTE == __SHADER_STAGE_PIXEL || __SHADER_STAGE_MESH == __SHADER_STAGE_VERTEX
#error stages
#endif
#if defined(SPIRV) != defined(__spirv__)
#error target
#endif

[numthreads(1, 1, 1)]
void main() {
#ifdef AMPLIFICATION
  DispatchMesh(1, 1, 1);
#endif
}
