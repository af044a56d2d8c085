import { parseArgs } from 'node:util'
import { API_KEY_HEADER, BASE_PATH, INGEST_KEY_HEADER } from '#contract'

/**
 * Simulates many sensors that measure, fail and raise alarms, over HTTP or MQTT: for demos and for trying out a server.
 */

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    key: { type: 'string' },
    mqtt: { type: 'string' },
    service: { type: 'string' },
    sensors: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '5' },
    at: { type: 'string', default: '-122.4375,37.765' },
    for: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const usage = `npm run simulate -- [options]
  --url       the server (${values.url})
  --key       an ingest key; without one, a key is made with the demo's technician
  --mqtt      a broker, such as mqtt://localhost:1883, instead of HTTP; then also
  --service   the id of the service (of the demo's technician where it is left out)
  --sensors   how many (20)
  --seconds   between two readings of each (5)
  --at        where, as lng,lat (San Francisco)
  --for       how long, in seconds (until stopped)`

type Sensor = {
  serial: string
  location: [number, number]
  temperature: number
  level: number
  silentUntil: number
  alarmUntil: number
}

const api = async <T>(path: string, body: object | undefined, headers: Record<string, string>): Promise<T> => {
  const answer = await fetch(values.url + BASE_PATH + path, {
    method: body ? 'POST' : 'GET',
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

const asTechnician = async () => {
  const apiKey = { [API_KEY_HEADER]: process.env.COHESION_API_KEY ?? 'cohesion-web' }
  const { accessToken } = await api<{ accessToken: string }>(
    '/auth/login',
    { username: 'technician', password: 'cohesion-demo' },
    apiKey,
  )
  return { ...apiKey, authorization: `Bearer ${accessToken}` }
}

const makeKey = async (): Promise<string> =>
  (
    await api<{ key: string }>(
      '/sensors/ingest-keys',
      { name: `Simulation ${new Date().toISOString().slice(0, 16)}` },
      await asTechnician(),
    )
  ).key

const [lng = 0, lat = 0] = values.at.split(',').map(Number)
const field = Array.from({ length: Number(values.sensors) }, (_, index): Sensor => {
  const angle = index * 2.4
  const away = 0.004 * Math.sqrt(index + 1)
  return {
    serial: `sim-${String(index + 1).padStart(3, '0')}`,
    location: [lng + away * Math.cos(angle), lat + away * 0.8 * Math.sin(angle)],
    temperature: 18 + (index % 7),
    level: 40 + index,
    silentUntil: 0,
    alarmUntil: 0,
  }
})

/**
 * Whether an event happens that each sensor has about every ten minutes: an alarm of half a minute, or a silence of one
 * or two minutes.
 */
const chance = () => Math.random() < Number(values.seconds) / 600

const live = (sensor: Sensor, now: number) => {
  if (now < sensor.silentUntil) return []
  if (sensor.alarmUntil === 0 && chance()) sensor.silentUntil = now + 60_000 + Math.random() * 60_000
  const isOver = sensor.alarmUntil > 0 && now >= sensor.alarmUntil
  const begins = sensor.alarmUntil === 0 && chance()
  if (begins) sensor.alarmUntil = now + 30_000
  if (isOver) sensor.alarmUntil = 0
  sensor.temperature += (Math.random() - 0.5) * 0.4 + (sensor.alarmUntil ? 0.8 : (20 - sensor.temperature) * 0.01)
  sensor.level += (Math.random() - 0.5) * 2
  const round = (value: number) => Math.round(value * 10) / 10
  return [
    {
      serial: sensor.serial,
      id: `${sensor.serial}-${now}`,
      time: now,
      state: sensor.alarmUntil ? 'ALARM' : 'READY',
      location: sensor.location,
      parameters: { 'Temperature °C': round(sensor.temperature), 'Level cm': round(sensor.level) },
    },
  ]
}

type SimulatedReading = ReturnType<typeof live>[number]

const overHttp = async () => {
  const key = values.key ?? (await makeKey())
  return async (readings: SimulatedReading[]) => {
    for (let from = 0; from < readings.length; from += 1000)
      await api('/sensors/ingest', readings.slice(from, from + 1000), { [INGEST_KEY_HEADER]: key })
  }
}

const overMqtt = async (broker: string) => {
  const service =
    values.service ??
    (await api<{ service: { _id: string } }>('/user/profile', undefined, await asTechnician())).service._id
  const { connectAsync } = await import('mqtt')
  const client = await connectAsync(broker)
  return async (readings: SimulatedReading[]) => {
    await Promise.all(
      readings.map(({ serial, ...reading }) =>
        client.publishAsync(`cohesion/${service}/${serial}/reading`, JSON.stringify(reading), { qos: 1 }),
      ),
    )
  }
}

if (values.help) {
  console.log(usage)
} else {
  const send = values.mqtt ? await overMqtt(values.mqtt) : await overHttp()
  const end = values.for ? Date.now() + Number(values.for) * 1000 : Number.POSITIVE_INFINITY
  console.log(
    `${field.length} sensors report every ${values.seconds} s ${values.mqtt ? `over ${values.mqtt}` : `to ${values.url}`}`,
  )
  while (Date.now() < end) {
    const readings = field.flatMap((sensor) => live(sensor, Date.now()))
    const alarms = readings.filter(({ state }) => state === 'ALARM').length
    await send(readings).catch((error: unknown) => console.error(String(error)))
    console.log(
      `${new Date().toISOString().slice(11, 19)} ${readings.length} readings, ${alarms} in alarm, ${field.length - readings.length} silent`,
    )
    await new Promise((done) => setTimeout(done, Number(values.seconds) * 1000))
  }
  process.exit()
}
