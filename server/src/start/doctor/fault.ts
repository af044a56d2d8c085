import type pg from 'pg'
import type { Config } from '../config.ts'

/** One thing that is wrong, in a sentence, and what to do about it. */
export type Fault = { name: string; sentence: string; remedy: string }

/** What the checks look at. `pool` is absent where no database could be reached. */
export type Patient = {
  config: Config
  pool: pg.Pool | undefined
  /** Whether a Cohesion answers on the configured port. */
  isServing: boolean
  now: () => Date
  /** Tests replace it: they send nothing to other hosts. */
  fetch: typeof fetch
}

/** Returns the fault that it looks for; undefined if there is none, or if it cannot be seen here. */
export type Check = (patient: Patient) => Promise<Fault | undefined>

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether people elsewhere are meant to reach this server. */
export const isPublic = ({ publicUrl }: Config): boolean => !localHosts.has(new URL(publicUrl).hostname)
