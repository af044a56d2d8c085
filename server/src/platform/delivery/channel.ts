import { MemberMessage } from '#contract'
import type { Db } from '../db/database.ts'
import { linkToken } from '../secret/sealing.ts'
export type Delivery = {
  id: string
  serviceId: string | null
  /** Kind of message, defined by the enqueuing feature. */
  kind: string
  memberId: string | null
  visitorId: string | null
  address: string | null
  groupKey: string | null
  subjectId: string | null
  payload: unknown
  attempts: number
  isUrgent: boolean
  createdAt: Date
}

/** `code` names the reason for operators, in at most 50 characters and without contents or addresses. */
export type Outcome =
  /** The next host accepted it: a push service, a mail server, a gateway. */
  | { result: 'sent' }
  | { result: 'delivered'; code?: string }
  /** A retry would not help. */
  | { result: 'failed'; code: string }
  /** Retried by the channel's schedule, but not before `afterSeconds`. */
  | { result: 'later'; code: string; afterSeconds?: number | undefined }
  /** Postponed, without counting as an attempt. */
  | { result: 'hold'; until: Date }

export type Confirmation =
  | { result: 'delivered' }
  | { result: 'failed'; code: string }
  /** Polled again later, for up to a day. */
  | { result: 'unknown' }

export type Channel = {
  name: string
  /**
   * Number of receivers to which one server sends at once. One service uses at most half of this number, so that others
   * need not wait.
   */
  concurrency: number
  /** Delays before the second, third… attempt. A delivery fails when none is left. */
  retrySeconds: readonly number[]
  /** Must end within `SEND_SECONDS`. If it throws, the delivery is logged and retried by the schedule. */
  send: (delivery: Delivery) => Promise<Outcome>
  /**
   * Merges several due deliveries to one receiver into one payload, whose outcome applies to all. If it returns
   * undefined, the deliveries are sent separately.
   */
  summarise?: (deliveries: readonly Delivery[]) => Promise<unknown>
  confirm?: (deliveryId: string) => Promise<Confirmation>
}

/** Maximum time for sending one delivery. The lease on a claimed delivery lasts twice as long. */
export const SEND_SECONDS = 60

export const doublingDelays = (firstSeconds: number, longestSeconds: number, attempts: number): number[] =>
  Array.from({ length: attempts - 1 }, (_, number) => Math.min(firstSeconds * 2 ** number, longestSeconds))

export const readMessage = async (db: Db, payload: unknown): Promise<MemberMessage | undefined> => {
  const { data: message } = MemberMessage.safeParse(payload)
  if (!message?.tokenLink) return message
  const { id, path, buttonLabels } = message.tokenLink
  const token = await linkToken(db, id)
  return { ...message, path: path + token, ...(buttonLabels && { button: { labels: buttonLabels, notice: token } }) }
}
