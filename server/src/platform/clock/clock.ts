import { databaseTime } from '../db/clock.ts'

export type Job = {
  /** Label in metrics, and the name shown when the job fails. */
  name: string
  /** Minimum time between two runs; undefined: the job runs at every tick. */
  everyMs?: number
  run: (now: Date) => Promise<number>
  /** Whether the last run left due rows. The next tick then runs the job again. */
  isUnfinished?: () => boolean
}

export type JobState = {
  name: string
  rows: number
  failures: number
  /** Why the last run failed or does not end. */
  problem: string | null
}

export type ClockState = { tickAgeSeconds: number; jobs: JobState[] }

const TICK_MS = 1_000
/** After this time the clock continues with the next job, and the slow one keeps running. */
const PATIENCE_MS = 100
/** Must exceed the 30 s that fetching a recording may take. */
const HANGING_MS = 60_000
const LOG_EVERY_MS = 60_000

type Options = {
  jobs: readonly Job[]
  log: { warn: (details: object, text: string) => void }
  wake?: () => void
  time?: () => Date
  tickMs?: number
  /** A longer run is reported as a problem. */
  hangingMs?: number
}

type Runner = { job: Job; state: JobState; running: Promise<void> | undefined; begunAtMs: number; loggedAtMs: number }

export const openClock = ({
  jobs,
  log,
  wake = () => {},
  time = databaseTime,
  tickMs = TICK_MS,
  hangingMs = HANGING_MS,
}: Options) => {
  const never = Number.NEGATIVE_INFINITY
  const runners = jobs.map(
    (job): Runner => ({
      job,
      state: { name: job.name, rows: 0, failures: 0, problem: null },
      running: undefined,
      begunAtMs: never,
      loggedAtMs: never,
    }),
  )
  let tickedAtMs = performance.now()
  let isTicking = false
  let isStopped = false

  const noteFailure = (runner: Runner, err: unknown) => {
    if (isStopped) return
    const { state } = runner
    state.failures++
    state.problem = err instanceof Error ? err.message : String(err)
    if (performance.now() - runner.loggedAtMs < LOG_EVERY_MS) return
    runner.loggedAtMs = performance.now()
    log.warn({ err, job: state.name, failures: state.failures }, 'a job failed')
  }

  const begin = (runner: Runner, now: Date): Promise<void> => {
    runner.begunAtMs = performance.now()
    runner.running = runner.job
      .run(now)
      .then(
        (rows) => {
          runner.state.rows += rows
          runner.state.problem = null
          if (rows > 0) wake()
        },
        (err: unknown) => noteFailure(runner, err),
      )
      .finally(() => {
        runner.running = undefined
      })
    return runner.running
  }

  /** Allows half a tick less than the interval, because timers are not exact. */
  const isDue = ({ job: { everyMs = 0, isUnfinished }, begunAtMs, running }: Runner): boolean =>
    !running && (isUnfinished?.() || performance.now() - begunAtMs >= everyMs - tickMs / 2)

  const tick = async () => {
    if (isTicking) return
    isTicking = true
    tickedAtMs = performance.now()
    for (const runner of runners.filter(isDue)) if (!isStopped) await atMost(PATIENCE_MS, begin(runner, time()))
    isTicking = false
  }
  const timer = setInterval(() => void tick(), tickMs).unref()

  const problemOf = ({ running, begunAtMs, state }: Runner): string | null => {
    const seconds = Math.round((performance.now() - begunAtMs) / 1000)
    return running && seconds * 1000 > hangingMs ? `has been running for ${seconds} s` : state.problem
  }

  return {
    runAll: async (now = time()): Promise<number> => {
      const before = runners.map(({ state }) => ({ ...state }))
      for (const runner of runners) {
        await runner.running
        await begin(runner, now)
      }
      for (const [index, { state }] of runners.entries())
        if (state.failures > (before[index]?.failures ?? 0)) throw new Error(`${state.name}: ${state.problem}`)
      return runners.reduce((sum, { state }, index) => sum + state.rows - (before[index]?.rows ?? 0), 0)
    },
    state: (): ClockState => ({
      tickAgeSeconds: (performance.now() - tickedAtMs) / 1000,
      jobs: runners.map((runner) => ({ ...runner.state, problem: problemOf(runner) })),
    }),
    stop: () => {
      isStopped = true
      clearInterval(timer)
    },
  }
}

export type Clock = ReturnType<typeof openClock>

const atMost = async (ms: number, promise: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([promise, patience]).finally(() => clearTimeout(timer))
}
