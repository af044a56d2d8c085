import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconMapPin, IconPlus, IconSearchOff, IconShare } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AoiSummary } from '#contract'
import { currentLanguage } from '../i18n/i18n.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ProblemText } from '../ui/ProblemText.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { TabBar } from '../ui/TabBar.tsx'
import type { VirtualListHandle } from '../ui/VirtualList.tsx'
import { useIsWide } from '../ui/wide.ts'
import { AoiList, type Choice } from './AoiList.tsx'
import { type AoiQuery, useAoiGroups } from './data.ts'
import classes from './EventsPanel.module.css'
import { groupItems, inOrder, rowItems } from './list-items.ts'
import { RowsSkeleton } from './RowSkeleton.tsx'
import { useAoiRows } from './rows.ts'
import { type TypeLooks, useTypeLooks } from './type-look.ts'

export const eventTabs = ['all', 'creator', 'type'] as const
export type EventTab = (typeof eventTabs)[number]

export type EventsPanelProps = {
  query: AoiQuery
  /** Own service first, then the others whose events are listed. */
  serviceIds: readonly string[]
  tab: EventTab
  onTab: (tab: EventTab) => void
  find: string
  onFind: (text: string) => void
  selected: string | undefined
  onSelect: (nonce: string) => void
  onDeselect: () => void
  /** Absent where the member may not report. */
  onCreate?: () => void
  /** Absent where nothing narrows the list. */
  onShowAll?: () => void
  canMarkDone: boolean
  /** Events are being chosen for a member; absent where they are not. */
  sharing?: { onShare?: (aoiIds: string[]) => void; isBusy: boolean }
}

