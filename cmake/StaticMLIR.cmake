# Loading libMLIR.so and libLLVM.so takes longer than compiling a kernel. A tool that is started for each kernel
# therefore links the required parts of both statically, from the archives next to them; if these are not installed, it
# loads the libraries as other tools do.

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
  # A fixed address saves a tenth of the pages that starting a tool touches.
  target_link_options(WaveStaticMLIR INTERFACE
    -no-pie -static-libstdc++ -static-libgcc -Wl,--gc-sections -Wl,--strip-debug)
endif()

# wave_link_mlir_statically(tool): for tools that load no plugins, which would load a second MLIR.
function(wave_link_mlir_statically tool)
  if(WAVE_HAS_STATIC_MLIR)
    set_target_properties(${tool} PROPERTIES WAVE_LINKS_MLIR_STATICALLY ON)
  else()
    message(STATUS "${tool} loads libMLIR.so and libLLVM.so: there are no archives of them")
  endif()
endfunction()
