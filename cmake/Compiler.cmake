# Enables C and C++ if their compilers are there. Otherwise CMake would stop at its own search; with WAVE_NO_COMPILER,
# Dependencies.cmake names the compiler and all packages that the build needs.

# wave_find_compiler(language variable names): what the environment variable or a common name stands for, as for CMake.
macro(wave_find_compiler language variable)
  set(names ${ARGN})
  if(NOT "$ENV{${variable}}" STREQUAL "")
    # There may be options behind the name, or the compiler behind `ccache`.
    separate_arguments(names UNIX_COMMAND "$ENV{${variable}}")
    list(SUBLIST names 0 1 names)
  endif()
  if(NOT CMAKE_TOOLCHAIN_FILE AND NOT CMAKE_${language}_COMPILER)
    find_program(found NAMES ${names} NO_CACHE)
    if(NOT found)
      list(GET names 0 first)
      list(APPEND WAVE_NO_COMPILER ${first})
    endif()
    unset(found)
  endif()
endmacro()

set(WAVE_NO_COMPILER)
wave_find_compiler(C CC cc gcc cl bcc xlc icx clang)
wave_find_compiler(CXX CXX c++ CC g++ aCC cl bcc xlC icpx icx clang++)
if(NOT WAVE_NO_COMPILER)
  enable_language(C)
  enable_language(CXX)
endif()