/** The events of the workspace: found, sorted, grouped, and one of them selected. */
export const EventsPanel = (props: EventsPanelProps) => {
  const { tab, onTab, find, onFind, onDeselect, onCreate, sharing, selected } = props
  const { t } = useTranslation()
  const isWide = useIsWide()
  const list = useRef<VirtualListHandle>(null)
  const toolbar = useElementSize()
  const bottom = useElementSize()
  const { choice, chosen } = useChoice(sharing !== undefined)
  const covered = { top: isWide ? toolbar.height : 0, bottom: bottom.height }
  const deselect = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && selected !== undefined && !event.defaultPrevented) onDeselect()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles up from the rows
    <div className={classes.panel} onKeyDown={deselect}>
      <div ref={toolbar.ref} className={classes.toolbar}>
        <TabBar
          label={t('events.tabs')}
          tabs={eventTabs.map((id) => ({ id, title: t(`events.tab.${id}`) }))}
          chosen={tab}
          controls="events-list"
          onChoose={onTab}
        />
        <SearchField
          label={t('events.search')}
          value={find}
          onChange={onFind}
          onDown={() => list.current?.focusFirst()}
        />
      </div>
      <div id="events-list" role="tabpanel" aria-label={t(`events.tab.${tab}`)} className={classes.content}>
        {tab === 'all' ? (
          <AllEvents {...props} list={list} choice={choice} covered={covered} />
        ) : (
          <GroupedEvents key={tab} {...props} by={tab} list={list} choice={choice} covered={covered} />
        )}
      </div>
      {(onCreate || sharing) && (
        <div ref={bottom.ref} className={classes.bottom}>
          {sharing ? (
            <Button
              fullWidth
              leftSection={<IconShare size={18} stroke={1.75} />}
              disabled={chosen.length === 0 || !sharing.onShare}
              loading={sharing.isBusy}
              onClick={() => sharing.onShare?.(chosen)}
            >
              {chosen.length ? t('events.share', { count: chosen.length }) : t('events.shareNone')}
            </Button>
          ) : (
            <Button fullWidth leftSection={<IconPlus size={18} stroke={1.75} />} onClick={onCreate}>
              {t('events.create')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

type ListProps = EventsPanelProps & {
  list: Ref<VirtualListHandle>
  choice: Choice | undefined
  covered: { top: number; bottom: number }
}

const AllEvents = (props: ListProps) => {
  const { query } = props
  const looks = useTypeLooks(props.serviceIds)
  const { shown, isPending, problem, onSeen, retry } = useAoiRows(query)
  const items = useMemo(() => rowItems(shown?.rows ?? []), [shown])
  if (!shown) return problem ? <Failed problem={problem} onRetry={retry} /> : <RowsSkeleton />
  return (
    <div className={classes.rows} data-waiting={isPending || undefined}>
      {problem && <Failed problem={problem} onRetry={retry} />}
      {shown.rows.length === 0 ? (
        <Nothing {...props} />
      ) : (
        <AoiList
          key={shown.of}
          ref={props.list}
          items={items}
          looks={looks}
          selected={props.selected}
          onSelect={props.onSelect}
          onSeen={onSeen}
          canMarkDone={props.canMarkDone}
          choice={props.choice}
          covered={props.covered}
        />
      )}
    </div>
  )
}

/** Groups with their numbers; the rows of one that is opened come by themselves, page by page. */
const GroupedEvents = (props: ListProps & { by: 'creator' | 'type' }) => {
  const { by } = props
  const { sort, order, ...filter } = props.query
  const looks = useTypeLooks(props.serviceIds)
  const titleOf = useGroupTitle(by, looks)
  const { data, error, refetch, isPlaceholderData } = useAoiGroups(filter)
  const groups = useMemo(() => {
    const list = data && (by === 'creator' ? data.byUsers : data.byTypes)
    return list && inOrder(list, ({ _id, title }) => titleOf(_id, title), currentLanguage())
  }, [data, by, titleOf])

  const [chosenId, setChosenId] = useState<string | null>()
  // The first stands open until one is chosen; closing that leaves all closed.
  const openId = chosenId === undefined ? groups?.[0]?._id : (chosenId ?? undefined)
  const isThere = groups?.some(({ _id }) => _id === openId) ?? false
  const query = { ...filter, sort, order, [by === 'creator' ? 'creator' : 'eventType']: openId }
  const rows = useAoiRows(query, { enabled: isThere })
  const shown = rows.shown?.of === JSON.stringify(query) ? rows.shown.rows : undefined
  const items = useMemo(() => groupItems(groups ?? [], openId, shown), [groups, openId, shown])
  const firstRow = items.findIndex((item) => item.kind === 'group' && item.isOpen) + 1
  const { onSeen } = rows
  const seen = useCallback(
    (first: number, last: number) => onSeen(Math.max(0, first - firstRow), Math.max(0, last - firstRow)),
    [onSeen, firstRow],
  )

  const problem = error ?? rows.problem
  const retry = () => Promise.all([refetch(), rows.retry()])
  if (!groups) return problem ? <Failed problem={problem} onRetry={retry} /> : <RowsSkeleton />
  return (
    <div className={classes.rows} data-waiting={isPlaceholderData || undefined}>
      {problem && <Failed problem={problem} onRetry={retry} />}
      {groups.length === 0 ? (
        <Nothing {...props} />
      ) : (
        <AoiList
          ref={props.list}
          items={items}
          looks={looks}
          selected={props.selected}
          onSelect={props.onSelect}
          onOpenGroup={(id) => setChosenId(id === openId ? null : id)}
          onSeen={seen}
          titleOf={titleOf}
          canMarkDone={props.canMarkDone}
          choice={props.choice}
          covered={props.covered}
        />
      )}
    </div>
  )
}

const useGroupTitle = (by: 'creator' | 'type', looks: TypeLooks) => {
  const { t } = useTranslation()
  return useCallback(
    (id: string, title: string): string => {
      if (by === 'creator') return title || t('events.noCreator')
      return looks.get(id)?.name ?? (title || t('events.noType'))
    },
    [by, looks, t],
  )
}

/** What was ticked, while events are being chosen. */
const useChoice = (isChoosing: boolean): { choice: Choice | undefined; chosen: string[] } => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  // Each round begins with nothing ticked.
  if (!isChoosing && ids.size > 0) setIds(new Set())
  const toggle = useCallback(
    ({ _id }: AoiSummary) =>
      setIds((now) => {
        const next = new Set(now)
        if (!next.delete(_id)) next.add(_id)
        return next
      }),
    [],
  )
  const choice = useMemo(() => (isChoosing ? { ids, toggle } : undefined), [isChoosing, ids, toggle])
  return { choice, chosen: [...ids] }
}

const Failed = ({ problem, onRetry }: { problem: unknown; onRetry: () => void }) => (
  <div className={classes.problem}>
    <ProblemText problem={problem} onRetry={onRetry} />
  </div>
)

const Nothing = ({ find, onShowAll, onCreate, sharing }: EventsPanelProps) => {
  const { t } = useTranslation()
  if (onShowAll)
    return (
      <EmptyState icon={IconSearchOff} text={find ? t('events.notFound', { find }) : t('events.noneMatch')}>
        <Button variant="light" onClick={onShowAll}>
          {t('events.showAll')}
        </Button>
      </EmptyState>
    )
  return (
    <EmptyState icon={IconMapPin} text={t('empty.events')}>
      {onCreate && !sharing && (
        <Button variant="light" leftSection={<IconPlus size={18} stroke={1.75} />} onClick={onCreate}>
          {t('events.create')}
        </Button>
      )}
    </EmptyState>
  )
}
