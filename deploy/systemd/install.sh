#!/bin/sh
# Installs or upgrades Cohesion in /opt/cohesion as a service of systemd, from this checkout. Run as root.
set -eu
from=$(cd "$(dirname "$0")/../.." && pwd)
to=/opt/cohesion

command -v npm >/dev/null || { echo "npm is missing: install Node 24 first" >&2; exit 1; }
id cohesion >/dev/null 2>&1 || useradd --system --home-dir /var/lib/cohesion --shell /usr/sbin/nologin cohesion
install -d -m 0755 "$to" /etc/cohesion
[ -e /etc/cohesion/environment ] || install -m 0600 /dev/stdin /etc/cohesion/environment <<'SETTINGS'
# docs/operations/install.md lists all of them. After a change: systemctl restart cohesion
# COHESION_PUBLIC_URL=https://map.example.org
# COHESION_TRUST_PROXY=127.0.0.1
SETTINGS

if [ "$from" != "$to" ]; then
  # What an earlier version left behind goes, what was installed stays for npm to compare.
  tar -C "$from" --exclude=./node_modules --exclude=./data --exclude=./.git --exclude=./web/dist -cf - . | tar -C "$to" -xf -
fi
(cd "$to" && npm run build)
install -m 0644 "$to/deploy/systemd/cohesion.service" /etc/systemd/system/cohesion.service
systemctl daemon-reload
systemctl enable cohesion
systemctl restart cohesion
echo "Cohesion is installed. Its first token: journalctl -u cohesion"
