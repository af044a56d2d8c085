import type { Actor, CalendarItem } from '#contract'
import type { CalendarFilter, TimeSpan } from './data.ts'
import type { Span } from './span.ts'

/** Names and colours of event types; an unknown type has none. */
export type Looks = ReadonlyMap<string, { name: string; colour: string }>

/** A week of duty; times in ms since 1970. */
export type Duty = { id: string; name: string; from: number; until: number }

export type CalendarProps = {
  span: Span
  day: string
  today: string
  withEvents: boolean
  filter: CalendarFilter
  actor: Actor
  looks: Looks
  isWide: boolean
  /** Duties that overlap a time span. */
  dutiesIn: (time: TimeSpan) => Duty[]
  onDuty: () => void
  onShow: (shown: { span?: Span; day?: string }) => void
  onWithEvents: (withEvents: boolean) => void
  onOpen: (item: CalendarItem) => void
  /** Creates an activity on a day or at a minute of it; undefined without the right. */
  onCreate: ((at: string) => void) | undefined
  /** Undefined if there is nothing behind the calendar to return to. */
  onClose: (() => void) | undefined
}
