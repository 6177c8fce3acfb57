//===- Check.cpp - Instrumented runs of kernels, for Python ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cells.h"

#include "WaveDialect/Runtime/CheckedKernel.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;
using namespace wave::runtime;

namespace {

/// Returns the enumerator whose name is in `names` at its position.
template <typename Enum, size_t N>
Enum getEnum(const std::string &name, const char *const (&names)[N]) {
  for (size_t i = 0; i < N; ++i)
    if (name == names[i])
      return static_cast<Enum>(i);
  throw nb::value_error(("no such kind: " + name).c_str());
}

constexpr const char *siteKinds[] = {
    "load",    "store", "atomic", "undefined", "retire", "uniform", "branch",
    "barrier", "event", "pipe",   "step",      "copy",   "matrix"};
constexpr const char *memoryKinds[] = {"buffer", "image", "groupshared",
                                       "local"};
constexpr const char *traceKinds[] = {"begin",  "arrive", "leave", "retire",
                                      "end",    "open",   "close", "copy",
                                      "copied", "matrix"};
constexpr const char *ends[] = {"done", "findings", "seconds", "interrupted",
                                "deadlock"};

/// Kind, rule and memory; for a barrier whether it orders groupshared memory,
/// whether it orders buffers, whether waves wait, and whether lanes of one wave
/// do; for coherent memory whether it is a load, and whether it is a store that
/// may lose an update; whether an access is part of an asynchronous copy; for local
/// arrays which loaded scalars are only copied, and the site and component of which
/// stored scalars are copies; for a matrix the runs of elements, and their length.
using SiteTuple =
    std::tuple<std::string, std::string, int32_t, bool, bool, bool, bool, bool,
               bool, bool, std::vector<bool>,
               std::vector<std::pair<int32_t, int32_t>>, int64_t, int64_t>;
/// Kind, number of elements, bytes per element, and whether the kernel writes
/// it.
using MemoryTuple = std::tuple<std::string, int64_t, int32_t, bool>;

std::vector<CheckSite> getSites(const std::vector<SiteTuple> &tuples) {
  std::vector<CheckSite> sites;
  sites.reserve(tuples.size());
  for (const auto &[kind, rule, memory, groupshared, buffers, waves, lanes,
                    loads, loses, isOfCopy, copied, copies, runs, length] :
       tuples)
    sites.push_back({getEnum<CheckKind>(kind, siteKinds), rule, memory,
                     groupshared, buffers, waves, lanes, loads, loses, isOfCopy,
                     copied, copies, runs, length});
  return sites;
}

std::vector<CheckMemory> getMemories(const std::vector<MemoryTuple> &tuples) {
  std::vector<CheckMemory> memories;
  memories.reserve(tuples.size());
  for (const auto &[kind, elements, bytes, written] : tuples)
    memories.push_back({getEnum<CheckMemoryKind>(kind, memoryKinds), elements,
                        bytes, written});
  return memories;
}

CheckResult launch(const CheckedKernel &kernel, const nb::list &list,
                   int64_t groups, int64_t waves,
                   const std::vector<SiteTuple> &sites,
                   const std::vector<MemoryTuple> &memories,
                   const CheckOptions &options) {
  Cells cells(list);
  const std::vector<CheckSite> checkSites = getSites(sites);
  const std::vector<CheckMemory> checkMemories = getMemories(memories);
  CheckResult result;
  {
    nb::gil_scoped_release release;
    result = kernel.launch(cells.values, groups, waves, checkSites,
                           checkMemories, options, hasPendingSignal);
  }
  if (result.end == CheckEnd::Interrupted)
    raiseInterrupt();
  return result;
}

nb::list getCounts(const CheckResult &result) {
  nb::list counts;
  for (const CheckCount &count : result.counts)
    counts.append(nb::make_tuple(count.executions, count.lanes));
  return counts;
}

nb::list getTrace(const CheckResult &result) {
  nb::list events;
  for (const TraceEvent &event : result.trace)
    events.append(nb::make_tuple(traceKinds[static_cast<size_t>(event.kind)],
                                 event.time, event.group, event.wave,
                                 event.site, event.lanes, event.use));
  return events;
}

/// Bit i represents lane i.
nb::int_ getLanes(const CheckFinding &finding) {
  return nb::int_(nb::int_(finding.lanes[0]) |
                  (nb::int_(finding.lanes[1]) << nb::int_(64)));
}

} // namespace

