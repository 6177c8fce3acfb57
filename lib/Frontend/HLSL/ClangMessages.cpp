//===- ClangMessages.cpp - The texts of Clang's diagnostics ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClangMessages.h"

#include "ClangArguments.h"
#include "Diagnostics.h"
#include "Emit.h"
#include "OtherLanguages.h"
#include "Profile.h"
#include "ResourceMessages.h"
#include "Syntax/NumWavesAttribute.h"
#include "UnsupportedNames.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DeclarationName.h"
#include "clang/AST/Type.h"
#include "clang/Basic/AttributeCommonInfo.h"
#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;
using llvm::SmallString;

using llvm::StringRef;
using llvm::Twine;

// The arguments of a diagnostic are pointers as integers.
// NOLINTBEGIN(performance-no-int-to-ptr)

/// Whether a diagnostic is about a name that Clang does not know.
static bool isUnknownName(const clang::Diagnostic &info) {
  switch (info.getID()) {
  case diag::err_undeclared_var_use:
  case diag::err_undeclared_var_use_suggest:
  case diag::err_undeclared_use:
  case diag::err_undeclared_use_suggest:
  case diag::err_unknown_typename:
  case diag::err_unknown_typename_suggest:
  case diag::err_no_template:
  case diag::err_no_template_suggest:
  case diag::err_no_member:
  case diag::err_no_member_suggest:
  case diag::warn_unknown_attribute_ignored:
  case diag::err_hlsl_unknown_semantic:
    return true;
  default:
    return false;
  }
}

/// Names that HLSL does not have, for what it has under another name.
static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral>
    kWaveNames[] = {
        {"GetWaveIndex", "GetGroupWaveIndex"},
        {"WaveGetWaveIndex", "GetGroupWaveIndex"},
        {"WaveGetIndex", "GetGroupWaveIndex"},
        {"WaveIndex", "GetGroupWaveIndex"},
        {"GetWaveID", "GetGroupWaveIndex"},
        {"GetWaveCount", "GetGroupWaveCount"},
        {"WaveGetWaveCount", "GetGroupWaveCount"},
        {"WaveGetCount", "GetGroupWaveCount"},
        {"WaveCount", "GetGroupWaveCount"},
        {"GetNumWaves", "GetGroupWaveCount"},
        {"GetLaneIndex", "WaveGetLaneIndex"},
        {"WaveLaneIndex", "WaveGetLaneIndex"},
        {"LaneIndex", "WaveGetLaneIndex"},
        {"GetLaneCount", "WaveGetLaneCount"},
        {"WaveLaneCount", "WaveGetLaneCount"},
        {"WaveGetSize", "WaveGetLaneCount"},
        {"GetWaveSize", "WaveGetLaneCount"},
};

/// Returns the error for a name of a function of waves that HLSL spells otherwise, or
/// nothing. Clang suggests names of the same length.
static std::string explainWaveName(const clang::Diagnostic &info) {
  if (info.getID() != diag::err_undeclared_var_use &&
      info.getID() != diag::err_undeclared_var_use_suggest)
    return "";
  const StringRef name = getName(info, 0);
  for (const auto &[wrong, right] : kWaveNames)
    if (name == wrong)
      return ("use of undeclared identifier '" + name + "'; did you mean '" +
              right + "'? [hlsl-type]")
          .str();
  return "";
}

/// What to use in the place of a semantic such as `SV_WaveLaneIndex`; empty for others.
static std::string adviseSemantic(StringRef name) {
  const std::string lower = name.lower();
  const bool isCount =
      StringRef(lower).contains("count") || StringRef(lower).contains("size");
  StringRef function;
  if (StringRef(lower).contains("lane"))
    function = isCount ? "WaveGetLaneCount" : "WaveGetLaneIndex";
  else if (StringRef(lower).contains("wave"))
    function = isCount ? "GetGroupWaveCount" : "GetGroupWaveIndex";
  return function.empty() ? ""
                          : ("'" + name + "' is not a semantic: call " +
                             function + "() [hlsl-semantic]")
                                .str();
}

