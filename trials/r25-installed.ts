import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../server/src/testing/free-port.ts'
import { isForSystemd, operatorsCommands } from '../tests/start/documented.ts'
import { failureList, type Outcome, type Trial } from './trial.ts'
import { makeBareRoot, whyNoRoot } from './world/installed/bare-root.ts'
import { buildImage, runImage } from './world/installed/image.ts'
import { bootMachine } from './world/installed/machine.ts'
import { checkOutRelease } from './world/released-version.ts'

const POLL_MS = 200
const READY_MS = 120_000
/** Stop timeout of compose.yaml. */
const STOP_MS = 30_000
const MOST_IMAGE_BYTES = 550_000_000
/** Maximum of `systemd-analyze security`, in tenths: 4.0. */
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
  for (const [command, wanted] of [
    ['npm run backup', /read back in/],
    ['npm run upgrade -- --check', /nothing would be changed/],
    ['npm run doctor', /checks found a fault|no fault/],
  ] as const) {
    const said = await running.execute(command)
    if (!wanted.test(said)) fail(`${command} in the image: ${said.slice(-500)}`)
  }
  const begin = performance.now()
  const code = await running.stop()
  if (code !== 0) fail(`the image ended with ${code}: ${running.said().slice(-500)}`)
  if (performance.now() - begin > STOP_MS) fail('the image did not end in time')
  if (existsSync(join(running.data, 'postgres/postmaster.pid'))) fail('the image’s database was not ended in order')
  return { steps: image.steps, megabytes: Math.round(image.addedBytes / 1e6), seconds }
}

/**
 * Script that runs a statement in the database of the service. Only the machine itself sees the socket of the database.
 */
const ASK_DATABASE = `import { runningEmbedded } from '/opt/cohesion/server/src/platform/db/embedded.ts'
import pg from '/opt/cohesion/node_modules/pg/lib/index.js'
const client = new pg.Client(runningEmbedded('/var/lib/cohesion'))
await client.connect()
await client.query(process.argv[2])
await client.end()
`

/** A migration of this version creates this table. If the table exists already, the upgrade fails half-way. */
const OBSTACLE = 'server_hour'

const tryService = async (fail: Fail) => {
  const port = await freePort()
  const release = checkOutRelease({ isBare: true })
  const machine = await bootMachine({ PORT: String(port), HOST: '127.0.0.1' }, release ? { '/release': release } : {})
  const ran = new Set<string>()
  /** Runs a command as docs/operations writes it, but without sudo, which root does not need. */
  const documented = (command: string, values: Record<string, string> = {}, folder = '/') => {
    ran.add(command)
    const words = command.split(' ').map((word) => values[word] ?? word)
    return machine.inside(`cd ${folder} && ${words.join(' ').replace(/^sudo /, '')}`)
  }
  const must = async (answer: Promise<string>, wanted: RegExp) => {
    const said = await answer.catch((error: Error) => error.message)
    if (!wanted.test(said)) fail(`not ${wanted}: ${said.slice(-500)}`)
  }
  const databaseFile = join(machine.root, 'var/lib/cohesion/postgres/PG_VERSION')
  const installHere = () => documented('sudo deploy/systemd/install.sh', {}, '/source')
  const begin = performance.now()
  if (release) await machine.inside('cd /release && deploy/systemd/install.sh')
  else await installHere()
  await secondsUntil('the installed service', () => isReady(port))
  const seconds = Math.round((performance.now() - begin) / 1_000)
  const { ino } = statSync(databaseFile)
  const said = await machine.inside('journalctl -u cohesion')
  if (release) await tryUpgrade()
  else if (!said.includes('token') || said.includes('Demo accounts'))
    fail(`the service begins with: ${said.slice(-300)}`)
  const unit = await machine.inside('systemctl show -p Environment cohesion')
  if (!unit.includes('COHESION_DEMO=off')) fail(`the service starts with a demo: ${unit}`)
  await must(documented('sudo cohesion backup'), /read back in/)
  await must(documented('sudo cohesion upgrade --check'), /nothing would be changed/)
  await must(documented('sudo cohesion doctor'), /checks found a fault|no fault/)
  await documented('sudo systemctl stop cohesion')
  const [backup = ''] = readdirSync(join(machine.root, 'var/lib/cohesion/backups')).filter((name) =>
    name.startsWith('cohesion-manual-'),
  )
  const file = `/var/lib/cohesion/backups/${backup}`
  await must(documented('sudo cohesion restore FILE', { FILE: file }), release ? /already contains data/ : /Restored/)
  await must(machine.inside(`cohesion restore ${file} --replace`), /Restored/)
  await documented('sudo systemctl restart cohesion')
  await secondsUntil('the service after a restore', () => isReady(port))
  await must(documented('journalctl -u cohesion | grep 7f3a21bc', { '7f3a21bc': 'ready' }), /ready/)

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
  if (statSync(databaseFile).ino !== ino) fail('an upgrade made a new database')
  const forgotten = operatorsCommands.filter((command) => isForSystemd(command) && !ran.has(command))
  if (release && forgotten.length > 0) fail(`documented but not tried: ${forgotten.join('; ')}`)

  await machine.powerOff()
  if (existsSync(join(machine.root, 'var/lib/cohesion/postgres/postmaster.pid')))
    fail('the service’s database was not ended in order')
  return seconds

  /** Makes the upgrade of the release fail half-way, goes back to the release, and repeats the upgrade successfully. */
  async function tryUpgrade() {
    // The data of the release contains the demo.
    const owner = { username: 'technician', password: 'cohesion-demo' }
    const headers = { 'x-api-key': 'cohesion-web', 'content-type': 'application/json' }
    const ask = (path: string, body: object) =>
      fetch(`http://127.0.0.1:${port}/api/cohesion${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const canSignIn = async () => (await ask('/auth/login', owner)).ok
    writeFileSync(join(machine.root, 'root/sql.mjs'), ASK_DATABASE)
    const sql = (statement: string) =>
      machine.inside(`/opt/cohesion/node_modules/.bin/node /root/sql.mjs '${statement}'`)
    await sql(`create table ${OBSTACLE} (mine text)`)
    await must(installHere(), /--back.*does not start.*go-back\.sh/s)
    if (!existsSync(join(machine.root, 'opt/cohesion.old'))) fail('the installer deleted the previous version')
    const restarts = (await machine.inside('systemctl show --value -p NRestarts cohesion')).trim()
    if (restarts !== '0') fail(`a failed upgrade was repeated ${restarts} times`)
    await must(documented('sudo /opt/cohesion/deploy/systemd/go-back.sh'), /The previous version is restored/)
    await secondsUntil('the version before, after going back', () => isReady(port))
    if (!(await canSignIn())) fail('after going back the owner cannot sign in')
    await sql(`drop table ${OBSTACLE}`)
    await must(installHere(), /The previous version is kept/)
    if (!(await isReady(port))) fail('the installer ended before the service was ready')
    if (!(await canSignIn())) fail('after the upgrade the owner cannot sign in')
  }
}

export const trial: Trial = {
  id: 'R25',
  title: 'The image’s steps and the installed service, in bare roots of Debian',
  run: async (): Promise<Outcome> => {
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
        'failed upgrade, taken back': 1,
        upgrade: 1,
      },
      failures: failures.all(),
    }
  },
}
