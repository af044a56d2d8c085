import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { openBench } from './own-server.ts'
import { line, medians } from './ratio.ts'

/**
 * Compares the endpoint that lists events, 200 in a page, with bare node:http and SQL that builds the same JSON. The endpoint
 * also checks the API key, the token and the right, and filters. Repeats this with ten times as many stored events, and with
 * 92 % of the events in one state. BENCH_EVENTS is the number of stored events (default 50,000). Nothing is compressed,
 * because the bare server does not compress.
 */
const small = Number(process.env.BENCH_EVENTS ?? 50_000)
const bench = await openBench({ isDurable: false })

const PARALLEL = 8
const SECONDS = 3
const WARM_UPS = 10

const rate = async (url: string, headers: Record<string, string>): Promise<number> => {
  const end = performance.now() + SECONDS * 1000
  let count = 0
  const work = async () => {
    while (performance.now() < end) {
      const answer = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  return count / SECONDS
}

/** Lower bound: one statement that builds rows with the same fields, without key, token, right, filter or pages. */
const rows = `
  select json_agg(json_build_object(
    '_id', a.id, 'number', a.number, 'serviceId', a.service_id, 'isArchived', a.archived_at is not null, 'state', a.state,
    'isRead', a.creator_id = me.id or a.received_at < me.created_at or a.changed_by = me.id or exists (
      select from aoi_read r where r.aoi_id = a.id and r.member_id = me.id and r.read_at >= a.changed_at),
    'isShared', exists (select from share s where s.aoi_id = a.id and s.member_id = me.id and s.done_at is null),
    'subscribersCount', 0, 'address', a.address, 'region', a.region_id,
    'geometry', json_build_array(json_build_object('coordinates', json_build_array(a.place[0], a.place[1], a.altitude))),
    'properties', json_build_object('name', a.name, 'nonce', a.nonce::text,
      'creationTime', to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status', a.status,
      'forSensors', false, 'activity', null, 'area', null,
      'map', json_build_array((select json_build_object('image', '/files/' || f.token) from file f where f.id = a.image_file_id)),
      'creatorID', a.creator_id,
      'creator', (select json_build_object('firstName', m.first_name, 'lastName', m.last_name, 'username', m.username,
        'photo', (select '/files/' || f.token from file f where f.id = m.photo_file_id), 'phone', m.phone)
        from member m where m.id = a.creator_id),
      'publicAction', (select json_build_object('_id', t.id, 'name', t.name) from event_type t where t.id = a.event_type_id)
    )))::text as json
  from (select * from aoi where service_id = (select service_id from member where username = 'operator')
    and kind = 'event' and state = 'new' and deleted_at is null order by created_at desc, id desc limit 200) a
  join member me on me.username = 'operator'`

const bare = (pool: pg.Pool) =>
  createServer(async (_request, response) => {
    const answer = await pool.query(rows)
    response.setHeader('content-type', 'application/json')
    response.end(answer.rows[0].json)
  })

const list = '/aoi/filtered?type=new&limit=200&groups=false'
const one = await bench.openServer({ database: 'bench_small', events: small })
const floor = bare(one.database.pool).listen(0)
const floorUrl = `http://127.0.0.1:${(floor.address() as AddressInfo).port}/`
const ten = await bench.openServer({ database: 'bench_large', events: small * 10 })
const skewed = await bench.openServer({ database: 'bench_skewed', events: small * 10, skew: 'new=0.92' })

const rates = await medians(3, {
  list: () => rate(one.url + list, one.headers),
  floor: () => rate(floorUrl, {}),
  large: () => rate(ten.url + list, ten.headers),
  skewed: () => rate(skewed.url + list, skewed.headers),
})
line(`list of 200 of ${small} events`, rates.list, 'requests/s', { name: 'bare node:http and SQL', value: rates.floor })
line(`list of 200 of ${small * 10} events`, rates.large, 'requests/s', { name: `of ${small}`, value: rates.list })
line('list of 200, 92 % in one state', rates.skewed, 'requests/s', { name: 'even states', value: rates.large })

const search = async (text: string) => {
  const start = performance.now()
  await (
    await fetch(`${ten.url}/aoi/filtered?limit=200&groups=false&search=${encodeURIComponent(text)}`, {
      headers: ten.headers,
    })
  ).text()
  return performance.now() - start
}
const sought = ['water', 'nothing like this', 'מים']
// Warm-up, because searches take twice as long until their code is compiled.
for (let run = 0; run < WARM_UPS; run++) for (const text of sought) await search(text)
for (const text of sought) {
  const { time } = await medians(5, { time: () => search(text) })
  line(`search for "${text}" in ${small * 10} events`, time, 'ms', { name: 'wanted', value: 250 })
}

floor.close()
await bench.end()
