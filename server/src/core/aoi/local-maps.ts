import { type AoiDraft, Problem } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { pointText } from '../../platform/db/point.ts'

/** Replaces the AOI's places on the local maps of its service; refuses a map of another service. */
export const placeOnLocalMaps = async (
  db: Db,
  aoiId: string,
  serviceId: string,
  maps: NonNullable<AoiDraft['localMaps']>,
) => {
  const ownMaps = await db.selectFrom('localMap').select('id').where('serviceId', '=', serviceId).execute()
  if (maps.some(({ mapId }) => !ownMaps.some(({ id }) => id === mapId)))
    throw new Problem('invalid', { fields: { localMaps: 'form.invalid' } })
  await db.deleteFrom('aoiLocalMap').where('aoiId', '=', aoiId).execute()
  if (maps.length === 0) return
  await db
    .insertInto('aoiLocalMap')
    .values(
      maps.map(({ mapId, position }, sortOrder) => ({
        aoiId,
        localMapId: mapId,
        position: pointText(position),
        sortOrder,
      })),
    )
    .execute()
}
