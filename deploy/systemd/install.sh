#!/bin/sh
# Installs or upgrades Cohesion in /opt/cohesion as a service of systemd, from this checkout. Run as root.
set -eu
from=$(cd "$(dirname "$0")/../.." && pwd)
to=/opt/cohesion

command -v npm >/dev/null || { echo "npm is missing: install Node 20 or newer first" >&2; exit 1; }
[ "$from" != "$to" ] || { echo "Run this from the folder of the version to install, not from $to" >&2; exit 1; }
id cohesion >/dev/null 2>&1 || useradd --system --home-dir /var/lib/cohesion --shell /usr/sbin/nologin cohesion
install -d -m 0755 /etc/cohesion
[ -e /etc/cohesion/environment ] || install -m 0600 /dev/stdin /etc/cohesion/environment <<'SETTINGS'
# docs/operations/configuration.md lists all settings. After a change: systemctl restart cohesion
# COHESION_PUBLIC_URL=https://map.example.org
# COHESION_TRUST_PROXY=127.0.0.1
SETTINGS

# Builds next to the running version, which keeps running if the build fails.
rm -rf "$to.new"
install -d -m 0755 "$to.new"
tar -C "$from" --exclude=./node_modules --exclude=./data --exclude=./.git --exclude=./web/dist -cf - . |
  tar -C "$to.new" --no-same-owner -xf -
(cd "$to.new" && NODE_ENV=production npm run build)

install -m 0644 "$to.new/deploy/systemd/cohesion.service" /etc/systemd/system/cohesion.service
install -m 0755 "$to.new/deploy/systemd/cohesion" /usr/local/bin/cohesion
systemctl daemon-reload
systemctl stop cohesion 2>/dev/null || true
# Keeps the current version as the previous one, unless it has never been ready.
if [ -e "$to" ]; then
  if [ -e "$to.old" ] && [ ! -e "$to/.was-ready" ]; then rm -rf "$to"; else rm -rf "$to.old"; mv "$to" "$to.old"; fi
fi
mv "$to.new" "$to"
systemctl enable cohesion
systemctl reset-failed cohesion 2>/dev/null || true
systemctl start cohesion

# Upgrading much data takes long, so this waits until the service is ready, has failed, or keeps restarting.
echo "Waiting until the service is ready: journalctl -fu cohesion shows its progress"
until cohesion ready; do
  if systemctl --quiet is-failed cohesion || [ "$(systemctl show --value -p NRestarts cohesion)" -ge 3 ]; then
    journalctl --no-pager -n 20 -u cohesion
    echo "Cohesion does not start; its last lines are above." >&2
    [ ! -e "$to.old" ] || echo "To go back to the previous version, with its data: sudo $to/deploy/systemd/go-back.sh" >&2
    exit 1
  fi
  sleep 1
done
touch "$to/.was-ready"
echo "Cohesion is installed. Its first token: journalctl -u cohesion"
[ ! -e "$to.old" ] || echo "The previous version is kept in $to.old. To go back: sudo $to/deploy/systemd/go-back.sh"
