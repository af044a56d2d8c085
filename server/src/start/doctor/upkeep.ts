import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { backupProblemText } from '#contract'
import { STREETS_FOLDER } from '../../geo/streets/library.ts'
import { openPlace } from '../../operations/backup/place.ts'
import { listBackups } from '../../operations/backup/state.ts'
import { type Check, isPublic, type Patient } from './fault.ts'

const DAY_MS = 86_400_000
const MOST_BACKUP_AGE_DAYS = 2
const DEFAULT_API_KEY = 'cohesion-web'

const lastGoodName = async (pool: Patient['pool']): Promise<string | undefined> => {
  const answer = await pool
    ?.query(`select to_jsonb(s) ->> 'last_good_name' as name from backup_setting s`)
    .catch(() => {})
  return answer?.rows[0]?.name ?? undefined
}

export const backupOld: Check = async ({ config, pool, now }) => {
  const { stored, placeProblem } = await listBackups(() => openPlace(config.backup.to, config.backup.s3))
  if (placeProblem !== null)
    return {
      name: 'backups too old',
      sentenceKey: 'backupPlaceAway',
      remedyKey: 'backupPlaceAway',
      values: { place: config.backup.to, reason: placeProblem },
      sentence: `The backups in ${config.backup.to} cannot be read. ${backupProblemText(placeProblem, 'en')}`,
      remedy: 'Check COHESION_BACKUP_TO, and that the disk or storage is available.',
    }
  const good = await lastGoodName(pool)
  const backups = good ? stored.filter(({ name }) => name === good) : stored
  const newest = Math.max(...backups.map(({ modifiedAt }) => modifiedAt.getTime()), 0)
  const days = (now().getTime() - newest) / DAY_MS
  if (days <= MOST_BACKUP_AGE_DAYS) return undefined
  return {
    name: 'backups too old',
    sentenceKey: newest === 0 ? 'backupNone' : 'backupOld',
    remedyKey: 'backupOld',
    values: { place: config.backup.to, days: String(Math.floor(days)) },
    sentence:
      newest === 0 ? `There is no backup in ${config.backup.to}.` : `The last backup is ${Math.floor(days)} days old.`,
    remedy: 'Run npm run backup, and check the nightly backups (docs/operations/backup.md).',
  }
}

export const mapMissing: Check = async ({ config }) => {
  if (config.mapStyleUrl) return undefined
  const streets = await readdir(join(config.dataFolder, STREETS_FOLDER)).catch(() => [])
  const own = await readdir(config.dataFolder).catch(() => [])
  if ([...streets, ...own].some((name) => name.endsWith('.pmtiles'))) return undefined
  return {
    name: 'map missing',
    sentenceKey: 'mapMissing',
    remedyKey: 'mapMissing',
    values: {},
    sentence: 'The map has no streets: it ends at coastlines and the names of cities.',
    remedy: 'Download them: npm run streets -- --around "Haifa" --km 30.',
  }
}

export const defaultKey: Check = async ({ config }) => {
  if (!isPublic(config) || config.apiKey !== DEFAULT_API_KEY) return undefined
  return {
    name: 'default key',
    sentenceKey: 'defaultKey',
    remedyKey: 'defaultKey',
    values: {},
    sentence: 'The API key is the default one, which everyone knows.',
    remedy: 'Set COHESION_API_KEY to a key of your own, which keeps out scripts written for other servers.',
  }
}

/** Rows of a query; none if its table is missing in data of an older version. */
const rowsOf = async (pool: Patient['pool'], text: string): Promise<{ name: string }[]> =>
  (await pool?.query(text).catch(() => undefined))?.rows ?? []

const MOST_NAMES = 10

export const clockStopped: Check = async ({ pool }) => {
  const rows = await rowsOf(
    pool,
    `select concat_ws(': ', server, nullif(array_to_string(problems, ', '), '')) as name from server_clock
     where least(ticked_at, failing_since) < now() - interval '30 seconds' order by 1`,
  )
  if (rows.length === 0) return undefined
  const names = rows.map(({ name }) => name).join('; ')
  return {
    name: 'clock stopped',
    sentenceKey: 'clockStopped',
    remedyKey: 'clockStopped',
    values: { names },
    sentence: `The clock of a server has stopped or is failing, so alarms may be late: ${names}.`,
    remedy: 'Check the log of that server and restart it (docs/operations/troubleshoot.md).',
  }
}

export const rowsQuarantined: Check = async ({ pool }) => {
  const rows = await rowsOf(
    pool,
    `select table_name || ' ' || row_id || ' (' || job || ', ' || code || ')' as name from quarantine order by first_at`,
  )
  if (rows.length === 0) return undefined
  const shown = rows.slice(0, MOST_NAMES).map(({ name }) => name)
  const names = [...shown, ...(rows.length > MOST_NAMES ? [`+${rows.length - MOST_NAMES}`] : [])].join('; ')
  return {
    name: 'rows quarantined',
    sentenceKey: 'rowsQuarantined',
    remedyKey: 'rowsQuarantined',
    values: { names },
    sentence: `Jobs cannot process these rows: ${names}.`,
    remedy: 'The server retries automatically. See docs/operations/troubleshoot.md.',
  }
}
