import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconPlus, IconShare } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AoiSummary } from '#contract'
import { useIsWide } from '../../ui/browser/wide.ts'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { TabBar } from '../../ui/layout/TabBar.tsx'
import panel from '../../ui/lists/ListPanel.module.css'
import type { VirtualListHandle } from '../../ui/lists/VirtualList.tsx'
import { AllAois } from './AllAois.tsx'
import { tabsOf, wordsOf } from './listed-kind.ts'
import type { AoiPanelProps, Choice } from './panel-props.ts'
import { RowsSkeleton } from './RowSkeleton.tsx'

const GroupedAois = lazy(() => import('./GroupedAois.tsx').then((file) => ({ default: file.GroupedAois })))

/** The events or activities of the workspace: found, sorted, grouped, and one of them selected. */
export const AoiPanel = (props: AoiPanelProps) => {
  const { kind, tab, onTab, find, onFind, onDeselect, onCreate, sharing, selected } = props
  const { t } = useTranslation()
  const words = wordsOf(kind)
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
    <div className={panel.panel} onKeyDown={deselect}>
      <div ref={toolbar.ref} className={panel.toolbar}>
        <TabBar
          label={t(`${words}.tabs`)}
          tabs={tabsOf[kind].map((id) => ({ id, title: t(`listTab.${id}`) }))}
          chosen={tab}
          controls="aoi-list"
          onChoose={onTab}
        />
        <SearchField
          label={t(`${words}.search`)}
          value={find}
          onChange={onFind}
          onDown={() => list.current?.focusFirst()}
        />
      </div>
      <div id="aoi-list" role="tabpanel" aria-label={t(`listTab.${tab}`)} className={panel.content}>
        {props.above}
        {tab === 'all' ? (
          <AllAois {...props} list={list} choice={choice} covered={covered} />
        ) : (
          <Suspense fallback={<RowsSkeleton />}>
            <GroupedAois key={tab} {...props} by={tab} list={list} choice={choice} covered={covered} />
          </Suspense>
        )}
      </div>
      {(onCreate || sharing) && (
        <div ref={bottom.ref} className={panel.bottom}>
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
              {t(`${words}.create`)}
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
