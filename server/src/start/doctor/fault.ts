import type pg from 'pg'
import type { Fault } from '#contract'
import type { Config } from '../config.ts'

export type Remedy = Pick<Fault, 'remedy' | 'remedyKey'>

/** Inputs of the checks. `pool` is undefined without a database. */
export type Patient = {
  config: Config
  pool: pg.Pool | undefined
  /** Whether a Cohesion answers on the configured port. */
  isServing: boolean
  now: () => Date
  /** Tests replace it: they send nothing to other hosts. */
  fetch: typeof fetch
  machine: Machine
}

export type Machine = {
  /** Undefined on systems that do not report it. */
  freeBytes(folder: string): Promise<number | undefined>
  memoryBytes(): number
  fileLimit(): number
}

/** Returns the fault that it looks for; undefined if there is none, or if it cannot be seen here. */
export type Check = (patient: Patient) => Promise<Fault | undefined>

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether people elsewhere are meant to reach this server. */
export const isPublic = ({ publicUrl }: Config): boolean => !localHosts.has(new URL(publicUrl).hostname)

/** The code of the newest delivery of a channel, if it failed; a receiver without an address is no fault of the channel. */
export const lastFailure = async (pool: pg.Pool | undefined, channel: string): Promise<string | undefined> => {
  const answer = await pool?.query<{ code: string | null }>(
    `select last_error as code from delivery where channel = $1 and attempts > 0
      and last_error is distinct from 'noReceiver' order by created_at desc limit 1`,
    [channel],
  )
  return answer?.rows[0]?.code ?? undefined
}
