import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Import } from '#contract'
import { listsDuring, memoryDuring, timed } from './meanwhile.ts'
import { openBench } from './own-server.ts'
import { atMost, line } from './ratio.ts'

/**
 * Imports a file of BENCH_ROWS events (default 100,000). Measures the time to the preview, the import against bare
 * inserts into equally indexed tables, memory, and the delay for other members. The database writes to disk.
 */
const ROWS = Number(process.env.BENCH_ROWS ?? 100_000)
const EVENTS = 50_000
const PART = 2_000
const POLL_MS = 200
const LISTS_MS = 10_000

const bench = await openBench()
const { database, url, headers: operator, headersOf } = await bench.openServer({ events: EVENTS })
const admin = await headersOf('admin')

const file = (mark: string): Blob => {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const place = `${(37.6 + (index % 977) / 5000).toFixed(5)},${(-122.5 + (index % 1013) / 5000).toFixed(5)}`
    return `${mark}-${index},Defect ${index},Road hazard,${place},03/25/2026 10:${10 + (index % 50)},Mud,Yes,Seen by patrol ${index % 40}`
  })
  const header = 'ID,Title,Type,Lat,Lon,Reported,What is on the road?,Is a lane blocked?,Notes'
  return new Blob([`${header}\n${rows.join('\n')}\n`], { type: 'text/csv' })
}

const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const json = body && !(body instanceof FormData)
  const response = await fetch(url + path, {
    method,
    headers: { ...admin, ...(json && { 'content-type': 'application/json' }) },
    ...(body && { body: json ? JSON.stringify(body) : (body as FormData) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

const until = async (id: string, state: Import['state']): Promise<Import> => {
  for (;;) {
    const one = await call<Import>('GET', `/imports/${id}`)
    if (one.state === state) return one
    if (one.state === 'failed') throw new Error(JSON.stringify(one.problem))
    await pause(POLL_MS)
  }
}

const upload = (mark: string): Promise<Import> => {
  const form = new FormData()
  form.set('timeZone', 'America/Los_Angeles')
  form.set('file', file(mark), 'defects.csv')
  return call<Import>('POST', '/imports', form)
}

const running = async ({ _id, mapping }: Import): Promise<Import> => {
  await call('POST', `/imports/${_id}/start`, { mapping })
  return until(_id, 'done')
}

const list = () => fetch(`${url}/aoi/filtered?type=new&limit=50&groups=false`, { headers: operator })

/** Inserts the imported rows again, into tables with the same indexes and without triggers. */
const bareInserts = async (pool: pg.Pool, importId: string): Promise<number> => {
  const tables = { aoi: 'id', log_entry: 'aoi_id', aoi_answer: 'aoi_id' }
  let total = 0
  for (const [table, key] of Object.entries(tables)) {
    await pool.query(`create table bare_${table} (like ${table} including all)`)
    const { rows: columns } = await pool.query<{ name: string }>(
      `select quote_ident(column_name) as name from information_schema.columns
        where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'`,
      [`bare_${table}`],
    )
    const names = columns.map(({ name }) => name).join(', ')
    const { rows } = await pool.query<{ row: object }>(
      `select to_jsonb(t) as row from ${table} t where ${key} in (select id from aoi where import_id = $1)`,
      [importId],
    )
    const parts = Array.from({ length: Math.ceil(rows.length / PART) }, (_, index) =>
      JSON.stringify(rows.slice(index * PART, (index + 1) * PART).map(({ row }) => row)),
    )
    const { ms } = await timed(async () => {
      for (const part of parts)
        await pool.query(
          `insert into bare_${table} (${names}) overriding system value
            select ${names} from jsonb_populate_recordset(null::bare_${table}, $1)`,
          [part],
        )
    })
    total += ms
    await pool.query(`drop table bare_${table}`)
  }
  return total
}

try {
  const shown = await timed(async () => {
    const one = await upload('A')
    await call('POST', `/imports/${one._id}/preview`, { mapping: one.mapping })
    return one
  })
  line('preview of the first 200 rows', shown.ms / 1000, 's', { name: 'wanted', value: 2 })
  const read = await timed(() => until(shown.value._id, 'ready'))
  atMost('preview in seconds', shown.ms / 1000, 2)
  line('until all rows are read', (shown.ms + read.ms) / 1000, 's')

  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const memory = await memoryDuring(() => timed(() => running(shown.value)))
  loop.disable()
  const { ms, value: done } = memory.value
  if (done.counts.new !== ROWS) throw new Error(`imported ${JSON.stringify(done.counts)}`)
  const bare = await bareInserts(database.pool, done._id)
  line(`import of ${ROWS} rows`, ms / 1000, 's', { name: 'bare inserts with indexes', value: bare / 1000 })
  atMost('import against bare inserts', ms / bare, 3)
  line('memory at the end', memory.last, 'MB', { name: 'after the first fifth', value: memory.first })
  atMost('memory at the end', memory.last / memory.first, 1.2)
  line('longest time that the event loop was blocked', loop.max / 1e6, 'ms')

  const undone = await timed(async () => {
    await call('POST', `/imports/${done._id}/undo`)
    return until(done._id, 'undone')
  })
  line('undo', undone.ms / 1000, 's', { name: 'import', value: ms / 1000 })

  const second = await upload('B')
  await until(second._id, 'ready')
  const before = await listsDuring(list, pause(LISTS_MS))
  const during = await listsDuring(list, running(second))
  line('list of another member during an import', during, 'ms', { name: 'without one', value: before })
  atMost('list during an import', during / before, 1.2)

  const third = await upload('B')
  await until(third._id, 'ready')
  const repeated = await timed(() => running(third))
  line('the same file again, unchanged', repeated.ms / 1000, 's', { name: 'import', value: ms / 1000 })
} finally {
  await bench.end()
}
