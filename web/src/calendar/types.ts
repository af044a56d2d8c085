import type { Actor, CalendarItem } from '#contract'
import type { CalendarFilter } from './data.ts'
import type { Span } from './span.ts'

/** How an event type is shown; what has none is shown without. */
export type Looks = ReadonlyMap<string, { name: string; colour: string }>

export type CalendarProps = {
  span: Span
  day: string
  today: string
  withEvents: boolean
  filter: CalendarFilter
  actor: Actor
  looks: Looks
  isWide: boolean
  onShow: (shown: { span?: Span; day?: string }) => void
  onWithEvents: (isWanted: boolean) => void
  onOpen: (item: CalendarItem) => void
  /** For those who may: a new activity on a day, or at a minute of it. */
  onCreate: ((at: string) => void) | undefined
  /** Where there is something behind it. */
  onClose: (() => void) | undefined
}
