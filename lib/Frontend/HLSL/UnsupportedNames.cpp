//===- UnsupportedNames.cpp - Names of HLSL that are not supported --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnsupportedNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringLiteral;
using llvm::StringRef;

namespace {
struct Feature {
  /// For errors: "is part of ...".
  StringLiteral name;
  /// The alternative, for errors; may be empty.
  StringLiteral advice;
  /// Names separated by spaces; `Gather*` are all names that begin so.
  StringLiteral names;
};
} // namespace

/// Names that the prelude does not declare; those that it declares have an
/// annotation with the error.
static constexpr Feature kFeatures[] = {
    {"texture sampling", "read texels with Load or []",
     "sampler1D sampler2D sampler3D samplerCUBE sampler_state tex1D* tex2D* "
     "tex3D* texCUBE*"},
    {"feedback textures", "",
     "FeedbackTexture2D FeedbackTexture2DArray WriteSamplerFeedback* "
     "SAMPLER_FEEDBACK_*"},
    {"pixel shaders", "",
     "clip EvaluateAttribute* GetAttributeAtVertex GetRenderTargetSample*"},
    {"ray tracing", "",
     "RayQuery RayDesc TraceRay RaytracingAccelerationStructure "
     "BuiltInTriangleIntersectionAttributes ReportHit IgnoreHit "
     "AcceptHitAndEndSearch CallShader DispatchRaysIndex "
     "DispatchRaysDimensions WorldRay* ObjectRay* RayTMin RayTCurrent "
     "RayFlags HitKind HitObject MaybeReorderThread RAY_FLAG_* "
     "COMMITTED_* CANDIDATE_* HIT_KIND_*"},
    {"descriptor heaps", "declare the resource and give it a register",
     "ResourceDescriptorHeap SamplerDescriptorHeap"},
    {"work graphs", "",
     "DispatchNodeInputRecord RWDispatchNodeInputRecord GroupNodeInputRecords "
     "RWGroupNodeInputRecords ThreadNodeInputRecord RWThreadNodeInputRecord "
     "EmptyNodeInput NodeOutput NodeOutputArray EmptyNodeOutput "
     "EmptyNodeOutputArray GroupNodeOutputRecords ThreadNodeOutputRecords "
     "NodeLaunch NodeID NodeIsProgramEntry NodeDispatchGrid "
     "NodeMaxDispatchGrid NodeLocalRootArgumentsTableIndex NodeShareInputOf "
     "MaxRecords MaxRecordsSharedWith NodeMaxRecursionDepth"},
    {"mesh shaders", "", "SetMeshOutputCounts outputtopology"},
    {"tessellation and geometry shaders", "",
     "triangle triangleadj lineadj InputPatch OutputPatch PointStream "
     "LineStream TriangleStream "
     "maxvertexcount domain partitioning outputcontrolpoints "
     "patchconstantfunc maxtessfactor Process2DQuad* ProcessQuad* "
     "ProcessTri* ProcessIsoline*"},
    {"printing", "write the values to a RWByteAddressBuffer", "printf errorf"},
    {"abnormal ends", "return, and write an error code to a buffer", "abort"},
    {"interfaces", "use a struct, or a template", "interface"},
    {"matrices of a thread", "multiply matrices with MatrixScope::Wave",
     "__builtin_MatVecMul __builtin_MatVecMulAdd __builtin_OuterProduct* "
     "OuterProduct MultiplyAdd VectorRef InterpretedVector "
     "MakeInterpretedVector AccumulatorLayout"},
};

/// The type of scalars of `int16_t`, `int16_t3` or `int16_t3x4`.
static StringRef dropShape(StringRef name) {
  auto isSize = [](char c) { return c >= '1' && c <= '4'; };
  if (name.size() > 2 && isSize(name.back()) && name[name.size() - 2] == 'x')
    name = name.drop_back(2);
  return !name.empty() && isSize(name.back()) ? name.drop_back() : name;
}

std::string mlir::wave::hlsl::explainUnsupportedName(StringRef name) {
  if (StringRef scalar = dropShape(name);
      scalar == "float16_t" || scalar == "int16_t" || scalar == "uint16_t")
    return ("'" + name +
            "' needs types of 16 bits: compile with -enable-16bit-types, in "
            "Python with enable_16bit_types=True [hlsl-type]")
        .str();
  for (const Feature &feature : kFeatures) {
    llvm::SmallVector<StringRef> names;
    feature.names.split(names, ' ');
    bool matches = llvm::any_of(names, [&](StringRef known) {
      return known.consume_back("*") ? name.starts_with(known) : name == known;
    });
    if (!matches)
      continue;
    std::string text =
        ("'" + name + "' is not supported: WaveDialect has no " + feature.name)
            .str();
    if (!feature.advice.empty())
      text += ("; " + feature.advice).str();
    return text + " [hlsl-unsupported]";
  }
  return "";
}
