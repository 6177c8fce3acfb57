# WAVE_SANITIZER instruments this project's code, but not LLVM's libraries. HandleLLVMOptions, included next, sets the
# flags.
#
# scripts/sanitize builds the presets and runs the tests; test/sanitizers has the suppressions and the reason for each.

if(NOT WAVE_SANITIZER)
  return()
endif()
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "WAVE_SANITIZER needs Clang: use the preset asan or tsan")
endif()

if(WAVE_SANITIZER STREQUAL "address")
  set(LLVM_USE_SANITIZER "Address;Undefined")
elseif(WAVE_SANITIZER STREQUAL "thread")
  set(LLVM_USE_SANITIZER "Thread")
else()
  message(FATAL_ERROR "WAVE_SANITIZER is 'address' or 'thread', not '${WAVE_SANITIZER}'")
endif()
set(LLVM_ENABLE_ASSERTIONS ON)
set(LLVM_USE_SANITIZE_COVERAGE ${WAVE_ENABLE_FUZZERS})
# LLVM's list of intentional overflows is not installed; without RTTI Clang cannot check vptr and function.
set(LLVM_UBSAN_FLAGS "-fsanitize=undefined -fno-sanitize=vptr,function -fno-sanitize-recover=all")

# Python is not instrumented: it preloads the sanitizer's library, which tools and modules must therefore share.
add_link_options(-shared-libsan)
set(runtime asan)
if(WAVE_SANITIZER STREQUAL "thread")
  set(runtime tsan)
endif()
execute_process(
  COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libclang_rt.${runtime}-${CMAKE_SYSTEM_PROCESSOR}.so
  OUTPUT_STRIP_TRAILING_WHITESPACE OUTPUT_VARIABLE runtime)
get_filename_component(runtime ${runtime} DIRECTORY)
list(APPEND CMAKE_BUILD_RPATH ${runtime})
# The standard library's locks deduce their type from the mutex.
add_compile_options(-Wno-ctad-maybe-unsupported)