/// The error for a semantic that compute shaders do not have, with the nearest one.
static std::string explainSemantic(StringRef name) {
  const std::string meant =
      hlsl::suggestName(name, {"SV_GroupID", "SV_GroupThreadID",
                               "SV_DispatchThreadID", "SV_GroupIndex"});
  return ("'" + name + "' " +
          (meant.empty() ? kNoSemantic.str() : "is not a semantic" + meant) +
          " [hlsl-semantic]")
      .str();
}

/// Returns the error for a feature that is not supported, whose name Clang
/// therefore does not know; or nothing.
static std::string explainUnsupported(const clang::Diagnostic &info) {
  // Another argument is the name that Clang suggests.
  return isUnknownName(info) && info.getNumArgs() != 0
             ? hlsl::explainUnsupportedName(getName(info, 0))
             : "";
}

/// Whether the text contains GLSL's `layout(`.
static bool isInLayout(StringRef text) {
  auto [before, after] = text.split("layout");
  return !after.empty() && after.ltrim().starts_with("(");
}

/// Returns the error for a name or a directive of another language, or nothing.
static std::string explainLanguage(const clang::Diagnostic &info) {
  if (info.getID() == diag::err_pp_invalid_directive &&
      info.hasSourceManager() &&
      StringRef(info.getSourceManager().getCharacterData(info.getLocation()))
          .starts_with("version"))
    return "'#version' is a directive of GLSL: remove it [hlsl-syntax]";
  switch (info.getID()) {
  // Shaders name members and attributes as they like.
  case diag::err_no_member:
  case diag::err_no_member_suggest:
  case diag::warn_unknown_attribute_ignored:
  case diag::err_hlsl_unknown_semantic:
    return "";
  default:
    return isUnknownName(info) && info.getNumArgs() != 0
               ? hlsl::explainOtherLanguage(getName(info, 0),
                                            isInLayout(getLineBefore(info)))
               : "";
  }
}

/// Whether an attribute is a hint of dxc on how to compile a statement.
static bool isHint(StringRef name) {
  return llvm::any_of(
      ArrayRef<StringRef>{"fastopt", "allow_uav_condition", "call", "forcecase",
                          "branch", "flatten", "loop", "unroll"},
      [&](StringRef hint) { return name.equals_insensitive(hint); });
}

/// The attribute of HLSL that a misspelled one means; empty for others.
static StringRef getMeantAttribute(StringRef name) {
  static const StringRef kAttributes[] = {"numthreads", "numWaves", "WaveSize",
                                          "shader",     "unroll",   "loop",
                                          "branch",     "flatten"};
  // A letter or two may be wrong; other languages have short names that are similar.
  for (StringRef known : kAttributes)
    if (name.edit_distance_insensitive(known) <= (known.size() < 8 ? 1 : 2))
      return known;
  return "";
}

bool hlsl::isMisspelledGroupSize(const clang::Diagnostic &info) {
  if (info.getID() != diag::warn_unknown_attribute_ignored &&
      info.getID() != diag::warn_unknown_attribute_ignored_suggestion)
    return false;
  const StringRef meant = getMeantAttribute(getName(info, 0));
  return meant == "numthreads" || meant == "numWaves";
}

/// Whether the error is about a numthreads after a numWaves, which is an implicit
/// numthreads for Clang.
static bool isSecondGroupSize(const clang::Diagnostic &info,
                              const LangOptions &language) {
  SmallString<16> buffer;
  return Lexer::getSpelling(info.getLocation(), buffer, info.getSourceManager(),
                            language)
      .equals_insensitive("numwaves");
}

/// Whether the error is about a member of a matrix, `m._m00`.
static bool isMatrixMember(const clang::Diagnostic &info) {
  if (info.getID() != diag::err_typecheck_member_reference_struct_union)
    return false;
  auto type = hlsl::getType(info, 0);
  return !type.isNull() && type->isMatrixType();
}

/// Whether an operand is one of the structs by which the front end writes the operators of
/// matrices.
static bool hasOperandOfPrelude(const clang::Diagnostic &info) {
  for (unsigned index = 0; index < info.getNumArgs(); ++index) {
    if (info.getArgKind(index) != DiagnosticsEngine::ak_qualtype)
      continue;
    auto type = hlsl::getType(info, index);
    StringRef name =
        type.isNull() ? ""
                      : hlsl::getClassName(
                            type.getNonReferenceType()->getAsCXXRecordDecl());
    if (name == "Operand" || name == "Left" || name == "Right")
      return true;
  }
  return false;
}

