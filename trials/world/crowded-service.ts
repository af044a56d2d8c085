import { readRows } from './database.ts'

/** `words`: number in the description of each report. `guide`: number of characters in the guide of each type. */
export type CrowdSize = {
  reports: number
  words: number
  types: number
  guide: number
  members: number
  entries: number
}

/** Ids that requests can name, by table. */
export type CrowdIds = Record<'aoi' | 'event_type' | 'member' | 'role' | 'action' | 'sensor' | 'region', string[]>

const words = (key: string, count: string) =>
  `(select string_agg(substr(md5(${key} || ':' || word), 1, 9), ' ') from generate_series(1, ${count}) word)`

/**
 * Fills a service with members, with types that have long guides, and with reports at one place, each in different
 * words.
 */
export const crowd = async (folder: string, serviceId: string, size: CrowdSize): Promise<CrowdIds> => {
  await readRows(
    folder,
    `insert into event_type (id, service_id, name, guide, sort_order)
      select gen_random_uuid(), $1, 'Type ' || n, rpad('', $3::int, '<p>Stay away. '), 1000 + n from generate_series(1, $2::int) n`,
    [serviceId, size.types, size.guide],
  )
  await readRows(
    folder,
    `insert into member (id, service_id, role_id, type, username, password_hash, first_name, last_name, description_html,
        terms_agreed_at)
      select gen_random_uuid(), m.service_id, m.role_id, 'Operator', 'crowd.' || left($1::text, 8) || n, m.password_hash,
        rpad('First' || n, 100, 'x'), rpad('Last' || n, 100, 'y'), rpad('<p>', 2000, 'About me '), now()
      from generate_series(1, $2::int) n,
        lateral (select * from member where service_id = $1::uuid and deleted_at is null and role_id is not null limit 1) m`,
    [serviceId, size.members],
  )
  await readRows(
    folder,
    `with text as (select n, ${words("'name' || n", '10')} as name, ${words('n', '$2::int')} as description
      from generate_series(1, $3::int) n)
      insert into aoi (id, service_id, kind, nonce, name, description_html, description_text, search_text, event_type_id,
        creator_id, place, created_at)
      select gen_random_uuid(), $1, 'event', (select max(nonce) from aoi) + n, name, '<p>' || description || '</p>',
        description, name || ' ' || description,
        (select id from event_type where service_id = $1 and sort_order = 1000 + 1 + n % $4::int),
        (select id from member where service_id = $1 order by created_at limit 1), '(34.8,32.1)',
        now() - n * interval '1 second'
      from text`,
    [serviceId, size.words, size.reports, size.types],
  )
  await readRows(
    folder,
    `insert into public_text (aoi_id, text)
      select id, left(description_text, 500) from aoi where service_id = $1 and kind = 'event' and name ~ '^[0-9a-f]{9} '
      on conflict do nothing`,
    [serviceId],
  )
  await readRows(
    folder,
    `insert into log_entry (id, aoi_id, type, author_id, author_name, text)
      select gen_random_uuid(), a.id, 'text', a.creator_id, 'Somebody', ${words('n', '200')}
      from generate_series(1, $2::int) n,
        lateral (select * from aoi where service_id = $1 and kind = 'event' order by created_at desc limit 1) a`,
    [serviceId, size.entries],
  )
  await readRows(folder, 'analyze aoi, log_entry, member, event_type')
  const ids: Partial<CrowdIds> = {}
  for (const table of ['aoi', 'event_type', 'member', 'role', 'action', 'sensor', 'region'] as const) {
    const condition = table === 'member' ? `and username like 'crowd.%'` : table === 'aoi' ? `and kind = 'event'` : ''
    const rows = await readRows<{ id: string }>(
      folder,
      `select id from ${table} where service_id = $1 ${condition} order by created_at desc limit 1000`,
      [serviceId],
    )
    ids[table] = rows.map(({ id }) => id)
  }
  return ids as CrowdIds
}
