import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test, vi } from 'vitest'
import { startS3 } from '../../server/src/testing/s3-bucket.ts'
import { checkout } from '../source.ts'
import { isForSystemd, operatorsCommands, operatorsSections } from './documented.ts'
import { emptyFolder } from './folders.ts'
import { preparedFolder } from './prepared-folder.ts'
import { commandEnvironment, startServer } from './server-process.ts'

vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })

const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const folder = await preparedFolder()
const other = emptyFolder()
afterAll(() => {
  folder.remove()
  other.remove()
})

type CommandResult = { code: number; said: string }

/** Runs the script behind `npm run …`, without installing packages first. */
async function run(
  command: string,
  values: Record<string, string> = {},
  data = folder.path,
  more: Record<string, string> = {},
): Promise<CommandResult> {
  const [, name = '', options = ''] = /^npm run ([\w-]+)(?: -- (.*))?$/.exec(command) ?? []
  const script = /^exec node (\S+)$/.exec(scripts[name] ?? '')?.[1] ?? ''
  const args = options.split(' ').filter(Boolean)
  const env = { ...commandEnvironment, COHESION_DATA: data, COHESION_DEMO: 'off', ...more }
  return promisify(execFile)(process.execPath, [script, ...args.map((arg) => values[arg] ?? arg)], {
    cwd: checkout,
    env,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  )
}

/** Trials and benches run separately. Here the test only checks that they exist. */
const isTrialOrBench = (command: string): boolean => {
  const [, kind = '', name = ''] = /^npm run (trials|bench) -- (\S+)$/.exec(command) ?? []
  const found = globSync(kind === 'trials' ? `trials/${name.toLowerCase()}-*.ts` : `bench/${name}.ts`, {
    cwd: checkout,
  })
  return kind !== '' && found.length === 1
}

test('commands that need a container daemon say so', () => {
  const needing = operatorsSections.filter(({ commands }) => commands.some((command) => command.startsWith('docker ')))
  expect(needing.length).toBeGreaterThan(0)
  for (const { text } of needing) expect(text).toContain('container daemon')
})

test('every command in docs/operations runs here or in another test', async () => {
  const backups = join(folder.path, 'backups')
  const file = () => join(backups, readdirSync(backups)[0] ?? '')
  const ran: string[] = []
  const expectRun = async (command: string, said: RegExp, values = {}, data = folder.path) => {
    const ended = await run(command, values, data)
    expect(ended, command).toMatchObject({ code: 0, said: expect.stringMatching(said) })
    ran.push(command)
  }
  const server = await startServer({ COHESION_DATA: folder.path, COHESION_DEMO: 'on' })
  ran.push('npm start')
  await expectRun('npm run backup', /read back in/)
  await expectRun('npm run upgrade -- --check', /nothing would be changed/)
  // The doctor exits with 1 here, because a new server has no streets.
  expect((await run('npm run doctor')).said).toMatch(/checks found a fault|no fault/)
  ran.push('npm run doctor')
  const { objects, credentials } = await startS3()
  const toS3 = {
    COHESION_BACKUP_S3_ENDPOINT: credentials.endpoint,
    COHESION_BACKUP_S3_REGION: credentials.region,
    COHESION_BACKUP_S3_ACCESS_KEY_ID: credentials.accessKeyId,
    COHESION_BACKUP_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }
  const inS3 = 'npm run backup -- --to s3://bucket/prefix'
  expect(await run(inS3, {}, folder.path, toS3)).toMatchObject({ code: 0, said: expect.stringMatching(/read back in/) })
  expect([...objects.keys()]).toEqual([expect.stringMatching(/^bucket\/prefix\/cohesion-manual-/)])
  ran.push(inS3)
  await server.stop()
  await expectRun('npm run backup -- --to /mnt/backups', /read back in/, { '/mnt/backups': join(other.path, 'b') })
  await expectRun('npm run upgrade', /The data is at this version/)
  // This data was never upgraded. tests/start/go-back.test.ts and trial R25 go back after a real upgrade.
  for (const command of ['npm run upgrade -- --back', 'npm run upgrade -- --back --replace']) {
    expect(await run(command)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/there is nothing to go back from/),
    })
    ran.push(command)
  }
  await expectRun('npm run restore -- FILE', /Restored/, { FILE: file() }, join(other.path, 'new'))
  await expectRun('npm run restore -- FILE --replace', /Restored/, { FILE: file() })
  const [service = ''] = (await run('npm run service -- list')).said.split(' ')
  ran.push('npm run service -- list')
  const exports = join(other.path, 'exports')
  await expectRun('npm run service -- export ID --to FOLDER', /rows/, { ID: service, FOLDER: exports })
  const moved = join(exports, readdirSync(exports)[0] ?? '')
  const ownServer = join(other.path, 'own')
  await expectRun('npm run service -- import FILE', /^Added/, { FILE: moved }, ownServer)
  await expectRun('npm run owner -- USERNAME', /owns this server now/, { USERNAME: 'technician' }, ownServer)
  await expectRun('npm run owner', /Re-entry link of technician/, {}, ownServer)
  const clone = 'git clone … && cd cohesion'
  if (existsSync(join(checkout, '.git'))) {
    mkdirSync(join(other.path, 'clone'))
    const filled = clone.replace('…', `--quiet --depth 1 file://${checkout} cohesion`)
    const { stdout } = await promisify(execFile)('sh', ['-c', `${filled} && ls`], { cwd: join(other.path, 'clone') })
    expect(stdout).toContain('package.json')
  }
  ran.push(clone)
  const left = operatorsCommands
    .filter((command) => !ran.includes(command) && !isTrialOrBench(command) && !isForSystemd(command))
    // tests/start/streets.test.ts runs the streets commands against an archive on loopback.
    .filter((command) => !command.startsWith('docker ') && !command.startsWith('npm run streets -- '))
  // The conversion downloads binaries from npm, so trial R26 tests it.
  expect(left).toEqual(['npm run upgrade -- --postgres'])
  expect(ran.filter((command) => !operatorsCommands.includes(command))).toEqual([])
})