/// Returns the function that is `&&` or `||` for each component, if the error is about one
/// of these operators with a vector or a matrix.
static StringRef getLogicalWord(const clang::Diagnostic &info) {
  auto isMany = [&](unsigned index) {
    auto type = hlsl::getType(info, index);
    return !type.isNull() && (type.getNonReferenceType()->isVectorType() ||
                              type.getNonReferenceType()->isMatrixType());
  };
  if (!info.hasSourceManager() || info.getNumArgs() < 2 ||
      !(isMany(0) || isMany(1)))
    return "";
  const SourceManager &sources = info.getSourceManager();
  StringRef text(
      sources.getCharacterData(sources.getSpellingLoc(info.getLocation())));
  return text.starts_with("&&") ? "and" : text.starts_with("||") ? "or" : "";
}

/// Returns the error for a member that a struct does not have, with the nearest that it
/// has; nothing for other classes than structs.
static std::string explainMember(const clang::Diagnostic &info) {
  if (info.getID() != diag::err_no_member || info.getNumArgs() < 2 ||
      info.getArgKind(1) != DiagnosticsEngine::ak_declcontext)
    return "";
  auto *record = dyn_cast<CXXRecordDecl>(
      reinterpret_cast<DeclContext *>(info.getRawArg(1)));
  if (!record || !record->hasDefinition())
    return "";
  SmallVector<StringRef> names;
  auto addNames = [&](const CXXRecordDecl *each) {
    // The prelude's classes have fields and methods for its own use.
    for (const Decl *member : each->decls())
      if (isa<FieldDecl, CXXMethodDecl, FunctionTemplateDecl>(member))
        if (const auto *named = cast<NamedDecl>(member);
            named->getIdentifier() && member->getAccess() != AS_private &&
            !named->getName().starts_with("__"))
          names.push_back(named->getName());
    return true;
  };
  addNames(record->getDefinition());
  record->getDefinition()->forallBases(
      [&](const CXXRecordDecl *base) { return addNames(base); });
  return formatText(info) + hlsl::suggestName(getName(info, 0), names) +
         " [hlsl-type]";
}

/// Returns the error for Microsoft's spelling of a number that is not finite,
/// `1.#INF`, or nothing.
static std::string explainInfinity(const clang::Diagnostic &info) {
  if (getRule(info.getID()) != " [hlsl-syntax]" || !info.hasSourceManager() ||
      !info.getLocation().isFileID())
    return "";
  bool invalid = false;
  StringRef text(
      info.getSourceManager().getCharacterData(info.getLocation(), &invalid));
  if (invalid)
    return "";
  text.consume_front(".");
  for (StringRef name : {"#INF", "#IND", "#QNAN", "#SNAN"})
    if (text.starts_with(name))
      return ("'1." + name + "' is not supported: write " +
              (name == "#INF" ? "asfloat(0x7f800000)" : "asfloat(0x7fc00000)") +
              " [hlsl-unsupported]")
          .str();
  return "";
}

/// The error for a wave size outside of `from`..`to` or between powers of two.
static std::string explainWaveSize(int64_t from, int64_t to, int64_t size) {
  const bool isPreferred = from != 4 || to != 128;
  if (size < from || size > to)
    return ((isPreferred ? "the preferred wave size must be within the range " +
                               Twine(from) + ".." + Twine(to)
                         : "a wave must have from " + Twine(from) + " to " +
                               Twine(to) + " lanes") +
            ", got " + Twine(size) +
            (isPreferred ? " [wave-size-preferred]" : " [wave-size-range]"))
        .str();
  return ("a wave size must be a power of two, got " + Twine(size) + ": use " +
          Twine(llvm::PowerOf2Ceil(size)) + " [wave-size-power-of-two]")
      .str();
}

/// The letters of registers, for errors.
static constexpr llvm::StringLiteral kRegisters =
    "t is for read-only resources, u for those with RW, b for constant buffers "
    "and s for samplers";

/// The name before the bracket in which an error is, behind the colon of a declaration:
/// `register` of `: register(u0`.
static StringRef getNameOfPlace(const clang::Diagnostic &info) {
  StringRef before = getLineBefore(info);
  if (!before.contains(':'))
    return "";
  auto [word, rest] = before.rsplit(':').second.ltrim().split('(');
  return word.size() != before.size() && rest.trim().empty() ? word.rtrim()
                                                             : "";
}

