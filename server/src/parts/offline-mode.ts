import { Problem } from '#contract'
import type { OpenDatabase } from '../db/database.ts'
import * as settings from '../setting/queries.ts'

export const offlineMode = ({ db }: OpenDatabase) => {
  const isOffline = async () => (await settings.read(db)).offlineMode
  const mustBeOnline = async () => {
    if (await isOffline()) throw new Problem('offlineMode')
  }
  return { isOffline, mustBeOnline }
}
