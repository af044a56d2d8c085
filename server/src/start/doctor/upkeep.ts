import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openPlace } from '../../backup/place.ts'
import { STREETS_FOLDER } from '../../streets/library.ts'
import { type Check, isPublic } from './fault.ts'

const DAY_MS = 86_400_000
const MOST_BACKUP_AGE_DAYS = 2
const DEFAULT_API_KEY = 'cohesion-web'

export const backupOld: Check = async ({ config, now }) => {
  const backups = await openPlace(config.backup.to, config.backup.s3)
    .then((place) => place.list())
    .catch(() => [])
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
    remedy: 'Run npm run backup, and let it run every night (docs/operations/backup.md).',
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
    remedy: 'Get them: npm run streets -- --around "Haifa" --km 30.',
  }
}

export const defaultKey: Check = async ({ config }) => {
  if (!isPublic(config) || config.apiKey !== DEFAULT_API_KEY) return undefined
  return {
    name: 'default key',
    sentenceKey: 'defaultKey',
    remedyKey: 'defaultKey',
    values: {},
    sentence: 'The API key is the one that everyone knows.',
    remedy: 'Set COHESION_API_KEY to one of your own; it keeps scripts out that were written for other servers.',
  }
}
