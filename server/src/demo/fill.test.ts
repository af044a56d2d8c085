import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { metricProblems } from '#contract'
import { countsAoi } from '../core/metric/conditions.ts'
import * as metrics from '../core/metric/queries.ts'
import { openStore } from '../platform/files/local.ts'
import { verifyPassword } from '../platform/secret/passwords.ts'
import * as visitors from '../public/visitor/queries.ts'
import { testDatabase } from '../testing/database.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { demoAccounts, demoPassword, fillDemo, hebrewAccount } from './fill.ts'
import { addDemoPictures } from './pictures.ts'
import { haifaEvents } from './texts/haifa.ts'
import { haifa } from './texts/services.ts'
import { demoFollow } from './visitors.ts'

type Test = Awaited<ReturnType<typeof testDatabase>>

const now = new Date('2025-03-01T12:00:00.123Z')

/** Every row of the demo as text, without values that differ between runs: salts and times of the database. */
async function everything({ pool }: Test): Promise<Record<string, string[]>> {
  const tables = `service role action role_action event_type role_event_type question region member member_service
    metric local_map aoi_local_map community community_group group_member criterion public_link visitor aoi aoi_group subscriber aoi_answer log_entry share aoi_read
    sensor aoi_sensor sensor_reading sensor_hour sensor_day sensor_log rota escalation_plan rule alarm held_report board public_text`.split(
    /\s+/,
  )
  const content: Record<string, string[]> = {}
  for (const table of tables) {
    const { rows } = await pool.query(
      `select (to_jsonb(t) - '{password_hash,updated_at,granted_at}'::text[]
         - case when $1 in ('aoi', 'member', 'service', 'visitor', 'community', 'community_group') then '' else 'created_at' end)::text as row
       from ${table} t order by 1`,
      [table],
    )
    content[table] = rows.map(({ row }) => row)
  }
  return content
}

let demo: Test
let wasFilled: boolean
beforeAll(async () => {
  demo = await testDatabase()
  wasFilled = await fillDemo(demo.db, now)
})
afterAll(() => demo.close())

const count = async (from: string): Promise<number> =>
  (await demo.pool.query(`select count(*) from ${from}`)).rows[0].count

