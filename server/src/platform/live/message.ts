import type { Control } from '../outbox/outbox.ts'

/** A row of the outbox. Without service, members and session it is for everyone. */
export type OutboxRow = {
  /** Assigned after the commit, visible in rising order. It is the id of the event on the stream. */
  position: number
  serviceId: string | null
  memberIds: string[]
  sessionId: string | null
  control: Control | null
  /** JSON text. */
  body: string
}

/** A message that counters include or not has a name from the start: its id, which is there before its position. */
export const bodyColumn = `(case when body ->> 'type' = 'AOI_RECOUNTED' then body || jsonb_build_object('key', id)
  else body end)::text`

export const outboxColumns = `position, service_id as "serviceId", member_ids as "memberIds", session_id as "sessionId",
  body ->> 'control' as control, ${bodyColumn} as body`

/**
 * The frame of a message, encoded once for all clients. It has memory of its own: a small `Buffer.from` is a slice of
 * 8 kB that frames held for long would keep, at forty times their size.
 */
export const frameOf = (position: number, json: string): Buffer => {
  const text = `id: ${position}\ndata: ${json}\n\n`
  const frame = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  frame.write(text)
  return frame
}

export const heartbeat = Buffer.from(':\n\n')

/** Without an id, so that a later stream still resumes at the message before it. */
export const frameWithoutId = (json: string): Buffer => Buffer.from(`data: ${json}\n\n`)

const control = (type: 'READY' | 'RESYNC', readers: number) => JSON.stringify({ type, readers })

export const reloadFrame = (readers: number) => frameWithoutId(control('RESYNC', readers))
export const readyFrame = (position: number, readers: number) => frameOf(position, control('READY', readers))
export const resyncFrame = (position: number, readers: number) => frameOf(position, control('RESYNC', readers))