/// Whether the error is inside of `register(...)`.
static bool isInRegister(const clang::Diagnostic &info) {
  StringRef open = getLineBefore(info).rsplit(':').second.ltrim();
  return open.starts_with("register") && !open.contains(')');
}

/// Whether the text at the place of a diagnostic begins so.
static bool startsWith(const clang::Diagnostic &info, StringRef text) {
  if (!info.hasSourceManager() || info.getLocation().isInvalid())
    return false;
  const SourceManager &sources = info.getSourceManager();
  return StringRef(sources.getCharacterData(
                       sources.getSpellingLoc(info.getLocation())))
      .starts_with(text);
}

/// The name that the place of a diagnostic is.
static StringRef getNameBefore(const clang::Diagnostic &info) {
  if (!info.hasSourceManager() || info.getLocation().isInvalid())
    return "";
  const SourceManager &sources = info.getSourceManager();
  return StringRef(sources.getCharacterData(
                       sources.getSpellingLoc(info.getLocation())))
      .take_while([](char each) { return llvm::isAlnum(each) || each == '_'; });
}

/// Whether an error is about the name of an attribute before which a `;` is missing.
static bool isUnseparatedHint(const clang::Diagnostic &info, StringRef name) {
  return (info.getID() == diag::err_undeclared_var_use ||
          info.getID() == diag::err_undeclared_var_use_suggest) &&
         isHint(name) && getLineBefore(info).rtrim().ends_with("[");
}

/// Returns the warning for a vector or a matrix that becomes a scalar; none if it has one
/// element.
static hlsl::Message explainScalar(const clang::Diagnostic &info) {
  if (const auto *vector = hlsl::getType(info, 0)->getAs<VectorType>();
      vector && vector->getNumElements() == 1)
    return {};
  if (const auto *matrix = hlsl::getType(info, 0)->getAs<ConstantMatrixType>();
      matrix && matrix->getNumElementsFlattened() == 1)
    return {};
  const bool isMatrix = hlsl::getType(info, 0)->isMatrixType();
  // An assignment such as `m += v`: the emitter takes the whole vector.
  if (hlsl::getType(info, 1)->isMatrixType())
    return {};
  const QualType to = hlsl::getType(info, 1);
  if (isMatrix) {
    // An operand of an operator with a vector: the emitter takes the whole matrix.
    if (to->isVectorType())
      return {};
    // Clang 22 names char in the place of bool, and wider types in that of others.
    if (to->isBooleanType() || to->isCharType())
      return {"the bool is the first element of the matrix: use any() or all() "
              "[hlsl-type]"};
    StringRef text = "implicit conversion turns matrix to scalar: ";
    return {"implicit conversion truncates matrix: " +
            StringRef(formatText(info).substr(text.size()))
                .split(" to ")
                .first.str() +
            " to its first element [hlsl-type]"};
  }
  if (to->isBooleanType())
    return {"the bool is the first component of the vector: use any() or all() "
            "[hlsl-type]"};
  // The text of a conversion to a shorter vector.
  StringRef types = "implicit conversion turns vector to scalar: ";
  return {"implicit conversion truncates vector: " +
          formatText(info).substr(types.size()) + " [hlsl-type]"};
}

/// Whether a literal is the right side of an assignment such as `v *= 2.5`.
static bool isAssigned(const clang::Diagnostic &info) {
  StringRef before = getLineBefore(info).rtrim(" \t(-+");
  return before.consume_back("=") && !before.empty() &&
         StringRef("+-*/%").contains(before.back());
}

/// Whether an error is about an expression that is not a constant.
static bool needsConstant(const clang::Diagnostic &info) {
  switch (info.getID()) {
  case diag::ext_vla_cxx:
  case diag::err_expr_not_ice:
  case diag::err_expr_not_cce:
  case diag::err_static_assert_expression_is_not_constant:
  case diag::err_template_arg_not_ice:
  // A template whose explicit argument is not a constant.
  case diag::err_ovl_no_viable_function_in_call:
  case diag::err_ovl_no_viable_member_function_in_call:
    return true;
  default:
    return false;
  }
}

