import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { zstdDecompressSync } from 'node:zlib'
import sharp from 'sharp'
import { startEmbedded } from '../server/src/platform/db/embedded.ts'
import { readTar } from '../server/src/platform/kit/tar.ts'
import { emptyFolder } from '../tests/start/folders.ts'
import { formOf } from './changes/harness.ts'
import { failureList, type Trial } from './trial.ts'
import { readRows } from './world/database.ts'
import { sendUntilDone } from './world/persistent-writer.ts'
import { sharedServer } from './world/server.ts'

const ROUNDS = { quick: 1, whole: 20 }
const WRITERS = { quick: 10, whole: 200 }
/** Number of writes in each round before its backup begins. */
const WRITES_BEFORE = 20
const POLL_MS = 5

/** One of this many writers sends photos. */
const WRITERS_PER_PHOTOGRAPHER = 20

const EMPTIED_BY_RESTORE = 'sign_in_ticket'
const CHANGED_BY_RESTORE = new Map([
  ['session', ['ended_at']],
  ['member', ['location', 'location_at']],
])

const checkout = resolve(import.meta.dirname, '..')

/** Runs a script as an operator does, and returns the first line that it prints. */
const run = async (script: string, args: string[], dataFolder: string): Promise<string> => {
  const { PATH = '', HOME = '' } = process.env
  const options = { cwd: checkout, env: { PATH, HOME, COHESION_DATA: dataFolder } }
  const { stdout } = await promisify(execFile)(process.execPath, [join('scripts', script), ...args], options)
  return stdout.split('\n')[0] ?? ''
}

const photoOf = async (number: number): Promise<Blob> => {
  const background = { r: number % 256, g: (number >> 8) % 256, b: 100 }
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
  return new Blob([new Uint8Array(bytes)], { type: 'image/png' })
}

type Contents = { tables: Map<string, { rows: number; sha256: string }>; files: number }

/** Hash of the rows of each table, independent of their order, because PostgreSQL places copied rows anywhere. */
const contentsOf = async (archive: string): Promise<Contents> => {
  const lines = new Map<string, string[]>()
  let manifest: { tables: { name: string; columns: string[] }[] } = { tables: [] }
  let files = 0
  for await (const { name, bytes } of readTar(Readable.from([zstdDecompressSync(readFileSync(archive))]), 2 ** 30)) {
    const [folder, table = ''] = name.split('/')
    if (name === 'manifest.json') manifest = JSON.parse(bytes.toString())
    if (folder === 'files') files++
    if (folder !== 'tables' || table === EMPTIED_BY_RESTORE) continue
    const columns = manifest.tables.find(({ name }) => name === table)?.columns ?? []
    const changed = new Set(CHANGED_BY_RESTORE.get(table)?.map((column) => columns.indexOf(column)))
    const rows = lines.get(table) ?? []
    for (const line of bytes.toString().trimEnd().split('\n'))
      rows.push(changed.size === 0 ? line : line.split('\t').filter((_, index) => !changed.has(index)).join('\t')) // biome-ignore format: one thought
    lines.set(table, rows)
  }
  const hashOf = (rows: string[]) => createHash('sha256').update(rows.toSorted().join('\n')).digest('hex')
  const tables = new Map([...lines].map(([table, rows]) => [table, { rows: rows.length, sha256: hashOf(rows) }]))
  return { tables, files }
}

const filesIn = (dataFolder: string): Map<string, string> => {
  const folder = join(dataFolder, 'files')
  if (!existsSync(folder)) return new Map()
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path.slice(folder.length), createHash('sha256').update(readFileSync(path)).digest('hex')]
    }),
  )
}

const entriesSql = `select text, md5(e::text) as hash from log_entry e where text like 'R7 %'`
const secretsSql = `select name, value::text as value from secret where name in ('vapid', 'device-seal') order by name`

