//===- CPUKernelTest.cpp - Launches on the CPU's cores --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Runtime/CPUKernel.h"
#include "WaveDialect/Target/CPU.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace mlir;
using namespace mlir::wave;
using ::wave::runtime::CPUKernel;
using ::wave::runtime::CPULaunchResult;
using ::wave::runtime::firstArgument;

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Compiles a module of the LLVM dialect.
static std::string compile(const std::string &text,
                           const CPU &cpu = getHostCPU()) {
  DialectRegistry registry;
  registerCPUTarget(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  SmallVector<char, 0> object;
  if (!module || failed(translateToObject(*module, cpu, object)))
    return "";
  return std::string(object.begin(), object.end());
}

/// A kernel whose groups execute `body`, which ends with a branch to ^next. %g
/// is the group's index, %out the first argument and %n the second.
static std::string makeKernel(const std::string &body,
                              const std::string &info = "1, 0, 0, 4",
                              const std::string &declarations = "") {
  return "llvm.mlir.global external constant @wave_kernel_info(dense<[" + info +
         "]> : tensor<4xi64>) : !llvm.array<4 x i64>\n" + declarations + R"(
llvm.func @wave_kernel(%block: !llvm.ptr, %scratch: !llvm.ptr, %first: i64, %end: i64) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %cell5 = llvm.getelementptr %block[5] : (!llvm.ptr) -> !llvm.ptr, i64
  %flag = llvm.load %cell5 : !llvm.ptr -> !llvm.ptr
  %cell8 = llvm.getelementptr %block[8] : (!llvm.ptr) -> !llvm.ptr, i64
  %out = llvm.load %cell8 : !llvm.ptr -> !llvm.ptr
  %cell9 = llvm.getelementptr %block[9] : (!llvm.ptr) -> !llvm.ptr, i64
  %n = llvm.load %cell9 : !llvm.ptr -> i64
  llvm.br ^head(%first : i64)
^head(%g: i64):
  %left = llvm.icmp "slt" %g, %end : i64
  %stop = llvm.load volatile %flag : !llvm.ptr -> i32
  %runs = llvm.icmp "eq" %stop, %zero : i32
  %goes_on = llvm.and %left, %runs : i1
  llvm.cond_br %goes_on, ^body, ^exit
^body:
)" + body +
         R"(
^next:
  %next = llvm.add %g, %c1 : i64
  llvm.br ^head(%next : i64)
^exit:
  llvm.return
})";
}

/// out[g] = g + 1, after n iterations of a loop that reads the flag.
static std::string makeLoop() {
  return makeKernel(R"(
  llvm.br ^trip(%c0 : i64)
^trip(%i: i64):
  %stop_now = llvm.load volatile %flag : !llvm.ptr -> i32
  %runs_on = llvm.icmp "eq" %stop_now, %zero : i32
  %trips_left = llvm.icmp "ult" %i, %n : i64
  %again = llvm.and %runs_on, %trips_left : i1
  %i1 = llvm.add %i, %c1 : i64
  llvm.cond_br %again, ^trip(%i1 : i64), ^store
^store:
  %value = llvm.add %g, %c1 : i64
  %place = llvm.getelementptr %out[%g] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %value, %place : i64, !llvm.ptr
  llvm.br ^next)");
}

