import type { Control } from './outbox.ts'

/** A message as the outbox holds it. Where no service, member or session is named, it is for everyone. */
export type OutboxRow = {
  /** Given after the commit, visible in rising order. The client knows it as the event's id. */
  position: number
  serviceId: string | null
  memberIds: string[]
  sessionId: string | null
  control: Control | null
  /** JSON text. */
  body: string
}

export const outboxColumns = `position, service_id as "serviceId", member_ids as "memberIds", session_id as "sessionId",
  body ->> 'control' as control, body::text as body`

/** One buffer, made once, for every reader that gets the message. */
export const frameOf = (position: number, json: string): Buffer => Buffer.from(`id: ${position}\ndata: ${json}\n\n`)

export const heartbeat = Buffer.from(':\n\n')

/** Without an id: what came before it is still where a later stream resumes. */
export const reloadFrame = Buffer.from('data: {"type":"RESYNC"}\n\n')

export const readyFrame = (position: number) => frameOf(position, '{"type":"READY"}')
export const resyncFrame = (position: number) => frameOf(position, '{"type":"RESYNC"}')
