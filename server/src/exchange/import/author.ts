import { type Actor, type ImportKind, mayImport } from '#contract'
import { actorOf, membersWithRights } from '../../people/user/caller.ts'
import type { Db } from '../../platform/db/database.ts'

export type Author = Actor

/** The member who started an import; undefined if that member may no longer import this kind. */
export const authorOf = async (
  db: Db,
  { creatorId, serviceId, kind }: { creatorId: string | null; serviceId: string; kind: ImportKind },
): Promise<Actor | undefined> => {
  if (!creatorId) return undefined
  const row = await membersWithRights(db)
    .where('member.id', '=', creatorId)
    .where('member.serviceId', '=', serviceId)
    .executeTakeFirst()
  if (!row) return undefined
  const actor = { ...actorOf(row), visibleServiceIds: [serviceId] }
  return mayImport(actor, kind) ? actor : undefined
}
