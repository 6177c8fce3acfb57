//===- WatchedKernel.h - Kernels for tests of the checker -------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels are functions of a test that make the calls of compiled code; one
// compiled object calls them.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TEST_UNIT_WATCHEDKERNEL_H
#define WAVEDIALECT_TEST_UNIT_WATCHEDKERNEL_H

#include "../../lib/Runtime/CheckCalls.h"
#include "WaveDialect/Runtime/CheckedKernel.h"
#include "WaveDialect/Target/CPU.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include <functional>
#include <string>
#include <vector>

namespace watched {

using namespace mlir;
using namespace mlir::wave;
using namespace ::wave::runtime;

inline std::string compile(const std::string &text) {
  DialectRegistry registry;
  registerCPUTarget(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  SmallVector<char, 0> object;
  if (!module || failed(translateToObject(*module, getHostCPU(), object)))
    return "";
  return std::string(object.begin(), object.end());
}

/// Waves of 4 or 128 lanes, 64 bytes of groupshared memory, and `body` with
/// cells 7 to 9 in %c7, %c8 and %c9.
inline std::string makeText(const std::string &body, int64_t lanes = 4) {
  return R"(
llvm.mlir.global external constant @wave_kernel_info(dense<[1, 64, 8, )" +
         std::to_string(lanes) +
         R"(]> : tensor<4xi64>) : !llvm.array<4 x i64>
llvm.func @wave_check_enter(!llvm.ptr, i64, i64)
llvm.func @wave_check_access(!llvm.ptr, i32, !llvm.ptr, i32, i32, !llvm.ptr, i64, i64)
llvm.func @wave_check_undefined(!llvm.ptr, i32, !llvm.ptr, i64, i64)
llvm.func @wave_check_retire(!llvm.ptr, i32, i64, i64)
llvm.func @wave_check_uniform(!llvm.ptr, i32, !llvm.ptr, i64, i64, i64)
llvm.func @wave_check_branch(!llvm.ptr, i32, i64, i64, i64, i64)
llvm.func @wave_check_barrier(!llvm.ptr, i32, i64, i64)
llvm.func @wave_check_event(!llvm.ptr, i32, i64, i64)
llvm.func @wave_kernel(%block: !llvm.ptr, %scratch: !llvm.ptr, %first: i64, %end: i64) {
  %p5 = llvm.getelementptr %block[5] : (!llvm.ptr) -> !llvm.ptr, i64
  %c5 = llvm.load %p5 : !llvm.ptr -> !llvm.ptr
  %p7 = llvm.getelementptr %block[7] : (!llvm.ptr) -> !llvm.ptr, i64
  %c7 = llvm.load %p7 : !llvm.ptr -> !llvm.ptr
  %p8 = llvm.getelementptr %block[8] : (!llvm.ptr) -> !llvm.ptr, i64
  %c8 = llvm.load %p8 : !llvm.ptr -> !llvm.ptr
  %p9 = llvm.getelementptr %block[9] : (!llvm.ptr) -> !llvm.ptr, i64
  %c9 = llvm.load %p9 : !llvm.ptr -> !llvm.ptr
)" + body +
         "}";
}

inline const CheckedKernel &getTrampoline(int64_t lanes) {
  const std::string body = R"(
  llvm.call %c8(%c9, %c5, %c7, %scratch, %first, %end) : !llvm.ptr, (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64) -> ()
  llvm.return
)";
  static const CheckedKernel narrow(compile(makeText(body, 4)));
  static const CheckedKernel wide(compile(makeText(body, 128)));
  return lanes == 4 ? narrow : wide;
}

struct Lanes {
  uint64_t low, high = 0;
};
constexpr Lanes all = {15}, none = {0};

/// A wave of a test's kernel.
struct Wave {
  CheckLaunch *check;
  const int32_t *flag;
  std::byte *scratch;
  int64_t group, wave;

  void enter(Lanes lanes = all) {
    wave_check_enter(check, lanes.low, lanes.high);
  }
  /// Lane i accesses element `base + stride * i`.
  void access(int32_t site, uint32_t base, uint32_t stride = 1,
              Lanes lanes = all, const uint32_t *values = nullptr) {
    wave_check_access(check, site, nullptr, base, stride, values, lanes.low,
                      lanes.high);
  }
  void gather(int32_t site, const std::vector<uint32_t> &indices,
              Lanes lanes = all, const std::vector<uint32_t> &values = {}) {
    wave_check_access(check, site, indices.data(), 0, 0,
                      values.empty() ? nullptr : values.data(), lanes.low,
                      lanes.high);
  }
  /// A load or store of a matrix: the site has the runs of elements.
  void matrix(int32_t site, uint32_t first, uint32_t stride) {
    wave_check_matrix(check, site, first, stride, all.low, all.high);
  }
  void barrier(int32_t site, Lanes lanes = all) {
    wave_check_barrier(check, site, lanes.low, lanes.high);
  }
  void retire(int32_t site, Lanes lanes) {
    wave_check_retire(check, site, lanes.low, lanes.high);
  }
  void branch(int32_t site, Lanes taken, Lanes lanes = all) {
    wave_check_branch(check, site, taken.low, taken.high, lanes.low,
                      lanes.high);
  }
  void uniform(int32_t site, uint64_t value, Lanes lanes = all) {
    wave_check_uniform(check, site, nullptr, value, lanes.low, lanes.high);
  }
};

using Body = std::function<void(Wave)>;

/// The memories and sites of a kernel, and its launch.
struct Kernel {
  std::vector<CheckMemory> memories;
  std::vector<CheckSite> sites;
  CheckOptions options;
  int64_t lanes = 4;

  int32_t addMemory(CheckMemoryKind kind, int64_t elements = 1024,
                    bool written = true) {
    memories.push_back({kind, elements, 4, written});
    return int32_t(memories.size() - 1);
  }
  int32_t add(CheckSite site) {
    sites.push_back(std::move(site));
    return int32_t(sites.size() - 1);
  }
  int32_t add(CheckKind kind, int32_t memory = -1) {
    return add(CheckSite{kind, "", memory});
  }
  int32_t addMatrix(CheckKind kind, int64_t runs, int64_t runLength) {
    CheckSite site{kind, "", 0};
    site.runs = runs;
    site.runLength = runLength;
    return add(std::move(site));
  }
  int32_t addBarrier(bool groupshared, bool buffers, bool synchronizes = true) {
    return add(CheckSite{CheckKind::Barrier, "", -1, groupshared, buffers,
                         synchronizes});
  }

  CheckResult run(const Body &body, int64_t groups = 1,
                  int64_t waves = 2) const {
    using Function = void (*)(const Body &, const int32_t *, CheckLaunch *,
                              std::byte *, int64_t, int64_t);
    const Function call = [](const Body &body, const int32_t *flag,
                             CheckLaunch *check, std::byte *scratch,
                             int64_t group, int64_t wave) {
      body({check, flag, scratch, group, wave});
    };
    std::vector<uint64_t> cells(firstArgument + 2);
    cells[firstArgument] = reinterpret_cast<uint64_t>(call);
    cells[firstArgument + 1] = reinterpret_cast<uint64_t>(&body);
    return getTrampoline(lanes).launch(cells, groups, waves, sites, memories,
                                       options);
  }
};

inline std::string print(const CheckAccess &access) {
  std::string text = "s";
  text += std::to_string(access.site) + " g" + std::to_string(access.group) +
          " w" + std::to_string(access.wave) + " l" +
          std::to_string(access.lane);
  return text;
}

/// Returns one line per finding.
inline std::string print(const CheckResult &result) {
  std::string text;
  for (const CheckFinding &finding : result.findings) {
    text +=
        (text.empty() ? "" : "\n") + finding.rule + " " + print(finding.access);
    if (finding.other)
      text += " with " + print(*finding.other);
    if (finding.branch)
      text += " from s" + std::to_string(*finding.branch);
    if (finding.barrier)
      text += " past s" + std::to_string(*finding.barrier);
    if (finding.index >= 0)
      text += " at " + std::to_string(finding.index);
    text += " lanes " + std::to_string(finding.lanes[0]) + " x" +
            std::to_string(finding.count);
  }
  return text;
}

} // namespace watched

#endif // WAVEDIALECT_TEST_UNIT_WATCHEDKERNEL_H
