export type Looks = ReadonlyMap<string, { name: string; colour: string }>

/** Click on a figure: sets filters of the workspace. Null stands for things without a type or region. */
export type NarrowList = {
  period: (from: string, to: string, eventType?: string | null) => void
  eventType: (id: string | null) => void
  region: (id: string | null) => void
  /** In days ago; without `untilDays` there is no lower limit. */
  open: (state: 'new' | 'inProgress', sinceDays: number, untilDays: number | undefined) => void
  community: (id: string) => void
  group: ((id: string) => void) | undefined
}
