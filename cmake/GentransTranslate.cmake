# gentrans_translate(TARGET INPUT OUTPUT [DEFINES NAME=VALUE...] [OPTIONS OPTION...] [BYPRODUCTS FILE...])
#
# Translates the model INPUT (relative to the current source folder) into OUTPUT (relative to the current binary
# folder) as a part of the build: again whenever the model, or a file it was made of, changes. TARGET is a custom
# target of the default build; its property GENTRANS_OUTPUT is the path of OUTPUT. Files that come beside the output,
# such as model.props of model.prism and model.cfg of model.tla, are known; name others as BYPRODUCTS.
function(gentrans_translate target input output)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "DEFINES;OPTIONS;BYPRODUCTS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "gentrans_translate: what is '${arg_UNPARSED_ARGUMENTS}'?")
  endif()
  cmake_path(ABSOLUTE_PATH input BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
  cmake_path(ABSOLUTE_PATH output BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE)
  cmake_path(REMOVE_EXTENSION output LAST_ONLY OUTPUT_VARIABLE stem)
  cmake_path(GET output PARENT_PATH folder)
  cmake_path(GET output EXTENSION LAST_ONLY extension)
  if(extension STREQUAL ".prism")
    list(APPEND arg_BYPRODUCTS "${stem}.props")
  elseif(extension STREQUAL ".tla")
    list(APPEND arg_BYPRODUCTS "${stem}.cfg")
  endif()

  set(command gentrans::gentrans "${input}" -o "${output}")
  foreach(define IN LISTS arg_DEFINES)
    list(APPEND command -D "${define}")
  endforeach()
  add_custom_command(OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}"
    COMMAND ${command} ${arg_OPTIONS} -MD -MF "${output}.d" -MT "${output}"
    MAIN_DEPENDENCY "${input}"
    DEPENDS gentrans::gentrans
    BYPRODUCTS ${arg_BYPRODUCTS}
    DEPFILE "${output}.d"
    COMMENT "Translating ${input}"
    VERBATIM)
  add_custom_target(${target} ALL DEPENDS "${output}")
  set_target_properties(${target} PROPERTIES GENTRANS_OUTPUT "${output}")
endfunction()
