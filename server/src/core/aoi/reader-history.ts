import { sql } from 'kysely'
import type { ReaderHistory } from '../../memory/count-index/chosen-numbers.ts'
import { microsecondsSince2000 } from '../../memory/live-view/read-table.ts'
import type { Db } from '../../platform/db/database.ts'
import { changedByOthers, type Reader } from './filter.ts'

const openedNumbers = (reader: Reader) => sql<number[]>`coalesce((
  select json_agg(a.number) from aoi_read r join aoi a on a.id = r.aoi_id
  where r.member_id = me.id and r.read_at >= ${changedByOthers(reader)} and a.state <> 'done'), '[]')`

/** When a reader joined, and the numbers of open AOIs that it opened since their last change. */
export const historyOf = (db: Db, reader: Reader): Promise<ReaderHistory> =>
  db
    .selectFrom('member as me')
    .select([
      sql<number>`${microsecondsSince2000(sql`me.created_at`)}`.as('joinedAt'),
      openedNumbers(reader).as('openedNumbers'),
    ])
    .where('me.id', '=', reader.id)
    .executeTakeFirstOrThrow()
