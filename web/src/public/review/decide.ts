import { useTranslation } from 'react-i18next'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { type Decision, useDecide } from './data.ts'

const UNDO_MS = 10_000

export const useDecisions = () => {
  const { t } = useTranslation()
  const { mutateAsync, isPending } = useDecide()
  const decide = async (decision: Decision): Promise<boolean> => {
    try {
      const { done, left } = await mutateAsync(decision)
      if (left.length > 0)
        void toast({
          message: t(decision.kind === 'asked' ? 'review.notAsked' : 'review.left', { count: left.length }),
          color: 'orange',
          timeoutMs: UNDO_MS,
        })
      if (done.length === 0) return false
      void toast({
        message: t(`review.${decision.kind}`, { count: done.length }),
        timeoutMs: UNDO_MS,
        ...(decision.kind !== 'undone' && {
          action: { label: t('word.undo'), run: () => void decide({ kind: 'undone', ids: done }) },
        }),
      })
      return true
    } catch (problem) {
      void toastProblem(problem)
      return false
    }
  }
  return { decide, isBusy: isPending }
}
