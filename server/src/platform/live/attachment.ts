import type { PoolClient, QueryConfig } from 'pg'
import type { OutboxRow } from './message.ts'
import type { Log } from './relay.ts'
import type { StreamClients } from './stream-clients.ts'

/** Maximum number of rows attached to one message, and to a batch. Above it, clients reload their list. */
const ROWS_PER_MESSAGE = 20
const ROWS_PER_BATCH = 200
/** Far below `STALLED_BYTES`, at which a stream is dropped, so that one message never drops a client. */
export const LONGEST_MESSAGE_BYTES = 64_000
/** Maximum wait for the rows of a batch. After it, the messages carry ids only. */
const PATIENCE_MS = 3_000

export type AttachedRow = {
  id: string
  serviceId: string
  /** JSON text; null if lists no longer include the row. */
  json: string | null
  personalTo: string[]
}

/** `idsIn`: field of a message that lists ids of rows. `read`: statement that returns the existing rows, in any order. */
export type RowSource = { idsIn: string; read: (ids: string[]) => QueryConfig }

/** A message with its rows, for readers of its service. `except`: members with personal data on a row, who get its id. */
export type Attachment = { body: string; except: ReadonlySet<string> }

/** Attachments by position; other messages are sent unchanged. */
type Attach = (rows: readonly OutboxRow[], client: PoolClient) => Promise<ReadonlyMap<number, Attachment>>

type Options = { clients: StreamClients; source: RowSource | undefined; log: Log }
type Message = { row: OutboxRow; serviceId: string; ids: string[] }

/**
 * Reads the rows of a batch of messages once for all readers, with their current contents and rights. The outbox stores
 * ids only, so that redacted or deleted contents never return.
 */
export const attachTo = ({ clients, source, log }: Options): Attach => {
  if (!source) return async () => new Map()
  return async (rows, client) => {
    const messages = withinLimits(rows.flatMap((row) => messageOf(row, source.idsIn, clients)))
    if (messages.length === 0) return new Map()
    const ids = [...new Set(messages.flatMap((message) => message.ids))]
    const found = await read(client, source.read(ids)).catch((err: unknown) => {
      log.warn({ err }, 'live messages: rows could not be read, so only ids are sent')
      return []
    })
    const byId = new Map(found.map((row) => [row.id, row]))
    return new Map(messages.flatMap((message) => attachmentOf(message, byId, clients)))
  }
}

/** The message of an outbox row; empty unless it names rows of a service with listeners on this server. */
const messageOf = (row: OutboxRow, idsIn: string, clients: StreamClients): Message[] => {
  const { serviceId, body } = row
  if (!serviceId || clients.countOfService(serviceId) === 0 || !body.includes(`"${idsIn}"`)) return []
  const ids = (JSON.parse(body) as Record<string, string[]>)[idsIn] ?? []
  return ids.length > 0 && ids.length <= ROWS_PER_MESSAGE ? [{ row, serviceId, ids }] : []
}

const withinLimits = (messages: Message[]): Message[] => {
  const count = messages.reduce((sum, { ids }) => sum + ids.length, 0)
  return count <= ROWS_PER_BATCH ? messages : []
}

const read = async (client: PoolClient, query: QueryConfig): Promise<AttachedRow[]> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no rows after ${PATIENCE_MS} ms`)), PATIENCE_MS)
  try {
    return (await Promise.race([client.query<AttachedRow>(query), late.promise])).rows
  } finally {
    clearTimeout(timer)
  }
}

const attachmentOf = (
  { row, serviceId, ids }: Message,
  byId: ReadonlyMap<string, AttachedRow>,
  clients: StreamClients,
): [number, Attachment][] => {
  const found = ids.flatMap((id) => byId.get(id) ?? [])
  // A row was erased or belongs to another service, so clients must reload their lists.
  if (found.length < ids.length || found.some((one) => one.serviceId !== serviceId)) return []
  const shown = found.flatMap(({ json }) => json ?? [])
  const goneIds = found.filter(({ json }) => json === null).map(({ id }) => id)
  const more = JSON.stringify({ goneIds, readers: clients.countOfService(serviceId) }).slice(1)
  const body = `${row.body.trimEnd().slice(0, -1)},"rows":[${shown.join()}],${more}`
  if (Buffer.byteLength(body) > LONGEST_MESSAGE_BYTES) return []
  return [[row.position, { body, except: new Set(found.flatMap(({ personalTo }) => personalTo)) }]]
}
