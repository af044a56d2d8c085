import { Button } from '@mantine/core'
import { IconCalendarEvent, IconMapPin, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ProblemText } from '../../../ui/feedback/ProblemText.tsx'
import classes from './AoiPanel.module.css'
import { textSubject } from './listed-kind.ts'
import type { AoiPanelProps } from './panel-props.ts'

export const ListProblem = ({ problem, onRetry }: { problem: unknown; onRetry: () => void }) => (
  <div className={classes.problem}>
    <ProblemText problem={problem} onRetry={onRetry} />
  </div>
)

/** Explains an empty list: which items belong here or why none match, with a button to add one or clear the filter. */
export const EmptyList = ({ kind, find, onShowAll, onCreate, sharing }: AoiPanelProps) => {
  const { t } = useTranslation()
  const subject = textSubject(kind)
  if (onShowAll)
    return (
      <EmptyState icon={IconSearchOff} text={find ? t(`${subject}.notFound`, { find }) : t(`${subject}.noneMatch`)}>
        <Button variant="light" onClick={onShowAll}>
          {t(`${subject}.showAll`)}
        </Button>
      </EmptyState>
    )
  return (
    <EmptyState icon={kind === 'event' ? IconMapPin : IconCalendarEvent} text={t(`empty.${subject}`)}>
      {onCreate && !sharing && (
        <Button variant="light" leftSection={<IconPlus size={18} stroke={1.75} />} onClick={onCreate}>
          {t(`${subject}.create`)}
        </Button>
      )}
    </EmptyState>
  )
}
