# SPDX-License-Identifier: Apache-2.0
# Third-party libraries, all from Debian (design.md, Dependencies).
find_package(fmt 9 REQUIRED)
find_package(Threads REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_path(CORDON_TOMLPLUSPLUS_INCLUDE toml++/toml.h REQUIRED)
find_path(CORDON_EXPECTED_INCLUDE tl/expected.hpp REQUIRED)
find_path(CORDON_CLI11_INCLUDE CLI/CLI.hpp REQUIRED)
find_path(CORDON_RE2_INCLUDE re2/re2.h REQUIRED)
find_library(CORDON_RE2_LIBRARY NAMES libre2.a REQUIRED)
find_path(CORDON_UTF8PROC_INCLUDE utf8proc.h REQUIRED)
find_library(CORDON_UTF8PROC_LIBRARY NAMES libutf8proc.a REQUIRED)

# simdjson: the source of the version Debian ships, compiled into our static programs.
set(CORDON_SIMDJSON_SOURCE "" CACHE PATH "folder with simdjson's source (holds singleheader/); empty: take Debian's source package")
set(simdjson_source "${CORDON_SIMDJSON_SOURCE}")
if(NOT simdjson_source)
  set(simdjson_source "${CMAKE_SOURCE_DIR}/build/_deps/simdjson")
  execute_process(COMMAND "${CMAKE_SOURCE_DIR}/cmake/get-simdjson-source.sh" "${simdjson_source}"
    OUTPUT_VARIABLE simdjson_log ERROR_VARIABLE simdjson_log RESULT_VARIABLE simdjson_status)
endif()
if(EXISTS "${simdjson_source}/singleheader/simdjson.cpp")
  add_library(cordon_simdjson STATIC "${simdjson_source}/singleheader/simdjson.cpp")
  target_include_directories(cordon_simdjson SYSTEM PUBLIC "${simdjson_source}/singleheader")
  target_compile_options(cordon_simdjson PRIVATE -w)
  # One implementation with vectors (AVX2) and the plain one: each of the others is 60 kB more of every program to be mapped.
  target_compile_definitions(cordon_simdjson PUBLIC SIMDJSON_IMPLEMENTATION_ICELAKE=0 SIMDJSON_IMPLEMENTATION_WESTMERE=0)
  set(CORDON_SIMDJSON_STATIC ON)
else()
  find_package(simdjson REQUIRED)
  message(WARNING "simdjson's source could not be fetched: the programs are linked with the SHARED library and start "
    "about twice as slowly. Give -DCORDON_SIMDJSON_SOURCE=DIR to repair it. What went wrong:\n${simdjson_log}")
  add_library(cordon_simdjson INTERFACE)
  target_link_libraries(cordon_simdjson INTERFACE simdjson::simdjson)
  set(CORDON_SIMDJSON_STATIC OFF)
endif()

add_library(cordon_fmt INTERFACE)
target_link_libraries(cordon_fmt INTERFACE fmt::fmt-header-only)
target_compile_definitions(cordon_fmt INTERFACE FMT_STATIC_THOUSANDS_SEPARATOR=1)

add_library(cordon_expected INTERFACE)
target_include_directories(cordon_expected SYSTEM INTERFACE "${CORDON_EXPECTED_INCLUDE}")

add_library(cordon_toml INTERFACE)
target_include_directories(cordon_toml SYSTEM INTERFACE "${CORDON_TOMLPLUSPLUS_INCLUDE}")
target_compile_definitions(cordon_toml INTERFACE TOML_HEADER_ONLY=1 TOML_ENABLE_FORMATTERS=0)
if(NOT APPLE)  # floats by std::from_chars: the string streams it takes otherwise bring in all of std::locale, a third of a hook's start
  target_compile_definitions(cordon_toml INTERFACE TOML_FLOAT_CHARCONV=1)
endif()

add_library(cordon_re2 INTERFACE)
target_include_directories(cordon_re2 SYSTEM INTERFACE "${CORDON_RE2_INCLUDE}")
target_link_libraries(cordon_re2 INTERFACE "${CORDON_RE2_LIBRARY}" Threads::Threads)

add_library(cordon_utf8proc INTERFACE)
target_include_directories(cordon_utf8proc SYSTEM INTERFACE "${CORDON_UTF8PROC_INCLUDE}")
target_compile_definitions(cordon_utf8proc INTERFACE UTF8PROC_STATIC)
target_link_libraries(cordon_utf8proc INTERFACE "${CORDON_UTF8PROC_LIBRARY}")

add_library(cordon_cli INTERFACE)
target_include_directories(cordon_cli SYSTEM INTERFACE "${CORDON_CLI11_INCLUDE}")

# Only the tests need these: a person who installs does not.
if(CORDON_TESTS)
  find_package(doctest 2.4 REQUIRED)
  find_path(CORDON_VALIJSON_INCLUDE valijson/validator.hpp REQUIRED)
  add_library(cordon_valijson INTERFACE)
  target_include_directories(cordon_valijson SYSTEM INTERFACE "${CORDON_VALIJSON_INCLUDE}")
  target_link_libraries(cordon_valijson INTERFACE nlohmann_json::nlohmann_json)
endif()
