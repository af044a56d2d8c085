import { type Actor, type ImportMapping, importApi, mayImport, orNotFound, Problem } from '#contract'
import { databaseMs, databaseTime } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { type AllowSubject, serve } from '../../platform/http/serve.ts'
import { isAoiKind } from './kinds/kinds.ts'
import type { AddressPlaces } from './kinds/values.ts'
import { preview } from './preview.ts'
import type { StoredImport } from './queries.ts'
import * as queries from './queries.ts'
import { mustHaveRoom } from './read/reader.ts'
import type { Uploads } from './upload.ts'
import { knownFields } from './work.ts'

type Tools = { uploads: Uploads; placeOfAddress: AddressPlaces; canMail: boolean }
type Allow = AllowSubject<{ serviceId: string }>

const writable = async (db: Db, allow: Allow, id: string): Promise<StoredImport> =>
  allow(orNotFound(await queries.locked(db, id)))

/** A mapping names a field for each column of the file. */
const fitting = ({ columns }: StoredImport, mapping: ImportMapping): ImportMapping => {
  if (mapping.columns.length !== columns.length)
    throw new Problem('invalid', { fields: { 'mapping.columns': 'form.invalid' } })
  return knownFields(mapping)
}

const mustImport = (actor: Actor, { kind }: ImportMapping): void => {
  if (!mayImport(actor, kind)) throw new Problem('forbidden')
}

const answer = async (db: Db, id: string) => queries.asImport(orNotFound(await queries.byId(db, id)))

const own = ({ serviceId }: Actor) => ({ serviceId })

export const importRoutes = ({ uploads, ...tools }: Tools) => [
  serve(importApi.list, async ({ db, actor, allow }) => {
    allow(own(actor))
    return queries.ofService(db, actor.serviceId)
  }),

  serve(importApi.upload, {
    admit: mustHaveRoom,
    prepare: async ({ actor, body, files: { file } }) => {
      if (!file) throw new Problem('invalid', { fields: { file: 'form.required' } })
      const { name, ...more } = body
      const upload = { ...more, name: name || file.name, bytes: file.bytes }
      return uploads.take({ ...upload, serviceId: actor.serviceId, creatorId: actor.id })
    },
    handle: async ({ db, actor, allow, prepared: { id, isRemembered } }) => {
      allow(own(actor))
      return queries.asImport(orNotFound(await queries.byId(db, id)), isRemembered)
    },
  }),

  serve(importApi.read, async ({ db, params, allow }) =>
    queries.asImport(allow(orNotFound(await queries.byId(db, params.id)))),
  ),

  serve(importApi.preview, {
    prepare: async ({ db, actor, params, body: { mapping, ...page } }) => {
      const row = await queries.byId(db, params.id)
      // The handler refuses an import of another service.
      if (row?.serviceId !== actor.serviceId) return undefined
      mustImport(actor, mapping)
      return preview(db, row, { ...page, mapping: fitting(row, mapping), author: actor }, tools)
    },
    handle: async ({ db, params, allow, prepared }) => {
      allow(orNotFound(await queries.byId(db, params.id)))
      return orNotFound(prepared)
    },
  }),

  serve(importApi.start, async ({ db, actor, params, body, allow, audit }) => {
    const row = await writable(db, allow, params.id)
    mustImport(actor, body.mapping)
    if (row.state !== 'ready') throw new Problem('conflict')
    const mapping = fitting(row, body.mapping)
    const idColumn = mapping.columns.indexOf('externalId')
    if (idColumn >= 0) await queries.rejectRepeated(db, row.id, idColumn)
    await db
      .updateTable('import')
      .set({
        state: 'running',
        creatorId: actor.id,
        mapping: JSON.stringify(mapping),
        problem: null,
        isReported: body.isReported && isAoiKind(mapping.kind),
      })
      .where('id', '=', row.id)
      .execute()
    await audit({ action: 'import.start', ...queries.auditOf({ ...row, mapping }) })
    return answer(db, row.id)
  }),

  serve(importApi.cancel, async ({ db, params, allow, audit }) => {
    const row = await writable(db, allow, params.id)
    if (row.state === 'running') {
      await db
        .updateTable('import')
        .set({ state: 'cancelled', finishedAt: databaseTime() })
        .where('id', '=', row.id)
        .execute()
      await audit({ action: 'import.cancel', ...queries.auditOf(row) })
    }
    return answer(db, row.id)
  }),

  serve(importApi.undo, async ({ db, actor, params, allow, audit }) => {
    const row = await writable(db, allow, params.id)
    if (row.mapping) mustImport(actor, row.mapping)
    const until = queries.undoUntil(row)
    if (!until || until.getTime() < databaseMs()) throw new Problem('conflict')
    await db.updateTable('import').set({ state: 'undoing', undoneBy: actor.id }).where('id', '=', row.id).execute()
    await audit({ action: 'import.undo', ...queries.auditOf(row) })
    return answer(db, row.id)
  }),

  serve(importApi.remove, async ({ db, params, allow }) => {
    const row = await writable(db, allow, params.id)
    if (!['ready', 'failed'].includes(row.state)) throw new Problem('conflict')
    await queries.discard(db, row.id)
    return {}
  }),

  serve(importApi.rows, async ({ db, params, query, allow }) => {
    const row = allow(orNotFound(await queries.byId(db, params.id)))
    return queries.chosenRows(db, row.id, query)
  }),
]
