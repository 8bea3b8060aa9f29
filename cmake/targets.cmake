# SPDX-License-Identifier: Apache-2.0
# One helper per kind of target, so that a folder's CMakeLists.txt is a list of its files.
#
#   cordon_library(base SOURCES text.cc io.cc DEPS cordon_fmt)          -> cordon::base, includes as "shared/base/text.h"
#   cordon_program(bypass-warn SOURCES main.cc DEPS cordon::hook)       -> bin/bypass-warn, fully static
#   cordon_tool(cordon SOURCES main.cc DEPS …)                          -> bin/cordon: speed does not matter, may link shared
#   cordon_test(base_test SOURCES text_test.cc DEPS cordon::base)       -> ctest 'base_test' (doctest, with its main)
#   cordon_fuzzer(json_fuzz SOURCES json_fuzz.cc DEPS cordon::json)     -> only with CORDON_FUZZ

function(cordon_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPS" ${ARGN})
  add_library(cordon_${name} STATIC ${arg_SOURCES})
  add_library(cordon::${name} ALIAS cordon_${name})
  target_include_directories(cordon_${name} PUBLIC "${CMAKE_SOURCE_DIR}")
  target_link_libraries(cordon_${name} PUBLIC ${arg_DEPS})
endfunction()

function(cordon_program name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE "${CMAKE_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE ${arg_DEPS})
  if(CORDON_STATIC AND CORDON_SIMDJSON_STATIC)
    target_link_options(${name} PRIVATE -static-pie)
    if(NOT CORDON_SANITIZE)
      target_sources(${name} PRIVATE $<TARGET_OBJECTS:cordon_runtime>)
    endif()
  endif()
  if(CORDON_RELEASE)
    target_link_options(${name} PRIVATE -ffunction-sections -fdata-sections -Wl,--gc-sections -s)
  endif()
  # What an ordinary call runs stands side by side in the program: tests/perf/start_order.py.
  set(order "${CMAKE_SOURCE_DIR}/cmake/start_order/${name}.ld")
  if(CORDON_RELEASE AND CORDON_CAN_ORDER AND EXISTS "${order}")
    target_link_options(${name} PRIVATE "-Wl,-T,${order}" "-Wl,-Map,${CMAKE_BINARY_DIR}/maps/${name}.map")
    set_target_properties(${name} PROPERTIES LINK_DEPENDS "${order}")
  endif()
endfunction()

function(cordon_tool name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE "${CMAKE_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE ${arg_DEPS})
endfunction()

function(cordon_test name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPS" ${ARGN})
  if(NOT TARGET cordon_doctest_main)  # compiled once: it is the most expensive file of a small test
    add_library(cordon_doctest_main OBJECT "${CMAKE_SOURCE_DIR}/tests/doctest_main.cc")
    target_link_libraries(cordon_doctest_main PRIVATE doctest::doctest)
    set_target_properties(cordon_doctest_main PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
  endif()
  add_executable(${name} ${arg_SOURCES} $<TARGET_OBJECTS:cordon_doctest_main>)
  target_include_directories(${name} PRIVATE "${CMAKE_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE ${arg_DEPS} doctest::doctest)
  target_compile_definitions(${name} PRIVATE CORDON_SOURCE_DIR="${CMAKE_SOURCE_DIR}" CORDON_BIN_DIR="${CMAKE_BINARY_DIR}/bin")
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests" INTERPROCEDURAL_OPTIMIZATION OFF)
  add_test(NAME ${name} COMMAND ${name})
endfunction()

function(cordon_fuzzer name)
  if(NOT CORDON_FUZZ)
    return()
  endif()
  cmake_parse_arguments(arg "" "" "SOURCES;DEPS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE "${CMAKE_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE ${arg_DEPS})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/fuzz")
endfunction()
