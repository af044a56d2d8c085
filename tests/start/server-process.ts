import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'

const checkout = resolve(import.meta.dirname, '../..')

export type ProcessExit = { code: number | null; said: string; complaints: string }

export type ServerProcess = {
  url: string
  process: ChildProcess
  said(): string
  end(signal: NodeJS.Signals): Promise<ProcessExit>
  stop(): Promise<ProcessExit>
}

type Environment = Record<string, string>

/** Environment of all our commands. Like `npm start`, it caches compiled code, which halves each start. */
export const commandEnvironment = {
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/node'),
}

/**
 * `runner`: a command that runs the server in its own process, such as `nice`. `folder`: the code of another version.
 */
type Way = { runner?: string[]; folder?: string }

/**
 * Stops the demo from downloading streets. Released versions reject variables that they do not know, so they do not get
 * this one.
 */
const ownDefaults = (folder: string): Environment => (folder === checkout ? { COHESION_DEMO_STREETS: 'off' } : {})

/**
 * Starts the server as `npm start` does, but without installing or building. Only variables that the test names reach
 * its environment.
 */
function spawnServer(environment: Environment, { runner = [], folder = checkout }: Way = {}) {
  const [command = '', ...args] = [...runner, process.execPath, 'server/src/main.ts']
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...commandEnvironment, ...ownDefaults(folder), PORT: '0', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let complaints = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints += text
  })
  const ended: Promise<ProcessExit> = once(child, 'close').then(([code]) => ({ code, said, complaints }))
  return { child, ended, said: () => said }
}

export async function startServer(environment: Environment, way: Way = {}): Promise<ServerProcess> {
  const { child, ended, said } = spawnServer(environment, way)
  const url = await Promise.race([
    readyUrl(child, said),
    ended.then(({ said: all, complaints }) => {
      throw new Error(`The server did not start.\n${all}${complaints}`)
    }),
  ])
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return { url, process: child, said, end, stop: () => end('SIGTERM') }
}

export function refusedStart(environment: Environment, way: Way = {}): Promise<ProcessExit> {
  return spawnServer(environment, way).ended
}

async function readyUrl(child: ChildProcess, said: () => string): Promise<string> {
  for (;;) {
    const ready = /is ready at (http\S+) /.exec(said())
    // The lines about signing in follow at once. Callers that wait for the address also need these lines.
    if (ready?.[1] && said().endsWith('\n')) return ready[1]
    await once(child.stdout ?? child, 'data')
  }
}
