//===- Plugin.cpp - The dialects and passes for plain mlir-opt ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/InitAll.h"

#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/raw_ostream.h"

#include <dlfcn.h>

using namespace mlir;

static constexpr char kName[] = "WaveDialect";

/// Returns the shared object that contains `address`.
static Dl_info getObject(const void *address) {
  Dl_info info = {};
  dladdr(address, &info);
  return info;
}

/// Returns the MLIR that this library was linked with. Its symbols have no
/// versions, so a call may reach another MLIR; lookups through a handle search
/// its dependencies.
static Dl_info getOwnMLIR() {
  const Dl_info self = getObject(kName);
  void *handle = dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (!handle)
    return self;
  const void *address =
      dlsym(handle, "_ZN4mlir28registerPassManagerCLOptionsEv");
  dlclose(handle);
  return getObject(address);
}

/// Returns the version of MLIR's plugin interface if `caller`, MLIR's loader,
/// is in the MLIR that this library was linked with. Another MLIR has other
/// object layouts: it receives a version that it rejects, and the user the
/// reason.
static uint32_t getVersionFor(const void *caller) {
  const Dl_info loader = getObject(caller), own = getOwnMLIR();
  if (loader.dli_fbase == own.dli_fbase)
    return MLIR_PLUGIN_API_VERSION;
  llvm::errs() << "error: this plugin is made for MLIR " << LLVM_VERSION_STRING
               << " in '" << own.dli_fname << "', but is loaded by '"
               << loader.dli_fname
               << "': use wave-opt, or an mlir-opt that links that library\n";
  return 0;
}

extern "C" LLVM_ATTRIBUTE_WEAK LLVM_ATTRIBUTE_NOINLINE DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {
      getVersionFor(__builtin_return_address(0)), kName, WAVE_VERSION,
      [](DialectRegistry *registry) { wave::registerAllDialects(*registry); }};
}

extern "C" LLVM_ATTRIBUTE_WEAK LLVM_ATTRIBUTE_NOINLINE PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {getVersionFor(__builtin_return_address(0)), kName, WAVE_VERSION,
          [] { wave::registerAllPasses(); }};
}
