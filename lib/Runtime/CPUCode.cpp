//===- CPUCode.cpp - Links objects into this process ----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's ORC without its compile layers: the objects are already compiled. No
// listeners for debuggers or profilers are attached; each would cost more than
// linking does.
//
//===----------------------------------------------------------------------===//

#include "CPUCode.h"

#include "CheckCalls.h"
#include "PipeGroup.h"

#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/Orc/SelfExecutorProcessControl.h"
#include "llvm/ExecutionEngine/Orc/TaskDispatch.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"

#include <mutex>
#include <pthread.h>
#include <stdexcept>

using namespace wave::runtime;
using namespace llvm;
using namespace llvm::orc;

static constexpr int64_t infoVersion = 1;

namespace {

/// The linker of the process.
class Linker {
public:
  /// Never destroyed: kernels and threads may outlive all static objects.
  static Linker &get() {
    static Linker &linker = *new Linker;
    return linker;
  }

  /// Held while objects are linked and removed, and during a fork, so that no
  /// child inherits a linker in the middle of its work.
  std::mutex mutex;
  std::unique_ptr<ExecutionSession> session;
  std::unique_ptr<ObjectLinkingLayer> layer;
  /// Messages of the session since this was last cleared.
  std::string reports;

  JITDylib &addLibrary() {
    JITDylib &library =
        session->createBareJITDylib("kernel" + std::to_string(count++));
    library.addToLinkOrder(*processSymbols);
    return library;
  }

private:
  Linker() {
    session = std::make_unique<ExecutionSession>(
        cantFail(SelfExecutorProcessControl::Create(
            nullptr, std::make_unique<InPlaceTaskDispatcher>())));
    session->setErrorReporter([this](Error error) {
      reports += (reports.empty() ? "" : "; ") + toString(std::move(error));
    });
    layer = std::make_unique<ObjectLinkingLayer>(*session);
    processSymbols = &session->createBareJITDylib("process");
    // The last two may be missing, and are seldom needed: vectorized
    // transcendental functions, and f16 on processors without it.
    for (const char *name :
         {"libc.so.6", "libm.so.6", "libmvec.so.1", "libgcc_s.so.1"}) {
      auto generator = DynamicLibrarySearchGenerator::Load(name, '\0');
      if (generator)
        processSymbols->addGenerator(std::move(*generator));
      else
        consumeError(generator.takeError());
    }
    addCheckCalls();
    pthread_atfork([] { get().mutex.lock(); }, [] { get().mutex.unlock(); },
                   [] { get().mutex.unlock(); });
  }

  /// Adds the functions that instrumented code and kernels with pipes call.
  void addCheckCalls() {
    SymbolMap symbols;
    const auto add = [&](const char *name, auto *function) {
      symbols[session->intern(name)] = {ExecutorAddr::fromPtr(function),
                                        JITSymbolFlags::Exported |
                                            JITSymbolFlags::Callable};
    };
    add("wave_check_enter", wave_check_enter);
    add("wave_check_access", wave_check_access);
    add("wave_check_matrix", wave_check_matrix);
    add("wave_check_undefined", wave_check_undefined);
    add("wave_check_retire", wave_check_retire);
    add("wave_check_uniform", wave_check_uniform);
    add("wave_check_branch", wave_check_branch);
    add("wave_check_barrier", wave_check_barrier);
    add("wave_check_event", wave_check_event);
    add("wave_pipe_step", wave_pipe_step);
    add("wave_group_meet", wave_group_meet);
    cantFail(processSymbols->define(absoluteSymbols(std::move(symbols))));
  }

  JITDylib *processSymbols;
  uint64_t count = 0;
};

} // namespace

static void check(Error error) {
  if (error)
    throw std::invalid_argument("object: " + toString(std::move(error)));
}

/// Rejects objects for other machines, which the linker would accept.
static void checkMachine(const object::ObjectFile &object) {
  if (object.getArch() != Triple(sys::getProcessTriple()).getArch())
    throw std::invalid_argument("object: made for another kind of machine");
}

/// Adds up the frames of the functions, which LLVM lists in a section: for each
/// the address, and the bytes as a LEB128 number.
static size_t getFrameBytes(const object::ObjectFile &object) {
  size_t sum = 0;
  for (const object::SectionRef &section : object.sections()) {
    Expected<StringRef> name = section.getName();
    check(name.takeError());
    if (*name != ".stack_sizes")
      continue;
    Expected<StringRef> contents = section.getContents();
    check(contents.takeError());
    const DataExtractor data(*contents, /*IsLittleEndian=*/true,
                             object.getBytesInAddress());
    DataExtractor::Cursor place(0);
    while (place && !data.eof(place)) {
      data.getAddress(place);
      sum += data.getULEB128(place);
    }
    check(place.takeError());
  }
  return sum;
}

CPUCode::CPUCode(std::string_view object) {
  auto buffer = MemoryBuffer::getMemBufferCopy(
      StringRef(object.data(), object.size()), "kernel");
  {
    auto file = object::ObjectFile::createObjectFile(buffer->getMemBufferRef());
    check(file.takeError());
    checkMachine(**file);
    frameBytes = getFrameBytes(**file);
  }

  Linker &linker = Linker::get();
  std::scoped_lock lock(linker.mutex);
  linker.reports.clear();
  library = &linker.addLibrary();
  try {
    check(linker.layer->add(*library, std::move(buffer)));
    const SymbolStringPtr runName = linker.session->intern("wave_kernel");
    const SymbolStringPtr infoName = linker.session->intern("wave_kernel_info");
    const SymbolStringPtr pipesName =
        linker.session->intern("wave_kernel_pipes");
    const SymbolStringPtr extraName =
        linker.session->intern("wave_kernel_extra_waves");
    const SymbolStringPtr coarseningName =
        linker.session->intern("wave_kernel_coarsening");
    auto symbols = linker.session->lookup(
        {{library, JITDylibLookupFlags::MatchExportedSymbolsOnly}},
        SymbolLookupSet({runName, infoName})
            .add(pipesName, SymbolLookupFlags::WeaklyReferencedSymbol)
            .add(extraName, SymbolLookupFlags::WeaklyReferencedSymbol)
            .add(coarseningName, SymbolLookupFlags::WeaklyReferencedSymbol));
    // The session's messages have the reason; the error only names the symbol.
    if (!symbols && !linker.reports.empty()) {
      consumeError(symbols.takeError());
      throw std::invalid_argument("object: " + linker.reports);
    }
    check(symbols.takeError());
    run = (*symbols)[runName].getAddress().toPtr<decltype(run)>();
    info = (*symbols)[infoName].getAddress().toPtr<const CPUKernelInfo *>();
    if (auto found = symbols->find(pipesName); found != symbols->end())
      pipes = found->second.getAddress().toPtr<const int64_t *>();
    if (auto found = symbols->find(extraName); found != symbols->end())
      extraWaves = *found->second.getAddress().toPtr<const int64_t *>();
    if (auto found = symbols->find(coarseningName); found != symbols->end())
      coarsening = *found->second.getAddress().toPtr<decltype(coarsening) *>();
    if (info->version != infoVersion)
      throw std::invalid_argument("object: made by another version of the "
                                  "compiler");
  } catch (...) {
    cantFail(linker.session->removeJITDylib(*library));
    throw;
  }
}

CPUCode::~CPUCode() {
  Linker &linker = Linker::get();
  std::scoped_lock lock(linker.mutex);
  cantFail(linker.session->removeJITDylib(*library));
}
