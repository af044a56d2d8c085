import { useTranslation } from 'react-i18next'
import { Problem } from '#contract'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { LinkGone } from '../../ui/layout/PublicFrame.tsx'
import { VisitorLayout } from './VisitorLayout.tsx'

export const LoadingState = ({ problem, onRetry }: { problem?: unknown; onRetry?: () => void }) => {
  const { t } = useTranslation()
  const isGone = problem instanceof Problem && problem.code === 'notFound'
  return (
    <VisitorLayout>
      {isGone ? (
        <LinkGone title={t('visitor.gone')} text={t('visitor.goneText')} />
      ) : (
        <ProblemText problem={problem} onRetry={onRetry} />
      )}
      {!problem && <Skeleton rows={4} label={t('word.loading')} />}
    </VisitorLayout>
  )
}
