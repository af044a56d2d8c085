import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Problem } from '#contract'
import type { ImageReply, ImageRequest, ImageResults, ImageTask } from './image-process.ts'

type ImageWorkerOptions = {
  idleMs?: number
  taskMs?: number
  maxTasks?: number
}

export type ImageWorker = {
  run<Task extends ImageTask>(task: Task): Promise<ImageResults[Task['kind']]>
  close(): void
  readonly pid: number | undefined
}

type Pending = { resolve(result: unknown): void; reject(error: Error): void; timer: NodeJS.Timeout }

const unavailable = (cause?: unknown) => new Problem('unavailable', { retryAfterSeconds: 5, cause })

/** The decoder handles hostile input, so its environment contains no secrets. */
const environment = () =>
  Object.fromEntries(
    ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'NODE_COMPILE_CACHE'].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

const startProcess = (): ChildProcess =>
  fork(fileURLToPath(new URL('./image-process.ts', import.meta.url)), [], {
    serialization: 'advanced',
    execArgv: [],
    env: environment(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })

/**
 * Runs tasks in one child process, started on demand and ended when idle. If it dies, its tasks fail as `unavailable`
 * and the next task starts another process.
 */
export const openImageWorker = ({
  idleMs = 30_000,
  taskMs = 90_000,
  maxTasks = 64,
}: ImageWorkerOptions = {}): ImageWorker => {
  let child: ChildProcess | undefined
  let pending = new Map<number, Pending>()
  let lastId = 0
  let idleTimer: NodeJS.Timeout | undefined
  let isClosing = false

  /** Discards the process and rejects its tasks. `error` and `exit` may both call it. */
  const drop = (dead: ChildProcess, cause: unknown) => {
    if (dead !== child) return
    child = undefined
    clearTimeout(idleTimer)
    const lost = pending
    pending = new Map()
    for (const { reject, timer } of lost.values()) {
      clearTimeout(timer)
      reject(unavailable(cause))
    }
    dead.kill('SIGKILL')
  }

  const endIfIdle = () => {
    if (child && pending.size === 0) drop(child, new Error('idle'))
  }

  const rest = (resting: ChildProcess) => {
    if (isClosing) return endIfIdle()
    // An idle process does not keep the server running.
    resting.unref()
    resting.channel?.unref()
    idleTimer = setTimeout(endIfIdle, idleMs).unref()
  }

  const settle = (from: ChildProcess, message: ImageReply) => {
    const task = pending.get(message.id)
    if (from !== child || !task) return
    pending.delete(message.id)
    clearTimeout(task.timer)
    if ('error' in message) task.reject(new Error(message.error))
    else task.resolve(message.result)
    if (pending.size === 0) rest(from)
  }

  const running = (): ChildProcess => {
    clearTimeout(idleTimer)
    isClosing = false
    if (!child) {
      const started = startProcess()
      child = started
      started.on('message', (message) => settle(started, message as ImageReply))
      started.on('error', (error) => drop(started, error))
      started.on('exit', (code, signal) =>
        drop(started, new Error(`the image process ended with ${signal ?? `code ${code}`}`)),
      )
    }
    child.ref()
    child.channel?.ref()
    return child
  }

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        if (pending.size >= maxTasks) return reject(unavailable())
        const worker = running()
        const id = ++lastId
        const timer = setTimeout(() => drop(worker, new Error(`a picture took more than ${taskMs} ms`)), taskMs)
        pending.set(id, { resolve: resolve as Pending['resolve'], reject, timer })
        worker.send({ id, task } satisfies ImageRequest, (error) => {
          if (error) drop(worker, error)
        })
      }),
    close() {
      isClosing = true
      endIfIdle()
    },
    get pid() {
      return child?.pid
    },
  }
}
