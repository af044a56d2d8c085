import FullCalendar, {
  type CalendarRef,
  type DayHeaderInfo,
  type EventDisplayInfo,
  type EventInput,
} from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import list from '@fullcalendar/react/list'
import hebrew from '@fullcalendar/react/locales/he'
import { useComputedColorScheme } from '@mantine/core'
import '@fullcalendar/react/skeleton.css'
import classic from '@fullcalendar/react/themes/classic'
import '@fullcalendar/react/themes/classic/theme.css'
import timeGrid from '@fullcalendar/react/timegrid'
import { IconCalendarEvent, IconMapPin, IconUserCheck } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type CalendarItem, type Language, languages, languageTraits } from '#contract'
import { formatTime } from '../../i18n/format.ts'
import { inkOn } from '../../ui/theme/colour.ts'
import type { TimeSpan, Times } from './data.ts'
import classes from './Grid.module.css'
import { dayOf, type Span } from './span.ts'
import { hoursText, isShown, moveTimes, startOf } from './times.ts'
import type { Duty, Looks } from './types.ts'
import { useIsPrinting } from './use-printing.ts'

type Props = {
  span: Span
  day: string
  today: string
  items: readonly CalendarItem[]
  duties: readonly Duty[]
  isKnown: boolean
  looks: Looks
  language: Language
  firstWeekday: number
  isWide: boolean
  mayMove: (item: CalendarItem) => boolean
  onStretch: (stretch: TimeSpan) => void
  onDay: (day: string) => void
  onDuty: () => void
  onPress: (item: CalendarItem, at: DOMRect) => void
  onPick: ((date: Date, isDay: boolean) => void) | undefined
  onMoved: (item: CalendarItem, times: Times, onRefused: () => void) => void
}

const views: Record<Span, string> = {
  month: 'dayGridMonth',
  week: 'timeGridWeek',
  day: 'timeGridDay',
  agenda: 'listMonth',
}
/** Maximum number of simultaneous events side by side; more would leave no room for names. */
const maxStacks: Partial<Record<Span, { wide: number; narrow: number }>> = {
  week: { wide: 2, narrow: 1 },
  day: { wide: 6, narrow: 3 },
}
const plugins = [dayGrid, timeGrid, list, interaction, classic]
/** Defined once, because FullCalendar resets itself when it gets new objects. */
const locales = [hebrew]
const dayName = { weekday: 'long' } as const
const date = { day: 'numeric', month: 'long' } as const
/** No headers in the day view, whose title already names the day. */
const viewOptions = { [views.day]: { dayHeaders: false } }

export const Grid = (props: Props) => {
  const {
    span,
    day,
    today,
    items,
    duties,
    isKnown,
    looks,
    language,
    firstWeekday,
    isWide,
    mayMove,
    onStretch,
    onDay,
    onDuty,
    onPress,
    onPick,
    onMoved,
  } = props
  const { t } = useTranslation()
  const calendar = useRef<CalendarRef>(null)
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const isPrinting = useIsPrinting()
  useShown(calendar, span, day)
  const root = useFromToday(span === 'agenda' && day === today && isKnown, today)
  const itemOf = ({ id }: { id: string }) => items.find(({ _id }) => _id === id)
  const events = useMemo(
    () => [
      ...duties.map((duty) => dutyOf(duty, span)),
      ...items.filter(isShown).map((item) => eventOf(item, looks, mayMove(item))),
    ],
    [items, duties, span, looks, mayMove],
  )
  return (
    <div ref={root} className={classes.all}>
      <FullCalendar
        ref={calendar}
        plugins={plugins}
        className={classes.root}
        headerToolbar={false}
        height={isPrinting ? 'auto' : '100%'}
        initialView={views[span]}
        initialDate={day}
        views={viewOptions}
        locales={locales}
        locale={languageTraits[language].dayFirst}
        direction={languages[language].direction}
        colorScheme={isPrinting ? 'light' : scheme}
        firstDay={firstWeekday}
        events={events}
        editable
        eventInteractive
        eventResizableFromStart={false}
        dayMaxEvents
        dayMaxEventRows={isWide ? undefined : 3}
        fixedWeekCount={false}
        nowIndicator
        navLinks
        navLinkDayClick={(date) => onDay(dayOf(date))}
        scrollTime="07:00"
        slotEventOverlap={false}
        eventMaxStack={maxStacks[span]?.[isWide ? 'wide' : 'narrow']}
        defaultTimedEventDuration="00:30"
        eventTimeFormat={hoursText}
        slotHeaderFormat={hoursText}
        allDayText={t('calendar.allDay')}
        allDaySlot={duties.length > 0}
        moreLinkText={(count) => t('calendar.more', { count })}
        noEventsText={isKnown ? t('calendar.none') : ''}
        listDayFormat={dayName}
        listDayAltFormat={date}
        dayHeaderContent={dayHead}
        eventContent={entry}
        datesSet={({ start, end }) => onStretch({ start, end })}
        eventClick={({ event, el, jsEvent }) => {
          jsEvent.preventDefault()
          if (event.extendedProps.kind === 'duty') return onDuty()
          const item = itemOf(event)
          if (item) onPress(item, el.getBoundingClientRect())
        }}
        dateClick={onPick && (({ date, allDay }) => onPick(date, allDay))}
        eventDrop={({ event, oldEvent, revert }) => {
          const item = itemOf(event)
          if (!item || !event.start || !oldEvent.start) return revert()
          onMoved(item, moveTimes(item, event.start), revert)
        }}
        eventResize={({ event, revert }) => {
          const item = itemOf(event)
          if (!item?.startTime || !event.end) return revert()
          onMoved(item, { startTime: item.startTime, endTime: event.end.toISOString() }, revert)
        }}
      />
    </div>
  )
}

