# Finds Clang's libraries, which the HLSL front end needs. Without them, everything else is built.

set(WAVE_HAS_CLANG OFF)
find_package(Clang CONFIG QUIET HINTS ${LLVM_DIR}/../clang)
if(Clang_FOUND AND Clang_VERSION VERSION_GREATER_EQUAL ${LLVM_VERSION_MAJOR} AND
   Clang_VERSION VERSION_LESS 23 AND EXISTS ${CLANG_INCLUDE_DIRS}/clang/AST/AST.h)
  set(WAVE_HAS_CLANG ON)
else()
  message(STATUS "No HLSL front end, so neither wave-hlsl nor wavedialect.hlsl(): Clang ${LLVM_VERSION_MAJOR}'s "
    "libraries were not found (Debian: clang-${LLVM_VERSION_MAJOR} libclang-${LLVM_VERSION_MAJOR}-dev)")
  return()
endif()

# Tools that link MLIR statically link Clang's archives; others load the shared library.
set(archives)
foreach(name Frontend Parse Sema Serialization Analysis AnalysisLifetimeSafety APINotes Edit AST ASTMatchers Lex Options
    Driver Support Basic)
  if(TARGET clang${name})
    get_target_property(archive clang${name} LOCATION)
    list(APPEND archives ${archive})
  endif()
endforeach()
list(JOIN archives "," archives)
add_library(WaveStaticClang INTERFACE)
target_link_libraries(WaveStaticClang INTERFACE "$<LINK_GROUP:RESCAN,${archives}>")
add_library(WaveClang INTERFACE)
target_include_directories(WaveClang SYSTEM INTERFACE ${CLANG_INCLUDE_DIRS})
target_link_libraries(WaveClang INTERFACE
  $<IF:$<BOOL:$<TARGET_PROPERTY:WAVE_LINKS_MLIR_STATICALLY>>,WaveStaticClang,clang-cpp>)
