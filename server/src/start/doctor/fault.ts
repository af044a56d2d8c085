import type pg from 'pg'
import type { Fault } from '#contract'
import type { Config } from '../config.ts'

export type Remedy = Pick<Fault, 'remedy' | 'remedyKey'>

/** Inputs of the checks. `pool` is undefined if the database cannot be reached. */
export type Patient = {
  config: Config
  pool: pg.Pool | undefined
  /** Whether a Cohesion server responds on the configured port. */
  isServing: boolean
  now: () => Date
  fetch: typeof fetch
  machine: Machine
}

export type Machine = {
  /** Undefined on systems that do not report it. */
  freeBytes(folder: string): Promise<number | undefined>
  memoryBytes(): number
  fileLimit(): number
}

/** Returns one kind of fault; undefined if there is none or if it cannot be checked on this machine. */
export type Check = (patient: Patient) => Promise<Fault | undefined>

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether the server is meant to be reachable from other machines. */
export const isPublic = ({ publicUrl }: Config): boolean => !localHosts.has(new URL(publicUrl).hostname)

/** Code of a channel's newest delivery if it failed, except for receivers without an address. */
export const lastFailure = async (pool: pg.Pool | undefined, channel: string): Promise<string | undefined> => {
  const answer = await pool?.query<{ code: string | null }>(
    `select last_error as code from delivery where channel = $1 and attempts > 0
      and last_error is distinct from 'noReceiver' order by created_at desc limit 1`,
    [channel],
  )
  return answer?.rows[0]?.code ?? undefined
}
