import { useTranslation } from 'react-i18next'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import classes from './Settings.module.css'

/** Asks again for what did not come; the others stay as they are. */
export const retry = (...asked: { isError: boolean; refetch: () => unknown }[]) =>
  Promise.all(asked.filter(({ isError }) => isError).map(({ refetch }) => refetch()))

/** Until the answer is there, or why it does not come. */
export const LoadingState = ({ problem, onRetry }: { problem: unknown; onRetry: () => unknown }) => {
  const { t } = useTranslation()
  if (!problem) return <Skeleton rows={6} label={t('word.loading')} />
  return (
    <div className={classes.problem}>
      <ProblemText problem={problem} onRetry={() => void onRetry()} />
    </div>
  )
}
