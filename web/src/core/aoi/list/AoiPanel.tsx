import { Button } from '@mantine/core'
import { IconPlus, IconShare } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AoiSummary } from '#contract'
import { ListPanel } from '../../../ui/lists/ListPanel.tsx'
import { useIdSet } from '../../../ui/lists/use-id-set.ts'
import { AllAois } from './AllAois.tsx'
import { tabsOf, textSubject } from './listed-kind.ts'
import type { AoiPanelProps, Choice } from './panel-props.ts'
import { RowsSkeleton } from './RowSkeleton.tsx'

const GroupedAois = lazy(() => import('./GroupedAois.tsx').then((file) => ({ default: file.GroupedAois })))

export const AoiPanel = (props: AoiPanelProps) => {
  const { kind, tab, onTab, find, onFind, onDeselect, onCreate, sharing, selected } = props
  const { t } = useTranslation()
  const subject = textSubject(kind)
  const { choice, selectedIds } = useChoice(sharing !== undefined)
  const deselect = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && selected !== undefined && !event.defaultPrevented) onDeselect()
  }
  return (
    <ListPanel
      id="aoi-list"
      tabs={{
        label: t(`${subject}.tabs`),
        all: tabsOf[kind].map((id) => ({ id, title: t(`listTab.${id}`) })),
        selected: tab,
        onChoose: onTab,
      }}
      search={{ label: t(`${subject}.search`), value: find, onChange: onFind }}
      bottom={
        sharing ? (
          <Button
            fullWidth
            leftSection={<IconShare size={18} stroke={1.75} />}
            disabled={selectedIds.length === 0 || !sharing.onShare}
            loading={sharing.isBusy}
            onClick={() => sharing.onShare?.(selectedIds)}
          >
            {selectedIds.length ? t('events.share', { count: selectedIds.length }) : t('events.shareNone')}
          </Button>
        ) : (
          onCreate && (
            <Button fullWidth leftSection={<IconPlus size={18} stroke={1.75} />} onClick={onCreate}>
              {t(`${subject}.create`)}
            </Button>
          )
        )
      }
      onKeyDown={deselect}
    >
      {({ ref, covered }) => (
        <>
          {props.above}
          {tab === 'all' ? (
            <AllAois {...props} list={ref} choice={choice} covered={covered} />
          ) : (
            <Suspense fallback={<RowsSkeleton />}>
              <GroupedAois key={tab} {...props} by={tab} list={ref} choice={choice} covered={covered} />
            </Suspense>
          )}
        </>
      )}
    </ListPanel>
  )
}

const useChoice = (isChoosing: boolean): { choice: Choice | undefined; selectedIds: string[] } => {
  const { ids, toggle, clear } = useIdSet()
  // Clears the ticks when selecting ends, so that it starts without any.
  if (!isChoosing && ids.size > 0) clear()
  const choice = useMemo(
    () => (isChoosing ? { ids, toggle: ({ _id }: AoiSummary) => toggle(_id) } : undefined),
    [isChoosing, ids, toggle],
  )
  return { choice, selectedIds: [...ids] }
}
