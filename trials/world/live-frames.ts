import { INGEST_KEY_HEADER, LiveMessage, SharedAoiRow } from '#contract'
import type { Api, Member } from './api.ts'
import { readRows } from './database.ts'
import { addEventType, reportForm } from './reports.ts'
import type { SecondService } from './second-service.ts'
import { isReady, openStream, type Stream } from './stream.ts'

/** Words of an entry that only its readers load: no message carries entries. */
const ENTRY = 'Quillfeather was seen behind the quillworks'
/** Told about sessions, floods of reports and covered words, which other trials and tests cause. */
const causedElsewhere = ['USER_LOGOFF', 'PUBLIC_LINK_BUSY', 'CONTENT_COVERED', 'RESYNC']
const types = LiveMessage.options.map(({ shape }) => shape.type.value).filter((type) => !causedElsewhere.includes(type))

type Server = { api: Api; url: string; folder: string }
type Frames = Record<string, LiveMessage[]>

/** Members of both services listen, one of the second because an event of the first was shared with it. */
export const openFrames = async ({ api, url, folder }: Server, owner: Member, second: SecondService) => {
  const names = ['technician', 'admin', 'operator', 'viewer'] as const
  const own = await Promise.all(names.map((name) => api.signIn(name)))
  const streams = new Map<string, Stream>(
    own.map(({ username, token }) => [`own ${username}`, openStream(url, { token })]),
  )
  streams.set('sharer', openStream(url, { token: second.operator.token }))
  await Promise.all([...streams.values()].map(({ waitFor }) => waitFor(isReady)))

  /** One event from its report to its end; the second service's operator has it shared since its second change. */
  const cause = async (): Promise<{ sharedId: string }> => {
    const eventTypeId = await addEventType(api, owner, 'Frames')
    const aoi = await api.must(
      api.send('POST', '/aoi', { ...owner, body: reportForm(eventTypeId, { name: 'Framed' }) }),
    )
    const { _id: sharedId } = await api.must(api.send('GET', '/user/profile', second.operator))
    await readRows(
      folder,
      `insert into share (aoi_id, member_id, source, shared_at) values ($1, $2, 'system', now()) returning aoi_id`,
      [aoi._id, sharedId],
    )
    const body = { text: ENTRY, restricted: true }
    await api.must(api.send('POST', `/aoi/${aoi.number}/add-log`, { ...own[2], body }))
    await api.must(api.send('PATCH', `/aoi/archive/${aoi._id}`, owner))
    await api.must(api.send('DELETE', `/aoi/${aoi._id}`, owner))
    const isLast = (message: LiveMessage) => 'aoiIds' in message && message.aoiIds.includes(aoi._id)
    for (const stream of streams.values()) await stream.waitFor(isLast)
    return { sharedId: aoi._id }
  }

  const received = (): Frames =>
    Object.fromEntries([...streams].map(([who, stream]) => [who, stream.received.map(({ message }) => message)]))

  return {
    cause,
    received,
    /** What members of the service itself get beyond what lists show them, and what nobody caused. */
    problemsOfOwn: (): string[] => {
      const frames = Object.entries(received()).filter(([who]) => who.startsWith('own '))
      const seen = new Set(frames.flatMap(([, messages]) => messages.map(({ type }) => type)))
      return [
        ...types.filter((type) => !seen.has(type)).map((type) => `nobody was sent ${type}`),
        ...frames.flatMap(([who, messages]) => messages.flatMap((message) => problemsOf(who, message))),
      ]
    },
    /** Those without a session: nobody, a gateway with its key, and whoever has the public link. */
    refusals: async (): Promise<string[]> => {
      const ways: Record<string, Record<string, string>> = {
        anyone: {},
        gateway: { [INGEST_KEY_HEADER]: 'a key' },
        visitor: { cookie: 'visitor=follow' },
      }
      const answers = Object.entries(ways).map(async ([who, headers]) => {
        const { status } = await api.send('GET', '/events', { headers })
        return status === 401 ? [] : [`${who} was answered ${status} where members listen`]
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
  const rows = 'rows' in message ? (message.rows ?? []) : []
  // Strict: whatever is not in the contract, such as a personal mark, is a leak.
  for (const row of rows)
    if (!SharedAoiRow.strict().safeParse(row).success) problems.push(`${who} was sent more than a row: ${row._id}`)
  return problems
}
