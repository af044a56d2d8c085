import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { EventType, Profile } from '#contract'
import { newId } from '../server/src/platform/db/id.ts'
import { openBench } from './own-server.ts'
import { line, medians } from './ratio.ts'

/**
 * Compares the whole path of reporting an event (key, token, right, multipart, questions, region, address, history,
 * live message, answer) with bare node:http, which reads the same body and inserts the same rows. Both commit to disk.
 * Wanted: half the speed of the bare server. One request at a time measures how long a reporter waits. Eight at a time
 * measure the capacity of the machine, which also runs the senders.
 */
const SECONDS = 4
const WARM_UP = 5000
const bench = await openBench()
const { url, headers } = await bench.openServer()
const ask = async <T>(path: string) => (await (await fetch(url + path, { headers })).json()) as T
const { _id: creatorId, service } = await ask<Profile>('/user/profile')
const types = await ask<EventType[]>(`/aoi-type/service/${service._id}`)
const type = types.find(({ isPhotoRequired }) => !isPhotoRequired)
if (!type) throw new Error('the demo has no type that can be reported without a photo')

const examples: Record<string, string> = { text: 'as seen', number: '3', yesNo: 'yes', date: '2026-01-15' }
const fields = type.fields.map(({ _id, kind, choices }) => ({ _id, value: examples[kind] ?? choices[0] ?? 'x' }))
const start = Date.now() - 1e9
let count = 0
const report = () => {
  const form = new FormData()
  form.set('name', `Tree on the road ${++count}`)
  form.set('nonce', String(start + count))
  form.set('startCoordinates', JSON.stringify([-122.42 + (count % 100) / 1000, 37.77, 1]))
  form.set('address', 'Mission Street 12')
  form.set('publicAction', JSON.stringify({ publicActionId: type._id, fields }))
  return form
}

/** As many connections as the server's pool. */
const barePool = new pg.Pool({ ...bench.connection, max: 10 })

/** Lower bound: inserts the same rows in one transaction, without parsing or checking the body. */
const bare = createServer(async (request, response) => {
  for await (const _ of request);
  const id = newId()
  const client = await barePool.connect()
  await client.query('begin')
  await client.query(
    `insert into aoi (id, service_id, kind, name, search_text, creator_id, place, event_type_id, nonce, content_hash, created_at, changed_by)
     values ($1, $2, 'event', $3, 'tree on the road', $4, point(-122.4, 37.7), $5, $6, '\\x00', now(), $4)`,
    [id, service._id, `Tree on the road ${++count}`, creatorId, type._id, start + count],
  )
  await client.query(
    'insert into aoi_answer (aoi_id, question_id, question_name, value, sort_order) select $1, id, name, $3, sort_order from question where event_type_id = $2',
    [id, type._id, 'as seen'],
  )
  await client.query(
    `insert into log_entry (id, aoi_id, type, is_system, author_id, author_name, change)
     values ($1, $2, 'text', true, $3, 'bench', '{"what": "created"}')`,
    [newId(), id, creatorId],
  )
  await client.query('insert into outbox (service_id, body) values ($1, $2)', [
    service._id,
    JSON.stringify({ type: 'AOI_CREATED', serviceId: service._id, aoiIds: [id] }),
  ])
  await client.query('commit')
  client.release()
  response.end(JSON.stringify({ id }))
}).listen(0)

const rate = async (address: string, parallel: number) => {
  const end = performance.now() + SECONDS * 1000
  let done = 0
  const work = async () => {
    while (performance.now() < end) {
      const answer = await fetch(address, { method: 'POST', headers, body: report() })
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
      await answer.arrayBuffer()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return done / SECONDS
}

const create = (parallel: number) => rate(`${url}/aoi`, parallel)
const insert = (parallel: number) => rate(`http://127.0.0.1:${(bare.address() as AddressInfo).port}/`, parallel)
// Both servers are measured warm, because a server runs for weeks. The code is compiled after some thousand reports.
for (let done = 0; done < WARM_UP; done = count) await create(8)
await insert(8)

for (const [words, parallel] of [
  ['one at a time', 1],
  ['eight at a time', 8],
] as const) {
  const rates = await medians(5, { create: () => create(parallel), bare: () => insert(parallel) })
  line(`reporting an event, ${words}`, rates.create, 'reports/s', {
    name: 'bare node:http and inserts',
    value: rates.bare,
  })
}

bare.close()
await barePool.end()
await bench.end()
