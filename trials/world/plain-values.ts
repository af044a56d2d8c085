import { type Answer, type Api, reportForm } from './api.ts'
import { addService } from './second-service.ts'
import { publicLink, visitorForm } from './visitors.ts'

type PlainValue = { name: string; send: (scene: Scene) => Promise<Answer[]> }
type Scene = Awaited<ReturnType<typeof sceneOf>>

/** Time zones that JavaScript accepts and PostgreSQL rejects. */
const ZONES = ['AET', 'PST', 'SystemV/AST4', '+03:00']
/** Times before 4713 BC, the earliest year of PostgreSQL. */
const EARLY = ['-210867000000001', '-004714-01-01T00:00:00Z', '-271821-04-20T00:00:00.000Z']

const sceneOf = async (api: Api) => {
  const service = await addService(api, await api.signIn('technician'))
  const { technician, eventTypeId } = service
  const link = await publicLink(api, technician)
  const { number } = await api.must(api.send('POST', '/aoi', { ...technician, body: reportForm(eventTypeId) }))
  const get = (path: string) => api.send('GET', path, technician)
  const send = (method: string, path: string, body: unknown) => api.send(method, path, { ...technician, body })
  return { api, ...service, link, number: String(number), get, send }
}

/**
 * Valid requests that returned 500 in earlier versions. Some stored a value that made every later read return 500, too.
 * Each run of R1 sends them first.
 */
export const plainValues: readonly PlainValue[] = [
  {
    name: 'time zones that only JavaScript knows',
    send: async ({ get, send, eventTypeId }) => {
      const board = { isOn: true, typeIds: [eventTypeId], states: ['new'], cellMetres: 500, days: 30, origins: [] }
      const answers: Answer[] = []
      for (const timeZone of ZONES) {
        const name = encodeURIComponent(timeZone)
        answers.push(await send('PATCH', '/board', { ...board, timeZone }), await get(`/aoi/chart?timeZone=${name}`))
      }
      return [...answers, await get('/board'), await get('/dashboard')]
    },
  },
  {
    name: 'times before 4713 BC',
    send: async ({ get, send, number, eventTypeId }) => {
      const answers: Answer[] = []
      for (const time of EARLY) {
        const name = encodeURIComponent(time)
        answers.push(
          await get(`/aoi/filtered?startTime=${name}`),
          await send('POST', `/aoi/${number}/add-log`, { text: 'Early', datetime: time }),
          await send('POST', '/aoi', reportForm(eventTypeId, { creationTime: time, plannedTime: time })),
        )
      }
      return [...answers, await get('/aoi/filtered')]
    },
  },
  {
    name: 'times before 4713 BC in a report by a visitor',
    send: async ({ api, get, link, eventTypeId }) => {
      const answers: Answer[] = []
      for (const creationTime of EARLY) {
        const body = visitorForm({ eventTypeId, parts: { creationTime } })
        answers.push(await api.send('POST', `/public/${link}/report`, { body }))
      }
      return [...answers, await get('/review/reports')]
    },
  },
  {
    name: '200 kB of <',
    send: async ({ api, send, link, number, eventTypeId }) => {
      const text = '<'.repeat(199_000)
      const parts = { description: text }
      return [
        await send('POST', '/aoi', reportForm(eventTypeId, parts)),
        await send('PATCH', `/aoi/${number}`, reportForm(eventTypeId, parts)),
        await send('POST', `/aoi/${number}/add-log`, { text }),
        await api.send('POST', `/public/${link}/report`, { body: visitorForm({ eventTypeId, parts }) }),
      ]
    },
  },
  {
    name: 'three entries of 9e307',
    send: async ({ get, send, number, actionId }) => {
      const answers = [await send('PATCH', `/actions/${actionId}`, { isCustomValue: true })]
      for (let count = 0; count < 3; count++)
        answers.push(
          await send('POST', `/aoi/${number}/add-log`, { type: 'action', params: [actionId, '9e307'] }),
          await send('POST', `/aoi/${number}/add-log`, { type: 'action', params: [actionId, 9e307] }),
        )
      return [...answers, await get('/aoi/chart'), await get('/aoi/filtered')]
    },
  },
]

/** A refusal of the path or the caller is a failure too, because the value was not tested. */
const isFailure = (status: number) => status >= 500 || [401, 403, 404, 405].includes(status)

/** Sends all plain values in a new service. Returns a description of each failure. */
export const sendPlainValues = async (api: Api): Promise<string[]> => {
  const scene = await sceneOf(api)
  const failed: string[] = []
  for (const { name, send } of plainValues)
    for (const { status, text } of await send(scene))
      if (isFailure(status)) failed.push(`${name}: ${status} ${text.slice(0, 200)}`)
  return failed
}
