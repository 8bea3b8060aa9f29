# SPDX-License-Identifier: Apache-2.0
# `cmake --install` (prefix, DESTDIR) and the Debian package (`cpack -G DEB`).
#
#   lib/cordon/bin/            the programs, side by side: `cordon install` copies from where it stands
#   bin/cordon, bin/protected-paths    links into it: the two that people and build pipelines call
#   share/cordon/plugin/       .claude-plugin and hooks.json: `claude --plugin-dir` or a marketplace of its own
#   share/man/man1, share/bash-completion, share/zsh/vendor-completions, share/fish/vendor_completions.d
include(GNUInstallDirs)

set(CORDON_PROGRAMS bypass-warn git-add-guard protected-paths deny-guard posture-watch error-hint statusline cordon)
set(programs_dir "lib/cordon/bin")  # fixed, not lib/<architecture>: the plugin's start script looks there
set(made "${CMAKE_BINARY_DIR}/pages")
set(pages changelog.gz cordon.1.gz protected-paths.1.gz cordon.bash _cordon cordon.fish)
list(TRANSFORM pages PREPEND "${made}/")
file(MAKE_DIRECTORY "${made}")
add_custom_command(OUTPUT ${pages}
  COMMAND cordon man > "${made}/cordon.1"
  COMMAND cordon man --of protected-paths > "${made}/protected-paths.1"
  COMMAND gzip -9nf "${made}/cordon.1" "${made}/protected-paths.1"
  COMMAND gzip -9nc "${CMAKE_SOURCE_DIR}/CHANGELOG.md" > "${made}/changelog.gz"
  COMMAND cordon completion bash > "${made}/cordon.bash"
  COMMAND cordon completion zsh > "${made}/_cordon"
  COMMAND cordon completion fish > "${made}/cordon.fish"
  DEPENDS cordon protected-paths "${CMAKE_SOURCE_DIR}/CHANGELOG.md" VERBATIM)
if(CORDON_RELEASE)  # elsewhere: cmake --build . --target pages, before an install
  add_custom_target(pages ALL DEPENDS ${pages})
else()
  add_custom_target(pages DEPENDS ${pages})
endif()

set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
# What people source in their shells; cordon/iso/CMakeLists.txt lays it beside the programs.
install(FILES "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/iso.sh" "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/iso.fish" DESTINATION "${programs_dir}")
install(TARGETS ${CORDON_PROGRAMS} RUNTIME DESTINATION "${programs_dir}")
foreach(program cordon protected-paths)
  install(CODE "
    set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}\")
    file(MAKE_DIRECTORY \"\${folder}\")
    file(CREATE_LINK \"../${programs_dir}/${program}\" \"\${folder}/${program}\" SYMBOLIC)
    message(STATUS \"Installing: \${folder}/${program}\")")
endforeach()
install(DIRECTORY "${CMAKE_SOURCE_DIR}/.claude-plugin" DESTINATION "${CMAKE_INSTALL_DATADIR}/cordon/plugin" USE_SOURCE_PERMISSIONS)
install(FILES "${CMAKE_SOURCE_DIR}/README.md" DESTINATION "${CMAKE_INSTALL_DATADIR}/cordon/plugin")
install(FILES "${CMAKE_SOURCE_DIR}/hooks/hooks.json" DESTINATION "${CMAKE_INSTALL_DATADIR}/cordon/plugin/hooks")
install(FILES "${made}/cordon.1.gz" "${made}/protected-paths.1.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
install(FILES "${made}/cordon.bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME cordon)
install(FILES "${made}/_cordon" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions")
install(FILES "${made}/cordon.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
install(FILES "${CMAKE_SOURCE_DIR}/README.md" "${made}/changelog.gz" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/cordon")
install(FILES "${CMAKE_SOURCE_DIR}/cmake/copyright" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/cordon")
install(FILES "${CMAKE_SOURCE_DIR}/cmake/lintian-overrides" DESTINATION "${CMAKE_INSTALL_DATADIR}/lintian/overrides" RENAME cordon)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_NAME cordon)
set(CPACK_PACKAGE_VENDOR Cordon)
set(CPACK_PACKAGE_CONTACT "Cordon <cordon@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "guards and a status line for Claude Code")
set(CPACK_PACKAGE_DESCRIPTION "Native hooks that show when a command leaves the sandbox and stop what
must not happen, and a footer that never says sandbox when there is none.
Nothing is wired by the package: every user runs 'cordon install', or loads
the plugin of /usr/share/cordon/plugin.")
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "")          # static programs
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "bubblewrap, socat, git")
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
