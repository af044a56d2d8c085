import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { problemText } from '../../api/problem-text.ts'
import classes from './ProblemText.module.css'

type Props = {
  problem: unknown
  onRetry?: () => void
  /** A further sentence, such as that typed text is kept. */
  note?: string | false
}

export const ProblemText = ({ problem, onRetry, note }: Props) => {
  const { t } = useTranslation()
  if (!problem) return null
  return (
    <div role="alert" className={classes.problem}>
      <IconAlertTriangle className={classes.icon} size={20} stroke={1.75} aria-hidden />
      <p>
        <bdi>{problemText(problem, t)}</bdi> {note}
      </p>
      {onRetry && (
        <button type="button" className={classes.retry} onClick={onRetry}>
          {t('word.retry')}
        </button>
      )}
    </div>
  )
}
