import { rm } from 'node:fs/promises'
import {
  type AddressState,
  type Box,
  type Language,
  type LngLat,
  Problem,
  type StreetArea,
  type Streets,
  streetsApi,
} from '#contract'
import { serve } from '../../platform/http/serve.ts'
import type { StreetAddresses } from './addresses/addresses.ts'
import type { Jobs } from './jobs.ts'
import type { Area, Library } from './library.ts'
import { tileRoute } from './tile-route.ts'
import type { Uploads } from './uploads.ts'

type Tools = {
  library: Library
  addresses: StreetAddresses
  jobs: Jobs
  uploads: Uploads
  onChange: () => Promise<void>
  mustBeOnline: () => Promise<void>
  nameOf: (point: LngLat, language: Language) => Promise<string | null>
}

const asReply = (
  { id, kind, name, box, maxZoom, bytes, dataTime, modified }: Area,
  addresses: AddressState,
): StreetArea => ({
  id,
  kind,
  name: name ?? '',
  box,
  maxZoom,
  bytes,
  dataTime: dataTime ?? null,
  addedTime: modified.toISOString(),
  addresses,
})

const centreOf = ([west, south, east, north]: Box): LngLat => [(west + east) / 2, (south + north) / 2]

export const streetsRoutes = ({ library, addresses, jobs, uploads, onChange, mustBeOnline, nameOf }: Tools) => {
  const read = async (): Promise<Streets> => {
    // The job is read before the areas, so that the area of a finished download is among them.
    const job = jobs.current()
    const { areas, unusable } = await library.refresh()
    return {
      areas: areas.map((area) => asReply(area, addresses.stateOf(area))),
      unusable: unusable.map(({ id, bytes, reason }) => ({ id, bytes, problem: reason })),
      job,
      unfinished: (await jobs.unfinished()).map(({ id, order, bytes, doneBytes }) => ({
        id,
        ...order,
        bytes,
        doneBytes,
      })),
      sourceHost: jobs.sourceHost,
    }
  }

  return [
    serve(streetsApi.read, async ({ allow }) => {
      allow()
      return read()
    }),

    serve(streetsApi.estimate, {
      prepare: async ({ body: { box, maxZoom } }) => {
        await mustBeOnline()
        return jobs.estimate(box, maxZoom)
      },
      handle: async ({ allow, prepared }) => {
        allow()
        return prepared
      },
    }),

    serve(streetsApi.get, {
      prepare: async ({ body: { box, maxZoom, language } }) => {
        await mustBeOnline()
        return (await jobs.nameOfUnfinished(box, maxZoom)) ?? (await nameOf(centreOf(box), language)) ?? ''
      },
      handle: async ({ body: { box, maxZoom }, prepared: name, allow, audit, afterCommit }) => {
        allow()
        if (jobs.current()?.state === 'running') throw new Problem('conflict')
        await audit({ action: 'streets.get', targetKind: 'streets', targetName: name, detail: { box, maxZoom } })
        afterCommit(() => jobs.start({ box, maxZoom, name }))
        const job = { state: 'running' as const, name, box, bytes: 0, doneBytes: 0, problem: null }
        const { unfinished, ...streets } = await read()
        return { ...streets, job, unfinished: unfinished.filter((one) => one.box.join() !== box.join()) }
      },
    }),

    serve(streetsApi.cancel, async ({ allow, audit }) => {
      allow()
      const name = jobs.current()?.name ?? ''
      await jobs.cancel()
      await audit({ action: 'streets.cancel', targetKind: 'streets', targetName: name })
      return read()
    }),

    serve(streetsApi.upload, {
      prepare: async ({ params: { upload }, body, files: { part } }) => {
        if (!part) throw new Problem('invalid', { fields: { part: 'form.required' } })
        return uploads({ upload, ...body, part: part.bytes })
      },
      handle: async ({ body, prepared: { id, problem }, allow, audit, afterCommit }) => {
        allow()
        if (id === undefined) return { isComplete: false, problem }
        await audit({ action: 'streets.upload', targetKind: 'streets', targetName: body.name })
        afterCommit(onChange)
        return { isComplete: true, problem }
      },
    }),

    serve(streetsApi.discard, async ({ params: { id }, allow, audit }) => {
      allow()
      const found = (await jobs.unfinished()).find((one) => one.id === id)
      if (!found) throw new Problem('notFound')
      await audit({ action: 'streets.discard', targetKind: 'streets', targetName: found.order.name || id })
      await jobs.discard(id)
      return read()
    }),

    serve(streetsApi.remove, async ({ params: { id }, allow, audit, afterCommit }) => {
      allow()
      const { areas, unusable } = await library.refresh()
      const area = areas.find((one) => one.id === id)
      if (!area && !unusable.some((one) => one.id === id)) throw new Problem('notFound')
      await audit({ action: 'streets.remove', targetKind: 'streets', targetName: area?.name || id })
      afterCommit(async () => {
        await rm(library.pathOf(id), { force: true })
        await onChange()
      })
      return {}
    }),

    tileRoute(library),
  ]
}
