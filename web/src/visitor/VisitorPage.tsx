import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem, visitorApi } from '#contract'
import { call } from '../api/call.ts'
import { ProblemText } from '../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useAddressBar } from './address.ts'
import { useAnswer } from './data.ts'
import { FollowPage } from './FollowPage.tsx'
import { PublicHome } from './PublicHome.tsx'
import { Gone, VisitorLayout } from './VisitorLayout.tsx'

/** Where a poster or a visitor's own address leads: no account, no menu, one thing to do. */
export const VisitorPage = () => {
  const { token, type, follow } = useAddressBar()
  if (follow) return <Followed key={follow} follow={follow} />
  return <Opened key={token} token={token ?? ''} type={type} />
}

const Opened = ({ token, type }: { token: string; type: string | null }) => {
  const ask = useCallback((signal: AbortSignal) => call(visitorApi.page, { params: { link: token } }, signal), [token])
  const { data, problem, again } = useAnswer(ask)
  if (!data) return <Waiting problem={problem} onRetry={again} />
  return <PublicHome page={data} token={token} type={type} onChanged={again} />
}

const LOOK_AGAIN_MS = 20_000

const Followed = ({ follow }: { follow: string }) => {
  const ask = useCallback((signal: AbortSignal) => call(visitorApi.follow, { query: { follow } }, signal), [follow])
  const { data, problem, again, show } = useAnswer(ask, LOOK_AGAIN_MS)
  if (!data) return <Waiting problem={problem} onRetry={again} />
  return <FollowPage followed={data} follow={follow} problem={problem} onRetry={again} onChanged={show} />
}

const Waiting = ({ problem, onRetry }: { problem: unknown; onRetry: () => void }) => {
  const { t } = useTranslation()
  const isGone = problem instanceof Problem && problem.code === 'notFound'
  return (
    <VisitorLayout>
      {isGone ? <Gone /> : <ProblemText problem={problem} onRetry={onRetry} />}
      {!problem && <Skeleton rows={4} label={t('word.loading')} />}
    </VisitorLayout>
  )
}
