#!/bin/sh
# Goes back to the version that was installed before, after an upgrade that failed. Run as root. Where the data was changed
# and people have written since, it refuses; with --replace that is thrown away.
set -eu
to=/opt/cohesion
main() {
  [ -e "$to.old" ] || { echo "There is no version before: $to.old is missing" >&2; exit 1; }
  systemctl stop cohesion
  # The data is taken back only where the version before refuses it as it is.
  COHESION_FOLDER=$to.old cohesion upgrade --check || cohesion upgrade --back "$@"
  rm -rf "$to.failed"
  mv "$to" "$to.failed"
  mv "$to.old" "$to"
  install -m 0644 "$to/deploy/systemd/cohesion.service" /etc/systemd/system/cohesion.service
  systemctl daemon-reload
  systemctl reset-failed cohesion 2>/dev/null || true
  systemctl start cohesion
  echo "The version before is back. The one that failed is in $to.failed"
}
# Read whole before its own folder is moved.
main "$@"; exit
