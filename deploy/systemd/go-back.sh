#!/bin/sh
# Restores the previously installed version after a failed upgrade. Run as root. Stops if people have changed the
# upgraded data; --replace discards their changes.
set -eu
to=/opt/cohesion
main() {
  [ -e "$to.old" ] || { echo "There is no previous version: $to.old is missing" >&2; exit 1; }
  systemctl stop cohesion
  # The upgrade of the data is undone only if the previous version refuses the data.
  COHESION_FOLDER=$to.old cohesion upgrade --check || cohesion upgrade --back "$@"
  rm -rf "$to.failed"
  mv "$to" "$to.failed"
  mv "$to.old" "$to"
  install -m 0644 "$to/deploy/systemd/cohesion.service" /etc/systemd/system/cohesion.service
  systemctl daemon-reload
  systemctl reset-failed cohesion 2>/dev/null || true
  systemctl start cohesion
  echo "The previous version is restored. The failed one is in $to.failed"
}
# `main` is a function, so that sh has read the whole script before `mv` moves its folder.
main "$@"; exit
