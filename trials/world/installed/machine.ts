import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { trialResources } from '../resources.ts'
import { checkout, containerArgs, lentSettings, makeBareRoot, run } from './bare-root.ts'

const POLL_MS = 200
const BOOT_MS = 60_000

/** Boots Debian with systemd. The machine sees the checkout at /source, and each of `folders` at its given path. */
export const bootMachine = async (settings: Record<string, string>, folders: Record<string, string> = {}) => {
  const root = await makeBareRoot(['systemd', 'systemd-sysv', 'dbus'])
  mkdirSync(join(root, 'etc/cohesion'))
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(root, 'etc/cohesion/environment'), lines.join(''))
  chmodSync(join(root, 'etc/cohesion/environment'), 0o600)

  const child = spawn(
    'systemd-nspawn',
    [
      ...containerArgs(root),
      ...lentSettings(),
      ...Object.entries({ '/source': checkout, ...folders }).map(([to, from]) => `--bind-ro=${from}:${to}`),
      ...['--console=pipe', '--boot'],
    ],
    { stdio: 'ignore' },
  )
  const ended = once(child, 'exit')
  const powerOff = trialResources.add(async () => {
    child.kill('SIGTERM')
    await ended
  })

  const leader = () =>
    execFileSync('pgrep', ['-P', String(child.pid)])
      .toString()
      .trim()
      .split('\n')[0]!
  const inside = async (command: string) =>
    run('nsenter', ['--target', leader(), '--all', '--', 'env', 'HOME=/root', 'sh', '-c', `${command} 2>&1`])
  const isUp = () => inside('systemctl is-system-running').then(() => true, isDegraded)
  // The system counts as booted if some units failed: units that cannot start in a container are not part of Cohesion.
  const isDegraded = (error: Error) => error.message.includes('degraded')
  for (let waited = 0; !(await isUp().catch(() => false)); waited += POLL_MS) {
    if (waited > BOOT_MS || child.exitCode !== null) throw new Error('systemd does not boot in the bare root')
    await pause(POLL_MS)
  }
  return { root, inside, powerOff }
}
