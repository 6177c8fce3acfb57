//===- wave-hlsl.cpp - Compiles HLSL --------------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../ToolHelp.h"
#include "Arguments.h"
#include "Output.h"
#include "PrintDiagnostics.h"

#include "WaveDialect/Compiler/Diagnostics.h"
#include "WaveDialect/Frontend/HLSL.h"
#include "WaveDialect/InitAll.h"
#include "WaveDialect/Target/DXIL.h"

#include "mlir/IR/AsmState.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace mlir;
using namespace mlir::wave;

static constexpr StringLiteral kOverview = R"(compiles a shader in HLSL

  wave-hlsl shader.hlsl -T cs_6_8 -E main -Fo shader.dxil    a signed container for Direct3D 12
  wave-hlsl shader.hlsl -spirv -Fo shader.spv                a SPIR-V binary for Vulkan
  wave-hlsl shader.hlsl                                      wave IR, as text
  wave-hlsl shader.hlsl -mlir-print-debuginfo                the same, with lines of the shader

The shader is a compute or amplification shader; its group has [numthreads(X, Y, Z)] or, by HLSL proposal 0054,
[numWaves(X)]. The options are spelled as dxc's. A file named - is the standard input or output.
)";

namespace {
/// The command line. LLVM's options register themselves when they are created.
struct CommandLine {
  llvm::cl::OptionCategory category{"Options of wave-hlsl"};
  llvm::cl::opt<std::string> shader{llvm::cl::Positional, llvm::cl::Required,
                                    llvm::cl::desc("shader.hlsl"),
                                    llvm::cl::cat(category)};
  llvm::cl::opt<std::string> entry{
      "E", llvm::cl::Prefix,
      llvm::cl::desc("The entry point; the file's only one, or main"),
      llvm::cl::value_desc("name"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> profile{
      "T", llvm::cl::Prefix,
      llvm::cl::desc("The stage and the shader model, cs_6_0 to cs_6_10 or "
                     "as_6_5 to as_6_10; cs_6_8"),
      llvm::cl::value_desc("profile"), llvm::cl::cat(category)};
  llvm::cl::list<std::string> defines{
      "D", llvm::cl::Prefix, llvm::cl::desc("Define a macro"),
      llvm::cl::value_desc("name[=value]"), llvm::cl::cat(category)};
  llvm::cl::list<std::string> includeDirectories{
      "I", llvm::cl::Prefix, llvm::cl::desc("Search included files here"),
      llvm::cl::value_desc("folder"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> languageVersion{
      "HV", llvm::cl::desc("The version of HLSL, 2021 or 202x; 2021"),
      llvm::cl::value_desc("year"), llvm::cl::init("2021"),
      llvm::cl::cat(category)};
  llvm::cl::opt<bool> enable16BitTypes{
      "enable-16bit-types",
      llvm::cl::desc("half and min16float, min16int, min16uint have 16 bits "
                     "instead of 32"),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> denormals{
      "denorm",
      llvm::cl::desc("Denormal floats of 32 bits: any, or ftz to flush them to "
                     "zero; any"),
      llvm::cl::value_desc("mode"), llvm::cl::init("any"),
      llvm::cl::cat(category)};
  llvm::cl::list<std::string> specialization{
      "specialize",
      llvm::cl::desc("The value of a constant with vk::constant_id, by its "
                     "name or number; SPIR-V: the default"),
      llvm::cl::value_desc("name=value"), llvm::cl::cat(category)};
  llvm::cl::opt<bool> rowMajor{
      "Zpr", llvm::cl::desc("Matrices are in memory row by row"),
      llvm::cl::cat(category)};
  llvm::cl::opt<bool> columnMajor{
      "Zpc", llvm::cl::desc("Matrices are in memory column by column"),
      llvm::cl::cat(category)};
  llvm::cl::opt<Format> format{
      llvm::cl::desc("The output:"),
      llvm::cl::values(
          clEnumValN(Format::Wave, "emit-wave",
                     "Wave IR; what is written without -Fo and -spirv"),
          clEnumValN(Format::SPIRV, "spirv", "A SPIR-V binary"),
          clEnumValN(Format::DXIL, "dxil",
                     "A signed DXIL container; the default with -Fo")),
      llvm::cl::cat(category)};
  llvm::cl::opt<unsigned> waveSize{
      "wave-size",
      llvm::cl::desc("DXIL: the lanes of a wave, for [numWaves(X)] without "
                     "[WaveSize(L)]"),
      llvm::cl::value_desc("lanes"), llvm::cl::cat(category)};
  llvm::cl::opt<char> optimization{
      "O",
      llvm::cl::Prefix,
      llvm::cl::desc("DXIL: 0 and d do not optimize, 1 to 3 do; 3"),
      llvm::cl::value_desc("level"),
      llvm::cl::init('3'),
      llvm::cl::cat(category)};
  llvm::cl::opt<bool> warningsAreErrors{
      "WX", llvm::cl::desc("A warning is an error"), llvm::cl::cat(category)};
  llvm::cl::alias warningsAreErrorsAlias{
      "Werror", llvm::cl::desc("The same as -WX"),
      llvm::cl::aliasopt(warningsAreErrors), llvm::cl::cat(category)};
  llvm::cl::list<std::string> disabledWarnings{
      "Wno-", llvm::cl::Prefix,
      llvm::cl::desc(
          "Print no warnings of a group, such as conversion, or of a "
          "rule in brackets"),
      llvm::cl::value_desc("name"), llvm::cl::cat(category)};
  llvm::cl::opt<bool> noWarnings{"no-warnings",
                                 llvm::cl::desc("Print no warnings"),
                                 llvm::cl::cat(category)};
  llvm::cl::alias noWarningsAtAll{"w", llvm::cl::desc("-no-warnings"),
                                  llvm::cl::aliasopt(noWarnings),
                                  llvm::cl::cat(category)};
  llvm::cl::opt<bool> maximalReconvergence{
      "fspv-enable-maximal-reconvergence",
      llvm::cl::desc("SPIR-V: require maximal reconvergence from the device"),
      llvm::cl::cat(category)};
  llvm::cl::list<std::string> shiftB{
      "fvk-b-shift", llvm::cl::multi_val(2),
      llvm::cl::desc(
          "SPIR-V: add a number to the b registers of a space, or of "
          "all"),
      llvm::cl::value_desc("number> <space|all"), llvm::cl::cat(category)};
  llvm::cl::list<std::string> shiftT{
      "fvk-t-shift", llvm::cl::multi_val(2),
      llvm::cl::desc("SPIR-V: the same for t registers"),
      llvm::cl::value_desc("number> <space|all"), llvm::cl::cat(category)};
  llvm::cl::list<std::string> shiftU{
      "fvk-u-shift", llvm::cl::multi_val(2),
      llvm::cl::desc("SPIR-V: the same for u registers"),
      llvm::cl::value_desc("number> <space|all"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> output{
      "Fo",
      llvm::cl::Prefix,
      llvm::cl::desc("The file to write; the standard output"),
      llvm::cl::value_desc("file"),
      llvm::cl::init("-"),
      llvm::cl::cat(category)};

  hlsl::Options getOptions() const {
    hlsl::Options options;
    options.file = shader;
    options.entry = entry;
    options.profile = profile;
    for (StringRef define : defines) {
      auto [name, value] = define.split('=');
      options.defines.emplace_back(name,
                                   define.contains('=') ? value.str() : "1");
    }
    // As dxc does. The front end reads a shader for all targets.
    if (format == Format::SPIRV)
      options.defines.emplace_back("__spirv__", "1");
    options.includeDirectories.assign(includeDirectories.begin(),
                                      includeDirectories.end());
    options.languageVersion = languageVersion;
    options.enable16BitTypes = enable16BitTypes;
    options.denormals = denormals;
    for (StringRef constant : specialization)
      options.specialization.emplace_back(constant.split('='));
    options.rowMajor = rowMajor;
    options.disabledWarnings.assign(disabledWarnings.begin(),
                                    disabledWarnings.end());
    return options;
  }

  /// Prints an error and returns false for values that LLVM's parser accepts.
  bool check() const {
    if (!StringRef("0123d").contains(optimization)) {
      llvm::WithColor::error()
          << "unknown level -O" << optimization << ": use -O0 to -O3 or -Od\n";
      return false;
    }
    if (rowMajor && columnMajor) {
      llvm::WithColor::error()
          << "-Zpr and -Zpc exclude each other: keep one\n";
      return false;
    }
    if (getOutputOptions().format != Format::Wave &&
        output.getNumOccurrences() == 0 &&
        llvm::sys::Process::StandardOutIsDisplayed()) {
      llvm::WithColor::error()
          << "the output is binary, and the standard output is a terminal: "
             "write a file with -Fo FILE\n";
      return false;
    }
    for (const std::string &folder : includeDirectories)
      if (!noWarnings && !llvm::sys::fs::is_directory(folder))
        llvm::WithColor::warning()
            << "the folder '" << folder << "' of -I does not exist\n";
    return checkShifts("fvk-b-shift", shiftB) &&
           checkShifts("fvk-t-shift", shiftT) &&
           checkShifts("fvk-u-shift", shiftU);
  }

  OutputOptions getOutputOptions() const {
    OutputOptions options;
    if (format.getNumOccurrences() != 0)
      options.format = format;
    else if (output.getNumOccurrences() != 0)
      options.format = Format::DXIL;
    options.profile = profile;
    options.waveSize = waveSize;
    options.optimize = optimization != '0' && optimization != 'd';
    options.maximalReconvergence = maximalReconvergence;
    addShifts("b", shiftB, options);
    addShifts("t", shiftT, options);
    addShifts("u", shiftU, options);
    return options;
  }

private:
  static void addShifts(StringRef registers,
                        const llvm::cl::list<std::string> &values,
                        OutputOptions &options) {
    for (unsigned index = 0; index + 1 < values.size(); index += 2) {
      std::string shift = (registers + ":" + values[index]).str();
      options.shifts.push_back(
          values[index + 1] == "all" ? shift : shift + ":" + values[index + 1]);
    }
  }
};
} // namespace

/// Returns the text of the standard input under a name that no file has.
static bool readInput(hlsl::Options &options) {
  if (options.file != "-")
    return true;
  auto text = llvm::MemoryBuffer::getSTDIN();
  if (!text) {
    llvm::errs() << "cannot read the standard input: "
                 << text.getError().message() << "\n";
    return false;
  }
  options.file = "<stdin>";
  options.text = (*text)->getBuffer().str();
  return true;
}

static bool isWarning(const compiler::Diagnostic &diagnostic) {
  return diagnostic.severity == "warning";
}

int main(int argc, char **argv) {
#ifdef __GLIBC__
  // Clang runs in a thread with a deep stack, whose own heap would grow page by page.
  mallopt(M_ARENA_MAX, 1);
#endif
  llvm::InitLLVM init(argc, argv);
  registerAsmPrinterCLOptions();
  hideLinkedOptions(llvm::cl::ReallyHidden);
  llvm::cl::SetVersionPrinter([](llvm::raw_ostream &output) {
    output << "wave-hlsl of WaveDialect " << WAVEDIALECT_VERSION
           << ", with LLVM " << LLVM_VERSION_STRING << "\n";
  });
  CommandLine commandLine;
  std::optional<std::vector<std::string>> arguments = readArguments(argc, argv);
  if (!arguments)
    return 1;
  std::vector<const char *> pointers;
  for (const std::string &argument : *arguments)
    pointers.push_back(argument.c_str());
  llvm::cl::ParseCommandLineOptions(pointers.size(), pointers.data(),
                                    kOverview);
  if (!commandLine.check())
    return 1;
  hlsl::Options options = commandLine.getOptions();
  OutputOptions outputOptions = commandLine.getOutputOptions();
  if (!readInput(options))
    return 1;

  DialectRegistry registry;
  wave::registerAllDialects(registry);
  if (outputOptions.format == Format::DXIL)
    registerDXILTarget(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  DiagnosticPrinter printer(options.file, options.text);
  hlsl::Result result = hlsl::importHLSL(context, options);
  if (commandLine.noWarnings)
    llvm::erase_if(result.diagnostics, isWarning);
  for (const compiler::Diagnostic &diagnostic : result.diagnostics)
    printer.print(diagnostic);
  if (!result.ok)
    return 1;
  bool hasWarnings = llvm::any_of(result.diagnostics, isWarning);
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    compiler::Diagnostic converted = compiler::convertDiagnostic(diagnostic);
    converted.message = hlsl::spellMessage(converted.message);
    for (compiler::Diagnostic &note : converted.notes)
      note.message = hlsl::spellMessage(note.message);
    if (isWarning(converted) &&
        (commandLine.noWarnings ||
         hlsl::hasRule(converted.message, options.disabledWarnings)))
      return;
    hasWarnings |= isWarning(converted);
    printer.print(converted);
  });
  std::optional<Output> output;
  if (!hasWarnings || !commandLine.warningsAreErrors)
    output = compileOutput(*result.module, outputOptions);
  if (hasWarnings && commandLine.warningsAreErrors) {
    llvm::WithColor::error() << "a warning is an error with -WX\n";
    return 1;
  }
  const bool isWritten =
      output && succeeded(writeOutput(context, *output, commandLine.output));
  // The output is written. The system frees all memory at once; destructors would
  // take 3 % of the time.
  llvm::sys::Process::Exit(!isWritten, /*NoCleanup=*/true);
}
