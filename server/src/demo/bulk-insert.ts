import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../platform/db/schema/index.ts'
import type { Batch, BulkAnswer, BulkEntry, BulkEvent, BulkShare } from './bulk-make.ts'

export function insertBatch(db: Kysely<Database>, batch: Batch): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await insertEvents(transaction, batch.events)
    await insertAnswers(transaction, batch.answers)
    await insertEntries(transaction, batch.entries)
    await insertShares(transaction, batch.shares)
  })
}

const column = <Row, Key extends keyof Row>(rows: Row[], key: Key, type: string) =>
  sql`${rows.map((row) => row[key])}::${sql.raw(type)}[]`

const time = (name: string) => sql`to_timestamp(${sql.ref(name)} / 1000.0)`

async function insertEvents(db: Transaction<Database>, rows: BulkEvent[]): Promise<void> {
  // The number is also the nonce. Clients derive nonces from the clock, so no client uses one this small.
  await sql`
    insert into aoi (id, number, nonce, service_id, kind, name, description_html, description_text, search_text,
      event_type_id, creator_id, is_anonymous, place, address, region_id, is_worked_on, archived_at, created_at,
      received_at, updated_at, changed_at, changed_by, changed_by_others_at)
    select e.id, e.number, e.number, e.service_id, 'event', e.name, '<p>' || e.description || '</p>', e.description,
      e.search_text, e.event_type_id, e.creator_id, e.creator_id is null, point(e.lng, e.lat), e.address,
      (select r.id from region r where r.service_id = e.service_id and r.outline @> point(e.lng, e.lat)
        order by r.sort_order limit 1),
      e.is_worked_on, ${time('e.archived_at')}, ${time('e.created_at')}, ${time('e.created_at')}, ${time('e.changed_at')},
      ${time('e.changed_at')}, e.changed_by, case when e.is_worked_on then ${time('e.created_at')} end
    from unnest(
      ${column(rows, 'id', 'uuid')}, ${column(rows, 'number', 'bigint')}, ${column(rows, 'serviceId', 'uuid')}, ${column(rows, 'name', 'text')},
      ${column(rows, 'description', 'text')}, ${column(rows, 'searchText', 'text')},
      ${column(rows, 'eventTypeId', 'uuid')}, ${column(rows, 'creatorId', 'uuid')}, ${column(rows, 'lng', 'float8')},
      ${column(rows, 'lat', 'float8')}, ${column(rows, 'address', 'text')}, ${column(rows, 'isWorkedOn', 'boolean')},
      ${column(rows, 'createdAt', 'float8')}, ${column(rows, 'archivedAt', 'float8')},
      ${column(rows, 'changedAt', 'float8')}, ${column(rows, 'changedBy', 'uuid')}
    ) as e (id, number, service_id, name, description, search_text, event_type_id, creator_id, lng, lat, address, is_worked_on,
      created_at, archived_at, changed_at, changed_by)`.execute(db)
}

async function insertAnswers(db: Transaction<Database>, rows: BulkAnswer[]): Promise<void> {
  await sql`
    insert into aoi_answer (aoi_id, question_id, question_name, value)
    select * from unnest(${column(rows, 'aoiId', 'uuid')}, ${column(rows, 'questionId', 'uuid')},
      ${column(rows, 'questionName', 'text')}, ${column(rows, 'value', 'text')})`.execute(db)
}

async function insertEntries(db: Transaction<Database>, rows: BulkEntry[]): Promise<void> {
  await sql`
    insert into log_entry (id, aoi_id, type, author_id, author_name, text, happened_at, received_at)
    select e.id, e.aoi_id, 'text', e.author_id, m.username, e.text, ${time('e.happened_at')}, ${time('e.happened_at')}
    from unnest(${column(rows, 'id', 'uuid')}, ${column(rows, 'aoiId', 'uuid')}, ${column(rows, 'authorId', 'uuid')},
      ${column(rows, 'text', 'text')}, ${column(rows, 'happenedAt', 'float8')}) as e (id, aoi_id, author_id, text, happened_at)
    join member m on m.id = e.author_id`.execute(db)
}

async function insertShares(db: Transaction<Database>, rows: BulkShare[]): Promise<void> {
  await sql`
    insert into share (aoi_id, member_id, source, shared_by, shared_at)
    select e.aoi_id, e.member_id, 'member', e.shared_by, ${time('e.shared_at')}
    from unnest(${column(rows, 'aoiId', 'uuid')}, ${column(rows, 'memberId', 'uuid')},
      ${column(rows, 'sharedBy', 'uuid')}, ${column(rows, 'sharedAt', 'float8')}) as e (aoi_id, member_id, shared_by, shared_at)`.execute(
    db,
  )
}
