import type { Actor, CalendarItem } from '#contract'
import type { CalendarFilter, TimeSpan } from './data.ts'
import type { Span } from './span.ts'

export type Looks = ReadonlyMap<string, { name: string; colour: string }>

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
  dutiesIn: (time: TimeSpan) => Duty[]
  onDuty: () => void
  onShow: (shown: { span?: Span; day?: string }) => void
  onWithEvents: (withEvents: boolean) => void
  onOpen: (item: CalendarItem) => void
  onCreate: ((at: string) => void) | undefined
  /** Undefined if no screen is behind the calendar. */
  onClose: (() => void) | undefined
}
