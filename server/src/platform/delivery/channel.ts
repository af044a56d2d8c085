/** A delivery that is due. */
export type Delivery = {
  id: string
  serviceId: string | null
  /** Kind of message, defined by the enqueuing feature. */
  kind: string
  memberId: string | null
  visitorId: string | null
  /** As the channel understands it: the id of a device, an e-mail address, a phone number, the id of a webhook. */
  address: string | null
  groupKey: string | null
  /** The alarm, event… that it is about. */
  subjectId: string | null
  payload: unknown
  /** This one included. */
  attempts: number
  createdAt: Date
}

/** `code` is a word for people to look up, at most 50 characters; it never holds contents or addresses. */
export type Outcome =
  /** The next host took it over: a push service, a mail server, a gateway. */
  | { result: 'sent' }
  /** It is known to have arrived. */
  | { result: 'delivered'; code?: string }
  /** Trying again would not help. */
  | { result: 'failed'; code: string }
  /** Tried again by the channel's schedule, and not before `afterSeconds`. */
  | { result: 'later'; code: string; afterSeconds?: number | undefined }
  /** Not now; does not count as an attempt. */
  | { result: 'hold'; until: Date }

/** State of a delivery reported by its channel. */
export type Confirmation =
  | { result: 'delivered' }
  | { result: 'failed'; code: string }
  /** Asked again later, for a day at most. */
  | { result: 'unknown' }

/** A way out of the server; the contract lists the names. */
export type Channel = {
  name: string
  /** How many deliveries one server sends at once. Those for one receiver are sent one after another. */
  concurrency: number
  /** Delays before the second, third… attempt. A delivery fails when none is left. */
  retrySeconds: readonly number[]
  /** Must end within `SEND_SECONDS`. May throw: the delivery is then tried again after its lease. */
  send: (delivery: Delivery) => Promise<Outcome>
  /**
   * The payload of one delivery that replaces several which are due for one receiver, without their group key; its
   * outcome is theirs. Undefined: they are sent one by one.
   */
  summarise?: (deliveries: readonly Delivery[]) => Promise<unknown>
  /** Reads the state of a sent delivery. Without it, `sent` is final. */
  confirm?: (deliveryId: string) => Promise<Confirmation>
}

/** The longest that sending one delivery may take; a server's lease on it is twice that. */
export const SEND_SECONDS = 60

/** Delays that double from `firstSeconds` up to `longestSeconds`. */
export const doublingDelays = (firstSeconds: number, longestSeconds: number, attempts: number): number[] =>
  Array.from({ length: attempts - 1 }, (_, number) => Math.min(firstSeconds * 2 ** number, longestSeconds))
