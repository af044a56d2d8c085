/** How an event type is shown. */
export type Looks = ReadonlyMap<string, { name: string; colour: string }>

/** What pressing a number does: the workspace shows what was counted. Null is what has none. */
export type NarrowList = {
  period: (from: string, to: string, eventType?: string | null) => void
  eventType: (id: string | null) => void
  region: (id: string | null) => void
  /** Days ago; without an end as far back as there is anything. */
  open: (state: 'new' | 'inProgress', sinceDays: number, untilDays: number | undefined) => void
  community: (id: string) => void
  group: ((id: string) => void) | undefined
}

/** Names in the reader's language, by id; what is not known yet is called as it was counted. */
export type Names = ReadonlyMap<string, string>
