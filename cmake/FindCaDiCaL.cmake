# Finds CaDiCaL, with its interface for C: the target CaDiCaL::CaDiCaL. It is written in C++, whose library it needs.
find_path(CADICAL_INCLUDE_DIR NAMES ccadical.h)
find_library(CADICAL_LIBRARY NAMES cadical)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CaDiCaL
  REQUIRED_VARS CADICAL_LIBRARY CADICAL_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "run scripts/deps, or install Debian's libcadical-dev")

if(CaDiCaL_FOUND AND NOT TARGET CaDiCaL::CaDiCaL)
  add_library(CaDiCaL::CaDiCaL UNKNOWN IMPORTED)
  set_target_properties(CaDiCaL::CaDiCaL PROPERTIES
    IMPORTED_LOCATION "${CADICAL_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${CADICAL_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "stdc++;m")
endif()
mark_as_advanced(CADICAL_INCLUDE_DIR CADICAL_LIBRARY)
