//===- HLSL.cpp - The HLSL front end for Python ---------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A module of its own, because it loads Clang's library, which kernels in Python do
// not need.

#include "Diagnostic.h"
#include "Tools.h"

#include "WaveDialect/Frontend/HLSL.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "llvm/Support/raw_ostream.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace mlir::wave;

// tools/CMakeLists.txt gives this name to the main function.
int wave_hlsl_main(int argc, char **argv);

namespace {
struct Result {
  bool ok = false;
  std::string text;
  std::vector<compiler::Diagnostic> diagnostics;
  std::vector<std::string> files;
  std::vector<std::string> entries;
};
} // namespace

static Result read(const hlsl::Options &options) {
  mlir::DialectRegistry registry;
  hlsl::registerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  hlsl::Result imported = hlsl::importHLSL(context, options);
  Result result{imported.ok, "", std::move(imported.diagnostics),
                std::move(imported.files), std::move(imported.entries)};
  if (imported.ok) {
    llvm::raw_string_ostream stream(result.text);
    imported.module->print(stream,
                           mlir::OpPrintingFlags().enableDebugInfo(true));
    stream << "\n";
  }
  return result;
}

NB_MODULE(_hlsl, m) {
  m.doc() = "Compiles HLSL to wave IR as text.";
  nb::set_leak_warnings(false);

  bindDiagnostic(m);
  bindTool(m, "wave_hlsl", wave_hlsl_main);

  nb::class_<Result>(m, "Result")
      .def_ro("ok", &Result::ok)
      .def_ro("text", &Result::text,
              "The kernel in a module, with locations; empty after errors.")
      .def_ro("diagnostics", &Result::diagnostics)
      .def_ro("files", &Result::files,
              "The files that were read, the shader first.")
      .def_ro("entries", &Result::entries,
              "The names of the file's entry points.");

  m.def(
      "read",
      [](std::string file, std::optional<std::string> text, std::string entry,
         std::string profile,
         std::vector<std::pair<std::string, std::string>> defines,
         std::vector<std::string> includeDirectories,
         std::string languageVersion, bool enable16BitTypes,
         std::vector<std::pair<std::string, std::string>> specialization,
         std::string denormals, bool rowMajor,
         std::vector<std::string> disabledWarnings, bool debug) {
        hlsl::Options options;
        options.file = std::move(file);
        options.text = std::move(text);
        options.entry = std::move(entry);
        options.profile = std::move(profile);
        options.defines = std::move(defines);
        options.includeDirectories = std::move(includeDirectories);
        options.languageVersion = std::move(languageVersion);
        options.enable16BitTypes = enable16BitTypes;
        options.specialization = std::move(specialization);
        options.denormals = std::move(denormals);
        options.rowMajor = rowMajor;
        options.disabledWarnings = std::move(disabledWarnings);
        options.debug = debug;
        return read(options);
      },
      nb::arg("file"), nb::arg("text") = nb::none(), nb::arg("entry") = "",
      nb::arg("profile") = "",
      nb::arg("defines") = std::vector<std::pair<std::string, std::string>>(),
      nb::arg("include_directories") = std::vector<std::string>(),
      nb::arg("language_version") = "2021",
      nb::arg("enable_16bit_types") = false,
      nb::arg("specialization") =
          std::vector<std::pair<std::string, std::string>>(),
      nb::arg("denormals") = "any", nb::arg("row_major") = false,
      nb::arg("disabled_warnings") = std::vector<std::string>(),
      nb::arg("debug") = false, nb::call_guard<nb::gil_scoped_release>(),
      "Compiles an entry point of the file, or of `text` under the file's "
      "name. An empty entry is the only one or `main`,\nan empty profile "
      "cs_6_8. The disabled warnings are groups of Clang and ids. With "
      "`debug` the kernel\nnotes where statements begin.");

  m.def(
      "warning_groups",
      [] {
        // Pairs of options: `-Wconversion`, `-Wno-conversion`.
        std::vector<std::string> groups;
        for (llvm::StringRef flag : clang::DiagnosticIDs::getDiagnosticFlags())
          if (flag.consume_front("-Wno-"))
            groups.push_back(flag.str());
        return groups;
      },
      "The names of Clang's groups of warnings.");
}
