import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { problemText } from '../api/problem-text.ts'
import classes from './ProblemText.module.css'

/** What failed, in words, where it failed. */
export const ProblemText = ({ problem, onRetry }: { problem: unknown; onRetry?: () => void }) => {
  const { t } = useTranslation()
  if (!problem) return null
  return (
    <div role="alert" className={classes.problem}>
      <IconAlertTriangle className={classes.icon} size={20} stroke={1.75} aria-hidden />
      <p>{problemText(problem, t)}</p>
      {onRetry && (
        <button type="button" className={classes.retry} onClick={onRetry}>
          {t('word.retry')}
        </button>
      )}
    </div>
  )
}
