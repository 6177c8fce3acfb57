# `cmake --install` installs the headers, the library that tools and plugins share, the tools, and the CMake package
# WaveDialect. pip installs the Python package, from the component `python`.

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/WaveDialect)

# The library does not include the runtime, which has other dependencies.
install(DIRECTORY include/WaveDialect ${PROJECT_BINARY_DIR}/include/WaveDialect
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.h.inc"
  PATTERN "Runtime" EXCLUDE PATTERN "CMakeFiles" EXCLUDE)
install(TARGETS WaveDialect wave-opt wave-translate wave-lsp-server
  EXPORT WaveDialectTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(WAVE_HAS_CLANG)
  install(TARGETS wave-hlsl RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(EXPORT WaveDialectTargets NAMESPACE WaveDialect:: DESTINATION ${package_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(cmake/WaveDialectConfig.cmake.in WaveDialectConfig.cmake INSTALL_DESTINATION ${package_dir}
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(WaveDialectConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/WaveDialectConfig.cmake ${PROJECT_BINARY_DIR}/WaveDialectConfigVersion.cmake
  DESTINATION ${package_dir})
