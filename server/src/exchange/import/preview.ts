import { type Actor, type ImportMapping, type ImportPreviewRow, shorten } from '#contract'
import { likelyTwins, type Twin } from '../../core/aoi/imported.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Context, loadContext } from './kinds/context.ts'
import type { Decision } from './kinds/decide.ts'
import { decide, isAoiKind } from './kinds/kinds.ts'
import { middleOfRing } from './kinds/outline.ts'
import { type AddressPlaces, readValues } from './kinds/values.ts'
import type { StoredImport } from './queries.ts'
import * as queries from './queries.ts'

type Page = { after: number; limit: number }
type Tools = { placeOfAddress: AddressPlaces; canMail: boolean }

const groupOf = ({ reading: { values }, aoi, draft }: Decision, context: Context): string | null => {
  const type = values.type ?? context.typeById.get(aoi?.eventTypeId ?? '') ?? draft?.type
  const community = values.community ?? context.communityById.get(aoi?.communityId ?? draft?.communityId ?? '')
  return type?.name ?? community?.title ?? values.role?.name ?? null
}

const asRow = (decision: Decision, context: Context, twins: readonly Twin[]): ImportPreviewRow => {
  const { reading, outcome, reasons, aoi, draft, update, record } = decision
  const { row, values } = reading
  const at = values.time ?? values.start ?? null
  return {
    number: row.number,
    line: row.line,
    outcome,
    reasons,
    notes: reading.notes,
    name: values.name ?? values.email ?? values.serial ?? draft?.name ?? aoi?.name ?? '',
    group: groupOf(decision, context),
    place: values.place ?? (aoi ? [aoi.place.x, aoi.place.y] : values.outline ? middleOfRing(values.outline) : null),
    address: values.address ?? aoi?.address ?? null,
    time: at?.toISOString() ?? null,
    endTime: values.end?.toISOString() ?? null,
    changes: outcome === 'changed' ? (update?.fields ?? record?.changes ?? []) : [],
    twins: twins.map(({ id, number, nonce, name }) => ({ _id: id, number, nonce, name })),
  }
}

const twinsOf = async (db: Db, serviceId: string, { kind }: ImportMapping, decisions: readonly Decision[]) => {
  if (!isAoiKind(kind)) return new Map<number, Twin[]>()
  const suspects = decisions.flatMap(({ draft }, index) => {
    if (!draft) return []
    const { place, name, createdAt, type, externalId } = draft
    return [{ index, place, name, at: createdAt, eventTypeId: type?._id ?? null, hasExternalId: externalId !== null }]
  })
  return Map.groupBy(await likelyTwins(db, { serviceId, kind }, suspects), ({ index }) => index)
}

/** Decides about some rows without storing anything. */
export const preview = async (
  db: Db,
  row: StoredImport,
  { mapping, after, limit, author }: Page & { mapping: ImportMapping; author: Actor },
  { placeOfAddress, canMail }: Tools,
): Promise<{ rows: ImportPreviewRow[]; next: number | null }> => {
  const { id, serviceId } = row
  const idColumn = mapping.columns.indexOf('externalId')
  const [context, rows, repeated] = await Promise.all([
    loadContext(db, serviceId),
    queries.rowsAfter(db, id, after, limit),
    idColumn < 0 ? new Set<number>() : queries.repeatedRows(db, id, idColumn, { after, limit }),
  ])
  const source = { mapping, headers: row.columns.map(({ name }) => name), context, placeOfAddress }
  const readings = await Promise.all(rows.map((one) => readValues(source, one)))
  for (const { row: one, values, reasons } of readings)
    if (repeated.has(one.number))
      reasons.push({ code: 'twice', field: 'externalId', value: shorten(values.externalId ?? '', 100) })
  const work = { serviceId, mapping, context, author, canMail, importId: null }
  const decisions = await decide(db, readings, work)
  const last = rows.at(-1)?.number
  const twins = await twinsOf(db, serviceId, mapping, decisions)
  return {
    rows: decisions.map((decision, index) => asRow(decision, context, twins.get(index) ?? [])),
    next: last !== undefined && (row.state === 'reading' || last < row.rowCount) ? last : null,
  }
}
