import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Actor, type CalendarItem, may } from '#contract'
import { formatTime } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { firstWeekday } from '../../i18n/week.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import classes from './CalendarView.module.css'
import { type TimeSpan, type Times, useCalendar, useMove } from './data.ts'
import { FeedDialog } from './FeedDialog.tsx'
import { Grid } from './Grid.tsx'
import { ItemCard } from './ItemCard.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { isNarrowed } from './narrowed.ts'
import { dayOf } from './span.ts'
import { Toolbar } from './Toolbar.tsx'
import type { CalendarProps, Duty } from './types.ts'

const UNDO_MS = 8000

export const CalendarView = (props: CalendarProps) => {
  const { span, day, withEvents, filter, actor, looks, isWide, dutiesIn, onDuty, onShow, onOpen, onCreate } = props
  const { t } = useTranslation()
  const [stretch, setStretch] = useState<TimeSpan>()
  const [card, setCard] = useState<{ item: CalendarItem; at: DOMRect }>()
  const [moving, setMoving] = useState<CalendarItem>()
  const [isFeedOpen, setIsFeedOpen] = useState(false)
  const { data, error, refetch, isPlaceholderData } = useCalendar(stretch, filter, withEvents)
  const move = useMoveWithUndo()
  const items = data?.items ?? noItems
  const duties = useMemo(() => (stretch ? dutiesIn(stretch) : []), [stretch, dutiesIn])
  const mayMove = useCallback((item: CalendarItem) => isMovable(item, actor), [actor])
  return (
    <div className={classes.calendar} data-waiting={isPlaceholderData || undefined}>
      <Toolbar
        {...props}
        onFeed={() => setIsFeedOpen(true)}
        onCreate={onCreate && (() => onCreate(dayFor(props, stretch)))}
      />
      {error && (
        <div className={classes.problem}>
          <ProblemText problem={error} onRetry={refetch} />
        </div>
      )}
      {data && data.hidden > 0 && (
        <p className={classes.hidden} role="status">
          {t('calendar.hidden', { count: data.hidden })}
        </p>
      )}
      <div className={classes.grid}>
        <Grid
          span={span}
          day={day}
          today={props.today}
          items={items}
          duties={isNarrowed(filter) ? noDuties : duties}
          onDuty={onDuty}
          isKnown={data !== undefined}
          looks={looks}
          language={currentLanguage()}
          firstWeekday={firstWeekday(currentLanguage())}
          isWide={isWide}
          mayMove={mayMove}
          onStretch={(now) => setStretch((before) => (isSame(before, now) ? before : now))}
          onDay={(pressedDay) => onShow({ span: 'day', day: pressedDay })}
          onPress={(item, at) => setCard({ item, at })}
          onPick={onCreate && ((date, isDay) => onCreate(isDay ? dayOf(date) : `${dayOf(date)}T${formatTime(date)}`))}
          onMoved={move}
        />
      </div>
      {card && (
        <ItemCard
          {...card}
          type={looks.get(card.item.eventType ?? '')?.name}
          onClose={() => setCard(undefined)}
          onOpen={() => onOpen(card.item)}
          onMove={
            mayMove(card.item)
              ? () => {
                  setMoving(card.item)
                  setCard(undefined)
                }
              : undefined
          }
        />
      )}
      {moving && (
        <MoveDialog item={moving} onClose={() => setMoving(undefined)} onMove={(times) => move(moving, times)} />
      )}
      {isFeedOpen && <FeedDialog hasDuty={duties.length > 0} onClose={() => setIsFeedOpen(false)} />}
    </div>
  )
}

const noItems: CalendarItem[] = []
const noDuties: Duty[] = []

/** Passes `isSharedWithMe: true`, because the member can see every item in the reply, by its service or by a share. */
const isMovable = (item: CalendarItem, actor: Actor): boolean =>
  item.kind === 'activity' &&
  item.state !== 'done' &&
  may(actor, 'aoi.edit', { ...item, eventTypeId: item.eventType, regionId: null, isSharedWithMe: true })

const isSame = (one: TimeSpan | undefined, other: TimeSpan): boolean =>
  one?.start.getTime() === other.start.getTime() && one.end.getTime() === other.end.getTime()

/** Today if the shown period includes it, else the selected day. */
const dayFor = ({ day, today }: CalendarProps, stretch: TimeSpan | undefined): string => {
  const now = new Date(`${today}T12:00:00`)
  return stretch && now >= stretch.start && now < stretch.end ? today : day
}

const useMoveWithUndo = () => {
  const { t } = useTranslation()
  const { mutateAsync } = useMove()
  return async (item: CalendarItem, times: Times, onRefused?: () => void): Promise<void> => {
    try {
      await mutateAsync({ item, times })
    } catch (problem) {
      onRefused?.()
      return toastProblem(problem)
    }
    const moved = { ...item, ...times }
    const undo = () => void mutateAsync({ item: moved, times: item }).catch(toastProblem)
    await toast({
      message: t('calendar.moved', { name: item.name }),
      timeoutMs: UNDO_MS,
      action: { label: t('word.undo'), run: undo },
    })
  }
}
