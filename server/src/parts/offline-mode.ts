import { Problem } from '#contract'
import * as settings from '../people/setting/queries.ts'
import type { OpenDatabase } from '../platform/db/database.ts'

export const offlineMode = ({ db }: OpenDatabase) => {
  const isOffline = async () => (await settings.read(db)).offlineMode
  const mustBeOnline = async () => {
    if (await isOffline()) throw new Problem('offlineMode')
  }
  return { isOffline, mustBeOnline }
}
