# Every tests/unit/test_*.c is a Check program and a ctest of its own (label unit); the one-file cases, the
# samples and the layering check are one ctest each, so that `ctest -L cases` and friends work.

pkg_check_modules(CHECK REQUIRED IMPORTED_TARGET check)
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)

file(GLOB unit_tests CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/unit/test_*.c")
file(GLOB unit_helpers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/unit/helper_*.c")
foreach(source IN LISTS unit_tests)
  get_filename_component(name "${source}" NAME_WE)
  string(REGEX REPLACE "^test_" "" short "${name}")
  add_executable(${name} "${source}" ${unit_helpers})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/unit")
  # check.h's macros do not survive -Wpedantic under clang.
  target_compile_options(${name} PRIVATE -Wno-pedantic -Wno-gnu-zero-variadic-macro-arguments)
  target_link_libraries(${name} PRIVATE gentrans_driver gentrans_flags PkgConfig::CHECK)
  add_test(NAME unit.${short} COMMAND ${name} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(unit.${short} PROPERTIES LABELS unit)
endforeach()

# The programs in tests/checks and the case runner close with `N passed, N failed, N skipped`.
file(GLOB checks CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/checks/*")
foreach(program IN LISTS checks)
  get_filename_component(name "${program}" NAME)
  add_test(NAME house.${name} COMMAND "${program}")
  set_tests_properties(house.${name} PROPERTIES LABELS house
    ENVIRONMENT "GENTRANS=$<TARGET_FILE:gentrans>;GENTRANS_BUILD=${PROJECT_BINARY_DIR}")
endforeach()

function(gentrans_cases label)
  list(TRANSFORM ARGN PREPEND "${PROJECT_SOURCE_DIR}/" REGEX "^[^-]")
  add_test(NAME ${label} COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tests/run-cases"
    --gentrans $<TARGET_FILE:gentrans> ${ARGN})
  set_tests_properties(${label} PROPERTIES LABELS ${label} TIMEOUT 3600)
endfunction()
gentrans_cases(cases tests/cases tests/verdicts)
gentrans_cases(samples samples)
gentrans_cases(docs docs README.md)
gentrans_cases(verdicts --checkers tests/verdicts samples)

# Random symmetric programs, each held against its translations; tests/checks/random-bisim runs them.
file(GLOB random_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/random/*.c")
add_executable(random_bisim ${random_sources})
target_link_libraries(random_bisim PRIVATE gentrans_driver gentrans_flags)

# The same random programs, with their properties, through every engine; tests/checks/random-check runs them.
file(GLOB agree_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/agree/*.c")
list(FILTER random_sources EXCLUDE REGEX "/try\\.c$")
add_executable(random_check ${random_sources} ${agree_sources})
target_link_libraries(random_check PRIVATE gentrans_driver gentrans_flags)

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

# For tests/bench/targets: cmake --build --preset release --target smv_form
add_executable(smv_form EXCLUDE_FROM_ALL "${PROJECT_SOURCE_DIR}/tests/bench/smv_form.c")
target_link_libraries(smv_form PRIVATE gentrans_backends gentrans_flags)

# gentrans with an allocator that fails when it is told to; tests/checks/out-of-memory runs it.
add_executable(starved frontend/main.c "${PROJECT_SOURCE_DIR}/tests/oom/starve.c")
target_link_libraries(starved PRIVATE gentrans_driver gentrans_flags)
if(GENTRANS_SANITIZE)
  set_source_files_properties("${PROJECT_SOURCE_DIR}/tests/oom/starve.c" PROPERTIES
    COMPILE_OPTIONS "-fno-sanitize=all;-DSTARVE_SANITIZED")
endif()
