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

set(run_cases "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tests/run-cases"
  --gentrans $<TARGET_FILE:gentrans>)
add_test(NAME runner COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tests/test-runner")
add_test(NAME layering COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tests/layering")
add_test(NAME cases COMMAND ${run_cases} "${PROJECT_SOURCE_DIR}/tests/cases")
add_test(NAME samples COMMAND ${run_cases} "${PROJECT_SOURCE_DIR}/samples")
add_test(NAME verdicts COMMAND ${run_cases} --checkers "${PROJECT_SOURCE_DIR}/samples"
  "${PROJECT_SOURCE_DIR}/tests/verdicts")
set_tests_properties(runner layering PROPERTIES LABELS house)
set_tests_properties(cases PROPERTIES LABELS cases)
set_tests_properties(samples PROPERTIES LABELS samples)
set_tests_properties(verdicts PROPERTIES LABELS verdicts TIMEOUT 3600)
