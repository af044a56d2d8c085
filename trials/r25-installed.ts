import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../server/src/testing/free-port.ts'
import { failureList, type Outcome, type Trial } from './trial.ts'
import { makeBareRoot, whyNoRoot } from './world/installed/bare-root.ts'
import { buildImage, runImage } from './world/installed/image.ts'
import { bootMachine } from './world/installed/machine.ts'

const POLL_MS = 200
const READY_MS = 120_000
/** What compose.yaml gives the container to end. */
const STOP_MS = 30_000
const MOST_IMAGE_BYTES = 550_000_000
/** `systemd-analyze security` counts in tenths: 4.0 at most. */
const EXPOSURE = 40

const secondsUntil = async (what: string, isSo: () => Promise<boolean>): Promise<number> => {
  const begin = performance.now()
  const seconds = () => (performance.now() - begin) / 1_000
  while (!(await isSo())) {
    if (seconds() * 1_000 > READY_MS) throw new Error(`${what}: not ready`)
    await pause(POLL_MS)
  }
  return Math.round(seconds())
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

type Fail = (text: string) => void

const tryImage = async (fail: Fail) => {
  const image = await buildImage(await makeBareRoot())
  if (image.user === 'root') fail('the image runs as root')
  if (image.addedBytes > MOST_IMAGE_BYTES) fail(`the image has ${Math.round(image.addedBytes / 1e6)} MB of ours`)
  const port = await freePort()
  const running = runImage(image, { PORT: String(port), HOST: '127.0.0.1', COHESION_PUBLIC_URL: 'http://localhost' })
  const seconds = await secondsUntil('the image', async () => {
    if (!running.isRunning()) throw new Error(`the image ended: ${running.said().slice(-1_000)}`)
    return running.isHealthy()
  })
  const begin = performance.now()
  const code = await running.stop()
  if (code !== 0) fail(`the image ended with ${code}: ${running.said().slice(-500)}`)
  if (performance.now() - begin > STOP_MS) fail('the image did not end in time')
  if (existsSync(join(running.data, 'postgres/postmaster.pid'))) fail('the image’s database was not ended in order')
  return { steps: image.steps, megabytes: Math.round(image.addedBytes / 1e6), seconds }
}

const tryService = async (fail: Fail) => {
  const port = await freePort()
  const machine = await bootMachine({ PORT: String(port), HOST: '127.0.0.1' })
  const databaseFile = join(machine.root, 'var/lib/cohesion/postgres/PG_VERSION')
  const install = () => machine.inside('cd /source && deploy/systemd/install.sh')
  await install()
  const seconds = await secondsUntil('the installed service', () => isReady(port))
  const { ino } = statSync(databaseFile)
  const said = await machine.inside('journalctl -u cohesion')
  if (!said.includes('token') || said.includes('Demo accounts')) fail(`the service begins with: ${said.slice(-300)}`)

  await machine.inside('systemd-analyze verify /etc/systemd/system/cohesion.service').then(
    (said) => said.trim() !== '' && fail(`systemd-analyze verify: ${said.trim()}`),
    (error: Error) => fail(error.message),
  )
  await machine
    .inside(`systemd-analyze security --threshold=${EXPOSURE} cohesion`)
    .catch(() => fail(`the unit is exposed by more than ${EXPOSURE / 10}`))
  const mainProcess = async () => (await machine.inside('systemctl show --value -p MainPID cohesion')).trim()
  const runsAs = (await machine.inside(`stat -c %U /proc/${await mainProcess()}`)).trim()
  if (runsAs !== 'cohesion') fail(`the service runs as ${runsAs}`)

  const killed = await mainProcess()
  await machine.inside(`kill -9 ${killed}`)
  await secondsUntil('the service after kill -9', async () => (await mainProcess()) !== killed && isReady(port))

  await install()
  await secondsUntil('the service after an upgrade', () => isReady(port))
  if (statSync(databaseFile).ino !== ino) fail('an upgrade made a new database')

  await machine.powerOff()
  if (existsSync(join(machine.root, 'var/lib/cohesion/postgres/postmaster.pid')))
    fail('the service’s database was not ended in order')
  return seconds
}

export const trial: Trial = {
  id: 'R25',
  title: 'The image’s steps and the installed service, in bare roots of Debian',
  run: async ({ isQuick }): Promise<Outcome> => {
    // Minutes, the tools of one system, and root.
    if (isQuick) return { counts: { roots: 'no' }, failures: [] }
    const why = whyNoRoot()
    if (why) return { counts: {}, failures: [`a bare root ${why}`] }
    const failures = failureList()
    const image = await tryImage(failures.add)
    const seconds = await tryService(failures.add)
    return {
      counts: {
        'steps of the image': image.steps,
        'MB beside Debian and Node': image.megabytes,
        'seconds until healthy': image.seconds,
        'seconds until the service was ready': seconds,
        'restart after kill -9': 1,
        upgrade: 1,
      },
      failures: failures.all(),
    }
  },
}
