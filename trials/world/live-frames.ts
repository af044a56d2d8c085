import { randomUUID } from 'node:crypto'
import { INGEST_KEY_HEADER, LiveMessage, SharedAoiRow } from '#contract'
import { type Api, addEventType, atOnce, freshAddress, type Member, reportForm } from './api.ts'
import { readRows } from './database.ts'
import type { SecondService } from './second-service.ts'
import { isReady, openStream, type Stream } from './stream.ts'
import { publicLink, visitorForm } from './visitors.ts'

/** Text of an entry. No live message may contain it, because readers load entries themselves. */
const ENTRY = 'Quillfeather was seen behind the quillworks'
const types = LiveMessage.options.map(({ shape }) => shape.type.value)

/** A member whose session the server owner ends by challenging the member's identity. */
const LEAVER = 'own leaver'
/** A member who reconnects with a position that this server has never sent. */
const RETURNER = 'own returner'
/** Members who may receive messages of a restricted type. All members receive the other types. */
const audiences: Partial<Record<LiveMessage['type'], readonly string[]>> = {
  USER_LOGOFF: [LEAVER],
  RESYNC: [RETURNER],
  PUBLIC_LINK_BUSY: ['own technician', 'own admin', RETURNER],
  REVIEW_UPDATED: ['own technician', 'own admin', 'own operator', LEAVER, RETURNER],
}
/** Number of reports after which Admins are alerted. */
const BUSY = 100
const UNKNOWN_POSITION = '999999999999'

const smallPicture = async (): Promise<Buffer> => {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: 40, height: 30, channels: 3, background: '#ccc' } })
    .png()
    .toBuffer()
}

type Server = { api: Api; url: string; folder: string }
type Frames = Record<string, LiveMessage[]>

/** Opens streams of members of both services. An event of the first service is shared with one member of the second. */
export const openFrames = async ({ api, url, folder }: Server, owner: Member, second: SecondService) => {
  const names = ['technician', 'admin', 'operator', 'viewer'] as const
  const own = await Promise.all(names.map((name) => api.signIn(name)))
  const streams = new Map<string, Stream>(
    own.map(({ username, token }) => [`own ${username}`, openStream(url, { token })]),
  )
  streams.set('sharer', openStream(url, { token: second.operator.token }))
  streams.set(RETURNER, openStream(url, { token: owner.token, lastEventId: UNKNOWN_POSITION }))
  await Promise.all([...streams.values()].map(({ waitFor }) => waitFor(isReady)))

  const causeLogoff = async () => {
    const leaver = await api.invite(owner, 'Operator', `leaver-${Date.now()}`)
    const stream = openStream(url, leaver)
    streams.set(LEAVER, stream)
    await stream.waitFor(isReady)
    const { _id } = await api.must(api.send('GET', '/user/profile', leaver))
    await api.must(api.send('POST', `/auth/identify-check/${_id}`, { ...owner, body: {} }))
    await stream.ended
  }

  /** Sends more reports than people would. The server counts all of them and refuses all but the last. */
  const causeBusyLink = async (eventTypeId: string) => {
    const link = await publicLink(api, owner)
    // The alert is sent at most once an hour, and another trial may have caused it.
    await readRows(folder, 'update public_link set alerted_at = null returning id')
    const path = `/public/${link}/report`
    const send = (type: string) =>
      api.send('POST', path, { body: visitorForm({ eventTypeId: type }), headers: freshAddress() })
    await atOnce(4, BUSY, () => send(randomUUID()))
    const isBusy = ({ type }: LiveMessage) => type === 'PUBLIC_LINK_BUSY'
    await api.must(send(eventTypeId))
    await streams.get('own technician')?.waitFor(isBusy)
  }

  /**
   * Takes one event from its report to its deletion. Before its first change, the event is shared with an operator of
   * the second service.
   */
  const cause = async (): Promise<{ sharedId: string; coveredFile: string }> => {
    const eventTypeId = await addEventType(api, owner, 'Frames')
    await causeLogoff()
    await causeBusyLink(eventTypeId)
    const report = reportForm(eventTypeId, { name: 'Framed' })
    report.set('file', new Blob([Uint8Array.from(await smallPicture())]), 'photo.png')
    const aoi = await api.must(api.send('POST', '/aoi', { ...owner, body: report }))
    const coveredFile = /\/files\/([\w-]{32})/.exec(JSON.stringify(aoi))?.[1] ?? ''
    const { _id: sharedId } = await api.must(api.send('GET', '/user/profile', second.operator))
    await readRows(
      folder,
      `insert into share (aoi_id, member_id, source, shared_at) values ($1, $2, 'system', now()) returning aoi_id`,
      [aoi._id, sharedId],
    )
    const body = { text: ENTRY, restricted: true }
    await api.must(api.send('POST', `/aoi/${aoi.number}/add-log`, { ...own[2], body }))
    const strokes = [{ radius: 0.1, points: [[0.5, 0.5]] }]
    await api.must(api.send('POST', '/cover/photo', { ...owner, body: { file: coveredFile, strokes } }))
    await api.must(api.send('PATCH', `/aoi/archive/${aoi._id}`, owner))
    await api.must(api.send('DELETE', `/aoi/${aoi._id}`, owner))
    const isLast = (message: LiveMessage) => 'aoiIds' in message && message.aoiIds.includes(aoi._id)
    for (const [who, stream] of streams) if (who !== LEAVER) await stream.waitFor(isLast)
    return { sharedId: aoi._id, coveredFile }
  }

  const received = (): Frames =>
    Object.fromEntries([...streams].map(([who, stream]) => [who, stream.received.map(({ message }) => message)]))

  return {
    cause,
    received,
    /**
     * Problems with messages to members of the service: types that nobody received, and content that the receiver may
     * not see.
     */
    problemsOfOwn: (): string[] => {
      const frames = Object.entries(received()).filter(([who]) => who.startsWith('own '))
      const seen = new Set(frames.flatMap(([, messages]) => messages.map(({ type }) => type)))
      return [
        ...types.filter((type) => !seen.has(type)).map((type) => `nobody was sent ${type}`),
        ...frames.flatMap(([who, messages]) => messages.flatMap((message) => problemsOf(who, message))),
      ]
    },
    /** Callers without a session must get 401: anyone, a gateway with a key, and a visitor with a link. */
    refusals: async (): Promise<string[]> => {
      const ways: Record<string, Record<string, string>> = {
        anyone: {},
        gateway: { [INGEST_KEY_HEADER]: 'a key' },
        visitor: { cookie: 'visitor=follow' },
      }
      const answers = Object.entries(ways).map(async ([who, headers]) => {
        const { status } = await api.send('GET', '/events', { headers })
        return status === 401 ? [] : [`${who} got ${status} where members listen`]
      })
      return (await Promise.all(answers)).flat()
    },
    count: () => Object.values(received()).reduce((sum, messages) => sum + messages.length, 0),
    close: () => {
      for (const { close } of streams.values()) close()
    },
  }
}

const problemsOf = (who: string, message: LiveMessage): string[] => {
  const problems = JSON.stringify(message).includes(ENTRY) ? [`${who} was sent an entry in ${message.type}`] : []
  if (audiences[message.type]?.includes(who) === false) problems.push(`${who} was sent ${message.type}`)
  const rows = 'rows' in message ? (message.rows ?? []) : []
  // Parsed strictly, because any field beyond the contract, such as a personal mark, is a leak.
  for (const row of rows)
    if (!SharedAoiRow.strict().safeParse(row).success) problems.push(`${who} was sent more than a row: ${row._id}`)
  return problems
}
