# Targets of the compiler. Each is a folder with its sources and a CMakeLists.txt, which calls add_wave_target(); no file
# lists the folders.

# add_wave_target(Name Sources.cpp LINK libraries): the target in the folder Name.
function(add_wave_target name)
  add_wave_library(WaveCompiler${name} ${ARGN})
  target_link_libraries(WaveCompiler${name} PUBLIC WaveCompiler)
endfunction()

# add_wave_targets(library parents...): a library with registerAllTargets() for every target whose folder is in a parent.
function(add_wave_targets library)
  set(entries)
  set(libraries)
  foreach(parent IN LISTS ARGN)
    # A new folder changes the time of its parent.
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${parent})
    file(GLOB lists RELATIVE ${parent} ${parent}/*/CMakeLists.txt)
    foreach(list IN LISTS lists)
      get_filename_component(name ${list} DIRECTORY)
      if(NOT TARGET WaveCompiler${name})
        add_subdirectory(${parent}/${name} ${CMAKE_CURRENT_BINARY_DIR}/${name})
      endif()
      string(APPEND entries "WAVE_TARGET(${name})\n")
      list(APPEND libraries WaveCompiler${name})
    endforeach()
  endforeach()
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${library})
  file(CONFIGURE OUTPUT ${generated}/Targets.def CONTENT "${entries}" @ONLY)
  add_wave_library(${library} ${PROJECT_SOURCE_DIR}/lib/Compiler/RegisterTargets.cpp LINK WaveCompiler ${libraries})
  target_include_directories(${library} PRIVATE ${generated})
endfunction()
