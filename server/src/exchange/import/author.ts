import { type Actor, displayName, type ImportKind, mayImport } from '#contract'
import type { Db } from '../../platform/db/database.ts'

export type Author = Actor

/** Who started an import, if that member may still import things of this kind. */
export const authorOf = async (
  db: Db,
  { creatorId, serviceId, kind }: { creatorId: string | null; serviceId: string; kind: ImportKind },
): Promise<Actor | undefined> => {
  if (!creatorId) return undefined
  const row = await db
    .selectFrom('member')
    .leftJoin('role', 'role.id', 'member.roleId')
    .select(['member.id', 'member.firstName', 'member.lastName', 'member.username', 'member.type'])
    .select(['member.isServerOwner', 'member.allowCsvDownload', 'role.isViewer'])
    .where('member.id', '=', creatorId)
    .where('member.serviceId', '=', serviceId)
    .where('member.deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const name = displayName(row)
  const { id, type, isServerOwner } = row
  const actor: Actor = {
    ...{ id, name, type, serviceId, isServerOwner },
    visibleServiceIds: [serviceId],
    isViewer: row.isViewer ?? false,
    mayExport: row.allowCsvDownload,
    token: null,
  }
  return mayImport(actor, kind) ? actor : undefined
}