static Message makeMessage(const clang::Diagnostic &info,
                           const LangOptions *language) {
  if (std::string text = explainUnsupported(info); !text.empty()) {
    const bool isUnsupported = StringRef(text).ends_with("[hlsl-unsupported]");
    return {std::move(text), true, isUnsupported};
  }
  if (std::string text = explainWaveName(info); !text.empty())
    return {std::move(text), true};
  if (info.getNumArgs() != 0 && isUnseparatedHint(info, getName(info, 0)))
    return {("expected ';' before the attribute '[" + getName(info, 0) +
             "]' [hlsl-syntax]")
                .str(),
            true};
  if (std::string text = explainLanguage(info); !text.empty()) {
    Message message{std::move(text), true};
    message.endsLine = true;
    return message;
  }
  const StringRef name = info.getNumArgs() != 0 ? getName(info, 0) : "";
  if (Message message = explainReadOnly(info, name); !message.text.empty())
    return message;
  for (const std::string &text :
       {explainMethod(info, name), explainUncalledMethod(info),
        explainSubscript(info), explainAtomicValue(info),
        explainRedefinition(info, name)})
    if (!text.empty())
      return {text, true};
  if (std::string text = explainInfinity(info); !text.empty())
    return {std::move(text), true};
  if (std::string text = explainMember(info); !text.empty())
    return {std::move(text), true};
  if (isMatrixMember(info))
    return {
        "a matrix has no member of this name: its elements are _m00 to _m33, "
        "or _11 to _44 [hlsl-type]",
        true};
  switch (info.getID()) {
  // The emitter checks these types: in HLSL a thread index may also be an int.
  case diag::err_hlsl_attr_invalid_type:
  // The prelude's `row_major` has an attribute for its name only.
  case diag::warn_noderef_on_non_pointer_or_array:
  // Clang does not look for resources in base structs.
  case diag::warn_hlsl_user_defined_type_missing_member:
  // Clang recommends the language version that it develops, not HLSL's latest.
  case diag::warn_hlsl_langstd_minimal:
  // An error follows.
  case diag::warn_stack_exhausted:
  // The emitter checks indices where the entry point may execute the access.
  case diag::warn_array_index_exceeds_bounds:
  case diag::warn_array_index_precedes_bounds:
  // Both follow `ext_vla_cxx`.
  case diag::err_vla_unsupported:
  case diag::err_vla_decl_in_file_scope:
  case diag::err_vla_decl_has_static_storage:
    return {};
  case diag::warn_bitfield_width_exceeds_type_width: {
    const std::string text = formatText(info);
    // A bool has 32 bits in memory.
    unsigned width = 0;
    StringRef(text).split('(').second.consumeInteger(10, width);
    if (width <= 32 && StringRef(text).ends_with("truncated to 1 bit"))
      return {};
    return {(StringRef(text).split(';').first + " [hlsl-type]").str(), true};
  }
  // Of integers, where the devices differ. dxc refuses the undefined value if the entry
  // point uses it.
  case diag::warn_remainder_division_by_zero:
    return {"integer division by zero has no result [integer-division]", true,
            /*isUnsupported=*/true};
  case diag::warn_impcast_literal_float_to_integer:
    // `v *= 2.5` computes with floats.
    if (isAssigned(info))
      return {};
    break;
  case diag::warn_consecutive_comparison:
    return {"'a < b < c' compares the bool 'a < b' to 'c': write 'a < b && b < "
            "c' if both must hold [hlsl-type]"};
  case diag::err_bad_memptr_rhs:
    return {"the operator does not take this matrix: ~ takes integers, and - "
            "numbers [hlsl-type]",
            true};
  case diag::err_typecheck_invalid_operands:
    if (StringRef word = getLogicalWord(info); !word.empty())
      return {("'" + Twine(word == "and" ? "&&" : "||") +
               "' takes scalars: write " + word +
               "(a, b) for vectors and matrices [hlsl-type]")
                  .str(),
              true};
    if (hasOperandOfPrelude(info))
      return {"the operator does not take these matrices: they must have one "
              "size, or one operand is a scalar; operators of bits take "
              "integers, and mul() multiplies matrices and vectors "
              "[hlsl-type]",
              true};
    break;
  case diag::ext_vla_cxx:
    return {"the size of an array must be a constant: compute it from "
            "constants, and GetGroupWaveCount() under numWaves "
            "[array-not-constant]",
            true};
  case diag::ext_typecheck_zero_array_size:
    return {"an array has at least one element [hlsl-type]", true};
  case diag::err_typecheck_illegal_increment_decrement:
    return {formatText(info) + ": add or subtract 1 [hlsl-type]", true};
  case diag::err_ovl_no_viable_function_in_call:
    if (getName(info, 0) == "mul")
      return {"no 'mul' takes these arguments: it takes scalars, vectors and "
              "matrices of numbers [hlsl-type]",
              true};
    if (StringRef name = getName(info, 0); name.starts_with("Interlocked"))
      return {("no '" + name +
               "' takes these arguments: the first is an element of a writable "
               "resource or groupshared memory, of an integer type unless the "
               "function is InterlockedExchange or is for floats [hlsl-type]")
                  .str(),
              true};
    break;
  case diag::err_template_arg_list_constraints_not_satisfied:
    if (std::string text = formatText(info);
        StringRef(text).contains("template 'vector'"))
      return {"a vector has from 1 to 4 components [hlsl-type]", true};
    else if (StringRef(text).contains("template 'matrix'"))
      return {"a matrix has from 1 to 4 rows, and from 1 to 4 columns "
              "[hlsl-type]",
              true};
    break;
  case diag::error_hlsl_inout_lvalue:
  case diag::error_hlsl_inout_scalar_extension:
    return {std::string("this argument must be a variable of the parameter's "
                        "type, because the function writes to it ") +
                (getInteger(info, 1) ? "(inout)" : "(out)") + " [hlsl-type]",
            true};
  case diag::err_expected:
    if (isInRegister(info))
      return {"a register is a letter and a number, and may have a space: "
              "register(u0) or register(u0, space1) [hlsl-syntax]",
              true};
    break;
  case diag::warn_impcast_vector_scalar:
  case diag::warn_impcast_matrix_scalar:
    return explainScalar(info);
  case diag::warn_falloff_nonvoid:
    return {StringRef("a path through the function ends without a value: add a "
                      "`return` at its end [missing-return]")
                .str(),
            true};
  case diag::err_matrix_index_outside_range: {
    const std::string part = getInteger(info, 0) ? "column" : "row";
    const int64_t count = getInteger(info, 1);
    return {"the index is out of range: the matrix has " +
                (count == 1
                     ? "only the " + part + " 0"
                     : "the " + part + "s 0 to " + std::to_string(count - 1)) +
                " [index-range]",
            true};
  }
  case diag::warn_increment_bool:
  case diag::ext_increment_bool:
  case diag::err_decrement_bool:
    return {"'++' and '--' do not take a 'bool' [arithmetic-on-bool]", true};
  case diag::err_default_init_const:
    if (StringRef variable = getNameBefore(info); !variable.empty())
      return {("the constant '" + variable +
               "' has no value: initialize it [hlsl-type]")
                  .str(),
              true};
    break;
  case diag::err_hlsl_missing_numthreads:
    return {("'" + getNameBefore(info) + "' " + kNoGroupSize).str(), true};
  case diag::err_hlsl_numthreads_argument_oor:
    if (startsWith(info, "-"))
      return {"numthreads must be three numbers greater than zero "
              "[num-threads-zero]",
              true};
    return {
        ("numthreads has more than " + Twine(getInteger(info, 1)) +
         " threads along " +
         StringRef("xyz").substr(std::min<int64_t>(getInteger(info, 0), 2), 1) +
         " [num-threads-limit]")
            .str(),
        true};
  case diag::err_hlsl_numthreads_invalid:
    return {("numthreads has more than " + Twine(getInteger(info, 0)) +
             " threads [num-threads-limit]")
                .str(),
            true};
  case diag::warn_unknown_attribute_ignored:
  case diag::warn_unknown_attribute_ignored_suggestion: {
    if (isHint(name))
      return {};
    const StringRef meant = getMeantAttribute(name);
    // Without the size of a group, the function is no entry point. An error elsewhere does not
    // matter.
    if (isMisspelledGroupSize(info))
      return {("unknown attribute '" + name + "'; did you mean '" + meant +
               "'? [hlsl-type]")
                  .str(),
              true, true};
    // Clang suggests only its own attributes, also those of other languages.
    const std::string text = formatText(info);
    return {(StringRef(text).split(';').first +
             (meant.empty() ? Twine() : "; did you mean '" + meant + "'?") +
             " [hlsl-type]")
                .str()};
  }
  case diag::err_attribute_wrong_number_arguments:
    if (startsWith(info, "numthreads"))
      return {"numthreads takes three numbers: write [numthreads(64, 1, 1)] "
              "[hlsl-type]",
              true};
    break;
  case diag::err_hlsl_binding_type_invalid:
    return {formatText(info) + ": " + kRegisters.str() + " [hlsl-type]", true};
  case diag::err_undeclared_var_use:
    if (StringRef word = getNameOfPlace(info);
        !word.empty() && word != "register" && word != "packoffset" &&
        word.edit_distance_insensitive("register") <= 2)
      return {("'" + word +
               "' is not a semantic; did you mean 'register'? "
               "[hlsl-syntax]")
                  .str(),
              true};
    break;
  case diag::warn_attribute_wrong_decl_type_str:
    if (StringRef(formatText(info)).contains("non-static data members"))
      return {"a semantic of a variable has no effect: the place of a resource "
              "is `: register(u0)` [hlsl-type]"};
    break;
  case diag::err_exceptions_disabled:
    return {"HLSL has no exceptions [hlsl-unsupported]", true};
  case diag::err_hlsl_binding_type_mismatch:
    return {formatText(info) + ": " + kRegisters.str() + " [hlsl-type]", true};
  case diag::err_base_must_be_class:
    if (info.hasSourceManager() &&
        !hlsl::isInUserFile(info.getSourceManager(), info.getLocation()))
      return {"a ConstantBuffer needs a struct: declare one with the value as "
              "its field, or use a cbuffer [hlsl-type]",
              true};
    break;
  case diag::err_hlsl_unknown_semantic:
    if (std::string text = adviseSemantic(getName(info, 0)); !text.empty())
      return {std::move(text), true, true};
    return {explainSemantic(getName(info, 0)), true, true};
  case diag::err_ambiguous_reference:
    return {formatText(info) +
                ": rename it, because HLSL has a function or type of "
                "this name [hlsl-type]",
            true};
  case diag::err_hlsl_attribute_param_mismatch:
    if (language && isSecondGroupSize(info, *language))
      return {kTwoGroupSizes, true};
    break;
  case diag::err_attribute_power_of_two_in_range:
    return {explainWaveSize(getInteger(info, 1), getInteger(info, 2),
                            getInteger(info, 3)),
            true};
  case diag::err_attribute_argument_invalid:
  case diag::warn_attr_min_eq_max:
    return {"the smallest wave size must be less than the largest: for one "
            "size write [WaveSize(32)] [wave-size-order]",
            true};
  default:
    break;
  }
  std::string text = formatText(info);
  if (!StringRef(text).ends_with("]"))
    text += getRule(info.getID());
  const bool isRefused = info.getDiags()->getDiagnosticIDs()->getDescription(
                             info.getID()) == hlsl::kRefusedVariable;
  return {std::move(text), /*isError=*/false, /*isUnsupported=*/isRefused};
}

hlsl::Message hlsl::getMessage(const clang::Diagnostic &info,
                               const LangOptions *language) {
  Message message = makeMessage(info, language);
  message.needsConstant = needsConstant(info);
  return message;
}

std::string hlsl::getNote(const clang::Diagnostic &info) {
  std::string text = formatText(info);
  if (info.getID() == diag::note_constexpr_invalid_function &&
      StringRef(text).contains("'GetGroupWaveCount'"))
    return kNotConstant.str();
  // No user wrote these functions.
  if (StringRef(text).contains("(the implicit ")) {
    StringRef reason = StringRef(text).split("not viable: ").second;
    return reason.take_front(reason.rfind(" for 1st argument")).str();
  }
  // Advice on an option of Clang.
  if (info.getID() == diag::note_bracket_depth)
    return "";
  return text;
}

bool hlsl::isCandidate(const clang::Diagnostic &note) {
  StringRef text =
      note.getDiags()->getDiagnosticIDs()->getDescription(note.getID());
  return text.starts_with("candidate ");
}

// NOLINTEND(performance-no-int-to-ptr)
