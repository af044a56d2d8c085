import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { lockFamilies, separateReports } from './merge.ts'

type Author = { id: string; name: string }

/** Whether someone has worked on `aoi a` since it was accepted. */
const isWorkedOn = (since: Date) => sql<boolean>`(a.deleted_at is not null or a.archived_at is not null
  or a.changed_by is not null
  or exists (select from aoi o where o.merged_into_id = a.id)
  or exists (select from share s where s.aoi_id = a.id and s.source in ('member', 'action'))
  or exists (select from log_entry e where e.aoi_id = a.id and not e.is_system and e.received_at > ${since}))`

export const withdrawReport = async (
  db: Db,
  author: Author,
  { id, since }: { id: string; since: Date },
): Promise<boolean> => {
  await lockFamilies(db, [id])
  const { rows } = await sql<{
    number: number
    serviceId: string
    mainId: string | null
    isWorkedOn: boolean
  }>`
    select a.number, a.service_id, a.main_id, ${isWorkedOn(since)} as is_worked_on
    from aoi a where a.id = ${id}`.execute(db)
  const [report] = rows
  if (!report || report.isWorkedOn) return false
  const { number, serviceId, mainId } = report
  if (mainId) {
    const main = await db
      .selectFrom('aoi')
      .select(['number', 'serviceId'])
      .where('id', '=', mainId)
      .executeTakeFirstOrThrow()
    await separateReports(db, author, { _id: mainId, ...main }, [{ _id: id, number, serviceId }])
  }
  await db.deleteFrom('aoi').where('id', '=', id).execute()
  return true
}
