import { type AoiChange, plainName } from '#contract'
import { idsBySerial } from '../../../alarms/sensor/queries.ts'
import * as imported from '../../../core/aoi/imported-areas.ts'
import type { Decision } from './decide.ts'
import { middleOfRing } from './outline.ts'
import { changed, created, missing, type RecordKind, rejected, withoutRepeats } from './record.ts'
import type { Reading } from './values.ts'

const MOST_CORNERS = 500

const coordinatesOf = ([lng, lat]: readonly [number, number]) => ({ lng, lat, altitude: 1 })

/** The fields of an area that a row changes, with their old values. An empty cell changes nothing. */
const changesOf = ({ values }: Reading, area: imported.StoredArea) => {
  const { description, place, outline, radius } = values
  const fields: string[] = []
  const [change, before]: [AoiChange, AoiChange] = [{}, {}]
  const put = (field: string, to: AoiChange, from: AoiChange) => {
    fields.push(field)
    Object.assign(change, to)
    Object.assign(before, from)
  }
  if (description && description.text !== area.descriptionText)
    put('description', { description: description.html }, { description: area.descriptionHtml })
  const middle = place ?? (outline && middleOfRing(outline))
  if (middle && middle.join() !== area.place.join())
    put('place', { startCoordinates: coordinatesOf(middle) }, { startCoordinates: coordinatesOf(area.place) })
  const shape = { radiusMetres: area.radiusMetres, coordinates: area.coordinates }
  if (outline && JSON.stringify([outline]) !== JSON.stringify(area.coordinates))
    put('outline', { coordinates: [outline] }, shape)
  else if (!outline && radius !== undefined && radius !== area.radiusMetres)
    put('radius', { radiusMetres: radius }, shape)
  return { fields, change, before }
}

/** Rows refer to sensor areas by name, and to sensors by serial number. */
export const sensorAreas: RecordKind = {
  decide: async (db, readings, { serviceId, author, importId }) => {
    const serials = readings.flatMap(({ values }) => values.sensors ?? [])
    const [areas, sensors] = await Promise.all([
      imported.storedAreas(db, serviceId),
      idsBySerial(db, serviceId, [...new Set(serials)]),
    ])
    const byName = new Map(areas.map((area) => [plainName(area.name), area]))
    return withoutRepeats(
      readings,
      'name',
      ({ values: { name } }) => name && plainName(name),
      (reading): Decision => {
        const { name, description, place, address, outline, radius, sensors: named = [] } = reading.values
        const found = name === undefined ? undefined : byName.get(plainName(name))
        const middle = place ?? (outline && middleOfRing(outline))
        const unknown = named.filter((serial) => !sensors.has(serial)).slice(0, 1)
        const lacking = [
          ...(name ? [] : [missing('name')]),
          ...(found || middle ? [] : [missing('place')]),
          ...((outline?.length ?? 0) > MOST_CORNERS ? [{ code: 'tooManyCorners' as const, field: 'outline' }] : []),
          ...unknown.map((value) => ({ code: 'unknown' as const, field: 'sensors', value: value.slice(0, 100) })),
        ]
        if (!name || lacking.length + reading.reasons.length > 0) return rejected(reading, lacking)
        if (found) {
          const { fields, change, before } = changesOf(reading, found)
          return changed(reading, { id: found.id, fields, before }, (own) =>
            imported.changeImportedArea(own, author, found.id, change),
          )
        }
        if (!middle) return rejected(reading, lacking)
        const ids = named.flatMap((serial) => sensors.get(serial) ?? [])
        return created(reading, (own) =>
          imported.createImportedArea(
            own,
            { serviceId, author, importId },
            {
              name,
              description: description?.html ?? '',
              startCoordinates: coordinatesOf(middle),
              address: address ?? '',
              sensors: ids,
              ...(outline ? { coordinates: [outline] } : radius !== undefined && { radiusMetres: radius }),
            },
          ),
        )
      },
    )
  },

  changedAt: (db, _, ids) => imported.changedAt(db, ids),
  undo: (db, _, rows, author) =>
    imported.undoAreas(
      db,
      author,
      rows.flatMap(({ writtenAt, before, ...row }) =>
        writtenAt ? [{ ...row, writtenAt, before: before as AoiChange | null }] : [],
      ),
    ),
  publish: async () => {},
}
