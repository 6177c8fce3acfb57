# Loading libMLIR.so and libLLVM.so takes longer than compiling a kernel. A tool that is started for each kernel holds what it
# needs of them instead, from the archives beside them; where these are not installed it loads the libraries as the others do.

# What add_wave_library() links for such a tool in place of the two.
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
# A sanitizer's library is shared, and a tool that is linked statically has no place for it.
if(NOT WAVE_SANITIZER AND "${archives}" MATCHES "libMLIRIR\\.a" AND "${archives}" MATCHES "libLLVMCore\\.a")
  set(WAVE_HAS_STATIC_MLIR ON)
  list(JOIN archives "," archives)
  target_link_libraries(WaveStaticMLIR INTERFACE "$<LINK_GROUP:RESCAN,${archives}>")
  # A fixed address saves a tenth of the pages that starting a tool touches.
  target_link_options(WaveStaticMLIR INTERFACE
    -no-pie -static-libstdc++ -static-libgcc -Wl,--gc-sections -Wl,--strip-debug)
endif()

# wave_link_mlir_statically(tool): for a tool that loads no plugins, which would bring a second MLIR.
function(wave_link_mlir_statically tool)
  if(WAVE_HAS_STATIC_MLIR)
    set_target_properties(${tool} PROPERTIES WAVE_LINKS_MLIR_STATICALLY ON)
  else()
    message(STATUS "${tool} loads libMLIR.so and libLLVM.so: there are no archives of them")
  endif()
endfunction()
