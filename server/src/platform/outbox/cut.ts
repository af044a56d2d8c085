import type { LiveMessage } from '#contract'

/** Far below `STALLED_BYTES`, at which a stream is dropped, so that one message never drops a client. */
export const LONGEST_MESSAGE_BYTES = 64_000

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

export function cutMessage(message: LiveMessage): LiveMessage[] {
  if (!('aoiIds' in message) || bytesOf(message) <= LONGEST_MESSAGE_BYTES) return [message]
  const statuses = new Map('statuses' in message ? message.statuses?.map((status) => [status.aoiId, status]) : [])
  const envelope = bytesOf({ ...message, aoiIds: [], statuses: [] })
  const parts: { aoiIds: string[]; bytes: number }[] = []
  for (const id of message.aoiIds) {
    const bytes = bytesOf([id]) + bytesOf([statuses.get(id)])
    const last = parts.at(-1)
    if (last && last.bytes + bytes <= LONGEST_MESSAGE_BYTES) {
      last.aoiIds.push(id)
      last.bytes += bytes
    } else parts.push({ aoiIds: [id], bytes: envelope + bytes })
  }
  return parts.map(({ aoiIds }) => ({
    ...message,
    aoiIds,
    ...('statuses' in message && { statuses: aoiIds.flatMap((id) => statuses.get(id) ?? []) }),
  }))
}
