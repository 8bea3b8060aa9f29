#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes the user '{{user}}' an agent works as, made by `cordon provision --print agent-user`. As root; again changes nothing.
#
# Traps:
# - No group docker, lxd, libvirt, disk, sudo, adm: each of the first four is root, adm reads every log.
# - No password and no key: who wants in is root (`machinectl shell {{user}}@` or `su - {{user}}`). A locked password (!) still
#   lets ssh keys in, so there is no ~/.ssh at all.
# - The person's home must not be readable by others: 0755 is Debian's old default, and the agent is one of the others.
# - The project is shared by a group and the setgid bit, not by 0777. git refuses a folder of somebody else
#   (safe.directory): the person says so for this one folder, never for '*'.
# - A shell start-up file that the agent can write is run by whoever does `su {{user}}` without '-'.
set -eu
user={{user}} uid={{uid}} home={{home}} project={{project}}

[ "$(id -u)" -eq 0 ] || { echo "agent-user: root is needed: sudo sh agent-user.sh" >&2; exit 1; }
if id "$user" >/dev/null 2>&1; then
  [ "$(id -u "$user")" = "$uid" ] || { echo "agent-user: '$user' exists with another uid, $(id -u "$user"): take another name or --uid" >&2; exit 1; }
else
  getent passwd "$uid" >/dev/null && { echo "agent-user: uid $uid is taken: give --uid" >&2; exit 1; }
  useradd --uid "$uid" --user-group --create-home --home-dir "$home" --shell /bin/bash --comment 'coding agent' "$user"
fi
usermod --lock --expiredate '' "$user"
chmod 0700 "$home"

for group in sudo wheel docker lxd libvirt disk adm shadow; do
  if id -nG "$user" | tr ' ' '\n' | grep -qx "$group"; then
    echo "agent-user: '$user' is in group '$group', which is a way to root: gpasswd -d $user $group" >&2
    exit 1
  fi
done

install -d -m 2770 -g "$user" "$project"

# bubblewrap maps its own uid; ranges are only for rootless containers, which this user is not to start.
for map in /etc/subuid /etc/subgid; do
  if [ -f "$map" ] && grep -q "^$user:" "$map"; then sed -i "/^$user:/d" "$map"; fi
done

echo "agent-user: '$user' (uid $uid) works in $project. Next: cordon install as $user, cordon provision --print nftables --user $user --uid $uid"
echo "agent-user: who shares the project: usermod -aG $user NAME, umask 002 there, git config --global --add safe.directory $project"
