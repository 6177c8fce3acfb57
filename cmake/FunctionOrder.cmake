# A statically linked tool has 40 MiB of code. A compile runs 8 MiB of it, a few functions of each page. Each page that is
# touched costs a page fault, and the system maps its neighbors with it. Linked in the order in which they first run,
# these functions fill their pages instead.
#
# scripts/order-functions writes the list of a tool. The linker ignores names that it does not know, so the list need not
# follow every change of the code. GNU's ld has no option for such a list: the compiler must be able to link with lld, or
# with gold, which is part of older binutils. With neither, the tool is linked as usual and is slower.

option(WAVE_ORDER_FUNCTIONS "Link tools with their functions in the order in which they first run, if there is a linker for it" ON)
include(CheckLinkerFlag)

# wave_order_functions(tool): the list is functions.tar.xz in the tool's folder.
function(wave_order_functions tool)
  # Sanitized tools load MLIR's library; without its archives, there is little to order.
  if(NOT WAVE_ORDER_FUNCTIONS OR NOT WAVE_HAS_STATIC_MLIR)
    return()
  endif()
  set(archive ${CMAKE_CURRENT_SOURCE_DIR}/functions.tar.xz)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${archive})
  file(ARCHIVE_EXTRACT INPUT ${archive} DESTINATION ${CMAKE_CURRENT_BINARY_DIR}/unpacked)
  # The tool is linked again when the list changes, not each time that it is unpacked.
  set(list ${CMAKE_CURRENT_BINARY_DIR}/functions.txt)
  file(COPY_FILE ${CMAKE_CURRENT_BINARY_DIR}/unpacked/functions.txt ${list} ONLY_IF_DIFFERENT)

  # The checks link an empty program, with a list that is always there.
  set(empty ${CMAKE_CURRENT_BINARY_DIR}/no-functions.txt)
  file(WRITE ${empty} "")
  check_linker_flag(CXX "-fuse-ld=lld;-Wl,--symbol-ordering-file=${empty};-Wl,--no-warn-symbol-ordering" WAVE_LLD_ORDERS)
  if(WAVE_LLD_ORDERS)
    set(options -fuse-ld=lld -Wl,--symbol-ordering-file=${list} -Wl,--no-warn-symbol-ordering)
  else()
    check_linker_flag(CXX "-fuse-ld=gold;-Wl,--section-ordering-file=${empty}" WAVE_GOLD_ORDERS)
    if(NOT WAVE_GOLD_ORDERS)
      message(STATUS "${tool} is linked without an order of its functions: there is neither lld nor gold")
      return()
    endif()
    # gold orders sections, which have the names of functions. A constructor or destructor has two names, and its section
    # has the second.
    file(READ ${list} functions)
    string(REGEX REPLACE "([CD])1E" "\\12E" functions "\n${functions}")
    string(REGEX REPLACE "\n([^\n]+)" ".text.\\1\n" functions "${functions}")
    set(list ${CMAKE_CURRENT_BINARY_DIR}/sections.txt)
    file(GENERATE OUTPUT ${list} CONTENT "${functions}")
    set(options -fuse-ld=gold -Wl,--section-ordering-file=${list})
  endif()
  target_link_options(${tool} PRIVATE ${options})
  set_property(TARGET ${tool} APPEND PROPERTY LINK_DEPENDS ${list})
endfunction()
