import { type Kysely, sql } from 'kysely'
import { type Actor, type ImportMapping, importFields } from '#contract'
import { changeImported, insertImported } from '../../core/aoi/imported.ts'
import { outageOf } from '../../platform/db/availability.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Database } from '../../platform/db/schema/index.ts'
import { retryConflicts } from '../../platform/db/transaction.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { Turns } from '../../platform/kit/slices.ts'
import { authorOf } from './author.ts'
import { loadContext } from './kinds/context.ts'
import type { Decision } from './kinds/decide.ts'
import { decide, isAoiKind, type RecordImportKind, recordKinds } from './kinds/kinds.ts'
import { type AddressPlaces, type Reading, readValues } from './kinds/values.ts'
import type { StoredImport } from './queries.ts'
import * as queries from './queries.ts'
import { undoCarefully } from './undo.ts'

/** Rows per part. A live message cannot list as many, so pages reload their lists once per part. */
const AT_ONCE = 2_000
/** Rows per part with addresses to look up, or that are written one by one, so that a cancelled import ends soon. */
const SLOW_AT_ONCE = 100

type Log = { warn: (details: object, text: string) => void }
type Tools = { db: Kysely<Database>; log: Log; placeOfAddress: AddressPlaces; canMail: boolean }

const looksUpAddresses = ({ columns }: ImportMapping) =>
  columns.includes('address') && !columns.includes('place') && !columns.includes('lat')

/** Stores regions, groups or invitations one by one, and marks their rows done. */
const storeRecords = async (
  db: Db,
  { id: importId, serviceId }: StoredImport,
  kind: RecordImportKind,
  decisions: readonly Decision[],
) => {
  const { changedAt, publish } = recordKinds[kind]
  const results: {
    number: number
    outcome: string
    reasons: object | null
    id: string | null
    before: object | null
  }[] = []
  for (const { reading, outcome, reasons, record } of decisions) {
    const { id, before } = (await record?.write(db)) ?? { id: null, before: null }
    const { number } = reading.row
    results.push({ number, outcome, reasons: reasons.length > 0 ? reasons : null, id, before })
  }
  const ids = results.flatMap(({ id }) => id ?? [])
  const times = await changedAt(db, serviceId, ids)
  const rows = results.map((result) => ({ ...result, writtenAt: times.get(result.id ?? '') ?? null }))
  await sql`
    update import_row r set outcome = d.outcome, reasons = d.reasons, aoi_id = d.id, before = d.before,
      written_at = d."writtenAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as d(number integer, outcome text, reasons jsonb, id uuid, before jsonb, "writtenAt" timestamptz)
    where r.import_id = ${importId} and r.number = d.number`.execute(db)
  await publish(db, serviceId, decisions, ids)
}

/** Stores the decisions about some rows and marks them done. */
const store = async (db: Db, row: StoredImport, author: Actor, decisions: readonly Decision[]) => {
  const { id: importId, serviceId, isReported } = row
  const kind = (row.mapping as ImportMapping).kind
  if (!isAoiKind(kind)) return storeRecords(db, row, kind, decisions)
  const importing = { importId, serviceId, kind, author, isReported }
  await insertImported(
    db,
    importing,
    decisions.flatMap(({ draft }) => draft ?? []),
  )
  for (const decision of decisions) {
    if (decision.outcome !== 'changed' || !decision.aoi || !decision.update) continue
    const isChanged = await changeImported(db, importing, decision.aoi.id, decision.update)
    if (!isChanged) decision.outcome = 'unchanged'
  }
  const results = decisions.map(({ reading, outcome, reasons, aoi, draft, update }) => ({
    number: reading.row.number,
    outcome,
    reasons: reasons.length > 0 ? reasons : null,
    aoiId: draft?.id ?? aoi?.id ?? null,
    before: outcome === 'changed' ? (update?.before ?? null) : null,
  }))
  await sql`
    update import_row r set outcome = d.outcome, reasons = d.reasons, aoi_id = d."aoiId", before = d.before,
      written_at = case when d.outcome in ('new', 'changed') then (select a.changed_at from aoi a where a.id = d."aoiId") end
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as d(number integer, outcome text, reasons jsonb, "aoiId" uuid, before jsonb)
    where r.import_id = ${importId} and r.number = d.number`.execute(db)
}

const count = (decisions: readonly { outcome: string | null }[], wanted: string) =>
  decisions.filter(({ outcome }) => outcome === wanted).length

