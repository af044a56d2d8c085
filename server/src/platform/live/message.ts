import type { Control } from '../outbox/outbox.ts'

/** A row of the outbox. It is for everyone if it has no service, members or session. */
export type OutboxRow = {
  /** Assigned after the commit, visible in rising order. It is the id of the event on the stream. */
  position: number
  serviceId: string | null
  memberIds: string[]
  sessionId: string | null
  control: Control | null
  body: string
}

export const outboxColumns = `position, service_id as "serviceId", member_ids as "memberIds", session_id as "sessionId",
  body ->> 'control' as control, body::text as body`

/**
 * Encodes a message once for all clients. Not with `Buffer.from`, which would keep a slab of 8 kB alive for a small
 * message, forty times its size.
 */
export const frameOf = (position: number, json: string): Buffer => {
  const text = `id: ${position}\ndata: ${json}\n\n`
  const frame = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  frame.write(text)
  return frame
}

export const heartbeat = Buffer.from(':\n\n')

/** A frame without an id, so that a reconnecting client resumes after the message before this one. */
export const frameWithoutId = (json: string): Buffer => Buffer.from(`data: ${json}\n\n`)

const control = (type: 'READY' | 'RESYNC', readers: number) => JSON.stringify({ type, readers })

export const reloadFrame = (readers: number) => frameWithoutId(control('RESYNC', readers))
export const readyFrame = (position: number, readers: number) => frameOf(position, control('READY', readers))
export const resyncFrame = (position: number, readers: number) => frameOf(position, control('RESYNC', readers))
