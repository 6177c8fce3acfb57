# Loading libMLIR.so and libLLVM.so takes longer than compiling a kernel. A tool that is started for each kernel
# therefore links the required parts of both statically, from the archives next to them; if these are not installed, it
# loads the libraries as other tools do. The extension modules of a wheel do the same with WAVE_STATIC_MODULES, to run
# where there is no LLVM.

# add_wave_library() links this target for such tools, instead of the two libraries.
add_library(WaveStaticMLIR INTERFACE)

get_property(mlir_libraries GLOBAL PROPERTY MLIR_ALL_LIBS)
set(archives)
foreach(library IN LISTS mlir_libraries LLVM_AVAILABLE_LIBS)
  if(TARGET ${library})
    get_target_property(type ${library} TYPE)
    get_target_property(archive ${library} LOCATION)
    if(type STREQUAL STATIC_LIBRARY AND EXISTS "${archive}")
      list(APPEND archives ${archive})
    endif()
  endif()
endforeach()
# The sanitizer's library is shared, so a statically linked tool cannot use it.
if(NOT WAVE_SANITIZER AND "${archives}" MATCHES "libMLIRIR\\.a" AND "${archives}" MATCHES "libLLVMCore\\.a")
  set(WAVE_HAS_STATIC_MLIR ON)
  list(JOIN archives "," archives)
  target_link_libraries(WaveStaticMLIR INTERFACE "$<LINK_GROUP:RESCAN,${archives}>")
  target_link_options(WaveStaticMLIR INTERFACE -Wl,--gc-sections)
  # LLVM's archives leave compression to these.
  find_library(WAVE_ZSTD NAMES libzstd.a zstd libzstd.so.1)
  target_link_libraries(WaveStaticMLIR INTERFACE ZLIB::ZLIB ${WAVE_ZSTD})
endif()
if(WAVE_STATIC_MODULES AND NOT WAVE_HAS_STATIC_MLIR)
  message(FATAL_ERROR "WAVE_STATIC_MODULES needs the archives of LLVM and MLIR (Debian: llvm-22-dev libmlir-22-dev), "
    "and a build without WAVE_SANITIZER")
endif()

# wave_link_mlir_statically(tool): for tools that load no plugins, which would load a second MLIR.
function(wave_link_mlir_statically tool)
  if(WAVE_HAS_STATIC_MLIR)
    set_target_properties(${tool} PROPERTIES WAVE_LINKS_MLIR_STATICALLY ON)
    # A fixed address saves a tenth of the pages that starting a tool touches.
    target_link_options(${tool} PRIVATE -no-pie -static-libstdc++ -static-libgcc -Wl,--strip-debug)
  else()
    message(STATUS "${tool} loads libMLIR.so and libLLVM.so: there are no archives of them")
  endif()
endfunction()

# wave_link_module_statically(module): for an extension module of a wheel. It exports its initialization alone, so that
# other LLVMs of the process, as those of Numba and PyTorch, neither find its symbols nor replace them.
function(wave_link_module_statically module)
  set(exports ${CMAKE_CURRENT_BINARY_DIR}/${module}.exports)
  file(CONFIGURE OUTPUT ${exports} CONTENT "{ global: PyInit_${module}; local: *; };\n" @ONLY)
  set_target_properties(${module} PROPERTIES WAVE_LINKS_MLIR_STATICALLY ON)
  target_link_options(${module} PRIVATE -Wl,--version-script=${exports} -Wl,--exclude-libs,ALL -Wl,--strip-all)
  if(WAVE_LLD_LINKS)
    target_link_options(${module} PRIVATE -fuse-ld=lld)
  endif()
  # A pass of upstream initializes every code generator of LLVM, which is half of the code. Kernels need those of this
  # processor and of NVIDIA's GPUs; empty functions replace the others, so that the linker takes nothing else of them.
  set(needed NVPTX X86)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    set(needed NVPTX AArch64)
  endif()
  set(text "// The initialization of code generators that no kernel needs, from cmake/StaticMLIR.cmake.\n")
  foreach(target IN LISTS LLVM_TARGETS_TO_BUILD)
    if(NOT target IN_LIST needed)
      foreach(part TargetInfo Target TargetMC AsmPrinter AsmParser Disassembler)
        string(APPEND text "void LLVMInitialize${target}${part}(void);\nvoid LLVMInitialize${target}${part}(void) {}\n")
      endforeach()
    endif()
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/OtherTargets.c)
  file(CONFIGURE OUTPUT ${source} CONTENT "${text}" @ONLY)
  target_sources(${module} PRIVATE ${source})
endfunction()
include(CheckLinkerFlag)
check_linker_flag(CXX "-fuse-ld=lld" WAVE_LLD_LINKS)