void bindCheck(nb::module_ &m) {
  nb::class_<CheckAccess>(m, "CheckAccess")
      .def_ro("site", &CheckAccess::site)
      .def_ro("group", &CheckAccess::group)
      .def_ro("wave", &CheckAccess::wave)
      .def_ro("lane", &CheckAccess::lane);
  nb::class_<CheckPipeUse>(m, "CheckPipeUse")
      .def_ro("pipe", &CheckPipeUse::pipe)
      .def_ro("is_producer", &CheckPipeUse::isProducer)
      .def_ro("entered", &CheckPipeUse::entered)
      .def_ro("left", &CheckPipeUse::left)
      .def_ro("site", &CheckPipeUse::site);
  nb::class_<CheckWait>(m, "CheckWait")
      .def_ro("access", &CheckWait::access)
      .def_ro("for_wave", &CheckWait::forWave)
      .def_ro("use", &CheckWait::use)
      .def_ro("awaited", &CheckWait::awaited);
  nb::class_<CheckFinding>(m, "CheckFinding")
      .def_ro("rule", &CheckFinding::rule)
      .def_ro("access", &CheckFinding::access)
      .def_ro("other", &CheckFinding::other)
      .def_ro("branch", &CheckFinding::branch)
      .def_ro("barrier", &CheckFinding::barrier)
      .def_prop_ro("lanes", &getLanes)
      .def_ro("index", &CheckFinding::index)
      .def_ro("count", &CheckFinding::count)
      .def_ro("waits", &CheckFinding::waits)
      .def_ro("use", &CheckFinding::use)
      .def_ro("other_use", &CheckFinding::otherUse);
  nb::class_<CheckOptions>(m, "CheckOptions")
      .def(nb::init<>())
      .def_rw("undefined", &CheckOptions::undefined)
      .def_rw("trace", &CheckOptions::trace)
      .def_rw("most_findings", &CheckOptions::mostFindings)
      .def_rw("most_events", &CheckOptions::mostEvents)
      .def_rw("most_seconds", &CheckOptions::mostSeconds)
      .def_rw("wave_order", &CheckOptions::waveOrder)
      .def_rw("most_shadow_bytes", &CheckOptions::mostShadowBytes);
  nb::class_<CheckResult>(m, "CheckResult")
      .def_ro("findings", &CheckResult::findings)
      .def_prop_ro("counts", &getCounts)
      .def_prop_ro("trace", &getTrace)
      .def_ro("trace_is_whole", &CheckResult::traceIsWhole)
      .def_prop_ro("end",
                   [](const CheckResult &result) {
                     return ends[static_cast<size_t>(result.end)];
                   })
      .def_ro("last", &CheckResult::last)
      .def_ro("groups", &CheckResult::groups)
      .def_ro("waves", &CheckResult::waves)
      .def_ro("lanes", &CheckResult::lanes)
      .def_ro("lanes_without_thread", &CheckResult::lanesWithoutThread)
      .def_ro("lanes_without_work", &CheckResult::lanesWithoutWork)
      .def_ro("shadow_bytes", &CheckResult::shadowBytes)
      .def_ro("ns", &CheckResult::ns);
  nb::class_<CheckedKernel>(
      m, "CheckedKernel",
      "The code of one kernel with checks, at one wave size.")
      .def(
          "__init__",
          [](CheckedKernel *self, nb::bytes object) {
            new (self) CheckedKernel({object.c_str(), object.size()});
          },
          "object"_a, "As CPUKernel's.")
      .def_prop_ro(
          "groupshared_bytes",
          [](const CheckedKernel &self) {
            return self.info().groupsharedBytes;
          },
          "Memory of a group, in bytes.")
      .def_prop_ro(
          "payload_bytes",
          [](const CheckedKernel &self) { return self.info().payloadBytes; },
          "CPUKernel's.")
      .def("launch", &launch, "cells"_a, "groups"_a, "waves"_a, "sites"_a,
           "memories"_a, "options"_a,
           "Runs the groups one after the other on the calling thread, and "
           "returns what was found and counted. `cells` are\nthose of "
           "CPUKernel.launch. ValueError where finding races takes more memory "
           "than allowed, MemoryError where\nthere is none.");
}
