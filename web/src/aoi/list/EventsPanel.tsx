import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconPlus, IconShare } from '@tabler/icons-react'
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AoiSummary } from '#contract'
import { SearchField } from '../../ui/SearchField.tsx'
import { TabBar } from '../../ui/TabBar.tsx'
import type { VirtualListHandle } from '../../ui/VirtualList.tsx'
import { useIsWide } from '../../ui/wide.ts'
import type { AoiQuery } from '../data.ts'
import { AllEvents } from './AllEvents.tsx'
import type { Choice } from './AoiList.tsx'
import classes from './EventsPanel.module.css'
import { GroupedEvents } from './GroupedEvents.tsx'

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
