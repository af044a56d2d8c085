import { Button } from '@mantine/core'
import { IconCalendarEvent, IconMapPin, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import classes from './AoiPanel.module.css'
import { wordsOf } from './listed-kind.ts'
import type { AoiPanelProps } from './panel-props.ts'

export const ListProblem = ({ problem, onRetry }: { problem: unknown; onRetry: () => void }) => (
  <div className={classes.problem}>
    <ProblemText problem={problem} onRetry={onRetry} />
  </div>
)

/** Says what belongs here, or why nothing is, and offers the one thing to do about it. */
export const EmptyList = ({ kind, find, onShowAll, onCreate, sharing }: AoiPanelProps) => {
  const { t } = useTranslation()
  const words = wordsOf(kind)
  if (onShowAll)
    return (
      <EmptyState icon={IconSearchOff} text={find ? t(`${words}.notFound`, { find }) : t(`${words}.noneMatch`)}>
        <Button variant="light" onClick={onShowAll}>
          {t(`${words}.showAll`)}
        </Button>
      </EmptyState>
    )
  return (
    <EmptyState icon={kind === 'event' ? IconMapPin : IconCalendarEvent} text={t(`empty.${words}`)}>
      {onCreate && !sharing && (
        <Button variant="light" leftSection={<IconPlus size={18} stroke={1.75} />} onClick={onCreate}>
          {t(`${words}.create`)}
        </Button>
      )}
    </EmptyState>
  )
}
