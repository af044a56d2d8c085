import { verifyPassword } from '../../platform/secret/passwords.ts'
import { type Check, isPublic } from './fault.ts'

const MOST_CLOCK_MS = 5_000
/** The extensions that the migrations create. */
const extensions = ['pg_trgm', 'cube', 'btree_gist']

export const databaseAway: Check = async ({ config, pool }) => {
  const problem = await pool?.query('select 1').then(
    () => undefined,
    (error: Error) => error.message,
  )
  if (pool && problem === undefined) return undefined
  return {
    name: 'database away',
    sentenceKey: 'databaseAway',
    remedyKey: config.databaseUrl ? 'databaseAway' : 'embeddedAway',
    values: {},
    sentence: `The database cannot be reached${problem ? `: ${problem}` : ''}.`,
    remedy: config.databaseUrl
      ? 'Check DATABASE_URL, and that PostgreSQL is running.'
      : 'Start the server, and read its first lines.',
  }
}

export const databaseOld: Check = async ({ pool }) => {
  const version = await pool?.query('show server_version').then(({ rows }) => rows[0].server_version as string)
  if (!version || Number.parseInt(version, 10) >= 15) return undefined
  return {
    name: 'database too old',
    sentenceKey: 'databaseOld',
    remedyKey: 'databaseOld',
    values: { version },
    sentence: `The database is PostgreSQL ${version}.`,
    remedy:
      'Version 15 or newer is required. Run npm run backup, then npm run restore with the DATABASE_URL of a newer one.',
  }
}

export const extensionMissing: Check = async ({ pool }) => {
  if (!pool) return undefined
  const { rows } = await pool.query('select name from pg_available_extensions where name = any($1)', [extensions])
  const missing = extensions.filter((name) => !rows.some((row) => row.name === name))
  if (missing.length === 0) return undefined
  return {
    name: 'extension missing',
    sentenceKey: 'extensionMissing',
    remedyKey: 'extensionMissing',
    values: { names: missing.join(', ') },
    sentence: `PostgreSQL has no ${missing.join(', ')}.`,
    remedy: 'Install the contrib package of PostgreSQL (on Debian: postgresql-contrib).',
  }
}

export const clockWrong: Check = async ({ pool, now }) => {
  if (!pool) return undefined
  const { rows } = await pool.query('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
  const off = Math.abs(rows[0].ms - now().getTime())
  if (off <= MOST_CLOCK_MS) return undefined
  return {
    name: 'clock wrong',
    sentenceKey: 'clockWrong',
    remedyKey: 'clockWrong',
    values: { seconds: String(Math.round(off / 1000)) },
    sentence: `The clocks of this machine and of the database are ${Math.round(off / 1000)} s apart.`,
    remedy: 'Synchronise both clocks automatically (systemd-timesyncd or chrony).',
  }
}

/** The demo's password is public, so anyone could sign in to a public server. */
export const demoOpen: Check = async ({ config, pool }) => {
  if (!pool || !isPublic(config)) return undefined
  const { demoAccounts, demoPassword, hebrewAccount } = await import('../../demo/fill.ts')
  const { rows } = await pool.query<{ username: string; password_hash: string }>(
    'select username, password_hash from member where deleted_at is null and username = any($1)',
    [[...demoAccounts, hebrewAccount]],
  )
  const open: string[] = []
  for (const { username, password_hash } of rows)
    if (await verifyPassword(password_hash, demoPassword)) open.push(username)
  if (open.length === 0) return undefined
  return {
    name: 'demo accounts',
    sentenceKey: 'demoOpen',
    remedyKey: 'demoOpen',
    values: { names: open.join(', ') },
    sentence: `Anyone can sign in as ${open.join(', ')} with the demo’s password.`,
    remedy: 'Start with an empty data folder and COHESION_DEMO=off, or give these members other passwords.',
  }
}
