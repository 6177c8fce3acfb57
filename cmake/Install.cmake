# `cmake --install`: headers, the library that tools and plugins share, the tools, and the CMake package WaveDialect.
# The Python package is installed by pip, from the component `python`.

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/WaveDialect)

# The runtime is no part of the library: what it needs is another matter.
install(DIRECTORY include/WaveDialect ${PROJECT_BINARY_DIR}/include/WaveDialect
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.h.inc"
  PATTERN "Runtime" EXCLUDE PATTERN "CMakeFiles" EXCLUDE)
install(TARGETS WaveDialect wave-opt wave-translate wave-lsp-server
  EXPORT WaveDialectTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT WaveDialectTargets NAMESPACE WaveDialect:: DESTINATION ${package_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(cmake/WaveDialectConfig.cmake.in WaveDialectConfig.cmake INSTALL_DESTINATION ${package_dir}
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(WaveDialectConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/WaveDialectConfig.cmake ${PROJECT_BINARY_DIR}/WaveDialectConfigVersion.cmake
  DESTINATION ${package_dir})
