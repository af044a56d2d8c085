import { execFile } from 'node:child_process'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test, vi } from 'vitest'
import { checkout } from '../source.ts'
import { emptyFolder } from './folders.ts'
import { commandEnvironment, startServer } from './server-process.ts'

vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })

/** Commands of the documents that are not run here, and why. */
const elsewhere: Record<string, string> = {
  'npm run backup -- --to s3://bucket/prefix': 'backup/place.test.ts, against an S3 on loopback',
  'npm run upgrade -- --postgres': 'gets binaries from npm: needs a network',
  'npm run trials -- R22': 'a trial of its own',
  'npm run streets -- --around "Haifa" --km 30': 'streets.test.ts, against a planet on loopback',
  'npm run streets -- --box 34.9,32.7,35.1,32.9 --zoom 14': 'streets.test.ts, against a planet on loopback',
  'npm run streets -- --around "Haifa" --dry-run': 'streets.test.ts, against a planet on loopback',
  'git clone … && cd cohesion': 'needs a network',
  'sudo deploy/systemd/install.sh': 'needs a machine with systemd',
  'docker compose -f deploy/docker/compose.yaml up -d': 'needs a container daemon',
  'docker compose -f deploy/docker/compose.servers.yaml up -d': 'needs a container daemon',
  'journalctl -u cohesion | grep 7f3a21bc': 'needs a machine with systemd',
}

/** The commands inside the blocks of code of docs/operations, without variables in front and comments behind. */
const documented = [
  ...new Set(
    globSync('docs/operations/*.md', { cwd: checkout }).flatMap((page) =>
      [...readFileSync(join(checkout, page), 'utf8').matchAll(/^ *```\n([^`]*)^ *```/gm)].flatMap(([, block = '']) =>
        block
          .split('\n')
          .map((line) => line.replace(/\s+#.*$/, '').trim())
          .map((line) => line.replace(/^([A-Z_]+=\S+\s*)+/, ''))
          .filter((line) => /^(npm|git|sudo|docker|journalctl) /.test(line)),
      ),
    ),
  ),
].sort()

const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const folder = emptyFolder()
const other = emptyFolder()
afterAll(() => {
  folder.remove()
  other.remove()
})

type CommandResult = { code: number; said: string }

/** Runs what `npm run …` runs, without the installation before it. */
async function run(command: string, values: Record<string, string> = {}, data = folder.path): Promise<CommandResult> {
  const [, name = '', options = ''] = /^npm run ([\w-]+)(?: -- (.*))?$/.exec(command) ?? []
  const script = /^exec node (\S+)$/.exec(scripts[name] ?? '')?.[1] ?? ''
  const args = options.split(' ').filter(Boolean)
  const env = { ...commandEnvironment, COHESION_DATA: data, COHESION_DEMO: 'off' }
  return promisify(execFile)(process.execPath, [script, ...args.map((arg) => values[arg] ?? arg)], {
    cwd: checkout,
    env,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  )
}

test('every command of the documents for operators is run, or says where it is', async () => {
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
  // It ends with 1 here: a new server has no streets.
  expect((await run('npm run doctor')).said).toMatch(/checks found a fault|no fault/)
  ran.push('npm run doctor')
  await server.stop()
  await expectRun('npm run backup -- --to /mnt/backups', /read back in/, { '/mnt/backups': join(other.path, 'b') })
  await expectRun('npm run upgrade', /The data is of this version/)
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
  expect([...ran, ...Object.keys(elsewhere)].sort()).toEqual(documented)
})
