# Finds all dependencies of the build, and reports all missing ones at once.

# wave_find_package(name arguments of find_package DEBIAN packages): a macro, so that the caller sees the results. Without a
# compiler, CMake finds neither headers nor libraries: everything counts as missing.
macro(wave_find_package name)
  cmake_parse_arguments(ARG "" "" "DEBIAN" ${ARGN})
  if(NOT WAVE_NO_COMPILER)
    find_package(${name} ${ARG_UNPARSED_ARGUMENTS} QUIET)
  endif()
  if(NOT ${name}_FOUND)
    list(APPEND WAVE_MISSING ${name})
    list(APPEND WAVE_MISSING_DEBIAN ${ARG_DEBIAN})
  endif()
endmacro()

# wave_find_header(variable file name package)
macro(wave_find_header variable file name package)
  if(NOT WAVE_NO_COMPILER)
    find_path(${variable} ${file})
  endif()
  if(NOT ${variable})
    list(APPEND WAVE_MISSING ${name})
    list(APPEND WAVE_MISSING_DEBIAN ${package})
  endif()
endmacro()

set(WAVE_MISSING)
set(WAVE_MISSING_DEBIAN)

if(NOT WAVE_NO_COMPILER)
  find_package(Threads REQUIRED)
endif()
wave_find_header(WAVE_VULKAN_INCLUDE_DIR vulkan/vulkan_core.h Vulkan-Headers libvulkan-dev)
if(WAVE_ENABLE_PYTHON)
  # scikit-build-core names the component of the stable ABI where it makes a wheel for it.
  wave_find_package(Python 3.11 COMPONENTS Interpreter Development.Module ${SKBUILD_SABI_COMPONENT} DEBIAN python3-dev)
endif()
if(NOT WAVE_RUNTIME_ONLY)
  # The constants that Direct3D 12 reads in a container; on Linux with replacements of Windows' own headers.
  wave_find_header(WAVE_DIRECTX_INCLUDE_DIR directx/d3d12.h DirectX-Headers directx-headers-dev)
  # Debian's LLVM is not in CMake's search path. LLVM's own configuration requires zlib.
  wave_find_package(ZLIB DEBIAN zlib1g-dev)
  wave_find_package(MLIR CONFIG HINTS /usr/lib/llvm-22/lib/cmake/mlir
    DEBIAN llvm-22-dev libmlir-22-dev mlir-22-tools)
  wave_find_package(SPIRV-Tools CONFIG DEBIAN spirv-tools)
  wave_find_package(TBB CONFIG DEBIAN libtbb-dev)
  if(WAVE_ENABLE_HOSTS)
    wave_find_package(nlohmann_json CONFIG DEBIAN nlohmann-json3-dev)
  endif()
endif()

list(JOIN WAVE_MISSING ", " missing)
list(JOIN WAVE_MISSING_DEBIAN " " packages)
if(WAVE_NO_COMPILER)
  list(JOIN WAVE_NO_COMPILER ", " compilers)
  message(FATAL_ERROR "No compiler for C and C++: looked for ${compilers}. On Debian, this installs one and all else that "
    "the build needs:\n  apt-get install --no-install-recommends g++ ${packages}\n"
    "Elsewhere, the build needs ${missing}. The variables CC and CXX name another compiler.")
endif()
if(WAVE_MISSING)
  string(CONCAT message "Not found: ${missing}. On Debian, type\n  apt-get install --no-install-recommends ${packages}\n"
    "Elsewhere, say by -D<name>_DIR=<folder> where its CMake package is.")
  if(MLIR IN_LIST WAVE_MISSING)
    string(APPEND message "\nTo run on Vulkan what was compiled elsewhere, no LLVM is needed: -DWAVE_RUNTIME_ONLY=ON.")
  endif()
  message(FATAL_ERROR "${message}")
endif()

# MLIR declares only its exact version compatible, so this compares the major version.
if(NOT WAVE_RUNTIME_ONLY AND NOT MLIR_VERSION MATCHES "^22\\.")
  message(FATAL_ERROR "WaveDialect is written for MLIR 22, found ${MLIR_VERSION} in ${MLIR_DIR}")
endif()

# MLIR's own mlir-tblgen is a program for the other processor.
if(CMAKE_CROSSCOMPILING AND NOT WAVE_RUNTIME_ONLY)
  find_program(WAVE_HOST_TABLEGEN NAMES mlir-tblgen mlir-tblgen-22 HINTS /usr/lib/llvm-22/bin REQUIRED)
  set(MLIR_TABLEGEN_EXE ${WAVE_HOST_TABLEGEN})
endif()