/** Imports the next rows in one transaction. Returns their number; 0 when the import has ended. */
const importPart = async (
  { db, placeOfAddress, canMail }: Tools,
  row: StoredImport,
  limit: number,
): Promise<number> => {
  const mapping = row.mapping as ImportMapping
  const [author, context, rows] = await Promise.all([
    authorOf(db, { ...row, kind: mapping.kind }),
    loadContext(db, row.serviceId),
    queries.rowsAfter(db, row.id, row.doneRows, limit),
  ])
  if (!author) {
    await finish(db, row.id, 'cancelled', { code: 'creatorGone' })
    return 0
  }
  const source = { mapping, headers: row.columns.map(({ name }) => name), context, placeOfAddress }
  const readings: Reading[] = []
  const turns = new Turns()
  for (const one of rows) {
    await turns.next()
    if (one.outcome === null) readings.push(await readValues(source, one))
  }
  return retryConflicts(() =>
    db.transaction().execute(async (transaction) => {
      const now = await queries.locked(transaction, row.id)
      if (now?.state !== 'running' || now.doneRows !== row.doneRows) return 0
      if (rows.length === 0) {
        await finish(transaction, row.id, 'done')
        const line = { actor: author, action: 'import.finish', outcome: 'done' as const, address: '' }
        await recordAudit(transaction, { ...line, ...queries.auditOf(now) })
        return 0
      }
      const work = { serviceId: row.serviceId, mapping, context, author, canMail, importId: row.id }
      const decisions = await decide(transaction, readings, work)
      await store(transaction, row, author, decisions)
      const skipped = rows.filter(({ outcome }) => outcome !== null)
      const all = [...decisions, ...skipped]
      await transaction
        .updateTable('import')
        .set({
          doneRows: rows.at(-1)?.number ?? row.doneRows,
          newCount: now.newCount + count(all, 'new'),
          changedCount: now.changedCount + count(all, 'changed'),
          unchangedCount: now.unchangedCount + count(all, 'unchanged'),
          rejectedCount: now.rejectedCount + count(all, 'rejected'),
          workedAt: sql<Date>`clock_timestamp()`,
        })
        .where('id', '=', row.id)
        .execute()
      return rows.length
    }),
  )
}

export const finish = async (
  db: Db,
  id: string,
  state: 'done' | 'cancelled',
  problem?: { code: 'creatorGone' },
): Promise<void> => {
  await db
    .updateTable('import')
    .set({ state, finishedAt: sql<Date>`now()`, ...(problem && { problem: JSON.stringify(problem) }) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** Rejects a row that passed validation but was refused by the database. */
const rejectRow = async (db: Db, row: StoredImport): Promise<void> => {
  const number = row.doneRows + 1
  await sql`
    with passed as (
      update import set done_rows = ${number}, rejected_count = rejected_count + 1
      where id = ${row.id} and done_rows = ${row.doneRows} and state = 'running' returning id)
    update import_row set outcome = 'rejected', reasons = '[{"code": "refused", "field": "row"}]'
    from passed where import_id = passed.id and number = ${number}`.execute(db)
}

/** Isolates a bad row: a failed part is split and retried until the bad row is alone, and only that row is rejected. */
const importCarefully = async (tools: Tools, row: StoredImport): Promise<number> => {
  const mapping = row.mapping as ImportMapping
  const isSlow = looksUpAddresses(mapping) || !isAoiKind(mapping.kind) || row.isReported
  const most = isSlow ? SLOW_AT_ONCE : AT_ONCE
  for (let limit = most; ; limit = Math.ceil(limit / 10)) {
    try {
      return await importPart(tools, row, limit)
    } catch (err) {
      if (outageOf(err)) throw err
      if (limit > 1) continue
      tools.log.warn({ err, import: row.id, row: row.doneRows + 1 }, 'import: a row could not be stored')
      await rejectRow(tools.db, row)
      return 1
    }
  }
}

const nextDue = async (db: Db): Promise<string | undefined> => {
  const row = await db
    .selectFrom('import')
    .select('id')
    .where('state', 'in', ['running', 'undoing'])
    .orderBy('workedAt')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

const PAUSE_MS = 20_000

/** Continues running imports in turn for at most 20 s. Several servers may do this concurrently. */
export const runImports = async (tools: Tools, onPart: () => void): Promise<number> => {
  const until = performance.now() + PAUSE_MS
  let total = 0
  while (performance.now() < until) {
    const id = await nextDue(tools.db)
    const row = id && (await queries.byId(tools.db, id))
    if (!row) return total
    total += row.state === 'undoing' ? await undoCarefully(tools.db, row) : await importCarefully(tools, row)
    onPart()
  }
  return total
}

/** Removes fields that this kind does not have. */
export const knownFields = (mapping: ImportMapping): ImportMapping => {
  const fields: readonly string[] = importFields[mapping.kind]
  const isKnown = (field: string) => fields.includes(field) || (mapping.kind === 'event' && field.startsWith('answer:'))
  return { ...mapping, columns: mapping.columns.map((field) => (field && isKnown(field) ? field : null)) }
}
