import { type Kysely, sql } from 'kysely'
import type { LngLat } from '#contract'
import { refreshStatuses } from '../core/aoi/areas.ts'
import { searchTextOf } from '../core/aoi/search.ts'
import type { Db } from '../platform/db/database.ts'
import { pointText } from '../platform/db/point.ts'
import type { Database } from '../platform/db/schema/index.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { saveRecording } from '../platform/files/files.ts'
import { readRecording } from '../platform/files/recordings.ts'
import { tone } from './recordings.ts'
import { dayInMs, minuteInMs, type Scene } from './report.ts'
import { type DemoArea, type DemoSensor, placeOf } from './texts/places.ts'

/** Prefix of the demo's serials; only these sensors are simulated. */
export const DEMO_SERIAL = 'demo-'
const METRES_PER_DEGREE = 111_320
/** Sensors must not have lost contact when the demo is opened days later. */
const HEARTBEAT_SECONDS = 10 * 86_400

const moved = ([lng, lat]: LngLat, [east, north]: readonly [number, number]): LngLat => [
  lng + east / (METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)),
  lat + north / METRES_PER_DEGREE,
]

const outline = (at: LngLat, corners: readonly [number, number][]): LngLat[] =>
  [...corners, corners[0] ?? ([0, 0] as const)].map((corner) => moved(at, corner))

export async function makeSensors(db: Db, scene: Scene, areas: readonly DemoArea[]): Promise<void> {
  let serial = 0
  for (const area of areas) {
    const areaId = await makeArea(db, scene, area)
    for (const sensor of area.sensors) {
      serial += 1
      await makeSensor(db, scene, {
        area,
        areaId,
        sensor,
        serial: `${DEMO_SERIAL}${scene.service.id.slice(-4)}-${serial}`,
      })
    }
    await refreshStatuses(db, [areaId], new Date(scene.now - 90 * minuteInMs))
  }
  await sql`
    update aoi set region_id = region.id from region
    where aoi.service_id = ${scene.service.id} and aoi.kind = 'sensor' and region.service_id = aoi.service_id
      and region.outline @> aoi.place`.execute(db)
}

async function makeArea(db: Db, { random, now, service }: Scene, area: DemoArea): Promise<string> {
  const createdAt = Math.floor(now - (20 + random.next() * 200) * dayInMs)
  const { address, position } = placeOf(area.place)
  const id = random.id(createdAt)
  const creator = service.people.find(({ isLeader }) => isLeader)
  await db
    .insertInto('aoi')
    .values({
      id,
      serviceId: service.id,
      kind: 'sensor',
      nonce: createdAt,
      name: area.name,
      searchText: searchTextOf({ name: area.name, descriptionText: '', answers: [] }),
      creatorId: creator?.id ?? null,
      place: pointText(position),
      address,
      radiusMetres: 'radius' in area.shape ? area.shape.radius : null,
      coordinates: 'corners' in area.shape ? JSON.stringify([outline(position, area.shape.corners)]) : null,
      status: 'OK',
      statusAt: new Date(now - 90 * minuteInMs),
      createdAt: new Date(createdAt),
      receivedAt: new Date(createdAt),
      updatedAt: new Date(createdAt),
      changedAt: new Date(createdAt),
      changedBy: creator?.id ?? null,
    })
    .execute()
  return id
}

type SensorPlan = { area: DemoArea; areaId: string; sensor: DemoSensor; serial: string }

async function makeSensor(db: Db, { random, now, service }: Scene, { area, areaId, sensor, serial }: SensorPlan) {
  const createdAt = Math.floor(now - (430 + random.next() * 150) * dayInMs)
  const id = random.id(createdAt)
  const stateAt = now - 90 * minuteInMs
  await db
    .insertInto('sensor')
    .values({
      id,
      serviceId: service.id,
      serial,
      name: sensor.name,
      state: sensor.state ?? 'READY',
      stateAt: new Date(stateAt),
      statedAt: new Date(stateAt),
      location: pointText(moved(placeOf(area.place).position, sensor.offset)),
      telemetryName: sensor.device,
      parameters: JSON.stringify(sensor.parameters.map(([parameter, middle]) => ({ parameter, value: middle }))),
      heartbeatSeconds: HEARTBEAT_SECONDS,
      usualIntervalSeconds: 300,
      lastReadingAt: new Date(now),
      lastReceivedAt: new Date(now),
      silentAt: new Date(now + 3 * HEARTBEAT_SECONDS * 1000),
      createdAt: new Date(createdAt),
      updatedAt: new Date(now),
    })
    .execute()
  await db.insertInto('aoiSensor').values({ aoiId: areaId, sensorId: id, isChosen: false }).execute()
  const wave = { now, phase: random.next() * 6 }
  await measure(db, id, sensor, wave)
  await measureYear(db, { id, serviceId: service.id }, sensor, wave)
  await happen(db, id, sensor, { random, now })
}

