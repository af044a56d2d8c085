import { sql } from 'kysely'
import { type Actor, type HeldReportWithTwins, orNotFound, Problem } from '#contract'
import * as eventTypes from '../../core/event-type/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import { plainText } from '../../platform/kit/rich-text.ts'
import { twinsOf } from '../twin/suggest.ts'
import { heldReport, isFor } from './queries.ts'

/** Lease of a report, renewed by the open page. */
const LEASE_MINUTES = 5
const TWINS_SHOWN = 5

export const leaseUntil = sql<Date>`now() + make_interval(mins => ${sql.lit(LEASE_MINUTES)})`

const withTwins = async (db: Db, actor: Actor, id: string): Promise<HeldReportWithTwins> => {
  const report = orNotFound(await heldReport(db, actor.id, id))
  const type = await eventTypes.byId(db, report.type._id)
  const draft = (await db.selectFrom('heldReport').select('draft').where('id', '=', id).executeTakeFirst())?.draft
  const fields = draft?.publicAction?.fields ?? []
  const place = report.coordinates
  const twins =
    type && place
      ? await twinsOf(
          db,
          {
            serviceId: actor.serviceId,
            claimedIds: draft?.sameAs ? [draft.sameAs] : [],
            range: { radiusMetres: type.twinRadiusMetres, hours: type.twinHours },
            report: {
              typeId: type._id,
              typeName: type.name,
              place,
              createdAt: new Date(report.createdAt),
              text: `${report.name} ${plainText(report.description)}`,
              answers: fields.map(({ _id, value }) => ({ questionId: _id, value })),
            },
          },
          TWINS_SHOWN,
        )
      : []
  return { ...report, twins }
}

/**
 * Leases a report to a member: the member's last leased report, else a report for the member's role, else the oldest.
 * Locked rows are skipped, so that concurrent members get different reports. Reports that the member skipped are
 * released and come last.
 */
export const takeNext = async (
  db: Db,
  actor: Actor,
  skipped: readonly string[],
): Promise<HeldReportWithTwins | null> => {
  const ids = skipped as string[]
  // The page requests a report after its decision and again on the live message; the second request must not skip the
  // locked row.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`review ${actor.id}`}, 0))`.execute(db)
  await sql`update held_report set leased_by = null, leased_until = null
    where id = any(${ids}::uuid[]) and service_id = ${actor.serviceId} and leased_by = ${actor.id}`.execute(db)
  const { rows } = await sql<{ id: string }>`
    update held_report set leased_by = ${actor.id}, leased_until = ${leaseUntil}, seen_at = coalesce(seen_at, now())
    where id = (
      select h.id from held_report h
      where h.service_id = ${actor.serviceId} and h.state = 'waiting' and ${isFor(actor, sql`h`)}
        and (h.leased_until is null or h.leased_until < now() or h.leased_by = ${actor.id} or h.leased_by is null)
      order by array_position(${ids}::uuid[], h.id) nulls first,
        case when h.leased_by = ${actor.id} then h.leased_until end desc nulls last,
        (h.role_id is not distinct from (select m.role_id from member m where m.id = ${actor.id})) desc,
        h.role_id is not null, h.received_at, h.id
      limit 1 for update of h skip locked)
    returning id`.execute(db)
  return rows[0] ? withTwins(db, actor, rows[0].id) : null
}

export const takeReport = async (db: Db, actor: Actor, id: string): Promise<HeldReportWithTwins> => {
  const { rows } = await sql<{ id: string }>`
    update held_report h set leased_by = ${actor.id}, leased_until = ${leaseUntil}, seen_at = coalesce(seen_at, now())
    where h.id = ${id} and (h.leased_by is null or h.leased_by = ${actor.id} or h.leased_until < now())
    returning h.id`.execute(db)
  if (rows.length === 0) throw new Problem('conflict')
  return withTwins(db, actor, id)
}

export const releaseReport = async (db: Db, actor: Actor, id: string): Promise<void> => {
  await db
    .updateTable('heldReport')
    .set({ leasedBy: null, leasedUntil: null })
    .where('id', '=', id)
    .where('leasedBy', '=', actor.id)
    .execute()
}