describe('the demo', () => {
  test('fills an empty database and leaves any other unchanged', async () => {
    expect(wasFilled).toBe(true)
    const before = await everything(demo)
    expect(await fillDemo(demo.db)).toBe(false)
    expect(await everything(demo)).toEqual(before)
  })

  test('is deterministic for a given time', async () => {
    const other = await testDatabase()
    const done = await Promise.all([1, 2, 3].map(() => fillDemo(other.db, now)))
    expect(done.sort()).toEqual([false, false, true])
    expect(await everything(other)).toEqual(await everything(demo))
    await other.close()
  })

  test('has the accounts of README.md, which sign in with the demo password', async () => {
    const members = await demo.db
      .selectFrom('member')
      .innerJoin('role', 'role.id', 'member.roleId')
      .select(['username', 'type', 'isServerOwner', 'isViewer', 'defaultView', 'passwordHash'])
      .where('username', 'in', [...demoAccounts, hebrewAccount])
      .orderBy('username')
      .execute()
    expect(members.map(({ passwordHash, ...member }) => Object.values(member).join(' '))).toEqual([
      'admin Admin false false MAP',
      'hebrew Technician false false MAP',
      'operator Operator false false MAP',
      'technician Technician true false MAP',
      'viewer Operator false true MAP',
    ])
    expect(members[0]?.passwordHash).toMatch(/^\$argon2id\$/)
    expect(await verifyPassword(members[0]?.passwordHash, demoPassword)).toBe(true)
    expect(await verifyPassword(members[0]?.passwordHash, 'another one')).toBe(false)
  })

  test('has 24 people in the first service, five in each other one, and some who see two services', async () => {
    const { rows } = await demo.pool.query(`
      select title, count(*) as people, count(ms.member_id) as seeing_both,
        count(*) filter (where first_name ~ '[א-ת]') as hebrew,
        bool_and(terms_agreed_at >= terms_updated_at) as all_agreed,
        bool_or(type = 'Technician') as has_technician
      from service s join member m on m.service_id = s.id left join member_service ms on ms.member_id = m.id
      group by title order by title`)
    expect(rows).toEqual([
      { title: 'Bay Area Response', people: 24, seeing_both: 5, hebrew: 1, all_agreed: true, has_technician: true },
      { title: 'Harbor Watch', people: 5, seeing_both: 1, hebrew: 0, all_agreed: true, has_technician: true },
      { title: haifa.hebrewTitle, people: 5, seeing_both: 0, hebrew: 5, all_agreed: true, has_technician: true },
    ])
  })

  test('has people in the field, one with an old position, and pending requests', async () => {
    expect(await count(`member where location is not null and location_at > '2025-03-01T11:45:00Z'`)).toBe(4)
    expect(await count(`member where location is not null and location_at < '2025-03-01T11:45:00Z'`)).toBe(1)
    expect(await count('approval_request where state = $$pending$$')).toBe(2)
  })

  test('has its configuration in both languages', async () => {
    const untranslated = (text: string) =>
      `case when service_id = (select id from service where main_language = 'he')
        then ${text} !~ '[א-ת]' or translations -> 'en' is null else ${text} ~ '[א-ת]' or translations -> 'he' is null end`
    expect(await count('event_type')).toBeGreaterThanOrEqual(8)
    for (const table of ['event_type', 'question', 'role', 'action', 'metric', 'local_map', 'region'])
      expect(await count(`${table} where ${untranslated('name')}`), table).toBe(0)
    expect(await count(`community where ${untranslated('title')}`)).toBe(0)
    expect(await count(`event_type where guide = ''`)).toBe(0)
    for (const table of ['community_group', 'criterion'])
      expect(await count(`${table} where name !~ '[א-ת]' and translations -> 'he' ->> 'name' is null`), table).toBe(0)
    expect(await count(`log_entry where type = 'action' and action_translations = '{}'`)).toBe(0)
    expect(await count(`service where terms ->> 'en' is null or terms ->> 'he' is null`)).toBe(0)
  })

  test('has reports in every state, most in a region, some shared', async () => {
    expect(await count(`aoi where kind = 'event' and main_id is null`)).toBe(68 + haifaEvents.length)
    for (const state of ['new', 'inProgress', 'done'])
      expect(await count(`aoi where kind = 'event' and state = '${state}'`)).toBeGreaterThanOrEqual(12)
    expect(await count('aoi where region_id is null')).toBeLessThanOrEqual(6)
    expect(await count(`aoi where created_at > '2025-03-01T12:00:00Z'`)).toBe(0)
    const isOperators = `member_id = (select id from member where username = 'operator') and done_at is null`
    expect(await count(`share where ${isOperators}`)).toBeGreaterThanOrEqual(3)
  })

  test('has two Hebrew reports in the English services, and nothing but Hebrew in the Hebrew one', async () => {
    const isHebrewService = `service_id = (select id from service where main_language = 'he')`
    expect(await count(`aoi where name ~ '[א-ת]' and not ${isHebrewService}`)).toBe(2)
    expect(await count(`aoi where name !~ '[א-ת]' and ${isHebrewService}`)).toBe(0)
    expect(await count(`log_entry where text ~ '[A-Za-z]' and not is_system and ${isHebrewService}`)).toBe(0)
    expect(
      await count(`aoi_answer where value ~ '[A-Za-z]' and value not in ('Yes', 'No') and ${isHebrewService}`),
    ).toBe(0)
  })

  test('has past and coming activities, subscribers, and groups with progress', async () => {
    expect(await count(`aoi where kind = 'activity' and start_at > '2025-03-01T12:00:00Z'`)).toBeGreaterThanOrEqual(5)
    expect(await count(`aoi where kind = 'activity' and start_at < '2025-03-01T12:00:00Z'`)).toBeGreaterThanOrEqual(20)
    expect(await count('subscriber s join aoi a on a.id = s.aoi_id where not a.is_public')).toBe(0)
    expect(await count('subscriber')).toBeGreaterThanOrEqual(10)
    const without = `community_group g where not exists (select from group_member m where m.group_id = g.id)
      or not exists (select from criterion c join aoi_group i on i.group_id = g.id where c.group_id = g.id)`
    expect(await count(without)).toBe(0)
  })

  test('has a public link for each service, and a visitor whose follow address opens', async () => {
    expect(await count('public_link where replaced_at is null')).toBe(await count('service'))
    const visitor = await visitors.visitorByToken(demo.db, demoFollow)
    expect(await count(`aoi where visitor_id = '${visitor?.id}'`)).toBe(1)
    expect(await count(`subscriber where visitor_id = '${visitor?.id}'`)).toBe(1)
    expect(await count(`log_entry where visitor_id = '${visitor?.id}'`)).toBe(1)
  })

  test('has held reports, questions to reporters, merged duplicates and public texts', async () => {
    expect(await count(`held_report where state = 'waiting'`)).toBe(3)
    expect(await count(`held_report where state = 'asked' and questions -> 0 ->> 'question' <> ''`)).toBe(1)
    expect(await count(`aoi where main_id is not null and visitor_id is not null`)).toBe(2)
    expect(await count(`aoi a where exists (select from aoi m where m.main_id = a.id)`)).toBe(1)
    expect(await count('public_text')).toBe(2)
    const store = await openStore({ dataFolder: await temporaryFolder() })
    await addDemoPictures(demo.db, store)
    expect(await count('public_text p join aoi a on a.id = p.aoi_id where p.photo_id = a.image_file_id')).toBe(2)
    expect(await count(`held_report where state = 'waiting' and image_file_id is not null`)).toBe(1)
  })

  test('keeps to the rules: an event is New until someone else shares it or logs on it', async () => {
    const touched = sql<boolean>`(exists (select from share s where s.aoi_id = aoi.id and s.source <> 'system')
      or exists (select from log_entry l where l.aoi_id = aoi.id and not l.is_system
        and l.author_id is distinct from aoi.creator_id))`
    const wrong = await demo.db.selectFrom('aoi').select('name').where('isWorkedOn', '!=', touched).execute()
    expect(wrong).toEqual([])
    expect(await count('log_entry l join aoi a on a.id = l.aoi_id where l.happened_at < a.created_at')).toBe(0)
    expect(await count('aoi_answer where value = $$$$')).toBe(0)
  })
})

test('has metrics that its own rules accept, and each counts something', async () => {
  const { rows } = await demo.pool.query<{ id: string }>('select id from metric')
  expect(rows.length).toBeGreaterThan(5)
  for (const { id } of rows) {
    const metric = await metrics.byId(demo.db, id)
    expect(metric && metricProblems(metric)).toEqual({})
    const { rows: counted } = await sql<{ count: number }>`
      select count(*)::int as count from aoi a where ${metric ? countsAoi(metric, {}, sql`a`) : sql`false`}`.execute(
      demo.db,
    )
    expect(counted[0]?.count, metric?.name).toBeGreaterThan(0)
  }
})
