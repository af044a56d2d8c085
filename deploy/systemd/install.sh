#!/bin/sh
# Installs or upgrades Cohesion in /opt/cohesion as a service of systemd, from this checkout. Run as root.
set -eu
from=$(cd "$(dirname "$0")/../.." && pwd)
to=/opt/cohesion

command -v npm >/dev/null || { echo "npm is missing: install Node 24 first" >&2; exit 1; }
[ "$from" != "$to" ] || { echo "Run this from the folder of the version to install, not from $to" >&2; exit 1; }
id cohesion >/dev/null 2>&1 || useradd --system --home-dir /var/lib/cohesion --shell /usr/sbin/nologin cohesion
install -d -m 0755 /etc/cohesion
[ -e /etc/cohesion/environment ] || install -m 0600 /dev/stdin /etc/cohesion/environment <<'SETTINGS'
# docs/operations/install.md lists all of them. After a change: systemctl restart cohesion
# COHESION_PUBLIC_URL=https://map.example.org
# COHESION_TRUST_PROXY=127.0.0.1
SETTINGS

# Built beside the version that runs: if that fails, the one that runs stays as it is.
rm -rf "$to.new"
install -d -m 0755 "$to.new"
tar -C "$from" --exclude=./node_modules --exclude=./data --exclude=./.git --exclude=./web/dist -cf - . |
  tar -C "$to.new" --no-same-owner -xf -
(cd "$to.new" && NODE_ENV=production npm run build)

install -m 0644 "$to.new/deploy/systemd/cohesion.service" /etc/systemd/system/cohesion.service
systemctl daemon-reload
systemctl stop cohesion 2>/dev/null || true
rm -rf "$to.old"
[ ! -e "$to" ] || mv "$to" "$to.old"
mv "$to.new" "$to"
systemctl enable cohesion
systemctl start cohesion
rm -rf "$to.old"
echo "Cohesion is installed. Its first token: journalctl -u cohesion"
