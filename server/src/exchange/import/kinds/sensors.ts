import { isDeepStrictEqual } from 'node:util'
import {
  changeImportedSensor,
  createImportedSensor,
  isUsed,
  publishSensors,
  type SensorFields,
  storedSensors,
} from '../../../alarms/sensor/imported.ts'
import { remove } from '../../../alarms/sensor/queries.ts'
import { databaseTime } from '../../../platform/db/clock.ts'
import type { Decision } from './decide.ts'
import { changed, created, missing, type RecordKind, rejected, withoutRepeats } from './record.ts'
import type { Reading } from './values.ts'

type Field = keyof SensorFields

/** Readings update the row of a sensor, so an undo compares fields instead of times. `was` is null for a new sensor. */
type Before = { serial: string; was: Partial<SensorFields> | null; written: Partial<SensorFields> }

const fieldOf: Record<Field, string> = {
  name: 'name',
  device: 'device',
  location: 'place',
  heartbeatSeconds: 'heartbeat',
}

/** Fields of a row; an empty cell changes nothing. */
const givenBy = ({ values: { name, device, place, heartbeatSeconds } }: Reading): Partial<SensorFields> => ({
  ...(name !== undefined && { name }),
  ...(device !== undefined && { device }),
  ...(place !== undefined && { location: place }),
  ...(heartbeatSeconds !== undefined && { heartbeatSeconds }),
})

const onlyOf = <T extends Partial<SensorFields>>(fields: T, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => keys.includes(key))) as Partial<T>

/** Rows refer to sensors by serial number. */
export const sensors: RecordKind = {
  decide: async (db, readings, { serviceId }) => {
    const serials = readings.flatMap(({ values: { serial } }) => serial ?? [])
    const known = await storedSensors(db, serviceId, serials)
    return withoutRepeats(
      readings,
      'serial',
      ({ values: { serial } }) => serial,
      (reading): Decision => {
        const { serial } = reading.values
        const lacking = serial ? [] : [missing('serial')]
        if (!serial || lacking.length + reading.reasons.length > 0) return rejected(reading, lacking)
        const given = givenBy(reading)
        const found = known.get(serial)
        if (!found) {
          const written = { name: serial, device: null, location: null, heartbeatSeconds: null, ...given }
          const before: Before = { serial, was: null, written }
          return created(
            reading,
            (own) => createImportedSensor(own, { serviceId, serial }, written, databaseTime()),
            before,
          )
        }
        const { id, fields: stored } = found
        const keys = (Object.keys(given) as Field[]).filter((key) => !isDeepStrictEqual(given[key], stored[key]))
        const written = onlyOf(given, keys)
        const before: Before = { serial, was: onlyOf(stored, keys), written }
        return changed(reading, { id, fields: keys.map((key) => fieldOf[key]), before }, (own) =>
          changeImportedSensor(own, id, written, databaseTime()),
        )
      },
    )
  },

  changedAt: async () => new Map(),

  undo: async (db, serviceId, rows) => {
    const serials = rows.map(({ before }) => (before as Before).serial)
    const now = await storedSensors(db, serviceId, serials)
    const [kept, undone]: [string[], string[]] = [[], []]
    for (const { id, before } of rows) {
      const { serial, was, written } = before as Before
      const sensor = now.get(serial)
      if (sensor?.id !== id) continue
      const isTouched = !isDeepStrictEqual(onlyOf(sensor.fields, Object.keys(written)), written)
      if (isTouched || (!was && (await isUsed(db, id)))) kept.push(id)
      else {
        undone.push(id)
        if (was) await changeImportedSensor(db, id, was, databaseTime())
        else await remove(db, id)
      }
    }
    await publishSensors(db, serviceId, undone)
    return kept
  },

  publish: (db, serviceId, _, ids) => publishSensors(db, serviceId, ids),
}