const useShown = (calendar: React.RefObject<CalendarRef | null>, span: Span, day: string) => {
  useEffect(() => {
    const api = calendar.current?.getApi()
    if (!api) return
    if (api.view.type === views[span]) api.gotoDate(day)
    else api.changeView(views[span], day)
  }, [calendar, span, day])
}

/** Scrolls the agenda to today; earlier days of the month are above. */
const useFromToday = (isEnabled: boolean, today: string) => {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isEnabled) return
    const days = [...(root.current?.querySelectorAll<HTMLElement>('[data-date]') ?? [])]
    days.find(({ dataset }) => (dataset.date ?? '') >= today)?.scrollIntoView({ block: 'start' })
  }, [isEnabled, today])
  return root
}

/** A bar over a week of duty. The agenda names it only on its first day. */
const dutyOf = ({ id, name, from, until }: Duty, span: Span): EventInput => ({
  id,
  title: name,
  allDay: true,
  start: dayOf(new Date(from)),
  end: span === 'agenda' ? undefined : dayOf(new Date(until)),
  editable: false,
  color: 'var(--mantine-color-teal-9)',
  contrastColor: '#ffffff',
  className: classes.entry,
  extendedProps: { kind: 'duty' },
})

const eventOf = (item: CalendarItem, looks: Looks, isMovable: boolean): EventInput => {
  const look = item.kind === 'event' ? looks.get(item.eventType ?? '') : undefined
  return {
    id: item._id,
    title: item.name,
    start: startOf(item) ?? undefined,
    end: (item.startTime && item.endTime) || undefined,
    startEditable: isMovable,
    durationEditable: isMovable && item.startTime !== null && item.endTime !== null,
    color: look?.colour ?? 'var(--mantine-primary-color-filled)',
    contrastColor: look ? inkOn(look.colour) : '#ffffff',
    className: [classes.entry, item.kind === 'event' && classes.event, item.state === 'done' && classes.done]
      .filter(Boolean)
      .join(' '),
    extendedProps: { kind: item.kind },
  }
}

/** In narrow columns: the weekday's letter above the number. */
const dayHead = ({ view, text, weekdayText, dayNumberText }: DayHeaderInfo) =>
  view.type === views.week && text === weekdayText ? (
    <span className={classes.dayHead}>
      {weekdayText}
      <b>{dayNumberText}</b>
    </span>
  ) : (
    text
  )

/** FullCalendar calls this as a plain function, where hooks are not allowed, hence the component. */
const entry = (info: EventDisplayInfo) => <Entry {...info} />

const signs = { activity: IconCalendarEvent, event: IconMapPin, duty: IconUserCheck }

/** Icon and colour distinguish activities, events and duty. */
const Entry = ({ event, color, timeText, isShort, view }: EventDisplayInfo) => {
  const { t } = useTranslation()
  const isHours = view.type.startsWith('timeGrid') && !event.allDay
  const kind = event.extendedProps.kind as keyof typeof signs
  const Sign = signs[kind]
  return (
    <span
      className={classes.content}
      data-hours={isHours || undefined}
      data-tall={(isHours && !isShort) || undefined}
      data-month={view.type === views.month || undefined}
      data-agenda={view.type === views.agenda || undefined}
      style={{ '--entry': color } as CSSProperties}
      title={timeText ? `${timeText} ${event.title}` : event.title}
    >
      <Sign className={classes.sign} size={14} stroke={2} role="img" aria-label={t(`calendar.${kind}`)} />
      {timeText && <span className={classes.time}>{timeText}</span>}
      {/* CSS shows this where start and end do not fit. */}
      {timeText && event.start && <span className={classes.start}>{formatTime(event.start)}</span>}
      <bdi className={classes.name}>{event.title}</bdi>
    </span>
  )
}
