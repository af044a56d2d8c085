import { type LngLat, plainName } from '#contract'
import * as imported from '../../../core/region/imported.ts'
import * as stored from '../../../core/region/queries.ts'
import type { Decision } from './decide.ts'
import { changed, created, missing, type RecordKind, rejected, withoutRepeats } from './record.ts'

type Before = { coordinates: LngLat[][] }

const ringsOf = (decisions: readonly Decision[]) =>
  decisions.flatMap(({ outcome, reading }) =>
    outcome === 'new' || outcome === 'changed' ? [reading.values.outline ?? []] : [],
  )

/** Rows refer to regions by name. */
export const regions: RecordKind = {
  decide: async (db, readings, { serviceId, context }) => {
    const known = readings.flatMap(({ values: { name } }) => context.regions.get(plainName(name ?? ''))?._id ?? [])
    const outlines = await imported.outlinesOf(db, known)
    return withoutRepeats(
      readings,
      'name',
      ({ values: { name } }) => name && plainName(name),
      (reading): Decision => {
        const { name, outline } = reading.values
        const found = name === undefined ? undefined : context.regions.get(plainName(name))
        const lacking = [...(name ? [] : [missing('name')]), ...(found || outline ? [] : [missing('outline')])]
        if (!name || lacking.length + reading.reasons.length > 0) return rejected(reading, lacking)
        if (!found)
          return created(reading, (own) => stored.create(own, serviceId, { name, coordinates: [outline ?? []] }))
        const { _id: id } = found
        const coordinates = outlines.get(id) ?? []
        const isSame = !outline || JSON.stringify(coordinates) === JSON.stringify([outline])
        const before: Before = { coordinates }
        return changed(reading, { id, fields: isSame ? [] : ['outline'], before }, (own) =>
          stored.change(own, id, { coordinates: [outline ?? []] }),
        )
      },
    )
  },

  changedAt: (db, _, ids) => imported.changedAt(db, ids),

  undo: async (db, serviceId, rows) => {
    const now = await imported.changedAt(db, rows.map(({ id }) => id)) // biome-ignore format: one call
    const [kept, rings]: [string[], LngLat[][]] = [[], []]
    for (const { id, outcome, writtenAt, before } of rows) {
      const region = now.has(id) ? await stored.byId(db, id) : undefined
      if (!region) continue
      const isTouched = now.get(id) !== writtenAt || (outcome === 'new' && (await imported.isUsed(db, serviceId, id)))
      if (isTouched) kept.push(id)
      else if (outcome === 'new') await stored.remove(db, id)
      else await stored.change(db, id, before as Before)
      if (!isTouched) rings.push(...region.geometry.coordinates, ...((before as Before | null)?.coordinates ?? []))
    }
    await imported.publishRegions(db, serviceId, rings)
    return kept
  },

  publish: (db, serviceId, decisions) => imported.publishRegions(db, serviceId, ringsOf(decisions)),
}
