import { setTimeout as pause } from 'node:timers/promises'
import { openPool } from '../../platform/db/database.ts'
import { readPosition } from '../../platform/db/replica/log-position.ts'
import { replicaName } from '../../platform/db/replica/replica.ts'
import type { Check, Patient } from './fault.ts'

const WAIT_MS = 5_000
const MOST_LAG_MS = 2_000
const POLL_MS = 50

const systemSql = 'select system_identifier::text as system from pg_control_system()'
const replicaSql = `select pg_is_in_recovery() as "isReplica", (${systemSql}) as system,
  current_setting('hot_standby_feedback')::boolean as "hasFeedback",
  coalesce(pg_last_wal_replay_lsn() - '0/0'::pg_lsn, 0) as replayed`

type Answer = { isReplica: boolean; system: string; hasFeedback: boolean; replayed: number }

const ask = async (url: string): Promise<Answer | undefined> => {
  const pool = openPool({ connectionString: url }, { max: 1, acquireTimeoutMs: WAIT_MS, silenceMs: WAIT_MS })
  try {
    return (await pool.query<Answer>(replicaSql)).rows[0]
  } catch {
    return undefined
  } finally {
    await pool.end()
  }
}

const replicasThat = async (
  { config: { databaseReadUrls } }: Patient,
  fits: (answer: Answer | undefined, url: string) => boolean | Promise<boolean>,
): Promise<string | undefined> => {
  const names: string[] = []
  for (const url of databaseReadUrls) if (await fits(await ask(url), url)) names.push(replicaName(url))
  return names.length > 0 ? names.join(', ') : undefined
}

export const replicaAway: Check = async (patient) => {
  const names = await replicasThat(patient, (answer) => answer === undefined)
  if (!names) return undefined
  return {
    name: 'replica away',
    sentenceKey: 'replicaAway',
    remedyKey: 'replicaAway',
    values: { names },
    sentence: `The replica ${names} of the database cannot be reached; everything is read from the primary.`,
    remedy: 'Check DATABASE_READ_URL, and that PostgreSQL is running there.',
  }
}

export const replicaForeign: Check = async (patient) => {
  if (!patient.pool || patient.config.databaseReadUrls.length === 0) return undefined
  const { rows } = await patient.pool.query<{ system: string }>(systemSql)
  const isForeign = (answer: Answer | undefined) =>
    answer !== undefined && (!answer.isReplica || answer.system !== rows[0]?.system)
  const names = await replicasThat(patient, isForeign)
  if (!names) return undefined
  return {
    name: 'not a replica',
    sentenceKey: 'replicaForeign',
    remedyKey: 'replicaForeign',
    values: { names },
    sentence: `The database ${names} in DATABASE_READ_URL is not a streaming replica of DATABASE_URL, so it is not used.`,
    remedy: 'In DATABASE_READ_URL, list the current standbys of the primary. Update the list after a failover.',
  }
}

export const replicaBehind: Check = async (patient) => {
  const { pool, config } = patient
  if (!pool || config.databaseReadUrls.length === 0) return undefined
  const { bytes } = await readPosition(pool)
  const isBehind = async (first: Answer | undefined, url: string) => {
    const deadline = performance.now() + MOST_LAG_MS
    let answer = first
    while (answer?.isReplica && answer.replayed < bytes) {
      if (performance.now() > deadline) return true
      await pause(POLL_MS)
      answer = await ask(url)
    }
    return false
  }
  const names = await replicasThat(patient, isBehind)
  if (!names) return undefined
  return {
    name: 'replica behind',
    sentenceKey: 'replicaBehind',
    remedyKey: 'replicaBehind',
    values: { names, seconds: String(MOST_LAG_MS / 1000) },
    sentence: `The replica ${names} of the database is more than ${MOST_LAG_MS / 1000} s behind, so it is not used.`,
    remedy: 'Check whether its disk or network is too slow, or its replay is paused (pg_wal_replay_resume()).',
  }
}

export const replicaCancels: Check = async (patient) => {
  const names = await replicasThat(patient, (answer) => answer?.isReplica === true && !answer.hasFeedback)
  if (!names) return undefined
  return {
    name: 'replica cancels reads',
    sentenceKey: 'replicaCancels',
    remedyKey: 'replicaCancels',
    values: { names },
    sentence: `The replica ${names} may cancel long reads, which are then repeated on the primary.`,
    remedy: 'Set hot_standby_feedback = on there.',
  }
}
