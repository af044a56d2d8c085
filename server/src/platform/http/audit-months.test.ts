import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { testServer } from '../../testing/server.ts'
import { newId } from '../db/id.ts'
import { createAudit } from '../db/migrations/0006_record.ts'
import { up } from '../db/migrations/0111_audit_months.ts'
import { recordAudit } from './audit.ts'
import { keepAuditMonths } from './audit-months.ts'

const { db } = await testServer()
const monthsAgo = (count: number) => {
  const date = new Date()
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - count, 15))
}
const add = async (at: Date) => {
  await sql`select audit_add_month(${at.toISOString().slice(0, 10)}::date)`.execute(db)
  await db
    .insertInto('audit')
    .values({ id: newId(), action: `at ${at.toISOString()}`, at })
    .execute()
}
const actions = async () => (await db.selectFrom('audit').select('action').execute()).map(({ action }) => action)
const partOf = async (action: string) => {
  const { rows } = await sql<{ part: string }>`
    select tableoid::regclass::text as part from audit where action = ${action}`.execute(db)
  return rows[0]?.part
}

test('months beyond the retention are dropped with their lines, and the rest stays', async () => {
  const old = monthsAgo(25)
  const kept = monthsAgo(24)
  await add(old)
  await add(kept)
  await keepAuditMonths(db, 24)
  await keepAuditMonths(db, 24)
  expect(await actions()).toEqual([`at ${kept.toISOString()}`])
})

test('entries land in the table of their month and cannot be changed', async () => {
  await recordAudit(db, { actor: undefined, action: 'now', outcome: 'done', address: '' })
  const part = await partOf('now')
  expect(part).toBe(`audit_${new Date().toISOString().slice(0, 7).replace('-', '_')}`)
  await expect(sql`delete from ${sql.id(part ?? '')}`.execute(db)).rejects.toThrow('the audit is append-only')
})

test('future months exist before anything is written to them', async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_inherits where inhparent = 'audit'::regclass
      and inhrelid::regclass::text > to_char(now() at time zone 'UTC', '"audit_"YYYY_MM')
      and inhrelid::regclass::text < 'audit_9'`.execute(db)
  expect(rows[0]?.count).toBe(3)
})

test('lines from before the partitions are moved, each into its month', async () => {
  const undo = new Error('undo')
  const migrated = db.transaction().execute(async (transaction) => {
    await sql`drop table audit, audit_refusal`.execute(transaction)
    await sql`drop function audit_add_month, audit_refuse`.execute(transaction)
    await createAudit(transaction as unknown as Kysely<unknown>)
    const times = ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z', '2026-03-15T12:00:00.000Z']
    for (const at of times)
      await sql`insert into audit (id, at, action, detail) values (${newId()}, ${at}, ${at}, '{"n": 1}')`.execute(
        transaction,
      )
    await up(transaction as unknown as Kysely<unknown>)
    const { rows } = await sql<{ action: string; part: string }>`
      select action, tableoid::regclass::text as part from audit order by at`.execute(transaction)
    expect(rows.map(({ action, part }) => [action, part])).toEqual([
      [times[0], 'audit_2025_12'],
      [times[1], 'audit_2026_01'],
      [times[2], 'audit_2026_03'],
    ])
    throw undo
  })
  await expect(migrated).rejects.toBe(undo)
})
