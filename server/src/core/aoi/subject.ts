import { sql } from 'kysely'
import { type Actor, type AoiKind, type AoiState, type AoiSubject, orNotFound, Problem } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import type { AllowSubject } from '../../platform/http/serve.ts'

export type Subject = {
  _id: string
  number: number
  kind: AoiKind
  name: string
  serviceId: string
  creatorId: string | null
  eventTypeId: string | null
  regionId: string | null
  visitorId: string | null
  state: AoiState
  isArchived: boolean
  deletedBy: string | null
  /** Id of the main event that shows this report, if it was merged. */
  mainId: string | null
  isSharedWithMe: boolean
}

type AoiKey = { id: string } | { number: number } | { nonce: string }

const matchesKey = (name: AoiKey) =>
  'id' in name
    ? sql`a.id = ${name.id}`
    : 'number' in name
      ? sql`a.number = ${name.number}`
      : sql`a.nonce = ${name.nonce}`

/** Actions on a merged report apply to its main event, except for a member who sees only the report by a share. */
const mainOf = (name: AoiKey, { visibleServiceIds }: Actor) => sql`
  a.id = (select case when a.service_id = any(${visibleServiceIds as string[]}::uuid[]) then coalesce(a.main_id, a.id)
    else a.id end from aoi a where ${matchesKey(name)})`

/**
 * Reads an AOI as a subject of rights. `isDeleted` finds only deleted AOIs, `forUpdate` locks the row, and `toMain`
 * reads the main event of a merged report.
 */
export const subject = async (
  db: Db,
  actor: Actor,
  name: AoiKey,
  { isDeleted = false, forUpdate = false, toMain = false } = {},
): Promise<Subject | undefined> => {
  const {
    rows: [row],
  } = await sql<Omit<Subject, '_id'> & { id: string }>`
    select a.id, a.number, a.kind, a.name, a.service_id, a.creator_id, a.visitor_id, a.event_type_id, a.region_id, a.state,
      a.archived_at is not null as is_archived, a.deleted_by, a.main_id,
      exists (select 1 from share s where s.aoi_id = a.id and s.member_id = ${actor.id}) as is_shared_with_me
    from aoi a where ${toMain ? mainOf(name, actor) : matchesKey(name)} and a.deleted_at is ${isDeleted ? sql`not null` : sql`null`}
    ${forUpdate ? sql`for update of a` : sql``}`.execute(db)
  if (!row) return undefined
  const { id, ...aoi } = row
  return { ...aoi, _id: id }
}

export const sharedWith = async (db: Db, aoiId: string): Promise<string[]> =>
  (await db.selectFrom('share').select('memberId').where('aoiId', '=', aoiId).execute()).map(({ memberId }) => memberId)

/**
 * Reads and locks the AOI of the path, or the main event of a merged report. Throws if the caller cannot see the AOI or
 * lacks the right.
 */
export const writable = async (
  db: Db,
  actor: Actor,
  allow: AllowSubject<AoiSubject>,
  name: { id: string } | { number: number },
) => allow(orNotFound(await subject(db, actor, name, { forUpdate: true, toMain: true })))

/** Reads and locks the AOI of the path itself. Also throws if it is merged, because it must be separated first. */
export const unmerged = async (
  db: Db,
  actor: Actor,
  allow: AllowSubject<AoiSubject>,
  name: { id: string } | { number: number },
) => {
  const aoi = allow(orNotFound(await subject(db, actor, name, { forUpdate: true })))
  if (aoi.mainId) throw new Problem('merged')
  return aoi
}

/**
 * An AOI's name in the audit. Events are named by number, because a reporter's words can be redacted and audit lines
 * never change.
 */
export const auditNameOf = ({ kind, number, name }: { kind: AoiKind; number: number; name: string }): string =>
  kind === 'event' ? `#${number}` : name