type Wave = { now: number; phase: number }

const measuredBy = ([, middle, swing]: DemoSensor['parameters'][number], phase: number) =>
  sql`(${middle}::float8 + ${swing}::float8 * (0.6 * sin(${phase}::float8 + seconds / 13751.0::float8)
    + 0.25 * sin(seconds / 1713.0::float8) + 0.15 * sin(seconds / 97.0::float8)))`

const MONTH_SECONDS = 2_592_000

/** Adds readings for every five minutes of the last day and every four hours of the month before. */
async function measure(db: Db, sensorId: string, sensor: DemoSensor, { now, phase }: Wave) {
  const second = Math.floor(now / 1000)
  const values = sql.join(
    sensor.parameters.map(
      (parameter) => sql`${parameter[0]}::text, round(${measuredBy(parameter, phase)}::numeric, 2)`,
    ),
  )
  await sql`
    insert into sensor_reading (sensor_id, reading_key, at, received_at, parameters)
    select ${sensorId}, 'demo ' || seconds, to_timestamp(seconds), to_timestamp(seconds), jsonb_build_object(${values})
    from (
      select generate_series(${second - 86_400}::bigint, ${second}::bigint, 300) as seconds
      union all
      select generate_series(${second - MONTH_SECONDS}::bigint, ${second - 86_700}::bigint, 14400)) as moment`.execute(
    db,
  )
}

const THIRD_DAYS = 130

/**
 * Adds a year of seasonal daily sums before the month with readings, as of four readings on every third day. Readings
 * are not stored, so that the start is fast.
 */
async function measureYear(
  db: Db,
  { id, serviceId }: { id: string; serviceId: string },
  sensor: DemoSensor,
  { now, phase }: Wave,
) {
  const firstReading = Math.floor(now / 1000) - MONTH_SECONDS
  const until = firstReading - (firstReading % 86_400)
  const season = sql`0.4 * (1 - cos((seconds - ${until}::bigint) / 5022643.0::float8))`
  for (const parameter of sensor.parameters)
    await sql`
      insert into sensor_day (sensor_id, service_id, parameter, at, count, total, lowest, highest)
      select ${id}, ${serviceId}, ${parameter[0]}, to_timestamp(day), count(*), sum(value), min(value), max(value)
      from (
        select day, round((${measuredBy(parameter, phase)} - ${parameter[2]}::float8 * ${season})::numeric, 2) as value
        from generate_series(${until - 3 * THIRD_DAYS * 86_400}::bigint, ${until - 1}::bigint, 259200) as day
        cross join lateral generate_series(day, day + 86399, 21600) as seconds) as measured
      group by day`.execute(db)
}

async function happen(db: Db, sensorId: string, sensor: DemoSensor, { random, now }: Pick<Scene, 'random' | 'now'>) {
  const past: [ago: number, from: string, to: string][] = [
    [random.below(4000) + 2000, 'READY', 'ALARM'],
    [random.below(1000) + 900, 'ALARM', 'READY'],
    ...(sensor.state ? ([[90, 'READY', sensor.state]] as [number, string, string][]) : []),
  ]
  const rows = past.map(([ago, previousState, state]) => {
    const at = Math.floor(now - ago * minuteInMs)
    return { id: random.id(at), sensorId, at: new Date(at), type: 'state' as const, previousState, state }
  })
  await db.insertInto('sensorLog').values(rows).execute()
}

export const addDemoRecordings = async (db: Kysely<Database>, store: FileStore): Promise<void> => {
  const listeners = await db
    .selectFrom('sensor')
    .select(['id', 'serviceId'])
    .where('telemetryName', '=', 'Listener')
    .where((sensor) =>
      sensor.not(
        sensor.exists(
          sensor
            .selectFrom('sensorLog')
            .select('id')
            .whereRef('sensorLog.sensorId', '=', 'sensor.id')
            .where('fileId', 'is not', null),
        ),
      ),
    )
    .execute()
  for (const { id: sensorId, serviceId } of listeners) {
    for (const [index, text] of ['Knocking on the fence', 'Engine, then silence'].entries()) {
      const recording = readRecording(tone(index === 0 ? [3, 3, 3] : [1, 2]))
      const file = await saveRecording(db, store, recording, { serviceId })
      const at = new Date(Date.now() - (index + 1) * 47 * minuteInMs)
      await db
        .insertInto('sensorLog')
        .values({ id: crypto.randomUUID(), sensorId, at, type: recording.kind, text, fileId: file.id })
        .execute()
    }
  }
}