export const trial: Trial = {
  id: 'R7',
  title: 'Backups while members write, restored elsewhere',
  run: async ({ isQuick }) => {
    const rounds = isQuick ? ROUNDS.quick : ROUNDS.whole
    const writers = isQuick ? WRITERS.quick : WRITERS.whole
    const failures = failureList()
    const { api, folder } = await sharedServer()
    const member = await api.signIn('technician')
    const page = await api.must(api.send('GET', '/aoi/filtered?type=new&limit=50', member))
    const numbers: number[] = page.total.map(({ number }: { number: number }) => number)

    /** Number of acknowledged entries of each writer. A writer sends entry n + 1 after entry n is acknowledged. */
    const acknowledged = Array.from({ length: writers }, () => 0)
    const total = () => acknowledged.reduce((sum, count) => sum + count, 0)
    let nonce = Date.now()
    let photos = 0
    let isOver = false
    /** Writers pause during a restore: their requests would test nothing and slow the machine. */
    let isRestoring = false
    const write = async (writer: number) => {
      const number = numbers[writer % numbers.length]
      for (let entry = 0; !isOver; entry++) {
        while (isRestoring) await pause(POLL_MS)
        const body = { text: `R7 ${writer} ${entry}`, nonce: String(nonce++) }
        if (writer % WRITERS_PER_PHOTOGRAPHER === 0) {
          const form = formOf({ ...body, file: await photoOf(photos++) })
          await sendUntilDone(() => api.send('POST', `/aoi/${number}/add-photo`, { ...member, body: form }))
        } else await sendUntilDone(() => api.send('POST', `/aoi/${number}/add-log`, { ...member, body }))
        acknowledged[writer] = entry + 1
      }
    }
    const writing = Array.from({ length: writers }, (_, writer) =>
      write(writer).catch((error: Error) => failures.add(`writer ${writer}: ${error.message}`)),
    )

    let equal = 0
    let rows = 0
    for (let round = 1; round <= rounds; round++) {
      const enough = total() + WRITES_BEFORE
      while (total() < enough && failures.count === 0) await pause(POLL_MS)
      const before = [...acknowledged]
      const target = emptyFolder()
      try {
        const archive = await run('backup.ts', ['--to', join(target.path, 'backups')], folder)
        isRestoring = true
        await run('restore.ts', [archive], target.path)
        const again = await run('backup.ts', [], target.path)
        const found = await differences({ archive, again, source: folder, target: target.path, before })
        for (const difference of found) failures.add(`round ${round}: ${difference}`)
        if (found.length === 0) equal++
        rows += (await contentsOf(archive)).tables.values().reduce((sum, table) => sum + table.rows, 0)
      } finally {
        target.remove()
        isRestoring = false
      }
    }
    isOver = true
    await Promise.all(writing)
    return {
      counts: { writers, 'acknowledged writes': total(), photos, backups: rounds, 'rows restored': rows, equal },
      failures: failures.all(),
    }
  },
}

type Round = { archive: string; again: string; source: string; target: string; before: readonly number[] }

const differences = async ({ archive, again, source, target, before }: Round): Promise<string[]> => {
  const found: string[] = []
  const first = await contentsOf(archive)
  const second = await contentsOf(again)
  for (const [table, { sha256 }] of first.tables)
    if (second.tables.get(table)?.sha256 !== sha256) found.push(`${table} differs`)
  if (first.files === 0) found.push('no file was backed up, so nothing was tried')

  const originals = filesIn(source)
  const copies = filesIn(target)
  if (copies.size !== first.files) found.push(`${copies.size} of ${first.files} files are there`)
  for (const [name, hash] of copies) if (originals.get(name) !== hash) found.push(`file ${name} differs`)

  const database = await startEmbedded(target)
  try {
    type Entry = { text: string; hash: string }
    const live = new Map((await readRows<Entry>(source, entriesSql)).map(({ text, hash }) => [text, hash]))
    const restored = await readRows<Entry>(target, entriesSql)
    for (const { text, hash } of restored) if (live.get(text) !== hash) found.push(`"${text}" differs`)
    const texts = new Set(restored.map(({ text }) => text))
    before.forEach((count, writer) => {
      for (let entry = 0; entry < count; entry++)
        if (!texts.delete(`R7 ${writer} ${entry}`))
          found.push(`"R7 ${writer} ${entry}" was acknowledged before and is missing`)
      // A snapshot has no gaps. After the entries acknowledged before the backup, it may contain only those that follow
      // without a gap.
      for (let entry = count; texts.delete(`R7 ${writer} ${entry}`); entry++);
    })
    for (const text of texts) found.push(`"${text}" is there and the one before it is not`)
    const secrets = JSON.stringify(await readRows(target, secretsSql))
    if (secrets !== JSON.stringify(await readRows(source, secretsSql)) || !secrets.includes('vapid'))
      found.push('push keys or seals differ')
  } finally {
    await database.stop()
  }
  return found
}
