export type Looks = ReadonlyMap<string, { name: string; colour: string }>

/**
 * Handlers for clicks on a figure, which set filters of the workspace. Null stands for AOIs without a type or region.
 */
export type NarrowList = {
  period: (from: string, to: string, eventType?: string | null) => void
  eventType: (id: string | null) => void
  region: (id: string | null) => void
  /** Ages in days. Without `untilDays`, any age above `sinceDays`. */
  open: (state: 'new' | 'inProgress', sinceDays: number, untilDays: number | undefined) => void
  community: (id: string) => void
  group: ((id: string) => void) | undefined
}
