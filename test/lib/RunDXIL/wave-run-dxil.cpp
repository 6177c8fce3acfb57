//===- wave-run-dxil.cpp - Runs DXIL lane by lane -------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// wave-run-dxil kernel.dxil launch.json: interprets the kernel's entry for a
// dispatch. Groups run one after the other, the waves of a group in turn from
// barrier to barrier, the lanes of a wave together. What a wrong module can do
// unnoticed on a machine is an error here.

#include "Wave.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace rundxil;

static cl::opt<std::string> kernelPath(cl::Positional, cl::Required,
                                       cl::desc("<container, bitcode or IR>"));
static cl::opt<std::string> launchPath(cl::Positional, cl::Required,
                                       cl::desc("<launch.json>"));
static cl::opt<unsigned> waveSize("wave-size", cl::init(0),
                                  cl::desc("Lanes of a wave, instead of the "
                                           "launch's"));
static cl::opt<unsigned>
    extraWaves("extra-waves", cl::init(0),
               cl::desc("Waves of a group beyond those that its threads fill"));
static cl::opt<Reconvergence> reconvergence(
    "reconvergence", cl::init(Reconvergence::PostDominators),
    cl::desc("Where lanes that parted meet"),
    cl::values(clEnumValN(Reconvergence::PostDominators, "post-dominators",
                          "as late as a simple machine does"),
               clEnumValN(Reconvergence::Loops, "loops",
                          "as early as a driver may")));
static cl::opt<uint64_t>
    mostBlocks("most-blocks", cl::init(1 << 22),
               cl::desc("What a wave may run before it is said not to end"));
static cl::opt<bool> prints("print", cl::desc("Print read-write memory"));

namespace {

/// Runs groups with the same waves.
class Dispatch {
public:
  Dispatch(const Kernel &kernel, const Program &program,
           const ControlFlow &flow, Launch &launch)
      : group{kernel, program, launch, {}, {}, {}} {
    group.shared.resize(program.sharedBytes);
    group.sharedDefined.resize(program.sharedBytes);
    for (unsigned wave = 0; wave < launch.placement.size(); ++wave)
      waves.push_back(
          std::make_unique<Wave>(group, flow, reconvergence, wave, mostBlocks));
    for (const std::unique_ptr<Wave> &wave : waves)
      order.push_back(wave.get());
    if (launch.reversesWaves)
      std::reverse(order.begin(), order.end());
  }

  Error run();
  void writeMeshes(raw_ostream &os) const;

private:
  Error runGroup();
  Error meet();

  Group group;
  std::vector<std::unique_ptr<Wave>> waves;
  std::vector<Wave *> order;
  std::vector<std::pair<std::array<unsigned, 3>, MeshDispatch>> meshes;
};

} // namespace

Error Dispatch::run() {
  const std::array<unsigned, 3> &groups = group.launch.groups;
  for (unsigned z = 0; z < groups[2]; ++z)
    for (unsigned y = 0; y < groups[1]; ++y)
      for (unsigned x = 0; x < groups[0]; ++x) {
        group.id = {x, y, z};
        if (Error error = runGroup())
          return error;
      }
  return Error::success();
}

Error Dispatch::runGroup() {
  std::fill(group.sharedDefined.begin(), group.sharedDefined.end(), false);
  for (Wave *wave : order)
    wave->start();
  size_t meshesBefore = meshes.size();
  while (true) {
    for (Wave *wave : order)
      if (wave->state() != Wave::State::Ended &&
          wave->run() == Wave::State::Failed)
        return createStringError(wave->error());
    if (all_of(order, [](const Wave *wave) {
          return wave->state() == Wave::State::Ended;
        }))
      break;
    if (Error error = meet())
      return error;
  }
  if (group.kernel.isAmplification && meshes.size() != meshesBefore + 1)
    return createStringError("a group dispatches meshes " +
                             Twine(meshes.size() - meshesBefore) + " times");
  return Error::success();
}

static std::string printed(const Step &made) {
  std::string text;
  raw_string_ostream(text) << *made.source;
  return text;
}

/// All waves that have not returned stand at a barrier.
Error Dispatch::meet() {
  const Wave *first = nullptr;
  int returned = 0, retiring = group.launch.retiringWaves;
  for (const Wave *wave : order) {
    if (wave->state() == Wave::State::Ended) {
      returned += wave->hasThreads();
      continue;
    }
    if (!first)
      first = wave;
    if (wave->barrier() != first->barrier())
      return createStringError(
          "waves of a group wait at different barriers:\n" +
          printed(*first->barrier()) + "\n" + printed(*wave->barrier()));
    if (retiring >= 0 && wave->isPartlyDone())
      return createStringError("the barrier is not reached by lanes that "
                               "returned:\n" +
                               printed(*wave->barrier()));
  }
  if (retiring >= 0 && returned > retiring)
    return createStringError("the barrier is not reached by all waves, " +
                             Twine(returned) + " returned:\n" +
                             printed(*first->barrier()));
  if (first->barrier()->operation->opcode != op::DispatchMesh)
    return Error::success();
  const MeshDispatch &mesh = first->dispatch();
  for (const Wave *wave : order)
    if (wave->state() != Wave::State::Ended &&
        (!std::equal(mesh.counts, mesh.counts + 3, wave->dispatch().counts) ||
         mesh.payload != wave->dispatch().payload))
      return createStringError("waves of a group dispatch different meshes");
  meshes.push_back({group.id, mesh});
  return Error::success();
}

void Dispatch::writeMeshes(raw_ostream &os) const {
  json::OStream writer(os);
  writer.array([&] {
    for (const auto &[id, mesh] : meshes)
      writer.object([&, &id = id, &mesh = mesh] {
        writer.attributeArray("group", [&] {
          for (unsigned part : id)
            writer.value(part);
        });
        writer.attributeArray("counts", [&] {
          for (uint32_t part : mesh.counts)
            writer.value(part);
        });
        writer.attribute("payload", toHex(mesh.payload, /*LowerCase=*/true));
      });
  });
  os << "\n";
}

static Error runKernel() {
  Expected<Kernel> kernel = readKernel(kernelPath);
  if (!kernel)
    return kernel.takeError();
  Expected<Program> program = makeProgram(*kernel);
  if (!program)
    return program.takeError();
  Expected<ControlFlow> flow = readControlFlow(*program, *kernel->entry);
  if (!flow)
    return flow.takeError();
  Expected<Launch> launch =
      readLaunch(launchPath, *kernel, waveSize, extraWaves);
  if (!launch)
    return launch.takeError();
  Dispatch dispatch(*kernel, *program, *flow, *launch);
  if (Error error = dispatch.run())
    return error;
  if (Error error = writeMemory(*launch))
    return error;
  if (prints)
    printMemory(*launch, outs());
  if (prints && kernel->isAmplification)
    dispatch.writeMeshes(outs());
  if (!launch->meshFile.empty()) {
    std::error_code code;
    raw_fd_ostream file(launch->meshFile, code, sys::fs::OF_None);
    if (code)
      return createStringError(launch->meshFile + ": " + code.message());
    dispatch.writeMeshes(file);
  }
  return Error::success();
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "Runs DXIL lane by lane\n");
  if (Error error = runKernel()) {
    errs() << "wave-run-dxil: " << toString(std::move(error)) << "\n";
    return 1;
  }
  return 0;
}