/// Fills n cells of the scratch memory with g, and sums them: out[g] = g * n.
static std::string makeFiller(const std::string &info) {
  return makeKernel(R"(
  llvm.br ^write(%c0 : i64)
^write(%i: i64):
  %to = llvm.getelementptr %scratch[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store volatile %g, %to : i64, !llvm.ptr
  %i1 = llvm.add %i, %c1 : i64
  %writes = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %writes, ^write(%i1 : i64), ^read(%c0, %c0 : i64, i64)
^read(%j: i64, %sum: i64):
  %from = llvm.getelementptr %scratch[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %value = llvm.load volatile %from : !llvm.ptr -> i64
  %sum1 = llvm.add %sum, %value : i64
  %j1 = llvm.add %j, %c1 : i64
  %reads = llvm.icmp "slt" %j1, %n : i64
  llvm.cond_br %reads, ^read(%j1, %sum1 : i64, i64), ^store
^store:
  %place = llvm.getelementptr %out[%g] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %sum1, %place : i64, !llvm.ptr
  llvm.br ^next)",
                    info);
}

/// out[g] = the address of the scratch memory, after n iterations.
static std::string makeWitness() {
  std::string text = makeLoop();
  const std::string value = "%value = llvm.add %g, %c1 : i64";
  text.replace(text.find(value), value.size(),
               "%value = llvm.ptrtoint %scratch : !llvm.ptr to i64");
  const std::string info = "1, 0, 0, 4";
  text.replace(text.find(info), info.size(), "1, 64, 0, 4");
  return text;
}

/// Launches on `out`, with one element per group.
static CPULaunchResult launch(const CPUKernel &kernel,
                              std::vector<uint64_t> &out, uint64_t n = 0,
                              unsigned threads = 0, int64_t waves = 1) {
  std::vector<uint64_t> cells(firstArgument + 2);
  cells[firstArgument] = reinterpret_cast<uint64_t>(out.data());
  cells[firstArgument + 1] = n;
  return kernel.launch(cells, out.size(), waves, threads);
}

/// Whether every group has run at least once.
static bool isFilled(const std::vector<uint64_t> &out) {
  for (size_t g = 0; g < out.size(); ++g)
    if (out[g] != g + 1)
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

/// Returns the reason why an object is rejected.
static std::string getRefusal(const std::string &object) {
  try {
    const CPUKernel kernel(object);
  } catch (const std::invalid_argument &error) {
    return error.what();
  }
  return "";
}

TEST(CPUKernel, InfoIsTheObjects) {
  const CPUKernel kernel(compile(makeFiller("1, 96, 8, 16")));
  EXPECT_EQ(kernel.info().groupsharedBytes, 96);
  EXPECT_EQ(kernel.info().waveBytes, 8);
  EXPECT_EQ(kernel.info().waveSize, 16);
}

TEST(CPUKernel, OtherBytesAreRefused) {
  const std::string object = compile(makeLoop());
  EXPECT_NE(getRefusal(""), "");
  EXPECT_NE(getRefusal("text"), "");
  EXPECT_NE(getRefusal(object.substr(0, object.size() / 2)), "");
  EXPECT_EQ(getRefusal(compile(makeKernel("llvm.br ^next", "2, 0, 0, 4"))),
            "object: made by another version of the compiler");
  EXPECT_EQ(getRefusal(compile("llvm.func @wave_kernel() { llvm.return }")),
            "object: Symbols not found: [ wave_kernel_info ]");
  EXPECT_EQ(getRefusal(compile(
                makeKernel("llvm.call @no_such() : () -> ()\nllvm.br ^next",
                           "1, 0, 0, 4", "llvm.func @no_such()"))),
            "object: Symbols not found: [ no_such ]");
  std::string foreign = object;
  foreign[18] = '\xb7'; // e_machine: AArch64
  foreign[19] = 0;
  EXPECT_EQ(getRefusal(foreign), "object: made for another kind of machine");
  // These rejections have not harmed the linker.
  EXPECT_EQ(getRefusal(object), "");
}

TEST(CPUKernel, UnknownMachinesAreRefused) {
  std::string error;
  EXPECT_TRUE(failed(checkCPU({"z80", ""}, error)));
  EXPECT_EQ(error, "unknown processor 'z80' [unknown-cpu]");
  EXPECT_TRUE(failed(checkCPU({getHostCPU().name, "+wings"}, error)));
  EXPECT_EQ(error, "unknown processor feature '+wings': write + or - and the "
                   "name of a feature "
                   "[unknown-cpu-feature]");
  EXPECT_TRUE(succeeded(checkCPU(getHostCPU(), error)));
}

#ifdef __x86_64__
TEST(CPUKernel, VectorsAreAsWideAsAllTypesCanUse) {
  EXPECT_EQ(getVectorBits({"x86-64", ""}), 128u);
  EXPECT_EQ(getVectorBits({"x86-64", "+avx"}), 128u);
  EXPECT_EQ(getVectorBits({"x86-64-v3", ""}), 256u);
  EXPECT_EQ(getVectorBits({"x86-64-v3", "-avx2"}), 128u);
  EXPECT_EQ(getVectorBits({"knl", ""}), 256u); // Without BW.
  EXPECT_EQ(getVectorBits({"skylake-avx512", ""}), 512u);
}

/// Processors without f16 call library functions for it; also uses libmvec.
TEST(CPUKernel, HelpersOfLibrariesAreFound) {
  const std::string text = makeKernel(R"(
  %half = llvm.load %out : !llvm.ptr -> f16
  %single = llvm.fpext %half : f16 to f32
  %double = llvm.fpext %single : f32 to f64
  %sum = llvm.fadd %double, %double : f64
  %again = llvm.fptrunc %sum : f64 to f16
  %wide = llvm.fpext %again : f16 to f32
  %undef = llvm.mlir.poison : vector<4xf32>
  %vector = llvm.insertelement %wide, %undef[%zero : i32] : vector<4xf32>
  %e = llvm.call @_ZGVbN4v_expf(%vector) : (vector<4xf32>) -> vector<4xf32>
  %first_e = llvm.extractelement %e[%zero : i32] : vector<4xf32>
  %result = llvm.fptrunc %first_e : f32 to f16
  llvm.store %result, %out : f16, !llvm.ptr
  llvm.br ^next)",
                                      "1, 0, 0, 4",
                                      "llvm.func @_ZGVbN4v_expf(vector<4xf32>) "
                                      "-> vector<4xf32>");
  for (const CPU &cpu : {CPU{"x86-64", ""}, getHostCPU()}) {
    std::vector<uint64_t> out = {0x3800}; // 0.5
    launch(CPUKernel(compile(text, cpu)), out);
    EXPECT_EQ(out[0], 0x4170u); // e
  }
}
#endif

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

TEST(CPUKernel, EveryGroupRuns) {
  const CPUKernel kernel(compile(makeLoop()));
  for (size_t groups : {0, 1, 2, 3, 100, 10007})
    for (unsigned threads : {0, 1, 2, 64})
      for (uint64_t trips : {0, 1000, 0}) {
        std::vector<uint64_t> out(groups);
        EXPECT_FALSE(launch(kernel, out, trips, threads).interrupted);
        EXPECT_TRUE(isFilled(out)) << groups << " " << threads << " " << trips;
      }
}

TEST(CPUKernel, NumbersThatAreNoneAreRefused) {
  const CPUKernel kernel(compile(makeLoop()));
  std::vector<uint64_t> few(firstArgument - 1);
  std::vector<uint64_t> cells(firstArgument + 2);
  EXPECT_THROW(kernel.launch(few, 1, 1, 0), std::invalid_argument);
  EXPECT_THROW(kernel.launch(cells, -1, 1, 0), std::invalid_argument);
  EXPECT_THROW(kernel.launch(cells, 1, 0, 0), std::invalid_argument);
}

TEST(CPUKernel, GroupsUnderWayHaveMemoryOfTheirOwn) {
  const CPUKernel kernel(compile(makeFiller("1, 800, 80, 4")));
  for (int64_t waves : {1, 256})
    for (unsigned threads : {0, 1}) {
      std::vector<uint64_t> out(1000, 7);
      const uint64_t n = (800 + 80 * waves) / 8;
      launch(kernel, out, n, threads, waves);
      for (size_t g = 0; g < out.size(); ++g)
        ASSERT_EQ(out[g], g * n);
    }
}

TEST(CPUKernel, MemoryThatIsNotThereIsToldBeforeAnythingRuns) {
  for (const char *info :
       {"1, 4611686018427387904, 0, 4", "1, 0, "
                                        "1099511627776, 4"}) {
    const CPUKernel kernel(compile(makeFiller(info)));
    std::vector<uint64_t> out(3, 7);
    EXPECT_THROW(launch(kernel, out, 1, 0, 256), std::bad_alloc);
    EXPECT_EQ(out, std::vector<uint64_t>(3, 7));
  }
}

TEST(CPUKernel, LaunchesFromSeveralThreadsDoNotMix) {
  const CPUKernel shared(compile(makeLoop()));
  const std::string object = compile(makeFiller("1, 800, 0, 4"));
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 6; ++i)
    threads.emplace_back([&, i] {
      for (int j = 0; j < 30; ++j) {
        std::vector<uint64_t> out(200);
        launch(shared, out, 500, i % 3);
        EXPECT_TRUE(isFilled(out));
        launch(CPUKernel(object), out, 100, i % 3);
        for (size_t g = 0; g < out.size(); ++g)
          ASSERT_EQ(out[g], g * 100);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

//===----------------------------------------------------------------------===//
// Signals and processes
//===----------------------------------------------------------------------===//

static volatile int received = 0;

TEST(CPUKernel, SIGINTStopsEveryLaunchAndReachesTheHandlerBefore) {
  struct sigaction before;
  struct sigaction handler = {};
  handler.sa_handler = [](int) { received = received + 1; };
  sigaction(SIGINT, &handler, &before);
  const CPUKernel kernel(compile(makeLoop()));
  for (unsigned launches : {1, 3}) {
    received = 0;
    std::atomic<unsigned> interrupted = 0;
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < launches; ++i)
      threads.emplace_back([&, i] {
        std::vector<uint64_t> out(100);
        interrupted += launch(kernel, out, UINT64_MAX, i).interrupted;
      });
    // On a busy machine, a launch may begin after the first signal.
    int sent = 0;
    for (; interrupted < launches; ++sent) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      kill(getpid(), SIGINT);
    }
    for (std::thread &thread : threads)
      thread.join();
    EXPECT_EQ(received, sent);
    // The next launch is not stopped, and the handler is restored.
    std::vector<uint64_t> out(100);
    EXPECT_FALSE(launch(kernel, out, 10).interrupted);
    struct sigaction now;
    sigaction(SIGINT, nullptr, &now);
    EXPECT_EQ(now.sa_handler, handler.sa_handler);
  }
  sigaction(SIGINT, &before, nullptr);
}

TEST(CPUKernel, ProcessesThatIgnoreSIGINTGoOnDoingSo) {
  auto before = std::signal(SIGINT, SIG_IGN);
  const CPUKernel kernel(compile(makeLoop()));
  std::atomic<bool> sent = false;
  std::thread sender([&] {
    for (int i = 0; i < 5; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      kill(getpid(), SIGINT);
    }
    sent = true;
  });
  // However fast a launch is, some run while the signals arrive.
  while (!sent) {
    std::vector<uint64_t> out(10);
    EXPECT_FALSE(launch(kernel, out, 1'000'000).interrupted);
    EXPECT_TRUE(isFilled(out));
  }
  sender.join();
  std::signal(SIGINT, before);
}

/// Whether a child can launch, on several threads if its parent can.
static bool canChildLaunch(const CPUKernel &witness, const std::string &loop) {
  const pid_t child = fork();
  if (child == 0) {
    std::vector<uint64_t> out(40);
    launch(CPUKernel(loop), out, 10);
    bool right = isFilled(out);
    launch(witness, out, 2'000'000);
    right &= std::thread::hardware_concurrency() == 1 ||
             llvm::any_of(out, [&](uint64_t at) { return at != out[0]; });
    _exit(right ? 0 : 1);
  }
  int status;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(CPUKernel, ChildrenLaunch) {
  const std::string loop = compile(makeLoop());
  const CPUKernel kernel(loop);
  const CPUKernel witness(compile(makeWitness()));
  std::vector<uint64_t> out(40);
  launch(kernel, out, 10);
  EXPECT_TRUE(canChildLaunch(witness, loop));
  launch(kernel, out, 10);
  EXPECT_TRUE(isFilled(out));

  // Meanwhile, another thread launches one kernel after the other.
  std::atomic<bool> done = false;
  std::thread other([&] {
    std::vector<uint64_t> out(40);
    while (!done)
      launch(kernel, out, 10'000);
    EXPECT_TRUE(isFilled(out));
  });
  for (int i = 0; i < 5; ++i)
    EXPECT_TRUE(canChildLaunch(witness, loop));
  done = true;
  other.join();
}
