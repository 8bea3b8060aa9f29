#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fetches the source of the machine's own simdjson version from Debian's source package, without root.
#
#   get-simdjson-source.sh DEST
#
# Debian ships simdjson only as a shared library; our programs are static, so they compile it in. The private
# deb-src list is made from the machine's own list (same mirror, same keys), everything else stays below DEST.
# On success DEST/simdjson.pc-version holds the version and DEST/src, DEST/include the source. Exit 1 otherwise.
set -eu
dest=$1
[ -f "$dest/.complete" ] && exit 0
work=$dest.tmp.$$
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/sources" "$work/parts"

for list in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
  [ -r "$list" ] || continue
  case $list in
    *.sources)
      # deb822: keep the stanzas that speak of a Debian archive component 'main'
      awk 'BEGIN{RS="";ORS="\n\n"} /(^|\n)Components:[^\n]*main/ && /debian-archive-keyring/ {gsub(/Types:[^\n]*/,"Types: deb-src"); print}' \
        "$list" >> "$work/parts/debian.sources" ;;
    *.list) sed -n 's/^deb\([[:space:]].*[[:space:]]main\([[:space:]].*\)\{0,1\}\)$/deb-src\1/p' "$list" | grep -v 'cloud' >> "$work/parts/debian.list" || true ;;
  esac
done
rm -f "$work/parts/empty"
for f in "$work"/parts/*; do [ -s "$f" ] || rm -f "$f"; done

apt() {
  apt-get -q -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/parts" -o Dir::State::lists="$work/lists" \
    -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root -o Acquire::Languages=none "$@"
}
apt update >&2
cd "$work/sources"
apt source --download-only simdjson >&2
mkdir "$work/tree"
tar -xf simdjson_*.orig.tar.* -C "$work/tree" --strip-components=1
[ -f "$work/tree/singleheader/simdjson.cpp" ] || [ -f "$work/tree/src/simdjson.cpp" ]
touch "$work/tree/.complete"
rm -rf "$dest"
mkdir -p "$(dirname "$dest")"
mv "$work/tree" "$dest"
