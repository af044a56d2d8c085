import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import {
  type EventType,
  type Import,
  type ImportEncoding,
  type ImportQuestions,
  importReasonsHeader,
  type Language,
  Problem,
  plainName,
  shorten,
} from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import type { Database } from '../../platform/db/schema/index.ts'
import { guess } from './guess.ts'
import { loadContext } from './kinds/context.ts'
import * as queries from './queries.ts'
import { type Head, ReadError, type Row, storable } from './read/format.ts'
import { readFile } from './read/reader.ts'

const MAX_NAME = 200
/** Maximum number of files stored per service. A file of 20 MB takes five times as much in the database. */
const MOST_FILES = 100
/** Maximum number of rows stored per service, which take about a gigabyte. */
const MOST_ROWS = 2_000_000
const SAMPLES = 20
/** Length of the sample values that are shown beside a column's name. */
const SAMPLE_LETTERS = 60

type Upload = {
  serviceId: string
  creatorId: string
  bytes: Uint8Array
  name: string
  timeZone: string
  language: Language
  encoding?: ImportEncoding | undefined
}

type Log = { warn: (details: object, text: string) => void }

/** Identifies files with equal columns. A corrected file of rejected rows has the shape of the original file. */
const shapeOf = (columns: readonly string[]): string => {
  const own = columns.filter((name) => !Object.values(importReasonsHeader).includes(name))
  return createHash('sha256').update(JSON.stringify(own.map(plainName))).digest('hex') // biome-ignore format: one chain
}

const storeRows = async (db: Db, id: string, serviceId: string, rows: readonly Row[], count: number) => {
  const numbered = rows.map(({ line, cells }, index) => ({ number: count + index + 1, line, cells }))
  await sql`
    with stored as (
      insert into import_row (import_id, service_id, number, line, cells)
      select ${id}, ${serviceId}, r.* from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb)
        as r(number integer, line integer, cells jsonb))
    update import set row_count = ${count + rows.length}, worked_at = now() where id = ${id}`.execute(db)
}

/** The values of each column in the first rows. */
const sampled = (columns: readonly string[], rows: readonly Row[]): Import['columns'] =>
  columns.map((name, index) => ({
    name,
    sample: rows.slice(0, SAMPLES).map(({ cells }) => shorten((cells[index] ?? '').trim(), SAMPLE_LETTERS)),
  }))

const questionsOf = (types: Iterable<EventType>): ImportQuestions => {
  const names = new Map<string, string>()
  for (const { fields } of types)
    for (const { name, translations } of fields)
      for (const text of [name, ...Object.values(translations).map((one) => one.name ?? '')])
        if (text && !names.has(plainName(text))) names.set(plainName(text), name)
  return names
}

export const openUploads = ({ db, log }: { db: Kysely<Database>; log: Log }) => {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()

  const describe = async (id: string, { serviceId, timeZone, language }: Upload, head: Head, rows: readonly Row[]) => {
    const columns = sampled(head.columns, rows)
    const shape = shapeOf(head.columns)
    const remembered = await queries.rememberedMapping(db, serviceId, shape)
    const { types, home } = await loadContext(db, serviceId)
    const questions = questionsOf(types.values())
    const mapping = remembered
      ? { ...remembered, columns: columns.map((_, index) => remembered.columns[index] ?? null) }
      : guess(columns, { questions, home }, { timeZone, language })
    const { format, encoding, note } = head
    await db
      .updateTable('import')
      .set({
        columns: JSON.stringify(columns),
        mapping: JSON.stringify(mapping),
        shape,
        format,
        encoding,
        problem: note ? JSON.stringify(note) : null,
      })
      .where('id', '=', id)
      .execute()
    return remembered !== undefined
  }

  /**
   * Starts to read a file. Resolves once its first rows are stored, with whether a mapping of an earlier import fits;
   * the rest is read in the background.
   */
  const read = (id: string, upload: Upload) =>
    new Promise<boolean>((resolve, reject) => {
      let head: Head
      let count = 0
      const { bytes, serviceId, encoding } = upload
      const receiver = {
        onHead: async (found: Head) => {
          head = found
        },
        onRows: async (rows: Row[]) => {
          const isFirst = count === 0
          const isRemembered = isFirst && (await describe(id, upload, head, rows))
          await storeRows(db, id, serviceId, rows, count)
          count += rows.length
          if (isFirst) resolve(isRemembered)
        },
      }
      const work = readFile(bytes, receiver, { encoding, serviceId, signal: stopping.signal })
        .then(async () => {
          // Another server may have marked the import as failed, if the file waited too long for its turn.
          await db
            .updateTable('import')
            .set({ state: 'ready' })
            .where('id', '=', id)
            .where('state', '=', 'reading')
            .execute()
        })
        .catch(async (error: unknown) => {
          // Too many files are being read.
          if (error instanceof Problem) {
            reject(error)
            return queries.discard(db, id)
          }
          if (!(error instanceof ReadError)) log.warn({ err: error }, 'import: a file could not be read')
          const problem = error instanceof ReadError ? error.problem : { code: 'unknownFormat' as const }
          await queries.fail(db, id, problem)
        })
        .catch((err: unknown) => log.warn({ err }, 'import: the database did not respond'))
        .finally(() => {
          running.delete(work)
          resolve(false)
        })
      running.add(work)
    })

  return {
    take: async (upload: Upload): Promise<{ id: string; isRemembered: boolean }> => {
      const { serviceId, creatorId, name } = upload
      const { files, rows } = await queries.storedFiles(db, serviceId)
      if (files >= MOST_FILES || rows >= MOST_ROWS) throw new Problem('tooManyRequests', { retryAfterSeconds: 3600 })
      const id = newId()
      await db
        .insertInto('import')
        .values({ id, serviceId, creatorId, fileName: storable(shorten(name, MAX_NAME)) })
        .execute()
      return { id, isRemembered: await read(id, upload) }
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

export type Uploads = ReturnType<typeof openUploads>
