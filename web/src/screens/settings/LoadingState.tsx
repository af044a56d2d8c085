import { useTranslation } from 'react-i18next'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import classes from './Settings.module.css'

export const retry = (...queries: { isError: boolean; refetch: () => unknown }[]) =>
  Promise.all(queries.filter(({ isError }) => isError).map(({ refetch }) => refetch()))

export const LoadingState = ({ problem, onRetry }: { problem: unknown; onRetry: () => unknown }) => {
  const { t } = useTranslation()
  if (!problem) return <Skeleton rows={6} label={t('word.loading')} />
  return (
    <div className={classes.problem}>
      <ProblemText problem={problem} onRetry={() => void onRetry()} />
    </div>
  )
}
