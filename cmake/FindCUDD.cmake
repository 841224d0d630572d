# Finds CUDD 3: an installed one, one named by -DCUDD_ROOT (or the environment's CUDD_ROOT), or the one
# that scripts/deps built into the project's cache. Defines the target CUDD::CUDD.
#
# An installed one wins. CUDD's own `make install` leaves out the internal header cuddInt.h; runtime/bdd/product.c
# uses it where it is there (GT_CUDD_INTERNAL: relational products in one recursion) and does without otherwise.

set(_cudd_cache "$ENV{GENTRANS_CACHE}")
if(NOT _cudd_cache)
  set(_cudd_cache "$ENV{HOME}/.cache/gentrans")
endif()

# Header and library must come from one installation: CUDD_ROOT and the system's prefixes first, then the cache.
find_path(CUDD_INCLUDE_DIR NAMES cudd.h PATH_SUFFIXES cudd)
find_library(CUDD_LIBRARY NAMES cudd)
if(NOT CUDD_INCLUDE_DIR OR NOT CUDD_LIBRARY)
  unset(CUDD_INCLUDE_DIR CACHE)
  unset(CUDD_LIBRARY CACHE)
  find_path(CUDD_INCLUDE_DIR NAMES cudd.h PATHS "${_cudd_cache}/cudd/include" NO_DEFAULT_PATH)
  find_library(CUDD_LIBRARY NAMES cudd PATHS "${_cudd_cache}/cudd/lib" NO_DEFAULT_PATH)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CUDD
  REQUIRED_VARS CUDD_LIBRARY CUDD_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "run scripts/deps, or name an installation with -DCUDD_ROOT=PREFIX")

if(CUDD_FOUND AND NOT TARGET CUDD::CUDD)
  add_library(CUDD::CUDD UNKNOWN IMPORTED)
  set_target_properties(CUDD::CUDD PROPERTIES
    IMPORTED_LOCATION "${CUDD_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${CUDD_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES m)
  if(EXISTS "${CUDD_INCLUDE_DIR}/cuddInt.h" AND EXISTS "${CUDD_INCLUDE_DIR}/mtr.h")
    set_target_properties(CUDD::CUDD PROPERTIES INTERFACE_COMPILE_DEFINITIONS GT_CUDD_INTERNAL)
  elseif(NOT CUDD_FIND_QUIETLY)
    message(STATUS "${CUDD_LIBRARY} comes without cuddInt.h: BDD checks will be slower")
  endif()
endif()
mark_as_advanced(CUDD_INCLUDE_DIR CUDD_LIBRARY)
