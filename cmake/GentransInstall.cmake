# What `cmake --install` and `cpack -G DEB` put where. The manual page and the completions are made by the program
# itself, from its option table.

install(TARGETS gentrans RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")

set(generated)
foreach(kind man bash zsh fish)
  set(output "${PROJECT_BINARY_DIR}/generated/gentrans.${kind}")
  add_custom_command(OUTPUT "${output}"
    COMMAND gentrans --generate ${kind} > "${output}"
    DEPENDS gentrans
    COMMENT "Generating ${kind} from the option table"
    VERBATIM)
  list(APPEND generated "${output}")
endforeach()
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/generated")
add_custom_target(gentrans_generated ALL DEPENDS ${generated})

install(FILES "${PROJECT_BINARY_DIR}/generated/gentrans.man"
  DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" RENAME gentrans.1)
install(FILES "${PROJECT_BINARY_DIR}/generated/gentrans.bash"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME gentrans)
install(FILES "${PROJECT_BINARY_DIR}/generated/gentrans.zsh"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions" RENAME _gentrans)
install(FILES "${PROJECT_BINARY_DIR}/generated/gentrans.fish"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" RENAME gentrans.fish)

# The schemas of the three representations, for whoever writes or reads them.
foreach(schema gentrans symmetric population commands)
  install(FILES "ir/xml/schema/${schema}.rng" DESTINATION "${CMAKE_INSTALL_DATADIR}/gentrans")
endforeach()
# Pages stay where they are from each other: their links lead somewhere.
install(FILES LICENSE README.md CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY docs samples DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# find_package(gentrans) gives the target gentrans::gentrans and the function gentrans_translate().
include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/gentrans")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/gentrans-config.cmake.in"
  "${PROJECT_BINARY_DIR}/generated/gentrans-config.cmake"
  INSTALL_DESTINATION "${package_dir}"
  PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/generated/gentrans-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/generated/gentrans-config.cmake"
  "${PROJECT_BINARY_DIR}/generated/gentrans-config-version.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/GentransTranslate.cmake"
  DESTINATION "${package_dir}")

configure_file("${PROJECT_SOURCE_DIR}/cmake/gentrans.pc.in" "${PROJECT_BINARY_DIR}/generated/gentrans.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/generated/gentrans.pc" DESTINATION "${CMAKE_INSTALL_DATADIR}/pkgconfig")

set(CPACK_PACKAGE_NAME gentrans)
set(CPACK_PACKAGE_VENDOR "The gentrans authors")
set(CPACK_PACKAGE_CONTACT "The gentrans authors <gentrans@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "spin, rumur")
include(CPack)
