# How gentrans' own code is compiled, and the functions that turn a folder into a library.

add_library(gentrans_flags INTERFACE)
target_compile_definitions(gentrans_flags INTERFACE
  _POSIX_C_SOURCE=200809L GENTRANS_VERSION="${PROJECT_VERSION}")
target_include_directories(gentrans_flags INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(gentrans_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wswitch-enum
  -Wmissing-prototypes -Wstrict-prototypes -Wold-style-definition -Wvla -Wpointer-arith
  -Wwrite-strings -Wundef -Wformat=2 -Wno-format-nonliteral -Wimplicit-fallthrough)
if(GENTRANS_WERROR)
  target_compile_options(gentrans_flags INTERFACE -Werror)
endif()
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)

if(GENTRANS_SANITIZE)
  add_compile_options(-DGENTRANS_SANITIZED -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(GENTRANS_THREADS)
  add_compile_options(-DGENTRANS_SANITIZED -fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
endif()
if(GENTRANS_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(GENTRANS_COVERAGE)
  add_compile_options(--coverage -O1 -fprofile-update=atomic) # threads count, too
  add_link_options(--coverage)
endif()

# gentrans_folder(NAME [LINKS TARGET...] [EXCLUDE REGEX])
# The library gentrans_NAME of all *.c below NAME.
function(gentrans_folder name)
  cmake_parse_arguments(arg "" "EXCLUDE" "LINKS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${name}/*.c")
  if(arg_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX "${arg_EXCLUDE}")
  endif()
  add_library(gentrans_${name} STATIC ${sources})
  set_target_properties(gentrans_${name} PROPERTIES OUTPUT_NAME gentrans-${name})
  target_link_libraries(gentrans_${name} PRIVATE gentrans_flags PUBLIC ${arg_LINKS})
endfunction()

# gentrans_embed(TARGET FILE SYMBOL HEADER): the bytes of FILE as the constant array SYMBOL that HEADER declares.
function(gentrans_embed target file symbol header)
  set(output "${PROJECT_BINARY_DIR}/generated/${symbol}.c")
  add_custom_command(OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DINPUT=${PROJECT_SOURCE_DIR}/${file}" "-DOUTPUT=${output}"
      "-DSYMBOL=${symbol}" "-DHEADER=${header}" -P "${PROJECT_SOURCE_DIR}/cmake/Embed.cmake"
    DEPENDS "${PROJECT_SOURCE_DIR}/${file}" "${PROJECT_SOURCE_DIR}/cmake/Embed.cmake"
    COMMENT "Embedding ${file}"
    VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()

# The committed, generated tree-sitter parser: compiled without our warnings, part of the front end.
function(gentrans_generated_parser folder)
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.c")
  if(sources)
    add_library(gentrans_parser STATIC ${sources})
    set_target_properties(gentrans_parser PROPERTIES OUTPUT_NAME gentrans-parser)
    target_include_directories(gentrans_parser PRIVATE "${PROJECT_SOURCE_DIR}/${folder}")
    target_compile_options(gentrans_parser PRIVATE -w)
    target_link_libraries(gentrans_frontend INTERFACE gentrans_parser)
  endif()
endfunction()
