import type { PoolClient, QueryConfig } from 'pg'
import { LONGEST_MESSAGE_BYTES } from '../outbox/cut.ts'
import type { OutboxRow } from './message.ts'
import type { Log } from './relay.ts'
import type { StreamClients } from './stream-clients.ts'

/** More changed rows than this in one message, or in one batch, are cheaper for everyone to load as a list. */
const ROWS_PER_MESSAGE = 20
const ROWS_PER_BATCH = 200
/** Maximum wait for rows; later messages carry ids only. */
const PATIENCE_MS = 3_000

/** A row as all readers of a service see it, or that it is gone from their lists. */
export type AttachedRow = {
  id: string
  serviceId: string
  /** JSON text; null if lists no longer show it. */
  json: string | null
  /** Members to whom the row looks different: they load it themselves. */
  personalTo: string[]
}

/** The statement that reads these rows, in any order; those that no longer exist are left out. */
export type AttachRows = (ids: string[]) => QueryConfig

/** The message with its rows, for the readers of its service except these members. */
export type Attachment = { body: string; except: ReadonlySet<string> }

/** By position; messages that are not in it go as they are. */
type Attach = (rows: readonly OutboxRow[], client: PoolClient) => Promise<ReadonlyMap<number, Attachment>>

type Options = { clients: StreamClients; rowsFor: AttachRows | undefined; log: Log }
type Message = { row: OutboxRow; serviceId: string; aoiIds: string[] }

/**
 * Reads the rows that a batch of messages is about, once for all readers, under the rights and with the contents of this
 * moment. Messages are kept with ids alone, so nothing that was covered or deleted since comes back from a memory.
 */
export const attachTo = ({ clients, rowsFor, log }: Options): Attach => {
  if (!rowsFor) return async () => new Map()
  return async (rows, client) => {
    const messages = withinLimits(rows.flatMap((row) => messageOf(row, clients)))
    if (messages.length === 0) return new Map()
    const ids = [...new Set(messages.flatMap(({ aoiIds }) => aoiIds))]
    const found = await read(client, rowsFor(ids)).catch((err: unknown) => {
      log.warn({ err }, 'live messages: rows could not be read, ids go alone')
      return []
    })
    const byId = new Map(found.map((row) => [row.id, row]))
    return new Map(messages.flatMap((message) => attachmentOf(message, byId, clients)))
  }
}

/** A message about AOIs of a service that somebody listens to. */
const messageOf = (row: OutboxRow, clients: StreamClients): Message[] => {
  const { serviceId, body } = row
  if (!serviceId || clients.countOfService(serviceId) === 0 || !body.includes('"aoiIds"')) return []
  const { aoiIds } = JSON.parse(body) as { aoiIds: string[] }
  return aoiIds.length > 0 && aoiIds.length <= ROWS_PER_MESSAGE ? [{ row, serviceId, aoiIds }] : []
}

const withinLimits = (messages: Message[]): Message[] => {
  const count = messages.reduce((sum, { aoiIds }) => sum + aoiIds.length, 0)
  return count <= ROWS_PER_BATCH ? messages : []
}

const read = async (client: PoolClient, query: QueryConfig): Promise<AttachedRow[]> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`not within ${PATIENCE_MS} ms`)), PATIENCE_MS)
  try {
    return (await Promise.race([client.query<AttachedRow>(query), late.promise])).rows
  } finally {
    clearTimeout(timer)
  }
}

const attachmentOf = (
  { row, serviceId, aoiIds }: Message,
  byId: ReadonlyMap<string, AttachedRow>,
  clients: StreamClients,
): [number, Attachment][] => {
  const found = aoiIds.flatMap((id) => byId.get(id) ?? [])
  // One that was erased, or is of another service, is left to lists.
  if (found.length < aoiIds.length || found.some((one) => one.serviceId !== serviceId)) return []
  const shown = found.flatMap(({ json }) => json ?? [])
  const goneIds = found.filter(({ json }) => json === null).map(({ id }) => id)
  const more = JSON.stringify({ goneIds, readers: clients.countOfService(serviceId) }).slice(1)
  const body = `${row.body.trimEnd().slice(0, -1)},"rows":[${shown.join()}],${more}`
  if (Buffer.byteLength(body) > LONGEST_MESSAGE_BYTES) return []
  return [[row.position, { body, except: new Set(found.flatMap(({ personalTo }) => personalTo)) }]]
}
