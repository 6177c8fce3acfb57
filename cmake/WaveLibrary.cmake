# One static library for each folder; all share one precompiled header, because MLIR's headers take longer to compile
# than this project's code.

if(WAVE_ENABLE_CCACHE)
  find_program(CCACHE_PROGRAM ccache)
  if(CCACHE_PROGRAM)
    # Without the sloppiness, ccache ignores every file that uses a precompiled header. The base directory lets one
    # checkout use the results of another.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
      CCACHE_PCH_EXTSUM=true CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} ${CCACHE_PROGRAM})
  endif()
endif()

function(add_wave_precompiled_header)
  add_library(WavePrecompiled STATIC ${PROJECT_SOURCE_DIR}/cmake/Precompiled.cpp)
  target_precompile_headers(WavePrecompiled PRIVATE ${PROJECT_SOURCE_DIR}/cmake/Precompiled.h)
  wave_compile_options(WavePrecompiled)
  # ccache ignores comments, and Clang rejects a precompiled header whose sources have another size.
  set_target_properties(WavePrecompiled PROPERTIES CXX_COMPILER_LAUNCHER "")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # CMake passes these options behind -Xclang, where ccache does not see that one is a path in the checkout.
    set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -include-pch <PCH_FILE> PARENT_SCOPE)
    # The precompiled header contains paths of this checkout. ccache hashes the file `.sum` beside it instead, which
    # contains everything that the precompiled header depends on.
    file(READ ${PROJECT_SOURCE_DIR}/cmake/Precompiled.h headers)
    string(SHA256 sum "${headers};${LLVM_PACKAGE_VERSION};${CMAKE_CXX_COMPILER_VERSION};${CMAKE_BUILD_TYPE};${WAVE_SANITIZER}")
    file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/WavePrecompiled.dir/cmake_pch.hxx.pch.sum "${sum}\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/Precompiled.h)
  endif()
endfunction()

function(wave_compile_options name)
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wno-unused-parameter -Wno-comment -fno-exceptions)
endfunction()

# add_wave_library(WaveIR A.cpp B.cpp DEPENDS tablegen-targets LINK libraries); a SEPARATE one is not in
# libWaveDialect.so.
function(add_wave_library name)
  cmake_parse_arguments(ARG "SEPARATE" "" "DEPENDS;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  wave_compile_options(${name})
  target_precompile_headers(${name} REUSE_FROM WavePrecompiled)
  # The target that uses the library selects the shared or the static MLIR.
  set(is_static $<BOOL:$<TARGET_PROPERTY:WAVE_LINKS_MLIR_STATICALLY>>)
  target_link_libraries(${name} PUBLIC ${ARG_LINK} $<IF:${is_static},WaveStaticMLIR,MLIR> $<$<NOT:${is_static}>:LLVM>)
  add_dependencies(${name} WaveGenerated ${ARG_DEPENDS})
  if(NOT ARG_SEPARATE)
    set_property(GLOBAL APPEND PROPERTY WAVE_LIBRARIES ${name})
  endif()
endfunction()
