//===- Native.cpp - The compiler for Python -------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostic.h"

#include "WaveDialect/Compiler/Target.h"
#include "WaveDialect/Pipelines/Pipelines.h"

#include "llvm/Config/llvm-config.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>
#include <unordered_map>

namespace nb = nanobind;
using namespace mlir::wave::compiler;

/// Binds the cache of compile results.
void bindCache(nb::module_ &m);

/// Binds runs of kernels on the CPU.
void bindCPU(nb::module_ &m);

/// Binds instrumented runs.
void bindCheck(nb::module_ &m);

/// Binds the reader of MLIR text.
void bindModules(nb::module_ &m);

/// What validates SPIR-V.
void bindSPIRV(nb::module_ &m);

/// Binds the command line tools.
void bindTools(nb::module_ &m);

using CallerTuple = nb::typed<nb::tuple, std::string, int, int>;
using PlaceTuple = nb::typed<nb::tuple, int, std::string, int, int, std::string,
                             nb::typed<nb::list, CallerTuple>>;

/// The other members of an Input, as keyword arguments.
#define WAVE_INPUT                                                             \
  nb::arg("stage") = "wave", nb::arg("file") = "-", nb::arg("upstream") = false

/// Converts places to tuples and shares equal strings, because few differ.
static nb::typed<nb::list, PlaceTuple>
listPlaces(const std::vector<Place> &places) {
  std::unordered_map<std::string, nb::str> texts;
  auto get = [&](const std::string &text) {
    return texts.try_emplace(text, text.data(), text.size()).first->second;
  };
  nb::list list;
  for (const Place &place : places) {
    nb::list callers;
    for (const auto &[file, line, column] : place.callers)
      callers.append(nb::make_tuple(get(file), line, column));
    list.append(nb::make_tuple(place.line, get(place.file), place.sourceLine,
                               place.sourceColumn, get(place.uniformity),
                               std::move(callers)));
  }
  return list;
}

NB_MODULE(_native, m) {
  m.doc() = "MLIR text and a pipeline in, artifacts and diagnostics out.";
  // Threads that run at exit, and threads that a forked child does not have,
  // keep their objects. This is not a leak to report to users.
  nb::set_leak_warnings(false);

  m.attr("llvm_version") = LLVM_VERSION_STRING;
  m.attr("is_self_contained") = static_cast<bool>(WAVE_STATIC_MODULES);

  bindDiagnostic(m);

  nb::class_<Result>(m, "Result")
      .def_ro("ok", &Result::ok)
      .def_ro("lowered", &Result::lowered,
              "The pipeline ran to its end: what failed came after it.")
      .def_ro("times", &Result::times,
              "Milliseconds of each step: context, parse, passes, bytes (with "
              "their validation), and stages, their text.")
      .def_ro("diagnostics", &Result::diagnostics)
      .def_ro("stages", &Result::stages)
      .def_prop_ro("files", [](const Result &result) {
        nb::list files;
        for (const auto &[name, bytes] : result.files)
          files.append(
              nb::make_tuple(name, nb::bytes(bytes.data(), bytes.size())));
        return files;
      });

  nb::class_<RecordedPass>(m, "RecordedPass", "The module after a pass.")
      .def_ro("name", &RecordedPass::name,
              "The pass's name on a command line; \"input\" for what came in.")
      .def_ro("description", &RecordedPass::description,
              "What the pass does, in a line.")
      .def_ro("text", &RecordedPass::text,
              "The module, without locations; values are called as the user's "
              "variables are.")
      .def_prop_ro(
          "places",
          [](const RecordedPass &pass) { return listPlaces(pass.places); },
          "Of each operation its first line in `text`, the user's file, line "
          "and column (\"\" and 0 where unknown), how\nfar its results are the "
          "same (\"group\", \"wave\", \"lane\", or \"\" outside kernels of "
          "wave "
          "IR), and (file, line,\ncolumn) of the calls that it was inlined "
          "through, the innermost first.")
      .def_prop_ro(
          "groupshared",
          [](const RecordedPass &pass) {
            std::vector<
                std::tuple<std::string, std::string, int64_t, int64_t, int>>
                arrays;
            for (const GroupsharedArray &array : pass.groupshared)
              arrays.emplace_back(array.name, array.type, array.elements,
                                  array.bytes, array.sourceLine);
            return arrays;
          },
          "Of each groupshared array whose size is known its name or \"\", the "
          "type, number and bytes of its elements,\nand its line in the source "
          "or 0.");

  nb::class_<PassRecording>(m, "PassRecording")
      .def_ro("ok", &PassRecording::ok)
      .def_ro("diagnostics", &PassRecording::diagnostics)
      .def_ro("passes", &PassRecording::passes,
              "What came in, and what each pass left that changed something; "
              "up to the one that failed.");

  m.def("record_passes", &recordPasses, nb::arg("text"), nb::arg("pipeline"),
        nb::call_guard<nb::gil_scoped_release>(),
        "Runs a textual pass pipeline and records what each pass leaves.");
  m.def(
      "run_pipeline",
      [](const std::string &text, const std::string &pipeline, bool stages,
         const std::string &stage, const std::string &file, bool upstream) {
        return compile({text, pipeline, stage, file, upstream}, "mlir", {},
                       stages);
      },
      nb::arg("text"), nb::arg("pipeline"), nb::arg("stages") = false,
      nb::kw_only(), WAVE_INPUT, nb::call_guard<nb::gil_scoped_release>(),
      "Runs a textual pass pipeline; one stage, 'result'. As everywhere here, "
      "`stage` is what `text` is, `file` where it\nis from, and with "
      "`upstream` "
      "all of upstream's dialects and passes are known.");
  m.def(
      "optimizations",
      [] {
        std::vector<std::pair<std::string, std::optional<unsigned>>> all;
        for (const mlir::wave::Optimization &each :
             mlir::wave::getOptimizations())
          all.emplace_back(each.name.str(), each.level);
        return all;
      },
      "The optimizations in the order in which they run: name, and the level "
      "from which on it runs by itself.");
  m.def("pipeline_after", &getPipelineAfter, nb::arg("pipeline"),
        nb::arg("stage"),
        "What is left of a target's pipeline after the pass that ends `stage`; "
        "None where it has no such pass.");
  m.def(
      "compile",
      [](const std::string &text, const std::string &pipeline,
         const std::string &target, const Options &options, bool stages,
         const std::string &stage, const std::string &file, bool upstream) {
        return compile({text, pipeline, stage, file, upstream}, target, options,
                       stages);
      },
      nb::arg("text"), nb::arg("pipeline"), nb::arg("target"),
      nb::arg("options") = Options(), nb::arg("stages") = true, nb::kw_only(),
      WAVE_INPUT, nb::call_guard<nb::gil_scoped_release>(),
      "Runs a pipeline and translates its result for a target, with the "
      "target's options; without `stages`, which are a\nthird of the time, no "
      "texts of them.");
  m.def(
      "targets",
      [] {
        std::vector<std::string> names;
        for (const Target *target : getTargets())
          names.push_back(target->name.str());
        return names;
      },
      "The names of the targets.");
  bindCache(m);
  bindCPU(m);
  bindCheck(m);
  bindModules(m);
  bindSPIRV(m);
  bindTools(m);
  registerAllTargets();
}
