import { useTranslation } from 'react-i18next'
import { ProblemText } from '../../ui/ProblemText.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import classes from './Settings.module.css'

/** Until the answer is there, or why it does not come. */
export const Waiting = ({ problem, onRetry }: { problem: unknown; onRetry: () => unknown }) => {
  const { t } = useTranslation()
  if (!problem) return <Skeleton rows={6} label={t('word.loading')} />
  return (
    <div className={classes.problem}>
      <ProblemText problem={problem} onRetry={() => void onRetry()} />
    </div>
  )
}
