import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The process reads hostile files, so its environment contains no secrets. */
const environment = () =>
  Object.fromEntries(
    ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'NODE_COMPILE_CACHE'].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** Starts a module in a child process with a limited heap. Messages to and from the process can contain bytes. */
export const forkReader = (module: URL, memoryMb: number): ChildProcess =>
  fork(fileURLToPath(module), [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${memoryMb}`],
    env: environment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
