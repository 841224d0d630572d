# Every tests/unit/test_*.c is a Check program (tests/unit/unit.h) and a ctest of its own (label unit); the
# one-file cases, the samples and the layering check are one ctest each, so that `ctest -L cases` and friends work.

pkg_check_modules(CHECK REQUIRED IMPORTED_TARGET check)
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)

file(GLOB unit_tests CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/unit/test_*.c")
file(GLOB unit_helpers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/unit/helper_*.c" "${PROJECT_SOURCE_DIR}/tests/lib/*.c")
add_library(unit STATIC "${PROJECT_SOURCE_DIR}/tests/unit/unit.c" ${unit_helpers})
# check.h's macros do not survive -Wpedantic under clang.
target_compile_options(unit PUBLIC -Wno-pedantic -Wno-gnu-zero-variadic-macro-arguments)
target_link_libraries(unit PUBLIC gentrans_driver gentrans_flags PkgConfig::CHECK)
foreach(source IN LISTS unit_tests)
  get_filename_component(name "${source}" NAME_WE)
  string(REGEX REPLACE "^test_" "" short "${name}")
  add_executable(${name} "${source}")
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/unit")
  target_link_libraries(${name} PRIVATE unit)
  add_test(NAME unit.${short} COMMAND ${name} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set(labels unit fast)
  if(name MATCHES "^test_(check_bdd|pass_results)$")
    list(REMOVE_ITEM labels fast)
  endif()
  set_tests_properties(unit.${short} PROPERTIES LABELS "${labels}")
endforeach()

# The programs in tests/checks and the case runner close with `N passed, N failed, N skipped`.
file(GLOB checks CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/checks/*")
foreach(program IN LISTS checks)
  get_filename_component(name "${program}" NAME)
  add_test(NAME house.${name} COMMAND "${program}")
  set_tests_properties(house.${name} PROPERTIES LABELS house
    ENVIRONMENT "GENTRANS=$<TARGET_FILE:gentrans>;GENTRANS_BUILD=${PROJECT_BINARY_DIR}")
endforeach()

add_test(NAME golden COMMAND "${PROJECT_SOURCE_DIR}/tests/golden/run" --gentrans $<TARGET_FILE:gentrans>)
set_tests_properties(golden PROPERTIES LABELS "golden;fast")

function(gentrans_cases label)
  list(TRANSFORM ARGN PREPEND "${PROJECT_SOURCE_DIR}/" REGEX "^[^-]")
  add_test(NAME ${label} COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tests/run-cases"
    --gentrans $<TARGET_FILE:gentrans> ${ARGN})
  set_tests_properties(${label} PROPERTIES LABELS ${label})
endfunction()
gentrans_cases(cases tests/cases tests/verdicts)
gentrans_cases(samples samples)
gentrans_cases(docs docs README.md)
gentrans_cases(verdicts --checkers tests/verdicts samples)
set_tests_properties(cases PROPERTIES LABELS "cases;fast")
set_tests_properties(docs PROPERTIES LABELS "docs;fast")

# Tests limit themselves, by processor time; this is the last resort, by the wall clock.
get_property(all_tests DIRECTORY PROPERTY TESTS)
set_tests_properties(${all_tests} PROPERTIES TIMEOUT 36000)

# Random symmetric programs, each held against its translations; tests/checks/random-bisim runs them.
file(GLOB random_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/random/*.c" "${PROJECT_SOURCE_DIR}/tests/lib/*.c")
add_executable(random_bisim ${random_sources})
target_link_libraries(random_bisim PRIVATE gentrans_driver gentrans_flags)

# The same random programs, with their properties, through every engine; tests/checks/random-check runs them.
file(GLOB agree_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/agree/*.c")
list(FILTER random_sources EXCLUDE REGEX "/try\\.c$")
add_executable(random_check ${random_sources} ${agree_sources})
target_link_libraries(random_check PRIVATE gentrans_driver gentrans_flags)

# The same through the methods of the papers; tests/checks/random-methods runs them.
file(GLOB method_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/methods/*.c")
list(FILTER agree_sources EXCLUDE REGEX "/(try|shortest)\\.c$")
add_executable(random_methods ${random_sources} ${agree_sources} ${method_sources})
target_link_libraries(random_methods PRIVATE gentrans_driver gentrans_flags)

# Programs made for the BDD engine's features, with these on and off; tests/checks/random-features runs them.
list(FILTER random_sources EXCLUDE REGEX "/gen[^/]*\\.c$")
file(GLOB feature_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/features/*.c")
add_executable(random_features ${random_sources} ${feature_sources} "${PROJECT_SOURCE_DIR}/tests/agree/same.c")
target_link_libraries(random_features PRIVATE gentrans_driver gentrans_flags)

# What random-targets puts in a checker's place: it asks a server that has the checker loaded.
add_executable(relay "${PROJECT_SOURCE_DIR}/tests/targets/relay.c")
target_link_libraries(relay PRIVATE gentrans_flags)

# Not a test: cmake --build --preset release --target bench_bdd && build/release/bench_bdd
add_executable(bench_bdd EXCLUDE_FROM_ALL "${PROJECT_SOURCE_DIR}/tests/bench/bench_bdd.c"
  "${PROJECT_SOURCE_DIR}/tests/unit/helper_cmds.c")
target_link_libraries(bench_bdd PRIVATE gentrans_backends gentrans_flags)

# gentrans with an allocator that fails when it is told to; tests/checks/out-of-memory runs it.
add_executable(starved driver/main.c "${PROJECT_SOURCE_DIR}/tests/oom/starve.c")
target_link_libraries(starved PRIVATE gentrans_driver gentrans_flags)
if(GENTRANS_SANITIZE)
  set_source_files_properties("${PROJECT_SOURCE_DIR}/tests/oom/starve.c" PROPERTIES
    COMPILE_OPTIONS "-fno-sanitize=all")
endif()
