import { API_KEY_HEADER, BASE_PATH, type EventType, type Profile } from '#contract'
import { measureLikeness, measureTypes } from '../server/src/testing/twin-measure.ts'
import { seededReports } from '../server/src/testing/twin-reports.ts'
import { line, medians } from './ratio.ts'
import { removeServers, serverWith } from './servers.ts'

/**
 * Quality and speed of suggestions. Duplicates: recall (wanted: 0.85) and precision (wanted: 0.9) among 5,000 reports
 * in both languages, and the time of a suggestion among a million events, through the API (wanted: 50 ms), against an
 * empty request. Types: how often the type of a report is among the three suggested ones after 500 examples (wanted:
 * 0.85), and the time of a guess (wanted: 5 ms).
 */
const events = Number(process.env.BENCH_EVENTS ?? 1_000_000)
const RUNS = 15
const EXAMPLES = 500
const key = { [API_KEY_HEADER]: 'cohesion-web' }

const reports = seededReports(5000, 1)
const { twins, recall, precision } = measureLikeness(reports, { radiusMetres: 150, hours: 24 })
line(`recall among three suggestions, of ${twins} twins`, recall, '', { name: 'wanted', value: 0.85 })
line('precision of automatic suggestions', precision, '', { name: 'wanted', value: 0.9 })

const { share, ms: guessMs } = measureTypes(reports, EXAMPLES)
line(`type among three suggestions, after ${EXAMPLES} examples`, share, '', { name: 'wanted', value: 0.85 })
line('guess of a type', guessMs, 'ms', { name: 'wanted', value: 5 })

const server = await serverWith(events)
const call = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
  const response = await fetch(`${server.url}${BASE_PATH}${path}`, init)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json() as Promise<T>
}
const post = (body: object, headers: Record<string, string>) => ({
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

try {
  const login = { username: 'operator', password: 'cohesion-demo' }
  const { accessToken } = await call<{ accessToken: string }>('/auth/login', post(login, key))
  const headers = { ...key, authorization: `Bearer ${accessToken}` }
  const { service } = await call<Profile>('/user/profile', { headers })
  const [type] = await call<EventType[]>(`/aoi-type/service/${service._id}`, { headers })
  const ask = (path: string, body: object) => async () => {
    const startMs = performance.now()
    await call(path, post({ text: 'A tree fell on the road', ...body }, headers))
    return performance.now() - startMs
  }
  const twinsAt = (place: [number, number]) => ask('/twin/similar', { typeId: type?._id, place })
  const ms = await medians(RUNS, {
    nowhere: twinsAt([0, 0]),
    city: twinsAt([-122.42, 37.77]),
    type: ask('/aoi-type/suggest', { place: [-122.42, 37.77] }),
  })
  line(`twins among ${events} events`, ms.city, 'ms', { name: 'a place without events', value: ms.nowhere })
  line('suggestion of a type, through the API', ms.type, 'ms', { name: 'twins in no place', value: ms.nowhere })
} finally {
  await server.stop()
  removeServers()
}
