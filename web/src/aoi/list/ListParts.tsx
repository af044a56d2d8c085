import { Button } from '@mantine/core'
import { IconMapPin, IconPlus, IconSearchOff } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ProblemText } from '../../ui/ProblemText.tsx'
import type { VirtualListHandle } from '../../ui/VirtualList.tsx'
import type { Choice } from './AoiList.tsx'
import classes from './EventsPanel.module.css'
import type { EventsPanelProps } from './EventsPanel.tsx'

/** What each way of listing gets from the panel. */
export type ListProps = EventsPanelProps & {
  list: Ref<VirtualListHandle>
  choice: Choice | undefined
  covered: { top: number; bottom: number }
}

export const Failed = ({ problem, onRetry }: { problem: unknown; onRetry: () => void }) => (
  <div className={classes.problem}>
    <ProblemText problem={problem} onRetry={onRetry} />
  </div>
)

/** Says what belongs here, or why nothing is, and offers the one thing to do about it. */
export const Nothing = ({ find, onShowAll, onCreate, sharing }: EventsPanelProps) => {
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
