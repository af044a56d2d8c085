import { execFile } from 'node:child_process'
import { afterAll, afterEach, expect, test } from 'vitest'
import { apiOf } from '../../trials/world/api.ts'
import { preparedFolder } from './prepared-folder.ts'
import { commandEnvironment, refusedStart, type ServerProcess, startServer } from './server-process.ts'

const folder = await preparedFolder()
const environment = { COHESION_DATA: folder.path }

let server: ServerProcess | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
})
afterAll(folder.remove)

function runDemo(...args: string[]): Promise<{ code: number; said: string; complaints: string }> {
  const env = { ...commandEnvironment, ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/demo.ts', ...args], { env }, (error, said, complaints) =>
      resolve({ code: error ? Number(error.code) : 0, said, complaints }),
    )
  })
}

test("a large demo is added to the data folder's database and to a running server's", async () => {
  expect(await runDemo('--events', '40', '--members', '3')).toMatchObject({
    code: 0,
    said: expect.stringMatching(/\n3 members, 40 events and \d+ entries in \d+\.\d s \(\d+ events\/s\)\n$/),
    complaints: '',
  })
  server = await startServer(environment)
  expect(await runDemo('--events', '10')).toMatchObject({ code: 0, said: expect.stringContaining(' 10 events') })
  expect(await eventsSeenBy(server, 'operator')).toBe(60 + 40 + 10)
})

test('an unknown option stops the command with one clear line', async () => {
  expect(await runDemo('--evnts', '40')).toEqual({
    code: 1,
    said: '',
    complaints: expect.stringMatching(/^Unknown option '--evnts'[^\n]*\n$/),
  })
})

async function eventsSeenBy({ url }: ServerProcess, username: string): Promise<number> {
  const api = apiOf(url)
  const counts = await api.must(api.send('GET', '/aoi/generic-metrics', await api.signIn(username)))
  return counts.newAois + counts.isProgressAois + counts.doneAois
}

/** Makes a process fail when it loads a module of the demo. */
const refuseDemo = `--import=data:text/javascript,${encodeURIComponent(`import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) {
  if (url.includes('/server/src/demo/')) throw new Error('a module of the demo was loaded')
  return next(url, context)
} })`)}`

test('a server without a demo loads none of its modules', async () => {
  const own = await preparedFolder()
  const without = { COHESION_DATA: own.path, NODE_OPTIONS: refuseDemo }
  expect((await refusedStart({ ...without, COHESION_DEMO: 'on' })).complaints).toContain('a module of the demo')
  server = await startServer({ ...without, COHESION_DEMO: 'off' })
  await server.stop()
  own.remove()
})
