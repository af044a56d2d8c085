import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BuildMessage } from './build-process.ts'

const MAX_MEMORY_MB = 2048

/** The archive may be hostile, so the process gets no secrets in its environment. */
const environment = () =>
  Object.fromEntries(
    ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'NODE_COMPILE_CACHE'].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

type Build = { path: string; target: string; onProgress: (part: number) => void; signal: AbortSignal }

export const runBuild = ({ path, target, onProgress, signal }: Build): Promise<boolean> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve(false)
    const child = fork(fileURLToPath(new URL('./build-process.ts', import.meta.url)), [path, target], {
      execArgv: [`--max-old-space-size=${MAX_MEMORY_MB}`],
      env: environment(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const end = () => void child.kill('SIGKILL')
    signal.addEventListener('abort', end, { once: true })
    child.on('message', ({ part }: BuildMessage) => onProgress(part))
    child.once('error', () => resolve(false))
    child.once('exit', (code) => {
      signal.removeEventListener('abort', end)
      resolve(code === 0)
    })
  })
